// @module-tag slow
/** Class files with a bit or two flipped, and the JVM's verdict on each with and without probes. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteWriter } from '../base/byteWriter.ts';
import { SluiceError } from '../base/errors.ts';
import type { MethodId } from '../base/ids.ts';
import { readClass } from '../classfile/classReader.ts';
import { anyJdk, compileJava } from '../testing/compileJava.ts';
import type { ProbeTarget } from './probePackets.ts';
import { rewriteClass } from './rewriteClass.ts';

const MUTANTS = 4000;

/** Links each pair of class files in loaders of their own; prints the pairs whose first links and second does not. */
const JUDGE = `import java.io.*;
public class Judge extends ClassLoader {
  static String fault(byte[] bytes) {
    try { new Judge().defineClass(null, bytes, 0, bytes.length).getDeclaredMethods(); return null; }
    catch (Throwable t) { return String.valueOf(t).replace('\\n', ' '); }
  }
  public static void main(String[] args) throws IOException {
    int accepted = 0;
    try (DataInputStream in = new DataInputStream(new BufferedInputStream(new FileInputStream(args[0])))) {
      for (int i = 0, pairs = in.readInt(); i < pairs; i++) {
        byte[] plain = new byte[in.readInt()]; in.readFully(plain);
        byte[] probed = new byte[in.readInt()]; in.readFully(probed);
        if (fault(plain) != null) continue;
        accepted++;
        String fault = fault(probed);
        if (fault != null) System.out.println("pair " + i + ": " + fault);
      }
    }
    System.out.println("accepted " + accepted);
  }
}
class Probe { static void entry(int id) { } static void exit(int id) { } }`;

const VICTIM = `import java.util.*;
public class Victim {
  final Object kept; int n;
  Victim(int i) { this(i > 3 ? new StringBuilder().append(i) : "s" + i); n = i; }
  Victim(Object o) { super(); for (int i = 0; i < 3; i++) n += i; kept = o; }
  static int switches(int i, String s) { switch (i) { case 1: i++; case 2: return i; case 900: i = 7; break; default: return -i; } switch (s) { case "a": return 1; default: return i; } }
  long loops(long[] a) { long sum = 0; do { for (long l : a) { if (l < 0) continue; sum += l; } } while (sum < 100); return sum; }
  String tries(List<String> l) { try { synchronized (this) { return l.get(n).trim(); } } catch (IndexOutOfBoundsException | NullPointerException e) { return e.getMessage(); } finally { n++; } }
  static double mixed(float f, double d, Object... o) { Object[][] x = {o, new Object[] {f}}; return o instanceof String[] s ? s.length * d : x[1].length - f; }
}`;

const victim = compileJava({ 'Victim.java': VICTIM }).get('Victim')!;

test('a class the JVM accepts it also accepts with probes', () => {
  const pairs = mutants().flatMap((plain) => {
    const probed = withProbes(plain);
    return probed === null ? [] : [[plain, probed] as const];
  });
  const output = judged(pairs);
  expect(output.match(/^pair .*$/gm) ?? []).toEqual([]);
  expect(acceptedIn(output)).toBeGreaterThan(MUTANTS / 20);
});

test('a class that is refused as malformed the JVM refuses too', () => {
  const refused = mutants().filter((bytes) => withProbes(bytes) === null);
  expect(refused.length).toBeGreaterThan(MUTANTS / 20);
  expect(acceptedIn(judged(refused.map((bytes) => [bytes, bytes] as const)))).toBe(0);
});

/** The victim with a bit or two flipped behind the constant pool: within it most flips end in an unknown name. */
function mutants(): Uint8Array[] {
  const offset = fc.integer({ min: readClass(victim).pool.endOffset, max: victim.length - 1 });
  const flips = fc.array(fc.tuple(offset, fc.nat(7)), { minLength: 1, maxLength: 2 });
  return fc.sample(flips, { numRuns: MUTANTS, seed: 54 }).map((list) => {
    const bytes = victim.slice();
    for (const [at, bit] of list) bytes[at] ^= 1 << bit;
    return bytes;
  });
}

/** null where the class is left alone. */
function withProbes(bytes: Uint8Array): Uint8Array | null {
  try {
    const model = readClass(bytes);
    const targets = new Map<number, ProbeTarget>();
    for (const { index } of model.methods)
      targets.set(index, { methodId: (200 + index) as MethodId, root: false });
    return rewriteClass(model, targets, { probeClass: 'Probe' }).bytes;
  } catch (error) {
    if (error instanceof SluiceError) return null;
    throw error;
  }
}

/** What the judge prints of pairs of a class file without and with probes. */
function judged(pairs: readonly (readonly [Uint8Array, Uint8Array])[]): string {
  const writer = new ByteWriter(1 << 20).u32(pairs.length);
  for (const [plain, probed] of pairs) writer.blob(plain).blob(probed);
  const directory = mkdtempSync(join(tmpdir(), 'sluice-hostile-'));
  try {
    for (const [name, bytes] of compileJava({ 'Judge.java': JUDGE })) {
      writeFileSync(join(directory, `${name}.class`), bytes);
    }
    const file = join(directory, 'pairs.bin');
    writeFileSync(file, writer.toBytes());
    const java = join(anyJdk().home, 'bin', 'java');
    return execFileSync(java, ['-Xverify:all', '-cp', directory, 'Judge', file], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 1 << 26,
    });
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function acceptedIn(output: string): number {
  return Number(/^accepted (\d+)$/m.exec(output)![1]);
}
