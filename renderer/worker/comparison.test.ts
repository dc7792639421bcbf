import { describe, expect, test } from 'vitest';
import { drained } from '../../shared/base/drained.ts';
import { diffJson, diffViewJson } from '../../shared/report/diffJson.ts';
import { wholeDiffView, type DiffView } from '../../shared/report/diffView.ts';
import type { HotGrouping } from '../../shared/rows/hotRows.ts';
import { RecordingDiff } from '../../shared/compare/recordingDiff.ts';
import type { Snapshot } from '../../shared/recording/snapshot.ts';
import type { Transform } from '../../shared/rows/transform.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { pointedFrames } from '../testing/pointedFrames.ts';
import { comparedRecordings } from './openedComparison.ts';
import { ResultsHost } from './resultsHost.ts';
import type { RowsAsk } from './table/rowTable.ts';
import type { TableAction, TablePicture, TableRow } from './table/tableRow.ts';
import type { CalleesPane, CalleesPicture } from './views/calleesView.ts';
import type { FlamePicture } from './views/flameFrame.ts';
import type { TableKind } from './workerViews.ts';

const CALIBRATION = {
  innerNs: 1,
  outerNs: 2,
  spreadNs: 0.25,
  countNs: 0.5,
  countSpreadNs: 0.125,
  pausedPairNs: 0,
  pausedSpreadNs: 0,
  starvedPairNs: 0,
  starvedSpreadNs: 0,
  stepNs: 0,
  compilingShare: 0,
};
const LAMBDA = (name: string) => ({
  L: { className: `demo.Demo$$Lambda${name}`, name: 'run', descriptor: '()V' },
});

/** B is called once more, C is slower, D has vanished, E is new; one lambda has got another name. G is only counted. */
const BEFORE = exampleSnapshot(
  `
  main: 0>A 100>B 200<B 300>C 400>D 450<D 500<C +G 600>L 640<L 1100<A
  pool: 0>A 50>B 90<B 300<A
  `,
  { calibration: CALIBRATION },
  LAMBDA('$14/0x000001'),
);
const AFTER = exampleSnapshot(
  `
  pool: 0>A 50>B 90<B 300<A
  main: 0>A 100>B 200<B 210>B 310<B 320>C 900<C +G +G 920>E 990<E 1000>L 1050<L 1100<A
  `,
  { calibration: CALIBRATION },
  LAMBDA('/0x7fff'),
);

