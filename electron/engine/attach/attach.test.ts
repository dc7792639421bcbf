import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ensure } from '../../../shared/base/assert.ts';
import { SluiceError } from '../../../shared/base/errors.ts';
import { loadAgent } from './attach.ts';
import { AttachSocket } from './attachSocket.ts';
import { untilStarted } from './jvmStart.ts';
import type { AttachTarget } from './attachTarget.ts';
import { createTrigger } from './attachTrigger.ts';
import { checkLoadReply } from './attachReply.ts';
import { inspectJvm } from '../jvms/jvmProcess.ts';
import { readProcStatus, readStartTicks, uptimeMsOf } from '../jvms/procStatus.ts';
import {
  compileJava,
  removeFolder,
  SLEEPER,
  startJvm,
  TEST_JDKS,
  waitUntil,
} from '../testing/javaFixture.ts';

const AGENT = `
public class TestAgent {
  public static void agentmain(String options) {
    if (options.equals("throw")) throw new IllegalStateException("as told");
    System.out.println("agent " + options);
  }
}`;

/** Hides the host's /tmp (the classes are moved out of the way first) and becomes the JVM, pid 1 of its namespace. */
const CONTAINER_SCRIPT =
  'mount -t tmpfs none /mnt && cp "$1"/*.class /mnt && ' +
  'mount -t tmpfs none /tmp && exec "$0/bin/java" -cp /mnt Sleeper';
const canUnshare = spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']).status === 0;

const NOBODY_UID = 65534;
let classes = '';
let jar = '';

beforeAll(() => {
  classes = compileJava('Sleeper', SLEEPER);
  const agentClasses = compileJava('TestAgent', AGENT);
  jar = join(classes, 'agent.jar');
  const manifest = join(agentClasses, 'manifest');
  writeFileSync(manifest, 'Agent-Class: TestAgent\n');
  const home = ensure(
    TEST_JDKS.find((java) => java.hasCompiler),
    'a JDK',
  ).home;
  execFileSync(join(home, 'bin/jar'), ['cfm', jar, manifest, '-C', agentClasses, 'TestAgent.class']);
  chmodSync(jar, 0o644);
  removeFolder(agentClasses);
});
afterAll(() => removeFolder(classes));

function targetOf(pid: number): AttachTarget {
  const status = ensure(readProcStatus(pid), `status of ${pid}`);
  const { nsPid, euid, egid } = status;
  return { pid, nsPid, euid, egid, startTicks: ensure(readStartTicks(pid), `start of ${pid}`) };
}

const ageMs = (pid: number): number => uptimeMsOf(ensure(readStartTicks(pid), `start of ${pid}`));

const triggersLeft = (pid: number): string[] =>
  readdirSync(tmpdir()).filter((name) => name === `.attach_pid${pid}`);

const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no error',
    (thrown: unknown) => (thrown instanceof SluiceError ? thrown.code : `bug: ${String(thrown)}`),
  );

