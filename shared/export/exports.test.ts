import { describe, expect, it } from 'vitest';
import { deepTable } from '../testing/tableOf.ts';
import { exampleSnapshot } from '../testing/exampleSnapshot.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { decodeSnapshot } from '../recording/file/snapshotCodec.ts';
import { COLLAPSED_LEVELS, collapsedStacks } from './collapsed.ts';
import { csvCell, csvTable } from './csv.ts';
import { firefoxProfile } from './firefoxProfile.ts';
import { exportedRecording } from './exportedRecording.ts';
import { exportNotes } from './exportNotes.ts';
import { formatOfFile } from './exportFormats.ts';
import { htmlPage } from './htmlPage.ts';
import { pprofProfile } from './pprof.ts';
import { speedscopeFile } from './speedscope.ts';
import { CALLS, SELF_TIME } from '../metrics/metric.ts';

/** A calls itself once and B twice; C was only counted. */
const program = exampleSnapshot(
  `
  main: 0>A 10>B 30<B 40>B 60<B 70>A +C 75<A 100<A
  pool-1 "x": 5>B 9<B`,
);
const counts = exampleSnapshot('main: >A >B <B >B <B <A', { clock: 'none' });
const hostile = exampleSnapshot(
  'a;b\u0007c: 0>A 5<A',
  {},
  {
    A: { className: '=cmd|x', name: '</script><img src=x>,"', descriptor: '(ILjava/util/Map;)V' },
  },
);
const deep: Snapshot = {
  ...program,
  threads: [{ ...program.threads[0], table: deepTable(100_000, 2) }],
};

const textOf = (pieces: Iterable<string>): string => [...pieces].join('');

describe('collapsed stacks', () => {
  it('are a line for each context, outermost first', () => {
    expect(
      textOf(collapsedStacks(exportedRecording(program), { metric: SELF_TIME, isInverted: false })),
    ).toBe(
      [
        'main;demo.Demo.A() 55',
        'main;demo.Demo.A();demo.Demo.B() 40',
        'main;demo.Demo.A();demo.Demo.A() 5',
        'pool-1 "x";demo.Demo.B() 4',
        '',
      ].join('\n'),
    );
  });

  it('hold calls on demand, and where there are no times', () => {
    const lines = ['main;demo.Demo.A() 1', 'main;demo.Demo.A();demo.Demo.B() 2', ''];
    expect(textOf(collapsedStacks(exportedRecording(counts), { metric: SELF_TIME, isInverted: false }))).toBe(
      lines.join('\n'),
    );
    expect(
      textOf(collapsedStacks(exportedRecording(program), { metric: CALLS, isInverted: false })),
    ).toContain('demo.Demo.A();demo.Demo.A();demo.Demo.C() 1\n');
  });

  it('are turned round on demand: innermost first, the thread last', () => {
    expect(textOf(collapsedStacks(exportedRecording(program), { metric: SELF_TIME, isInverted: true }))).toBe(
      [
        'demo.Demo.A();main 55',
        'demo.Demo.B();demo.Demo.A();main 40',
        'demo.Demo.A();demo.Demo.A();main 5',
        'demo.Demo.B();pool-1 "x" 4',
        '',
      ].join('\n'),
    );
  });

  it('have no separator within a frame, and no control character: escapes stand for them', () => {
    expect(
      textOf(collapsedStacks(exportedRecording(hostile), { metric: SELF_TIME, isInverted: false })),
    ).toBe('a\\u003bb\\u0007c;=cmd|x.</script><img src=x>,"(int,java.util.Map) 5\n');
  });

  it('fold what lies deeper than their limit, and lose nothing', () => {
    const text = textOf(collapsedStacks(exportedRecording(deep), { metric: SELF_TIME, isInverted: false }));
    const lines = text.trimEnd().split('\n');
    expect(lines).toHaveLength(COLLAPSED_LEVELS);
    expect(lines.at(-1)).toMatch(/;\[deeper levels\] 99001$/);
    expect(lines.reduce((sum, line) => sum + Number(/ (\d+)$/.exec(line)?.[1]), 0)).toBe(100_000);
  });
});

describe('the CSV table', () => {
  it('has a line for each context with its caller', () => {
    expect(textOf(csvTable(exportedRecording(program))).split('\r\n')).toEqual([
      'thread_id,thread,node,parent,depth,class,method,descriptor,calls,timed,clock,self_ns,total_ns,error_ns,uncertain',
      '1,main,1,,0,demo.Demo,A,()V,1,true,nano,55,100,8,false',
      '1,main,2,1,1,demo.Demo,B,()V,2,true,nano,40,40,6,false',
      '1,main,3,1,1,demo.Demo,A,()V,1,true,nano,5,5,2,false',
      '1,main,4,3,2,demo.Demo,C,()V,1,false,nano,,,,',
      '2,"pool-1 ""x""",5,,0,demo.Demo,B,()V,1,true,nano,4,4,2,false',
      '',
    ]);
  });

  it('has no times where none were taken', () => {
    expect(textOf(csvTable(exportedRecording(counts)))).toContain('A,()V,1,false,none,,,,\r\n');
  });

  it.each(['=', '+', '-', '@', '\uff1d', '\uff0b', '\uff0d', '\uff20'])(
    'has an apostrophe before the sign %s of a formula, and two names stay two',
    (sign) => {
      const names = ['', "'", "''", ' ', 'a'].map((before) => `${before}${sign}cmd`);
      expect(names.map(csvCell)).toEqual([
        `'${sign}cmd`,
        `''${sign}cmd`,
        `'''${sign}cmd`,
        ` ${sign}cmd`,
        `a${sign}cmd`,
      ]);
      expect(csvCell(`${sign}"a",b`)).toBe(`"'${sign}""a"",b"`);
    },
  );

  it('has no tab or line end before a sign either: a spreadsheet would skip it', () => {
    expect(['\t=a', '\r=a', '\n=a'].map(csvCell)).toEqual(['\\u0009=a', '\\u000d=a', '\\u000a=a']);
  });

  it('has no cell that a spreadsheet would run', () => {
    expect(textOf(csvTable(exportedRecording(hostile)))).toContain(`,'=cmd|x,"</script><img src=x>,""",`);
  });
});

