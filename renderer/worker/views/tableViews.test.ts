import { describe, expect, test } from 'vitest';
import { NO_PATH } from '../../../shared/analysis/callPath.ts';
import { drained } from '../../../shared/base/drained.ts';
import type { ThreadId } from '../../../shared/base/ids.ts';
import { wholeView, type ReportView } from '../../../shared/report/reportView.ts';
import type { Snapshot } from '../../../shared/recording/snapshot.ts';
import type { Transform } from '../../../shared/rows/transform.ts';
import { viewJson } from '../../../shared/report/viewJson.ts';
import { exampleSnapshot } from '../../../shared/testing/exampleSnapshot.ts';
import { pointedFrames } from '../../testing/pointedFrames.ts';
import type { ViewPicture } from '../cctProtocol.ts';
import { OpenedRecording } from '../openedRecording.ts';
import { ResultsHost } from '../resultsHost.ts';
import type { RowsAsk } from '../table/rowTable.ts';
import type { TableAction, TablePicture, TableRow } from '../table/tableRow.ts';
import type { ViewKind } from '../workerViews.ts';

/** B is called by A and by C, once within itself; G is only counted. */
const RECORDED = exampleSnapshot(
  `
  main: 0>A 100>B 200>B 250<B 400<B 500>C 600>B +G +G 900<B 1000<C 1100<A
  pool: 0>A 50>B 90<B 300<A
  `,
  {
    calibration: {
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
    },
  },
  { C: { className: 'demo.web.Page', name: 'show', descriptor: '()V' } },
);

const [, B, C] = RECORDED.methods.map(({ id }) => id);

type PictureOfKind<K extends ViewKind> = Extract<ViewPicture, { readonly view: K }>['picture'];

/** A page that shows one view after another of a file. */
class Page {
  readonly host: ResultsHost;
  readonly #names = new Map<number, string>();
  readonly #pictures = new Map<ViewKind, unknown>();
  selection = NO_PATH;

  constructor(snapshot: Snapshot) {
    this.host = new ResultsHost(new OpenedRecording(snapshot), snapshot.methods);
    for (const { id, name } of snapshot.methods) this.#names.set(id, name);
    drained(this.host.show('tree'));
    this.refresh();
  }

  refresh(): void {
    drained(this.host.refresh(0));
    this.#take();
  }

  show<K extends ViewKind>(view: K): PictureOfKind<K> {
    drained(this.host.show(view));
    this.#take();
    return this.picture(view);
  }

  ask(view: 'tree' | 'hot' | 'callers' | 'threads', ask: RowsAsk): this {
    this.host.ask({ kind: 'ask', view, ask });
    this.#take();
    return this;
  }

  press(view: 'tree' | 'hot' | 'callers', ...actions: readonly TableAction[]): this {
    for (const action of actions) this.ask(view, { kind: 'act', action });
    return this;
  }

  picture<K extends ViewKind>(view: K): PictureOfKind<K> {
    return this.#pictures.get(view) as PictureOfKind<K>;
  }

  /** Rows in order, indented by dots, the selected one in brackets. */
  seen(rows: readonly TableRow[], selected: TableRow | null): string {
    return rows
      .map(({ node, depth, method, title }) => {
        const name = title ?? this.#names.get(method) ?? '?';
        return '.'.repeat(depth) + (node === selected?.node ? `[${name}]` : name);
      })
      .join(' ');
  }

  seenIn(view: 'tree' | 'hot' | 'callers'): string {
    const { rows, selected } = this.picture(view);
    return this.seen(rows, selected);
  }

  get selected(): string {
    return this.selection.map((method) => this.#names.get(method)).join(' > ');
  }

  #take(): void {
    const message = this.host.picture();
    if (!message) return;
    this.#pictures.set(message.view, message.picture);
    this.selection = message.selection ?? this.selection;
  }
}

