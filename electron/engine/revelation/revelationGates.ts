import type { MethodId } from '../../../shared/base/ids.ts';
import type { InsertedCalls } from '../../../shared/bytecode/insertedCalls.ts';
import type { ClassHierarchy } from '../../../shared/callgraph/classHierarchy.ts';
import type { Reachability } from '../../../shared/callgraph/reachability.ts';
import type { ClassNode, MethodNode, TypeNode } from '../../../shared/callgraph/callGraphNodes.ts';
import type { ClassModel } from '../../../shared/classfile/classModel.ts';
import type { Probed } from '../../../shared/instrument/instrumentationPlan.ts';
import { instanceGates } from '../../../shared/instrument/instanceGates.ts';
import type { MethodIds } from '../../../shared/instrument/methodIds.ts';
import { NO_CALLS } from '../../../shared/bytecode/insertedCalls.ts';
import type { CallSource } from './callSource.ts';

/**
 * The classes of which no object has been made yet: their constructors carry gates, at which whoever makes the first one waits,
 * in the subgraph or not. So nobody has an object before what can be called on it carries probes.
 *
 * Only a class that is defined with its gates can have them, while threads wait at gates and all that makes objects past
 * constructors is told of. The JVM makes objects of its own classes as it likes, and so does native code (JNI AllocObject): core
 * classes have no gates, and a program with native methods of its own has none but those of `hold`.
 */
export class InstanceGates implements CallSource {
  readonly #ids: MethodIds<Probed>;
  readonly #hierarchy: ClassHierarchy;
  readonly #reachability: Reachability;
  /** By descriptor of the constructor; null: there were no ids left. */
  readonly #closed = new Map<ClassNode, ReadonlyMap<string, MethodId | null>>();
  /** Classes with native methods, see hold. */
  readonly #held = new Map<ClassNode, ReadonlyMap<string, MethodId | null>>();
  /** Their gates stand in code until the class is swapped. */
  #opened: MethodId[] = [];
  #threadsWait = false;
  #isGivenUp = false;

  constructor(ids: MethodIds<Probed>, hierarchy: ClassHierarchy, reachability: Reachability) {
    this.#ids = ids;
    this.#hierarchy = hierarchy;
    this.#reachability = reachability;
  }

  /** The agent records. */
  threadsWait(): void {
    this.#threadsWait = true;
  }

  /** Objects can be made that nobody tells of. @returns whether classes had gates */
  giveUp(): boolean {
    this.#isGivenUp = true;
    return this.openAll();
  }

  hasCalls(node: ClassNode): boolean {
    return this.#closed.has(node) || this.#held.has(node);
  }

  /** A class is about to be defined: gives it gates if they hold, and if it has methods for which they are good. */
  offer(node: ClassNode): void {
    const { facts, methods } = node;
    if (!this.#threadsWait || this.#isGivenUp || !this.#reachability.isOpen) return;
    if (facts.isInterface || facts.isLeftOut || facts.isCore) return;
    const constructors = methods?.filter(({ isConstructor }) => isConstructor) ?? [];
    if (constructors.length === 0 || methods?.some(({ needsObject }) => needsObject) !== true) return;
    node.isMade = false;
    this.#closed.set(node, this.#idsOf(constructors));
  }

  #idsOf(constructors: readonly MethodNode[]): ReadonlyMap<string, MethodId | null> {
    const ids = constructors.map((gateOf) => {
      const { owner, member } = gateOf;
      const { descriptor } = member;
      return [descriptor, this.#ids.assign(owner.classId, `gate ${descriptor}`, { gateOf })] as const;
    });
    return new Map(ids);
  }

  /**
   * A class is about to be defined whose native methods can call, or make objects of, what is not swapped yet. Each of them needs an
   * object: gates in its constructors hold whoever makes one, on any thread, until all that is swapped. So the load need not wait, which
   * the JVM's verifier may wait for in that very swap. Other classes do without.
   */
  hold(node: ClassNode): void {
    if (node.facts.isLeftOut || node.facts.isCore) return;
    const constructors = node.methods?.filter(({ isConstructor }) => isConstructor) ?? [];
    const natives = node.methods?.filter(({ isNative }) => isNative) ?? [];
    if (!this.#threadsWait || constructors.length === 0 || natives.length === 0) return;
    if (!natives.every(({ needsObject }) => needsObject)) return;
    this.#held.set(node, this.#idsOf(constructors));
  }

  holds(node: ClassNode): boolean {
    return this.#held.has(node);
  }

  /** A call of a constructor is revealed, and all is known that objects inherit: probes too many are cheaper than a stop. */
  isNotWorth(node: ClassNode): boolean {
    if (!this.hasCalls(node) || !this.#hierarchy.isComplete(node.type)) return false;
    return node.methods?.some(({ isConstructor, isReached }) => isConstructor && isReached) === true;
  }

  /** There may be objects of the class from now on: reaches what calls of them can end in. */
  made(node: ClassNode): void {
    const ids = this.#closed.get(node);
    if (ids === undefined) return;
    this.#closed.delete(node);
    for (const id of ids.values()) if (id !== null) this.#opened.push(id);
    this.#reachability.classMade(node);
  }

  /** An object is about to be made: with a constructor, those of all that is above its class run too. */
  madeWithSupers(type: TypeNode): void {
    for (const { classes } of [type, ...this.#hierarchy.ancestors(type)])
      for (const node of classes) this.made(node);
  }

  /** @returns whether classes had gates */
  openAll(): boolean {
    const nodes = [...this.#closed.keys()];
    for (const node of nodes) this.made(node);
    return nodes.length > 0;
  }

  /** Ids of gates that were opened since the last call: nobody need wait there any more once all that is owed is swapped. */
  takeOpened(): readonly MethodId[] {
    const held = [...this.#held.values()].flatMap((ids) => [...ids.values()].filter((id) => id !== null));
    this.#held.clear();
    const opened = [...this.#opened, ...held];
    this.#opened = [];
    return opened;
  }

  /** The gates that its constructors have; null if one cannot have it. */
  callsOf(node: ClassNode, model: ClassModel): InsertedCalls | null {
    const ids = this.#closed.get(node) ?? this.#held.get(node);
    return ids === undefined ? NO_CALLS : instanceGates(model, (descriptor) => ids.get(descriptor) ?? null);
  }

  /** It stands without its gates. */
  giveUpCalls(node: ClassNode): void {
    this.#held.delete(node);
    this.made(node);
  }
}
