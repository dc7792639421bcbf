import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ensure } from '../../shared/base/assert.ts';
import { EXPECTED_TREES } from '../expectedTrees.ts';
import { reportOf, runCli, startRecording } from '../fixtures/cli.ts';
import { JDKS, type Jdk } from '../fixtures/jdks.ts';
import { LineReader } from '../fixtures/lineReader.ts';
import { expectTree, recordAttached, recordLaunched } from '../fixtures/recordTarget.ts';
import { startTarget } from '../fixtures/targets.ts';
import { expectAccounted } from './accounted.ts';

/** Who else looks into the same JVM, and clocks that are not as the tool's. */

const EXPECTED = ensure(
  EXPECTED_TREES.find(({ target }) => target === 'Polymorphism'),
  'tree of Polymorphism',
);
const DAY_S = 86_400;

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-beside-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

for (const jdk of JDKS) {
  test(`a second tool is refused with a sentence, and the first one's recording is exact, ${jdk.name}`, async () => {
    const target = await startTarget(jdk, EXPECTED.target);
    const file = join(folder, 'first.sluice');
    try {
      const first = await startRecording(target.pid, EXPECTED.root, file);
      const args = [
        'record',
        String(target.pid),
        '--root',
        EXPECTED.root,
        '--output',
        join(folder, 'second'),
      ];
      const second = await runCli(args);
      expect(second.code).toBeGreaterThan(0);
      expect(second.stderr).toMatch(/already.* by the Sluice with pid \d+/);
      await target.send('run');
      const { code, stderr } = await first.stop();
      expect(code, stderr).toBe(0);
      expectAccounted(stderr);
      expectTree(await reportOf(file), EXPECTED);
    } finally {
      await target.stop();
    }
  });

  test(`a debugger's breakpoint in what is recorded is hit, and counts are exact, ${jdk.name}`, async () => {
    const jvmArgs = ['-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0'];
    const target = await startTarget(jdk, EXPECTED.target, { jvmArgs });
    const file = join(folder, 'debugged.sluice');
    const [, port] = ensure(/at address: (\d+)/.exec(target.output.text), 'port of the debugger');
    const debuggerProcess = spawn(jdk.tool('jdb'), ['-attach', `127.0.0.1:${port}`], { stdio: 'pipe' });
    const said = new LineReader(debuggerProcess.stdout);
    try {
      // A swap clears the breakpoints of its class (JVM TI, RetransformClasses): by this scheme all swaps come before.
      const recording = await startRecording(target.pid, EXPECTED.root, file, ['--scheme', 'eager']);
      debuggerProcess.stdin.write(`stop in ${EXPECTED.target}$Square.side\n`);
      await said.waitFor(/Set breakpoint/);
      const ran = target.send('run');
      await said.waitFor(/Breakpoint hit/);
      debuggerProcess.stdin.write(`clear ${EXPECTED.target}$Square.side\n`);
      await said.waitFor(/Removed/);
      debuggerProcess.stdin.write('cont\n');
      await ran;
      const { code, stderr } = await recording.stop();
      expect(code, stderr).toBe(0);
      expectAccounted(stderr);
      expectTree(await reportOf(file), EXPECTED);
      debuggerProcess.stdin.write('exit\n');
      await target.send('run');
    } finally {
      debuggerProcess.kill('SIGKILL');
      await target.stop();
    }
  });

  test(`counts are exact beside a flight recording, which is written, ${jdk.name}`, async () => {
    const flight = join(folder, `${jdk.feature}.jfr`);
    const target = await startTarget(jdk, EXPECTED.target, {
      jvmArgs: [`-XX:StartFlightRecording=filename=${flight},settings=profile`],
    });
    const file = join(folder, 'flight.sluice');
    try {
      const recording = await startRecording(target.pid, EXPECTED.root, file);
      await target.send('run');
      const { code, stderr } = await recording.stop();
      expect(code, stderr).toBe(0);
      expectAccounted(stderr);
      expectTree(await reportOf(file), EXPECTED);
      const ended = new Promise((resolve) => target.process.once('exit', resolve));
      target.process.stdin?.end();
      expect(await ended).toBe(0);
      expect(statSync(flight).size).toBeGreaterThan(10_000);
    } finally {
      await target.stop();
    }
  });
}

// No clock on the wall is read by agent or probes; that a step of it changes nothing follows. The others may differ.
for (const jdk of JDKS.slice(-1)) {
  test(`a program whose monotonic clock is a day ahead of the tool's is recorded exactly, ${jdk.name}`, async () => {
    test.skip(process.getuid?.() !== 0, 'a time namespace needs root');
    const report = await recordAttached(inTimeNamespace(jdk), EXPECTED, join(folder, 'ahead.sluice'));
    expectTree(report, EXPECTED);
  });
}

const CLOCKS = ['nano', 'bursts', 'ticker', 'cpu', 'none'];
const SCHEMES = ['lazy', 'eager', 'everything'];

for (const [i, clock] of CLOCKS.entries()) {
  for (const [j, scheme] of SCHEMES.entries()) {
    for (const [k, way] of ['attached', 'launched'].entries()) {
      const jdk = JDKS[(i + j + k) % JDKS.length];
      test(`${way}, clock ${clock}, scheme ${scheme}: counts are exact, ${jdk.name}`, async () => {
        const record = way === 'attached' ? recordAttached : recordLaunched;
        const options = ['--clock', clock, '--scheme', scheme];
        const report = await record(jdk, EXPECTED, join(folder, `${way}-${clock}-${scheme}.sluice`), options);
        expectTree(report, EXPECTED);
      });
    }
  }
}

/** The same JDK, whose programs have a monotonic clock of their own. */
function inTimeNamespace(jdk: Jdk): Jdk {
  const java = join(folder, 'java');
  const command = `unshare --time --monotonic ${DAY_S} --boottime ${DAY_S} --fork --kill-child`;
  writeFileSync(java, `#!/bin/sh\nexec ${command} ${jdk.tool('java')} "$@"\n`);
  chmodSync(java, 0o700);
  return { ...jdk, tool: (name) => (name === 'java' ? java : jdk.tool(name)) };
}
