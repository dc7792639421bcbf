/**
 * Events per second of CctBuilder.feed, in CPU time of this process: median and range of 7 passes over a stream that was
 * seen once before (warm), and the pass that makes the nodes (cold).
 *
 *     hot loop   one caller, one callee: bound by the chain of additions to one node
 *     fib        recursion of one method: deep, predictable
 *     walk       up and down in a tree of 200,000 nodes and 3,000 methods, each node with favourite callees, as in programs
 *     uniform    the same with no favourites: every branch and every node a surprise, the worst case
 *     getters    eight counted calls between entry and exit, as of code that reads objects
 *     wide       no favourites among 170 callees: reflection, event loops
 *     large      uniform in a tree of 4,500,000 nodes, far beyond every cache, each of them made before, depth first
 *
 * Without a clock the same events are fewer words, which tell bytecodes; a tree of its own.
 *
 * Beside each rate the one of a loop that only looks at the words, entry or exit and how long: what this processor can do with
 * the stream if there is no tree at all.
 *
 * The bundler must write constants into the loop (esbuild: minifySyntax): without, it is a third slower.
 * Run: npm run bench -- cctBuilder [--only=getters,walk]
 */
import { FIRST_METHOD_ID } from '../base/ids.ts';
import { endedField } from '../events/endedFrames.ts';
import {
  CONTROL_WORD,
  COUNTED_BYTECODES,
  EXIT_BIT,
  HIGH_TIME_NS,
  ID_MASK,
  LOW_TIME_SHIFT,
  highOfWord,
  lowOfWord,
  timeOfWord,
} from '../events/eventWord.ts';
import { seededRandom } from '../testing/arbitraryEvents.ts';
import { CctBuilder } from './cctBuilder.ts';
import { ThreadCursor } from './threadCursor.ts';

const EVENTS = 8_000_000;
const BLOCK_EVENTS = 65_536;
const PASSES = 7;
const NODES = 200_000;
const LARGE_NODES = 4_500_000;
const FAN = 8;
const METHODS = 3_000;
const BYTECODES_OF_CALL = 12;

/** Calls `visit(method, exit)` for each event until it says false. */
type Program = (visit: Visit) => void;
type Visit = (method: number, exit: boolean, counted?: boolean) => boolean;

const programs: Record<string, Program> = {
  'hot loop': (visit) => {
    visit(0, false);
    while (visit(1, false) && visit(1, true));
  },
  fib: (visit) => {
    const fib = (n: number): boolean =>
      visit(0, false) && (n < 2 || (fib(n - 1) && fib(n - 2))) && visit(0, true);
    while (fib(30));
  },
  walk: (visit) => walk(NODES, FAN, 4, visit),
  getters: (visit) => {
    const read = (): boolean => [2, 3, 4, 5, 2, 3, 4, 5].every((method) => visit(method, false, true));
    visit(0, false);
    while (visit(1, false) && read() && visit(1, true));
  },
  uniform: (visit) => walk(NODES, FAN, 1, visit),
  wide: (visit) => walk(NODES, 170, 1, visit),
  large: (visit) => walk(LARGE_NODES, FAN, 1, visit),
};

const only = process.argv
  .find((arg) => arg.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',');
for (const [name, program] of Object.entries(programs)) {
  if (only !== undefined && !only.includes(name)) continue;
  const words = record(program, EVENTS);
  const clockless = warmRates(withBytecodes(words), false)[PASSES >> 1];
  const builder = new CctBuilder();
  const making = name === 'large' ? record(everyNode(LARGE_NODES, FAN), 2 * LARGE_NODES) : words;
  const cold = feedAll(builder, making);
  const warm = warmRates(words, true, builder);
  const text = (rate: number): string => (rate / 1e6).toFixed(1).padStart(5);
  const bytesPerNode = builder.byteLength / builder.nodeCount;
  console.log(
    `${name.padEnd(9)} ${text(warm[PASSES >> 1])} M events/s warm (${text(warm[0])} to ${text(warm[PASSES - 1])}),` +
      ` ${text(cold)} cold, ${builder.nodeCount} nodes of ${bytesPerNode.toFixed(0)} B;` +
      ` without a clock ${text(clockless)}; words alone ${text(readingRate(words))}`,
  );
}

/** Rising, of the events of a whole stream. A builder that was not given has seen the words once. */
function warmRates(words: Uint32Array, timed: boolean, seen: CctBuilder | null = null): readonly number[] {
  const builder = seen ?? new CctBuilder();
  if (seen === null) feedAll(builder, words, timed);
  const eventsPerWord = EVENTS / (words.length / 2);
  return Array.from({ length: PASSES }, () => eventsPerWord * feedAll(builder, words, timed)).sort(
    (a, b) => a - b,
  );
}