describe('two recordings compared', () => {
  test('have in the tree the numbers of sluice diff, row for row', () => {
    const host = comparing(BEFORE, AFTER);
    const { rows } = table(host, 'tree', 'openAll');
    const reported = new Map(flattened(jsonOf(BEFORE, AFTER).tree).map((node) => [node.path, node]));
    expect(rows.length).toBe(reported.size - 1);
    for (const [path, row] of pathsOf(host, rows))
      expect(numbersOf(row)).toEqual(reportedNumbers(reported.get(path)!));
  });

  test.each([
    ['hot', 'methods'],
    ['hot', 'classes'],
    ['hot', 'packages'],
    ['callers', 'methods'],
    ['threads', 'methods'],
  ] as const)('have in %s the rows of sluice diff --view of that name, by %s', (view, by) => {
    const host = comparing(BEFORE, AFTER);
    const { rows } = table(host, view, 'openEach', by);
    expect(rows.length).toBeGreaterThan(0);
    expect(windowRows(host, rows)).toEqual(reportedRows({ ...wholeDiffView(view), by }));
  });

  test('have in the inverted flame graph the numbers of sluice diff --view callers, coloured by self time', () => {
    const host = comparing(BEFORE, AFTER);
    host.ask({ kind: 'ask', view: 'flame', ask: { kind: 'invert', isInverted: true } }); // before it is shown
    drained(host.show('flame'));
    drained(host.refresh(0));
    const picture = host.picture()!.picture as FlamePicture;
    expect(picture.shape).toBe('callers');
    const drawn = pointedFrames(host, picture).map(({ path, frame }) =>
      windowRow(path.map((id) => nameOf(host, id)).join('/'), frame),
    );
    const reported = reportedRows(wholeDiffView('callers')) as ReturnType<typeof windowRow>[];
    expect(drawn.sort(byPath)).toEqual(reported.filter(({ selfNsA, selfNsB }) => selfNsA + selfNsB > 0));
    const changes = new Map(
      Array.from(picture.sheet.method, (id, box) => [nameOf(host, id), picture.sheet.changes![box]] as const),
    );
    expect(changes.get('demo.Demo.D')).toBe(-1);
    expect(changes.get('demo.Demo.E')).toBe(1);
  });

  test('have in packages frames as wide as the larger side, coloured by self time', () => {
    const host = comparing(BEFORE, AFTER);
    drained(host.show('packages'));
    drained(host.refresh(0));
    const { sheet } = host.picture()!.picture as FlamePicture;
    const changes = new Map(
      Array.from(sheet.method, (id, box) => [
        sheet.titles?.[box]?.long ?? nameOf(host, id),
        sheet.changes![box],
      ]),
    );
    expect([...changes.keys()]).toEqual(expect.arrayContaining(['demo', 'demo.Demo', 'demo.Demo.A']));
    expect(changes.get('demo.Demo.D')).toBe(-1);
    expect(changes.get('demo.Demo.E')).toBe(1);
    expect(changes.get('demo')).toBe(changes.get('demo.Demo'));
  });

  test('have changed as a whole by the same in an inverted flame graph', () => {
    const host = comparing(exampleSnapshot('main: 0>A 100<A'), exampleSnapshot('main: 0>A 200<A'));
    drained(host.show('flame'));
    drained(host.refresh(0));
    const changeOfAll = (isInverted: boolean): number => {
      host.ask({ kind: 'ask', view: 'flame', ask: { kind: 'invert', isInverted } });
      return (host.picture()?.picture as FlamePicture).sheet.changes![0];
    };
    expect([changeOfAll(true), changeOfAll(false)]).toEqual([0.5, 0.5]);
  });

  test('have in the callers and callees of a method the rows of sluice diff', () => {
    const host = comparing(BEFORE, AFTER);
    const [id] = [...host.methods].filter(({ name }) => name === 'B').map((method) => method.id);
    const { generation, rows } = table(host, 'hot');
    const [{ node }] = rows.filter(({ method }) => method === id);
    host.ask({ kind: 'ask', view: 'hot', ask: { kind: 'click', generation, node } });
    drained(host.show('callees'));
    const ask = (pane: CalleesPane, question: RowsAsk): void =>
      host.ask({ kind: 'ask', view: 'callees', ask: { kind: 'inPane', pane, ask: question } });
    for (const pane of ['callers', 'callees'] as const) {
      ask(pane, LOOK);
      ask(pane, { kind: 'act', action: 'openAll' });
      const picture = host.picture()!.picture as CalleesPicture;
      expect(windowRows(host, picture[pane].rows)).toEqual(
        reportedRows({ ...wholeDiffView(pane), methods: [id] }),
      );
    }
  });

  test('show most changed first, with what vanished and what is new', () => {
    const { rows, sort } = table(comparing(BEFORE, AFTER), 'tree', 'openAll');
    expect(sort).toEqual({ column: 'changed', ascending: false });
    const changed = rows.filter(({ depth }) => depth === 1).map(({ compared }) => compared!.numbers.changed);
    expect(changed).toEqual(changed.toSorted((a, b) => b - a));
    expect(
      rows
        .map(({ compared }) => compared!.side)
        .filter((side) => side !== 'both')
        .sort(),
    ).toEqual(['a', 'b']);
  });

  test('have bars in each column that are as long as its largest change allows', () => {
    for (const kind of ['tree', 'hot', 'callers', 'threads'] as const) {
      const { rows, largestChange } = table(comparing(BEFORE, AFTER), kind, 'openAll');
      const largest = (column: 'totalChange' | 'selfChange'): number =>
        Math.max(...rows.map(({ compared }) => Math.abs(compared!.numbers[column])));
      expect(largestChange, kind).toEqual({ total: largest('totalChange'), self: largest('selfChange') });
    }
  });

  test('are compared thread by thread, by name, and after the same steps', () => {
    const host = comparing(BEFORE, AFTER);
    const { threads } = drained(host.refresh(0));
    expect(threads.map(({ name }) => name)).toEqual(['pool', 'main']);
    host.choose(
      threads.filter(({ name }) => name === 'pool').map(({ id }) => id),
      'all',
    );
    expect(table(host, 'tree', 'openAll').rows.map(({ compared }) => compared!.numbers.changed)).toEqual([
      0, 0,
    ]);
    host.choose('all', 'all');
    const [C] = AFTER.methods.filter(({ name }) => name === 'C');
    const steps: Transform[] = [
      { kind: 'dropMethods', methods: [[...host.methods].find(({ name }) => name === C.name)!.id] },
    ];
    host.transform(steps);
    const names = pathsOf(host, table(host, 'tree', 'openAll').rows).map(([path]) => path);
    expect(names.filter((path) => /C|D$/.test(path.split('.').at(-1)!))).toEqual([]);
  });

  test('are as wide as the larger side in the flame graph, and coloured by what is beyond the error', () => {
    const host = comparing(BEFORE, AFTER);
    drained(host.show('flame'));
    drained(host.refresh(0));
    const { sheet } = host.picture()!.picture as FlamePicture;
    const changes = new Map(
      Array.from(sheet.method, (id, box) => [nameOf(host, id), sheet.changes![box]] as const),
    );
    expect(changes.get('demo.Demo.D')).toBe(-1);
    expect(changes.get('demo.Demo.E')).toBe(1);
    expect(changes.get('demo.Demo.C')).toBeCloseTo((577 - 197) / 577, 1);
  });
});

