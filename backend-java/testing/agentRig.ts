import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import {
  removeFolder,
  startJvm,
  waitUntil,
  type TestJvm,
} from '../../electron/engine/testing/javaFixture.ts';
import type { Clock } from '../../shared/events/clock.ts';
import type { JavaHome } from '../../electron/engine/jvms/jdkHome.ts';
import type { ClassId } from '../../shared/base/ids.ts';
import { EventAccount } from './eventAccount.ts';
import { FakeTool, type FakeToolOptions } from './fakeTool.ts';
import {
  agentThreads,
  attach,
  builtAgent,
  compileWithProbes,
  openThings,
  type BuiltAgent,
} from './liveJvm.ts';

/**
 * What the tests of the agent in real JVMs share: the built agent, JVMs that run Work.java, fake tools, and their end
 * after each test. To be called within a `describe`.
 */
export function agentRig(java: JavaHome) {
  let built: BuiltAgent;
  let classPath: string;
  const tools: FakeTool[] = [];
  const jvms: TestJvm[] = [];
  /** Known once the tests run. */
  const agent = {
    get jar(): string {
      return built.jar;
    },
    get buildId(): string {
      return built.buildId;
    },
  };

  beforeAll(async () => {
    built = await builtAgent();
    classPath = await compileWithProbes({
      Work: readFileSync(join(import.meta.dirname, 'Work.java'), 'utf8'),
    });
  });

  afterEach(async () => {
    for (const tool of tools.splice(0)) tool.dispose();
    for (const jvm of jvms.splice(0)) await jvm.stop();
  });

  afterAll(() => {
    for (const jvm of jvms) jvm.process.kill('SIGKILL');
    removeFolder(dirname(classPath));
  });

  async function newTool(options: Partial<FakeToolOptions> = {}): Promise<FakeTool> {
    const tool = new FakeTool({ buildId: agent.buildId, ...options });
    tools.push(tool);
    await tool.start();
    return tool;
  }

  /** @param readyText on stdout, to be waited for; '' does not wait */
  async function newJvm(options: readonly string[] = [], readyText = 'ready'): Promise<TestJvm> {
    const jvm = await startJvm({ java, arguments: [...options, '-cp', classPath, 'Work'], readyText });
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
    options: { clock?: Clock } = {},
  ): Promise<{ account: EventAccount; produced: number; dropped: number }> {
    const account = new EventAccount();
    tool.sink = account;
    await tool.ask(
      {
        kind: 'startRecording',
        clock: options.clock ?? 'nano',
        fullWaitMs: 5_000,
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

  /** The tool made last in this test. */
  function lastTool(): FakeTool {
    return tools[tools.length - 1];
  }

  return { agent, newTool, newJvm, attached, work, record, classNamed, expectGone, lastTool };
}

/** A class file with one text replaced by another of the same length. */
export function replaceText(bytes: Uint8Array, from: string, to: string): Uint8Array {
  const copy = Buffer.from(bytes);
  const at = copy.indexOf(from);
  if (at >= 0) copy.write(to, at);
  return copy;
}
