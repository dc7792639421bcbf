import type { MethodId } from '../../../shared/base/ids.ts';
import type { InsertedCall, InsertedCalls } from '../../../shared/bytecode/insertedCalls.ts';
import type { ClassNode, MethodNode } from '../../../shared/callgraph/callGraphNodes.ts';
import type { Reachability, RevelationScheme } from '../../../shared/callgraph/reachability.ts';
import type { ClassModel } from '../../../shared/classfile/classModel.ts';
import { methodKey, type GatedMethod, type Probed } from '../../../shared/instrument/instrumentationPlan.ts';
import type { MethodIds } from '../../../shared/instrument/methodIds.ts';
import { PROBE_CLASS } from '../../../shared/instrument/probeClass.ts';
import type { CallSource } from './callSource.ts';
import type { FirstStops } from './firstStops.ts';

const GATE = { owner: PROBE_CLASS, name: 'gate', descriptor: '(I)V' };

/**
 * Methods that are switched off and came with their class while they were: each has a gate at its beginning, `SluiceProbe.gate(id)`,
 * at which its first invocation waits until what it can call carries probes, and which records nothing. Without it the class would have
 * to wait, as it loads, until others are swapped; and the JVM's verifier, in the middle of that swap, may wait for this class.
 *
 * Methods whose code another agent or a debugger changes have one too, with a number of its own for each change: whoever swaps their
 * class cannot wait until others are swapped, for it may hold those.
 */
export class CallGates implements CallSource {
  readonly #ids: MethodIds<Probed>;
  readonly #reachability: Reachability;
  readonly #firstStops: FirstStops;
  /** Whether threads wait at first invocations. */
  readonly #threadsWait: boolean;
  readonly #gated = new Map<ClassNode, Map<string, GatedMethod>>();
  /** How often the code of each method has come to call more. */
  readonly #changes = new Map<MethodNode, number>();
  /** The class that is about to be defined: what becomes of its methods now is in its code. */
  coming: ClassNode | null = null;

  constructor(
    ids: MethodIds<Probed>,
    reachability: Reachability,
    firstStops: FirstStops,
    scheme: RevelationScheme,
  ) {
    this.#ids = ids;
    this.#reachability = reachability;
    this.#firstStops = firstStops;
    this.#threadsWait = scheme === 'lazy';
  }

  /** A method is reached and is to carry no probe: it waits at a gate, or what it can call is reached now. */
  passThrough(method: MethodNode): void {
    const gated = method.owner === this.coming && this.#threadsWait ? this.#add(method, '') : null;
    if (gated === null) this.#reachability.reveal(method);
    else this.#firstStops.add(gated);
  }

  /** The code of a method that was revealed calls more than before, and is about to be defined. */
  changed(method: MethodNode): void {
    const change = (this.#changes.get(method) ?? 0) + 1;
    this.#changes.set(method, change);
    const gated = this.#add(method, ` ${change}`);
    if (gated === null) this.#reachability.reveal(method);
    else this.#firstStops.add(gated);
  }

  /** @returns null if there are no ids left */
  #add(method: MethodNode, change: string): GatedMethod | null {
    const { owner } = method;
    const key = keyOf(method);
    const gated = { method, methodId: 0 as MethodId };
    const methodId = this.#ids.assign(owner.classId, `call gate${change} ${key}`, gated);
    if (methodId === null) return null;
    gated.methodId = methodId;
    let ofClass = this.#gated.get(owner);
    if (ofClass === undefined) this.#gated.set(owner, (ofClass = new Map()));
    ofClass.set(key, gated);
    return gated;
  }

  /** It carries a probe from now on. Harmless for any other method. */
  delete(method: MethodNode): void {
    this.#gated.get(method.owner)?.delete(keyOf(method));
  }

  /** The class stands without its gates: what its methods can call must be there before. */
  open(node: ClassNode): void {
    const methods = this.of(node);
    this.#gated.delete(node);
    for (const gated of methods) {
      this.#firstStops.delete(gated);
      this.#reachability.reveal(gated.method);
    }
  }

  of(node: ClassNode): readonly GatedMethod[] {
    return [...(this.#gated.get(node)?.values() ?? [])];
  }

  has(method: MethodNode): boolean {
    return this.#gated.get(method.owner)?.has(keyOf(method)) === true;
  }

  hasCalls(node: ClassNode): boolean {
    return this.of(node).length > 0;
  }

  callsOf(node: ClassNode, model: ClassModel): InsertedCalls {
    const gated = this.#gated.get(node);
    const gates = new Map<number, readonly InsertedCall[]>();
    if (gated === undefined || gated.size === 0) return gates;
    for (const { name, descriptor, index } of model.methods) {
      const id = gated.get(methodKey(name, descriptor))?.methodId;
      if (id === undefined) continue;
      gates.set(index, [{ bci: 0, callee: GATE, argument: { kind: 'number', value: id } }]);
    }
    return gates;
  }

  giveUpCalls(node: ClassNode): void {
    this.open(node);
  }
}

function keyOf({ member }: MethodNode): string {
  return methodKey(member.name, member.descriptor);
}
