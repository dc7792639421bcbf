import { describe, expect, it } from 'vitest';
import { NO_CALIBRATION } from '../cct/cctTable.ts';
import { RecordingDiff } from '../compare/recordingDiff.ts';
import { foldDeepRows, threadRows } from '../export/threadRows.ts';
import { chosenTree } from '../recording/chosenThreads.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import type { Transform } from '../rows/transform.ts';
import { TREE_VIEWS } from '../rows/views.ts';
import { exampleSnapshot } from '../testing/exampleSnapshot.ts';
import { diffViewJson } from './diffJson.ts';
import { wholeDiffView } from './diffView.ts';
import { wholeView, type ReportView } from './reportView.ts';
import { viewJson } from './viewJson.ts';

const PERIOD_NS = 10e6;
const CONTEXTS = 64;

/** A calls 64 methods, each of which has a sample and calls L, which has 4 and calls itself, with 1 more. So do both threads. */
function sampled(periodNs = PERIOD_NS): Snapshot {
  let atNs = 0;
  const during = (samples: number): number => (atNs += samples * periodNs);
  const calls = Array.from({ length: CONTEXTS }, (_, i) => {
    const name = `M${i}`;
    return `${during(0)}>${name} ${during(1)}>L ${during(4)}>L ${during(1)}<L ${atNs}<L ${atNs}<${name}`;
  });
  const thread = `0>A ${calls.join(' ')} ${atNs}<A`;
  return exampleSnapshot(`main: ${thread}\nworker: ${thread}`, {
    clock: 'samples',
    calibration: { ...NO_CALIBRATION, stepNs: periodNs },
  });
}

/** Whatever is summed up of samples of one period has the error of its own number of samples. */
const errorOf = (ns: number, periodNs = PERIOD_NS): number => Math.sqrt(ns * periodNs);

type Row = Readonly<Record<string, number>> & { readonly children?: readonly Row[] };

/** All rows of a view's JSON. */
function rowsOf(json: Iterable<string>): readonly Row[] {
  const read = JSON.parse([...json].join('')) as Record<string, Row & readonly Row[]>;
  const below = (row: Row): readonly Row[] => [row, ...(row.children ?? []).flatMap(below)];
  const tops = [read.tree, read.rows, read.trees].filter((part) => part !== undefined);
  return tops
    .flat()
    .flatMap((top) => below(top))
    .filter((row) => 'totalNs' in row || 'totalNsB' in row);
}

const snapshot = sampled();
const idOf = (name: string): number => snapshot.methods.find((method) => method.name === name)?.id ?? -1;
const [A, L, M0] = ['A', 'L', 'M0'].map(idOf);

const STEPS: readonly Transform[] = [
  { kind: 'focusSubtree', path: [A, M0] },
  { kind: 'focusMethods', methods: [L] },
  { kind: 'dropMethods', methods: [M0] },
  { kind: 'mergeMethods', methods: [L] },
  { kind: 'mergeNode', path: [A, M0] },
  { kind: 'collapseMethods', methods: [A] },
  { kind: 'collapseRecursion', methods: null, directOnly: false },
  { kind: 'collapseRecursion', methods: null, directOnly: true },
  { kind: 'collapseClass', className: 'demo.Demo' },
  { kind: 'collapsePackage', packageName: 'demo' },
  { kind: 'hideSmall', share: 0.5 },
  { kind: 'showPathsTo', filter: { kind: 'contains', text: 'M1' } },
  { kind: 'showOnly', filter: { kind: 'contains', text: 'L' } },
];
const LISTED: readonly Partial<ReportView>[] = [
  ...(['methods', 'classes', 'packages'] as const).map((by) => ({ kind: 'hot' as const, by })),
  ...TREE_VIEWS.filter((kind) => kind !== 'hot').map((kind) => ({ kind })),
];
const VIEWS = [
  ...LISTED.map((view) => ({ ...view, threads: 'all' as const })),
  { kind: 'tree' as const, threads: 'each' as const },
];
const named = (changes: object): string => JSON.stringify(changes);

