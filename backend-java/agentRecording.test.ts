import { setTimeout as delay } from 'node:timers/promises';
import { pairNs } from '../shared/cct/calibrationDrift.ts';
import { describe, expect, it } from 'vitest';
import { TEST_JDKS, waitUntil } from '../electron/engine/testing/javaFixture.ts';
import type { MethodId } from '../shared/base/ids.ts';
import { HOOK_OFF, SWAP_STATUS, TELL_ALL } from '../shared/wire/controlMessage.ts';
import { agentRig, replaceText } from './testing/agentRig.ts';
import { EventAccount } from './testing/eventAccount.ts';

/** After so long without a word or a step of the tool nobody waits for it. */
const SILENT_MS = 3_000;

/** Without a time to wait at first invocations. */
const LAZY_START = {
  kind: 'startRecording',
  clock: 'nano',
  fullWaitMs: 0,
  lazy: true,
  rehearsal: false,
  rehearsed: false,
  allocation: false,
  coreWaits: false,
  live: false,
  liveEveryBytes: 0,
} as const;

/** Calibrates, records, waits and drops, in real JVMs, seen from the tool's side of the wire. */

describe.each(TEST_JDKS)('on JDK $feature', (java) => {
  const { attached, work, record, classNamed } = agentRig(java);

  it('calibrates: two clock reads and little else', async () => {
    const { tool } = await attached();
    const timed = await tool.ask({ kind: 'calibrate', clock: 'nano' }, 'calibration');
    const untimed = await tool.ask({ kind: 'calibrate', clock: 'none' }, 'calibration');
    for (const { innerNs, outerNs, spreadNs } of [timed]) {
      expect(innerNs).toBeGreaterThan(1);
      expect(outerNs).toBeGreaterThan(1);
      expect(innerNs + outerNs).toBeLessThan(2_000);
      expect(spreadNs).toBeGreaterThanOrEqual(0);
    }
    expect(untimed.innerNs).toBe(0);
    expect(untimed.outerNs).toBeLessThan(timed.innerNs + timed.outerNs);
  });

  it('calibrates the clock cpu by itself, and tells steps of the system where there are any', async () => {
    const { tool } = await attached();
    const cost = await tool.ask({ kind: 'calibrate', clock: 'cpu' }, 'calibration');
    expect(cost.innerNs).toBeGreaterThan(20);
    expect(cost.innerNs + cost.outerNs).toBeLessThan(20_000);
    expect(cost.countNs).toBeLessThan(cost.innerNs);
    expect(cost.stepNs).toBeLessThanOrEqual(10_000_000);
  });

  it.each(['nano', 'bursts', 'cpu'] as const)(
    'checks while it records what its probes cost, and records nothing of that, clock %s',
    async (clock) => {
      const { jvm, tool } = await attached();
      await expect(tool.ask({ kind: 'checkCalibration' }, 'calibration')).rejects.toThrow(
        'no recording is running',
      );
      const calibrated = await tool.ask({ kind: 'calibrate', clock }, 'calibration');
      const account = new EventAccount();
      tool.sink = account;
      await tool.ask(
        {
          kind: 'startRecording',
          clock,
          fullWaitMs: 5_000,
          firstWaitMs: 0,
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
      let cheapest = await tool.ask({ kind: 'checkCalibration' }, 'calibration');
      for (let i = 0; i < 5; i++) {
        await work(jvm, 'roots 10');
        const checked = await tool.ask({ kind: 'checkCalibration' }, 'calibration');
        expect(checked.countNs).toBeGreaterThan(0);
        expect(checked.pausedPairNs > 0).toBe(clock === 'bursts');
        if (pairNs(checked) < pairNs(cheapest)) cheapest = checked;
      }
      // Two reads of the clock at least; more than was calibrated only while the machine has other work.
      expect(cheapest.innerNs).toBeGreaterThan(10);
      expect(pairNs(cheapest)).toBeLessThan(2 * pairNs(calibrated));
      const stopped = await tool.ask({ kind: 'stopRecording' }, 'stopped');
      tool.drain();
      expect(Object.fromEntries(account.entriesOf)).toMatchObject({ 16: 50, 17: 100, 18: 50 });
      expect(account.words).toBe(stopped.producedEvents);
    },
  );

  it.each(['nano', 'cpu', 'none'] as const)('records every call of every thread, clock %s', async (clock) => {
    const { jvm, tool } = await attached();
    const { account, produced, dropped } = await record(tool, jvm, 'threads 8 20000', { clock });
    expect(account.faults.slice(0, 5)).toEqual([]);
    expect(Object.fromEntries(account.entriesOf)).toEqual({ 16: 160_000, 17: 320_000, 18: 160_000 });
    expect(account.openFrames).toBe(0);
    expect(dropped).toBe(0);
    expect(account.words).toBe(produced);
    expect([...account.names.values()].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((i) => `worker ${i}`));
    const again = await record(tool, jvm, 'roots 10', { clock });
    expect(Object.fromEntries(again.account.entriesOf)).toEqual({ 16: 10, 17: 20, 18: 10 });
  });

  it('records nothing outside of roots, and nothing when no recording runs', async () => {
    const { jvm, tool } = await attached();
    await work(jvm, 'roots 1000');
    const { account } = await record(tool, jvm, 'outside 1000');
    expect(account.words).toBe(0);
  });

  it.runIf(java.feature >= 21)('records virtual threads and gives their lanes back', async () => {
    const { jvm, tool } = await attached();
    const { account, dropped } = await record(tool, jvm, 'virtual 20000 3');
    expect(account.faults.slice(0, 5)).toEqual([]);
    expect(dropped).toBe(0);
    expect(tool.messagesOf('report')).toEqual([]);
    expect(account.entriesOf.get(17)).toBe(120_000);
    expect(account.openFrames).toBe(0);
    expect(account.names.size).toBe(20_000);
    expect(account.virtualThreads).toBeGreaterThanOrEqual(20_000);
    expect(account.ended.size).toBe(20_000);
  });

  it('exits that overflow the stack are told as missed, and cost nothing else', async () => {
    const { jvm, tool } = await attached();
    const overflows = await record(tool, jvm, 'overflow 60');
    expect(jvm.output()).toContain('60 overflows');
    expect(overflows.account.faults).toEqual([]);
    expect(overflows.account.entriesOf.get(16)).toBe(60);
    const { account } = await record(tool, jvm, 'roots 100');
    expect(account.faults).toEqual([]);
    expect(account.entriesOf.get(16)).toBe(100);
  });

  it('drops and counts when the tool does not read, and delays nobody twice', async () => {
    const { jvm, tool } = await attached();
    const account = new EventAccount();
    await tool.ask(
      {
        kind: 'startRecording',
        clock: 'nano',
        fullWaitMs: 200,
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
    await work(jvm, 'roots 300000'); // 2.7 M events, 21 MB; the ring holds 1 MB
    expect(performance.now() - startMs).toBeLessThan(5_000);
    tool.sink = account;
    const draining = setInterval(() => tool.drain(), 5);
    const stopped = await tool.ask({ kind: 'stopRecording' }, 'stopped');
    clearInterval(draining);
    tool.drain();
    expect(stopped.droppedEvents).toBeGreaterThan(1_000_000);
    expect(account.dropped).toBe(stopped.droppedEvents);
    expect(account.words + account.dropped).toBe(stopped.producedEvents);
    expect(stopped.waitedNs).toBeGreaterThan(150e6);
  });

  it('a slow tool makes threads wait, and the wait is told', async () => {
    const { jvm, tool } = await attached();
    const account = new EventAccount();
    tool.sink = account;
    await tool.ask(
      {
        kind: 'startRecording',
        clock: 'nano',
        fullWaitMs: 10_000,
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
    let lastMs = performance.now();
    await work(jvm, 'roots 100000', () => {
      if (performance.now() - lastMs < 60) return;
      tool.drain();
      lastMs = performance.now();
    });
    const draining = setInterval(() => tool.drain(), 5);
    const stopped = await tool.ask({ kind: 'stopRecording' }, 'stopped');
    clearInterval(draining);
    tool.drain();
    expect(account.faults.slice(0, 5)).toEqual([]);
    expect(stopped.droppedEvents).toBe(0);
    expect(account.entriesOf.get(17)).toBe(200_000);
    expect(stopped.waitedNs).toBeGreaterThan(50e6);
    expect(Math.abs(account.adjustNs - stopped.waitedNs)).toBeLessThan(stopped.waitedNs / 100);
  });

  it('a first invocation waits for its callees, also in an interrupted thread', async () => {
    const { jvm, tool } = await attached();
    const account = new EventAccount();
    tool.sink = account;
    const start = {
      kind: 'startRecording',
      clock: 'nano',
      fullWaitMs: 500,
      firstWaitMs: 5_000,
      lazy: true,
      rehearsal: false,
      rehearsed: false,
      allocation: false,
      coreWaits: false,
      live: false,
      liveEveryBytes: 0,
    } as const;
    for (const command of ['late', 'interrupted']) {
      await tool.ask(start, 'done');
      await tool.ask({ kind: 'markReady', methodIds: [16 as MethodId] }, 'done');
      tool.messages.length = 0;
      const done = work(jvm, command);
      await waitUntil(() => tool.messagesOf('firstInvoked').length > 0, 'FIRST_INVOKED');
      expect(tool.messagesOf('firstInvoked')[0].methodIds).toEqual([20]);
      await tool.ask({ kind: 'markReady', methodIds: [20 as MethodId] }, 'done');
      expect(await done).toMatch(command === 'late' ? /^\d+ ms$/ : /^true$/);
      const stopped = await tool.ask({ kind: 'stopRecording' }, 'stopped');
      expect(stopped.firstWaitTimeouts).toBe(0);
    }
    tool.drain();
    expect(account.faults).toEqual([]);
    expect(account.entriesOf.get(20)).toBe(2);
    expect(account.adjustNs).toBeGreaterThan(0);
  });

  it('a first invocation that nobody answers waits once', async () => {
    const { jvm, tool } = await attached();
    await tool.ask(
      {
        kind: 'startRecording',
        clock: 'nano',
        fullWaitMs: 0,
        firstWaitMs: 100,
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
    expect(Number.parseInt(await work(jvm, 'late'))).toBeGreaterThanOrEqual(200); // the root, then its callee
    expect(Number.parseInt(await work(jvm, 'late'))).toBeLessThan(100);
    const stopped = await tool.ask({ kind: 'stopRecording' }, 'stopped');
    expect(stopped.firstWaitTimeouts).toBe(2);
  });

  it('a first invocation waits as long as the tool works', async () => {
    const { jvm, tool } = await attached();
    await tool.ask(
      {
        kind: 'startRecording',
        clock: 'nano',
        fullWaitMs: 0,
        firstWaitMs: 500,
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
    const late = work(jvm, 'late');
    const startMs = performance.now();
    while (performance.now() - startMs < 1_500) await tool.ask({ kind: 'listClasses' }, 'classes');
    await tool.ask({ kind: 'markReady', methodIds: [16, 20] as MethodId[] }, 'done');
    expect(Number.parseInt(await late)).toBeGreaterThan(1_000);
    const stopped = await tool.ask({ kind: 'stopRecording' }, 'stopped');
    expect(stopped.firstWaitTimeouts).toBe(0);
  });

  it('a first invocation waits for long work that says nothing and counts its steps in the event file', async () => {
    const { jvm, tool } = await attached();
    await tool.ask({ ...LAZY_START, firstWaitMs: 2_500 }, 'done');
    const late = work(jvm, 'late');
    tool.pingEvery(0);
    const startMs = performance.now();
    for (let step = 1; performance.now() - startMs < SILENT_MS + 500; step++) {
      tool.noteWorkStep(step);
      await delay(100);
    }
    await tool.ask({ kind: 'markReady', methodIds: [16, 20] as MethodId[] }, 'done');
    expect(Number.parseInt(await late)).toBeGreaterThan(SILENT_MS);
    const stopped = await tool.ask({ kind: 'stopRecording' }, 'stopped');
    expect(stopped.firstWaitTimeouts).toBe(0);
  });

  it('a standstill of the program, in which the tool answers, is no wait for it', async () => {
    const { jvm, tool } = await attached();
    await tool.ask({ ...LAZY_START, firstWaitMs: 1_000 }, 'done');
    const late = work(jvm, 'late');
    // The root, then its callee. Who of the threads of the program comes first after a standstill is a race.
    for (const methodId of [16, 20] as MethodId[]) {
      await waitUntil(
        () => tool.messagesOf('firstInvoked').some(({ methodIds }) => methodIds.includes(methodId)),
        'FIRST_INVOKED',
      );
      jvm.process.kill('SIGSTOP');
      await delay(1_500);
      const answered = tool.ask({ kind: 'markReady', methodIds: [methodId] }, 'done');
      jvm.process.kill('SIGCONT');
      await answered;
    }
    expect(Number.parseInt(await late)).toBeGreaterThan(3_000);
    const stopped = await tool.ask({ kind: 'stopRecording' }, 'stopped');
    expect(stopped.firstWaitTimeouts).toBe(0);
  });

  it('a first invocation that goes on since the tool is silent is told', async () => {
    const { jvm, tool } = await attached();
    await tool.ask({ ...LAZY_START, firstWaitMs: 60_000 }, 'done');
    tool.pingEvery(0);
    await work(jvm, 'late'); // the root goes on after the silence, its callee at once
    await work(jvm, 'late');
    const stopped = await tool.ask({ kind: 'stopRecording' }, 'stopped');
    expect(stopped.firstWaitTimeouts).toBe(2);
  });

  it('a class load that nobody answers goes on in time, and is told', async () => {
    const { jvm, tool } = await attached();
    await tool.ask(
      {
        kind: 'setLoadHook',
        on: true,
        deadlineMs: 2_000,
        ...{ ...TELL_ALL, tellPrefixes: ['Loaded2'] },
      },
      'done',
    );
    tool.classLoading = ({ name }) => (name === 'Loaded3' ? 'no answer' : null);
    for (const [command, answer, lost] of [
      ['load 1', 'Hello1', 0],
      ['load 2', 'Hello2', 0],
      ['load 3', 'Hello3', 1],
    ] as const) {
      await tool.ask(
        {
          kind: 'startRecording',
          clock: 'nano',
          fullWaitMs: 0,
          firstWaitMs: 0,
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
      expect(await work(jvm, command)).toBe(answer);
      expect((await tool.ask({ kind: 'stopRecording' }, 'stopped')).loadTimeouts).toBe(0);
      expect(tool.messagesOf('loadLost')).toHaveLength(lost);
    }
  });

  it('asks about a loading class, or tells of it', async () => {
    const { jvm, tool } = await attached();
    const hook = {
      kind: 'setLoadHook',
      on: true,
      ...{ ...TELL_ALL, tellPrefixes: ['Loaded2'] },
    } as const;
    await tool.ask({ ...hook, deadlineMs: 2_000 }, 'done');
    tool.classLoading = ({ name, bytes }) =>
      name.startsWith('Loaded') ? replaceText(bytes, 'Hello', 'Jello') : null;
    expect(await work(jvm, 'load 1')).toBe('Jello1');
    expect(await work(jvm, 'load 2')).toBe('Hello2');
    await tool.ask({ kind: 'ping' }, 'done'); // what was only told is here before the answer
    const loading = tool.messagesOf('classLoading').filter(({ name }) => name.startsWith('Loaded'));
    expect(loading.map(({ name, module }) => [name, module])).toEqual([
      ['Loaded1', ''],
      ['Loaded2', ''],
    ]);
    // The number given at loading is the class's for good.
    expect(await classNamed(tool, 'Loaded2')).toBe(loading[1].classId);
    tool.rewriteClass = (_, bytes) => replaceText(bytes, 'Hello', 'Cello');
    const { results } = await tool.ask(
      { kind: 'retransform', classIds: [loading[1].classId], retryMs: 500, restore: false, prepared: [] },
      'retransformed',
    );
    expect(results).toEqual([{ classId: loading[1].classId, status: SWAP_STATUS.swapped, message: '' }]);
    expect(await work(jvm, 'load 2')).toBe('Cello2');

    await tool.ask({ kind: 'setLoadHook', ...HOOK_OFF }, 'done');
    const detached = await tool.ask({ kind: 'detach' }, 'detached');
    expect(detached.restoredClasses).toBe(2);
    expect(await work(jvm, 'load 1')).toBe('Hello1');
    expect(await work(jvm, 'load 2')).toBe('Hello2');
  });
});
