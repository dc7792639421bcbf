import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { reportOf, startRecording } from './fixtures/cli.ts';
import { JDKS } from './fixtures/jdks.ts';
import { startTarget } from './fixtures/targets.ts';

// What is switched off does not depend on the JDK; switchOff.spec.ts has all of them.
const [jdk] = JDKS;

test(`an overhead budget takes the probes of short methods out first and says so, ${jdk.name}`, async () => {
  const program = await startTarget(jdk, 'Phases');
  const folder = mkdtempSync(join(tmpdir(), 'sluice-budget-'));
  try {
    const file = join(folder, 'budget.sluice');
    const recording = await startRecording(program.pid, 'Phases::root', file, ['--max-overhead', '2%']);
    const seen = (): Set<string> =>
      new Set([...recording.stderr.text.matchAll(/Phases::(\w+)\(/g)].map(([, name]) => name));
    await expect
      .poll(
        async () => {
          await program.send('run');
          return seen();
        },
        { timeout: 60_000 },
      )
      .toEqual(new Set(['shortCall', 'longCall']));
    const { code, stderr } = await recording.stop();
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(
      /the probes cost [\d.]+ % of the program's time, at most 2.0 % is allowed: switched off /,
    );
    expect((await reportOf(file)).complete).toBe(true);
  } finally {
    await program.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
