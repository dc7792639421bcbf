/**
 * What it costs to build trees where root calls are not told apart, and where they are, in CPU time of this process per word: median
 * of 7 passes, one after the other in each round.
 *
 *     small   root calls of 3 frames, 7 words each: all are fast
 *     large   root calls of 100,000 frames, each longer than the limit: held up to it, then handed on
 *
 * Run: npm run bench -- rootCallRouter
 */
import type { ThreadId } from '../base/ids.ts';
import { FIRST_METHOD_ID } from '../base/ids.ts';
import { CONTROL_WORD, highOfWord, lowOfWord } from '../events/eventWord.ts';
import { ThreadTrees } from './threadTrees.ts';

const WORDS = 2_000_000;
const BLOCK_WORDS = 8_192;
const PASSES = 7;
const STEP_NS = 50;
const LIMIT_NS = 2_000_000;
const MAIN = 1 as ThreadId;

for (const [name, frames] of [
  ['small', 2],
  ['large', 100_000],
] as const) {
  const words = rootCalls(frames);
  const costs = [0, LIMIT_NS].map((): number[] => []);
  for (let pass = 0; pass <= PASSES; pass++)
    for (const [i, limitNs] of [0, LIMIT_NS].entries()) {
      const nsPerWord = fed(words, limitNs);
      if (pass > 0) costs[i].push(nsPerWord); // the first one warms up
    }
  const [whole, apart] = costs.map((all) => all.sort((a, b) => a - b)[PASSES >> 1].toFixed(1));
  console.log(`${name.padEnd(6)} one tree ${whole} ns a word, slow calls apart ${apart} ns a word`);
}

/** Calls of a root that makes so many calls of a method, one after the other. */
function rootCalls(frames: number): Uint32Array {
  const words = new Uint32Array(2 * WORDS);
  let at = 0;
  let timeNs = 0;
  const add = (id: number, exit: boolean): void => {
    if (at >= words.length) return;
    timeNs += STEP_NS;
    const isControl = id < FIRST_METHOD_ID;
    words[at++] = lowOfWord(id, exit, isControl ? 0 : timeNs);
    words[at++] = isControl ? 0 : highOfWord(timeNs);
  };
  while (at < words.length) {
    add(CONTROL_WORD.rootIn, false);
    add(FIRST_METHOD_ID, false);
    for (let frame = 0; frame < frames; frame++) {
      add(FIRST_METHOD_ID + 1, false);
      add(FIRST_METHOD_ID + 1, true);
    }
    add(FIRST_METHOD_ID, true);
  }
  return words;
}

function fed(words: Uint32Array, limitNs: number): number {
  const trees = new ThreadTrees();
  trees.recordingStart(null, false, limitNs);
  const since = process.cpuUsage();
  for (let at = 0; at < WORDS; at += BLOCK_WORDS) {
    const end = Math.min(WORDS, at + BLOCK_WORDS);
    trees.events(MAIN, true, words.subarray(2 * at, 2 * end), end - at, end * STEP_NS, 0);
  }
  const { user, system } = process.cpuUsage(since);
  return ((user + system) * 1000) / WORDS;
}
