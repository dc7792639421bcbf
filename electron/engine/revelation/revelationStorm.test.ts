import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordingRequest } from '../../../shared/ipc/engineApi.ts';
import { recordingRequest } from '../../../shared/testing/recordingRequest.ts';
import { Engine } from '../engine.ts';
import { compileJava, removeFolder, startJvm, TEST_JDKS, waitUntil } from '../testing/javaFixture.ts';
import { RecordedCalls } from '../testing/recordedCalls.ts';

type Java = (typeof TEST_JDKS)[number];

/**
 * A program that counts its own calls: many threads enter the subgraph at once, through virtual calls, defaults, lambdas,
 * comparators and constructors, while classes load that override what runs already. Each method counts itself first.
 */
const STORM = `
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.LongAdder;

public class Storm {
  static final Map<String, LongAdder> COUNTS = new ConcurrentHashMap<>();
  static void count(String method) { COUNTS.computeIfAbsent(method, m -> new LongAdder()).increment(); }

  interface Step {
    int run(int i) throws Exception;
    default int twice(int i) throws Exception { count("Storm$Step.twice"); return run(i) + run(i); }
  }
  static class Plain implements Step {
    public int run(int i) { count("Storm$Plain.run"); return helper(i); }
    int helper(int i) { count("Storm$Plain.helper"); return i; }
  }
  static class Base {
    public int run(int i) { count("Storm$Base.run"); return own(i); }
    int own(int i) { count("Storm$Base.own"); return i; }
  }
  /** Gives Base.run an interface; loads late. */
  static class Joined extends Base implements Step { }
  static class Late extends Plain {
    static final int SEED = seed();
    static int seed() { count("Storm$Late.seed"); return 1; }
    Late() { super(); count("Storm$Late.<init>"); set(argument(2)); }
    void set(int i) { count("Storm$Late.set"); }
    static int argument(int i) { count("Storm$Late.argument"); return i; }
    @Override int helper(int i) { count("Storm$Late.helper"); return super.helper(i) + SEED; }
  }
  static class ByLength implements Comparator<String> {
    public int compare(String a, String b) { count("Storm$ByLength.compare"); return length(a) - length(b); }
    static int length(String s) { count("Storm$ByLength.length"); return s.length(); }
  }
  static class Key {
    final int k;
    Key(int k) { this.k = k; count("Storm$Key.<init>"); }
    @Override public int hashCode() { count("Storm$Key.hashCode"); return k; }
    @Override public boolean equals(Object o) { count("Storm$Key.equals"); return ((Key) o).k == k; }
  }
  static final Step MADE_BEFORE = i -> inLambda(i);
  static int inLambda(int i) { count("Storm.inLambda"); return i; }

  static int root(int thread) throws Exception {
    count("Storm.root");
    Step[] steps = { new Plain(), MADE_BEFORE, i -> viaReference(i), Storm::viaReference, late(thread), joined() };
    int sum = 0;
    for (int i = 0; i < 20; i++) for (Step step : steps) sum += step.twice(i);
    sum += sorted() + mapped() + Storm.class.getDeclaredMethod("reflected").getModifiers();
    Storm.class.getDeclaredMethod("reflected").invoke(null);
    return sum;
  }
  static Step late(int thread) throws Exception {
    count("Storm.late");
    return (Step) Class.forName("Storm$Late").getDeclaredConstructor().newInstance();
  }
  static Step joined() { count("Storm.joined"); return new Joined(); }
  static int viaReference(int i) { count("Storm.viaReference"); return i; }
  static void reflected() { count("Storm.reflected"); }
  static int sorted() {
    count("Storm.sorted");
    String[] words = { "ccc", "a", "bb", "dddd" };
    Arrays.sort(words, new ByLength());
    return words.length;
  }
  static int mapped() {
    count("Storm.mapped");
    Map<Key, Integer> map = new HashMap<>();
    for (int i = 0; i < 4; i++) map.put(new Key(i), i);
    return map.get(new Key(2));
  }

  public static void main(String[] args) throws Exception {
    System.out.println("ready");
    while (System.in.read() != 'g') { }
    int threads = 64;
    CyclicBarrier barrier = new CyclicBarrier(threads);
    List<Thread> all = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      int number = t;
      Thread thread = new Thread(() -> {
        try { barrier.await(); for (int i = 0; i < 5; i++) root(number); } catch (Throwable failed) { failed.printStackTrace(); }
      });
      all.add(thread);
      thread.start();
    }
    for (Thread thread : all) thread.join();
    COUNTS.forEach((method, calls) -> System.out.println(method + "=" + calls));
    System.out.println("done");
    while (System.in.read() >= 0) { }
  }
}`;

