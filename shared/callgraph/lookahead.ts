import type { ClassNode, MethodNode } from './callGraphNodes.ts';
import { LargeClasses } from './largeClasses.ts';
import type { ClassHierarchy } from './classHierarchy.ts';
import type { Reachability } from './reachability.ts';
import { SiteResolution } from './siteResolution.ts';

/**
 * Reveals methods before they are invoked, so that what they call is instrumented by the same hot swap. Being wrong costs
 * probes that nothing runs, and never a call: it only reveals more. In this order:
 *
 *   certain   an invoked method calls it on every path, and no other method can be meant
 *   compiled  the JVM's compiler took it, so it was invoked often. In a program that is foreseen, what only left-out code can call
 *             is mostly compiled for others: there it must be of a class at work, one with a compiled method that is called
 *   possible  an invoked method calls it on some path, and no other method can be meant; up to a number, and only while
 *             none was found compiled: in a program that runs warm, what is called mostly is
 *   near      it was reached by the latest rounds, in a class that was initialised before the recording, and no method of another
 *             was called before it; up to a number
 *
 * and again from those. Of a very large class also what is near within it, at each round: see LargeClasses. A method that would reach far more than what it calls (the first to use reflection) is left until
 * it is invoked.
 */
export class Lookahead {
  readonly #reachability: Reachability;
  readonly #resolution: SiteResolution;
  readonly #largeClasses: LargeClasses;
  /** Certain or compiled. */
  readonly #expected = new Set<MethodNode>();
  /** Reached or expected since the last look; and what was expected then and would have reached too far. */
  #pending: MethodNode[] = [];
  readonly #atWork = new Set<ClassNode>();
  /** Of classes that are not at work: compiled, reached, and not expected. */
  readonly #atRest = new Map<ClassNode, MethodNode[]>();
  /** Of the latest round, nearest first: what was possible for long and did not happen is unlikely. */
  #possible: MethodNode[] = [];
  /** Reached by the latest look, or since the one before it. */
  #near: MethodNode[] = [];
  #compiled: ReadonlySet<string> = new Set();
  #foundCompiled = false;
  #isForeseen = false;

  constructor(reachability: Reachability, hierarchy: ClassHierarchy) {
    this.#reachability = reachability;
    this.#resolution = new SiteResolution(hierarchy);
    this.#largeClasses = new LargeClasses(reachability);
  }

  /** @param names what the JVM has compiled: a.b.C$D.method(I)V */
  expectCompiled(names: ReadonlySet<string>): void {
    this.#compiled = names;
    this.#foundCompiled = false;
  }

  /**
   * Nothing runs yet, in a program where each swap is dear: if it runs warm, its roots are expected to be invoked, and all that they are
   * expected to lead to. A root itself may be called too rarely to be compiled, as a request that compiles a file.
   */
  foresee(roots: Iterable<MethodNode>): void {
    this.#isForeseen = this.#compiled.size > 0;
    if (!this.#isForeseen) return;
    for (const root of roots) if (root.isReached) this.#pending.push(...this.#reveal(root));
    this.#revealExpected(this.#pending.splice(0));
  }

  get isForeseen(): boolean {
    return this.#isForeseen;
  }

  /** It is to stop at its first invocation. */
  reached(method: MethodNode): void {
    this.#pending.push(method);
  }

  /** A round begins: these methods are invoked, and revealed. */
  invoked(methods: readonly MethodNode[]): void {
    this.#possible = [];
    for (const method of methods) this.#pending.push(...this.#noteCallees(method));
    this.#largeClasses.invoked(methods);
  }

  /**
   * Reveals what is expected to be invoked. What that reaches is to be taken from the reachability.
   * @param surplus how many methods may be reached by way of methods that are only possible
   * @returns how many were
   */
  look(surplus: number): number {
    const pending = this.#pending;
    this.#pending = [];
    this.#revealExpected(pending);
    this.#near = [...pending];
    let spent = 0;
    for (const method of this.#possible) {
      if (this.#foundCompiled || spent >= surplus) break;
      if (this.#isOpen(method)) spent += this.#revealExpected(this.#reveal(method));
    }
    this.#possible = [];
    return spent;
  }

  /**
   * Reveals what is near. To be called after `look`.
   * @param limit how many methods may be reached by way of them
   * @returns how many were
   */
  lookFurther(limit: number): number {
    const near = this.#near;
    this.#near = [];
    let spent = 0;
    for (const method of near) {
      if (spent >= limit) break;
      if (!method.owner.facts.isInitialized || !this.#isOpen(method)) continue;
      const reached = this.#reveal(method);
      near.push(...reached);
      spent += this.#revealExpected(reached);
    }
    return spent;
  }

  /** @param queue grows by what is reached from it @returns how many methods that came to, the given ones among them */
  #revealExpected(queue: MethodNode[]): number {
    let awakened = 0;
    for (const method of queue) {
      if (!method.isReached || method.isRevealed) continue;
      if (!this.#isExpected(method)) {
        this.#rest(method);
        continue;
      }
      const resting = this.#atWork.has(method.owner) ? this.#atRest.get(method.owner) : undefined;
      if (resting !== undefined) {
        this.#atRest.delete(method.owner);
        awakened += resting.length;
        queue.push(...resting);
      }
      if (this.#reachability.reachesFar(method)) this.#pending.push(method);
      else queue.push(...this.#reveal(method));
    }
    return queue.length - awakened;
  }

  /** @returns what is to be looked at again: methods reached, or certain now */
  #reveal(method: MethodNode): MethodNode[] {
    return [...this.#reachability.reveal(method), ...this.#noteCallees(method)];
  }

  /** @returns those that are certain from now on, and were not before */
  #noteCallees(method: MethodNode): MethodNode[] {
    const news: MethodNode[] = [];
    for (const site of method.certainSites) {
      const target = this.#resolution.onlyTargetOf(site);
      if (target === null || this.#expected.has(target)) continue;
      this.#expected.add(target);
      news.push(target);
    }
    for (const site of method.callSites) {
      const target = this.#resolution.onlyTargetOf(site);
      if (target !== null && !this.#expected.has(target)) this.#possible.push(target);
    }
    return news;
  }

  #isExpected(method: MethodNode): boolean {
    if (this.#compiled.size === 0) return this.#expected.has(method);
    const { owner, reachedBy } = method;
    const isOfRoots = reachedBy !== 'callback' || !this.#isForeseen || this.#atWork.has(owner);
    if (isOfRoots && this.#isCompiled(method)) {
      this.#atWork.add(owner);
      this.#expected.add(method);
      this.#foundCompiled = true;
    }
    return this.#expected.has(method);
  }

  #rest(method: MethodNode): void {
    if (!this.#isForeseen || this.#atWork.has(method.owner) || !this.#isCompiled(method)) return;
    const resting = this.#atRest.get(method.owner);
    if (resting === undefined) this.#atRest.set(method.owner, [method]);
    else resting.push(method);
  }

  #isCompiled({ owner, member }: MethodNode): boolean {
    return this.#compiled.has(`${owner.facts.name}.${member.name}${member.descriptor}`);
  }

  #isOpen(method: MethodNode): boolean {
    return method.isReached && !method.isRevealed && !this.#reachability.reachesFar(method);
  }
}
