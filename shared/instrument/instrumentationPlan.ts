import type { ClassId, MethodId } from '../base/ids.ts';
import type { ProbeTarget } from '../bytecode/probePackets.ts';
import type { ClassNode, MethodNode } from '../callgraph/callGraphNodes.ts';
import type { InstanceGate } from './instanceGates.ts';
import type { MethodIds } from './methodIds.ts';

/** A method that is to carry a probe, and whether its present code does is the swap's affair. */
export interface PlannedMethod extends ProbeTarget {
  readonly method: MethodNode;
}

/** A method without probe that waits at its first invocation all the same. */
export interface GatedMethod {
  readonly method: MethodNode;
  readonly methodId: MethodId;
}

/** A class that tells where it suspends continuations of its own. */
export interface SuspendingClass {
  readonly suspends: ClassNode;
}

/** What an id of a method stands for. */
export type Probed = PlannedMethod | GatedMethod | InstanceGate | SuspendingClass;

/**
 * What carries probes, or will after the next swap: class -> methods, each by name and descriptor, because only those are
 * the same in the bytes that the JVM hands out at each swap. A class that is swapped gets all of its planned methods again.
 */
export class InstrumentationPlan {
  readonly #ids: MethodIds<Probed>;
  readonly #classes = new Map<ClassId, Map<string, PlannedMethod>>();
  #methodCount = 0;

  constructor(ids: MethodIds<Probed>) {
    this.#ids = ids;
  }

  get methodCount(): number {
    return this.#methodCount;
  }

  get classCount(): number {
    return this.#classes.size;
  }

  get classIds(): readonly ClassId[] {
    return [...this.#classes.keys()];
  }

  /** @returns null when there are no ids left: the method cannot be measured */
  add(method: MethodNode, probes: Omit<ProbeTarget, 'methodId'>): PlannedMethod | null {
    const item = { method, ...probes, methodId: 0 as MethodId };
    const { owner, member } = method;
    const methodId = this.#ids.assign(owner.classId, methodKey(member.name, member.descriptor), item);
    if (methodId === null) return null;
    item.methodId = methodId;
    this.restore(item);
    return item;
  }

  /** Plans a method again that was dropped. It keeps its id, so that in the tree it is the same method. */
  restore(planned: PlannedMethod): void {
    const { owner, member } = planned.method;
    let methods = this.#classes.get(owner.classId);
    if (methods === undefined) this.#classes.set(owner.classId, (methods = new Map()));
    methods.set(methodKey(member.name, member.descriptor), planned);
    this.#methodCount++;
  }

  /** Takes a method back that cannot be instrumented after all, or is to be no more. */
  drop(planned: PlannedMethod): void {
    const { owner, member } = planned.method;
    const methods = this.#classes.get(owner.classId);
    if (!methods?.delete(methodKey(member.name, member.descriptor))) return;
    this.#methodCount--;
    if (methods.size === 0) this.#classes.delete(owner.classId);
  }

  /** All that is planned. */
  *methods(): Iterable<PlannedMethod> {
    for (const methods of this.#classes.values()) yield* methods.values();
  }

  /** By methodKey; undefined if nothing of the class is planned. */
  methodsOf(classId: ClassId): ReadonlyMap<string, PlannedMethod> | undefined {
    return this.#classes.get(classId);
  }

  get(id: MethodId): Probed | undefined {
    return this.#ids.get(id);
  }
}

export function methodKey(name: string, descriptor: string): string {
  return name + descriptor;
}
