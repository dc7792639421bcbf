import type { ClassId, MethodId } from '../../../shared/base/ids.ts';
import type { ClassHierarchy } from '../../../shared/callgraph/classHierarchy.ts';
import { Lookahead } from '../../../shared/callgraph/lookahead.ts';
import type { ClassNode, Member, MethodNode, TypeNode } from '../../../shared/callgraph/callGraphNodes.ts';
import { Reachability } from '../../../shared/callgraph/reachability.ts';
import {
  InstrumentationPlan,
  methodKey,
  type PlannedMethod,
  type Probed,
} from '../../../shared/instrument/instrumentationPlan.ts';
import type { MethodIds } from '../../../shared/instrument/methodIds.ts';
import type { LoadedClass, ReflectedCall } from '../../../shared/wire/controlMessage.ts';
import { CallGates } from './callGates.ts';
import { ClassRewriter, type RewriterOptions } from './classRewriter.ts';
import { FirstStops } from './firstStops.ts';
import { LoadWaits, type SwapFirst, type UnderWay } from './loadWaits.ts';
import { MadeClasses, type MadeClassesOptions } from './madeClasses.ts';
import { MethodSwitching } from './methodSwitching.ts';
import { KnownClasses, type KnownClassesOptions } from './revelationClasses.ts';
import { SubgraphPlanner, type PlannerOptions } from './subgraphPlanner.ts';
import { SwitchedOff } from './switchedOff.ts';
import { InstanceGates } from './revelationGates.ts';
import { HookedClasses, type HookOptions } from './revelationHooks.ts';
import type { LoadingClass } from '../agent/targetAgent.ts';

export interface SubgraphOptions
  extends KnownClassesOptions, PlannerOptions, MadeClassesOptions, RewriterOptions, HookOptions {
  readonly ids: MethodIds<Probed>;
  /** Others have changed the code of a class, and methods of it cannot wait until what they call now carries probes. */
  readonly onUnstopped: (className: string) => void;
}

/** What a class load leads to. */
export interface LoadAnswer {
  /** null = leave the class as it is. */
  readonly bytes: Uint8Array | null;
  /** Other classes to swap: code of the new class makes methods of theirs reachable. */
  readonly toSwap: readonly ClassId[];
  /** Whether they, or what is under way already, are swapped before the load goes on. */
  readonly swapFirst: SwapFirst;
}

/**
 * The call subgraph of one recording as the tool knows it, without a wire: which classes are there, what can be reached,
 * what is planned to carry probes. All of it is synchronous: what a call reaches is planned when the call returns, so that
 * a class which loads while a swap is under way finds the newest state.
 */
export class Subgraph {
  readonly classes: KnownClasses;
  readonly made: MadeClasses;
  readonly switching: MethodSwitching;
  readonly #options: SubgraphOptions;
  readonly #hierarchy: ClassHierarchy;
  readonly #reachability: Reachability;
  readonly #lookahead: Lookahead;
  readonly #plan: InstrumentationPlan;
  readonly #roots: ReadonlySet<MethodNode>;
  readonly #switchedOff: SwitchedOff;
  readonly #hooks: HookedClasses;
  readonly #gates: InstanceGates;
  readonly #callGates: CallGates;
  readonly #firstStops: FirstStops;
  readonly #waits: LoadWaits;
  readonly #planner: SubgraphPlanner;
  readonly #rewriter: ClassRewriter;
  /** Methods planned because they were possible, and because they were near what was invoked. */
  #surplus = 0;
  #further = 0;
  #changedFor = new Set<ClassId>();

