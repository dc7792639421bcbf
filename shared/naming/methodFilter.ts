import { messageOf, UsageError } from '../base/errors.ts';
import { packagesTest } from './inPackages.ts';
import { methodName } from './methodNames.ts';
import type { MethodTable } from './methodTable.ts';

/** Which methods a view is about. Texts are looked for in long names: a.b.C$D.run(int, java.lang.String). */
export type MethodFilter =
  /** All words, whatever their case; "" is every method. */
  | { readonly kind: 'contains'; readonly text: string }
  /** Not all of the words; "" is every method. */
  | { readonly kind: 'excludes'; readonly text: string }
  /** A regular expression of JavaScript, with Unicode, case and all; anywhere in the name. */
  | { readonly kind: 'regexp'; readonly text: string }
  /** Exactly this long name, or this class, as in Class.getName(). */
  | { readonly kind: 'name' | 'class'; readonly text: string }
  /** "Only my packages": classes in one of these or below it. */
  | { readonly kind: 'packages'; readonly packages: readonly string[] }
  /** All but those. */
  | { readonly kind: 'outside'; readonly packages: readonly string[] };

/** The filter, where it can be used. @throws SluiceError 'usage' for what is no regular expression */
export function checkedFilter(filter: MethodFilter): MethodFilter {
  testOf(filter);
  return filter;
}

/** @returns MethodId -> 1 for what the filter is about
 *  @throws SluiceError 'usage' for what is no regular expression */
export function filteredMethods(methods: MethodTable, filter: MethodFilter): Uint8Array {
  const filtered = new Uint8Array(methods.nameRanks.length);
  const isIn = testOf(filter);
  for (const method of methods.all) {
    if (isIn({ name: methodName(method, 'long'), className: method.className })) filtered[method.id] = 1;
  }
  return filtered;
}

/** The same for names of classes or packages. @returns place in names -> 1 */
export function filteredNames(names: readonly string[], filter: MethodFilter): Uint8Array {
  const isIn = testOf(filter);
  return Uint8Array.from(names, (name) => (isIn({ name, className: `${name}.` }) ? 1 : 0));
}

export function methodFilterText(filter: MethodFilter): string {
  switch (filter.kind) {
    case 'contains':
      return `“${filter.text}”`;
    case 'excludes':
      return `not “${filter.text}”`;
    case 'regexp':
      return `/${filter.text}/`;
    case 'name':
    case 'class':
      return filter.text;
    case 'packages':
      return filter.packages.join(', ');
    case 'outside':
      return `outside of ${filter.packages.join(', ')}`;
  }
}

/** What is looked at: its long name, and its class. */
interface Named {
  readonly name: string;
  readonly className: string;
}

function testOf(filter: MethodFilter): (named: Named) => boolean {
  switch (filter.kind) {
    case 'contains':
      return wordsTest(filter.text);
    case 'excludes': {
      const hasAll = wordsTest(filter.text);
      return filter.text.trim() === '' ? () => true : (named) => !hasAll(named);
    }
    case 'regexp': {
      const expression = regularExpression(filter.text);
      return ({ name }) => expression.test(name);
    }
    case 'name':
      return ({ name }) => name === filter.text;
    case 'class':
      return ({ className }) => className === filter.text;
    case 'packages': {
      const isInside = packagesTest(filter.packages);
      return ({ className }) => isInside(className);
    }
    case 'outside': {
      const isInside = testOf({ kind: 'packages', packages: filter.packages });
      return (named) => !isInside(named);
    }
  }
}

function wordsTest(text: string): (named: Named) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return ({ name }) => {
    const lower = name.toLowerCase();
    return words.every((word) => lower.includes(word));
  };
}

function regularExpression(text: string): RegExp {
  try {
    return new RegExp(text, 'us');
  } catch (thrown) {
    throw new UsageError(
      `${text} is no regular expression: ${messageOf(thrown)}.`,
      'Put a backslash before characters that mean themselves: \\( \\$ \\.',
      { cause: thrown },
    );
  }
}
