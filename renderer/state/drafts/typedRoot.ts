import type { ClassRow, MethodRow } from '../../../shared/ipc/engineApi.ts';
import type { ClassSearch } from './findClasses.ts';
import { methodItems } from './methodItems.ts';
import { isWildcard } from '../patternList.ts';

/**
 * The root that Enter takes, null: none. A pattern with wildcards is taken as it stands; anything else only for what is loaded:
 *
 *     a.Order             the class of this whole name
 *     Ord                 the class that is shown: its only method, or all of them
 *     Order::find         the method of this name, all overloads of it
 *     Order::fi           the first in the list
 *
 * @param found what the text finds; @param owner the class whose methods are shown, null when none is
 */
export async function typedRoot(
  text: string,
  { classes, classQuery, methodQuery }: ClassSearch,
  owner: ClassRow | null,
  methodsOf: (classId: number) => Promise<readonly MethodRow[]>,
): Promise<string | null> {
  if (isWildcard(text)) return text.trim();
  const whole = classes.find(({ name }) => dotted(name) === dotted(classQuery));
  if (whole && methodQuery === '') return whole.name;
  if (!owner) return null;
  const methods = methodItems(owner, await methodsOf(owner.classId), methodQuery).filter(
    (item) => item.whyNot === '' && item.pattern !== owner.name,
  );
  if (methodQuery === '') return methods.length > 1 ? owner.name : (methods.at(0)?.pattern ?? null);
  const [name, types = null] = methodQuery.replaceAll(/\s/g, '').split('(');
  const named = `${owner.name}::${name}`;
  const overloads = methods.filter(({ pattern }) => pattern.split('(')[0] === named);
  const one = overloads.find(
    ({ pattern }) => types !== null && simpleTypes(pattern.split('(')[1]) === simpleTypes(types),
  );
  if (one || overloads.length > 1) return one?.pattern ?? named;
  return (overloads.at(0) ?? methods.at(0))?.pattern ?? null;
}

/** Types may be typed without their packages: java.lang.String,int) is String,int). */
function simpleTypes(types: string): string {
  return types.replaceAll(/[^,]*\./g, '');
}

/** Nested classes are typed as Outer.Inner too. */
function dotted(className: string): string {
  return className.replaceAll('$', '.');
}
