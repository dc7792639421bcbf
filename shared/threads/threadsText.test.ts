import { expect, it } from 'vitest';
import { exampleLock, exampleThread } from '../testing/exampleThread.ts';
import { threadTable } from './threadTable.ts';
import { stackLines, threadsText } from './threadsText.ts';
import { threadsJson } from './threadsJson.ts';

const ORDER = ['demo.Shop.order(Shop.java:12)', 'demo.Shop.main(Shop.java:3)'];
const SAVE = ['java.lang.Thread.sleep(Native Method)', 'demo.Shop.save(Shop.java:30)'];
const blocked = (name: string, frames = ORDER) =>
  exampleThread(name, { activity: 'blocked', frames, waitsFor: exampleLock('1') });
const SHOP = [
  blocked('worker-1'),
  exampleThread('idle', { activity: 'waiting', waitsFor: exampleLock('3') }),
  exampleThread('saver', { activity: 'sleeping', frames: SAVE, holds: [exampleLock('1')] }),
  blocked('other', SAVE),
  blocked('worker-2'),
];
const viewOf = (contains?: string) => ({
  ...{ set: threadTable(SHOP), value: null },
  filter: contains === undefined ? null : ({ kind: 'contains', text: contains } as const),
});

it('stacks whose frames differ by where a line ends are two', () => {
  const thread = (name: string, frames: readonly string[]) => exampleThread(name, { frames });
  const threads = [thread('a', ['x\ny']), thread('b', ['x', 'y']), thread('c', ['x', 'y'])];
  expect([...stackLines(threads, Int32Array.of(0, 1, 2), null)]).toEqual([
    ...['2 threads, runnable: b, c', '  at x', '  at y', ''],
    ...['1 thread, runnable: a', '  at x\\u000ay', ''],
  ]);
});

it('who waits by whose holding is told with the stacks of both, threads of one place together', () => {
  expect([...threadsText('waits', SHOP, viewOf(), null)]).toEqual([
    '2 threads, blocked: worker-1, worker-2',
    ...ORDER.map((frame) => `  at ${frame}`),
    'wait for a java.lang.Object that saver holds, sleeping',
    ...SAVE.map((frame) => `  at ${frame}`),
    '',
    '1 thread, blocked: other',
    ...SAVE.map((frame) => `  at ${frame}`),
    'waits for a java.lang.Object that saver holds, sleeping',
    ...SAVE.map((frame) => `  at ${frame}`),
    '',
  ]);
});

it('of the threads with some words alone it is told whose holding they wait for, and of none that there is none', () => {
  const lines = [...threadsText('waits', SHOP, viewOf('worker-2'), null)];
  expect(lines.filter((line) => !line.startsWith('  at'))).toEqual([
    '1 thread, blocked: worker-2',
    'waits for a java.lang.Object that saver holds, sleeping',
    '',
  ]);
  expect([...threadsText('waits', SHOP, viewOf('idle'), null)]).toEqual([
    'No thread waits for what another one holds.',
  ]);
  expect([...threadsText('waits', SHOP, viewOf(), 1)].at(-1)).toBe('and 1 more: --top 2 shows all');
});

it('the table has a line for each thread, without stacks, and says how many wait by others', () => {
  const lines = [...threadsText('threads', SHOP, viewOf(), null)];
  expect(lines).toHaveLength(2 + SHOP.length + 2);
  expect(lines.at(-1)).toBe('3 threads wait for what others hold: --view waits has the stacks of both.');
});

it('JSON has the frames of each thread, and those of who holds what it waits for', () => {
  const json = [...threadsJson(SHOP, viewOf(), { dumps: [], dump: 1 })].join('');
  const { rows, columns } = JSON.parse(json) as { rows: object[]; columns: { id: string }[] };
  expect(rows[0]).toMatchObject({
    ...{ thread: 'worker-1', purpose: 'program', frames: ORDER, heldBy: 'saver' },
    ...{ heldState: 'sleeping', heldFrames: SAVE },
  });
  expect(rows[1]).not.toHaveProperty('heldFrames');
  expect(columns.map(({ id }) => id)).not.toContain('stack');
});
