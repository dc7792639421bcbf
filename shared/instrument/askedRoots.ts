import { UsageError, type SluiceError } from '../base/errors.ts';
import {
  whyUnaskable,
  type MayBeEnum,
  type RootRequests,
  type UnaskableRoot,
} from '../bytecode/rootRequests.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import { javaName, javaParameters } from '../classfile/descriptors.ts';
import type { MethodModel } from '../classfile/methodModel.ts';

/**
 * Every method that a pattern makes a root must have what is asked of its calls; else the calls of some would be missing without a word.
 * @throws SluiceError 'usage' naming the first that has not
 */
export function checkAskedRoots(
  model: ClassModel,
  roots: readonly MethodModel[],
  requests: Pick<RootRequests, 'conditions' | 'split'>,
  mayBeEnum: MayBeEnum,
): void {
  for (const root of roots) {
    const unaskable = whyUnaskable(model.name, root, requests, mayBeEnum);
    if (unaskable !== null) throw cannotBeAsked(model, root, unaskable);
  }
}

function cannotBeAsked(
  model: ClassModel,
  root: MethodModel,
  { option, argument, why }: UnaskableRoot,
): SluiceError {
  const method = `${javaName(model.name)}::${root.name}${javaParameters(root.descriptor)}`;
  return new UsageError(
    `${option}: root ${method} cannot be asked: ${why}.`,
    argument === null
      ? 'Name a root of another class, such as the task that the thread runs, or split by an argument: --split arg0.'
      : 'Name roots that all have such an argument; of several methods of one name one with its types: pkg.Class::method(int,String).',
  );
}
