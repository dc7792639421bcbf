import { expect, test } from 'vitest';
import { AppStore } from './appStore.ts';

/** "topic: message", without a topic the message alone, as they are added; what is kept, in the order of the screen. */
function keptOf(...problems: string[]): string[] {
  const store = new AppStore();
  for (const problem of problems) {
    const [message, topic] = problem.split(': ').reverse();
    const common = { severity: 'note', code: '', remedy: '', message } as const;
    store.addProblem(topic === undefined ? common : { ...common, topic });
  }
  return store.state.get().problems.map(({ message }) => message);
}

test('what is said again stands once, as the last', () => {
  expect(keptOf('a', 'b', 'a')).toEqual(['b', 'a']);
});

test('of what is said of one topic the last is kept', () => {
  expect(keptOf('overhead: 20 %', 'a', 'overhead: 8 %')).toEqual(['a', '8 %']);
  expect(keptOf('overhead: 20 %', 'load: 20 %')).toEqual(['20 %', '20 %']);
});

test('only so many are kept, the oldest make room', () => {
  expect(keptOf('a', 'b', 'c', 'd', 'e', 'f')).toEqual(['b', 'c', 'd', 'e', 'f']);
});
