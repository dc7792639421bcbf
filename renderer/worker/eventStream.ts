import { SluiceError } from '../../shared/base/errors.ts';
import type { EventConsumer } from '../../shared/ipc/engineClient.ts';
import { LONGEST_TURN_MS, nextTurn } from './turns.ts';

const READ_BUFFER_BYTES = 1 << 20;
/** Fed at once: 16,000 events, which take 2 ms where each makes a new node, and 0.2 ms where none does. */
const SLICE_BYTES = 1 << 17;

/**
 * Reads one HTTP response to its end, which may never come, and hands over what arrives in slices, between which
 * messages get their turns: a stream that is always ahead of us would leave them none.
 * Where the body is a byte stream the pieces are read into one buffer that goes back and forth (a fifth faster);
 * `onSlice` must therefore not keep them.
 * @param restMs how long to wait after a turn, besides the messages that are there
 * @throws SluiceError when the engine refuses; AbortError when aborted
 */
export async function readEventStream(
  url: string,
  signal: AbortSignal,
  onSlice: EventConsumer,
  restMs: (nowMs: number) => number = () => 0,
): Promise<void> {
  const response = await fetch(url, { signal, cache: 'no-store' });
  if (!response.ok || !response.body) {
    throw new SluiceError(
      'io',
      `The event stream was refused: HTTP ${response.status} ${response.statusText}`.trim(),
      'Detach and attach again.',
    );
  }
  const read = readerOf(response.body);
  let turnStartMs = performance.now();
  for (let chunk = await read(); chunk; chunk = await read()) {
    for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
      if (signal.aborted) return;
      await onSlice(chunk.subarray(at, at + SLICE_BYTES));
      const nowMs = performance.now();
      if (nowMs - turnStartMs < LONGEST_TURN_MS) continue;
      await restOrNextTurn(restMs(nowMs));
      turnStartMs = performance.now();
    }
  }
}

function restOrNextTurn(ms: number): Promise<void> {
  return ms === 0 ? nextTurn() : new Promise((resolve) => setTimeout(resolve, ms));
}

/** @returns a function that reads the next piece; undefined at the end */
function readerOf(body: ReadableStream<Uint8Array>): () => Promise<Uint8Array | undefined> {
  try {
    const reader = body.getReader({ mode: 'byob' });
    let buffer = new ArrayBuffer(READ_BUFFER_BYTES);
    return async () => {
      const { value, done } = await reader.read(new Uint8Array(buffer));
      if (value) buffer = value.buffer;
      return done ? undefined : value;
    };
  } catch {
    // The body is no byte stream in this browser.
    const reader = body.getReader();
    return async () => (await reader.read()).value;
  }
}
