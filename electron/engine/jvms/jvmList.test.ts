import { spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensure } from '../../../shared/base/assert.ts';
import { listJvms } from './jvmList.ts';
import { inspectJvm } from './jvmProcess.ts';
import { parsePerfData } from './hsperfdata.ts';
import { perfDataBytes } from '../testing/perfDataBytes.ts';
import {
  compileJava,
  removeFolder,
  SLEEPER,
  startJvm,
  TEST_JDKS,
  waitUntil,
} from '../testing/javaFixture.ts';

let classes = '';
beforeAll(() => {
  classes = compileJava('Sleeper', SLEEPER);
});
afterAll(() => removeFolder(classes));

const listed = (pid: number) => listJvms().find((jvm) => jvm.pid === pid);

describe.each(TEST_JDKS.map((java) => ({ name: `JDK ${java.feature}`, java })))('on $name', ({ java }) => {
  const sleeper = (...options: string[]) => ({
    java,
    arguments: [...options, '-cp', classes, 'Sleeper', 'one'],
  });

  it('lists a running JVM with what its owner should know', async () => {
    const jvm = await startJvm(sleeper('-Xmx64m'));
    try {
      const summary = ensure(listed(jvm.pid), 'the test JVM in the list');
      expect(summary).toMatchObject({
        mainClass: 'Sleeper',
        commandLine: `-Xmx64m -cp ${classes} Sleeper one`,
        container: false,
        attachable: true,
        whyNot: '',
      });
      expect(summary.javaVersion).toMatch(new RegExp(`^${java.feature}\\b`));
      expect(summary.vmName).toContain('VM');
      expect(summary.uptimeMs).toBeLessThan(30_000);
      expect(summary.notices.some(({ text }) => text.includes('JEP 451'))).toBe(java.feature >= 21);
      expect(summary.notices.some(({ text }) => text.includes('recompiles'))).toBe(java.feature <= 17);
    } finally {
      await jvm.stop();
    }
    expect(listed(jvm.pid)).toBeUndefined();
  });

  it('finds a JVM without performance data by its library', async () => {
    const jvm = await startJvm(sleeper('-XX:-UsePerfData'));
    try {
      const summary = ensure(listed(jvm.pid), 'the test JVM in the list');
      expect(summary).toMatchObject({ mainClass: 'Sleeper', attachable: true });
      expect(summary.javaVersion).toMatch(new RegExp(`^${java.feature}\\b`));
    } finally {
      await jvm.stop();
    }
  });

  it.each([
    ['-XX:+DisableAttachMechanism', 'DisableAttachMechanism'],
    ['-XX:-EnableDynamicAgentLoading', 'forbids agents that come later'],
  ])('says why a JVM with %s is not attachable', async (flag, why) => {
    const byArgument = await startJvm(sleeper(flag));
    const byVariable = await startJvm({
      ...sleeper(flag.replace(/[+-](?=[ED])/, (sign) => (sign === '+' ? '-' : '+'))),
      environment: { _JAVA_OPTIONS: flag },
    });
    try {
      for (const jvm of [byArgument, byVariable]) {
        const summary = ensure(listed(jvm.pid), 'the test JVM in the list');
        expect(summary.attachable).toBe(false);
        expect(summary.whyNot).toContain(why);
        expect(summary.whyNot).toContain('sluice launch');
      }
    } finally {
      await byArgument.stop();
      await byVariable.stop();
    }
  });

  it('attaches to -Xrs through the socket that is there from the start', async () => {
    const jvm = await startJvm(sleeper('-Xrs'));
    try {
      expect(listed(jvm.pid)).toMatchObject({ attachable: true });
      expect(inspectJvm(jvm.pid)).toMatchObject({ attachSocketExists: true });
    } finally {
      await jvm.stop();
    }
  });

  it('says that a stopped JVM is stopped', async () => {
    const jvm = await startJvm(sleeper());
    try {
      jvm.process.kill('SIGSTOP');
      await waitUntil(() => inspectJvm(jvm.pid)?.status.state === 'T', 'state T');
      expect(listed(jvm.pid)).toMatchObject({ attachable: false });
      expect(listed(jvm.pid)?.whyNot).toContain('stopped');
    } finally {
      await jvm.stop();
    }
  });
});

describe('other processes', () => {
  it('does not list a process that is no JVM', () => {
    const child = spawn('sleep', ['30'], { stdio: 'ignore' });
    try {
      expect(listed(ensure(child.pid, 'pid'))).toBeUndefined();
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('answers null for a pid that does not exist', () => {
    expect(inspectJvm(2 ** 22 + 1)).toBeNull();
  });
});

describe('parsePerfData', () => {
  it('refuses bytes that are no performance data', () => {
    expect(() => parsePerfData(new Uint8Array(64))).toThrow(/magic/);
    expect(() => parsePerfData(new Uint8Array(3))).toThrow(/magic/);
  });

  it('gives the texts and numbers by name', () => {
    const values = parsePerfData(
      perfDataBytes({ 'sun.rt.javaCommand': 'Shop one', 'sun.os.hrt.frequency': 7 }),
    );
    expect([...values]).toEqual([
      ['sun.rt.javaCommand', 'Shop one'],
      ['sun.os.hrt.frequency', 7],
    ]);
  });

  it('takes no text from outside of its entry: 10,000 entries could each have a long one', () => {
    const bytes = perfDataBytes({ long: 'x'.repeat(1_000), first: 'a', second: 'b' });
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const second = bytes.length - 40; // its entry has 20 bytes, "second", and "b" in 8
    expect(view.getInt32(second, true)).toBe(40);
    view.setInt32(second + 4, 60 - second, true); // its name is within "xxx"
    expect([...parsePerfData(bytes).keys()]).toEqual(['long', 'first']);
    view.setInt32(second + 4, 20, true);
    view.setInt32(second + 16, 60 - second, true); // its value is
    expect([...parsePerfData(bytes).keys()]).toEqual(['long', 'first']);
  });

  it('ends at an entry that is not finished', () => {
    const bytes = new Uint8Array(64);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, 0xcafec0c0);
    bytes[4] = 1;
    bytes[5] = 2;
    view.setInt32(24, 32, true);
    view.setInt32(28, 1000, true);
    view.setInt32(32, 0x7fffffff, true);
    expect(parsePerfData(bytes).size).toBe(0);
  });
});
