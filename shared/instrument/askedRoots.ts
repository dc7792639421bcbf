import { SluiceError } from '../base/errors.ts';
import type { RootRequests } from '../bytecode/rootRequests.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import { javaName, javaParameters } from '../classfile/descriptors.ts';
import { argumentOf, whyIncomparable, whyUnreadable } from '../classfile/methodArgument.ts';
import type { MethodModel } from '../classfile/methodModel.ts';

/**
 * Every method that a pattern makes a root must have what is asked of its calls; else the calls of some would be missing without a word.
 * @param isEnum whether values of the class, internal name, may be those of an enum: one that is not loaded may
 * @throws SluiceError 'usage' naming the first that has not
 */
export function checkAskedRoots(
  model: ClassModel,
  roots: readonly MethodModel[],
  { conditions, split }: Pick<RootRequests, 'conditions' | 'split'>,
  isEnum: (className: string) => boolean,
): void {
  for (const root of roots) {
    const check = (option: string, number: number, whyNot: (type: string) => string | null): void => {
      const found = argumentOf(root, number);
      const why =
        found === null ? `it has no arg${number}` : (whyUnreadable(found.type, isEnum) ?? whyNot(found.type));
      if (why !== null) throw cannotBeAsked(model, root, option, why);
    };
    for (const condition of conditions)
      check(`--when ${condition.text}`, condition.argument, (type) => whyIncomparable(type, condition));
    if (typeof split === 'number') check(`--split arg${split}`, split, () => null);
  }
}

function cannotBeAsked(model: ClassModel, root: MethodModel, option: string, why: string): SluiceError {
  const method = `${javaName(model.name)}::${root.name}${javaParameters(root.descriptor)}`;
  return new SluiceError(
    'usage',
    `${option}: root ${method} cannot be asked: ${why}.`,
    'Name roots that all have such an argument; of several methods of one name one with its types: pkg.Class::method(int,String).',
  );
}
