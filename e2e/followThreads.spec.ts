import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { runCli } from './fixtures/cli.ts';
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
      expect(report).toMatchObject({ complete: true, losses: [], droppedEvents: 0 });
    });
  }

  test(`a parallel stream, ${jdk.name}, not followed: what other threads called is named, and no call is said to be all`, async () => {
    const report = await recordLaunched(jdk, STREAM, join(folder, 'alone.sluice'));
    const calls = new Map(report.methods.map(({ method, calls }) => [method, calls]));
    expect(calls.get('step')).toBeLessThan(5_000);
    const note = report.notes.find((text) => text.startsWith('Called on threads outside of the roots too'));
    expect(note).toMatch(/ParallelStream\.leaf\(\).*ParallelStream\.step\(\)/);
    const followed = await recordLaunched(jdk, FOLLOWED, join(folder, 'followed.sluice'));
    expect(followed.notes.join()).not.toContain('Called on threads outside');
    const { stdout } = await runCli(['report', join(folder, 'alone.sluice')]);
    expect(stdout).toContain('Complete: every call within the roots was counted.');
    // Facts that a comparison needs.
    expect(report).toMatchObject({
      target: {
        collector: expect.stringMatching(/^(G1|Serial)$/),
        processors: expect.any(Number),
      },
    });
  });
}