describe('the selection of all views', () => {
  test('is scrolled to in a list when the user has made it, else the list is read from its top', () => {
    const page = new Page(RECORDED);
    expect(page.picture('tree').reveals).toBeGreaterThan(0);
    expect(page.show('hot')).toMatchObject({ selectedRow: 1, reveals: 0 });
    expect(page.show('callers')).toMatchObject({ selectedRow: 1, reveals: 0 });
    const { generation, selected } = page.show('tree');
    page.ask('tree', { kind: 'click', generation, node: selected!.node });
    expect(page.show('hot').selectedRow).toBe(1);
    expect(page.picture('hot').reveals).toBeGreaterThan(0);
    expect(page.show('callers').reveals).toBeGreaterThan(0);
  });

  test('what is looked for in a table before it has rows is found when they come', () => {
    const page = new Page(RECORDED);
    page.ask('hot', { kind: 'search', text: 'show' });
    expect(page.show('hot').search).toMatchObject({ text: 'show', count: 1 });
  });

  test('a method of Hot Spots selects its heaviest call path, unless the selected one is among them', () => {
    const page = new Page(RECORDED);
    page.show('hot');
    page.press('hot', 'first');
    expect(page.seenIn('hot')).toMatch(/^\[B\] A/);
    expect(page.selected).toBe('A > B');
    page.show('tree');
    page.press('tree', 'first', 'openAll', 'down', 'down');
    expect(page.selected).toBe('A > show > B');
    page.show('hot');
    expect(page.seenIn('hot')).toMatch(/^\[B\] A/);
    page.ask('hot', { kind: 'click', ...firstRowOf(page.picture('hot')) });
    expect(page.selected).toBe('A > show > B');
  });

  test('a class selects the heaviest call path that ends in it', () => {
    const page = new Page(RECORDED);
    page.show('hot');
    page.host.ask({ kind: 'ask', view: 'hot', ask: { kind: 'group', by: 'packages' } });
    page.press('hot', 'last');
    expect(page.seenIn('hot')).toBe('demo [demo.web]');
    expect(page.selected).toBe('A > show');
    page.press('hot', 'up');
    expect(page.selected).toBe('A');
  });

  test('a row of Back Traces is read backwards, and is found again as far as it is open', () => {
    const page = new Page(RECORDED);
    page.show('hot');
    page.press('hot', 'first');
    page.show('callers');
    // Its callers are seen at once; what was only there to begin with stays closed.
    expect(page.seenIn('callers')).toMatch(/^\[B\] \.show \.A \.B A/);
    page.press('callers', 'openOrChild');
    expect(page.seenIn('callers')).toMatch(/^B \.\[show\] \.A \.B/);
    expect(page.selected).toBe('A > show'); // what is done to the row is done to its own method
    page.press('callers', 'down');
    expect(page.selected).toBe('A');
    page.show('tree');
    expect(page.seenIn('tree')).toContain('.[B]'); // the row was of the calls of B that come this way
    expect(page.selected).toBe('A > B');
  });
});

test('a row of Back Traces keeps its number while what it was made of is made anew', () => {
  const page = new Page(RECORDED);
  const { generation, rows } = page.show('callers');
  const [first, second] = rows;
  page.ask('callers', { kind: 'toggle', generation, node: second.node });
  page.ask('callers', { kind: 'toggle', generation, node: first.node });
  const before = page.picture('callers').rows.map(({ node }) => node);
  page.host.sourceChanged();
  page.refresh();
  expect(page.picture('callers').rows.map(({ node }) => node)).toEqual(before);
  expect(page.picture('callers').generation).toBe(generation);
});

test('callers and callees of the selected method, whatever is selected among them, until another is asked for', () => {
  const page = new Page(RECORDED);
  page.show('hot');
  page.press('hot', 'first');
  const { subject, callees, callers } = page.show('callees');
  expect(subject).toBe(B);
  expect(page.seen(callees.rows, callees.selected)).toBe('[B] .B .G');
  expect(page.seen(callers.rows, callers.selected)).toBe('[B] .A .show .B');
  const inCallers = (ask: RowsAsk): void => {
    page.host.ask({ kind: 'ask', view: 'callees', ask: { kind: 'inPane', pane: 'callers', ask } });
    page.refresh();
  };
  inCallers({ kind: 'act', action: 'down' });
  inCallers({ kind: 'act', action: 'down' });
  expect(page.selected).toBe('A > show');
  expect(page.picture('callees').subject).toBe(B);
  page.host.ask({ kind: 'ask', view: 'callees', ask: { kind: 'centre', pane: 'callers' } });
  page.refresh();
  expect(page.picture('callees').subject).toBe(C);
  expect(page.selected).toBe('A > show');
});

test('a filter shows some rows only, and says when it is none', () => {
  const page = new Page(RECORDED);
  page.show('hot');
  const filter = (kind: 'contains' | 'excludes' | 'regexp', text: string): string => {
    page.host.ask({ kind: 'ask', view: 'hot', ask: { kind: 'filter', filter: { kind, text } } });
    page.refresh();
    return page.seenIn('hot').replace(/[[\]]/g, '');
  };
  expect(filter('contains', 'page')).toBe('show');
  expect(filter('excludes', 'demo.web')).toBe('B A G');
  expect(filter('regexp', '[AG]\\(')).toBe('A G');
  expect(filter('regexp', '(')).toBe('A G');
  expect(page.picture('hot').filter?.whyNot).toContain('is no regular expression');
});

