import { SluiceError } from '../base/errors.ts';
import type { ArgumentCondition } from '../classfile/argumentCondition.ts';
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
  conditions: readonly ArgumentCondition[],
  isEnum: (className: string) => boolean,
): void {
  for (const root of roots)
    for (const condition of conditions) {
      const found = argumentOf(root, condition.argument);
      const why =
        found === null
          ? `it has no arg${condition.argument}`
          : (whyUnreadable(found.type, isEnum) ?? whyIncomparable(found.type, condition));
      if (why === null) continue;
      const method = `${javaName(model.name)}::${root.name}${javaParameters(root.descriptor)}`;
      throw new SluiceError(
        'usage',
        `--when ${condition.text}: root ${method} cannot be asked: ${why}.`,
        'Name roots that all have such an argument; of several methods of one name one with its types: pkg.Class::method(int,String).',
      );
    }
}
