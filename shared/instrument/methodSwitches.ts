import { UsageError } from '../base/errors.ts';
import type { MethodPattern } from '../callgraph/methodPattern.ts';

/** More than anybody types, and than a budget takes out of a large program. */
const MAX_RULES = 10_000;

interface Rule {
  readonly pattern: MethodPattern;
  readonly on: boolean;
  /** Of two rules the one with the higher number came later. */
  readonly number: number;
}

/**
 * Which methods are switched off while a recording runs. Rules by pattern, of which the last that matches holds: `off a.**`,
 * then `on a.B::c` leaves a.B::c measured. They hold for methods that come later, too. A method is held against the rules that
 * name its class, and those that name more than one: a budget makes thousands.
 */
export class MethodSwitches {
  /** By their text, the oldest first; the first is an `off`. */
  readonly #rules = new Map<string, Rule>();
  readonly #ofClass = new Map<string, Set<Rule>>();
  readonly #ofMany = new Set<Rule>();
  #added = 0;

  /** @throws SluiceError 'usage' when there are too many rules */
  add(pattern: MethodPattern, on: boolean): void {
    if (this.#rules.size >= MAX_RULES && !this.#rules.has(pattern.text)) {
      throw new UsageError(
        `Methods were switched by ${MAX_RULES} patterns, and no more are allowed in one recording.`,
        'Use a pattern for many methods: pkg.**',
      );
    }
    this.#delete(this.#rules.get(pattern.text));
    const rule: Rule = { pattern, on, number: this.#added++ };
    this.#rules.set(pattern.text, rule);
    this.#beside(pattern).add(rule);
    for (const first of this.#rules.values()) {
      if (!first.on) break;
      this.#delete(first); // `on` before any `off` says nothing
    }
  }

  /** @param className as Class.getName() */
  isOff(className: string, name: string, descriptor: string): boolean {
    let last: Rule | null = null;
    for (const rules of [this.#ofMany, this.#ofClass.get(nameWithDots(className)) ?? []]) {
      for (const rule of rules) {
        if (last !== null && rule.number < last.number) continue;
        if (rule.pattern.matchesMethod(className, name, descriptor)) last = rule;
      }
    }
    return last !== null && !last.on;
  }

  #delete(rule: Rule | undefined): void {
    if (rule === undefined) return;
    this.#rules.delete(rule.pattern.text);
    this.#beside(rule.pattern).delete(rule);
  }

  /** Rules that may match the same methods. */
  #beside({ className }: MethodPattern): Set<Rule> {
    if (className === null) return this.#ofMany;
    const key = nameWithDots(className);
    const rules = this.#ofClass.get(key) ?? new Set();
    this.#ofClass.set(key, rules);
    return rules;
  }
}

/** In a pattern a nested class may be Outer.Inner as well as Outer$Inner. */
function nameWithDots(className: string): string {
  return className.replaceAll('$', '.');
}
