import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Jdk } from '../fixtures/jdks.ts';
import { nativeAgent } from '../fixtures/nativeAgent.ts';

const SOURCE = fileURLToPath(new URL('callOracle.c', import.meta.url));

/** What the JVM itself says was called. */
export interface CountedCalls {
  /** "p.A.run()V" -> calls. */
  readonly calls: ReadonlyMap<string, number>;
  /** Hidden classes that the program defined and whose methods were called, without what the JVM adds to their names. */
  readonly hiddenClasses: ReadonlySet<string>;
}

/** Hidden classes that the JDK makes in packages of the program. Not the product's list: what that takes too many for is to be seen. */
const MADE_BY_JDK = /\$\$(Lambda|InjectedInvoker|TypeSwitch|StringConcat)/;

/**
 * The option of `java` that loads the oracle (callOracle.c).
 * @param roots "p.A::run"
 * @param file where it writes its rows when the JVM ends
 */
export function oracleOption(
  jdk: Jdk,
  roots: readonly string[],
  prefixes: readonly string[],
  file: string,
): string {
  const names = roots.map((root) => root.replace('::', '.'));
  return `-agentpath:${nativeAgent(jdk, SOURCE)}=${names.join(',')};${prefixes.join(',')};${file}`;
}

/** Classes of one name are one here: which loader has them is not told. */
export function readCountedCalls(file: string): CountedCalls {
  if (!existsSync(file)) throw new Error('the oracle wrote nothing: the JVM was killed');
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  if (lines.pop() !== 'end') throw new Error('the oracle could not hold all methods');
  const calls = new Map<string, number>();
  const hiddenClasses = new Set<string>();
  for (const line of lines) {
    const [className, method, descriptor, count, kind] = line.split('\t');
    if (kind === 'hidden') {
      if (!MADE_BY_JDK.test(className)) hiddenClasses.add(className.slice(0, className.lastIndexOf('.')));
      continue;
    }
    const key = `${className}.${method}${descriptor}`;
    calls.set(key, (calls.get(key) ?? 0) + Number(count));
  }
  return { calls, hiddenClasses };
}
