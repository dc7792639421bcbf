import { closeSync, constants, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { SluiceErrorCode } from '../../../shared/base/errors.ts';
import type { EngineApi, SessionPhase } from '../../../shared/ipc/engineApi.ts';
import type { NoteId } from '../../../shared/messages/noteMessages.ts';
import type { LoggedOptions } from '../../../shared/recording/options/chosenOptions.ts';
import { readForeignFile } from '../jvms/foreignFile.ts';
import { makeOwnFolder } from '../recordings/ownFolder.ts';

/**
 * What may stand in the log: words of ours and numbers. No sentence, name, path or argument has a place in it, so it holds
 * nothing of the user's programs, and can be shown to anybody as it is.
 */
export type LogEvent =
  | { readonly event: 'began'; readonly node: number }
  | { readonly event: 'ended' }
  | { readonly event: 'phase'; readonly session: number; readonly phase: SessionPhase; readonly java: number }
  | ({ readonly event: 'recording'; readonly session: number; readonly roots: number } & LoggedOptions)
  | {
      readonly event: 'recorded';
      readonly session: number;
      readonly elapsedMs: number;
      readonly methods: number;
      readonly hotSwaps: number;
      readonly produced: number;
      readonly dropped: number;
      readonly losses: number;
      readonly refusals: number;
    }
  | { readonly event: 'told'; readonly session: number; readonly note: NoteId }
  | {
      readonly event: 'failed';
      readonly during: keyof EngineApi | 'command';
      readonly code: SluiceErrorCode | 'bug';
      /** Where a bug was noticed, in files of ours. */
      readonly at?: readonly OwnFrame[];
    };

/** A line of a stack trace, without folders: serverMain.js:120:7. */
export type OwnFrame = `${string}.js:${number}:${number}`;

const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Two files of this size at most. */
const MAX_LOG_BYTES = 256 << 10;
/** Several processes may write the last line at a time. */
const MAX_READ_BYTES = 2 * MAX_LOG_BYTES;
const LOG_FILE = 'sluice.log';
const OLDER_LOG_FILE = 'sluice.log.1';

/** One log for all processes of a user, in a folder that is his alone; a line that cannot be written is lost. */
export class SupportLog {
  readonly #folder: string;
  readonly #maxBytes: number;

  /** @param folder need not exist */
  constructor(folder: string, maxBytes = MAX_LOG_BYTES) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  get path(): string {
    return join(this.#folder, LOG_FILE);
  }

  write(event: LogEvent): void {
    try {
      makeOwnFolder(this.#folder);
      this.#makeRoom();
      // One write at the end of the file: lines of several processes do not mix.
      const file = openSync(this.path, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW | O_NONBLOCK, 0o600);
      try {
        writeSync(file, lineOf(event));
      } finally {
        closeSync(file);
      }
    } catch {
      // No room, or no right: nothing that a user does depends on it.
    }
  }

  /** The last lines, the oldest first. */
  tail(lines: number): readonly string[] {
    const text = [OLDER_LOG_FILE, LOG_FILE].map((name) => textOf(join(this.#folder, name))).join('');
    return text.split('\n').slice(0, -1).slice(-lines);
  }

  #makeRoom(): void {
    const size = statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
    if (size >= this.#maxBytes) renameSync(this.path, join(this.#folder, OLDER_LOG_FILE));
  }
}

/** 2026-11-22T08:00:00.000Z 4711 phase session=1 phase=recording */
function lineOf(event: LogEvent): string {
  const { event: name, ...facts } = event;
  const words = Object.entries(facts).map(([key, value]) => `${key}=${String(value)}`);
  return `${[new Date().toISOString(), process.pid, name, ...words].join(' ')}\n`;
}

function textOf(path: string): string {
  try {
    const bytes = readForeignFile(path, process.geteuid?.() ?? null, MAX_READ_BYTES);
    return Buffer.from(bytes ?? []).toString('utf8');
  } catch {
    return '';
  }
}
