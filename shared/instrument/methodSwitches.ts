import { SluiceError } from '../base/errors.ts';
import type { MethodPattern } from '../callgraph/methodPattern.ts';

/** More than anybody types; each method that comes is held against all of them. */
const MAX_RULES = 1_000;

/**
 * Which methods are switched off while a recording runs. Rules by pattern, of which the last that matches holds: `off a.**`,
 * then `on a.B::c` leaves a.B::c measured. They hold for methods that come later, too.
 */
export class MethodSwitches {
  #rules: readonly { readonly pattern: MethodPattern; readonly on: boolean }[] = [];

  /** @throws SluiceError 'usage' when there are too many rules */
  add(pattern: MethodPattern, on: boolean): void {
    const others = this.#rules.filter((rule) => rule.pattern.text !== pattern.text);
    if (others.length >= MAX_RULES) {
      throw new SluiceError(
        'usage',
        `Methods were switched by ${MAX_RULES} patterns, and no more are allowed in one recording.`,
        'Use a pattern for many methods: pkg.**',
      );
    }
    const rules = [...others, { pattern, on }];
    const firstOff = rules.findIndex((rule) => !rule.on); // `on` before any `off` says nothing
    this.#rules = firstOff < 0 ? [] : rules.slice(firstOff);
  }

  /** @param className as Class.getName() */
  isOff(className: string, name: string, descriptor: string): boolean {
    const last = this.#rules.findLast(({ pattern }) => pattern.matchesMethod(className, name, descriptor));
    return last !== undefined && !last.on;
  }
}
