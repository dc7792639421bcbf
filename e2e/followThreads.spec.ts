import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { JDKS } from './fixtures/jdks.ts';
import { recordAttached, recordLaunched } from './fixtures/recordTarget.ts';

/**
 * Work that the root shares with threads that it starts, in shares that differ from run to run: together the threads make
 * every call. What is the same in every run is held against pictures in threadTrees.ts.
 */
let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-follow-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const STREAM = { target: 'ParallelStream', root: 'ParallelStream::root', tree: '' };
const FOLLOWED = { ...STREAM, options: ['--follow-threads'] };

for (const jdk of JDKS) {
  const ways = [
    ...['lazy', 'eager', 'everything'].map((scheme) => ({
      way: `attached, scheme ${scheme}`,
      record: (file: string) => recordAttached(jdk, FOLLOWED, file, ['--scheme', scheme]),
    })),
    { way: 'launched', record: (file: string) => recordLaunched(jdk, FOLLOWED, file) },
  ];
  for (const { way, record } of ways) {
    test(`a parallel stream, ${jdk.name}, ${way}: no call of its threads is missing`, async () => {
      const report = await record(join(folder, 'stream.sluice'));
      const calls = report.methods.map(({ method, calls }) => `${method} ${calls}`).sort();
      expect(calls).toEqual(['leaf 5000', 'root 1', 'step 5000']);
      expect(report).toMatchObject({ complete: true, droppedEvents: 0 });
    });
  }
}
