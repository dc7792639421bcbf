import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { coloured, showsColours } from './colours.ts';
import { processTerminal } from './terminal.ts';

const [RED, GREEN, YELLOW, CYAN, END] = [31, 32, 33, 36, 39].map((code) => `\x1b[${code}m`);

it('the word that says what kind of line it is has a colour, and nothing else', () => {
  const lines = [
    ['sluice: There is no process 1.', `${RED}sluice:${END} There is no process 1.`],
    ['INCOMPLETE: 3 events were dropped.', `${RED}INCOMPLETE:${END} 3 events were dropped.`],
    ['warning: late', `${YELLOW}warning:${END} late`],
    ['Note: warning: late', `${YELLOW}Note: warning:${END} late`],
    ['Note: a note: of two', `${CYAN}Note:${END} a note: of two`],
    ['Complete but for what is not measured', `${GREEN}Complete${END} but for what is not measured`],
    ['  ok       node       Node 20', `${GREEN}  ok${END}       node       Node 20`],
    ['  "note": "JSON stays as it is"', '  "note": "JSON stays as it is"'],
    ['  12.5  100.0 %  Notes.okay()', '  12.5  100.0 %  Notes.okay()'],
  ];
  expect(coloured(lines.map(([plain]) => plain).join('\n'))).toBe(lines.map(([, shown]) => shown).join('\n'));
});

/** A stream that says of itself what a terminal, or a file, does. */
function stream(isTTY: boolean, hasColors: boolean): NodeJS.WriteStream {
  return Object.assign(new PassThrough(), { isTTY, hasColors: () => hasColors }) as never;
}

it('colours are for a terminal that shows them; what is piped elsewhere is plain', async () => {
  const shown: string[] = [];
  for (const each of [stream(true, true), stream(true, false), stream(false, true)]) {
    const terminal = processTerminal({ stdin: process.stdin, stdout: each, stderr: each });
    terminal.talk('note: x');
    await terminal.data('Note: y\n');
    await terminal.data(new TextEncoder().encode('Note: bytes\n'));
    shown.push(String((each as unknown as PassThrough).read()));
    expect(showsColours(each)).toBe(each.isTTY && each.hasColors());
  }
  const plain = 'note: x\nNote: y\nNote: bytes\n';
  expect(shown).toEqual([`${CYAN}note:${END} x\n${CYAN}Note:${END} y\nNote: bytes\n`, plain, plain]);
});
