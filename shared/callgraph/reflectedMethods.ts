import type { ClassHierarchy } from './classHierarchy.ts';
import type { CallSite, MethodNode, TypeNode } from './callGraphNodes.ts';
import { isCalledByConvention } from './jdkConventions.ts';
import {
  isReflectionCandidate,
  reflectiveCallOf,
  type ReflectiveCall,
  type ToldReflection,
} from './reflection.ts';

/** What the subgraph can call by reflection, as far as its calls that reflect are known. It only grows. */
export class ReflectedMethods {
  readonly #hierarchy: ClassHierarchy;
  #methods = false;
  #constructors: ReflectiveCall['constructors'] = 'none';
  /** What is told of before it is called needs no search. */
  told: ToldReflection = 'nothing';
  /** The program makes objects by reflection: of classes to come too, most likely by constructors without parameters. */
  makesObjects = false;

  constructor(hierarchy: ClassHierarchy) {
    this.#hierarchy = hierarchy;
  }

  /** Methods are looked for by name. */
  get areSought(): boolean {
    return this.#methods;
  }

  add({ methods, constructors }: ReflectiveCall): void {
    this.#methods ||= methods;
    if (constructors === 'all' || this.#constructors === 'none') this.#constructors = constructors;
  }

  /** Whether the call can end in what is not known yet to be called by reflection. */
  isNews({ methods, constructors }: ReflectiveCall): boolean {
    if (methods && !this.#methods) return true;
    return constructors !== 'none' && this.#constructors !== 'all' && constructors !== this.#constructors;
  }

  /**
   * How the site reflects, where that is news; else null. The program may have subclassed what reflects, as ObjectInputStream,
   * and name its own class.
   */
  newsAt({ owner, member }: CallSite): ReflectiveCall | null {
    if (this.#methods && this.#constructors === 'all') return null;
    for (const type of [owner, ...this.#hierarchy.ancestors(owner)]) {
      const call = reflectiveCallOf(type.name, member.name, this.told);
      if (call !== null) return this.isNews(call) ? call : null;
    }
    return null;
  }

  has(method: MethodNode): boolean {
    if (method.isConstructor) {
      if (this.makesObjects && method.member.descriptor === '()V') return true; // now it needs no swap
      return (
        this.#constructors === 'all' || (this.#constructors === 'records' && isRecord(method.owner.type))
      );
    }
    if (!this.#methods || method.isStaticInitializer) return false;
    if (this.#hierarchy.isSmall) return true;
    return isCalledByConvention(method) || isReflectionCandidate(method, this.#hierarchy.literals);
  }
}

function isRecord(type: TypeNode): boolean {
  return type.directSupers.some(({ name }) => name === 'java.lang.Record');
}