function comparing(a: Snapshot, b: Snapshot): ResultsHost {
  const { source, methods } = comparedRecordings(a, b);
  return new ResultsHost(source, methods.all);
}

const LOOK = { kind: 'look', topRow: 0, viewRows: 100, shiftedRows: 0 } as const;

/** @param opens all rows below the first, or each row */
function table(
  host: ResultsHost,
  view: TableKind,
  opens?: 'openAll' | 'openEach',
  by: HotGrouping = 'methods',
): TablePicture {
  drained(host.show(view));
  drained(host.refresh(0));
  host.ask({ kind: 'ask', view, ask: LOOK });
  if (view === 'hot') host.ask({ kind: 'ask', view, ask: { kind: 'group', by } });
  const act = (action: TableAction): void => host.ask({ kind: 'ask', view, ask: { kind: 'act', action } });
  act('first');
  if (opens) act('openAll');
  if (opens === 'openEach')
    for (let row = 1; row < 30; row++) for (const action of ['down', 'openAll'] as const) act(action);
  return host.picture()!.picture as TablePicture;
}

/** Each row with all its numbers, in no order. */
function windowRows(host: ResultsHost, rows: readonly TableRow[]): unknown[] {
  const open: string[] = [];
  return rows
    .map((row) => {
      open.length = row.depth;
      open.push(row.title ?? nameOf(host, row.method));
      return windowRow(open.join('/'), row);
    })
    .sort(byPath);
}

function windowRow(path: string, row: Pick<TableRow, 'compared' | 'isCounted'>) {
  const { side, numbers } = row.compared!;
  return {
    path,
    side,
    ...numbersOf(row),
    totalByCallsNs: Math.round(numbers.totalByCalls),
    totalErrorNs: Math.ceil(numbers.totalChangeError),
    changed: Math.round(numbers.changed),
  };
}

function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : 1;
}

