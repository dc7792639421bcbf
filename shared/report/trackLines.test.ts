import { expect, it } from 'vitest';
import { jfrRecording } from '../importers/jfrRecording.ts';
import { eventSets, NO_EVENT_FACTS } from '../jvmEvents/eventSet.ts';
import { jfrFile } from '../testing/jfrFile.ts';
import { trackLines } from './trackLines.ts';

it('tracks of events and threads lie above each other, by time', () => {
  const samples = jfrRecording(
    jfrFile([
      ...Array.from({ length: 60 }, (_, i) => `main@${i * 10}: A.run`),
      'main@600: A.run A.lock blocked 300000000 on demo.Cart by w',
      'w@1190: B.run',
    ]),
  );
  const collections = [100, 1_100].map((ms) => ({
    ...NO_EVENT_FACTS,
    ...{ kind: 'collection' as const, startNs: ms * 1e6, durationNs: 10e6 },
  }));
  const dataSets = [...eventSets(collections), ...samples.dataSets.filter(({ id }) => id === 'states')];
  expect([...trackLines({ dataSets, durationMs: 1_200 }, null)]).toEqual([
    'Timeline of 1.20 s, 20.0 ms a column; threads: r running, B blocked, w waiting, p parked, s sleeping',
    `  Collections  2  20.0 ms  |${'     ▄'.padEnd(55)}▄    |`,
    `  main                     |${'r'.repeat(30)}${'B'.repeat(15)}${' '.repeat(15)}|`,
    `  w                        |${' '.repeat(59)}r|`,
    '',
  ]);
  const whole = [...trackLines({ dataSets: samples.dataSets, durationMs: 1_200 }, 1)];
  expect(whole[1]).toBe(`  main      |${'r'.repeat(30)}${'B'.repeat(15)}${' '.repeat(15)}|`);
  expect(whole[2]).toBe('  and 1 more thread: --top 2 shows all');
});

it('a recording without events and samples says so', () => {
  expect([...trackLines({ dataSets: [], durationMs: 1 }, null)]).toEqual([
    'Timeline: the recording has no events and no samples.',
  ]);
});
