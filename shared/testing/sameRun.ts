import { expect } from 'vitest';
import type { MethodId } from '../base/ids.ts';
import type { ProbeTarget } from '../bytecode/probePackets.ts';
import type { InsertedCalls } from '../bytecode/insertedCalls.ts';
import { rewriteClass } from '../bytecode/rewriteClass.ts';
import type { RewriteOptions } from '../bytecode/rewriteOptions.ts';
import type { RefusedMethod } from '../bytecode/rewriteMethods.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import { readClass } from '../classfile/classReader.ts';
import { compileJava, runJava, type Jdk } from './compileJava.ts';
import { originalCode } from './originalCode.ts';

/** Checks that every exit is that of the innermost open entry, and says so at the end. Has no probes itself. */
const PROBE = `package probe;
public class Probe {
  static final int[] ids = new int[10000]; static int open, entries, wrong;
  public int missedExits, depth; public long limit; public Thread recorded;
  public static Probe entry(int id) { ids[open++] = id; entries++; return new Probe(); }
  public void exit(int id) { if (open == 0 || ids[--open] != id) wrong++; }
  public static void count(int id) { entries++; }
  static int gated;
  public static void gate(int id) {
    gated++;
    Thread thread = Thread.currentThread();
    if (!thread.getName().startsWith("fail ")) return;
    int passed = Integer.parseInt(thread.getName().substring(5));
    thread.setName(passed == 0 ? "failed" : "fail " + (passed - 1));
    if (passed == 0) throw new Error("gate");
  }
  public static Probe rootEntry(int id) { return entry(id); }
  public void rootExit(int id) { exit(id); }
  public int chain; static int called, waiting, calledAt;
  public static Probe constructorEntry(int key, int id) {
    int chain = called == key && calledAt == entries ? waiting : 0;
    Probe probe = entry(id);
    probe.chain = chain;
    return probe;
  }
  public static Probe rootConstructorEntry(int key, int id) { return constructorEntry(key, id); }
  public void initializing(int chain, int key) { waiting = chain + 1; called = key; calledAt = entries; }
  public void rootInitializing(int chain, int key) { initializing(chain, key); }
  public void initialized() { called = 0; }
  public void failed(int chain, int id) { caught(); exit(id); open -= chain; }
  public void rootFailed(int chain, int id) { failed(chain, id); }
  public void caught() { if (called != 0 && calledAt == entries) open -= waiting; called = 0; }
  public void failed(int id) { caught(); exit(id); }
  public void rootFailed(int id) { failed(id); }
  static long executed;
  public void exit(int id, long n) { executed += n & LOOP; exit(id); }
  public void rootExit(int id, long n) { exit(id, n); }
  public void failed(int id, long n) { executed += n & LOOP; failed(id); }
  public void rootFailed(int id, long n) { failed(id, n); }
  public void failed(int chain, int id, long n) { executed += n & LOOP; failed(chain, id); }
  public void rootFailed(int chain, int id, long n) { failed(chain, id, n); }
  public static int beat = 5 << 21; static final int LOOP = (1 << 21) - 1;
  static long words, doubted;
  public int executed(int n) { executed += n & LOOP; if ((n & LOOP) > 0) words++; return beat; }
  public void amount(int n, int position) { if (position == 1) doubted += n; }
  public int looped(int n) { if ((n & LOOP) < 100) return n; executed(n); return beat += 1 << 21; }
  public int madeInLoop(int n, int site) { return (n & LOOP) < 3 ? n + 1 : tellMade(n + 1, site); }
  public int tellMade(int n, int site) { made(0, n & LOOP, site); return beat; }
  public int madeInLoop(int n, int length, int site) { return (n & LOOP) < 3 ? n + 1 : tellMade(n + 1, length, site); }
  public int tellMade(int n, int length, int site) { made(length, n & LOOP, site); return beat; }
  public long madeInLoop(long n, int length, int site, int shape) {
    int mask = shape >>> 8 & 0xff;
    if ((n & 0xff) > 2) n = tellMade(n, site);
    return n + ((long) ((length << 15) + ((shape & 0xff) + (length << (shape >>> 16)) & mask)) << 32) + 1;
  }
  public long tellMade(long n, int site) {
    long[] sums = made.computeIfAbsent(site >> 3, (key) -> new long[2]);
    sums[0] += n & 0xff;
    sums[1] += n >>> 47;
    return beat;
  }
  static final java.util.TreeMap<Integer, long[]> made = new java.util.TreeMap<>();
  public void made(int site) { made(0, site); }
  public void made(int length, int site) { made(length, 1, site); }
  public void made(int length, long times, int site) {
    long[] sums = made.computeIfAbsent(site >> 3, (key) -> new long[2]);
    sums[0] += times;
    sums[1] += times * length;
  }
  public static void main(String[] args) throws Exception {
    try { Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object) new String[0]); }
    catch (java.lang.reflect.InvocationTargetException e) { System.out.println("threw " + e.getCause()); }
    System.out.println("\\nentries " + entries + ", open " + open + ", wrong " + wrong);
    System.out.println("entries gated " + gated);
    System.out.println("entries told " + executed + " bytecodes");
    System.out.println("entries told " + words + " words besides, " + doubted + " in doubt");
    Live.handed.forEach((name, count) -> System.out.println("entries handed " + name + " " + count));
    made.forEach((site, sums) -> { if (sums[0] > 0) System.out.println("entries made " + site + " " + sums[0] + " " + sums[1]); });
  }
}`;

