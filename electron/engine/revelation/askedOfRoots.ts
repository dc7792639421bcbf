import { askedOfEnums, type MayBeEnum, type RootRequests } from '../../../shared/bytecode/rootRequests.ts';
import type { ClassNode } from '../../../shared/callgraph/callGraphNodes.ts';
import type { ClassHierarchy } from '../../../shared/callgraph/classHierarchy.ts';
import { mayBeEnum } from '../../../shared/callgraph/enumTypes.ts';
import type { ClassModel } from '../../../shared/classfile/classModel.ts';
import { javaName, javaParameters } from '../../../shared/classfile/descriptors.ts';
import type { MethodModel } from '../../../shared/classfile/methodModel.ts';
import { checkAskedRoots } from '../../../shared/instrument/askedRoots.ts';
import { methodKey, type PlannedMethod } from '../../../shared/instrument/instrumentationPlan.ts';
import type { OnNote } from '../../../shared/messages/noteMessages.ts';
import type { RequestedProbes } from './requestedProbes.ts';

export interface AskedOptions {
  readonly probes: RequestedProbes;
  readonly onNote: OnNote;
}

/** Throws a SluiceError 'usage' where a method cannot be a root, since what is asked of its calls is not there. */
export type CheckRoots = (model: ClassModel, roots: readonly MethodModel[]) => void;

/** @param requests null: nothing is asked @param hierarchy has all classes that are loaded */
export function checkOfRoots(requests: RootRequests | null, hierarchy: ClassHierarchy): CheckRoots {
  if (requests === null) return () => {};
  return (model, roots) => checkAskedRoots(model, roots, requests, enumsIn(hierarchy));
}

/** What is known of the types that roots are asked of: a class may load before the classes of its arguments do. */
export class AskedTypes {
  readonly #options: AskedOptions;
  readonly #hierarchy: ClassHierarchy;
  readonly #mayBeEnum: MayBeEnum;
  /** Types that were not loaded when the class's roots got their probes: whatever they turn out to be, the probes stay. */
  readonly #unknown = new Map<ClassNode, ReadonlySet<string>>();

  constructor(options: AskedOptions, hierarchy: ClassHierarchy) {
    this.#options = options;
    this.#hierarchy = hierarchy;
    this.#mayBeEnum = enumsIn(hierarchy);
  }

  /** For roots of the class. */
  mayBeEnumFor(node: ClassNode): MayBeEnum {
    return (name) => this.#unknown.get(node)?.has(name) === true || this.#mayBeEnum(name);
  }

  /** The class has got its probes: tells of what only calls of its roots will tell. @param planned by methodKey */
  rewritten(node: ClassNode, model: ClassModel, planned: ReadonlyMap<string, PlannedMethod>): void {
    const { onNote, probes } = this.#options;
    const { requests } = probes;
    if (requests === null) return;
    const unknown = new Set(this.#unknown.get(node));
    for (const method of model.methods) {
      const { name, descriptor } = method;
      if (planned.get(methodKey(name, descriptor))?.root !== true) continue;
      for (const { option, className } of askedOfEnums(method, requests)) {
        const type = javaName(className);
        if (this.#hierarchy.type(type).classes.length > 0) continue;
        unknown.add(className);
        const root = `${javaName(model.name)}::${name}${javaParameters(descriptor)}`;
        onNote('askedTypeUnknown', { option, root, type });
      }
    }
    if (unknown.size > 0) this.#unknown.set(node, unknown);
  }
}

function enumsIn(hierarchy: ClassHierarchy): MayBeEnum {
  return (internalName) => mayBeEnum(hierarchy, javaName(internalName));
}
