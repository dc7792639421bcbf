import { ACC } from '../classfile/accessFlags.ts';
import type { ReachReason } from '../messages/reachReason.ts';
import type { ClassHierarchy } from './classHierarchy.ts';
import { isCalledByConvention, VM_UPCALLS } from './jdkConventions.ts';
import {
  isOverridable,
  type CallSite,
  type Member,
  type MethodNode,
  type SiteReason,
  type ClassNode,
  type LambdaSite,
  type TypeNode,
} from './callGraphNodes.ts';
import { ReflectedMethods } from './reflectedMethods.ts';
import { BOTH, reflectiveCallOf, type ReflectiveCall, type ToldReflection } from './reflection.ts';
import { SiteResolution } from './siteResolution.ts';
import { Upcalls } from './upcalls.ts';

/** Which methods of the subgraph get probes: see shared/callgraph/README.md. */
export type RevelationScheme = 'lazy' | 'eager' | 'everything';

/**
 * What keeps a method from being invoked for the first time without a stop: a method that is not reached yet, the body of a lambda
 * that is not revealed yet, or that left-out code calls back, or that reflection is looked for.
 */
export type Obstacle = MethodNode | CallSite | 'callbacks' | 'reflection';

/**
 * Which methods belong to the subgraph, as far as the hierarchy is known: the paper's step 4 and 5 (section 6.2), with
 * call sites instead of mirrors as the memory of what is still to come.
 *
 * A call site is *revealed* once: the methods it can call in the classes that are there are *reached*, and it stays on
 * record, so that classes to come are matched against it. Both directions ask the same question, `canCall`. Over all loaders,
 * overriding and loading orders this may name a method too many, never one too few.
 *
 * A class that comes makes nothing reachable in the classes that were there by what it extends and implements: what it
 * could inherit was reached before. So it need not wait until others are swapped, which may wait for it (the JVM's
 * verifier does). What its own code says, its lambdas, handles and strings, is reached when it comes.
 *
 * Calls into left-out code come back: that is treated as if left-out code called every method that it declares and
 * the program overrides. See #revealCallbacks.
 */
export class Reachability {
  readonly #hierarchy: ClassHierarchy;
  readonly #resolution: SiteResolution;
  readonly #scheme: RevelationScheme;
  #reached: MethodNode[] = [];
  /** Reached, and what can run before their entry probes is still to be reached. */
  readonly #unscanned: MethodNode[] = [];
  #callbacksAreRevealed = false;
  readonly #reflected: ReflectedMethods;
  #isOpen = false;
  readonly #upcalls: Upcalls;
  #unknown: Iterable<TypeNode> = [];
  /** Whose methods were found by name since the last class was added: a thread that no probe stops may hand those out. */
  readonly foundByName = new Set<ClassNode>();
  readonly #onGone: (obstacle: Obstacle) => void;

  /** @param onGone this is perhaps in nobody's way any more: whoever waited for it is to be looked at again */
  constructor(
    hierarchy: ClassHierarchy,
    scheme: RevelationScheme,
    onGone: (obstacle: Obstacle) => void = () => {},
  ) {
    this.#hierarchy = hierarchy;
    this.#resolution = new SiteResolution(hierarchy);
    this.#upcalls = new Upcalls(hierarchy);
    this.#reflected = new ReflectedMethods(hierarchy);
    this.#scheme = scheme;
    this.#onGone = onGone;
  }

