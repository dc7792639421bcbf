import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ThreadId } from '../base/ids.ts';
import { EXIT_BIT, ID_MASK } from '../events/eventWord.ts';
import type { EventSink } from '../events/eventSink.ts';
import type { RecordingMark } from '../events/recordingMark.ts';
import { arbitraryEvents, lastTimeOf, seededRandom, wordsOf } from '../testing/arbitraryEvents.ts';
import { eventScript } from '../testing/eventScript.ts';
import type { CctTable } from './cctTable.ts';
import { HeldRoom } from './heldWords.ts';
import { mergeTrees } from './mergeTrees.ts';
import { RootCallRouter, type TakeWords } from './rootCallRouter.ts';
import { ThreadTrees } from './threadTrees.ts';

const LIMIT_NS = 100;

describe('RootCallRouter', () => {
  it('hands each root call on as a whole, and calls of one group together', () => {
    expect(routed('^ 0>A 10<A ^ 20>A 30>B 40<B 50<A ^ 60>A 300<A ^ 310>A 311<A')).toEqual([
      'fast: ^ >A <A ^ >A >B <B <A',
      'slow: ^ >A <A',
      'fast: ^ >A <A',
    ]);
  });

  it('holds a call until it ends, over blocks', () => {
    expect(routed('^ 0>A | 10>B | 20<B | 30<A ^ | 40>A 50<A')).toEqual([
      'fast: ^ >A',
      'fast: >B',
      'fast: <B',
      'fast: <A',
      'fast: ^',
      'fast: >A <A',
    ]);
  });

  it('holds it no longer when it has lasted longer than the limit', () => {
    const calls = routing('^ 0>A 10>B | 20<B | 101>B |');
    expect(calls.lines).toEqual(['slow: ^ >A >B', 'slow: <B', 'slow: >B']);
    calls.play('150>B | 160<B 400<A ^ 500>A 510<A');
    expect(calls.lines.slice(3)).toEqual(['slow: >B', 'slow: <B <A', 'fast: ^ >A <A']);
  });

  it('takes what was adjusted out of the duration', () => {
    expect(routed('^ 0>A ~60 150<A')).toEqual(['fast: ^ >A ~ <A']);
    expect(routed('^ 0>A ~40 150<A')).toEqual(['slow: ^ >A ~ <A']);
  });

  it('ends a call at the next ROOT_IN, or where all of its frames are told to have ended', () => {
    expect(routed('^ 0>A 10>B ^ 300>A 310<A')).toEqual(['fast: ^ >A >B ^ >A <A']);
    expect(routed('^ 0>A 10>B 120<B ^ 300>A 310<A')).toEqual(['slow: ^ >A >B <B', 'fast: ^ >A <A']);
    expect(routed('^ 0>A 10>B ?2 ^ 300>A 310<A')).toEqual(['fast: ^ >A >B ? ^ >A <A']);
  });

  it('tells a loss once, with the words behind it', () => {
    const calls = routing('^ 0>A 10>B !7 20<A ^ 30>A 200<A');
    expect(calls.lines).toEqual(['fast: ^ >A >B', 'fast: 7 lost <A', 'slow: ^ >A <A']);
    // After it only the root is open: what ends is the call.
    expect(routed('^ 0>A 10>A !7 20<A 300>B 310<B')).toEqual(['fast: ^ >A >A', 'fast: 7 lost <A >B <B']);
  });

  it('decides by what is known when it must', () => {
    const slow = routing('^ 0>A 10>B');
    slow.router.decide(150);
    expect(slow.lines).toEqual(['slow: ^ >A >B']);
    const fast = routing('^ 0>A 10>B');
    fast.router.decide(NaN);
    fast.play('500<B 600<A ^ 700>A 701<A');
    expect(fast.lines).toEqual(['fast: ^ >A >B', 'fast: <B <A ^ >A <A']);
  });

  it('takes calls by the labels that their ROOT_IN words number, and what has none apart', () => {
    const labels = new Map([[2, 'GET /cart']]);
    const calls = routing('^2 0>A | 900<A ^3 910>A 920<A ^2 930>A 940<A', new HeldRoom(), labels);
    expect(calls.lines.slice(0, 3)).toEqual(['GET /cart: ^ >A', 'GET /cart: <A', '(no label): ^ >A <A']);
    labels.set(3, 'PUT /cart');
    calls.play('^3 950>A 960<A ^ 970>A 980<A');
    expect(calls.lines.slice(4)).toEqual(['PUT /cart: ^ >A <A', '(no label): ^ >A <A']);
  });

  it('threads share the labels of their recording, which the next one does not have', () => {
    const trees = new ThreadTrees();
    trees.recordingStart();
    trees.label(2, 'GET /cart');
    eventScript('main: ^2 0>A 10>B 20<B 30<A ^ 40>A 50<A\nother: ^2 0>A 10<A').play(withoutStart(trees));
    const groupsOf = (): string[] =>
      trees.snapshot().map(({ name, group, table }) => `${name} ${group} ${table.calls[1]}`);
    expect(groupsOf()).toEqual(['main GET /cart 1', 'main (no label) 1', 'other GET /cart 1']);
    trees.mark('reset', 60);
    eventScript('main: ^2 70>A 80<A').play(withoutStart(trees));
    expect(groupsOf()).toEqual(['main GET /cart 1']);
    trees.recordingStart();
    eventScript('main: ^2 0>A 10<A').play(withoutStart(trees));
    expect(groupsOf()).toEqual(['main undefined 1']);
  });

  it('holds no more words than there is room for, and counts the calls that found none', () => {
    const room = new HeldRoom(4 * 8);
    const calls = routing('^ 0>A 10>B | 20<B | 30>B | 500<B 501<A ^ 510>A 700<A', room);
    expect(calls.lines).toEqual(['fast: ^ >A >B', 'fast: <B', 'fast: >B', 'fast: <B <A', 'slow: ^ >A <A']);
    expect(room.lacking).toBe(1);
    expect(room.take(4)).toBe(true);
  });

  it('gives the trees that there are without groups, divided, whatever the words, their blocks, losses and marks', () => {
    fc.assert(
      fc.property(
        fc.record({
          seed: fc.integer(),
          events: fc.integer({ min: 1, max: 2_000 }),
          methods: fc.constantFrom(2, 12),
          maxDepth: fc.constantFrom(1, 5, 40),
          startNs: fc.constantFrom(0, 2 ** 44 - 1_000, 2 ** 50 + 12_345),
          missingExits: fc.constantFrom(0, 0.05),
          countedCalls: fc.constantFrom(0, 0.3),
          limitNs: fc.constantFrom(1, 20_000, 2 ** 39),
          losses: fc.constantFrom(0, 0.1),
          marks: fc.constantFrom(0, 0.05),
        }),
        (shape) => {
          const whole = new ThreadTrees();
          const grouped = new ThreadTrees();
          whole.recordingStart();
          grouped.recordingStart(null, false, shape.limitNs);
          const random = seededRandom(shape.seed);
          const events = arbitraryEvents(shape);
          let lost = 0;
          let isPaused = false;
          for (let at = 0; at < events.length;) {
            const block = events.slice(at, at + 1 + Math.floor(random() * 50));
            at += block.length;
            if (random() < shape.losses) {
              lost += block.length;
              continue;
            }
            const nowNs = lastTimeOf(events.slice(0, at), shape.startNs);
            for (const trees of [whole, grouped])
              trees.events(MAIN, true, wordsOf(block), block.length, nowNs, lost);
            lost = 0;
            if (random() >= shape.marks) continue;
            const mark: RecordingMark = isPaused ? 'resume' : random() < 0.5 ? 'pause' : 'reset';
            isPaused = mark === 'pause';
            for (const trees of [whole, grouped]) trees.mark(mark, nowNs);
          }
          grouped.decideGroups();
          const parts = grouped.snapshot();
          const [sum] = whole.snapshot().map(({ table }) => contextsOf(table));
          expect(contextsOf(mergeTrees(parts.map(({ table }) => table)))).toEqual(sum ?? new Map());
          expect(parts.every(({ group }) => group === 'fast' || group === 'slow')).toBe(true);
          const { events: taken, droppedEvents, unmatchedExits, missingExits } = whole.totals();
          expect(grouped.totals()).toMatchObject({ events: taken, droppedEvents, unmatchedExits });
          if (shape.losses === 0) expect(grouped.totals()).toMatchObject({ missingExits });
        },
      ),
      { numRuns: 300 },
    );
  });
});

