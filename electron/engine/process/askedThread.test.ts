import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AskedThread, type ThreadLimits } from './askedThread.ts';

/** Does what it is asked: never ends, takes all memory, breaks, or answers. */
const SCRIPT = `
import { parentPort } from 'node:worker_threads';
parentPort.on('message', (what) => {
  if (what === 'for ever') for (;;);
  if (what === 'memory') for (const all = []; ; ) all.push({ all: [all] });
  if (what === 'fault') throw new Error('broken');
  if (what === 'refused') return parentPort.postMessage({ failure: { code: 'io', message: 'It is no file.', remedy: 'Give one.' } });
  parentPort.postMessage({ progress: 'half', done: 0.5 });
  parentPort.postMessage({ answer: what });
});`;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-thread-'));
  writeFileSync(join(folder, 'asked.mjs'), SCRIPT);
});
afterAll(() => rmSync(folder, { recursive: true }));

const LIMITS: ThreadLimits = {
  subject: 'The file',
  memoryMib: 32,
  deadlineMs: 60_000,
  remedy: 'Take another.',
};
const started = (limits: Partial<ThreadLimits> = {}, onProgress?: (what: string) => void) =>
  new AskedThread<string, string>(join(folder, 'asked.mjs'), { ...LIMITS, ...limits }, onProgress);

it('answers one question after the other, and tells how far it is', async () => {
  const told: string[] = [];
  const thread = started({}, (what) => told.push(what));
  expect([await thread.ask('one'), await thread.ask('two')]).toEqual(['one', 'two']);
  await expect(thread.ask('refused')).rejects.toMatchObject({ code: 'io', remedy: 'Give one.' });
  expect(await thread.ask('three')).toBe('three');
  expect(told).toEqual(['half', 'half', 'half']);
  thread.close();
});

it('is ended at its deadline, with what it was, the limit and a remedy', async () => {
  const thread = started({ deadlineMs: 300 });
  await expect(thread.ask('for ever')).rejects.toMatchObject({
    ...{
      code: 'io',
      message: 'The file was not read within 0.3 s, and was given up.',
      remedy: 'Take another.',
    },
  });
  await expect(thread.ask('one')).rejects.toThrow('was not read within');
});

it('is ended beyond its memory, and nothing else is', async () => {
  await expect(started().ask('memory')).rejects.toMatchObject({
    ...{
      code: 'memory',
      message: 'The file takes more than 32 MiB of memory to be read.',
      remedy: 'Take another.',
    },
  });
});

it('a fault of ours is told as one, and closing it gives up what it reads', async () => {
  await expect(started().ask('fault')).rejects.toMatchObject({
    name: 'BugError',
    message: 'The file could not be read: broken.',
  });
  const thread = started();
  const reading = thread.ask('for ever');
  thread.close();
  await expect(reading).rejects.toMatchObject({ code: 'busy' });
});
