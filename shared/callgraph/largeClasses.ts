import type { ClassId } from '../base/ids.ts';
import type { MethodNode } from './callGraphNodes.ts';
import type { Reachability } from './reachability.ts';

/** A swap takes a class as a whole: from so many methods on, that of one more method costs what it costs for all. */
const LARGE_CLASS_METHODS = 500;
/** What the first round reveals of such a class: few probes beside those it may have. */
const FIRST_STEP = 16;

/**
 * Reveals, of a class of very many methods, what an invoked method may lead to within the class: at each round that invokes methods
 * of it for the first time twice as many as before. So a chain of first invocations in such a class swaps it not once for each, but for
 * the logarithm of their number, and what is revealed for nothing is at most as much again, or the first step.
 */
export class LargeClasses {
  readonly #reachability: Reachability;
  /** How many methods the next round may reveal. */
  readonly #limits = new Map<ClassId, number>();

  constructor(reachability: Reachability) {
    this.#reachability = reachability;
  }

  /** A round begins: these methods are invoked, and revealed. */
  invoked(methods: readonly MethodNode[]): void {
    const byClass = new Map<ClassId, MethodNode[]>();
    for (const method of methods) {
      const { classId, methods: all } = method.owner;
      if ((all?.length ?? 0) < LARGE_CLASS_METHODS) continue;
      const ofClass = byClass.get(classId);
      if (ofClass === undefined) byClass.set(classId, [method]);
      else ofClass.push(method);
    }
    for (const [classId, ofClass] of byClass) {
      const limit = this.#limits.get(classId) ?? FIRST_STEP;
      this.#limits.set(classId, 2 * limit);
      this.#reveal(ofClass, limit);
    }
  }

  /** Breadth first: what is nearest is invoked soonest. @param queue grows by what is revealed */
  #reveal(queue: MethodNode[], limit: number): void {
    const end = queue.length + limit;
    for (const { owner, callSites } of queue) {
      for (const { member } of callSites) {
        for (const callee of member.declarers) {
          if (queue.length >= end) return;
          if (callee.owner !== owner || !callee.isReached || callee.isRevealed) continue;
          if (this.#reachability.reachesFar(callee)) continue;
          this.#reachability.reveal(callee);
          queue.push(callee);
        }
      }
    }
  }
}