const MAIN = 1 as ThreadId;
const NAMES = 1 as ThreadId;

/** Stack of methods -> calls and self time; contexts that hold nothing are left out: they were open at a reset. */
function contextsOf({ length, method, parent, calls, selfNs, counted }: CctTable): Map<string, string> {
  const stacks = [''];
  const contexts = new Map<string, string>();
  for (let row = 1; row < length; row++) {
    stacks[row] = `${stacks[parent[row]]} ${method[row]}`;
    if (calls[row] + selfNs[row] > 0)
      contexts.set(stacks[row], `calls ${calls[row]} self ${selfNs[row]} counted ${counted[row]}`);
  }
  return contexts;
}

function routed(text: string): string[] {
  return routing(text).lines;
}

/** What a router hands on of a script's words, a line for each time; its thread comes after one that only tells the names. */
function routing(
  text: string,
  room = new HeldRoom(),
  labels: ReadonlyMap<number, string> | null = null,
): {
  readonly lines: string[];
  readonly router: RootCallRouter;
  play(more: string): void;
} {
  const lines: string[] = [];
  const take: TakeWords = (group, { words, wordCount, dropped }) => {
    const texts = Array.from({ length: wordCount }, (_, i) => wordText(words[2 * i]));
    lines.push(`${group}: ${[...(dropped > 0 ? [`${dropped} lost`] : []), ...texts].join(' ')}`);
  };
  const router = new RootCallRouter(LIMIT_NS, room, take, labels);
  const play = (more: string): void =>
    eventScript(`names: >A >B\nmain: ${more}`).play({
      events: (threadId, timed, words, wordCount, baseTimeNs, dropped) =>
        threadId !== NAMES && router.route({ timed, words, wordCount, baseTimeNs, dropped }),
      thread() {},
      threadEnd() {},
      recordingStart() {},
    });
  play(text);
  return { lines, router, play };
}

/** The script's own recording begins before. */
function withoutStart(trees: ThreadTrees): EventSink {
  return {
    events: (...block) => trees.events(...block),
    thread: (...named) => trees.thread(...named),
    threadEnd: (threadId) => trees.threadEnd(threadId),
    recordingStart() {},
  };
}

function wordText(low: number): string {
  const id = low & ID_MASK;
  if (id === 2) return '^';
  if (id === 1) return '~';
  if (id === 5) return '?';
  return `${(low & EXIT_BIT) === 0 ? '>' : '<'}${id === 16 ? 'A' : 'B'}`;
}
