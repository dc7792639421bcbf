import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { buildAgent, compileProbes, findJdks, ONLY_CONSTANTS } from '../build/java.mjs';
import { TEST_JDKS } from '../electron/engine/testing/javaFixture.ts';

/** The Java tests of the agent (src/test/java), each shown as a test here, on every JDK that is installed. SLUICE_JAVA_TEST=PacketTest runs one class. */

const folder = mkdtempSync(join(tmpdir(), 'sluice-agent-test-'));
const [compiler] = findJdks();
const jar: string = await buildAgent();
const probes: string = await compileProbes(compiler, folder);
const classes = join(folder, 'tests');
const sources = join(import.meta.dirname, 'src/test/java/sluice/agent');
const only = process.env.SLUICE_JAVA_TEST;
const tests = readdirSync(sources)
  .filter((name) => (only === undefined ? name.endsWith('Test.java') : name === `${only}.java`))
  .map((name) => `sluice.agent.${name.replace('.java', '')}`);
execFileSync(
  compiler.javac,
  [
    ...['-source', '11', '-target', '11', '-Xlint:-options', '-cp', jar, '-d', classes],
    ...['--patch-module', `java.base=${probes}`],
    ...readdirSync(sources).map((name) => join(sources, name)),
    ...ONLY_CONSTANTS.map((name) => join(import.meta.dirname, 'src/main/java/sluice/agent', `${name}.java`)),
  ],
  { stdio: ['ignore', 'ignore', 'pipe'] },
);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(TEST_JDKS)('on JDK $feature', (java) => {
  const { stdout, stderr, status } = spawnSync(
    join(java.home, 'bin/java'),
    [
      ...['--patch-module', `java.base=${probes}`, '-Xshare:off', '-cp', `${jar}:${classes}`],
      '--add-opens=java.base/java.lang=ALL-UNNAMED', // a test holds a lock of theirs
      `-Dsluice.golden=${join(import.meta.dirname, '../shared/wire/golden')}`,
      'sluice.agent.TestRunner',
      ...tests,
    ],
    { encoding: 'utf8', timeout: 100_000 },
  );
  const results = stdout.split('\n').filter((line) => /^(ok|FAILED) /.test(line));

  it('the tests ran to their end', () => {
    expect(status, stderr).toBe(0);
    expect(results.length).toBeGreaterThan(only === undefined ? 30 : 0);
  });

  for (const result of results) {
    const [, verdict, title, reason] = /^(ok|FAILED) (\w+: [^:]*)(.*)$/.exec(result) ?? [];
    it(title, () => expect(`${verdict}${reason}`, stderr).toBe('ok'));
  }
});
