import type { ClassId } from '../../../shared/base/ids.ts';
import type { ClassHierarchy } from '../../../shared/callgraph/classHierarchy.ts';
import type { ClassNode, MethodNode } from '../../../shared/callgraph/callGraphNodes.ts';
import { namesIn } from '../../../shared/callgraph/classAnalysis.ts';
import { handedOutBy, mayHandOut } from '../../../shared/callgraph/handedOut.ts';
import type { Reachability } from '../../../shared/callgraph/reachability.ts';
import {
  callableFromOutside,
  mayCallUnstopped,
  type ComingCode,
} from '../../../shared/callgraph/unstoppedCalls.ts';
import { readClass } from '../../../shared/classfile/classReader.ts';
import {
  methodKey,
  type InstrumentationPlan,
  type PlannedMethod,
} from '../../../shared/instrument/instrumentationPlan.ts';
import type { CallGates } from './callGates.ts';

/**
 * Whether other classes are swapped before a load goes on: a method of the class that calls them has no probe to wait at; or the thread is
 * outside of the subgraph and may hand them out. 'patiently', once in a recording: native code may make objects from now on.
 */
export type SwapFirst = 'no' | 'yes' | 'patiently';

/** What is planned and not in the JVM yet. */
export interface UnderWay {
  /** Classes that are being swapped, and those that are next. */
  readonly classIds: ReadonlySet<ClassId>;
  carries(planned: PlannedMethod): boolean;
}

export interface ComingClass {
  /** The one that was added last. */
  readonly node: ClassNode;
  readonly bytes: Uint8Array;
  /** The thread that loads it is outside of the subgraph. */
  readonly outside: boolean;
  /** Nobody has an object for its native methods before what is owed is swapped: InstanceGates.hold. */
  readonly isHeld: boolean;
}

interface WaitsParts {
  readonly hierarchy: ClassHierarchy;
  readonly reachability: Reachability;
  readonly plan: InstrumentationPlan;
  readonly callGates: CallGates;
}

/**
 * Which class loads wait for swaps. What a load itself makes reachable is not swapped yet; nor is what others made reachable some ms before,
 * whose swap is under way. For that a load waits only where code of the class may call it unstopped: the JVM's verifier may wait for this very
 * class in that swap, and then the wait is for nothing and calls count as missed.
 */
export class LoadWaits {
  readonly #parts: WaitsParts;
  /** Classes that got methods when the gates opened. */
  #behindGates: ReadonlySet<ClassId> = new Set();

  constructor(parts: WaitsParts) {
    this.#parts = parts;
  }

  /**
   * Whether native code of the class may make objects of classes that had gates and are not swapped yet.
   * @param opensGates the load made native code possible
   * @param toSwap what it made reachable, and is going to
   */
  nativeCodeIsAhead(
    node: ClassNode,
    opensGates: boolean,
    toSwap: ReadonlySet<ClassId>,
    underWay: UnderWay,
  ): boolean {
    if (opensGates) this.#behindGates = toSwap;
    if (opensGates) return toSwap.size > 0;
    if (node.methods?.some(({ isNative }) => isNative) !== true) return false;
    return [...underWay.classIds].some((classId) => this.#behindGates.has(classId));
  }

  /**
   * @param isAhead see nativeCodeIsAhead
   * @param toSwap what the load made reachable
   */
  of(coming: ComingClass, isAhead: boolean, toSwap: ReadonlySet<ClassId>, underWay: UnderWay): SwapFirst {
    const { node, outside, isHeld } = coming;
    if (isAhead && !isHeld) return 'patiently';
    const { reachability, hierarchy } = this.#parts;
    if (toSwap.size > 0) {
      if (this.#unstoppedMethods(coming).length > 0) return 'yes';
      if (outside && mayHandOut(node, reachability, hierarchy)) return 'yes';
    }
    return this.#mayCallWhatIsUnderWay(coming, underWay) ? 'yes' : 'no';
  }

  /** Whether methods that are about to go on may call what is under way: themselves, or by way of what does not stop. */
  mayCall(methods: readonly MethodNode[], underWay: UnderWay): boolean {
    const pending = this.#pending(underWay, null);
    return pending.size > 0 && this.#mayCallUnstopped(pending, { methods, sites: [] });
  }

  /** Whether left-out code may call what is under way. */
  mayBeCalledBack(underWay: UnderWay): boolean {
    return callableFromOutside(this.#pending(underWay, null), this.#parts.hierarchy);
  }

  #mayCallWhatIsUnderWay(coming: ComingClass, underWay: UnderWay): boolean {
    const { node, bytes, outside } = coming;
    const methods = this.#unstoppedMethods(coming);
    if (methods.length === 0 && !outside) return false; // nearly always: all that it has carries probes
    const pending = this.#pending(underWay, node.classId);
    if (pending.size === 0) return false;
    const { reachability, hierarchy } = this.#parts;
    if (outside && reachability.guessesReflection) {
      const names = new Set(namesIn(readClass(bytes).pool));
      if ([...pending].some(({ member }) => names.has(member.name))) return true;
    }
    const sites = outside ? handedOutBy(node, hierarchy) : [];
    return this.#mayCallUnstopped(pending, { methods, sites });
  }

  #mayCallUnstopped(pending: ReadonlySet<MethodNode>, code: ComingCode): boolean {
    const runsUnstopped = (method: MethodNode): boolean => this.#runsUnstopped(method);
    return mayCallUnstopped(pending, code, runsUnstopped, this.#parts.hierarchy);
  }

  /** @param coming this class comes with all that is planned for it */
  #pending({ classIds, carries }: UnderWay, coming: ClassId | null): ReadonlySet<MethodNode> {
    const pending = new Set<MethodNode>();
    for (const classId of classIds) {
      if (classId === coming) continue;
      for (const planned of this.#parts.plan.methodsOf(classId)?.values() ?? [])
        if (!carries(planned)) pending.add(planned.method);
    }
    return pending;
  }

  #unstoppedMethods({ node, isHeld }: ComingClass): readonly MethodNode[] {
    return (node.methods ?? []).filter(
      (method) => this.#runsUnstopped(method) && !(isHeld && method.isNative),
    );
  }

  /** It is in the subgraph and would not wait: it was refused, or is left out. */
  #runsUnstopped(method: MethodNode): boolean {
    const { plan, callGates } = this.#parts;
    const { owner, member, isReached } = method;
    if (!isReached || callGates.has(method)) return false;
    return plan.methodsOf(owner.classId)?.has(methodKey(member.name, member.descriptor)) !== true;
  }
}
