import { expect, test } from 'vitest';
import { createIdleTracker } from './idle.ts';

test('whenIdle waits for open questions, then for the worker, then for the paint', async () => {
  const order: string[] = [];
  const note = (what: string) => () => {
    order.push(what);
    return Promise.resolve();
  };
  const idle = createIdleTracker(note('worker'), note('paint'));
  let answer = (): void => {};
  const question = new Promise<void>((resolve) => (answer = resolve)).then(() => void order.push('answer'));
  void idle.track(question);
  const resting = idle.whenIdle();
  answer();
  await resting;
  expect(order).toEqual(['answer', 'worker', 'paint']);
});

test('a failed question does not keep the page busy', async () => {
  const idle = createIdleTracker(
    () => Promise.resolve(),
    () => Promise.resolve(),
  );
  idle.track(Promise.reject(new Error('no'))).catch(() => {});
  await idle.whenIdle();
});

test('a question that is asked while painting is waited for too', async () => {
  const order: string[] = [];
  let asked = false;
  const idle = createIdleTracker(
    () => Promise.resolve(),
    () => {
      if (!asked) {
        asked = true;
        void idle.track(Promise.resolve().then(() => void order.push('late answer')));
      }
      return Promise.resolve();
    },
  );
  await idle.whenIdle();
  expect(order).toEqual(['late answer']);
});
