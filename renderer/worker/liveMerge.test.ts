import { expect, test } from 'vitest';
import { drained } from '../../shared/base/drained.ts';
import type { ThreadId } from '../../shared/base/ids.ts';
import type { CctTable } from '../../shared/cct/cctTable.ts';
import type { StretchSamples } from '../../shared/cct/stretchSamples.ts';
import { mergeTrees } from '../../shared/cct/mergeTrees.ts';
import type { ThreadTree } from '../../shared/cct/threadTrees.ts';
import { openRecording } from '../../shared/importers/openRecording.ts';
import { jfrFile } from '../../shared/testing/jfrFile.ts';
import { LiveMerge, treeKey } from './liveMerge.ts';

/** A random tree in which no two siblings have the same method; longer ones begin with the shorter ones. */
function tree(threadId: number, length: number, times: number): ThreadTree {
  let seed = threadId * 7919;
  const random = (below: number): number => (seed = (seed * 48271) % 2147483647) % below;
  const method = [-1];
  const parent = [-1];
  const taken = new Set<string>();
  while (method.length < length) {
    const under = random(method.length);
    const id = 16 + random(9);
    if (taken.has(`${under} ${id}`)) continue;
    taken.add(`${under} ${id}`);
    method.push(id);
    parent.push(under);
  }
  const table: CctTable = {
    length,
    method: Int32Array.from(method),
    parent: Int32Array.from(parent),
    calls: Float64Array.from(method, (_, i) => (i === 0 ? 0 : i * times)),
    selfNs: Float64Array.from(method, (_, i) => (i === 0 ? 0 : 10 * i * times)),
    counted: new Uint8Array(length),
    ...(threadId === 1 ? {} : { samples: samplesOf(length, times) }),
  };
  return { threadId: threadId as ThreadId, name: '', virtual: false, table };
}

/** As a clock in bursts leaves them. */
function samplesOf(length: number, times: number): StretchSamples {
  const column = (factor: number): Float64Array =>
    Float64Array.from({ length }, (_, i) => (i === 0 ? 0 : factor * i * times));
  return {
    timed: column(1),
    restWeight: column(2),
    restNs: column(3),
    restSquaredNs: column(4),
    pauses: {
      ...{ samples: times, sampledWeight: 2 * times },
      ...{ innerSpans: times, innerStretches: 3 * times, innerNs: 4 * times },
    },
  };
}

/** Path of methods -> calls, time and samples, whatever the order of the nodes. */
function byPath({ length, method, parent, calls, selfNs, samples }: CctTable): Map<string, string> {
  const paths = [''];
  const sums = new Map<string, string>();
  for (let node = 1; node < length; node++) {
    paths.push(`${paths[parent[node]]}/${method[node]}`);
    const { timed, restWeight, restNs, restSquaredNs } = samples ?? samplesOf(length, 0);
    const sampled = [timed, restWeight, restNs, restSquaredNs].map((column) => column[node]);
    sums.set(paths[node], `${calls[node]} ${selfNs[node]} ${sampled.join(' ')}`);
  }
  return sums;
}

test('while three trees grow the merged one has the sums of mergeTrees, and its nodes keep their index', () => {
  const merge = new LiveMerge();
  let before: CctTable | null = null;
  for (let step = 1; step <= 12; step++) {
    const trees = [1, 2, 3].slice(0, step > 4 ? 3 : 2).map((id) => tree(id, 2 + step * 40 * id, step));
    const merged = drained(merge.update(trees));
    const expected = mergeTrees(trees.map(({ table }) => table));
    expect(byPath(merged)).toEqual(byPath(expected));
    expect(merged.samples?.pauses).toEqual(expected.samples?.pauses);
    if (before) {
      expect(merged.method.slice(0, before.length)).toEqual(before.method);
      expect(merged.parent.slice(0, before.length)).toEqual(before.parent);
    }
    before = merged;
  }
});

test('no trees make a tree of nothing', () => {
  expect(drained(new LiveMerge().update([])).length).toBe(1);
});

test('a recording of the Flight Recorder whose threads were renamed, or are none of Java’s, has the sums of mergeTrees', () => {
  const file = Buffer.concat([
    jfrFile(['early#3: A.run A.alpha', 'gc#-4699: |mark', 'gc#-4700: |mark |sweep', 'vt-1~31: A.run']),
    jfrFile(['late#3: A.run A.beta', 'late#3: A.run A.gamma', 'later#3: A.delta', 'vt-2~32: A.run A.beta']),
  ]);
  const trees = openRecording(file).threads.map(({ id, ...thread }) => ({
    threadId: id as ThreadId,
    ...thread,
  }));
  expect(new Set(trees.map(treeKey)).size).toBe(trees.length);
  const merged = drained(new LiveMerge().update(trees));
  const expected = mergeTrees(trees.map(({ table }) => table));
  const samplesByPath = ({ more, ...table }: CctTable): unknown =>
    [...byPath({ ...table, calls: more?.get('samples') ?? table.calls })].sort();
  expect(samplesByPath(merged)).toEqual(samplesByPath(expected));
});
