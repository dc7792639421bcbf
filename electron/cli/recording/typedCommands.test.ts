import { describe, expect, it } from 'vitest';
import { SluiceError } from '../../../shared/base/errors.ts';
import type { RecordingRequest } from '../../../shared/ipc/engineApi.ts';
import { INITIAL_OPTIONS } from '../../../shared/recording/options/chosenOptions.ts';
import type { EngineClient } from '../../../shared/ipc/engineClient.ts';
import type { Terminal } from '../terminal/terminal.ts';
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
    ...Object.fromEntries(
      ['pause', 'resume', 'reset', 'stop'].map((word) => [
        word,
        () => {
          asked.push([word]);
          return Promise.resolve({ measurement: { elapsedMs: 1_200 }, counters: { pausedMs: 300 } });
        },
      ]),
    ),
    start: (_session: string, { roots, metrics, clock }: RecordingRequest) =>
      Promise.resolve(asked.push(['start', ...roots, ...(metrics === 'calls,time' ? [] : [metrics, clock])])),
    preview: (_session: string, { roots }: RecordingRequest) => {
      if (roots.includes('no.Such')) throw new SluiceError('root-not-found', 'There is no no.Such.');
      return Promise.resolve({ methods: 12 });
    },
    status: () =>
      Promise.resolve({
        text: 'recording',
        measurement: {
          request: { ...INITIAL_OPTIONS, roots: ['a.Root'], metrics: 'calls,time', clock: 'nano' },
          elapsedMs: 2_000,
        },
        instrumentation: { switchedOff: { count: 3, names: ['a.B::c()', 'a.B::d()'] } },
        counters: { events: 7 },
        droppedEvents: 0,
      }),
  };
  const terminal = { talk: (text: string) => answers.push(text) };
  const commands = new TypedCommands(
    engine as unknown as EngineClient,
    terminal as unknown as Terminal,
    'x',
    {
      save: (file) => {
        asked.push(['snapshot', file]);
        return Promise.resolve();
      },
      collect: () => {
        asked.push(['gc']);
        return Promise.resolve();
      },
    },
  );
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

  it('pause, reset and save what runs', async () => {
    const { asked, answers } = await typed(
      'pause',
      'resume',
      'reset',
      'gc',
      'snapshot now.sluice',
      'snapshot',
    );
    expect(asked).toEqual([['pause'], ['resume'], ['reset'], ['gc'], ['snapshot', 'now.sluice']]);
    expect(answers).toEqual([
      'paused after 1.2 s; resume lets it go on',
      'recording again; paused for 0.3 s in all',
      'reset: the results begin here',
      'saved now.sluice; the recording goes on',
      'sluice: snapshot takes one file, not 0.',
      '        snapshot now.sluice',
    ]);
  });

  it('begin a recording of other metrics, without a clock where time is none of them', async () => {
    const { asked, answers } = await typed(
      'metrics +objects',
      'metrics +bytecodes -time',
      'metrics bytes,bytecodes',
    );
    expect(asked).toEqual([
      ['stop'],
      ['start', 'a.Root', 'calls,time,objects', 'nano'],
      ['stop'],
      ['start', 'a.Root', 'calls,bytecodes', 'none'],
      ['stop'],
      ['start', 'a.Root', 'calls,bytecodes,objects', 'none'],
    ]);
    expect(answers.slice(0, 2)).toEqual([
      'recording calls,time,objects from here on',
      'recording calls,bytecodes from here on, without a clock',
    ]);
  });

  it('refuse metrics that are not measured together, and go on', async () => {
    const { asked, answers } = await typed('metrics', 'metrics -calls +sounds', 'metrics +sparks');
    expect(asked).toEqual([]);
    expect(answers.filter((line) => line.startsWith('sluice: '))).toEqual([
      expect.stringContaining('metrics takes what changes; measured are calls,time.'),
      expect.stringContaining('The metrics time,sounds are not measured together.'),
      expect.stringContaining('The metrics calls,time,sparks are not measured together.'),
    ]);
  });

  it('begin a recording of other roots, once these are known to be there', async () => {
    const { asked, answers } = await typed('roots no.Such', 'roots a.B::c a.D');
    expect(asked).toEqual([['stop'], ['start', 'a.B::c', 'a.D']]);
    expect(answers).toEqual([
      'sluice: There is no no.Such.',
      'recording a.B::c a.D from here on, up to 12 methods',
    ]);
  });

  it('that take patterns are refused without one', async () => {
    const { asked, answers } = await typed('off', 'on', 'roots');
    expect(asked).toEqual([]);
    expect(answers).toEqual(
      ['off', 'on', 'roots'].flatMap((word) => [
        `sluice: ${word} takes at least one method pattern.`,
        `        For example: ${word} com.acme.Shop::order`,
      ]),
    );
  });

  it('that are refused or unknown are told, and the next are obeyed', async () => {
    const { asked, answers } = await typed('off a.Root', 'of a', 'off a');
    expect(answers.slice(0, 4)).toEqual([
      'sluice: a.Root is a root.',
      '        Stop it.',
      'sluice: "of" is no command.',
      '        There are: off PATTERN..., on PATTERN..., pause, resume, reset, snapshot FILE, gc, ' +
        'roots PATTERN..., metrics +NAME..., status, stop.',
    ]);
    expect(asked).toEqual([['off', 'a']]);
  });
});