/** Is handed objects as SluiceLive is, and says of which classes. */
const LIVE = `package probe;
import java.lang.reflect.Array;
public class Live {
  static final java.util.TreeMap<String, Integer> handed = new java.util.TreeMap<>();
  static void add(Object o) { handed.merge(o.getClass().getTypeName(), 1, Integer::sum); }
  public static void tracked(Object o, Probe probe, int site) { add(o); }
  public static void sampled(Object o, Probe probe, int site) { add(o); }
  public static void sampled(Object o, int length, Probe probe, int site) {
    if (length == Array.getLength(o)) add(o);
  }
  public static void sampledBelow(Object o, Probe probe, int site, int level) {
    for (Object each : (Object[]) o) if (level == 1) add(each); else sampledBelow(each, probe, site, level - 1);
  }
  public static void trackedBelow(Object o, Probe probe, int site, int level) { sampledBelow(o, probe, site, level); }
}`;

const probe = compileJava({ 'probe/Probe.java': PROBE, 'probe/Live.java': LIVE }, ['--release', '8']);

interface Rewritten {
  readonly classes: Map<string, Uint8Array>;
  readonly refused: RefusedMethod[];
}

/** What probes count beside calls. */
export interface Counting extends Pick<
  RewriteOptions,
  'counts' | 'weights' | 'countsWholeBlocks' | 'isTimed' | 'sites' | 'live'
> {
  /** Each method has a gate; in a thread named "fail N" the N-th from now on throws, from 0. */
  readonly gated?: boolean;
}

/** Every method of every class with probes; what is inserted is checked to be all that differs, but for what counts beside calls. */
function rewriteAll(classes: ReadonlyMap<string, Uint8Array>, counting: Counting): Rewritten {
  const { gated = false, ...beside } = counting;
  const onlyCalls = (beside.counts ?? []).length === 0 && !beside.sites && !gated;
  const rewritten: Rewritten = { classes: new Map(), refused: [] };
  let id = 16;
  for (const [name, bytes] of classes) {
    const before = readClass(bytes);
    const targets = new Map<number, ProbeTarget>();
    for (const { index } of before.methods) {
      const isConstructor = before.methods[index].name === '<init>';
      const methodId = id++ as MethodId;
      targets.set(index, {
        methodId,
        root: id % 5 === 0,
        counted: onlyCalls && id % 5 === 1 && !isConstructor,
      });
    }
    const { bytes: after, refused } = rewriteClass(before, targets, {
      ...beside,
      probeClass: 'probe/Probe',
      calls: gated ? gatesOf(before) : new Map(),
    });
    rewritten.classes.set(name, after);
    rewritten.refused.push(...refused.filter(({ reason }) => reason.kind !== 'abstract'));
    if (!onlyCalls) continue;
    const back = readClass(after);
    for (const method of before.methods) {
      const original = originalCode(before, method, 'probe/Probe');
      expect(originalCode(back, back.methods[method.index], 'probe/Probe')).toEqual(original);
    }
  }
  return rewritten;
}

function gatesOf({ methods }: ClassModel): InsertedCalls {
  const callee = { owner: 'probe/Probe', name: 'gate', descriptor: '(I)V' };
  return new Map(
    methods.map(({ index }) => [index, [{ bci: 0, callee, argument: { kind: 'number', value: index } }]]),
  );
}

/**
 * Runs a class with and without probes under -Xverify:all: the output must be the same, the probes in balance.
 * @returns the output
 */
export function expectSameRun(
  classes: ReadonlyMap<string, Uint8Array>,
  mainClass: string,
  jdk: Jdk,
  counting: Counting = {},
): string {
  const { classes: rewritten, refused } = rewriteAll(classes, counting);
  expect(refused).toEqual([]);
  const run = (program: ReadonlyMap<string, Uint8Array>): string =>
    runJava(new Map([...probe, ...program]), 'probe.Probe', jdk, [], [mainClass]).output;
  const lines = (output: string): string[] => output.split('\n').filter((l) => !l.startsWith('entries'));
  const output = run(rewritten);
  expect(lines(output)).toEqual(lines(run(classes)));
  expect(output).toMatch(/^entries [1-9]\d*, open 0, wrong 0$/m);
  return output;
}