describe.each(TEST_JDKS.map((java) => ({ name: `JDK ${java.feature}`, java })))('on $name', ({ java }) => {
  const sleeper = (...options: string[]) => ({ java, arguments: [...options, '-cp', classes, 'Sleeper'] });

  it('loads an agent, again and again, and leaves no trigger file', async () => {
    const jvm = await startJvm(sleeper());
    try {
      await loadAgent(targetOf(jvm.pid), jar, 'first');
      await loadAgent(targetOf(jvm.pid), jar, 'second');
      await waitUntil(() => jvm.output().includes('agent second'), 'the second agent');
      expect(jvm.output()).not.toContain('Full thread dump');
      expect(triggersLeft(jvm.pid)).toEqual([]);
    } finally {
      await jvm.stop();
    }
  });

  it('attaches to -Xrs without a signal', async () => {
    const jvm = await startJvm(sleeper('-Xrs'));
    try {
      expect(readProcStatus(jvm.pid)?.catchesQuit).toBe(false);
      await loadAgent(targetOf(jvm.pid), jar, 'quiet');
      await waitUntil(() => jvm.output().includes('agent quiet'), 'the agent');
    } finally {
      await jvm.stop();
    }
  });

  it('takes away the trigger that a killed tool left, also when the JVM listens already', async () => {
    const jvm = await startJvm(sleeper());
    try {
      await loadAgent(targetOf(jvm.pid), jar, 'first');
      writeFileSync(`/proc/${jvm.pid}/cwd/.attach_pid${jvm.pid}`, '');
      expect(triggersLeft(jvm.pid)).toHaveLength(1);
      await loadAgent(targetOf(jvm.pid), jar, 'second');
      expect(triggersLeft(jvm.pid)).toEqual([]);
    } finally {
      await jvm.stop();
    }
  });

  it('takes its trigger away where the JVM has ended before', async () => {
    const jvm = await startJvm(sleeper());
    const trigger = createTrigger(targetOf(jvm.pid));
    expect(triggersLeft(jvm.pid)).toHaveLength(1);
    await jvm.stop();
    trigger.remove();
    expect(triggersLeft(jvm.pid)).toEqual([]);
  });

  it('attaches to a JVM of another user', async () => {
    const jvm = await startJvm({ ...sleeper(), uid: NOBODY_UID });
    try {
      expect(inspectJvm(jvm.pid)?.status.euid).toBe(NOBODY_UID);
      await loadAgent(targetOf(jvm.pid), jar, 'other');
      await waitUntil(() => jvm.output().includes('agent other'), 'the agent');
      expect(triggersLeft(jvm.pid)).toEqual([]);
    } finally {
      await jvm.stop();
    }
  });

  it.skipIf(!canUnshare)('attaches to a JVM in a container: own pids, own /tmp, jar inside', async () => {
    const outer = spawn(
      'unshare',
      ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', CONTAINER_SCRIPT, java.home, classes],
      { stdio: ['pipe', 'pipe', 'pipe'], cwd: '/' },
    );
    let output = '';
    outer.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    try {
      await waitUntil(() => output.includes('ready'), 'the JVM in the container');
      const [pid] = readFileSync(`/proc/${outer.pid}/task/${outer.pid}/children`, 'utf8').split(' ');
      const jvm = ensure(inspectJvm(Number(pid)), 'the JVM');
      expect(jvm).toMatchObject({ container: true, rootPrefix: `/proc/${pid}/root`, mainClass: 'Sleeper' });
      expect(jvm.status.nsPid).toBe(1);
      expect(existsSync('/tmp/agent.jar')).toBe(false);
      copyFileSync(jar, `${jvm.rootPrefix}/tmp/agent.jar`);
      await loadAgent(targetOf(Number(pid)), '/tmp/agent.jar', 'inside');
      await waitUntil(() => output.includes('agent inside'), 'the agent');
    } finally {
      outer.kill('SIGKILL'); // --kill-child: the JVM goes with it
    }
  });

  it('says what failed: missing jar, agent that throws, forbidden agents', async () => {
    const jvm = await startJvm(sleeper());
    const strict = await startJvm(sleeper('-XX:-EnableDynamicAgentLoading'));
    try {
      await expect(loadAgent(targetOf(jvm.pid), '/nowhere/a.jar', '')).rejects.toThrow(/could not open/);
      await expect(loadAgent(targetOf(jvm.pid), jar, 'throw')).rejects.toThrow(/failed inside the JVM/);
      await expect(loadAgent(targetOf(strict.pid), jar, '')).rejects.toThrow(/EnableDynamicAgentLoading/);
      await expect(loadAgent(targetOf(jvm.pid), jar, 'x'.repeat(1024))).rejects.toThrow(/less than 1024/);
      await loadAgent(targetOf(jvm.pid), jar, 'afterwards');
    } finally {
      await jvm.stop();
      await strict.stop();
    }
  });

  it('waits for the socket up to the deadline when the JVM has no attach mechanism', async () => {
    const jvm = await startJvm(sleeper('-XX:+DisableAttachMechanism'));
    try {
      const code = await codeOf(loadAgent(targetOf(jvm.pid), jar, '', { socketMs: 200, replyMs: 200 }));
      expect(code).toBe('attach-failed');
      expect(triggersLeft(jvm.pid)).toEqual([]);
    } finally {
      await jvm.stop();
    }
  });

  it('sends no signal to a stopped JVM, and gives up on one that was stopped later', async () => {
    const jvm = await startJvm(sleeper());
    try {
      const stop = async (): Promise<void> => {
        jvm.process.kill('SIGSTOP');
        await waitUntil(() => readProcStatus(jvm.pid)?.state === 'T', 'state T');
      };
      await stop();
      await expect(loadAgent(targetOf(jvm.pid), jar, '')).rejects.toThrow(/is stopped/);
      jvm.process.kill('SIGCONT');
      await loadAgent(targetOf(jvm.pid), jar, 'continued');
      await stop();
      const late = loadAgent(targetOf(jvm.pid), jar, '', { socketMs: 500, replyMs: 100 });
      await expect(late).rejects.toThrow(/did not answer .*: it is stopped/);
      jvm.process.kill('SIGCONT');
      expect(jvm.output()).not.toContain('Full thread dump');
    } finally {
      await jvm.stop();
    }
  });

  it('asks once, however long the JVM takes: one that listens answers a second signal with its threads', async () => {
    const jvm = await startJvm(sleeper());
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true); // the JVM hears nothing
    try {
      const late = loadAgent(targetOf(jvm.pid), jar, '', { socketMs: 1_200, replyMs: 100 });
      await expect(late).rejects.toThrow(/did not open its attach socket within 1.2 s/);
      expect(kill.mock.calls).toEqual([[jvm.pid, 'SIGQUIT']]);
    } finally {
      kill.mockRestore();
      await jvm.stop();
    }
  });

  it('does not ask beside a tool that has asked already', async () => {
    const jvm = await startJvm(sleeper());
    const kill = vi.spyOn(process, 'kill');
    const looks = vi.spyOn(AttachSocket.prototype, 'exists');
    try {
      const others = createTrigger(targetOf(jvm.pid));
      expect(others.othersForMs).toBe(0);
      const ours = loadAgent(targetOf(jvm.pid), jar, 'second');
      await waitUntil(() => looks.mock.calls.length > 4, 'ours to wait for the socket');
      execFileSync('kill', ['-QUIT', String(jvm.pid)]);
      await ours;
      expect(kill).not.toHaveBeenCalled();
      others.remove();
      await waitUntil(() => jvm.output().includes('agent second'), 'the agent');
      expect(jvm.output()).not.toContain('Full thread dump');
      expect(triggersLeft(jvm.pid)).toEqual([]);
    } finally {
      kill.mockRestore();
      looks.mockRestore();
      await jvm.stop();
    }
  });

  it('asks at once where a tool was killed that had asked long ago', async () => {
    const jvm = await startJvm(sleeper());
    try {
      const left = `/proc/${jvm.pid}/cwd/.attach_pid${jvm.pid}`;
      writeFileSync(left, '');
      expect(createTrigger(targetOf(jvm.pid)).othersForMs).toBeGreaterThan(5_000);
      const longAgo = new Date(Date.now() - 10_001);
      utimesSync(left, longAgo, longAgo);
      expect(createTrigger(targetOf(jvm.pid)).othersForMs).toBe(0);
      await loadAgent(targetOf(jvm.pid), jar, 'after');
      expect(triggersLeft(jvm.pid)).toEqual([]);
    } finally {
      await jvm.stop();
    }
  });

  it('waits for a JVM that has just got its handler', async () => {
    for (let i = 0; i < 10; i++) {
      const jvm = await startJvm({ ...sleeper(), readyText: '' });
      try {
        while (readProcStatus(jvm.pid)?.catchesQuit === false) await nextTurn();
        await loadAgent(targetOf(jvm.pid), jar, 'early');
        await waitUntil(() => /ready[^]*agent early|agent early[^]*ready/.test(jvm.output()), 'both');
        expect(jvm.output()).not.toContain('Full thread dump');
      } finally {
        await jvm.stop();
      }
    }
  }, 60_000);

  it('waits 2 s for a young JVM that keeps no performance data, and then no more', async () => {
    const jvm = await startJvm(sleeper('-XX:-UsePerfData'));
    try {
      await loadAgent(targetOf(jvm.pid), jar, 'patient');
      await waitUntil(() => jvm.output().includes('agent patient'), 'the agent');
      const age = ageMs(jvm.pid);
      expect(age).toBeGreaterThan(2_000);
      expect(age).toBeLessThan(10_000);
      const startMs = performance.now();
      await untilStarted(targetOf(jvm.pid), () => {});
      expect(performance.now() - startMs).toBeLessThan(1_500);
    } finally {
      await jvm.stop();
    }
  });

  it('never kills a JVM that is just starting', async () => {
    const outcomes: string[] = [];
    for (const waitMs of [0, 1, 2, 3, 5, 8, 12, 20, 35, 50]) {
      const jvm = await startJvm({ ...sleeper(), readyText: '' });
      try {
        await delay(waitMs);
        outcomes.push(await codeOf(loadAgent(targetOf(jvm.pid), jar, 'early')));
        await waitUntil(() => jvm.output().includes('ready'), 'the program after an early attach');
        expect(jvm.process.signalCode).toBeNull();
        expect(jvm.output()).not.toContain('Full thread dump');
      } finally {
        await jvm.stop();
      }
    }
    for (const outcome of outcomes) expect(['no error', 'not-attachable']).toContain(outcome);
  }, 60_000);
});

