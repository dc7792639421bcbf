import type { MethodPattern } from '../callgraph/methodPattern.ts';
import type { Triviality } from '../callgraph/trivialMethod.ts';

/** The classes whose constructors the JVM runs when an instruction of a trivial method fails, and what is above them. */
const THROWN_BY_JVM = [
  'NullPointerException',
  'ArithmeticException',
  'ArrayIndexOutOfBoundsException',
  'IndexOutOfBoundsException',
  'ArrayStoreException',
  'NoClassDefFoundError',
  'LinkageError',
  'RuntimeException',
  'Exception',
  'Error',
  'Throwable',
].map((name) => `java.lang.${name}`);

/**
 * Which methods are only counted: those whose times would say less than what taking them costs, and that call no measured
 * method, so that every call stays in its context.
 */
export class CountingPolicy {
  readonly #countTrivial: boolean;
  /** Constructors of exceptions are measured: they would be callees of the counted method. */
  readonly #measuresExceptions: boolean;
  /** All calls of a counted method execute the same bytecodes: none may end early, nor take another way. */
  readonly #countsBytecodes: boolean;

  constructor(
    countTrivial: boolean,
    includeCore: boolean,
    roots: readonly MethodPattern[],
    countsBytecodes = false,
  ) {
    this.#countTrivial = countTrivial;
    this.#countsBytecodes = countsBytecodes;
    this.#measuresExceptions =
      includeCore || roots.some(({ className }) => className !== null && THROWN_BY_JVM.includes(className));
  }

  isCounted(triviality: Triviality): boolean {
    if (!this.#countTrivial || triviality === 'no') return false;
    return triviality === 'neverThrows' || !(this.#measuresExceptions || this.#countsBytecodes);
  }
}
