import type { MeasuredRows } from '../../shared/metrics/measuredRows.ts';
import { describe, expect, test } from 'vitest';
import { drained } from '../../shared/base/drained.ts';
import type { Snapshot } from '../../shared/recording/snapshot.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { comparedRecordings } from './openedComparison.ts';
import { OpenedRecording } from './openedRecording.ts';
import { ResultsHost } from './resultsHost.ts';
import { furtherColumnsOf, furtherNamed } from './table/furtherColumns.ts';
import type { FurtherColumn, TableColumn, TablePicture } from './table/tableRow.ts';
import type { TableKind } from './workerViews.ts';

/**
 *     main        row  method  calls  bytecodes
 *      └ A  1      1      A      1       20
 *         ├ B 4    2      B      4      100
 *         └ C 1    3      C      1        6
 */
const PROGRAM = 'main: 0>A 10>B 20<B 20>B 25<B 25>B 30<B 30>B 35<B 50>C 60<C 100<A';

function recorded(ofB: number, options: Partial<Snapshot> = {}): Snapshot {
  const { threads, ...rest } = exampleSnapshot(PROGRAM, options);
  return {
    ...rest,
    threads: threads.map((thread) => ({
      ...thread,
      table: { ...thread.table, more: new Map([['bytecodes', Float64Array.of(0, 20, ofB, 6)]]) },
    })),
  };
}

class Table {
  readonly host: ResultsHost;
  readonly #view: TableKind;
  readonly #names: ReadonlyMap<number, string>;

  constructor(host: ResultsHost, view: TableKind) {
    this.host = host;
    this.#view = view;
    this.#names = new Map([...host.methods].map(({ id, name }) => [id, name]));
    drained(host.show(view));
    drained(host.refresh(0));
    host.ask({ kind: 'ask', view, ask: { kind: 'look', topRow: 0, viewRows: 100, shiftedRows: 0 } });
    for (const action of ['first', 'openAll'] as const)
      host.ask({ kind: 'ask', view, ask: { kind: 'act', action } });
  }

  get picture(): TablePicture {
    return this.#picture ?? (this.#picture = this.host.picture()!.picture as TablePicture);
  }
  #picture: TablePicture | null = null;

