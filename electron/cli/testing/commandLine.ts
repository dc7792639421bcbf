import { main } from '../main.ts';

export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly bytes: Uint8Array;
  readonly err: string;
}

/** Runs one command line in this process. */
export async function sluice(...args: string[]): Promise<CommandResult> {
  const pieces: Buffer[] = [];
  const lines: string[] = [];
  const code = await main(args, {
    data: async (piece) => pieces.push(Buffer.from(piece)) > 0,
    talk: (line) => void lines.push(line),
    progress: () => {},
    readLines: () => null,
  });
  const bytes = Buffer.concat(pieces);
  return { code, out: bytes.toString(), bytes, err: lines.join('\n') };
}