  /** What tells of each call (see revealReflected) needs no search. */
  set toldReflection(told: ToldReflection) {
    this.#reflected.told = told;
    this.#onGone('reflection');
    for (const type of this.#hierarchy.types) this.#checkReflection(type);
    if (told === 'nothing' && this.#callbacksAreRevealed) this.#matchAll();
    this.#checkReflectiveObjects();
    this.#settle();
  }

  /** Whether methods that are called only by reflection are looked for by name, which can miss some. */
  get guessesReflection(): boolean {
    return this.#reflected.areSought && !this.#hierarchy.isSmall;
  }

  /** The native method for which what native code calls back had to be chosen, which can miss some; null: none is reached. */
  get guessesUpcallsOf(): MethodNode | null {
    return this.#hierarchy.isSmall ? null : this.#upcalls.first;
  }

  /** The subgraph may be running. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The methods reached since the last call. */
  takeReached(): readonly MethodNode[] {
    const reached = this.#reached;
    this.#reached = [];
    return reached;
  }

  /**
   * Roots are reached from the start; with the eager schemes, all that can be reached from them. In a large program also what
   * left-out code can call back: hundreds of classes, for which the first invocation that calls such code would wait.
   */
  start(roots: readonly MethodNode[]): void {
    for (const root of roots) this.#reach(root, 'root');
    if (!this.#hierarchy.isSmall && this.#scheme !== 'everything') {
      this.#open();
      this.#revealCallbacks();
    }
    if (this.#scheme === 'everything') {
      for (const node of this.#hierarchy.classes) this.#reachAll(node);
    }
    this.#settle();
  }

  /** Classes of which neither the code nor the methods are known: once the subgraph runs, they may call anything. */
  hasUnknownCode(types: Iterable<TypeNode>): void {
    this.#unknown = types;
  }

  /** Reaches one method of a class that came later: a root, too. */
  reach(method: MethodNode): void {
    this.#reach(method, 'root');
    this.#settle();
  }

  /** Reaches whatever the method can call. To be done before its body runs in the subgraph. @returns what it reached */
  reveal(method: MethodNode): readonly MethodNode[] {
    const before = this.#reached.length;
    this.#reveal(method);
    this.#settle();
    return this.#reached.slice(before);
  }

  /**
   * A thread of the subgraph is about to call this by reflection: reaches whatever the call can end in.
   * @param owner the class that declares it; null if it is not known, as hidden ones
   */
  revealReflected(owner: TypeNode | null, member: Member, dispatch: CallSite['dispatch']): void {
    if (this.#scheme === 'everything') return;
    this.#open();
    this.#reflected.makesObjects ||= member.name === '<init>';
    const site = owner === null ? null : this.#hierarchy.callSite(owner, member, dispatch);
    if (!this.#callbacksAreRevealed && (site === null || this.#resolution.leaves(site, false)))
      this.#revealCallbacks();
    if (site !== null) this.#revealSite(site, 'reflection');
    this.#settle();
  }

  /** A call by reflection of this method reaches nothing: it is left out, and what left-out code calls back is reached. */
  staysOutside(owner: TypeNode, methodName: string): boolean {
    if (!this.#callbacksAreRevealed || !this.#hierarchy.isLeftOut(owner)) return false;
    return reflectiveCallOf(owner.name, methodName, this.#reflected.told) === null;
  }

  /** Revealing the method would reach more than what it calls itself: all that is called back, or found by reflection. */
  reachesFar(method: MethodNode): boolean {
    if (method.isRevealed) return false;
    if (!this.#callbacksAreRevealed && this.#resolution.leavesSubgraph(method)) return true;
    return method.callSites.some((site) => this.#reflected.newsAt(site) !== null);
  }

  /** Why the method cannot be invoked for the first time without a stop; null if revealing it would reach nothing. */
  obstacleOf(method: MethodNode): Obstacle | null {
    if (method.isRevealed) return null;
    if (!this.#callbacksAreRevealed && this.#resolution.leavesSubgraph(method)) return 'callbacks';
    for (const site of method.callSites) {
      if (this.#reflected.newsAt(site) !== null) return 'reflection';
      const obstacle = site.isRevealed ? null : this.#obstacleAt(site);
      if (obstacle !== null) return obstacle;
    }
    return null;
  }

  /**
   * A class came: its edges are in the hierarchy and it is analysed. Reaches the methods of it that sites on record can
   * call, and what its lambdas and handles name; through a left-out class, what it may call back.
   */
  classAdded(node: ClassNode): void {
    this.foundByName.clear();
    const { type } = node;
    if (node.changesType) this.#tellNarrowed(type);
    if (!this.#isOpen && this.#scheme === 'lazy') return;
    if (type.overridable.length > 0 && this.#callbacksAreRevealed) this.#revealOverridable(type);
    if (this.#scheme === 'everything') this.#reachAll(node);
    else if (!node.isOpaque) this.#matchMethods(node);
    if (node.changesType)
      for (const below of [type, ...this.#hierarchy.descendants(type)]) this.#checkReflection(below);
    this.#checkReflectiveObjects();
    this.#settle();
  }

  /**
   * The code of a class that was there is another: reaches what needs no invocation of it, as when a class comes.
   * @param changed methods that call more than before
   * @returns those that were revealed, and are to stop at their next invocation as if it were the first
   */
  codeChanged(node: ClassNode, changed: readonly MethodNode[]): readonly MethodNode[] {
    const toStop: MethodNode[] = [];
    for (const method of changed) {
      if (!method.isRevealed || this.#scheme === 'everything') continue;
      method.isRevealed = false;
      if (this.obstacleOf(method) === null) this.#reveal(method);
      else toStop.push(method);
    }
    if (this.#scheme === 'everything') this.#reachAll(node);
    else if (this.#isOpen && !node.isOpaque) this.#matchMethods(node);
    this.#settle();
    return toStop;
  }

  /** What is above a type is known better: calls of what it inherits, and of what it declares, may end in fewer methods. */
  #tellNarrowed(added: TypeNode): void {
    if (!this.#callbacksAreRevealed) this.#onGone('callbacks');
    for (const type of [added, ...this.#hierarchy.descendants(added)]) {
      for (const { exact, virtual } of type.callSites.values()) {
        for (const site of [exact, virtual])
          if (site !== null && site.missing !== null) this.#onGone(site.missing);
      }
      for (const { methods } of type.classes) for (const method of methods ?? []) this.#onGone(method);
    }
  }

  /** The first object of a class is about to be made: reaches the methods of it that sites on record can call. */
  classMade(node: ClassNode): void {
    if (node.isMade) return;
    node.isMade = true;
    if (!this.#isOpen && this.#scheme === 'lazy') return;
    this.#matchMethods(node);
    this.#settle();
  }

  #matchMethods(node: ClassNode): void {
    // What is above the class is announced next, and the class defined right after: too soon to swap it once more. (The
    // lazy scheme need not care for the calls: their callers wait at their first invocation.)
    const isUnsettled = this.#hierarchy.hasUnknownAncestor(node.type);
    const takesOverridable = isUnsettled && this.#callbacksAreRevealed;
    const takesAll = isUnsettled && this.#scheme === 'eager';
    const isNamed = node.isNamedByCore && this.#callbacksAreRevealed;
    for (const method of node.methods ?? []) {
      const site = method.member.revealedSites.find((revealed) => this.#resolution.canCall(revealed, method));
      if (site !== undefined) this.#reach(method, reasonOf(site));
      else if (method.isStaticInitializer && !node.facts.isInitialized) this.#reach(method, 'initializer');
      else if (this.#isSoughtByLeftOutCode(method) || (isNamed && isCallableByName(method)))
        this.#reach(method, 'callback');
      else if (this.#reflected.has(method)) this.#reach(method, 'reflection');
      else if (this.#upcalls.mayCall(method)) this.#reach(method, 'callback');
      else if (takesAll || (takesOverridable && isOverridable(method.member.name, method.accessFlags)))
        this.#reach(method, 'unsettled');
    }
    if (this.#callbacksAreRevealed) for (const site of node.handles) this.#revealSite(site, 'callback');
    for (const lambda of node.lambdas) this.#matchLambda(lambda);
    if (this.#reflected.areSought) this.#matchLiterals();
  }

  /** A lambda made before or outside of the subgraph is called through its interface. */
  #matchLambda(lambda: LambdaSite): void {
    if (this.#isLambdaCalled(lambda))
      for (const site of lambda.implementations) this.#revealSite(site, 'callback');
  }

  #isLambdaCalled(lambda: LambdaSite): boolean {
    const { type, methodName } = lambda;
    if (!this.#hierarchy.isComplete(type)) return true;
    if (this.#callbacksAreRevealed) {
      if (this.#hierarchy.isLeftOut(type) || this.#hierarchy.hasUnknownAncestor(type)) return true;
      for (const above of this.#hierarchy.ancestors(type)) if (this.#hierarchy.isLeftOut(above)) return true;
    }
    for (const above of [type, ...this.#hierarchy.ancestors(type)]) {
      for (const [member, { virtual }] of above.callSites) {
        if (virtual?.isRevealed && member.name === methodName) return true;
      }
    }
    return false;
  }

  #reachAll(node: ClassNode): void {
    if (node.isLeftOut) return;
    for (const method of node.methods ?? []) if (method.isMeasured) this.#reach(method, 'root');
  }

  #reach(method: MethodNode, reason: ReachReason): void {
    if (method.isReached) return;
    if (!method.canRun && reason !== 'root') return; // matched again when the class is made
    method.reachedBy = reason;
    this.#onGone(method);
    if (method.isMeasured) this.#reached.push(method);
    if (this.#scheme === 'eager' || !method.isMeasured) this.#unscanned.push(method);
  }

  /**
   * The eager closure, and that through what is left out and never tells of its first invocation. A list instead of
   * recursion: call graphs are deep.
   */
  #settle(): void {
    for (let method = this.#unscanned.pop(); method !== undefined; method = this.#unscanned.pop()) {
      this.#reveal(method);
    }
  }

  #reveal(method: MethodNode): void {
    if (method.isRevealed) return;
    method.isRevealed = true;
    if (this.#scheme === 'everything') return;
    this.#open();
    if (method.isNative) {
      this.#upcalls.first ??= method;
      this.#revealUpcalls([method.owner.type]);
    }
    if (!this.#callbacksAreRevealed && this.#resolution.leavesSubgraph(method)) this.#revealCallbacks();
    for (const site of method.callSites) this.#revealSite(site, 'call');
  }

  /** Code of these classes can be called that nobody has read: reaches what it may call back. */
  #revealUpcalls(types: Iterable<TypeNode>): void {
    if (!this.#upcalls.add(types)) return;
    if (!this.#callbacksAreRevealed) this.#revealCallbacks();
    else this.#matchAll();
  }

  /** From now on the subgraph may run: what the JVM itself calls is part of it. */
  #open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    for (const [owner, name, descriptor] of VM_UPCALLS) {
      const type = this.#hierarchy.type(owner);
      this.#matchSite(
        this.#hierarchy.callSite(type, this.#hierarchy.member(name, descriptor), 'virtual'),
        'callback',
      );
    }
    this.#revealUpcalls(this.#unknown);
    for (const { isOpaque, facts, methods, lambdas } of this.#hierarchy.classes) {
      if (isOpaque) continue;
      for (const lambda of lambdas) this.#matchLambda(lambda);
      if (facts.isInitialized) continue;
      // Loaded but not initialised: its first use, wherever that is, runs the initialiser.
      for (const method of methods ?? []) if (method.isStaticInitializer) this.#reach(method, 'initializer');
    }
  }

  /** The program calls it. */
  #revealSite(site: CallSite, reason: SiteReason): void {
    this.#revealReflection(site);
    this.#matchSite(site, reason);
  }

  /** It can be called, whoever does it. */
  #matchSite(site: CallSite, reason: SiteReason): void {
    if (site.isRevealed) return;
    site.isRevealed = true;
    site.revealedBy = reason;
    this.#onGone(site);
    site.member.revealedSites.push(site);
    const targets = site.member.declarers.filter((method) => this.#resolution.canCall(site, method));
    const chosen = reason === 'call' && targets.length > 1 ? 'dispatch' : reason;
    for (const method of targets) this.#reach(method, chosen);
    if (site.dispatch === 'virtual') for (const lambda of this.#lambdasUnder(site)) this.#matchLambda(lambda);
  }

  *#lambdasUnder(site: CallSite): Iterable<LambdaSite> {
    const { owner, member } = site;
    for (const type of [owner, ...this.#hierarchy.descendants(owner)]) {
      for (const lambda of type.lambdas) if (lambda.methodName === member.name) yield lambda;
    }
  }

  /** What a site that is not revealed can call and is missing. */
  #obstacleAt(site: CallSite): Obstacle | null {
    if (site.dispatch === 'virtual') {
      for (const { implementations } of this.#lambdasUnder(site)) {
        const unrevealed = implementations.find(({ isRevealed }) => !isRevealed);
        if (unrevealed !== undefined) return unrevealed;
      }
    }
    if (!this.#lacks(site, site.missing)) site.missing = this.#findMissing(site);
    return site.missing;
  }

  /**
   * A target that is not reached; null if there is none. What the owner itself declares comes first, before what thousands of
   * other classes declare under the same name.
   */
  #findMissing(site: CallSite): MethodNode | null {
    const { owner, member } = site;
    for (const { methods } of owner.classes) {
      for (const method of methods ?? [])
        if (method.member === member && !method.isReached && method.canRun) return method;
    }
    return member.declarers.find((method) => this.#lacks(site, method)) ?? null;
  }

  #lacks(site: CallSite, target: MethodNode | null): boolean {
    return target !== null && !target.isReached && target.canRun && this.#resolution.canCall(site, target);
  }

  /** What is above a type has become known: a call on record may turn out to reflect. */
  #checkReflection(type: TypeNode): void {
    if (this.#hierarchy.isLeftOut(type)) return;
    for (const { exact, virtual } of type.callSites.values()) {
      for (const site of [exact, virtual]) if (site?.isRevealed) this.#revealReflection(site);
    }
  }

  /**
   * Left-out code runs in the subgraph: it may call whatever it declares on any object of the program, make objects that
   * its conventions know, and run every lambda.
   */
  #revealCallbacks(): void {
    this.#callbacksAreRevealed = true;
    this.#onGone('callbacks');
    for (const type of [...this.#hierarchy.types]) {
      if (type.overridable.length > 0) this.#revealOverridable(type);
    }
    this.#matchAll();
    this.#checkReflectiveObjects();
  }

  #matchAll(): void {
    for (const node of [...this.#hierarchy.classes]) if (!node.isOpaque) this.#matchMethods(node);
  }

  /** What left-out code looks up by name it calls by Method.invoke, which tells of it where that works. */
  #isSoughtByLeftOutCode(method: MethodNode): boolean {
    return this.#callbacksAreRevealed && this.#reflected.told === 'nothing' && isCalledByConvention(method);
  }

  #revealOverridable(type: TypeNode): void {
    for (const member of type.overridable) {
      this.#matchSite(this.#hierarchy.callSite(type, member, 'virtual'), 'callback');
    }
  }

  #revealReflection(site: CallSite): void {
    const call = this.#reflected.newsAt(site);
    if (call !== null) this.#reflect(call);
  }

  /** Any call of left-out code may end in an object of the program that reflects. */
  #checkReflectiveObjects(): void {
    if (!this.#callbacksAreRevealed || !this.#hierarchy.makesReflectiveObjects) return;
    if (this.#reflected.told === 'all') return;
    if (this.#reflected.isNews(BOTH)) this.#reflect(BOTH);
  }

  #reflect(call: ReflectiveCall): void {
    this.#reflected.add(call);
    this.#onGone('reflection');
    this.#hierarchy.takeNewLiterals(); // all of them are looked up below
    for (const node of this.#hierarchy.classes) {
      if (node.isOpaque) continue;
      for (const method of node.methods ?? []) if (this.#reflected.has(method)) this.#find(method);
    }
  }

  #find(method: MethodNode): void {
    this.foundByName.add(method.owner);
    this.#reach(method, 'reflection');
  }

  /** New classes bring new strings, which may name methods of old classes. */
  #matchLiterals(): void {
    for (const literal of this.#hierarchy.takeNewLiterals()) {
      for (const { declarers } of this.#hierarchy.membersNamed(literal)) {
        for (const method of declarers) this.#find(method);
      }
    }
  }
}

/** By code of other classes, without an object. */
function isCallableByName({ needsObject, isStaticInitializer, accessFlags }: MethodNode): boolean {
  return !needsObject && !isStaticInitializer && (accessFlags & ACC.private) === 0;
}

/** Of a class that came after the site was revealed: its receiver may be of any other. */
function reasonOf({ revealedBy, dispatch }: CallSite): ReachReason {
  if (revealedBy !== 'call') return revealedBy ?? 'callback';
  return dispatch === 'exact' ? 'call' : 'dispatch';
}
