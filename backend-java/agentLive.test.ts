import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  TEST_JDKS,
  removeFolder,
  startJvm,
  waitUntil,
  type TestJvm,
} from '../electron/engine/testing/javaFixture.ts';
import type { ClassId, MethodId } from '../shared/base/ids.ts';
import { CLASS_FLAG, SWAP_STATUS } from '../shared/wire/controlMessage.ts';
import { EventAccount } from './testing/eventAccount.ts';
import { FakeTool, type FakeToolOptions } from './testing/fakeTool.ts';
import {
  agentThreads,
  attach,
  builtAgent,
  compileWithProbes,
  openThings,
  type BuiltAgent,
} from './testing/liveJvm.ts';

/** Everything the agent does, in real JVMs, seen from the tool's side of the wire. */

let agent: BuiltAgent;
let classPath: string;
const tools: FakeTool[] = [];
const jvms: TestJvm[] = [];

beforeAll(async () => {
  agent = await builtAgent();
  classPath = await compileWithProbes({
    Work: readFileSync(join(import.meta.dirname, 'testing', 'Work.java'), 'utf8'),
  });
});

afterEach(async () => {
  for (const tool of tools.splice(0)) tool.dispose();
  for (const jvm of jvms.splice(0)) await jvm.stop();
});

async function newTool(options: Partial<FakeToolOptions> = {}): Promise<FakeTool> {
  const tool = new FakeTool({ buildId: agent.buildId, ...options });
  tools.push(tool);
  await tool.start();
  return tool;
}

