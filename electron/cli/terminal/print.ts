import { visibleLine } from '../../../shared/naming/visibleText.ts';
import type { Terminal } from './terminal.ts';

type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** Pieces as they are made, as long as somebody reads. */
export async function print(terminal: Terminal, pieces: Pieces): Promise<void> {
  for await (const piece of pieces) {
    if (!(await terminal.data(piece))) return;
  }
}

/** Lines of text, with names of other programs in them. */
export async function printLines(terminal: Terminal, lines: Iterable<string>): Promise<void> {
  for (const line of lines) {
    if (!(await terminal.data(`${visibleLine(line)}\n`))) return;
  }
}