/** The same as a lane tells it that counts bytecodes without a clock (endedFrames.ts): most exits are no words. */
function withBytecodes(words: Uint32Array): Uint32Array {
  const clockless: number[] = [];
  const add = (id: number, isExit: boolean, field: number): void =>
    void clockless.push(lowOfWord(id, isExit, field), highOfWord(field));
  let ended: number[] = [];
  const tellEnded = (): void => {
    if (ended.length > 0) add(CONTROL_WORD.ended & ID_MASK, true, endedField(ended));
    ended = [];
  };
  for (let at = 0; at < words.length; at += 2) {
    const id = words[at] & ID_MASK;
    const isExit = (words[at] & EXIT_BIT) !== 0;
    if (id === CONTROL_WORD.counted) {
      tellEnded();
      add(id, false, timeOfWord(words[at], words[at + 1]) + 5 * 2 ** COUNTED_BYTECODES);
    } else if (!isExit) {
      add(id, false, endedField(ended));
      ended = [];
    } else if (ended.length < 2) {
      ended.push(BYTECODES_OF_CALL);
    } else {
      tellEnded();
      add(id, true, BYTECODES_OF_CALL);
    }
  }
  return Uint32Array.from(clockless);
}

function feedAll(builder: CctBuilder, words: Uint32Array, timed = true): number {
  const cursor = new ThreadCursor();
  let events = 0;
  return rateOf(words, (block) => {
    events += block.length / 2;
    builder.feed(cursor, block, block.length / 2, timed, 25 * events, 0);
  });
}

/** Events a second of CPU time that `take` spends on the words, each block of which it finds in the cache, as one that has just been received. */
function rateOf(words: Uint32Array, take: (block: Uint32Array) => void): number {
  const received = new Uint32Array(2 * BLOCK_EVENTS);
  let cpuMicros = 0;
  for (let at = 0; at < words.length; at += received.length) {
    const part = words.subarray(at, at + received.length);
    received.set(part);
    const start = process.cpuUsage();
    take(received.subarray(0, part.length));
    const { user, system } = process.cpuUsage(start);
    cpuMicros += user + system;
  }
  return (words.length / 2 / cpuMicros) * 1e6;
}

/** The median of as many passes. */
function readingRate(words: Uint32Array): number {
  const rates = Array.from({ length: PASSES }, () =>
    rateOf(words, (block) => void read(new Int32Array(block.buffer, 0, block.length))),
  );
  return rates.sort((a, b) => a - b)[PASSES >> 1];
}

/** @returns something that needs every word, so that the loop is not left out */
function read(ints: Int32Array): number {
  let depth = 0;
  let ids = 0;
  let passedNs = 0;
  let lastHigh = 0;
  let lastLow = 0;
  for (let at = 0; at < ints.length; at += 2) {
    const low = ints[at];
    const high = ints[at + 1];
    const lowTime = low >>> LOW_TIME_SHIFT;
    passedNs += ((high - lastHigh) | 0) * HIGH_TIME_NS + (lowTime - lastLow);
    lastHigh = high;
    lastLow = lowTime;
    if ((low & EXIT_BIT) === 0) {
      depth++;
      ids += low & ID_MASK;
    } else {
      depth--;
      ids ^= low & ID_MASK;
    }
  }
  return depth + ids + passedNs;
}

function record(program: Program, events: number): Uint32Array {
  const words = new Uint32Array(2 * events);
  let at = 0;
  program((method, exit, counted = false) => {
    const id = FIRST_METHOD_ID + method;
    const timeField = counted ? id : (at / 2) * 25;
    words[at++] = lowOfWord(counted ? CONTROL_WORD.counted : id, exit, timeField);
    words[at++] = highOfWord(timeField);
    return at < words.length;
  });
  return words;
}

function methodsOf(nodes: number, random: () => number): Int32Array {
  return Int32Array.from({ length: nodes }, () => random() * METHODS);
}

/** The tree that `walk` walks in, each node once, depth first. */
function everyNode(nodes: number, fan: number): Program {
  const methodOf = methodsOf(nodes, seededRandom(1));
  const visitFrom = (node: number, visit: Visit): void => {
    visit(methodOf[node], false);
    for (let child = node * fan + 1; child <= node * fan + fan && child < nodes; child++)
      visitFrom(child, visit);
    visit(methodOf[node], true);
  };
  return (visit) => visitFrom(0, visit);
}

/** Random steps in a tree where each node has `fan` children; the higher `skew`, the more the first ones are called. */
function walk(nodes: number, fan: number, skew: number, visit: Visit): void {
  const random = seededRandom(1);
  const parentOf = (node: number): number => Math.floor((node - 1) / fan);
  const methodOf = methodsOf(nodes, random);
  let node = 0;
  let running = visit(methodOf[0], false);
  while (running) {
    const child = node * fan + 1 + Math.floor(random() ** skew * fan);
    const down = child < nodes && (node === 0 || random() < 0.6);
    running = down ? visit(methodOf[child], false) : visit(methodOf[node], true);
    node = down ? child : parentOf(node);
  }
}
