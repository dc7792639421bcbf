import type { MethodInfo } from './methodInfo.ts';

/** What a profiler says of a frame: its names, and what kind of code it is. */
interface Frame {
  readonly className: string;
  readonly descriptor: string;
  /** "Native", "C++", "Kernel"; "Interpreted", "Inlined" of Java */
  readonly kind: string;
}

/** In the place of a descriptor, which async-profiler gives each function of a library: JVMS §4.3.2 has no class without a name. */
const NO_CLASS = ')L;';
const NATIVE_KINDS = ['C++', 'Kernel'];

/** Whether a frame is of a function of a library, of the kernel, or of code that the JVM has made: no method of a class. */
export function isNativeCode({ className, descriptor, kind }: Frame): boolean {
  return className === '' || NATIVE_KINDS.includes(kind) || descriptor.endsWith(NO_CLASS);
}

/** Where such a function is from, in place of a class: "[libc.so.6]", "[kernel]", "[native]". No class can be called so. */
export function nativeOwner({ className, kind }: Frame): string {
  return `[${className === '' ? kind.toLowerCase() || 'native' : className}]`;
}

/** Whether a method of a recording is such a function. */
export function isNativeOwner(className: string): boolean {
  return className.startsWith('[') && className.endsWith(']') && className.length > 2;
}

/** "__futex_wait [libc.so.6]" */
export function nativeName({ className, name }: Pick<MethodInfo, 'className' | 'name'>): string {
  return `${name} ${className}`;
}