  constructor(options: SubgraphOptions) {
    this.#options = options;
    const { scheme, ids } = options;
    this.classes = new KnownClasses(options);
    this.#hierarchy = this.classes.hierarchy;
    this.#roots = this.classes.roots;
    this.#switchedOff = new SwitchedOff(this.classes);
    this.#reachability = new Reachability(this.#hierarchy, scheme, (obstacle) => {
      options.onStep(); // of each method and call that is looked at first
      this.#firstStops.gone(obstacle);
    });
    this.#firstStops = new FirstStops(this.#reachability, options.onStep);
    this.#lookahead = new Lookahead(this.#reachability, this.#hierarchy);
    this.#plan = new InstrumentationPlan(ids);
    this.made = new MadeClasses(options);
    this.#callGates = new CallGates(ids, this.#reachability, this.#firstStops, scheme);
    this.#gates = new InstanceGates(ids, this.#hierarchy, this.#reachability);
    const parts = {
      ...{ classes: this.classes, reachability: this.#reachability, lookahead: this.#lookahead },
      ...{ plan: this.#plan, switchedOff: this.#switchedOff, made: this.made },
      ...{ gates: this.#gates, callGates: this.#callGates, firstStops: this.#firstStops },
    };
    this.#waits = new LoadWaits({ hierarchy: this.#hierarchy, ...parts });
    const planner = new SubgraphPlanner(options, parts);
    this.#planner = planner;
    this.switching = new MethodSwitching({ ...parts, planner });
    this.#hooks = new HookedClasses((sentence) => {
      options.onRefusal(sentence);
      this.#heedHooks();
    });
    const refuse = this.refuse.bind(this);
    const sources = [this.#gates, this.#callGates, this.#hooks];
    const rewriting = { hierarchy: this.#hierarchy, ...parts, planner, sources, refuse };
    this.#rewriter = new ClassRewriter(options, rewriting);
  }

  /** Those that carry probes, and those that did until they were switched off. */
  get methodCount(): number {
    return this.#plan.methodCount + [...this.#switchedOff.measuredBefore()].length;
  }

  get classCount(): number {
    const others = new Set<ClassId>(); // asked four times a second: there may be 100,000 classes in the plan
    for (const { owner } of this.#switchedOff.measuredBefore()) {
      if (this.#plan.methodsOf(owner.classId) === undefined) others.add(owner.classId);
    }
    return this.#plan.classCount + others.size;
  }

  get plannedClassIds(): readonly ClassId[] {
    const suspending = [...this.#hierarchy.suspending].map(({ classId }) => classId);
    const beside = [...this.#hooks.classIds, ...this.classes.armed, ...suspending];
    return [...new Set([...this.#plan.classIds, ...beside])];
  }

  /** At least one root carries a probe, or will. */
  get hasRoots(): boolean {
    return [...this.#roots].some(({ owner, member }) =>
      this.#plan.methodsOf(owner.classId)?.has(methodKey(member.name, member.descriptor)),
    );
  }

  get rootClassIds(): readonly ClassId[] {
    return [...new Set([...this.#roots].map(({ owner }) => owner.classId))];
  }

  get guessesReflection(): boolean {
    return this.#reachability.guessesReflection;
  }

  get guessesUpcallsOf(): MethodNode | null {
    return this.#reachability.guessesUpcallsOf;
  }

  /** Adds the classes that are loaded at the start, in steps. */
  *addLoaded(loaded: readonly LoadedClass[]): Generator<void, void, undefined> {
    this.#reachability.hasUnknownCode(yield* this.classes.addLoaded(loaded));
    this.#hooks.addAll(loaded, this.#options);
    this.#heedHooks();
  }

  #heedHooks(): void {
    this.#reachability.toldReflection = this.#hooks.toldReflection;
    if (!this.#hooks.tellsAllocations) this.#gates.giveUp();
  }

  /** Plans the roots and what is expected of them before anybody waits for it; with the eager schemes, all that they reach. */
  start(): void {
    this.#reachability.start([...this.#roots]);
    this.#planner.planReached();
    if (!this.#hierarchy.isVast || this.#options.scheme !== 'lazy') return;
    this.#lookahead.foresee(this.#roots);
    this.#planner.planReached();
  }

  /** The program runs warm, and each swap of it is dear. */
  get isForeseen(): boolean {
    return this.#lookahead.isForeseen;
  }

  /** Methods whose callees are planned: they need not stop once these are swapped. Roots do, so that it is known that they run. */
  revealedIds(): readonly MethodId[] {
    return [...this.#plan.methods()]
      .filter(({ method, root }) => method.isRevealed && !root)
      .map(({ methodId }) => methodId);
  }

  recordingStarted(): void {
    this.#gates.threadsWait();
    if (this.classes.hasNativeMethods) this.#gates.giveUp();
  }

  /** A class whose bytes came from the load hook, at a time when nothing is instrumented yet. */
  addEarly(loading: LoadingClass): void {
    this.classes.addLoading(loading);
  }

  /** A class is about to be defined, or was only told of. */
  load(loading: LoadingClass, underWay: UnderWay): LoadAnswer {
    try {
      return this.#load(loading, underWay);
    } finally {
      this.#callGates.coming = null;
    }
  }

  #load(loading: LoadingClass, underWay: UnderWay): LoadAnswer {
    const added = this.classes.addLoading(loading);
    if (added === null) return this.#loadAgain(loading, underWay);
    const { node, model } = added;
    const gatesOpened = this.classes.hasNativeMethods && this.#gates.giveUp();
    if (loading.asked) {
      this.#callGates.coming = node;
      this.#gates.offer(node);
    }
    this.#reachability.classAdded(node);
    for (const method of node.methods ?? []) if (this.#roots.has(method)) this.#reachability.reach(method);
    if (this.#gates.isNotWorth(node)) this.#gates.made(node);
    const toSwap = new Set(this.#planner.planReached());
    if (!loading.asked && this.#hierarchy.suspending.has(node)) toSwap.add(node.classId);
    if (!loading.asked) return { bytes: null, toSwap: [...toSwap], swapFirst: 'no' };
    const isAhead = this.#waits.nativeCodeIsAhead(node, gatesOpened, toSwap, underWay);
    if (isAhead || toSwap.size + underWay.classIds.size > 0) this.#gates.hold(node);
    let bytes = this.#rewriter.instrument(node, model);
    // What a refused method calls had to be planned now; it may be the class's own.
    for (let more = this.#planner.planReached(); more.length > 0; more = this.#planner.planReached()) {
      for (const classId of more) toSwap.add(classId);
      if (more.includes(node.classId)) bytes = this.#rewriter.instrument(node, model);
    }
    toSwap.delete(node.classId);
    if (bytes === null && model.bytes !== loading.bytes) bytes = model.bytes;
    const isHeld = this.#gates.holds(node);
    const swapFirst = this.#waits.of({ ...loading, node, isHeld }, isAhead, toSwap, underWay);
    return { bytes, toSwap: [...toSwap], swapFirst };
  }

  /** Announced before: its definition failed, or two threads define it, and either may win. */
  #loadAgain({ classId, asked, outside, bytes }: LoadingClass, underWay: UnderWay): LoadAnswer {
    const rewritten = asked ? this.rewrite(classId, bytes) : null;
    const toSwap = new Set(this.#planner.planReached());
    const node = this.#hierarchy.classOf(classId);
    if (!asked || node === undefined) return { bytes: rewritten, toSwap: [...toSwap], swapFirst: 'no' };
    const isHeld = this.#gates.holds(node);
    const isAhead = this.#waits.nativeCodeIsAhead(node, false, toSwap, underWay);
    const swapFirst = this.#waits.of({ node, bytes, outside, isHeld }, isAhead, toSwap, underWay);
    return { bytes: rewritten, toSwap: [...toSwap], swapFirst };
  }

  /** Whether one of the methods, once it goes on, may call what is planned in these classes and is not there yet. */
  mayCall(methodIds: readonly MethodId[], underWay: UnderWay): boolean {
    const methods = methodIds.map((id) => methodOf(this.#plan.get(id)));
    return this.#waits.mayCall(
      methods.filter((method) => method !== null),
      underWay,
    );
  }

  hasRootAmong(methodIds: readonly MethodId[]): boolean {
    return methodIds.some((id) => {
      const probed = this.#plan.get(id);
      return probed !== undefined && 'root' in probed && probed.root;
    });
  }

  /** What the JVM has compiled, as Lookahead takes it. */
  expectCompiled(names: ReadonlySet<string>): void {
    this.#lookahead.expectCompiled(names);
  }

  /**
   * Methods are invoked for the first time: plans what they can call.
   * @param looksAhead plan also what is expected to be invoked next
   * @param swappedMs what the swaps of rounds that looked ahead took: by that, methods may be planned because they are near
   * @returns the classes to swap
   */
  reveal(methodIds: readonly MethodId[], looksAhead: boolean, swappedMs: number): readonly ClassId[] {
    const invoked: MethodNode[] = [];
    let unforeseen = 0;
    for (const methodId of methodIds) {
      const planned = this.#plan.get(methodId);
      const method = methodOf(planned);
      if (planned === undefined || method === null) continue; // of an earlier recording
      if ('gateOf' in planned) this.#gates.madeWithSupers(planned.gateOf.owner.type);
      else if ('method' in planned) this.#firstStops.delete(planned);
      if (!method.isReached) continue; // a constructor, run outside of the subgraph
      if (!method.isRevealed) unforeseen++;
      this.#reachability.reveal(method);
      invoked.push(method);
    }
    this.#lookahead.invoked(invoked);
    const toSwap = new Set(this.#planner.planReached());
    if (this.isForeseen) {
      this.#lookahead.look(0);
      this.#lookahead.lookFurther(NEAR_PER_UNFORESEEN * unforeseen);
      for (const classId of this.#planner.planReached()) toSwap.add(classId);
    } else if (looksAhead) {
      this.#surplus += this.#lookahead.look(MAX_SURPLUS * this.#plan.methodCount - this.#surplus);
      this.#further += this.#lookahead.lookFurther(
        Math.floor(NEAR_PER_SWAPPED_MS * swappedMs) - this.#further,
      );
      for (const classId of this.#planner.planReached()) toSwap.add(classId);
    }
    return [...toSwap];
  }

  /**
   * Plans what calls by reflection can end in, or calls on objects that no constructor makes.
   * @returns the classes to swap before they go on
   */
  revealReflected(calls: readonly ReflectedCall[]): readonly ClassId[] {
    for (const { classId, isStatic, name, descriptor } of calls) {
      const type = this.#hierarchy.classOf(classId)?.type ?? null;
      if (name === '') {
        // What is above a hidden class is not known.
        if (type === null) this.#gates.openAll();
        else this.#gates.madeWithSupers(type);
        continue;
      }
      const dispatch = isStatic || name === '<init>' ? 'exact' : 'virtual';
      const members = descriptor === '' ? constructorsOf(type) : [this.#hierarchy.member(name, descriptor)];
      for (const member of members) this.#reachability.revealReflected(type, member, dispatch);
    }
    return this.#planner.planReached();
  }

  /** Whether a call by reflection ends in left-out code, which calls nothing back that is not there yet. */
  staysOutside({ classId, name }: ReflectedCall, underWay: UnderWay): boolean {
    const type = this.#hierarchy.classOf(classId)?.type;
    if (name === '' || type === undefined || !this.#reachability.staysOutside(type, name)) return false;
    return !this.#waits.mayBeCalledBack(underWay);
  }

  /** What became reachable since the last look, because a method was refused, or code was changed. @returns the classes to swap */
  takeReached(): readonly ClassId[] {
    const reached = new Set([...this.#changedFor, ...this.#planner.planReached()]);
    this.#changedFor = new Set();
    return [...reached];
  }

  /**
   * Methods not invoked yet whose callees all are instrumented: they need not stop at their first invocation. To be
   * asked after the swap.
   */
  takeReady(): readonly MethodId[] {
    return [...this.#firstStops.takeReady(), ...this.#gates.takeOpened()];
  }

  /** The same for one class that is complete. */
  takeReadyOf(classId: ClassId): readonly MethodId[] {
    const node = this.#hierarchy.classOf(classId);
    const gated = node === undefined ? [] : this.#callGates.of(node);
    return this.#firstStops.takeReadyOf([...this.plannedOf(classId), ...gated]);
  }

  /** All that is above the class has come: else a left-out interface may make methods reachable that it inherits. */
  isComplete(classId: ClassId): boolean {
    const node = this.#hierarchy.classOf(classId);
    return node !== undefined && this.#hierarchy.isComplete(node.type);
  }

  /** Where nothing is recorded any more a class becomes what it was. */
  static rewriteWithout(bytes: Uint8Array): Uint8Array | null {
    return ClassRewriter.asItWas(bytes);
  }

  /** The class with all of its probes, from the bytes of this very swap; null if it is to stay as it is. */
  rewrite(classId: ClassId, bytes: Uint8Array): Uint8Array | null {
    const node = this.#hierarchy.classOf(classId);
    if (node === undefined) return ClassRewriter.asItWas(bytes);
    const stopping = this.#learnChanged(node, bytes);
    const rewritten = this.#rewriter.rewrite(node, bytes);
    if (!stopping.every((method) => this.#callGates.has(method))) this.#options.onUnstopped(node.facts.name);
    return rewritten;
  }

  /** Classes in which code that others have changed made methods reachable, since the last takeReached. */
  get changedFor(): ReadonlySet<ClassId> {
    return this.#changedFor;
  }

  /**
   * What calls more than before, and needs no stop any more, gets a gate; what is reached without an invocation is to be swapped.
   * @returns the methods that must have gates
   */
  #learnChanged(node: ClassNode, bytes: Uint8Array): readonly MethodNode[] {
    const changed = this.classes.learnChanged(node, bytes);
    if (changed.length === 0) return [];
    const stopping = this.#reachability.codeChanged(node, changed);
    for (const method of stopping) this.#callGates.changed(method);
    for (const reached of this.#planner.planReached()) this.#changedFor.add(reached);
    return stopping;
  }

  /**
   * The JVM refused the class with its new probes: they are given up, and no more are planned; those that it has already stay.
   * @param message null: told otherwise, and more of its methods may be planned
   */
  refuse(
    classId: ClassId,
    message: string | null,
    except: ReadonlySet<PlannedMethod> = NO_METHODS,
    id?: Parameters<KnownClasses['refuse']>[2],
  ): void {
    const node = this.#hierarchy.classOf(classId);
    if (node === undefined) return;
    if (except === NO_METHODS) {
      if (message !== null) this.#hooks.refuse(classId, message);
      this.#gates.made(node); // it may stand without its gates
      this.#callGates.open(node);
      this.#rewriter.forgetWitnesses(node);
    }
    if (message !== null) this.#planner.leaveAlone(node);
    const methods = this.#plan.methodsOf(classId);
    if (methods === undefined) return;
    if (message !== null) this.classes.refuse(node.facts, message, id);
    for (const planned of [...methods.values()]) if (!except.has(planned)) this.#planner.giveUp(planned);
  }

  /** A class was defined without its gates. */
  loadLost(classId: ClassId): void {
    const node = this.#hierarchy.classOf(classId);
    if (node === undefined) return;
    this.#gates.made(node);
    this.#callGates.open(node);
    for (const reached of this.#planner.planReached()) this.#changedFor.add(reached);
  }

  /** A class that was announced was never defined. */
  forget(classId: ClassId): void {
    for (const planned of this.plannedOf(classId)) this.#planner.giveUp(planned);
  }

  /** What is planned for the class now. */
  plannedOf(classId: ClassId): ReadonlySet<PlannedMethod> {
    return new Set(this.#plan.methodsOf(classId)?.values() ?? []);
  }
}

/** null: the id is of an earlier recording, or of no method. */
function methodOf(probed: Probed | undefined): MethodNode | null {
  if (probed === undefined || 'suspends' in probed) return null;
  return 'gateOf' in probed ? probed.gateOf : probed.method;
}

function constructorsOf(type: TypeNode | null): readonly Member[] {
  const methods = type?.classes.flatMap((node) => node.methods ?? []) ?? [];
  return methods.filter(({ isConstructor }) => isConstructor).map(({ member }) => member);
}

/** Of all planned methods, how many may be there only because it was possible that something they call is invoked. */
const MAX_SURPLUS = 0.1;
/** Methods planned because they are near, for each ms that swaps have taken: see docs/decisions/looking-ahead.md. */
const NEAR_PER_SWAPPED_MS = 0.1;
/** The same for each method that is invoked and was not expected to be, where the program is foreseen. */
const NEAR_PER_UNFORESEEN = 4;

const NO_METHODS: ReadonlySet<PlannedMethod> = new Set();
