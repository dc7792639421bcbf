import { SluiceError } from '../../shared/base/errors.ts';
import { seededRandom } from '../../shared/testing/arbitraryEvents.ts';
import type { FuzzTarget } from './fuzzTargets.ts';
import { Mutator } from './mutator.ts';

/** An input that broke a promise of a decoder. */
export interface Finding {
  readonly what: string;
  readonly bytes: Uint8Array;
}

export interface FuzzResult {
  readonly executions: number;
  /** Inputs that came to where none was before. */
  readonly corpusSize: number;
  readonly findings: readonly Finding[];
}

/** What a decoder may take for an input of some kilobytes. */
const LONGEST_MS = 2_000;
/** More of one run are the same few again. */
const MOST_FINDINGS = 10;

/**
 * Feeds a decoder with changed inputs for a time. An input that comes to a block of code never seen before, or to one more
 * often than ever (1, 2, 4, 8 ... times), is kept and changed further.
 * @param blocks counters of the code, see build/countBlocks.mjs
 */
export function fuzz(
  target: FuzzTarget,
  blocks: Uint8Array,
  literals: readonly (number | string)[],
  seconds: number,
  seed: number,
): FuzzResult {
  const random = seededRandom(seed);
  const mutator = new Mutator(random, literals);
  const seen = new Uint8Array(blocks.length);
  const corpus: Uint8Array[] = [];
  const findings = new Map<string, Finding>();
  let executions = 0;

  const isNews = (input: Uint8Array): boolean => {
    blocks.fill(0);
    const what = faultOf(target, input);
    executions++;
    if (what !== null) findings.set(what, { what, bytes: input.slice() });
    let news = false;
    for (let i = 0; i < blocks.length; i++) {
      if (blocks[i] === 0) continue;
      const often = 32 - Math.clz32(blocks[i]);
      if (often <= seen[i]) continue;
      seen[i] = often;
      news = true;
    }
    return news;
  };

  for (const input of target.seeds) {
    isNews(input);
    corpus.push(input);
  }
  const endMs = performance.now() + seconds * 1_000;
  while (performance.now() < endMs && findings.size < MOST_FINDINGS) {
    const parent = corpus[Math.floor(random() * corpus.length)];
    const other = corpus[Math.floor(random() * corpus.length)];
    const input = mutator.mutate(parent, other);
    const mended = target.mend?.(input) ?? input;
    if (isNews(mended)) corpus.push(mended);
  }
  return { executions, corpusSize: corpus.length, findings: [...findings.values()] };
}

/** @returns what is wrong, in a sentence; null when the input was taken, or refused as it should be */
export function faultOf(target: FuzzTarget, input: Uint8Array): string | null {
  const startMs = performance.now();
  try {
    target.decode(input);
  } catch (thrown) {
    if (!(thrown instanceof SluiceError)) {
      const at = thrown instanceof Error ? /\n\s+at (\S+)/.exec(thrown.stack ?? '')?.[1] : undefined;
      return `${String(thrown)} at ${at ?? '?'}`;
    }
  }
  const tookMs = performance.now() - startMs;
  return tookMs > LONGEST_MS ? `it takes more than ${LONGEST_MS} ms for ${input.length} bytes` : null;
}
