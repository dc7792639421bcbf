import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { isatty, ReadStream } from 'node:tty';
import { UsageError } from '../../../shared/base/errors.ts';
import { fileFailure } from '../../../shared/base/fileFailure.ts';

/** Lines from a script, from the moment that somebody listens. */
export interface CommandSource {
  listen(onLine: (line: string) => void): void;
  close(): void;
}

/**
 * Opens what --commands names: "-" for stdin, else a named pipe or a terminal. A pipe is opened for reading and writing, so
 * that it waits for no writer, and writers may come and go.
 * @throws SluiceError 'usage' | 'io'
 */
export function openCommandSource(path: string): CommandSource {
  const stream = path === '-' ? process.stdin : opened(path);
  stream.on('error', () => {}); // then nothing more comes, and the recording goes on
  return {
    listen: (onLine) => void createInterface({ input: stream }).on('line', onLine),
    close: () => void stream.destroy(),
  };
}

function opened(path: string): Readable {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch (thrown) {
    throw fileFailure(`--commands ${path} could not be opened`, thrown, `Make a pipe: mkfifo ${path}`);
  }
  if (isatty(fd)) return new ReadStream(fd);
  if (fstatSync(fd).isFIFO()) return new Socket({ fd, readable: true, writable: false });
  closeSync(fd);
  throw new UsageError(
    `--commands ${path} is neither a named pipe nor a terminal.`,
    `Make a pipe with mkfifo, or pipe into stdin: --commands -`,
  );
}
