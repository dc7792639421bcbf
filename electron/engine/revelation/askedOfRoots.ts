import type { RootRequests } from '../../../shared/bytecode/rootRequests.ts';
import type { ClassModel } from '../../../shared/classfile/classModel.ts';
import type { MethodModel } from '../../../shared/classfile/methodModel.ts';
import { checkAskedRoots } from '../../../shared/instrument/askedRoots.ts';
import { CLASS_FLAG, type LoadedClass } from '../../../shared/wire/controlMessage.ts';

/** Throws a SluiceError 'usage' where a method cannot be a root, since what is asked of its calls is not there. */
export type CheckRoots = (model: ClassModel, roots: readonly MethodModel[]) => void;

/** @param requests null: nothing is asked @param classes all that are loaded */
export function checkOfRoots(requests: RootRequests | null, classes: readonly LoadedClass[]): CheckRoots {
  if (requests === null) return () => {};
  const isEnum = mayBeEnum(classes);
  return (model, roots) => checkAskedRoots(model, roots, requests, isEnum);
}

/** Interfaces may be an enum's, and classes that are not loaded may be one. */
function mayBeEnum(classes: readonly LoadedClass[]): (internalName: string) => boolean {
  const byName = new Map(classes.map((loaded) => [loaded.name, loaded]));
  const byId = new Map(classes.map((loaded) => [loaded.classId, loaded]));
  const ofEnums = byName.get('java.lang.Enum');
  return (internalName) => {
    const named = byName.get(internalName.replaceAll('/', '.'));
    if (named === undefined || (named.flags & CLASS_FLAG.interface) !== 0) return true;
    let above: LoadedClass | undefined = named;
    while (above !== undefined && above !== ofEnums)
      above = above.superId === 0 ? undefined : byId.get(above.superId);
    return above !== undefined;
  };
}
