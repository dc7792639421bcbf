import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { clearScreenDown, createInterface, cursorTo, moveCursor, type Interface } from 'node:readline';
import { SluiceError, messageOf } from '../../../shared/base/errors.ts';
import { toldOfMemory } from '../../../shared/base/outOfMemory.ts';
import { visibleLine } from '../../../shared/naming/visibleText.ts';
import { coloured, showsColours } from './colours.ts';
import { placeFailure } from '../files/placeFailure.ts';
import { progressLog } from './progressLog.ts';

/** Where a command speaks: data on stdout, talk on stderr. Tests give their own. */
export interface Terminal {
  /**
   * Data, for people and programs. Resolves when it has been taken: a large report is not gathered in memory.
   * @returns false when nobody reads any more (`| head`): no error, and what is left need not be made
   * @throws SluiceError 'io' where it cannot be written
   */
  data(piece: string | Uint8Array): Promise<boolean>;
  /** One line of talk, whatever the names of other programs in it hold. */
  talk(text: string): void;
  /** A line that replaces itself where a person looks, and is written now and then elsewhere; "" clears it. */
  progress(text: string): void;
  /**
   * Hands over the lines that a person types; the progress line stands before them as a prompt.
   * @param onEnd the person has closed the input
   * @returns ends it; null where nobody can type
   */
  readLines(onLine: (line: string) => void, onEnd?: () => void): (() => void) | null;
}

/** Of a process. */
interface Streams {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

/** What the prompt leaves of a line for typing, in columns. */
const TYPING_COLUMNS = 40;

export function processTerminal({ stdin, stdout, stderr }: Streams = process): Terminal {
  const forOut = showsColours(stdout) ? coloured : asItIs;
  const forErr = showsColours(stderr) ? coloured : asItIs;
  let progressShown = false;
  const log = progressLog(
    (line) => void stderr.write(`${visibleLine(line)}\n`),
    () => performance.now(),
  );
  /** While somebody can type. */
  let typing: Interface | null = null;
  const clear = (): void => {
    if (typing !== null) {
      moveCursor(stderr, 0, -typing.getCursorPos().rows);
      cursorTo(stderr, 0);
      clearScreenDown(stderr);
    } else if (progressShown) {
      stderr.write('\r\x1b[K');
    }
    progressShown = false;
  };
  stdout.on('error', () => {}); // data tells it
  stderr.on('error', () => {}); // a terminal that was closed: nobody is there to be told
  let isRead = true;
  return {
    async data(piece) {
      if (!isRead) return false;
      const error = await new Promise<NodeJS.ErrnoException | null | undefined>((resolve) =>
        stdout.write(typeof piece === 'string' ? forOut(piece) : piece, resolve),
      );
      isRead = !error;
      if (error && error.code !== 'EPIPE') throw placeFailure('stdout', error);
      return isRead;
    },
    talk(text) {
      clear();
      stderr.write(`${forErr(visibleLine(text))}\n`);
      typing?.prompt(true);
    },
    progress(line) {
      if (!stderr.isTTY) return log(line);
      const text = visibleLine(line);
      const columns = stderr.columns ?? 80;
      if (typing !== null) {
        clear();
        typing.setPrompt(`${text.slice(0, Math.max(0, columns - TYPING_COLUMNS))}> `);
        typing.prompt(true);
        return;
      }
      clear();
      if (text === '') return;
      stderr.write(text.slice(0, columns - 1));
      progressShown = true;
    },
    readLines(onLine, onEnd) {
      if (!stdin.isTTY || !stderr.isTTY || !isInForeground()) return null;
      const lines = createInterface({ input: stdin, output: stderr, prompt: '> ' });
      const end = (): void => {
        if (typing !== lines) return;
        clear();
        typing = null;
        lines.close();
      };
      lines.on('line', (line) => {
        onLine(line);
        if (typing === lines) lines.prompt();
      });
      lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT')); // a terminal that reads keys sends no signal
      lines.on('close', () => {
        // Ctrl-D: nothing more is typed
        if (typing === lines) onEnd?.();
        end();
      });
      typing = lines;
      lines.prompt();
      return end;
    },
  };
}

const asItIs = (text: string): string => text;

/** Says what happened and what to do about it, one line each: names in it may have line ends, and begin no line. */
export function explain(terminal: Terminal, thrown: unknown, before = ''): void {
  const told = toldOfMemory(thrown);
  if (!(told instanceof SluiceError)) return terminal.talk(`${before}sluice: bug: ${messageOf(told)}`);
  terminal.talk(`${before}sluice: ${told.message}`);
  if (told.remedy) terminal.talk(`        ${told.remedy}`);
}

/**
 * Whether this process is in the foreground of its terminal. One that reads from the terminal in the background (`sluice
 * record ... &`) is stopped by SIGTTIN, and with it a recording.
 */
function isInForeground(): boolean {
  try {
    const [group, foregroundGroup] = processGroups();
    return group === foregroundGroup;
  } catch {
    return false; // not known: better nobody types than the recording stands still
  }
}

/** This process's group, and that in the foreground of its terminal. */
function processGroups(): readonly string[] {
  if (process.platform !== 'linux') {
    const ps = ['-o', 'pgid=,tpgid=', '-p', String(process.pid)];
    return execFileSync('ps', ps, { encoding: 'utf8', timeout: 2_000 }).trim().split(/\s+/);
  }
  // proc(5): pid (comm) state ppid pgrp session tty_nr tpgid ...; comm may hold spaces and brackets.
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return [fields[2], fields[5]];
}
