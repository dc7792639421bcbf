import type { ClassHierarchy } from './classHierarchy.ts';
import { isOverridable, type MethodNode, type TypeNode } from './callGraphNodes.ts';

/**
 * What code of the program may call that nobody can read: native code, by JNI, and hidden classes from before the recording. In a small
 * program it is every method. In a larger one it is all methods of their packages, and what overrides something there: no proof, see
 * docs/decisions/native-upcalls.md.
 */
export class Upcalls {
  readonly #hierarchy: ClassHierarchy;
  readonly #packages = new Set<string>();
  /** The native method that was reached first; null = none. */
  first: MethodNode | null = null;

  constructor(hierarchy: ClassHierarchy) {
    this.#hierarchy = hierarchy;
  }

  /** Code of these classes can be called. @returns whether more may be called back now */
  add(types: Iterable<TypeNode>): boolean {
    const before = this.#packages.size;
    for (const type of types) this.#packages.add(packageOf(type));
    return this.#packages.size > before;
  }

  mayCall(method: MethodNode): boolean {
    if (this.#packages.size === 0 || method.isStaticInitializer) return false;
    if (this.#hierarchy.isSmall) return true;
    const { member, accessFlags } = method;
    const { type } = method.owner;
    if (this.#packages.has(packageOf(type))) return true;
    if (!isOverridable(member.name, accessFlags)) return false;
    for (const above of this.#hierarchy.ancestors(type))
      if (this.#packages.has(packageOf(above))) return true;
    return false;
  }
}

function packageOf({ name }: TypeNode): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('.')));
}
