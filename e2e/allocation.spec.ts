import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ALLOCATION_SET } from '../shared/recording/sets/allocationSet.ts';
import { decodeSnapshot } from '../shared/recording/file/snapshotCodec.ts';
import { runCli, startRecording } from './fixtures/cli.ts';
import { JDKS } from './fixtures/jdks.ts';
import { recordLaunched } from './fixtures/recordTarget.ts';
import { startTarget } from './fixtures/targets.ts';

/** Of byte[1000], with a header of 16. */
const ARRAY_BYTES = 1_016;

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-allocation-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

for (const jdk of JDKS) {
  test(`${jdk.name}: what a root call allocates less what was counted is what left-out code made, to the byte`, async () => {
    const file = join(folder, `${jdk.feature}.sluice`);
    const program = await startTarget(jdk, 'Allocated');
    try {
      const options = ['--metrics', 'objects', '--clock', 'none', '--commands', '-'];
      const recording = await startRecording(program.pid, 'Allocated::root', file, options);
      await program.send('run'); // what is resolved at the first call makes some objects, once
      await recording.type('reset', /^reset: the results begin here/m);
      await program.send('run');
      const { code, stderr } = await recording.stop();
      expect(code, stderr).toBe(0);
    } finally {
      await program.stop();
    }
    const set = decodeSnapshot(readFileSync(file)).dataSets.find(({ id }) => id === ALLOCATION_SET);
    expect(set?.values.map(({ id, values }) => [id, ...values])).toEqual([
      ['allocated', 150 * ARRAY_BYTES],
      ['counted', 100 * ARRAY_BYTES],
      ['notAttributed', 50 * ARRAY_BYTES],
    ]);
    const { stdout } = await runCli(['report', file]);
    expect(stdout).toMatch(
      /Of 14[89][.0-9]* KiB that threads allocated in calls of the roots, 49\.6 KiB \(33\.3.%\) are by core/,
    );
  });
}

test('of a main method that ends by System.exit it is known what it has allocated', async () => {
  const file = join(folder, 'exit.sluice');
  const program = { target: 'Allocated', root: 'Allocated::main', tree: '' };
  await recordLaunched(JDKS[0], program, file, ['--metrics', 'objects', '--clock', 'none']);
  const set = decodeSnapshot(readFileSync(file)).dataSets.find(({ id }) => id === ALLOCATION_SET);
  const [allocated, counted, notAttributed] = (set?.values ?? []).map(({ values }) => values[0]);
  expect(allocated - counted).toBe(notAttributed);
  expect(notAttributed).toBeGreaterThanOrEqual(50 * ARRAY_BYTES);
});
