import { OTHER_METHOD } from '../base/ids.ts';
import type { MethodInfo } from './methodInfo.ts';
import { isNativeOwner, nativeName } from './nativeCode.ts';

/**
 * How methods are shown. `a.b.C$D.run(ILjava/lang/String;)V` is
 *
 *     short      C$D.run(int, String)
 *     shortened  a.b.C$D.run(int, String)         packages as their first letters: o.s.web.Foo is o.s.w.Foo
 *     long       a.b.C$D.run(int, java.lang.String)
 *
 * A constructor is `new C$D(int)`, a class initializer `C$D.<clinit>`, a function of a library `write [libc.so.6]`.
 */
export type NameStyle = 'short' | 'shortened' | 'long';

export function methodName(method: Omit<MethodInfo, 'id' | 'root'>, style: NameStyle): string {
  if (method.className === '') return HIDDEN_NAME; // OTHER
  if (isNativeOwner(method.className)) return nativeName(method);
  const owner = classNameIn(method.className, style);
  if (method.name === '<clinit>') return `${owner}.<clinit>`;
  const types = parameterTypes(method.descriptor).map((type) => (style === 'long' ? type : simpleName(type)));
  const parameters = `(${types.join(', ')})`;
  return method.name === '<init>' ? `new ${owner}${parameters}` : `${owner}.${method.name}${parameters}`;
}

/** The pattern that matches exactly this method: a.b.C$D::run(int,java.lang.String). */
export function methodPattern({ className, name, descriptor }: Omit<MethodInfo, 'id' | 'root'>): string {
  return `${className}::${name}(${parameterTypes(descriptor).join(',')})`;
}

/** What readers see in place of nodes that a view hides. No method, class or package can be called so. */
export const HIDDEN_NAME = '(hidden)';

/** What stands for nodes that a view hides; the only one without a class. */
const OTHER = { id: OTHER_METHOD as MethodInfo['id'], className: '', name: 'other', descriptor: '' };

/** For a method whose id nobody explained: can only come from a damaged or foreign recording, or stand for others. */
export function unknownMethod(id: number): Omit<MethodInfo, 'root'> {
  if (id === OTHER_METHOD) return OTHER;
  return { id: id as MethodInfo['id'], className: 'unknown', name: `method ${id}`, descriptor: '()V' };
}

/** a.b.C$D is C$D; [] stays, and what stands for a library. */
export function simpleName(className: string): string {
  if (isNativeOwner(className)) return className;
  return className.slice(className.lastIndexOf('.') + 1);
}

/** Of Class.getName() as Java writes it: [I is int[], [Ljava.lang.Object; is java.lang.Object[]. */
export function sourceName(className: string): string {
  return className.startsWith('[') ? (typesIn(className)[0] ?? className) : className;
}

/** a.b.C is C, its package is a.b; "" for the unnamed package. A library is a package of its own. */
export function packageName(className: string): string {
  if (isNativeOwner(className)) return className;
  return className.slice(0, Math.max(0, className.lastIndexOf('.')));
}

/** org.springframework.web.Foo is o.s.w.Foo. */
export function shortenedName(className: string): string {
  const packages = packageName(className);
  if (packages === '' || packages === className) return className;
  const letters = packages.split('.').map((part) => part.slice(0, 1));
  return `${letters.join('.')}.${simpleName(className)}`;
}

/** The parameters of a descriptor (JVMS §4.3.3) as Java writes them: (I[Ljava/util/Map;)V is int, java.util.Map[]. */
export function parameterTypes(descriptor: string): string[] {
  const end = descriptor.indexOf(')');
  if (descriptor[0] !== '(' || end < 0) return [];
  return typesIn(descriptor.slice(1, end));
}

const PRIMITIVES: Readonly<Record<string, string>> = {
  B: 'byte',
  C: 'char',
  D: 'double',
  F: 'float',
  I: 'int',
  J: 'long',
  S: 'short',
  V: 'void',
  Z: 'boolean',
};

function typesIn(fieldDescriptors: string): string[] {
  const types = fieldDescriptors.matchAll(/(\[*)(?:L([^;]*);|([BCDFIJSVZ]))/g);
  return Array.from(types, ([, dimensions, className, primitive]) => {
    const element = className?.replaceAll('/', '.') ?? PRIMITIVES[primitive];
    return element + '[]'.repeat(dimensions.length);
  });
}

function classNameIn(className: string, style: NameStyle): string {
  switch (style) {
    case 'short':
      return simpleName(className);
    case 'shortened':
      return shortenedName(className);
    case 'long':
      return className;
  }
}
