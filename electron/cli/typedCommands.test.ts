import { describe, expect, it } from 'vitest';
import { SluiceError } from '../../shared/base/errors.ts';
import type { Engine } from '../engine/engine.ts';
import type { Terminal } from './terminal.ts';
import { TypedCommands } from './typedCommands.ts';

/** Types lines. @returns what the engine was asked, then what was answered */
async function typed(...lines: readonly string[]): Promise<{ asked: string[][]; answers: string[] }> {
  const asked: string[][] = [];
  const answers: string[] = [];
  const switching =
    (on: boolean) =>
    (_session: string, patterns: readonly string[]): Promise<unknown> => {
      if (patterns.includes('a.Root')) throw new SluiceError('usage', 'a.Root is a root.', 'Stop it.');
      asked.push([on ? 'on' : 'off', ...patterns]);
      return Promise.resolve(patterns.map((pattern, i) => ({ atMs: 5, on, pattern, methods: i })));
    };
  const engine = {
    switchOff: switching(false),
    switchOn: switching(true),
    status: () =>
      Promise.resolve({
        elapsedMs: 2_000,
        text: 'recording',
        producedEvents: 7,
        droppedEvents: 0,
        switchedOff: { count: 3, names: ['a.B::c()', 'a.B::d()'] },
      }),
  };
  const terminal = { talk: (text: string) => answers.push(text) };
  const commands = new TypedCommands(engine as unknown as Engine, terminal as unknown as Terminal, 'x');
  for (const line of [...lines, 'stop']) commands.take(line);
  await commands.stopped;
  return { asked, answers };
}

describe('typed commands', () => {
  it('take patterns as they are written, in quotes too', async () => {
    const { asked } = await typed(
      '  off a.B::c(int, String)  a.** ',
      `on 'a.**' "b.C"`,
      'off a.B re:a\\.(B|C) *::get.*',
      '',
    );
    expect(asked).toEqual([
      ['off', 'a.B::c(int, String)', 'a.**'],
      ['on', 'a.**', 'b.C'],
      ['off', 'a.B', 're:a\\.(B|C) *::get.*'],
    ]);
  });

  it('are answered, one line for each pattern', async () => {
    expect((await typed('off a b c', 'on a b', 'status')).answers).toEqual([
      'off a: no measured method matches so far; those that come will not be measured',
      'off b: 1 method is not measured any more',
      'off c: 2 methods are not measured any more',
      'on a: none was switched off',
      'on b: 1 method is measured again',
      '2 s  recording, 7 events',
      '  off a.B::c()',
      '  off a.B::d()',
      '  and 1 more',
    ]);
  });

  it('that are refused or unknown are told, and the next are obeyed', async () => {
    const { asked, answers } = await typed('off a.Root', 'of a', 'off a');
    expect(answers.slice(0, 2)).toEqual([
      'sluice: a.Root is a root.\n        Stop it.',
      'sluice: "of" is no command.\n        There are: off PATTERN..., on PATTERN..., status, stop.',
    ]);
    expect(asked).toEqual([['off', 'a']]);
  });
});