describe('the speedscope file', () => {
  it('opens and closes frames, those that took nothing left out', () => {
    const file = JSON.parse(textOf(speedscopeFile(exportedRecording(program)))) as {
      shared: { frames: { name: string }[] };
      profiles: { name: string; unit: string; events: { type: string; at: number; frame: number }[] }[];
    };
    const picture = ({ name, unit, events }: (typeof file.profiles)[0]): string =>
      `${name} ${unit}: ${events.map(({ type, at, frame }) => `${at}${type === 'O' ? '>' : '<'}${file.shared.frames[frame].name.slice(10, 11)}`).join(' ')}`;
    expect(file.profiles.map(picture)).toEqual([
      'main: time (clock nano) nanoseconds: 0>A 55>B 95<B 95>A 100<A 100<A',
      'main: calls none: 0>A 1>B 3<B 3>A 4>C 5<C 5<A 5<A',
      'pool-1 "x": time (clock nano) nanoseconds: 0>B 4<B',
      'pool-1 "x": calls none: 0>B 1<B',
    ]);
  });

  it('has calls only where there is no clock', () => {
    const { profiles } = JSON.parse(textOf(speedscopeFile(exportedRecording(counts)))) as {
      profiles: { unit: string }[];
    };
    expect(profiles.map(({ unit }) => unit)).toEqual(['none']);
  });
});

describe('what spells no stacks out', () => {
  it.each([
    ['speedscope', speedscopeFile, 16],
    ['firefox', firefoxProfile, 8],
    ['csv', csvTable, 12],
  ])('%s grows with the contexts, 100,000 levels deep', { tags: 'slow' }, (_, write, megabytes) => {
    const bytes = [...write(exportedRecording(deep))].reduce((sum, piece) => sum + piece.length, 0);
    expect(bytes).toBeLessThan(megabytes * 1e6);
  });

  it('pprof has a limit of levels', () => {
    const bytes = [...pprofProfile(exportedRecording(deep))].reduce((sum, piece) => sum + piece.length, 0);
    expect(bytes).toBeLessThan(2e6);
  });
});

it('a track of Firefox Profiler has a weight and a time for each sample, the last of which is nothing', () => {
  const { threads } = JSON.parse(textOf(firefoxProfile(exportedRecording(program)))) as {
    threads: { samples: { weight: number[]; stack: (number | null)[]; time: number[]; length: number } }[];
  };
  for (const { samples } of threads) {
    for (const column of [samples.weight, samples.stack, samples.time])
      expect(column).toHaveLength(samples.length);
    expect([samples.weight.at(-1), samples.stack.at(-1)]).toEqual([0, null]);
  }
});

describe('the HTML page', () => {
  it('is the page as built, then the whole recording as one word, then the end', async () => {
    const packed = (bytes: Uint8Array): Promise<string> =>
      Promise.resolve(Buffer.from(bytes).toString('base64'));
    const pieces = await htmlPage(hostile, { page: '<page>', packed });
    expect(pieces).toEqual(['<page>', expect.stringMatching(/^[\w+/=]+$/), '</script>\n</body>\n</html>\n']);
    expect(decodeSnapshot(Buffer.from(pieces[1], 'base64')).threads).toEqual(hostile.threads);
  });
});

describe('what a reader has to know', () => {
  it('is said in sentences: what was measured, how, and what is missing', () => {
    const snapshot: Snapshot = {
      ...program,
      ...{ includes: ['demo.**'], excludes: [], includeCore: true },
      switches: [{ atMs: 1_500, on: false, pattern: 'demo.Demo::C', methods: 1 }],
      complete: false,
      losses: ['12 events were dropped'],
    };
    expect(
      exportNotes(exportedRecording(snapshot)).map((sentence) => sentence.replaceAll('\u202f', ' ')),
    ).toEqual([
      'Sluice: demo.Demo (pid 4242), OpenJDK 64-Bit Server VM 17.0.15',
      'Roots: demo.Demo::A. Scheme: lazy. Only: demo.**   Core classes: measured.',
      "Times are self times in ns by the clock nano, exact calls beside them; the probes' cost is taken out: 0.0 + 0.0 ns a call.",
      "Trivial methods were counted without times: their time is their caller's own.",
      'Switched while it ran, calls in between are missing: 1.50 s: off demo.Demo::C (1 method).',
      'INCOMPLETE: 12 events were dropped; counts are lower bounds.',
    ]);
  });
});

describe('the format that a file name asks for', () => {
  it.each([
    ['run.speedscope.json', 'speedscope'],
    ['Run.PB.GZ', 'pprof'],
    ['run.firefox.json.gz', 'firefox'],
    ['run.folded', 'collapsed'],
    ['run.html', 'html'],
    ['run.csv', 'csv'],
    ['run.json', null],
    ['run', null],
  ])('%s: %s', (file, format) => {
    expect(formatOfFile(file)).toBe(format);
  });
});
