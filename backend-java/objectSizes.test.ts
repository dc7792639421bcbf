import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { JavaHome } from '../electron/engine/jvms/jdkHome.ts';
import {
  compileJava,
  removeFolder,
  startJvm,
  TEST_JDKS,
  waitUntil,
  type TestJvm,
} from '../electron/engine/testing/javaFixture.ts';
import { arrayBytes } from '../shared/events/objectLayout.ts';
import { FakeTool } from './testing/fakeTool.ts';
import { attach, builtAgent } from './testing/liveJvm.ts';

/**
 * What Sluice takes objects to be, held to what the JVM has on its heap: its class histogram for objects, and what it says that a thread
 * has allocated for arrays. Under each setting that changes how objects are laid out.
 */
const SETTINGS = [
  { title: 'as it comes', flags: [] },
  { title: 'with references of 8 bytes', flags: ['-XX:-UseCompressedOops'] },
  { title: 'with compact headers', flags: ['-XX:+UseCompactObjectHeaders'], since: 25 },
  { title: 'with ZGC', flags: ['-XX:+UseZGC'] },
  {
    title: 'with class pointers of 8 bytes',
    flags: ['-XX:-UseCompressedOops', '-XX:-UseCompressedClassPointers'],
  },
  { title: 'with objects at multiples of 16', flags: ['-XX:ObjectAlignmentInBytes=16'] },
];
const FIRST_JDK = 17;
const LEAST_CLASSES = 9_000;
/** Of other loaders than the program's own, as sun.reflect.misc.Trampoline. */
const FEW_CLASSES = 10;
/** The JVM initialises thousands of classes first. */
const PATIENCE_MS = 300_000;
/** Their objects differ in size, and the JVM alone makes them: no bytecode can. */
const OF_ANY_SIZE = ['java.lang.Class', 'jdk.internal.vm.StackChunk'];

const classes = compileJava(
  'EveryClass',
  readFileSync(join(import.meta.dirname, 'testing/EveryClass.java'), 'utf8'),
);
const jvms: TestJvm[] = [];
const tools: FakeTool[] = [];

afterEach(async () => {
  for (const tool of tools.splice(0)) tool.dispose();
  for (const jvm of jvms.splice(0)) await jvm.stop();
});
afterAll(() => removeFolder(classes));

describe.each(TEST_JDKS.filter(({ feature }) => feature >= FIRST_JDK))('on JDK $feature', (java) => {
  it.for(SETTINGS.filter(({ since = FIRST_JDK }) => java.feature >= since))(
    'every class and array has the size that the JVM gives it $title',
    { tags: 'slow', timeout: PATIENCE_MS },
    async ({ flags }) => {
      const { jvm, tool } = await attached(java, flags);
      const told = await toldSizes(tool);
      const notToBeHeld = await hold(jvm, [...told.keys()]);
      const onHeap = histogram(java, jvm.pid);
      const compared = [...told].filter(([name]) => onHeap.has(name));
      expect(compared.length).toBeGreaterThan(LEAST_CLASSES);
      expect(compared.filter(([name, bytes]) => onHeap.get(name) !== bytes)).toEqual([]);
      const missing = [...told.keys()].filter((name) => !onHeap.has(name));
      expect(missing.filter((name) => !notToBeHeld.has(name))).toEqual([]);
      expect(missing.filter((name) => !isHidden(name)).length).toBeLessThan(FEW_CLASSES);

      const [{ layout }] = tool.messagesOf('proof');
      for (const [type, bytes] of await arraysIn(jvm)) {
        const elementBytes = ELEMENT_BYTES[type] ?? layout.referenceBytes;
        expect(
          `${type} ${bytes.map((_, length) => arrayBytes(layout, elementBytes, length)).join(' ')}`,
        ).toBe(`${type} ${bytes.join(' ')}`);
      }
    },
  );
});

