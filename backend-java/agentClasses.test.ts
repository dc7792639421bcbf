import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceOf } from '../electron/engine/revelation/preparedCode.ts';
import { removeFolder, TEST_JDKS, waitUntil } from '../electron/engine/testing/javaFixture.ts';
import type { ClassId } from '../shared/base/ids.ts';
import { CLASS_FLAG, SWAP_STATUS } from '../shared/wire/controlMessage.ts';
import { agentRig, replaceText } from './testing/agentRig.ts';
import { agentThreads, attach, openThings } from './testing/liveJvm.ts';

/** Lists, hands over and swaps classes, in real JVMs, seen from the tool's side of the wire. */

describe.each(TEST_JDKS)('on JDK $feature', (java) => {
  const { agent, newTool, attached, work, record, classNamed, expectGone } = agentRig(java);

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
    expect(find('java.lang.Runnable')?.flags).toBe(
      CLASS_FLAG.modifiable | CLASS_FLAG.interface | CLASS_FLAG.core,
    );
    expect(find('Work')).toMatchObject({ module: '', flags: CLASS_FLAG.modifiable | CLASS_FLAG.initialized });
    const own = classes.filter(({ name }) =>
      /^sluice\.|^java\.lang\.Sluice|^jdk\.internal\.misc\.Unsafe$/.test(name),
    );
    expect(own.length).toBeGreaterThan(20);
    expect(own.filter(({ flags }) => (flags & CLASS_FLAG.modifiable) !== 0)).toEqual([]);
  });

  it('has loaded its own classes before it proves itself: the class loader of the program may be held up later', async () => {
    const { jvm, tool } = await attached({}, ['-Xlog:class+load=info:stdout']);
    const loaded = (): string[] =>
      jvm
        .output()
        .split('\n')
        .filter((line) => line.includes('] sluice.agent.'));
    const before = loaded();
    expect(before.length).toBeGreaterThan(80);
    await work(jvm, 'greet');
    await record(tool, jvm, 'greet');
    await tool.ask({ kind: 'calibrate', clock: 'nano' }, 'calibration');
    await tool.ask({ kind: 'listClasses' }, 'classes');
    const greeting = await classNamed(tool, 'Greeting');
    const retransform = {
      kind: 'retransform',
      classIds: [greeting],
      retryMs: 0,
      restore: false,
      prepared: [],
    } as const;
    await tool.ask(retransform, 'retransformed');
    await tool.ask({ kind: 'detach' }, 'detached');
    await waitUntil(() => agentThreads(jvm.pid).length === 0, 'the end of the agent threads');
    await work(jvm, 'greet'); // what was logged before is there
    expect(loaded()).toEqual(before);
  });

  it('hands over the bytes of every modifiable class and swaps none of them', async () => {
    const { jvm, tool } = await attached({}, ['-Xlog:redefine+class+load=info:stdout']);
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
    expect(jvm.output()).not.toMatch(/redefined/);
    expect(await tool.ask({ kind: 'getClassBytes', classIds: [987_654 as ClassId] }, 'classBytes')).toEqual({
      kind: 'classBytes',
      classes: [{ classId: 987_654, bytes: new Uint8Array() }],
    });
  });

  it('hands them over with few errors where the Flight Recorder writes errors down', async () => {
    const { jvm, tool } = await attached({}, ['-XX:StartFlightRecording:settings=default']);
    const { classes } = await tool.ask({ kind: 'listClasses' }, 'classes');
    const modifiable = classes.filter(({ flags }) => (flags & CLASS_FLAG.modifiable) !== 0);
    const classIds = modifiable.map(({ classId }) => classId).slice(0, 500);
    const answer = await tool.ask({ kind: 'getClassBytes', classIds }, 'classBytes');
    expect(answer.classes.filter(({ bytes }) => bytes.length > 0)).toHaveLength(500);
    const file = join(mkdtempSync(join(tmpdir(), 'sluice-errors-')), 'errors.jfr');
    execFileSync(join(java.home, 'bin', 'jcmd'), [`${jvm.pid}`, 'JFR.dump', `filename=${file}`]);
    const print = ['print', '--events', 'jdk.JavaErrorThrow', file];
    const thrown = execFileSync(join(java.home, 'bin', 'jfr'), print, { encoding: 'utf8' });
    const errors = thrown.match(/thrownClass = java\.lang\.ClassFormatError/g) ?? [];
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.length).toBeLessThan(50);
    removeFolder(dirname(file));
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
      {
        kind: 'retransform',
        classIds: [...others, greeting, 987_654 as ClassId],
        retryMs: 0,
        restore: false,
        prepared: [],
      },
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

  it('makes classes what they were without asking the tool about each', async () => {
    const { jvm, tool } = await attached();
    const before = await work(jvm, 'greet');
    const greeting = await classNamed(tool, 'Greeting');
    let asked = 0;
    tool.rewriteClass = (_, bytes) => {
      asked++;
      return replaceText(bytes, 'Hello', 'Jello');
    };
    const swap = (restore: boolean) =>
      tool.ask(
        { kind: 'retransform', classIds: [greeting], retryMs: 0, restore, prepared: [] },
        'retransformed',
      );
    await swap(false);
    expect(await work(jvm, 'greet')).not.toBe(before);
    const { results } = await swap(true);
    expect(results).toEqual([{ classId: greeting, status: SWAP_STATUS.swapped, message: '' }]);
    expect(await work(jvm, 'greet')).toBe(before);
    expect(asked).toBe(1);
    expect(await tool.ask({ kind: 'detach' }, 'detached')).toMatchObject({ restoredClasses: 0 });
  });

  it('takes code that is prepared for what the class is, and asks about it where it is something else', async () => {
    const { jvm, tool } = await attached();
    const before = await work(jvm, 'greet');
    const greeting = await classNamed(tool, 'Greeting');
    const { classes } = await tool.ask({ kind: 'getClassBytes', classIds: [greeting] }, 'classBytes');
    const [{ bytes }] = classes;
    let asked = 0;
    tool.rewriteClass = (_, present) => {
      asked++;
      return replaceText(present, 'Hello', 'Mello');
    };
    const swap = (source: number, rewritten: Uint8Array) =>
      tool.ask(
        {
          ...{ kind: 'retransform', classIds: [greeting], retryMs: 0, restore: false },
          prepared: [{ classId: greeting, source, rewritten }],
        },
        'retransformed',
      );
    await swap(sourceOf(bytes), replaceText(bytes, 'Hello', 'Jello'));
    expect(await work(jvm, 'greet')).toBe('Jello!');
    await swap(sourceOf(bytes), new Uint8Array());
    expect(await work(jvm, 'greet')).toBe(before);
    expect(asked).toBe(0);
    await swap(sourceOf(bytes) + 1, replaceText(bytes, 'Hello', 'Jello'));
    expect(await work(jvm, 'greet')).toBe('Mello!');
    expect(asked).toBe(1);
    expect(await tool.ask({ kind: 'detach' }, 'detached')).toMatchObject({ restoredClasses: 1 });
    expect(await work(jvm, 'greet')).toBe(before);
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

  it('can be attached to again at once', { tags: 'slow' }, async () => {
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
  ])('works under %s', { tags: 'slow' }, async (option) => {
    const { jvm, tool } = await attached({}, [option]);
    const { account, dropped } = await record(tool, jvm, 'threads 3 2000');
    expect(account.faults).toEqual([]);
    expect(dropped).toBe(0);
    expect(account.entriesOf.get(17)).toBe(12_000);
    const greeting = (await work(jvm, 'greet'), await classNamed(tool, 'Greeting'));
    tool.rewriteClass = (_, bytes) => replaceText(bytes, 'Hello', 'Jello');
    await tool.ask(
      { kind: 'retransform', classIds: [greeting], retryMs: 0, restore: false, prepared: [] },
      'retransformed',
    );
    expect(await work(jvm, 'greet')).toBe('Jello!');
    await tool.ask({ kind: 'detach' }, 'detached');
    await tool.closed;
    await waitUntil(() => agentThreads(jvm.pid).length === 0, 'the end of the agent threads');
    expect(await work(jvm, 'greet')).toBe('Hello!');
    expect(jvm.output()).not.toMatch(/WARNING in native|Exception/);
  });
});