/** The same of the JSON of the command line. */
function reportedRows(view: DiffView): unknown[] {
  const diff = new RecordingDiff({ name: 'a', snapshot: BEFORE }, { name: 'b', snapshot: AFTER });
  const json = JSON.parse([...diffViewJson(diff, view, 100)].join('')) as {
    readonly tree?: ReportedRow;
    readonly rows?: readonly ReportedRow[];
  };
  const made: { readonly path: string }[] = [];
  const add = (above: string, row: ReportedRow): void => {
    const name =
      row.thread ?? row.package ?? (row.method === undefined ? row.class : `${row.class}.${row.method}`);
    const path = above === '' ? name : `${above}/${name}`;
    const { totalErrorNs, changed } = row;
    const side = row.sides;
    made.push({ path, side, ...reportedNumbers(row), totalErrorNs, changed } as never);
    for (const child of row.children ?? []) add(path, child);
  };
  for (const row of json.rows ?? json.tree!.children!) add('', row);
  return made.sort(byPath);
}

/** Paths of rows that come in their order, "/demo.Demo.A/demo.Demo.B". */
function pathsOf(host: ResultsHost, rows: readonly TableRow[]): [string, TableRow][] {
  const open: string[] = [];
  return rows.map((row) => {
    open.length = row.depth;
    open.push(`/${nameOf(host, row.method)}`);
    return [open.join(''), row];
  });
}

function nameOf(host: ResultsHost, id: number): string {
  const method = [...host.methods].find((one) => one.id === id);
  return method ? `${method.className}.${method.name}` : '?';
}

interface ReportedRow {
  readonly class: string;
  readonly method?: string;
  readonly package?: string;
  readonly thread?: string;
  readonly sides?: 'a' | 'b' | 'both';
  readonly callsA: number;
  readonly callsB: number;
  readonly selfNsA: number;
  readonly selfNsB: number;
  readonly totalNsA: number;
  readonly totalNsB: number;
  readonly selfByCallsNs: number;
  readonly totalByCallsNs?: number;
  readonly totalErrorNs: number;
  readonly changed: number;
  readonly timed?: false;
  readonly children?: readonly ReportedRow[];
}

function jsonOf(
  a: Snapshot,
  b: Snapshot,
): { readonly tree: ReportedRow; readonly methods: readonly ReportedRow[] } {
  const json = [...diffJson(new RecordingDiff({ name: 'a', snapshot: a }, { name: 'b', snapshot: b }))].join(
    '',
  );
  return JSON.parse(json) as ReturnType<typeof jsonOf>;
}

function flattened(
  node: ReportedRow,
  above: string | null = null,
): (ReportedRow & { readonly path: string })[] {
  const path = above === null ? '' : `${above}/${node.class}.${node.method}`;
  return [{ ...node, path }, ...(node.children ?? []).flatMap((child) => flattened(child, path))];
}

function reportedNumbers({ callsA, callsB, selfNsA, selfNsB, totalNsA, totalNsB, ...row }: ReportedRow) {
  const { selfByCallsNs, totalByCallsNs, timed = true } = row;
  const causes = totalByCallsNs === undefined ? { selfByCallsNs } : { selfByCallsNs, totalByCallsNs };
  return { callsA, callsB, selfNsA, selfNsB, totalNsA, totalNsB, ...causes, timed };
}

function numbersOf({ compared, isCounted }: Pick<TableRow, 'compared' | 'isCounted'>) {
  const { numbers } = compared!;
  return {
    callsA: numbers.callsA,
    callsB: numbers.callsB,
    selfNsA: Math.round(numbers.selfA),
    selfNsB: Math.round(numbers.selfB),
    totalNsA: Math.round(numbers.totalA),
    totalNsB: Math.round(numbers.totalB),
    selfByCallsNs: Math.round(numbers.selfByCalls),
    totalByCallsNs: Math.round(numbers.totalByCalls),
    timed: !isCounted,
  };
}
