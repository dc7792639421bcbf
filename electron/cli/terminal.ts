import { SluiceError, messageOf } from '../../shared/base/errors.ts';

/** Where a command speaks: data on stdout, talk on stderr. Tests give their own. */
export interface Terminal {
  /** Data, for people and programs. Resolves when it has been taken: a large report is not gathered in memory. */
  data(piece: string | Uint8Array): Promise<void>;
  /** One line of talk. */
  talk(text: string): void;
  /** A line that replaces itself, shown only where a person looks; "" clears it. */
  progress(text: string): void;
}

export function processTerminal(): Terminal {
  const { stdout, stderr } = process;
  let progressShown = false;
  const clear = (): void => {
    if (progressShown) stderr.write('\r\x1b[K');
    progressShown = false;
  };
  // A reader that has enough (`| head`) is no error.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  return {
    data: (piece) => new Promise((resolve) => stdout.write(piece, () => resolve())),
    talk(text) {
      clear();
      stderr.write(`${text}\n`);
    },
    progress(text) {
      if (!stderr.isTTY) return;
      clear();
      if (text === '') return;
      stderr.write(text.slice(0, (stderr.columns ?? 80) - 1));
      progressShown = true;
    },
  };
}

/** What happened and what to do about it, one line each. */
export function explain(thrown: unknown): string {
  if (!(thrown instanceof SluiceError)) return `sluice: bug: ${messageOf(thrown)}`;
  return `sluice: ${thrown.message}${thrown.remedy ? `\n        ${thrown.remedy}` : ''}`;
}
