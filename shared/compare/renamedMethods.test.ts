import { expect, it } from 'vitest';
import { BYTECODES } from '../events/amounts.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { exampleSnapshot } from '../testing/exampleSnapshot.ts';
import { RecordingDiff } from './recordingDiff.ts';
import { renamedMethods } from './renamedMethods.ts';

/** @param calls of each method, below A @param bytecodes of a call of each; none: not counted */
function counted(
  calls: Readonly<Record<string, number>>,
  bytecodes: Readonly<Record<string, number>> | null,
): Snapshot {
  const below = Object.entries(calls).map(([name, count]) => `>${name} <${name} `.repeat(count));
  const snapshot = exampleSnapshot(
    `main: >A ${below.join('')}<A`,
    { clock: 'none' },
    {
      moved: { className: 'demo.Other', name: 'old', descriptor: '()V' },
      foreign: { className: 'demo.Other', name: 'foreign', descriptor: '()V' },
    },
  );
  if (bytecodes === null) return snapshot;
  const names = new Map(
    snapshot.methods.map(({ id, name, className }) => [
      id as number,
      className === 'demo.Other' && name === 'old' ? 'moved' : name,
    ]),
  );
  const threads = snapshot.threads.map((thread) => {
    const { table } = thread;
    const self = table.calls.map(
      (count, node) => count * (bytecodes[names.get(table.method[node]) ?? ''] ?? 0),
    );
    return { ...thread, table: { ...table, more: new Map([[BYTECODES, self]]) } };
  });
  return { ...snapshot, threads };
}

const pairs = (a: Snapshot, b: Snapshot): readonly string[] =>
  renamedMethods(a, b).map(
    ({ before, after }) => `${before.className}.${before.name} is ${after.className}.${after.name}`,
  );

const PER_CALL = { A: 9, old: 7, fresh: 7, other: 7, moved: 7, foreign: 7 };
const before = counted({ old: 3 }, PER_CALL);

it('a method with another name in its class, or in another class with its name, is the same where it did the same', () => {
  expect(pairs(before, counted({ fresh: 3 }, PER_CALL))).toEqual(['demo.Demo.old is demo.Demo.fresh']);
  expect(pairs(before, counted({ moved: 3 }, PER_CALL))).toEqual(['demo.Demo.old is demo.Other.old']);
});

it.each([
  ['calls differ', before, counted({ fresh: 4 }, PER_CALL)],
  ['bytecodes differ', before, counted({ fresh: 3 }, { ...PER_CALL, fresh: 8 })],
  ['class and name are others', before, counted({ foreign: 3 }, PER_CALL)],
  ['two could be meant', before, counted({ fresh: 3, other: 3 }, PER_CALL)],
  ['of two it could be', counted({ old: 3, other: 3 }, PER_CALL), counted({ fresh: 3 }, PER_CALL)],
  ['bytecodes were not counted', counted({ old: 3 }, null), counted({ fresh: 3 }, null)],
  ['it is there still', before, counted({ old: 3, fresh: 3 }, PER_CALL)],
])('none is renamed where %s', (_, a, b) => {
  expect(pairs(a, b)).toEqual([]);
});

it('a comparison has one row for it, with the name of B', () => {
  const diff = new RecordingDiff(
    { name: 'a', snapshot: before },
    { name: 'b', snapshot: counted({ fresh: 3 }, PER_CALL) },
  );
  const { a, b, sides } = diff.compared().tree;
  expect([...sides.slice(1)]).toEqual([3, 3]);
  expect([a.calls[2], b.calls[2]]).toEqual([3, 3]);
  expect(diff.methods.get(a.method[2]).name).toBe('fresh');
});

/** @param methods below A, each called twice: "pay(I)V" */
function called(...methods: string[]): Snapshot {
  const named = methods.map((_, i) => `m${i}`);
  const script = `main: >A ${named.map((name) => `>${name} >inner${name} <inner${name} <${name} `.repeat(2)).join('')}<A`;
  const infos = methods.map((method, i) => {
    const [, name, descriptor] = /^([^(]+)(.*)$/.exec(method)!;
    return [`m${i}`, { className: 'demo.Shop', name, descriptor }] as const;
  });
  return exampleSnapshot(script, { clock: 'none' }, Object.fromEntries(infos));
}

const signatures = (a: Snapshot, b: Snapshot): readonly string[] =>
  renamedMethods(a, b).map(({ before, after, by }) => `${before.descriptor} ${after.descriptor} ${by}`);

it('a method with another signature in its class is the same, whatever it did', () => {
  expect(signatures(called('pay(I)V'), called('pay(J)V'))).toEqual(['(I)V (J)V name']);
  expect(signatures(called('pay(I)V', 'get()I'), called('pay(I)V', 'get()J'))).toEqual(['()I ()J name']);
});

it('of several that could be meant by their name none is', () => {
  expect(signatures(called('pay(I)V'), called('pay(J)V', 'pay(D)V'))).toEqual([]);
  expect(signatures(called('pay(I)V', 'pay(F)V'), called('pay(J)V'))).toEqual([]);
  expect(signatures(called('pay(I)V'), called('pay(I)V', 'pay(J)V'))).toEqual([]);
});

it('one changed signature leaves the tree below it compared', () => {
  const diff = new RecordingDiff(
    { name: 'a', snapshot: called('pay(I)V') },
    { name: 'b', snapshot: called('pay(J)V') },
  );
  expect([...diff.compared().tree.sides.slice(1)]).toEqual([3, 3, 3]);
});