describe('errors of samples add in squares', () => {
  it('640 samples of a method in 128 contexts are ± 0.25 s, and not 2.9', () => {
    expect(chosenTree(snapshot, 'all').independentErrors).toBe(true);
    const rows = rowsOf(viewJson(snapshot, wholeView('hot'), null));
    const leaf = rows.find(({ method }) => String(method) === 'L');
    // Of both threads: 2 * 64 * 5 samples.
    expect(leaf?.selfNs).toBe(640 * PERIOD_NS);
    expect(leaf?.errorNs).toBeCloseTo(Math.sqrt(640) * PERIOD_NS, -2);
  });

  it.each(VIEWS.map((view) => [named(view), view] as const))('in the view %s', (_, view) => {
    const asked = { ...wholeView('tree'), ...view, methods: view.kind === 'callees' ? [A] : [] };
    const rows = rowsOf(viewJson(snapshot, asked, 1_000, 'nested'));
    expect(rows.length).toBeGreaterThan(0);
    for (const { selfNs = NaN, totalNs, errorNs } of rows)
      expect(errorNs).toBeCloseTo(errorOf(view.kind === 'threads' ? totalNs : selfNs), -2);
  });

  it.each(STEPS.map((step) => [named(step), step] as const))('after the step %s, compared too', (_, step) => {
    const rows = rowsOf(viewJson(snapshot, { ...wholeView('tree'), steps: [step] }, null));
    for (const { selfNs, errorNs } of rows) expect(errorNs).toBeCloseTo(errorOf(selfNs), -2);
    const diff = new RecordingDiff({ name: 'a', snapshot }, { name: 'b', snapshot: sampled(PERIOD_NS / 5) });
    expectCompared(rowsOf(diffViewJson(diff, { ...wholeDiffView('tree'), steps: [step] }, null)));
  });

  const expectCompared = (rows: readonly Row[]): void => {
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      // Of all rows of a list together no error is shown.
      if ('class' in row && String(row.class) === '' && row.errorNsA === 0 && row.totalErrorNs === 0)
        continue;
      expect(row.errorNsA).toBeCloseTo(errorOf(row.selfNsA), -2);
      expect(row.errorNsB).toBeCloseTo(errorOf(row.selfNsB, PERIOD_NS / 5), -2);
      const [a, b] = [errorOf(row.totalNsA), errorOf(row.totalNsB, PERIOD_NS / 5)];
      expect(row.totalErrorNs).toBeCloseTo(Math.hypot(a, b), -2);
    }
  };

  it.each(LISTED.map((view) => [named(view), view] as const))('in the comparison %s', (_, view) => {
    const diff = new RecordingDiff({ name: 'a', snapshot }, { name: 'b', snapshot: sampled(PERIOD_NS / 5) });
    const asked = { ...wholeDiffView('tree'), ...view, methods: view.kind === 'callees' ? [A] : [] };
    expectCompared(rowsOf(diffViewJson(diff, asked, 1_000)));
  });

  it('in the comparison with a recording by probes, whose bounds add linearly', () => {
    const spreadNs = 1_000;
    const probed = { ...sampled(), clock: 'nano' as const, calibration: { ...NO_CALIBRATION, spreadNs } };
    const diff = new RecordingDiff({ name: 'a', snapshot }, { name: 'b', snapshot: probed });
    for (const kind of ['tree', 'hot', 'callers', 'packages'] as const) {
      const rows = rowsOf(diffViewJson(diff, wholeDiffView(kind), 1_000));
      const whole = rows.find(
        ({ method, children = [] }) =>
          String(method) === 'A' && (kind !== 'callers' || children.length === 0),
      );
      expect(whole, kind).toBeDefined();
      const ofB = probed.threads.length * (2 * (3 * CONTEXTS + 1) - 1) * spreadNs;
      const least = errorOf(whole?.totalNsA ?? NaN) + ofB;
      expect(whole?.totalErrorNs, kind).toBeGreaterThan(least * 0.999);
      expect(whole?.totalErrorNs, kind).toBeLessThan(least * 1.001);
    }
  });

  it('in rows that an export folds', () => {
    const rows = threadRows(chosenTree(snapshot, 'all'), (a, b) => a - b);
    const folded = foldDeepRows(rows, 2);
    expect(folded.length).toBe(2);
    for (let row = 0; row < 2; row++)
      expect(folded.errorNs[row]).toBeCloseTo(errorOf(folded.selfNs[row]), -2);
  });
});
