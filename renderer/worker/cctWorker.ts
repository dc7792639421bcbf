import { SluiceError, messageOf } from '../../shared/base/errors.ts';
import type { FromCctWorker, ToCctWorker } from './cctProtocol.ts';
import { readEventStream } from './eventStream.ts';
import { RecordingReader } from './recordingReader.ts';
import { SnapshotPacer } from './snapshotPacer.ts';

/** A flush waits until no bytes came for so long ... */
const SILENCE_MS = 120;
/** ... but not longer than this: a recording that runs is never silent. */
const LONGEST_FLUSH_MS = 500;

/**
 * The CCT worker: reads the event stream, builds the trees, and posts a snapshot when something changed, as often as
 * the pacer allows. Protocol: cctProtocol.ts.
 */
const pacer = new SnapshotPacer();
let reader = new RecordingReader();
let stream = new AbortController();
let snapshotTimer: ReturnType<typeof setTimeout> | undefined;
let lastChunkMs = 0;

addEventListener('message', ({ data }: MessageEvent<ToCctWorker>) => {
  switch (data.kind) {
    case 'open':
      void read(data.url);
      return;
    case 'calibrate':
      reader.calibrate(data.calibration, data.clock);
      return scheduleSnapshot();
    case 'choose':
      reader.choose(data.thread);
      return postSnapshot(); // a click waits for nothing
    case 'reset':
      reader.reset();
      return postSnapshot();
    case 'shown':
      return pacer.shown(data.costMs, performance.now());
    case 'flush':
      flush(data.id, performance.now() + LONGEST_FLUSH_MS);
      return;
  }
});

async function read(url: string): Promise<void> {
  stream.abort();
  const opened = (stream = new AbortController());
  reader = new RecordingReader();
  try {
    await readEventStream(url, opened.signal, (chunk) => {
      reader.feed(chunk);
      lastChunkMs = performance.now();
      scheduleSnapshot();
    });
  } catch (thrown) {
    if (opened.signal.aborted) return;
    const known = thrown instanceof SluiceError;
    post({
      kind: 'failed',
      code: known ? thrown.code : 'io',
      message: known ? thrown.message : `The event stream broke off: ${messageOf(thrown)}`,
      remedy: known ? thrown.remedy : 'What was read until then is shown. Detach and attach again to go on.',
    });
  }
}

function scheduleSnapshot(): void {
  snapshotTimer ??= setTimeout(postWhenDue, pacer.delayMs(performance.now()));
}

/** The page may have asked for more time meanwhile. */
function postWhenDue(): void {
  snapshotTimer = undefined;
  if (pacer.delayMs(performance.now()) > 0) scheduleSnapshot();
  else postSnapshot();
}

function postSnapshot(): void {
  clearTimeout(snapshotTimer);
  snapshotTimer = undefined;
  const startMs = performance.now();
  const snapshot = reader.snapshot(startMs);
  const endMs = performance.now();
  pacer.taken(startMs, endMs);
  const { tree } = snapshot;
  const columns = [tree.method, tree.parent, tree.calls, tree.selfNs, tree.totalNs, tree.errorNs];
  // Without a clock three columns are one; a buffer can change owner only once.
  const buffers = new Set(columns.map((column) => column.buffer));
  post({ kind: 'snapshot', snapshot: { ...snapshot, costMs: endMs - startMs } }, [...buffers]);
}

function flush(id: number, deadlineMs: number): void {
  const nowMs = performance.now();
  const quietMs = nowMs - lastChunkMs;
  if (quietMs < SILENCE_MS && nowMs < deadlineMs) {
    setTimeout(flush, Math.min(SILENCE_MS - quietMs, deadlineMs - nowMs), id, deadlineMs);
    return;
  }
  if (reader.changed) postSnapshot();
  post({ kind: 'flushed', id });
}

function post(message: FromCctWorker, transfer: readonly ArrayBufferLike[] = []): void {
  postMessage(message, { transfer: transfer as ArrayBuffer[] });
}
