import { lstatSync } from 'node:fs';
import { parse, format } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { UsageError } from '../../../shared/base/errors.ts';
import type { RecordingRequest } from '../../../shared/ipc/engineApi.ts';
import type { EngineClient } from '../../../shared/ipc/engineClient.ts';
import { refusedPlace } from '../files/placeFailure.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { SaveSnapshot, TypedCommands } from './typedCommands.ts';

const SHORTEST_MS = 1_000;
/** A file each: nobody compares more, and a forgotten recording must not fill the disk. */
const MOST_SNAPSHOTS = 1_000;

/** What is saved of a recording, beside its end. */
export interface SnapshotChoice {
  /** By itself, while it goes on; null: only what is typed. */
  readonly everyMs: number | null;
  /** A full collection comes before each, typed or not, and before the end: so garbage is not taken for live. */
  readonly collects: boolean;
}

/** As commander hands it over. */
export interface SnapshotFlags {
  readonly snapshotEvery?: number;
  readonly collect?: boolean;
}

/** @throws SluiceError 'usage' */
export function snapshotChoice(
  { snapshotEvery, collect: collects = false }: SnapshotFlags,
  { live }: Pick<RecordingRequest, 'live'>,
): SnapshotChoice {
  const everyMs = snapshotEvery ?? null;
  const refuse = (what: string, remedy: string): never => {
    throw new UsageError(what, remedy);
  };
  if (everyMs !== null && everyMs < SHORTEST_MS)
    refuse(
      '--snapshot-every is too often: each saves the whole recording.',
      'Take 1s or more; 10s is usual.',
    );
  if (collects && live.length === 0)
    refuse('--collect: no objects are followed, so a collection tells nothing.', 'Add --live 512k.');
  return { everyMs, collects };
}

/** "shop.sluice", 3 -> "shop.3.sluice" */
export function snapshotFile(file: string, number: number): string {
  const { dir, name, ext } = parse(file);
  return format({ dir, name: `${name}.${number}`, ext });
}

/**
 * Nobody has named these files, so none that is there is replaced.
 * @throws SluiceError 'io' where the first one is there already
 */
export function checkSnapshotPlace(file: string): void {
  const first = snapshotFile(file, 1);
  if (lstatSync(first, { throwIfNoEntry: false }) !== undefined)
    throw refusedPlace(first, 'it is there already', 'Choose another --output, or delete it.');
}

/** What they are taken of. */
export interface SnapshotSource {
  readonly terminal: Pick<Terminal, 'talk'>;
  readonly commands: Pick<TypedCommands, 'queue' | 'obeyed'>;
  readonly everyMs: number;
  /** Of the recording: theirs are made of its name. */
  readonly file: string;
  readonly save: SaveSnapshot;
}

/** `--snapshot-every 10s`: between what is typed, until the signal. One that cannot be saved is told, and the next is tried. */
export async function takeSnapshots(
  { terminal, commands, everyMs, file: recorded, save }: SnapshotSource,
  signal: AbortSignal,
): Promise<void> {
  for (let number = 1; number <= MOST_SNAPSHOTS; number++) {
    await delay(everyMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    commands.queue(async () => {
      if (signal.aborted) return;
      const file = snapshotFile(recorded, number);
      await save(file);
      terminal.talk(`saved ${file}; the recording goes on`);
    });
    await commands.obeyed;
  }
  terminal.talk(`${MOST_SNAPSHOTS} snapshots are saved; no more are, and the recording goes on`);
}

/** The JVM collects before it counts what is left, and tells how long it stood still. */
export async function collectGarbage(
  engine: Pick<EngineClient, 'heapCount'>,
  terminal: Pick<Terminal, 'talk'>,
  pid: number,
): Promise<void> {
  terminal.talk(`${pid} collects all garbage and counts what is left; it stands still meanwhile`);
  const { pauseMs } = await engine.heapCount(pid, true);
  terminal.talk(`it stood still for at most ${(pauseMs / 1000).toFixed(2)} s`);
}
