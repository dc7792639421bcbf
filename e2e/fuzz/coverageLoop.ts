import { getHeapStatistics } from 'node:v8';
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
  /** The most that the decoding of one input took, where no garbage was collected meanwhile. */
  readonly mostBytes: number;
}

/** What the decoding of one input came to. */
export interface Decoding {
  /** What is wrong, in a sentence; null when the input was taken, or refused as it should be. */
  readonly fault: string | null;
  /** That it has taken and not given back. */
  readonly bytes: number;
}

/** What a decoder may take for an input of some kilobytes. */
const LONGEST_MS = 2_000;
/** And what memory, buffers included: twice the longest packet. */
const MOST_BYTES = 64 * 2 ** 20;
/** More of one run are the same few again. */
const MOST_FINDINGS = 10;

/**
 * Feeds a decoder with changed inputs for a time. An input that comes to a block of code never seen before, or to one more
 * often than ever (1, 2, 4, 8 ... times), is kept and changed further.
 * @param blocks counters of the code, see build/countBlocks.mjs
 */
export async function fuzz(
  target: FuzzTarget,
  blocks: Uint8Array,
  literals: readonly (number | string)[],
  seconds: number,
  seed: number,
): Promise<FuzzResult> {
  const random = seededRandom(seed);
  const mutator = new Mutator(random, literals);
  const seen = new Uint8Array(blocks.length);
  const corpus: Uint8Array[] = [];
  const findings = new Map<string, Finding>();
  let executions = 0;
  let mostBytes = 0;

  const isNews = async (input: Uint8Array): Promise<boolean> => {
    blocks.fill(0);
    const { fault: what, bytes } = await decode(target, input);
    executions++;
    mostBytes = Math.max(mostBytes, bytes);
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
    await isNews(input);
    corpus.push(input);
  }
  const endMs = performance.now() + seconds * 1_000;
  while (performance.now() < endMs && findings.size < MOST_FINDINGS) {
    const parent = corpus[Math.floor(random() * corpus.length)];
    const other = corpus[Math.floor(random() * corpus.length)];
    const input = mutator.mutate(parent, other);
    const mended = target.mend?.(input) ?? input;
    if (await isNews(mended)) corpus.push(mended);
  }
  return { executions, corpusSize: corpus.length, findings: [...findings.values()], mostBytes };
}

/** Decodes one input, with a look at time and memory. One that seems slow is decoded again: the machine may have stood still. */
export async function decode(target: Pick<FuzzTarget, 'decode'>, input: Uint8Array): Promise<Decoding> {
  const first = await decodeOnce(target, input);
  return first.isSlow ? decodeOnce(target, input) : first;
}

async function decodeOnce(
  target: Pick<FuzzTarget, 'decode'>,
  input: Uint8Array,
): Promise<Decoding & { readonly isSlow: boolean }> {
  const startBytes = heldBytes();
  const startMs = performance.now();
  try {
    await target.decode(input);
  } catch (thrown) {
    if (!(thrown instanceof SluiceError)) {
      const at = thrown instanceof Error ? /\n\s+at (\S+)/.exec(thrown.stack ?? '')?.[1] : undefined;
      return { fault: `${String(thrown)} at ${at ?? '?'}`, bytes: heldBytes() - startBytes, isSlow: false };
    }
  }
  const tookMs = performance.now() - startMs;
  const bytes = heldBytes() - startBytes;
  let fault: string | null = null;
  const isSlow = tookMs > LONGEST_MS;
  if (isSlow) fault = `it takes more than ${LONGEST_MS} ms for ${input.length} bytes`;
  else if (bytes > MOST_BYTES)
    fault = `it takes ${Math.round(bytes / 2 ** 20)} MiB for ${input.length} bytes`;
  return { fault, bytes, isSlow };
}

function heldBytes(): number {
  const { used_heap_size: heapBytes, external_memory: externalBytes } = getHeapStatistics();
  return heapBytes + externalBytes;
}
