import { ATTRIBUTE } from './attributeNames.ts';
import { findAttribute, type ClassModel } from './classModel.ts';
import { malformedClass } from './malformedClass.ts';

/** One row of BootstrapMethods (JVMS §4.7.23): constant pool indexes. */
export interface BootstrapMethod {
  readonly handleIndex: number;
  readonly argumentIndexes: readonly number[];
}

/** @throws SluiceError 'protocol' if a row does not end within the attribute */
export function readBootstrapMethods(model: ClassModel): readonly BootstrapMethod[] {
  const attribute = findAttribute(model.pool, model.attributes, ATTRIBUTE.bootstrapMethods);
  if (attribute === undefined) return [];
  const { bytes } = model;
  let at = attribute.start;
  const u16 = (): number => {
    if (at + 2 > attribute.endExclusive) {
      throw malformedClass(
        `class ${model.name}`,
        at,
        'BootstrapMethods ends within a row',
        `its rows must end at byte ${attribute.endExclusive}`,
      );
    }
    at += 2;
    return (bytes[at - 2] << 8) | bytes[at - 1];
  };
  return Array.from({ length: u16() }, () => ({
    handleIndex: u16(),
    argumentIndexes: Array.from({ length: u16() }, u16),
  }));
}
