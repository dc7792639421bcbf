import { PassThrough } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import { main } from '../main.ts';
import { processTerminal } from '../terminal/terminal.ts';

/** A direction, a line, a control sequence, a bell, nothing to be seen: what a name must not bring to a terminal. */
export const EVIL = '\u202e\u2028\n\u009b[31m\u0007\u200b\u2066';
/** Where tests draw names by words. */
export const EVIL_WORD = '\u202e\u009b[31m\u0007';

export const evil = (kind: string): string => `${kind}${EVIL}`;

/** Line ends between lines, and tabs of HPROF's text, are ours. */
export const RAW = /(?![\n\t]|\r\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

interface Said {
  readonly out: Buffer;
  readonly err: string;
}

/** As a process says it: what goes to stdout and stderr. */
export async function said(...args: string[]): Promise<Said> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const chunks: Record<'out' | 'err', Buffer[]> = { out: [], err: [] };
  stdout.on('data', (chunk: Buffer) => chunks.out.push(chunk));
  stderr.on('data', (chunk: Buffer) => chunks.err.push(chunk));
  await main(
    args,
    processTerminal({ stdin, stdout, stderr } as unknown as Parameters<typeof processTerminal>[0]),
  );
  return { out: Buffer.concat(chunks.out), err: Buffer.concat(chunks.err).toString() };
}

export async function textOf(...args: string[]): Promise<string> {
  const { out, err } = await said(...args);
  expect(err, args.map(visibleText).join(' ')).not.toMatch(/^sluice: /m);
  expect(err, args.map(visibleText).join(' ')).not.toMatch(RAW);
  const text = (out[0] === 0x1f ? gunzipSync(out) : out).toString();
  expect(text, args.map(visibleText).join(' ')).not.toMatch(RAW);
  return text;
}
