// @module-tag slow
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TEST_JDKS, waitUntil } from '../electron/engine/testing/javaFixture.ts';
import type { ClassId } from '../shared/base/ids.ts';
import { agentRig, replaceText } from './testing/agentRig.ts';
import { EventAccount } from './testing/eventAccount.ts';
import { attach, liveObjects } from './testing/liveJvm.ts';

/** One after the other, of which a JVM that does not wait answers one. */
const PINGS = 5;

/** How sessions begin wrongly and how they end, in real JVMs, seen from the tool's side of the wire. */

describe.each(TEST_JDKS)('on JDK $feature', (java) => {
  const { agent, newTool, newJvm, attached, work, record, classNamed, expectGone, lastTool } = agentRig(java);

  it('a killed tool frees and restores everything', async () => {
    const { jvm, tool } = await attached();
    await work(jvm, 'greet');
    const greeting = await classNamed(tool, 'Greeting');
    tool.rewriteClass = (_, bytes) => replaceText(bytes, 'Hello', 'Jello');
    await tool.ask(
      { kind: 'retransform', classIds: [greeting], retryMs: 0, restore: false, prepared: [] },
      'retransformed',
    );
    expect(await work(jvm, 'greet')).toBe('Jello!');
    await tool.ask(
      {
        kind: 'startRecording',
        clock: 'nano',
        fullWaitMs: 60_000,
        firstWaitMs: 60_000,
        lazy: true,
        rehearsal: false,
        rehearsed: false,
        allocation: false,
        coreWaits: false,
        live: false,
        liveEveryBytes: 0,
      },
      'done',
    );
    const waiting = work(jvm, 'late');
    await waitUntil(() => tool.messagesOf('firstInvoked').length > 0, 'a waiting thread');
    tool.hangUp();
    expect(Number.parseInt(await waiting)).toBeLessThan(5_000);
    await expectGone(jvm, tool);
  });

  it('a detached agent leaves the connection to the tool, which may have written something before it reads that', async () => {
    const { jvm, tool } = await attached();
    await tool.ask({ kind: 'detach' }, 'detached');
    await tool.ask({ kind: 'ping' }, 'done');
    tool.hangUp();
    await expectGone(jvm, tool);
  });

  it('a detached agent leaves no object of a session in the heap', async () => {
    const { jvm, tool } = await attached();
    expect(liveObjects(java, jvm.pid)).toMatch(/ sluice\.agent\.SluiceTransformer$/m);
    await tool.ask({ kind: 'detach' }, 'detached');
    tool.hangUp();
    await expectGone(jvm, tool);
    expect(liveObjects(java, jvm.pid)).not.toMatch(/ sluice\.agent\.(Session|SluiceTransformer|LoadHook)$/m);
  });

  it('garbage on the connection ends in a clean detach', async () => {
    const { jvm, tool } = await attached();
    await work(jvm, 'greet');
    const greeting = await classNamed(tool, 'Greeting');
    tool.rewriteClass = (_, bytes) => replaceText(bytes, 'Hello', 'Jello');
    await tool.ask(
      { kind: 'retransform', classIds: [greeting], retryMs: 0, restore: false, prepared: [] },
      'retransformed',
    );
    for (const garbage of [
      'ffffffff0000000110',
      '0000000500000001ff',
      '0000000600000001 0a 00',
      '0000000900000009 2a 00000000',
      // The beginnings of packets of 16 MiB that cannot be.
      '0100000000000009 2a',
      '0100000000000000 0a',
      '01000000000000ff ff',
    ]) {
      const next = lastTool();
      next.pingEvery(0);
      next.sendRaw(Buffer.from(garbage.replaceAll(' ', ''), 'hex'));
      await next.closed;
      await expectGone(jvm, next);
      const replacement = await newTool();
      await attach(jvm.pid, agent.jar, replacement.sessionFile);
      await replacement.proven;
    }
  });

  it('a tool that does not know the secret gets nothing', async () => {
    const jvm = await newJvm();
    const tool = await newTool({ wrongSecret: true });
    await attach(jvm.pid, agent.jar, tool.sessionFile);
    await tool.closed;
    expect(tool.messages.map(({ kind }) => kind)).toEqual(['hello']);
    await expectGone(jvm, tool);
    expect(jvm.errors()).toContain(
      'Sluice: not attached: the tool does not know the secret of the session\n',
    );
    const secret = /^secret=(.*)$/m.exec(readFileSync(tool.sessionFile, 'utf8'))?.[1];
    expect(jvm.errors()).not.toContain(secret);
  });

  it('a second tool is told who is there', async () => {
    const { jvm, tool } = await attached();
    const second = await newTool();
    const attaching = attach(jvm.pid, agent.jar, second.sessionFile);
    await second.proven;
    await expect(second.ask({ kind: 'ping' }, 'done')).rejects.toThrow(
      `this JVM is being profiled already, by the Sluice with pid ${process.pid}`,
    );
    second.hangUp();
    await attaching;
    await tool.ask({ kind: 'listClasses' }, 'classes');
  });

  it('an agent of another build is refused with a sentence', async () => {
    const jvm = await newJvm();
    const tool = await newTool({ buildId: 'another' });
    const attaching = attach(jvm.pid, agent.jar, tool.sessionFile);
    await tool.proven;
    await expect(tool.ask({ kind: 'ping' }, 'done')).rejects.toThrow(
      `the agent in this JVM is build ${agent.buildId}, the tool needs build another`,
    );
    tool.hangUp();
    await attaching;
    await expectGone(jvm, tool);
  });

  it('wrong arguments are refused with a sentence, and the session goes on', async () => {
    const { tool } = await attached();
    await expect(tool.ask({ kind: 'stopRecording' }, 'stopped')).rejects.toThrow('no recording is running');
    const tooMany = Array.from({ length: 2_001 }, (_, i) => (i + 1) as ClassId);
    await expect(
      tool.ask(
        { kind: 'retransform', classIds: tooMany, retryMs: 0, restore: false, prepared: [] },
        'retransformed',
      ),
    ).rejects.toThrow('at most 2000 are allowed');
    const start = {
      kind: 'startRecording',
      clock: 'nano',
      fullWaitMs: 0,
      firstWaitMs: 0,
      lazy: false,
      rehearsal: false,
      rehearsed: false,
      allocation: false,
      coreWaits: false,
      live: false,
      liveEveryBytes: 0,
    } as const;
    await expect(tool.ask({ ...start, fullWaitMs: 4_000_000_000 }, 'done')).rejects.toThrow('fullWaitMs');
    await tool.ask(start, 'done');
    await expect(tool.ask(start, 'done')).rejects.toThrow('a recording is running');
    await expect(tool.ask({ kind: 'calibrate', clock: 'nano' }, 'calibration')).rejects.toThrow(
      'a recording is running',
    );
    await tool.ask({ kind: 'ping' }, 'done');
  });

  it('a silent tool is waited for no more after 3 seconds, and left after 10', async () => {
    const { jvm, tool } = await attached();
    await tool.ask(
      {
        kind: 'startRecording',
        clock: 'nano',
        fullWaitMs: 0,
        firstWaitMs: 60_000,
        lazy: true,
        rehearsal: false,
        rehearsed: false,
        allocation: false,
        coreWaits: false,
        live: false,
        liveEveryBytes: 0,
      },
      'done',
    );
    tool.pingEvery(0);
    const startMs = performance.now();
    expect(Number.parseInt(await work(jvm, 'late'))).toBeLessThan(5_000);
    expect(performance.now() - startMs).toBeGreaterThan(2_000);
    await tool.closed;
    expect(performance.now() - startMs).toBeLessThan(13_000);
    await expectGone(jvm, tool);
  });

  it('the end of the JVM delivers what was recorded, quickly and with its exit code', async () => {
    const { jvm, tool } = await attached();
    const account = new EventAccount();
    tool.sink = account;
    await tool.ask(
      {
        kind: 'startRecording',
        clock: 'nano',
        fullWaitMs: 500,
        firstWaitMs: 0,
        lazy: false,
        rehearsal: false,
        rehearsed: false,
        allocation: false,
        coreWaits: false,
        live: false,
        liveEveryBytes: 0,
      },
      'done',
    );
    const startMs = performance.now();
    jvm.process.stdin?.write('exit 7\n');
    await tool.closed;
    await waitUntil(() => jvm.process.exitCode !== null, 'the end of the JVM');
    expect(jvm.process.exitCode).toBe(7);
    expect(performance.now() - startMs).toBeLessThan(3_000);
    tool.drain();
    expect(tool.messagesOf('ending')).toHaveLength(1);
    expect(account.entriesOf.get(17)).toBe(2);
  });

  // The least that the JVM waits is 30 ms, of which a busy machine may give the tool none.
  it(
    'a JVM that has said its last word stays until the tool hangs up, whatever else it hears',
    { retry: 5 },
    async () => {
      const { jvm, tool } = await attached();
      let answered = 0;
      jvm.process.stdin?.write('exit 7\n');
      await waitUntil(() => tool.messagesOf('ending').length > 0, 'the last word');
      while (!tool.isClosed && answered < PINGS) {
        const ping = tool.ask({ kind: 'ping' }, 'done');
        if (
          await ping.then(
            () => true,
            () => false,
          )
        )
          answered++;
      }
      expect(answered).toBe(PINGS);
      tool.hangUp();
      await waitUntil(() => jvm.process.exitCode !== null, 'the end of the JVM');
      expect(jvm.process.exitCode).toBe(7);
    },
  );

  it('-javaagent holds the program back until the tool lets it start', async () => {
    const tool = await newTool({ transport: 'tcp' });
    const starting = newJvm([`-javaagent:${agent.jar}=${tool.sessionFile}`]);
    await tool.proven;
    expect(tool.messagesOf('proof')[0].startup).toBe(true);
    const { classes } = await tool.ask({ kind: 'listClasses' }, 'classes');
    expect(classes.find(({ name }) => name === 'Work')).toBeUndefined();
    await tool.ask({ kind: 'resumeStartup' }, 'done');
    const jvm = await starting;
    expect(jvm.errors()).toBe('');
    const { account } = await record(tool, jvm, 'roots 10');
    expect(account.entriesOf.get(17)).toBe(20);
    await tool.ask({ kind: 'detach' }, 'detached');
    await expectGone(jvm, tool);
  });

  it('-javaagent without a tool starts the program and says why on stderr', async () => {
    const jvm = await newJvm([`-javaagent:${agent.jar}=/nonexistent/session`]);
    expect(jvm.errors()).toMatch(
      /^Sluice: the program starts unprofiled: the session file cannot be used: .*\n$/,
    );
    expect(await work(jvm, 'greet')).toBe('Hello!');
  });

  it.runIf(java === TEST_JDKS[0])(
    '-javaagent starts the program when the tool has not let it within 30 s',
    { timeout: 60_000 },
    async () => {
      const tool = await newTool();
      const jvm = await newJvm([`-javaagent:${agent.jar}=${tool.sessionFile}`], '');
      await tool.proven;
      tool.pingEvery(1_000);
      await waitUntil(() => jvm.output().includes('ready'), 'the start of the program', 45_000);
      expect(jvm.errors()).toMatch(
        /^Sluice: the program starts unprofiled: the tool did not let it start within 30 seconds\n$/,
      );
    },
  );

  it('-javaagent starts the program when the tool is killed meanwhile', async () => {
    const tool = await newTool();
    const starting = newJvm([`-javaagent:${agent.jar}=${tool.sessionFile}`]);
    await tool.proven;
    tool.hangUp();
    const jvm = await starting;
    await expectGone(jvm, tool);
    expect(jvm.errors()).toMatch(/^Sluice: the program starts unprofiled: the tool closed the connection\n$/);
  });
});