describe.each(TEST_JDKS)('on JDK $feature', (java) => {
  async function newJvm(options: readonly string[] = []): Promise<TestJvm> {
    const jvm = await startJvm({ java, arguments: [...options, '-cp', classPath, 'Work'] });
    jvms.push(jvm);
    return jvm;
  }

  async function attached(
    options: Partial<FakeToolOptions> = {},
    jvmOptions: readonly string[] = [],
  ): Promise<{ jvm: TestJvm; tool: FakeTool }> {
    const jvm = await newJvm(jvmOptions);
    const tool = await newTool(options);
    await attach(jvm.pid, agent.jar, tool.sessionFile);
    await tool.proven;
    tool.pingEvery(1_000);
    return { jvm, tool };
  }

  /** Lets the program do one command; answers what it printed about it. */
  async function work(jvm: TestJvm, line: string, whileWaiting: () => void = () => {}): Promise<string> {
    const from = jvm.output().length;
    const pattern = new RegExp(`^done ${line}: (.*)$`, 'm');
    jvm.process.stdin?.write(`${line}\n`);
    await waitUntil(() => {
      whileWaiting();
      return pattern.test(jvm.output().slice(from)) || jvm.process.exitCode !== null;
    }, line);
    return pattern.exec(jvm.output().slice(from))?.[1] ?? '';
  }

  async function record(
    tool: FakeTool,
    jvm: TestJvm,
    line: string,
    options: { clock?: 'nano' | 'none'; forgiving?: boolean } = {},
  ): Promise<{ account: EventAccount; produced: number; dropped: number }> {
    const account = new EventAccount(options.forgiving);
    tool.sink = account;
    await tool.ask(
      {
        kind: 'startRecording',
        clock: options.clock ?? 'nano',
        fullWaitMs: 5_000,
        firstWaitMs: 0,
        lazy: false,
      },
      'done',
    );
    await work(jvm, line, () => tool.drain());
    const draining = setInterval(() => tool.drain(), 5);
    const stopped = await tool.ask({ kind: 'stopRecording' }, 'stopped');
    clearInterval(draining);
    tool.drain();
    return { account, produced: stopped.producedEvents, dropped: stopped.droppedEvents };
  }

  async function classNamed(tool: FakeTool, name: string): Promise<ClassId> {
    const { classes } = await tool.ask({ kind: 'listClasses' }, 'classes');
    const found = classes.find((loaded) => loaded.name === name);
    if (!found) throw new Error(`${name} is not loaded`);
    return found.classId;
  }

  async function expectGone(jvm: TestJvm, tool: FakeTool): Promise<void> {
    await waitUntil(() => agentThreads(jvm.pid).length === 0, 'the end of the agent threads');
    expect(openThings(jvm.pid, tool.directory).files).toEqual([]);
    expect(await work(jvm, 'greet')).toBe('Hello!');
    expect(jvm.output()).not.toContain('Sluice');
  }

  it('lists every class after its supers, and none of its own as modifiable', async () => {
    const { tool } = await attached();
    const { classes, loaders } = await tool.ask({ kind: 'listClasses' }, 'classes');
    expect(classes.length).toBeGreaterThan(400);
    const seen = new Set<number>();
    for (const loaded of classes) {
      for (const superId of [loaded.superId, ...loaded.interfaceIds]) {
        if (superId !== 0 && !seen.has(superId)) throw new Error(`${loaded.name} comes before its super`);
      }
      seen.add(loaded.classId);
    }
    const loaderIds = new Set(loaders.map((loader) => loader.loaderId));
    expect(classes.filter((loaded) => !loaderIds.has(loaded.loaderId))).toEqual([]);
    const find = (name: string) => classes.find((loaded) => loaded.name === name);
    expect(find('java.lang.Object')).toMatchObject({ loaderId: 0, module: 'java.base', superId: 0 });
    expect(find('java.lang.Runnable')?.flags).toBe(CLASS_FLAG.modifiable | CLASS_FLAG.interface);
    expect(find('Work')).toMatchObject({ module: '', flags: CLASS_FLAG.modifiable | CLASS_FLAG.initialized });
    const own = classes.filter(({ name }) =>
      /^sluice\.|^java\.lang\.Sluice|^jdk\.internal\.misc\.Unsafe$/.test(name),
    );
    expect(own.length).toBeGreaterThan(20);
    expect(own.filter(({ flags }) => (flags & CLASS_FLAG.modifiable) !== 0)).toEqual([]);
  });

  it('hands over the bytes of every modifiable class and swaps none of them', async () => {
    const { tool } = await attached({}, ['-Xlog:redefine+class+load=info:stdout']);
    const { classes } = await tool.ask({ kind: 'listClasses' }, 'classes');
    const modifiable = classes.filter(({ flags }) => (flags & CLASS_FLAG.modifiable) !== 0);
    const wanted = new Set(modifiable.map(({ classId }) => classId));
    while (wanted.size > 0) {
      const answer = await tool.ask({ kind: 'getClassBytes', classIds: [...wanted] }, 'classBytes');
      expect(answer.classes.length).toBeGreaterThan(0);
      for (const { classId, bytes } of answer.classes) {
        wanted.delete(classId);
        expect(Buffer.from(bytes.subarray(0, 4)).toString('hex')).toBe('cafebabe');
      }
    }
    expect(jvms[0].output()).not.toMatch(/redefined/);
    expect(await tool.ask({ kind: 'getClassBytes', classIds: [987_654 as ClassId] }, 'classBytes')).toEqual({
      kind: 'classBytes',
      classes: [{ classId: 987_654, bytes: new Uint8Array() }],
    });
  });

  it('swaps code, refuses a broken class alone, and gives everything back', async () => {
    const { jvm, tool } = await attached();
    await work(jvm, 'greet');
    const greeting = await classNamed(tool, 'Greeting');
    const others = (await tool.ask({ kind: 'listClasses' }, 'classes')).classes
      .filter(({ name, flags }) => name.startsWith('java.util.') && (flags & CLASS_FLAG.modifiable) !== 0)
      .map(({ classId }) => classId)
      .slice(0, 20);
    tool.rewriteClass = (classId, bytes) => {
      if (classId === greeting) return replaceText(bytes, 'Hello', 'Jello');
      return classId === others[7] ? bytes.slice(0, 40) : bytes;
    };
    const { results } = await tool.ask(
      { kind: 'retransform', classIds: [...others, greeting, 987_654 as ClassId], retryMs: 0 },
      'retransformed',
    );
    const refused = results.filter(({ status }) => status === SWAP_STATUS.refused);
    expect(refused.map(({ classId }) => classId)).toEqual([others[7]]);
    expect(refused[0].message).toContain('ClassFormatError');
    expect(results.at(-1)?.status).toBe(SWAP_STATUS.notModifiable);
    expect(results.filter(({ status }) => status === SWAP_STATUS.swapped)).toHaveLength(20);
    expect(await work(jvm, 'greet')).toBe('Jello!');

    const detached = await tool.ask({ kind: 'detach' }, 'detached');
    expect(detached.notRestored).toEqual([]);
    expect(openThings(jvm.pid, tool.directory).files.filter((line) => line.endsWith('events'))).toEqual([]);
    await tool.closed;
    await expectGone(jvm, tool);
  });

  it('comes again and again, with the same result and nothing left behind', async () => {
    const { jvm, tool } = await attached();
    await tool.ask({ kind: 'detach' }, 'detached');
    await expectGone(jvm, tool);
    const { sockets } = openThings(jvm.pid, tool.directory);
    for (let round = 0; round < 5; round++) {
      const next = await newTool();
      await attach(jvm.pid, agent.jar, next.sessionFile);
      await next.proven;
      const { account } = await record(next, jvm, 'roots 100');
      expect(account.entriesOf.get(17)).toBe(200);
      await next.ask({ kind: 'detach' }, 'detached');
      await expectGone(jvm, next);
    }
    expect(openThings(jvm.pid, tool.directory).sockets).toBeLessThanOrEqual(sockets);
  });

  it('can be attached to again at once', async () => {
    const { jvm, tool } = await attached();
    let last = tool;
    for (let round = 0; round < 10; round++) {
      await last.ask({ kind: 'detach' }, 'detached');
      last = await newTool();
      await attach(jvm.pid, agent.jar, last.sessionFile);
      await last.ask({ kind: 'ping' }, 'done');
    }
  });

  it.each([
    ['-Xint'],
    ['-XX:TieredStopAtLevel=1'],
    ['-XX:+UseSerialGC'],
    ['-XX:+UseParallelGC'],
    ['-XX:+UseZGC'],
    ['-Xcheck:jni'],
    ['-Xverify:all'],
    ['-Xshare:off'],
    ['-esa'],
  ])('works under %s', async (option) => {
    const { jvm, tool } = await attached({}, [option]);
    const { account, dropped } = await record(tool, jvm, 'threads 3 2000');
    expect(account.faults).toEqual([]);
    expect(dropped).toBe(0);
    expect(account.entriesOf.get(17)).toBe(12_000);
    const greeting = (await work(jvm, 'greet'), await classNamed(tool, 'Greeting'));
    tool.rewriteClass = (_, bytes) => replaceText(bytes, 'Hello', 'Jello');
    await tool.ask({ kind: 'retransform', classIds: [greeting], retryMs: 0 }, 'retransformed');
    expect(await work(jvm, 'greet')).toBe('Jello!');
    await tool.ask({ kind: 'detach' }, 'detached');
    await tool.closed;
    await waitUntil(() => agentThreads(jvm.pid).length === 0, 'the end of the agent threads');
    expect(await work(jvm, 'greet')).toBe('Hello!');
    expect(jvm.output()).not.toMatch(/WARNING in native|Exception/);
  });

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

  it.each(['nano', 'none'] as const)('records every call of every thread, clock %s', async (clock) => {
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

  it('stack overflows cost single events, and never a thread', async () => {
    const { jvm, tool } = await attached();
    const overflows = await record(tool, jvm, 'overflow 60', { forgiving: true });
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
      { kind: 'startRecording', clock: 'nano', fullWaitMs: 200, firstWaitMs: 0, lazy: false },
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
      { kind: 'startRecording', clock: 'nano', fullWaitMs: 10_000, firstWaitMs: 0, lazy: false },
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
      { kind: 'startRecording', clock: 'nano', fullWaitMs: 0, firstWaitMs: 100, lazy: true },
      'done',
    );
    expect(Number.parseInt(await work(jvm, 'late'))).toBeGreaterThanOrEqual(200); // the root, then its callee
    expect(Number.parseInt(await work(jvm, 'late'))).toBeLessThan(100);
    const stopped = await tool.ask({ kind: 'stopRecording' }, 'stopped');
    expect(stopped.firstWaitTimeouts).toBe(2);
  });

  it('asks about a loading class, or tells, or goes on without an answer', async () => {
    const { jvm, tool } = await attached();
    const hook = {
      kind: 'setLoadHook',
      on: true,
      tellPrefixes: ['java.', 'Loaded2'],
      askModules: [],
    } as const;
    await tool.ask({ ...hook, deadlineMs: 2_000 }, 'done');
    tool.classLoading = ({ name, bytes }) =>
      name.startsWith('Loaded') ? replaceText(bytes, 'Hello', 'Jello') : null;
    expect(await work(jvm, 'load 1')).toBe('Jello1');
    expect(await work(jvm, 'load 2')).toBe('Hello2');
    const loading = tool.messagesOf('classLoading').filter(({ name }) => name.startsWith('Loaded'));
    expect(loading.map(({ name, module }) => [name, module])).toEqual([
      ['Loaded1', ''],
      ['Loaded2', ''],
    ]);
    // The number given at loading is the class's for good.
    expect(await classNamed(tool, 'Loaded2')).toBe(loading[1].classId);
    tool.rewriteClass = (_, bytes) => replaceText(bytes, 'Hello', 'Cello');
    const { results } = await tool.ask(
      { kind: 'retransform', classIds: [loading[1].classId], retryMs: 500 },
      'retransformed',
    );
    expect(results).toEqual([{ classId: loading[1].classId, status: SWAP_STATUS.swapped, message: '' }]);
    expect(await work(jvm, 'load 2')).toBe('Cello2');

    await tool.ask(
      { kind: 'setLoadHook', on: false, deadlineMs: 0, tellPrefixes: [], askModules: [] },
      'done',
    );
    const detached = await tool.ask({ kind: 'detach' }, 'detached');
    expect(detached.restoredClasses).toBe(2);
    expect(await work(jvm, 'load 1')).toBe('Hello1');
    expect(await work(jvm, 'load 2')).toBe('Hello2');
  });

  it('a killed tool frees and restores everything', async () => {
    const { jvm, tool } = await attached();
    await work(jvm, 'greet');
    const greeting = await classNamed(tool, 'Greeting');
    tool.rewriteClass = (_, bytes) => replaceText(bytes, 'Hello', 'Jello');
    await tool.ask({ kind: 'retransform', classIds: [greeting], retryMs: 0 }, 'retransformed');
    expect(await work(jvm, 'greet')).toBe('Jello!');
    await tool.ask(
      { kind: 'startRecording', clock: 'nano', fullWaitMs: 60_000, firstWaitMs: 60_000, lazy: true },
      'done',
    );
    const waiting = work(jvm, 'late');
    await waitUntil(() => tool.messagesOf('firstInvoked').length > 0, 'a waiting thread');
    tool.hangUp();
    expect(Number.parseInt(await waiting)).toBeLessThan(5_000);
    await expectGone(jvm, tool);
  });

  it('garbage on the connection ends in a clean detach', async () => {
    const { jvm, tool } = await attached();
    await work(jvm, 'greet');
    const greeting = await classNamed(tool, 'Greeting');
    tool.rewriteClass = (_, bytes) => replaceText(bytes, 'Hello', 'Jello');
    await tool.ask({ kind: 'retransform', classIds: [greeting], retryMs: 0 }, 'retransformed');
    for (const garbage of [
      'ffffffff0000000110',
      '0000000500000001ff',
      '0000000600000001 0a 00',
      '0000000900000009 2a 00000000',
    ]) {
      const next = tools.at(-1) as FakeTool;
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
    const tooMany = Array.from({ length: 201 }, (_, i) => (i + 1) as ClassId);
    await expect(
      tool.ask({ kind: 'retransform', classIds: tooMany, retryMs: 0 }, 'retransformed'),
    ).rejects.toThrow('at most 200 are allowed');
    const start = {
      kind: 'startRecording',
      clock: 'nano',
      fullWaitMs: 0,
      firstWaitMs: 0,
      lazy: false,
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
      { kind: 'startRecording', clock: 'nano', fullWaitMs: 0, firstWaitMs: 60_000, lazy: true },
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
    const account = new EventAccount(true);
    tool.sink = account;
    await tool.ask(
      { kind: 'startRecording', clock: 'nano', fullWaitMs: 500, firstWaitMs: 0, lazy: false },
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

/** A class file with one text replaced by another of the same length. */
function replaceText(bytes: Uint8Array, from: string, to: string): Uint8Array {
  const copy = Buffer.from(bytes);
  const at = copy.indexOf(from);
  if (at >= 0) copy.write(to, at);
  return copy;
}

afterAll(() => {
  for (const jvm of jvms) jvm.process.kill('SIGKILL');
  removeFolder(dirname(classPath));
});
