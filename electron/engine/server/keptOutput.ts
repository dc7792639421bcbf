import { fstatSync } from 'node:fs';

/**
 * Whether what is written there stays where others may read it, now or later: in a file, or in the journal of the system
 * (systemd.exec(5), JOURNAL_STREAM). A terminal and a pipe are the user's own.
 */
export function isKeptOutput(fileDescriptor: number): boolean {
  try {
    const output = fstatSync(fileDescriptor);
    return output.isFile() || process.env['JOURNAL_STREAM'] === `${output.dev}:${output.ino}`;
  } catch {
    return false; // closed: nothing is written at all
  }
}
