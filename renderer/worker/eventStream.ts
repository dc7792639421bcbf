import { SluiceError } from '../../shared/base/errors.ts';

const READ_BUFFER_BYTES = 1 << 20;
/** Chunks that are there already resolve without leaving the microtask queue: messages and timers need a turn too. */
const LONGEST_TURN_MS = 8;

/**
 * Reads one HTTP response to its end, which may never come, and hands over each piece as it arrives.
 * Where the body is a byte stream the pieces are read into one buffer that goes back and forth (a fifth faster);
 * `onChunk` must therefore not keep them.
 * @throws SluiceError when the engine refuses; AbortError when aborted
 */
export async function readEventStream(
  url: string,
  signal: AbortSignal,
  onChunk: (chunk: Uint8Array) => void,
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
    if (signal.aborted) return;
    onChunk(chunk);
    if (performance.now() - turnStartMs > LONGEST_TURN_MS) {
      await nextTurn();
      turnStartMs = performance.now();
    }
  }
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

const turns = new MessageChannel();
const waiting: (() => void)[] = [];
turns.port1.onmessage = () => waiting.shift()?.();

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    turns.port2.postMessage(null);
  });
}
