import { expect, it } from 'vitest';
import { jfrRecording } from '../../../shared/importers/jfrRecording.ts';
import { jfrFile } from '../../../shared/testing/jfrFile.ts';
import { isOfAgent } from './sampledFile.ts';

it('shows the threads of the program, and not those of the agent', () => {
  const file = jfrFile(['main: A.a', 'Sluice pump: B.b', 'Sluices: C.c']);
  expect(jfrRecording(file, isOfAgent).threads.map(({ name }) => name)).toEqual(['main', 'Sluices']);
});
