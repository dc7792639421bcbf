// @module-tag slow
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HEAP_VIEWS } from '../../shared/hprof/views/heapQuestion.ts';
import { LOCKS_SET } from '../../shared/jvmEvents/lockRows.ts';
import { jfrFile } from '../../shared/testing/jfrFile.ts';
import { pictureDump } from '../../shared/testing/pictureDump.ts';
import { evil, EVIL_WORD, textOf } from './testing/hostileNames.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(['text', 'json'])('nothing hidden leaves a Flight Recorder file as %s', async (format) => {
  const path = join(folder, evil('run.jfr'));
  const [thread, lock] = [`t${EVIL_WORD}`, `demo.Lock${EVIL_WORD}`];
  writeFileSync(
    path,
    jfrFile([
      `${thread}: demo.Evil${EVIL_WORD}.main demo.Evil${EVIL_WORD}.order`,
      `${thread}: demo.Shop.main blocked 30000000 on ${lock} by ${thread}`,
    ]),
  );
  for (const view of ['tree', 'timeline', 'lines', LOCKS_SET])
    await textOf('report', path, '--view', view, '--format', format);
});

const HEAP_FLAGS: Partial<Readonly<Record<(typeof HEAP_VIEWS)[number], readonly string[]>>> = {
  incoming: ['--class', '**'],
  outgoing: ['--class', '**'],
  paths: ['--class', '**'],
};

it.each(HEAP_VIEWS.filter((view) => view !== 'made'))(
  'nothing hidden leaves %s of a heap dump',
  async (view) => {
    const path = join(folder, evil('heap.hprof'));
    writeFileSync(
      path,
      pictureDump(
        `root A\nA:app.Evil${EVIL_WORD} -> B S\nB -> S\nS = ${EVIL_WORD}\nclass app.Main${EVIL_WORD} -> A`,
      ).bytes,
    );
    for (const format of ['text', 'json'])
      await textOf('heap', path, '--view', view, ...(HEAP_FLAGS[view] ?? []), '--format', format);
  },
);

it.each(['threads', 'stacks'])('nothing hidden leaves %s of a thread dump', async (view) => {
  const path = join(folder, evil('dump.txt'));
  writeFileSync(
    path,
    `Full thread dump OpenJDK 64-Bit Server VM (17+35 mixed mode):\n\n` +
      `"t${EVIL_WORD}" #1 prio=5 os_prio=0 cpu=1.00ms elapsed=2.00s tid=0x00007f0001 nid=0x1 waiting for monitor entry  [0x00007f]\n` +
      `   java.lang.Thread.State: BLOCKED (on object monitor)\n\tat app.Evil${EVIL_WORD}.run(Evil.java:1)\n` +
      `\t- waiting to lock <0x0000000123> (a app.Lock${EVIL_WORD})\n\n`,
  );
  for (const format of ['text', 'json'])
    expect(await textOf('threads', path, '--view', view, '--format', format)).toContain('t\\u202e\\u009b');
});