  sortedBy(column: TableColumn): this {
    this.host.ask({ kind: 'ask', view: this.#view, ask: { kind: 'sort', column } });
    this.#picture = null;
    return this;
  }

  /** "A 126, B 100": in the order of the rows. */
  column(column: FurtherColumn): string {
    const at = this.picture.further.indexOf(column);
    expect(at).not.toBe(-1);
    return this.picture.rows
      .map(({ method, further }) => `${this.#names.get(method)} ${+further[at].toFixed(3)}`)
      .join(', ');
  }

  copied(): string {
    this.host.ask({ kind: 'ask', view: this.#view, ask: { kind: 'copyTable', form: 'tsv' } });
    return (this.host.picture()!.picture as TablePicture).copied.text;
  }
}

function withMetrics(...ids: string[]): MeasuredRows {
  const none = new Float64Array(1);
  const metrics = new Map(ids.map((id) => [id, { self: none, total: none }]));
  return { calls: none, selfNs: none, totalNs: none, errorNs: none, metrics };
}

describe('of one recording', () => {
  const open = (view: TableKind, options?: Partial<Snapshot>): Table => {
    const snapshot = recorded(100, options);
    return new Table(new ResultsHost(new OpenedRecording(snapshot), snapshot.methods), view);
  };

  test('a metric has its totals and its own, for each call and for the time', () => {
    const { further } = open('tree').picture;
    expect(further).toEqual([
      'metric:totalBytecodes',
      'metric:bytecodes',
      'metric:totalBytecodes/calls',
      'metric:totalBytecodes/totalNs',
      'metric:bytecodes/calls',
      'metric:bytecodes/selfNs',
    ]);
    const tree = open('tree');
    expect(tree.column('metric:totalBytecodes')).toBe('A 126, B 100, C 6');
    expect(tree.column('metric:bytecodes/calls')).toBe('A 20, B 25, C 6');
    expect(tree.column('metric:totalBytecodes/totalNs')).toBe('A 1.26, B 4, C 0.6');
  });

  test('where objects are counted beside bytecodes, their density and mean sizes are offered', () => {
    const offered = furtherColumnsOf(
      { tree: withMetrics('bytecodes', 'objects', 'elements', 'bytes'), compared: null },
      false,
    );
    expect(offered.filter((column) => !/:total|calls$/.test(column) && column.includes('/'))).toEqual([
      'metric:objects/bytecodes',
      'metric:elements/objects',
      'metric:bytes/bytecodes',
      'metric:bytes/objects',
    ]);
    expect(furtherColumnsOf({ tree: withMetrics('bytecodes'), compared: null }, false)).not.toContain(
      'metric:objects/bytecodes',
    );
  });

  test('rows are sorted by a ratio', () => {
    expect(open('hot').sortedBy('metric:totalBytecodes/totalNs').column('metric:totalBytecodes')).toBe(
      'B 100, A 126, C 6',
    );
    expect(open('hot').sortedBy('metric:totalBytecodes/calls').column('metric:totalBytecodes')).toBe(
      'A 126, B 100, C 6',
    );
  });

  test('without a clock there is none for the time', () => {
    expect(open('tree', { clock: 'none' }).picture.further.filter((column) => column.endsWith('Ns'))).toEqual(
      [],
    );
  });

  test('what is copied has the metrics, and what can be worked out of them is left out', () => {
    const [head] = open('hot').copied().split('\n');
    expect(head).toMatch(/\tTotal Bytecodes\tSelf Bytecodes$/);
  });
});

describe('of two recordings', () => {
  const compared = (a: Snapshot, b: Snapshot, view: TableKind): Table => {
    const { source, methods } = comparedRecordings(a, b);
    return new Table(new ResultsHost(source, methods.all), view);
  };

  test('a metric has A and B beside the change, in trees and lists', () => {
    for (const view of ['tree', 'hot'] as const) {
      const table = compared(recorded(100), recorded(130), view).sortedBy('metric:totalBytecodes:B');
      expect(table.column('metric:totalBytecodes:A')).toBe('A 126, B 100, C 6');
      expect(table.column('metric:totalBytecodes:B')).toBe('A 156, B 130, C 6');
      expect(table.column('metric:totalBytecodes:Change')).toBe('A 30, B 30, C 0');
    }
  });

  test('rows are sorted by a change', () => {
    const table = compared(recorded(100), recorded(130), 'hot').sortedBy('metric:bytecodes:Change');
    expect(table.column('metric:bytecodes:Change')).toMatch(/^B 30, /);
  });

  test('what is copied has both sides', () => {
    const [head] = compared(recorded(100), recorded(130), 'hot').copied().split('\n');
    expect(head).toMatch(/\tTotal Bytecodes A\tTotal Bytecodes B\tSelf Bytecodes A\tSelf Bytecodes B$/);
  });

  test('what one side lacks is not compared', () => {
    expect(compared(recorded(100), exampleSnapshot(PROGRAM), 'tree').picture.further).toEqual([]);
  });
});

test('columns are known by their names again, in their order', () => {
  const text = 'metric:bytecodes:B metric:nothing metric:totalBytecodes';
  expect(furtherNamed(text)).toEqual(['metric:bytecodes:B', 'metric:totalBytecodes']);
  expect(furtherNamed('')).toEqual([]);
});

describe('without a clock', () => {
  const open = (view: TableKind): Table => {
    const snapshot = exampleSnapshot('main: >A >B >C <C >C <C <B <A >D <D >D <D >D <D', { clock: 'none' });
    return new Table(new ResultsHost(new OpenedRecording(snapshot), snapshot.methods), view);
  };

  test('a tree is ranked by the calls of a row and of all below it', () => {
    const { sort, further } = open('tree').picture;
    expect(sort).toEqual({ column: 'metric:totalCalls', ascending: false });
    expect(further).toEqual(['metric:totalCalls']);
    expect(open('tree').column('metric:totalCalls')).toBe('A 4, B 3, C 2, D 3');
    expect(open('tree').picture.rows.map(({ parentCalls }) => parentCalls)).toEqual([7, 4, 3, 7]);
  });

  test('it opens along the path with most of them', () => {
    const snapshot = exampleSnapshot('main: >A >B >C <C >C <C <B <A >D <D >D <D >D <D', { clock: 'none' });
    const host = new ResultsHost(new OpenedRecording(snapshot), snapshot.methods);
    drained(host.show('tree'));
    drained(host.refresh(0));
    const { selected } = host.picture()!.picture as TablePicture;
    expect([...host.methods].find(({ id }) => id === selected?.method)?.name).toBe('C');
  });

  test('a list of methods stays ranked by their own calls, and has both', () => {
    const hot = open('hot');
    expect(hot.picture.sort.column).toBe('calls');
    expect(hot.column('metric:totalCalls')).toBe('D 3, C 2, A 4, B 3');
  });

  test('what is copied has both numbers', () => {
    expect(open('tree').copied().split('\n')[0]).toBe('Name\tInvocations\tCalls, total');
  });
});
