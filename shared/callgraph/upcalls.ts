import type { ClassHierarchy } from './classHierarchy.ts';
import { isOverridable, type MethodNode, type TypeNode } from './callGraphNodes.ts';

/**
 * What native code of the program may call back by JNI: in a small program every method. In a larger one it is all methods of the
 * packages of the native methods that are reached, and what overrides something there: no proof, see docs/decisions/native-upcalls.md.
 */
export class Upcalls {
  readonly #hierarchy: ClassHierarchy;
  readonly #packages = new Set<string>();
  #first: MethodNode | null = null;

  constructor(hierarchy: ClassHierarchy) {
    this.#hierarchy = hierarchy;
  }

  /** The native method that was reached first; null = none. */
  get first(): MethodNode | null {
    return this.#first;
  }

  /** A native method is reached. @returns whether more may be called back now */
  add(method: MethodNode): boolean {
    this.#first ??= method;
    const before = this.#packages.size;
    this.#packages.add(packageOf(method.owner.type));
    return this.#packages.size > before;
  }

  mayCall(method: MethodNode): boolean {
    if (this.#first === null || method.isStaticInitializer) return false;
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
