import { expect, it } from 'vitest';
import { exampleSnapshot } from '../../../shared/testing/exampleSnapshot.ts';
import { withoutAgent } from './sampledRecording.ts';

it('shows the threads of the program, and not those of the agent', () => {
  const sampled = exampleSnapshot('main: 0>A 10<A\nSluice pump: 0>B 10<B\nSluices: 0>C 10<C');
  expect(withoutAgent(sampled).threads.map(({ name }) => name)).toEqual(['main', 'Sluices']);
});
