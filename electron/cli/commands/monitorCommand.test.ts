import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensure } from '../../../shared/base/assert.ts';
import {
  compileJava,
  removeFolder,
  SLEEPER,
  startJvm,
  TEST_JDKS,
  type TestJvm,
} from '../../engine/testing/javaFixture.ts';
import { sluice } from '../testing/commandLine.ts';

let classes = '';
let jvm: TestJvm;
beforeAll(async () => {
  classes = compileJava('Sleeper', SLEEPER);
  const java = ensure(TEST_JDKS.at(-1), 'a JDK');
  jvm = await startJvm({ java, arguments: ['-XX:+UseSerialGC', '-Xmx32m', '-cp', classes, 'Sleeper'] });
});
afterAll(async () => {
  await jvm.stop();
  removeFolder(classes);
});

describe.runIf(process.platform === 'linux')('monitor', () => {
  it('prints a line each second below one head, and says what is old', async () => {
    const { code, out, err } = await sluice('monitor', String(jvm.pid), '-d', '2500ms');
    expect(code).toBe(0);
    const [head, ...lines] = out.trimEnd().split('\n');
    expect(head).toMatch(/^ +time +cores +GC +machine +heap/);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines)
      expect(line).toMatch(/^\d\d:\d\d:\d\d +\d\.\d\d +\d\.\d\d +\d+\.\d\d +– +32.0 MiB/);
    expect(err).toMatch(/note: The heap is shown as its last collection left it/);
    expect(err).toMatch(/note: Serial collects in the VM Thread/);
  });

  it('saves what it has printed as a recording, whose tables are shown as others are', async () => {
    const file = join(classes, 'seen.sluice');
    const { code, out, err } = await sluice(
      'monitor',
      String(jvm.pid),
      '-d',
      '2200ms',
      '--format',
      'json',
      '-o',
      file,
    );
    expect(code).toBe(0);
    expect(err).toContain(`saved ${file}`);
    const report = await sluice('report', file, '--view', 'monitor', '--format', 'json');
    expect((JSON.parse(report.out) as { rows: unknown[] }).rows).toHaveLength(
      out.trimEnd().split('\n').length,
    );
    const nowhere = await sluice('monitor', String(jvm.pid), '-o', join(classes, 'no/such/folder.sluice'));
    expect(nowhere.code).toBe(1);
    expect(nowhere.out).toBe('');
  });

  it('prints an object of JSON a line, and ends with the program', async () => {
    const asked = sluice('monitor', 'Sleeper', '--format', 'json', '--full-names', '-d', '20s');
    const other = await sluice('monitor', String(jvm.pid), '--format', 'json', '-d', '1500ms');
    const [first] = other.out.split('\n');
    expect(JSON.parse(first)).toMatchObject({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
      loadedClasses: expect.any(Number) as number,
      heapCommittedBytes: 32 << 20,
      pools: { Eden: null, Survivor: null, Old: null, Metaspace: null },
    });
    await jvm.stop();
    const { code, err } = await asked;
    expect(code).toBe(0);
    expect(err).toContain('the program has ended');
  });

  it('a target that does not run ends with 3 and a sentence', async () => {
    const { code, err } = await sluice('monitor', '1073741824');
    expect(code).toBe(3);
    expect(err).toContain('No JVM with PID 1073741824 is running.');
  });
});
