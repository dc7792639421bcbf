import type { RootRequests } from '../../../shared/bytecode/rootRequests.ts';
import type { ClassHierarchy } from '../../../shared/callgraph/classHierarchy.ts';
import { mayBeEnum } from '../../../shared/callgraph/enumTypes.ts';
import type { ClassModel } from '../../../shared/classfile/classModel.ts';
import { javaName } from '../../../shared/classfile/descriptors.ts';
import type { MethodModel } from '../../../shared/classfile/methodModel.ts';
import { checkAskedRoots } from '../../../shared/instrument/askedRoots.ts';

/** Throws a SluiceError 'usage' where a method cannot be a root, since what is asked of its calls is not there. */
export type CheckRoots = (model: ClassModel, roots: readonly MethodModel[]) => void;

/** @param requests null: nothing is asked @param hierarchy has all classes that are loaded */
export function checkOfRoots(requests: RootRequests | null, hierarchy: ClassHierarchy): CheckRoots {
  if (requests === null) return () => {};
  const isEnum = (internalName: string): boolean => mayBeEnum(hierarchy, javaName(internalName));
  return (model, roots) => checkAskedRoots(model, roots, requests, isEnum);
}