describe('wrong processes', () => {
  it('sends no SIGQUIT to a process without a handler', async () => {
    const child = spawn('sleep', ['30'], { stdio: 'ignore' });
    try {
      const pid = ensure(child.pid, 'pid');
      await waitUntil(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('sleep'), 'sleep');
      await expect(loadAgent(targetOf(pid), jar, '')).rejects.toThrow(/no handler for SIGQUIT/);
      expect(child.signalCode).toBeNull();
      expect(existsSync(`/proc/${pid}`)).toBe(true);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('sends nothing to a process that got the pid of another', async () => {
    const jvm = await startJvm({
      java: ensure(TEST_JDKS[0], 'a JDK'),
      arguments: ['-cp', classes, 'Sleeper'],
    });
    try {
      const stale = { ...targetOf(jvm.pid), startTicks: targetOf(jvm.pid).startTicks - 1 };
      expect(await codeOf(loadAgent(stale, jar, ''))).toBe('target-gone');
      expect(existsSync(`/tmp/.java_pid${jvm.pid}`)).toBe(false);
    } finally {
      await jvm.stop();
    }
  });
});

describe('checkLoadReply', () => {
  it.each([
    ['0\n', 'ok'],
    ['0\nreturn code: 0\n', 'ok'],
    ['0\nreturn code: 100\n', 'could not open the agent jar'],
    ['0\nreturn code: 101\n', 'no agent class'],
    ['0\nreturn code: 102\n', 'failed inside the JVM'],
    ['101\n', 'another version of the attach protocol'],
    ['-1\nDynamic agent loading is not enabled. Use -XX:+Enable', 'forbids agents'],
    ['0\nDynamic agent loading is not enabled. Use -XX:+Enable', 'forbids agents'],
    ['0\nFailed to load module java.instrument', 'lacks the module java.instrument'],
    ['', 'without an answer'],
    ['garbage', 'result garbage'],
  ])('understands %j', (reply, expected) => {
    let text = 'ok';
    try {
      checkLoadReply(reply);
    } catch (thrown) {
      text = (thrown as Error).message;
    }
    expect(text).toContain(expected);
  });
});
