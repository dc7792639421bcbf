import { describe, expect, it } from 'vitest';
import { recordingRequest } from '../../../shared/testing/recordingRequest.ts';
import { recording } from '../testing/revelationBench.ts';

const SOURCE = `
  class Main {
    static void root() { new Worker().start(); new Thread(Main::task).start(); }
    static void task() { }
  }
  class Worker extends Thread { public void run() { step(); } static void step() { } }`;
const LOADED = ['Main', 'Worker'];
const THREAD = 'java.lang.Thread';

describe('threads that are followed', () => {
  it('are told of by Thread itself, before any root runs and until the stop', async () => {
    const { jvm, revelation } = await recording(SOURCE, LOADED, { followThreads: true });
    expect(jvm.bytesOf(THREAD)).not.toBe(jvm.originalOf(THREAD));
    expect(jvm.log).toEqual(['swap Main.root!']);
    expect(revelation.stats()).toMatchObject({ instrumentedMethods: 1, instrumentedClasses: 1 });
    await revelation.stop();
    expect(jvm.bytesOf(THREAD)).toBe(jvm.originalOf(THREAD));
  });

  it('run what may be called back: it is instrumented before the thread is started', async () => {
    const { jvm } = await recording(SOURCE, LOADED, { followThreads: true });
    await jvm.invoke('Main.root');
    expect(jvm.probed()).toEqual(['Main.root!', 'Main.task', 'Worker.<init>', 'Worker.run']);
    await jvm.invoke('Worker.run');
    expect(jvm.probed()).toContain('Worker.step');
  });

  it('are not followed where the JVM refuses that, and the recording says so', async () => {
    const { jvm, revelation } = await recording(SOURCE, LOADED, { roots: ['Worker::step'] });
    await revelation.stop();
    jvm.refuses.add(THREAD);
    await revelation.start(
      recordingRequest('Main::root', { clock: 'none', followThreads: true, countTrivial: false }),
    );
    expect(jvm.probed()).toEqual(['Main.root!']);
    expect(revelation.stats().refusals).toEqual([
      'Threads that java.lang.Thread starts are not followed: the JVM refused it with probes: VerifyError. [hookRefused]',
    ]);
  });
});

describe('threads that are not followed', () => {
  it('leave Thread as it is', async () => {
    const { jvm } = await recording(SOURCE, LOADED);
    expect(jvm.log).toEqual(['swap Main.root!']);
    expect(jvm.bytesOf(THREAD)).toBe(jvm.originalOf(THREAD));
  });
});
