import { describe, expect, it } from 'vitest';
import { StateRows } from '../jvmEvents/stateSet.ts';
import { dataSetJson } from './dataSetReport.ts';
import { reportJson } from './reportJson.ts';
import { exampleSnapshot } from '../testing/exampleSnapshot.ts';
import { groupedSnapshot } from '../testing/groupedSnapshot.ts';
import { madeSnapshot } from '../testing/madeSnapshot.ts';
import { contextLinksOf } from '../recording/dataSets/contextLinks.ts';
import type { DataSet } from '../recording/dataSets/dataSet.ts';
import { MADE_CONTEXTS_SET } from '../recording/sets/madeSets.ts';
import { ofGroups } from '../recording/sets/rootCallGroups.ts';
import type { RecordedThread, Snapshot } from '../recording/snapshot.ts';

/** Contexts come in another order than they are shown: the heaviest is called last. */
const SCRIPT = `
  main: ^ 0>A 1>B 2<B 3>C 4>D 90<D 95<C 96<A ^ 200>A 201>E 899<E 990>B 995<B 1000<A
  other: ^ 0>F 1>A 2>C 3<C 4<A 5<F`;

interface JsonNode {
  readonly node: number;
  readonly method: string;
  readonly parent: number | null;
}

/** The set of each kind that has contexts: a row of each context of each thread. */
function setsOfAll(threads: readonly Pick<RecordedThread, 'table'>[]): readonly DataSet[] {
  const rows = threads.flatMap(({ table }, thread) =>
    Array.from({ length: table.length - 1 }, (_, i) => ({
      thread,
      node: i + 1,
      made: 'x.Y',
      objects: 1,
      bytes: 16,
    })),
  );
  const states = new StateRows();
  for (const { thread, node } of rows) states.add('running', thread, node, node, 1);
  const names = threads.map(() => 'some thread');
  return [...madeSnapshot('main: 0>A 1<A', rows).dataSets, ...states.dataSets(names)];
}

/** thread, node -> names down to it, as the recording has them. */
function pathOf({ threads, methods }: Snapshot, thread: number, node: number): string {
  const { table } = threads[thread];
  const path: string[] = [];
  for (let at = node; at > 0; at = table.parent[at])
    path.unshift(methods.find(({ id }) => id === table.method[at])?.name ?? '?');
  return path.join(' ');
}

/** The same in the JSON report. */
function pathInReport(
  report: { threads: { tree: { nodes: JsonNode[] } }[] },
  thread: number,
  node: number,
): string {
  const { nodes } = report.threads[thread].tree;
  const path: string[] = [];
  for (
    let at = nodes.find((each) => each.node === node);
    at !== undefined && at.parent !== null;
    at = nodes[at.parent]
  )
    path.unshift(at.method);
  return path.join(' ');
}

/** Of each row of each set: its context in the recording that has the set, and where its JSON leads. */
function joined(recorded: Snapshot, shown: Snapshot): readonly (readonly [string, string])[] {
  const report = JSON.parse([...reportJson(shown, 'flat')].join('')) as never;
  return shown.dataSets.flatMap((set, at) => {
    const before = contextLinksOf(recorded.dataSets[at]);
    const links = contextLinksOf(set);
    if (links === null || before === null) throw new Error(`${set.id} has no contexts`);
    const { rows } = JSON.parse([...dataSetJson(shown, { set, value: null, filter: null })].join('')) as {
      rows: Record<string, number>[];
    };
    return rows.map(
      (row, i) =>
        [
          pathOf(recorded, before.thread.rows[i], before.context.rows[i]),
          pathInReport(report, row[links.thread.id], row[links.context.id]),
        ] as const,
    );
  });
}

describe('contexts of data sets', () => {
  it('are nodes of the JSON report, in each set that has some', () => {
    const example = exampleSnapshot(SCRIPT);
    const snapshot = { ...example, dataSets: setsOfAll(example.threads) };
    expect(snapshot.dataSets.map(({ id }) => id)).toEqual([MADE_CONTEXTS_SET, 'states']);
    const pairs = joined(snapshot, snapshot);
    expect(pairs).toHaveLength(16);
    for (const [recorded, led] of pairs) expect(led).toBe(recorded);
  });

  it('are the nodes of trees that are shown together, where root calls are told apart', () => {
    const grouped = groupedSnapshot(SCRIPT, 500);
    const snapshot = { ...grouped, dataSets: setsOfAll(grouped.threads) };
    expect(grouped.threads.length).toBeGreaterThan(2);
    for (const [recorded, led] of joined(snapshot, ofGroups(snapshot, []))) expect(led).toBe(recorded);
  });

  it('lead nowhere where a file from elsewhere names what is not there', () => {
    const grouped = groupedSnapshot(SCRIPT, 500);
    const sets = setsOfAll(grouped.threads).map((set) => ({
      ...set,
      links: set.links.map((link) => ({ ...link, rows: link.rows.map(() => 99) })),
    }));
    for (const set of ofGroups({ ...grouped, dataSets: sets }, []).dataSets)
      expect(
        contextLinksOf(set)?.context.rows.every((row) => row === -1),
        set.id,
      ).toBe(true);
  });
});
