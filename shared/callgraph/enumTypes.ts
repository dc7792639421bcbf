import type { ClassHierarchy } from './classHierarchy.ts';

const ENUM = 'java.lang.Enum';

/**
 * Whether values of the type may be those of an enum, as far as is known: of several classes of one name, by different loaders,
 * one suffices. Interfaces may be an enum's, and what is not loaded may be one.
 * @param name as Class.getName() @throws SluiceError 'protocol': see ClassHierarchy.ancestors
 */
export function mayBeEnum(hierarchy: ClassHierarchy, name: string): boolean {
  const type = hierarchy.type(name);
  return type.classes.length === 0 || type.isInterface || hierarchy.isSubtype(type, hierarchy.type(ENUM));
}
