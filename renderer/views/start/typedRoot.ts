import type { ClassRow, MethodRow } from '../../../shared/ipc/engineApi.ts';
import { isPattern } from '../../state/patternList.ts';
import type { ClassSearch } from './findClasses.ts';
import { methodItems } from './methodItems.ts';

/**
 * The root that Enter takes: the only method that what was typed can mean, else the text itself when it is a pattern,
 * else null. `a.Order` means the class even where it has but one method.
 * @param found what the text finds; @param owner the class whose methods are looked at, null when there are several
 */
export async function typedRoot(
  text: string,
  { methodQuery }: ClassSearch,
  owner: ClassRow | null,
  methodsOf: (classId: number) => Promise<readonly MethodRow[]>,
): Promise<string | null> {
  const pattern = isPattern(text) ? text.trim() : null;
  if (!owner || (pattern !== null && methodQuery === '')) return pattern;
  const methods = methodItems(owner, await methodsOf(owner.classId), methodQuery).filter(
    (item) => item.whyNot === '' && item.pattern !== owner.name,
  );
  return methods.length === 1 ? methods[0].pattern : pattern;
}