const ELEMENT_BYTES: Readonly<Record<string, number>> = {
  ...{ boolean: 1, byte: 1, char: 2, short: 2, int: 4, float: 4, long: 8, double: 8 },
};

async function attached(java: JavaHome, flags: readonly string[]): Promise<{ jvm: TestJvm; tool: FakeTool }> {
  const { jar, buildId } = await builtAgent();
  const jvm = await startJvm({ java, arguments: [...flags, '-cp', classes, 'EveryClass'], readyText: '' });
  jvms.push(jvm);
  await waitUntil(
    () => jvm.output().includes('ready') || jvm.process.exitCode !== null,
    'ready',
    PATIENCE_MS,
  );
  const tool = new FakeTool({ buildId });
  tools.push(tool);
  await tool.start();
  await attach(jvm.pid, jar, tool.sessionFile);
  await tool.proven;
  tool.pingEvery(1_000);
  return { jvm, tool };
}

/**
 * As a recording asks for them: all classes are said to be made by a class that is rewritten.
 * @returns class -> bytes of an object, the larger of two of that name; only of initialised classes, which can have objects
 */
async function toldSizes(tool: FakeTool): Promise<Map<string, number>> {
  const { classes: loaded } = await tool.ask({ kind: 'listClasses' }, 'classes');
  const classIds = loaded.filter(({ name }) => name === 'EveryClass').map(({ classId }) => classId);
  tool.made = loaded.map(({ name }) => name);
  await tool.ask(
    {
      kind: 'startRecording',
      clock: 'none',
      fullWaitMs: 500,
      firstWaitMs: 0,
      lazy: false,
      rehearsal: false,
      rehearsed: false,
      allocation: true,
      coreWaits: false,
      live: false,
      liveEveryBytes: 0,
    },
    'done',
  );
  await tool.ask(
    { kind: 'retransform', classIds, retryMs: 0, restore: false, prepared: [] },
    'retransformed',
  );
  await tool.ask({ kind: 'stopRecording' }, 'stopped');
  const sizes = new Map<string, number>();
  for (const { sizes: told } of tool.messagesOf('objectSizes'))
    for (const { className, bytes } of told) sizes.set(className, Math.max(bytes, sizes.get(className) ?? 0));
  for (const name of OF_ANY_SIZE) sizes.delete(name);
  return sizes;
}

/** For those that the program could not look up when it began. @returns those that it cannot look up at all */
async function hold(jvm: TestJvm, names: readonly string[]): Promise<ReadonlySet<string>> {
  jvm.process.stdin?.write(`${names.join('\n')}\nEnd\n`);
  await waitUntil(() => jvm.output().includes('done End'), 'an object of each class', PATIENCE_MS);
  return new Set([...jvm.output().matchAll(/^none of (.*)$/gm)].map(([, name]) => name));
}

/** No name leads to it. */
function isHidden(name: string): boolean {
  return name.includes('/');
}

/** class -> bytes of one of its objects; of two classes of one name the larger ones, as Sluice has them. */
function histogram(java: JavaHome, pid: number): Map<string, number> {
  const text = execFileSync(join(java.home, 'bin/jcmd'), [String(pid), 'GC.class_histogram', '-all'], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  const sizes = new Map<string, number>();
  for (const [, objects, bytes, name] of text.matchAll(/^ *\d+: +(\d+) +(\d+) +([^[\s]\S*)/gm))
    sizes.set(name, Math.max(Number(bytes) / Number(objects), sizes.get(name) ?? 0));
  return sizes;
}

async function arraysIn(jvm: TestJvm): Promise<Map<string, readonly number[]>> {
  jvm.process.stdin?.write('arrays\n');
  await waitUntil(() => jvm.output().includes('done arrays'), 'sizes of arrays');
  return new Map(
    [...jvm.output().matchAll(/^array (\S+) (.*)$/gm)].map(([, type, bytes]) => [
      type,
      bytes.split(' ').map(Number),
    ]),
  );
}
