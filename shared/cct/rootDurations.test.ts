import { describe, expect, it } from 'vitest';
import { eventScript } from '../testing/eventScript.ts';
import { bucketFromNs } from './rootDurations.ts';
import { ThreadTrees } from './threadTrees.ts';

describe('RootDurations', () => {
  it('counts each root call by its duration, of whatever thread', () => {
    const told = durationsOf(`
      main: ^ 10>A 20>B 30<B 42<A ^ 50>A 1074<A ^
      other: ^ 5>A | 21<A
      main: 2000>A 2032<A`);
    expect(told).toEqual(['0: 16 x1', '0: 32 x2', '0: 1024 x1']);
  });

  it('takes what was adjusted out of a duration, wherever it is told', () => {
    expect(durationsOf('main: ^ 10>A ~100 142<A ~5000 ^ 9000>A 9032<A')).toEqual(['0: 32 x2']);
    expect(durationsOf('main: ^ ~8 10>A 42<A ^')).toEqual(['0: 32 x1']);
  });

  it('does not count a call that is open, was cut by a mark or a loss, or lacks its exit', () => {
    expect(durationsOf('main: ^ 10>A 20>B')).toBeNull();
    const cut = durationsOf(`
      main: ^ 10>A 42<A ^ 50>A
      pause 60
      main: 70<A ^ 80>A
      resume 90
      main: 100<A ^ 200>A 264<A ^ 300>A !4 400<A ^ 500>A 510>B ^ 600>A 632<A`);
    expect(cut).toEqual(['0: 32 x2', '0: 64 x1']);
    expect(durationsOf('main: ^ 10>A 42<A\nreset 50\nmain: ^ 60>A 124<A')).toEqual(['0: 64 x1']);
  });

  it('is the same however root calls are told apart', () => {
    const script = 'main: ^ 10>A 42<A ^ 50>A 5170<A | ^ 6000>A | 6064<A';
    expect(durationsOf(script, 100)).toEqual(durationsOf(script));
    const lacking = 'main: ^ 0>A 10>B ^ 300>A 500<A ^';
    expect(durationsOf(lacking, 100)).toEqual(durationsOf(lacking));
  });

  it('tells each tree of a group its longest call, whatever the others are and whenever it is asked', () => {
    const script = `
      main: ^ 10>A 42<A ^ 50>A 5170<A ^ 6000>A 6064<A ^ 7000>A 7010<A
      other: ^ 20>A 30<A ^ 40>A 2040<A
      idle: ^ 100>A`;
    const longest = ['main fast 64', 'main slow 5120', 'other fast 10', 'other slow 2000'];
    expect(longestOf(playing(script, 100))).toEqual(longest);
    const asked = new ThreadTrees();
    asked.recordingStart(null, false, 100);
    eventScript(script.replaceAll('^', '| ^')).play({
      events: (...block) => {
        asked.events(...block);
        asked.windows();
      },
      thread: (...news) => asked.thread(...news),
      threadEnd: (id) => asked.threadEnd(id),
      recordingStart: () => asked.recordingStart(null, false, 100),
    });
    expect(longestOf(asked)).toEqual(longest);
    expect(longestOf(playing(script))).toEqual([]); // nothing is told apart
  });

  it('forgets the longest call of a group at a reset', () => {
    const script =
      'main: ^ 10>A 42<A ^ 50>A 5170<A\nreset 6000\nmain: ^ 7000>A 7010<A ^ 7020>A 7040<A ^ 7050>A';
    expect(longestOf(playing(script, 100))).toEqual(['main fast 20']);
  });

  it('finds the beginning of a call in time that is linear in the words before it', () => {
    const roots = 100_000; // some ten seconds each, if each looked at all that follow
    expect(durationsOf(`main: ${'^ '.repeat(roots)}10>A 42<A ^`)).toEqual(['0: 32 x1']);
    expect(durationsOf(`main: ^ ${'~1 '.repeat(roots)}10>A 42<A ^`)).toEqual(['0: 32 x1']);
  });

  it('makes its slots wider where they do not suffice', () => {
    const calls = Array.from({ length: 2_000 }, (_, i) => `^ ${i * 2 ** 20}>A ${i * 2 ** 20 + 64}<A`);
    const trees = playing(`main: ${calls.join(' ')}`);
    const table = trees.rootDurations();
    expect(table).toMatchObject({ slotNs: 2 ** 24, slots: 125, untimed: 0 });
    expect(table?.calls.reduce((sum, count) => sum + count, 0)).toBe(2_000);
    expect(new Set(table?.longestNs)).toEqual(new Set([64]));
  });
});

function playing(script: string, slowCallsNs = 0): ThreadTrees {
  const trees = new ThreadTrees();
  trees.recordingStart(null, false, slowCallsNs);
  eventScript(script).play(trees);
  return trees;
}

/** "thread group duration" of the longest root call of each tree that has one. */
function longestOf(trees: ThreadTrees): readonly string[] {
  trees.decideGroups();
  return trees
    .snapshot()
    .flatMap(({ name, group, longestRootCallNs: ns }) => (ns === undefined ? [] : [`${name} ${group} ${ns}`]))
    .sort();
}

/** "slot: shortest duration of the bucket xcalls" */
function durationsOf(script: string, slowCallsNs = 0): string[] | null {
  const table = playing(script, slowCallsNs).rootDurations();
  if (table === null) return null;
  const { calls, buckets } = table;
  return Array.from(calls.keys())
    .filter((at) => calls[at] > 0)
    .map((at) => `${Math.floor(at / buckets)}: ${bucketFromNs(at % buckets)} x${calls[at]}`);
}
