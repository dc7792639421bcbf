import type { MethodInfo } from '../../../shared/model/methodInfo.ts';
import type { MethodBook } from '../../state/methodBook.ts';
import { visibleText } from '../../widgets/visibleText.ts';

/** A method in Java form, in the parts that are drawn differently; every part is safe to show. */
export interface MethodName {
  /** "o.a.catalina.": packages cut to their first letter but the last, with the dot behind. */
  readonly shortPackage: string;
  readonly simpleClass: string;
  readonly method: string;
  /** "(int, String)" */
  readonly parameters: string;
  /** "org.apache.catalina.Host.invoke(int, String)" */
  readonly full: string;
}

const PRIMITIVES: Readonly<Record<string, string>> = {
  B: 'byte',
  C: 'char',
  D: 'double',
  F: 'float',
  I: 'int',
  J: 'long',
  S: 'short',
  Z: 'boolean',
};

/** The names of methods by id, each made once. */
export class MethodNames {
  readonly #book: MethodBook;
  readonly #names: (MethodName | undefined)[] = [];

  constructor(book: MethodBook) {
    this.#book = book;
  }

  get(method: number): MethodName {
    const known = this.#names[method];
    if (known) return known;
    const info = this.#book.get(method);
    return info ? (this.#names[method] = methodName(info)) : unknownName(method);
  }

  /** Full name, Java form. */
  textOf(method: number): string {
    return this.get(method).full;
  }
}

export function methodName({ className, name, descriptor }: MethodInfo): MethodName {
  const dot = className.lastIndexOf('.');
  const packageName = visibleText(className.slice(0, dot + 1));
  const simpleClass = visibleText(className.slice(dot + 1));
  const method = visibleText(name);
  const parameters = `(${visibleText(parameterTypes(descriptor).join(', '))})`;
  return {
    shortPackage: packageName.replace(/([^.])[^.]*\.(?=[^.]+\.)/g, '$1.'),
    simpleClass,
    method,
    parameters,
    full: `${packageName}${simpleClass}.${method}${parameters}`,
  };
}

/** Simple names of the parameter types of a method descriptor (JVMS §4.3.3): (I[Ljava/lang/String;)V -> int, String[]. */
export function parameterTypes(descriptor: string): readonly string[] {
  const types = descriptor.slice(1, descriptor.indexOf(')'));
  return [...types.matchAll(/(\[*)(?:L([^;]*);|([BCDFIJSZ]))/g)].map(([, brackets, className, primitive]) => {
    const element =
      className === undefined ? PRIMITIVES[primitive] : className.slice(className.lastIndexOf('/') + 1);
    return element + '[]'.repeat(brackets.length);
  });
}

function unknownName(method: number): MethodName {
  const text = `method ${method}`;
  return { shortPackage: '', simpleClass: 'unknown', method: text, parameters: '', full: `unknown ${text}` };
}