describe('the numbers of the window are those of the report', () => {
  test.each(['methods', 'classes', 'packages'] as const)('hot spots by %s', (by) => {
    const page = new Page(RECORDED);
    page.show('hot');
    page.host.ask({ kind: 'ask', view: 'hot', ask: { kind: 'group', by } });
    page.refresh();
    const { rows } = jsonOf({ ...wholeView('hot'), by });
    expect(page.picture('hot').rows.map(numbers)).toEqual(rows?.map(reported));
  });

  test.each([
    ['all of it', []],
    [
      'after steps',
      [
        { kind: 'mergeMethods', methods: [C] },
        { kind: 'collapseRecursion', methods: null, directOnly: false },
      ],
    ],
  ] satisfies [string, Transform[]][])('the call tree, %s', (_, steps) => {
    const page = new Page(RECORDED);
    page.host.transform(steps);
    page.refresh();
    page.press('tree', 'first', 'openAll').ask('tree', { kind: 'copyTable', form: 'markdown' });
    const [all] = jsonOf({ ...wholeView('tree'), threads: 'all', steps }).trees ?? [];
    const inRows = (nodes: readonly ReportedRow[]): ReportedRow[] =>
      nodes.flatMap((node) => [node, ...inRows(node.children ?? [])]);
    const rows = inRows(all.children ?? []);
    const picture = page.picture('tree');
    expect(picture.rows.map(numbers)).toEqual(rows.map(reported));
    expect(picture.copied.text.split('\n')).toHaveLength(rows.length + 3);
    expect(picture.copied.text).toContain(`| ${rows[0].totalNs} | ${rows[0].selfNs} |`);
  });

  test('callers', () => {
    const page = new Page(RECORDED);
    page.show('callers');
    const [all] = jsonOf(wholeView('callers')).trees ?? [];
    expect(page.picture('callers').rows.map(numbers)).toEqual(all.children?.map(reported));
  });

  test('callers in an inverted flame graph, the widest first', () => {
    const page = new Page(RECORDED);
    page.show('flame');
    page.host.ask({ kind: 'ask', view: 'flame', ask: { kind: 'invert', isInverted: true } });
    const picture = page.host.picture()!.picture as PictureOfKind<'flame'>;
    const [all] = jsonOf(wholeView('callers'), 100).trees ?? [];
    const level = (at: number): object[] =>
      pointedFrames(page.host, picture)
        .filter(({ path }) => path.length === at)
        .map(({ frame }) => numbers({ ...frame, contexts: 1 }));
    const hasTime = ({ selfNs }: ReportedRow): boolean => selfNs > 0;
    const tops = all.children?.filter(hasTime) ?? [];
    const callers = tops.flatMap(({ children = [] }) => children.filter(hasTime));
    expect(callers.length).toBeGreaterThan(2);
    expect(level(1)).toEqual(tops.map(reported));
    expect(level(2)).toEqual(callers.map(reported));
  });

  test('callees', () => {
    const page = new Page(RECORDED);
    page.show('hot');
    page.press('hot', 'first');
    const { callees } = page.show('callees');
    const [all] = jsonOf({ ...wholeView('callees'), methods: [B] }).trees ?? [];
    const [root] = all.children ?? [];
    expect(callees.rows.map(numbers)).toEqual([root, ...(root.children ?? [])].map(reported));
  });

  test('threads', () => {
    const page = new Page(RECORDED);
    const { rows, threadIds } = page.show('threads');
    const reportedThreads = jsonOf(wholeView('threads')).rows?.map(({ id, totalNs, calls, contexts }) => ({
      id: id as ThreadId,
      totalNs,
      calls,
      contexts,
    }));
    expect(
      rows.map(({ method, totalNs, calls, contexts }) => ({
        id: threadIds[method],
        totalNs: Math.round(totalNs),
        calls,
        contexts,
      })),
    ).toEqual(reportedThreads);
  });
});

test('the table as text has a line for each open row', () => {
  const page = new Page(RECORDED);
  page.show('callers');
  page.press('callers', 'first', 'openOrChild').ask('callers', { kind: 'copyTable', form: 'tsv' });
  const { copied } = page.picture('callers');
  expect(copied.count).toBe(1);
  const [head, first, second] = copied.text.split('\n');
  expect(head).toBe('Name\tTotal Time [ns]\tSelf Time [ns]\t± Self Time [ns]\tInvocations');
  expect(first).toMatch(/^demo\.Demo\.B\(\)\t\d+\t\d+\t\d+\t4$/);
  expect(second).toMatch(/^ {2}demo\.web\.Page\.show\(\)\t/);
});

function firstRowOf({ generation, rows: [first] }: TablePicture): { generation: number; node: number } {
  return { generation, node: first.node };
}

interface ReportedRow {
  readonly id?: number;
  readonly calls: number;
  readonly selfNs: number;
  readonly totalNs: number;
  readonly errorNs: number;
  readonly contexts?: number;
  readonly timed?: boolean;
  readonly children?: readonly ReportedRow[];
}

/** As `sluice report --view ... --format json` writes it. */
function jsonOf(
  view: ReportView,
  top: number | null = null,
): { readonly rows?: ReportedRow[]; readonly trees?: ReportedRow[] } {
  return JSON.parse([...viewJson(RECORDED, view, top)].join('')) as ReturnType<typeof jsonOf>;
}

function reported({ calls, selfNs, totalNs, errorNs, contexts = 1, timed = true }: ReportedRow): object {
  return { calls, selfNs, totalNs, errorNs, contexts, timed };
}

type Numbers = Pick<TableRow, 'calls' | 'selfNs' | 'totalNs' | 'errorNs' | 'contexts' | 'isCounted'>;

function numbers({ calls, selfNs, totalNs, errorNs, contexts, isCounted }: Numbers): object {
  const ns = { selfNs: Math.round(selfNs), totalNs: Math.round(totalNs), errorNs: Math.ceil(errorNs) };
  return { calls, ...ns, contexts, timed: !isCounted };
}
