import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordingRequest } from '../../../shared/ipc/engineApi.ts';
import { recordingRequest } from '../../../shared/testing/recordingRequest.ts';
import { Engine } from '../engine.ts';
import { compileJava, removeFolder, startJvm, TEST_JDKS, waitUntil } from '../testing/javaFixture.ts';
import { RecordedCalls } from '../testing/recordedCalls.ts';

const HIDDEN =
  'Class ByName$Hidden, with 1 method, is not measured: it is hidden, and the JVM lets nobody change its code. [hiddenClass]';

/**
 * Calls by reflection under names that no string of the program holds, in a program of many classes: by Method, overridden and
 * static, by Constructor, by Class, of a hidden class, and from a thread that is not recorded. And what serialisation finds.
 */
const BY_NAME = `
import java.io.*;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.*;
public class ByName {
  ${Array.from({ length: 300 }, (_, i) => `static class Unused${i} implements Serializable { void zyx() {} public Unused${i}() {} private Object readResolve() { return this; } }`).join('\n  ')}
  static class Base { Object cba() { return deeper(1); } Object deeper(int i) { return i; } }
  static class Derived extends Base {
    Derived() {}
    Derived(int i) { this(); }
    @Override Object cba() { return super.cba(); }
    static void fed(String s) { ihg(); }
    static void ihg() {}
  }
  static class Hidden extends Base {}
  static void hide() throws Exception {
    byte[] file = ByName.class.getResourceAsStream("ByName$Hidden.class").readAllBytes();
    Class<?> option = Class.forName("java.lang.invoke.MethodHandles$Lookup$ClassOption");
    Method define = MethodHandles.Lookup.class
        .getMethod("defineHiddenClass", byte[].class, boolean.class, Array.newInstance(option, 0).getClass());
    Object lookup = define.invoke(MethodHandles.lookup(), file, true, Array.newInstance(option, 0));
    Class<?> hidden = ((MethodHandles.Lookup) lookup).lookupClass();
    Object made = hidden.getDeclaredConstructor().newInstance();
    Runnable lambda = () -> ((Base) made).deeper(1);
    lambda.run();
  }
  enum Color { RED }
  static class Stored implements Serializable {
    static final long serialVersionUID = 1;
    final Color color = Color.RED;
    final Runnable task = (Runnable & Serializable) ByName::task;
    private void writeObject(ObjectOutputStream out) throws IOException { out.defaultWriteObject(); }
    private Object readResolve() { task.run(); return this; }
  }
  static void task() {}
  static void store() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new ObjectOutputStream(bytes).writeObject(new Stored());
    new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
  }
  static String reversed(String name) { return new StringBuilder(name).reverse().toString(); }
  static void root() throws Exception {
    Class<?> type = Class.forName("ByName$Der" + "ived");
    Object made = type.getDeclaredConstructor(int.class).newInstance(1);
    type.newInstance();
    for (int i = 0; i < 3; i++) Base.class.getDeclaredMethod(reversed("abc")).invoke(made);
    type.getDeclaredMethod(reversed("def"), String.class).invoke(null, "");
    hide();
    store();
  }
  public static void main(String[] args) throws Exception {
    System.out.println("ready");
    while (System.in.read() != 'g') { }
    Thread other = new Thread(() -> {
      try { Derived.class.getDeclaredMethod(reversed("ghi")).invoke(null); } catch (Exception e) { throw new Error(e); }
    });
    other.start();
    other.join();
    root();
    System.out.println("done");
    while (System.in.read() >= 0) { }
  }
}`;

let classPath = '';
beforeAll(() => {
  classPath = compileJava('ByName', BY_NAME);
}, 60_000);
afterAll(() => removeFolder(classPath));

const SCHEMES: readonly RecordingRequest['scheme'][] = ['lazy', 'eager'];

describe.each(TEST_JDKS.filter(({ feature }) => feature >= 17))('reflection on JDK $feature', (java) => {
  it.each(SCHEMES)(
    'is measured whatever the names, and nothing else is, by the scheme %s',
    async (scheme) => {
      const jvm = await startJvm({ java, arguments: ['-cp', classPath, 'ByName'] });
      const engine = new Engine();
      const calls = new RecordedCalls(
        engine,
        ({ className, name, descriptor }) =>
          `${className.replace('ByName$', '')}.${name}${descriptor.replace(/\).*/, ')')}`,
      );
      try {
        const { sessionId } = await engine.attach(jvm.pid);
        calls.read(engine, sessionId);
        await engine.start(
          sessionId,
          recordingRequest('ByName::root', { scheme, clock: 'none', countTrivial: false }),
        );
        jvm.process.stdin?.write('g');
        await waitUntil(() => jvm.output().includes('done'), 'the calls', 60_000);
        const status = await engine.stop(sessionId);
        expect(status).toMatchObject({ complete: false, refusals: [HIDDEN], notes: [] });

        expect(Object.fromEntries(calls.counts())).toEqual({
          'ByName.root()': 1,
          'ByName.reversed(Ljava/lang/String;)': 4,
          'Derived.<init>()': 2,
          'Derived.<init>(I)': 1,
          'Base.<init>()': 3,
          'Derived.cba()': 3,
          'Base.cba()': 3,
          'Base.deeper(I)': 4,
          'Derived.fed(Ljava/lang/String;)': 1,
          'Derived.ihg()': 1,
          'ByName.hide()': 1,
          'ByName.lambda$hide$0(Ljava/lang/Object;)': 1,
          'ByName.store()': 1,
          'Stored.<init>()': 1,
          'Stored.writeObject(Ljava/io/ObjectOutputStream;)': 1,
          'Stored.readResolve()': 1,
          'Stored.$deserializeLambda$(Ljava/lang/invoke/SerializedLambda;)': 1,
          'ByName.task()': 1,
          'Color.<clinit>()': 1,
          'Color.$values()': 1,
          'Color.<init>(Ljava/lang/String;I)': 1,
          'Color.values()': 1,
        });
        expect(calls.methodNames.filter((name) => name.startsWith('Unused'))).toEqual([]);
      } finally {
        await engine.close();
        await jvm.stop();
      }
    },
    60_000,
  );
});
