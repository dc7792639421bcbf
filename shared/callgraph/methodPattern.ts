import { UsageError, type SluiceError } from '../base/errors.ts';
import { javaType, parseMethodDescriptor } from '../classfile/descriptors.ts';
import { GlobMatcher, type GlobStyle } from './globMatcher.ts';

/**
 * The one pattern grammar of command line, windows and documentation:
 *
 *     pkg.**                      every class of a package and the packages below it
 *     pkg.*                       every class of a package
 *     pkg.Class                   one class; nested classes as Outer$Inner or Outer.Inner
 *     pkg.Class::method           all overloads; <init> is the constructor, <clinit> the static initialiser
 *     pkg.Class::method(int,String)   one overload; types by simple or full name, String[] and String... alike
 *     !pattern                    excludes
 *     re:expression               a regular expression that must match the whole of `pkg.Class`, or, if it holds `::`,
 *                                 of `pkg.Class::method(int,java.lang.String)`
 *
 * `*` within a name stands for any characters but a dot: `pkg.Foo*::get*`. A pattern without `::` means every method, constructors and
 * the static initialiser too.
 */
export interface MethodPattern {
  /** As typed, without the `!`. */
  readonly text: string;
  readonly isExclusion: boolean;
  /** The pattern names methods, not just classes. */
  readonly namesMethods: boolean;
  /** The class name, if the pattern names exactly one: no `*`, no `re:`. As typed. */
  readonly className: string | null;
  /** The method name, if the pattern names exactly one. */
  readonly methodName: string | null;
  /** @param className as Class.getName(). For a `re:` of methods: whether it cannot be ruled out. */
  matchesClass(className: string): boolean;
  matchesMethod(className: string, name: string, descriptor: string): boolean;
}

const REMEDY =
  'Write pkg.Class::method, pkg.Class::method(int,String), pkg.Class, pkg.*, pkg.** or re:<regular expression>; ! before it excludes.';

/** @throws SluiceError 'usage' that names the position, what was found and what is allowed */
export function parseMethodPattern(text: string): MethodPattern {
  const trimmed = text.trim();
  const isExclusion = trimmed.startsWith('!');
  const body = isExclusion ? trimmed.slice(1).trim() : trimmed;
  if (body === '') throw new UsageError(`Pattern "${text}" is empty.`, REMEDY);
  return body.startsWith('re:')
    ? regularExpression(body, isExclusion)
    : new GlobParser(body).parse(isExclusion);
}

function regularExpression(text: string, isExclusion: boolean): MethodPattern {
  let expression: RegExp;
  try {
    expression = new RegExp(`^(?:${text.slice(3)})$`, 's'); // names of the JVM may have line ends
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new UsageError(`Pattern "${text}": ${reason}`, REMEDY, { cause: thrown });
  }
  const namesMethods = text.includes('::');
  return {
    text,
    isExclusion,
    namesMethods,
    className: null,
    methodName: null,
    matchesClass: (className) => namesMethods || expression.test(className),
    matchesMethod: (className, name, descriptor) =>
      expression.test(namesMethods ? fullMethodName(className, name, descriptor) : className),
  };
}

/** `pkg.Class::method(int,java.lang.String)`: what a `re:` of methods is matched against. */
function fullMethodName(className: string, name: string, descriptor: string): string {
  return `${className}::${name}(${parameterTypes(descriptor).join(',')})`;
}

function parameterTypes(descriptor: string): readonly string[] {
  return parseMethodDescriptor(descriptor).parameters.map((type) => javaType(type, 'qualified'));
}

class GlobParser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(isExclusion: boolean): MethodPattern {
    const text = this.#text;
    const classGlob = this.#classGlob();
    const ofClass = new GlobMatcher(classGlob, CLASS_STYLE);
    let methodGlob: string | null = null;
    let types: readonly string[] | null = null;
    if (this.#at < text.length) {
      methodGlob = this.#methodGlob();
      if (text[this.#at] === '(') types = this.#types();
      if (this.#at < text.length) throw this.#error(this.#at, 'the end of the pattern');
    }
    const ofName = methodGlob === null ? null : new GlobMatcher(methodGlob, NAME_STYLE);
    const ofTypes = types?.map((type) => new GlobMatcher(type.replace('...', '[]'), TYPE_STYLE));
    return {
      text,
      isExclusion,
      namesMethods: methodGlob !== null && methodGlob !== '*',
      className: classGlob.includes('*') ? null : classGlob,
      methodName: methodGlob === null || methodGlob.includes('*') ? null : methodGlob,
      matchesClass: (className) => ofClass.matches(className),
      matchesMethod(className, name, descriptor) {
        if (!ofClass.matches(className)) return false;
        if (ofName !== null && !ofName.matches(name)) return false;
        if (ofTypes === undefined) return true;
        const actual = parameterTypes(descriptor);
        return actual.length === ofTypes.length && actual.every((type, i) => ofTypes[i].matches(type));
      },
    };
  }

  /** Up to `::` or the end; `**` only as the last part. */
  #classGlob(): string {
    const start = this.#at;
    const end = this.#text.indexOf('::');
    const glob = this.#text.slice(0, end < 0 ? undefined : end);
    for (const part of glob.split('.')) {
      if (part === '') throw this.#error(this.#at, 'a package or class name');
      const isLast = this.#at + part.length === glob.length;
      const bad = part === '**' && isLast ? -1 : part.search(/\*\*|[\s()[\]<>,;:/!?]/);
      if (bad >= 0)
        throw this.#error(this.#at + bad, 'letters, digits, _, $ and *; ** only as the last part');
      this.#at += part.length + 1;
    }
    this.#at = start + glob.length;
    return glob;
  }

  /** After `::`, up to `(` or the end. */
  #methodGlob(): string {
    this.#at += 2;
    const rest = this.#text.slice(this.#at);
    const glob = /^(?:<init>|<clinit>|[^\s()[\]<>,;:/.!?]+)/.exec(rest)?.[0];
    if (glob === undefined || glob.includes('**')) {
      throw this.#error(this.#at, 'a method name, in which * may stand, or <init> or <clinit>');
    }
    this.#at += glob.length;
    return glob;
  }

  #types(): readonly string[] {
    const open = this.#at;
    const close = this.#text.indexOf(')', open);
    if (close < 0) throw this.#error(this.#text.length, '")"');
    const list = this.#text.slice(open + 1, close);
    this.#at = open + 1;
    if (list.trim() !== '') {
      for (const type of list.split(',')) {
        if (!/^\s*[^\s()[\]<>,;:/!?]+(\s*\[\s*\])*(\.\.\.)?\s*$/.test(type)) {
          throw this.#error(this.#at, 'a type such as int, String, java.lang.String or String[]');
        }
        this.#at += type.length + 1;
      }
    }
    this.#at = close + 1;
    return list.trim() === '' ? [] : list.split(',').map((type) => type.replaceAll(/\s/g, ''));
  }

  #error(at: number, allowed: string): SluiceError {
    const found = at < this.#text.length ? `"${this.#text.slice(at)}"` : 'the end';
    return new UsageError(
      `Pattern "${this.#text}": at character ${at + 1} ${found} was found, allowed is ${allowed}.`,
      REMEDY,
    );
  }
}

/** A dot also stands for the $ of a nested class. */
const CLASS_STYLE: GlobStyle = { dotIsNesting: true, beginsAnywhere: false };
const NAME_STYLE: GlobStyle = { dotIsNesting: false, beginsAnywhere: false };
/** By its simple or full name. */
const TYPE_STYLE: GlobStyle = { dotIsNesting: true, beginsAnywhere: true };
