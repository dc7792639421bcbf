import type { EngineClient } from '../../../shared/ipc/engineClient.ts';
import type { SampleChoices } from '../../../shared/ipc/sampleChoices.ts';
import type { Snapshot } from '../../../shared/recording/snapshot.ts';
import { decodeSnapshot } from '../../../shared/recording/file/snapshotCodec.ts';

interface Sampling extends SampleChoices {
  readonly pid: number;
  readonly durationMs: number;
}

/**
 * Has an engine sample a JVM.
 * @param stop ends it earlier: what there is then is the result
 * @param onStarted from now on samples are taken
 */
export async function sampledBy(
  engine: EngineClient,
  { pid, durationMs, ...choices }: Sampling,
  stop: AbortSignal,
  onStarted: () => void,
): Promise<Snapshot> {
  const end = (): void => void engine.endSampling(pid).catch(() => {}); // `sample` tells of a broken connection
  const unsubscribe = engine.subscribe((update) => {
    if (update.kind === 'sampling' && update.pid === pid && update.samples === null) onStarted();
  });
  stop.addEventListener('abort', end, { once: true });
  try {
    const id = await engine.sample(pid, durationMs, { ...choices, onlyAtEnd: true });
    const pieces: Uint8Array[] = [];
    for await (const piece of engine.pieces('samples', id)) pieces.push(piece);
    return decodeSnapshot(Buffer.concat(pieces));
  } finally {
    stop.removeEventListener('abort', end);
    unsubscribe();
  }
}
