import { UsageError } from '../../base/errors.ts';
import { parseMethodPattern } from '../../callgraph/methodPattern.ts';
import type { HeapClass } from '../dumpClasses.ts';
import type { HeapDump } from '../heapDump.ts';
import type { ClassFilter } from './heapView.ts';

/** What a view is about: one object, all of some classes, or what some contexts of a recording have made. */
export type HeapSubject =
  | { readonly kind: 'object'; readonly address: number }
  | { readonly kind: 'classes'; readonly name: string; readonly isWanted: ClassFilter }
  | {
      readonly kind: 'made';
      readonly name: string;
      /** Places in Makers.contexts. */
      readonly contexts: ReadonlySet<number>;
      readonly isWanted: ClassFilter;
    };

type SubjectClasses = Extract<HeapSubject, { kind: 'classes' }>;

export const ALL_OBJECTS = { kind: 'classes', name: 'all', isWanted: () => true } as const;

/** `app.Cart[]` is an array of what `app.Cart` matches. @throws SluiceError 'usage' for what is no pattern of classes */
export function classesLike(text: string): SubjectClasses {
  const brackets = /(\[\])*$/.exec(text)?.[0] ?? '';
  const pattern = parseMethodPattern(text.slice(0, text.length - brackets.length));
  if (pattern.namesMethods)
    throw new UsageError(`The pattern ${text} names methods.`, 'Classes have objects: app.Cart, app.**');
  const isWanted = ({ name }: HeapClass): boolean => {
    const own = /(\[\])*$/.exec(name)?.[0] ?? '';
    const element = name.slice(0, name.length - own.length);
    return own === brackets && pattern.matchesClass(element) !== pattern.isExclusion;
  };
  return { kind: 'classes', name: text, isWanted };
}

/**
 * What a row of a view is named: "app.Cart@0x7f00" is that object, "class app.Main" the object of the class, "app.Cart" all of a class.
 * Null: nothing of that name is in the dump.
 */
export function subjectNamed(dump: HeapDump, name: string): HeapSubject | null {
  const [, digits] = /@0x([0-9a-f]+)$/.exec(name) ?? [];
  if (digits !== undefined) return { kind: 'object', address: parseInt(digits, 16) };
  const { all } = dump.graph.classes;
  const [, className] = /^class (.+)$/s.exec(name) ?? [];
  const heapClass = all.find((each) => each.name === (className ?? name));
  if (heapClass === undefined) return null;
  if (className !== undefined) return heapClass.id === 0 ? null : { kind: 'object', address: heapClass.id };
  return { kind: 'classes', name, isWanted: (each) => each.name === name };
}
