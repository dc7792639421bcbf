import { diagnose } from './attach.ts';
import type { AttachTarget } from './attachTarget.ts';

/** Some 200 bytes for each of a JVM's compiled methods: a large server has 50,000. */
const LIST_LIMIT_BYTES = 32 << 20;

/**
 * What the JVM's compilers have compiled, a.b.C$D.method(I)V, and so what surely was invoked. Empty if the JVM does not
 * tell: it is a help, not a need.
 */
export async function compiledMethods(target: AttachTarget): Promise<ReadonlySet<string>> {
  try {
    return compiledMethodsIn(await diagnose(target, 'Compiler.codelist', LIST_LIMIT_BYTES));
  } catch {
    return new Set();
  }
}

/**
 * A line of the list (HotSpot code/codeCache.cpp, print_codelist): number, level, state, method, addresses
 *
 *     212 1 0 java.nio.DirectByteBuffer.attachment()Ljava/lang/Object; [0x00007f1950edb010, 0x00007f1950edb1a0 - ...]
 */
export function compiledMethodsIn(list: string): ReadonlySet<string> {
  return new Set([...list.matchAll(/^\d+ \d+ \d+ ([^ ]+\([^ ]*) \[/gm)].map(([, method]) => method));
}
