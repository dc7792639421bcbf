import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordingRequest } from '../../../shared/testing/recordingRequest.ts';
import { Engine } from '../engine.ts';
import { compileJava, removeFolder, startJvm, TEST_JDKS, waitUntil } from '../testing/javaFixture.ts';
import { RecordedCalls } from '../testing/recordedCalls.ts';

/**
 * As a signed jar that is read by several threads:
 *
 *     main:   loads PartCaller, whose initialiser makes PartBase.late reachable; in the lock, calls by reflection, and waits
 *     worker: swaps PartBase; the JVM's verifier loads PartMore for that, and the loader waits for the lock
 */
const LOCKED = `
import java.io.InputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
public class Locked {
  static final Object LOCK = new Object();
  static final CountDownLatch OTHER_LOADS = new CountDownLatch(1);
  static volatile Thread holder;
  static Class<?> called;
  static class Loader extends ClassLoader {
    Loader() { super(Locked.class.getClassLoader()); }
    @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("Part")) return super.loadClass(name, resolve);
      if (holder != null && Thread.currentThread() != holder) OTHER_LOADS.countDown();
      synchronized (LOCK) {
        Class<?> loaded = findLoadedClass(name);
        if (loaded != null) return loaded;
        try (InputStream in = Locked.class.getResourceAsStream(name + ".class")) {
          byte[] file = in.readAllBytes();
          return defineClass(name, file, 0, file.length);
        } catch (java.io.IOException e) {
          throw new ClassNotFoundException(name, e);
        }
      }
    }
  }
  static void root() throws Exception {
    Loader loader = new Loader();
    Class.forName("PartBase", false, loader);
    synchronized (LOCK) {
      holder = Thread.currentThread();
      Class.forName("PartCaller", false, loader);
      if (!OTHER_LOADS.await(10, TimeUnit.SECONDS)) System.out.println("no other thread loads");
      called.getDeclaredConstructor().newInstance();
    }
    Class.forName("PartCaller", true, loader);
  }
  public static void main(String[] args) throws Exception {
    System.out.println("ready");
    called = Class.forName(args[0]);
    while (System.in.read() != 'g') { }
    root();
    System.out.println("done");
    while (System.in.read() >= 0) { }
  }
}
class Own { }
class PartNeeded { }
class PartMore extends PartNeeded { }
class PartBase { static PartNeeded late() { return new PartMore(); } }
class PartCaller { static { PartBase.late(); } }`;

let classPath = '';
beforeAll(() => {
  classPath = compileJava('Locked', LOCKED);
}, 60_000);
afterAll(() => removeFolder(classPath));

const PARTS = { 'PartCaller.<clinit>': 1, 'PartBase.late': 1, 'PartMore.<init>': 1, 'PartNeeded.<init>': 1 };
const CASES = [
  ['core code, which goes on', 'java.lang.StringBuilder', true],
  ['own code, which waits in vain, and that is told', 'Own', false],
] as const;

describe.each(TEST_JDKS.filter(({ feature }) => feature >= 17))('a swap on JDK $feature', (java) => {
  it.each(CASES)(
    'may wait for a lock of a thread that calls by reflection: %s',
    async (_, called, complete) => {
      const jvm = await startJvm({ java, arguments: ['-cp', classPath, 'Locked', called] });
      const engine = new Engine();
      const calls = new RecordedCalls(engine, ({ className, name }) => `${className}.${name}`);
      try {
        const { sessionId } = await engine.attach(jvm.pid);
        calls.read(engine, sessionId);
        await engine.start(
          sessionId,
          recordingRequest('Locked::root', { scheme: 'eager', clock: 'none', countTrivial: false }),
        );
        jvm.process.stdin?.write('g');
        await waitUntil(() => jvm.output().includes('done'), 'the calls', 60_000);
        expect(jvm.output()).not.toContain('no other thread loads');
        const { losses, ...status } = await engine.stop(sessionId);
        expect(status).toMatchObject({ complete, refusals: [] });
        expect(losses.join()).toMatch(complete ? /^$/ : /1 wait at a first call ran out/);
        const parts = [...calls.counts()].filter(([name]) => name.startsWith('Part'));
        expect(Object.fromEntries(parts)).toEqual(PARTS);
      } finally {
        await engine.close();
        await jvm.stop();
      }
    },
    60_000,
  );
});