let classPath = '';
beforeAll(() => {
  classPath = compileJava('Storm', STORM);
}, 60_000);
afterAll(() => removeFolder(classPath));

const SCHEMES: readonly RecordingRequest['scheme'][] = ['lazy', 'eager', 'everything'];
/** Of the methods above; switched off and on while all of them run. */
const SWITCHED = ['Storm$Plain', 'Storm$Late', 'Storm$Key::hashCode', 'Storm::late', 'Storm::sorted'];

interface Counts {
  readonly method: string;
  /** By the program itself. */
  readonly expected: number;
  readonly recorded: number;
}

/** Records the storm from before it to after it. @param during what is done to the recording meanwhile */
async function stormOf(
  java: Java,
  scheme: RecordingRequest['scheme'],
  during: (engine: Engine, sessionId: string, isOver: () => boolean) => Promise<void> = async () => {},
): Promise<readonly Counts[]> {
  const jvm = await startJvm({ java, arguments: ['-cp', classPath, 'Storm'] });
  const engine = new Engine();
  const calls = new RecordedCalls(engine, ({ className, name }) => `${className}.${name}`);
  try {
    const { sessionId } = await engine.attach(jvm.pid);
    calls.read(engine, sessionId);
    await engine.start(
      sessionId,
      recordingRequest('Storm::root', {
        scheme,
        clock: 'none',
        excludes: ['Storm::count', 'Storm::lambda$count$*'],
        countTrivial: false,
      }),
    );
    jvm.process.stdin?.write('g');
    const isOver = (): boolean => jvm.output().includes('done');
    await during(engine, sessionId, isOver);
    await waitUntil(isOver, 'the end of the storm', 60_000);
    const status = await engine.stop(sessionId);
    expect(status.refusals).toEqual([]);
    expect(status.complete).toBe(true);
    expect(jvm.errors().replaceAll(/^WARNING: .*\n/gm, '')).toBe(''); // JEP 451 warns of agents

    const recorded = calls.counts();
    const counts = [...jvm.output().matchAll(/^(\S+)=(\d+)$/gm)].map(([, method, calls]) => ({
      method,
      // A bridge counts as a call of its own.
      expected: Number(calls) * (method === 'Storm$ByLength.compare' ? 2 : 1),
      recorded: recorded.get(method) ?? 0,
    }));
    expect(counts).toHaveLength(23);
    return counts;
  } finally {
    await engine.close();
    await jvm.stop();
  }
}

describe.each(TEST_JDKS.filter(({ feature }) => feature >= 17))(
  '64 threads at once on JDK $feature',
  { tags: 'slow' },
  (java) => {
    it.each(SCHEMES)(
      'are counted exactly by the scheme %s',
      async (scheme) => {
        for (const { method, expected, recorded } of await stormOf(java, scheme)) {
          expect([method, recorded]).toEqual([method, expected]);
        }
      },
      120_000,
    );

    it('are counted exactly but for the methods that are switched off and on meanwhile', async () => {
      let takenOut = 0;
      const counts = await stormOf(java, 'lazy', async (engine, sessionId, isOver) => {
        while (!isOver()) {
          for (const { methods } of await engine.switchOff(sessionId, SWITCHED)) takenOut += methods;
          await engine.switchOn(sessionId, SWITCHED);
          await setImmediate(); // first invocations are answered, too
        }
      });
      expect(takenOut).toBeGreaterThan(0);
      const isSwitched = ({ method }: Counts): boolean =>
        SWITCHED.some((pattern) => method.startsWith(pattern.replace('::', '.')));
      for (const { method, expected, recorded } of counts.filter((count) => !isSwitched(count))) {
        expect([method, recorded]).toEqual([method, expected]);
      }
      for (const { expected, recorded } of counts.filter(isSwitched))
        expect(recorded).toBeLessThanOrEqual(expected);
    }, 120_000);
  },
);
