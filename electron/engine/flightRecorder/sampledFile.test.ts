import { expect, it } from 'vitest';
import { jfrRecording } from '../../../shared/importers/jfrRecording.ts';
import { jfrFile } from '../../../shared/testing/jfrFile.ts';
import { isOfSluice } from '../../../shared/threads/toolThreads.ts';

it('shows the threads of the program, and not those of the agent and of the recorder', () => {
  const file = jfrFile([
    ...['main: A.a', 'Sluice pump: B.b', 'Sluices: C.c'],
    ...['JFR Periodic Tasks: D.d', 'JFR Recording Scheduler: E.e', 'Attach Listener: F.f'],
  ]);
  expect(jfrRecording(file, isOfSluice).threads.map(({ name }) => name)).toEqual(['main', 'Sluices']);
});
