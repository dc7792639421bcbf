import { ACC } from '../classfile/accessFlags.ts';
import type { ClassHierarchy } from './classHierarchy.ts';
import { surelyCallsNothing } from './jdkConventions.ts';
import { isOverridable, type CallSite, type MethodNode, type TypeNode } from './callGraphNodes.ts';

/**
 * What a call can end in, as far as the hierarchy is known: which methods of the program, and whether left-out code. Over all
 * loaders, overriding and loading orders it may name a method too many, never one too few.
 */
export class SiteResolution {
  readonly #hierarchy: ClassHierarchy;

  constructor(hierarchy: ClassHierarchy) {
    this.#hierarchy = hierarchy;
  }

  /** The method that a call ends in, if there is just one; null if the receiver chooses, or nothing is known. */
  onlyTargetOf(site: CallSite): MethodNode | null {
    let only: MethodNode | null = null;
    for (const method of site.member.declarers) {
      if (!this.canCall(site, method)) continue;
      if (only !== null) return null;
      only = method;
    }
    return only;
  }

  /** Whether, as far as is known, the call may end in this method, which has the site's member. */
  canCall(site: CallSite, method: MethodNode): boolean {
    const hierarchy = this.#hierarchy;
    const { owner } = site;
    const declarer = method.owner.type;
    if (declarer === owner) return true;
    if (method.isConstructor || method.isStaticInitializer) return false;
    if (hierarchy.isSubtype(owner, declarer)) return !this.#isHidden(owner, method);
    // What the owner inherits will be known when it and all above it are loaded.
    if (!hierarchy.isComplete(owner)) return (method.accessFlags & ACC.private) === 0;
    if (site.dispatch === 'exact' || !isOverridable(method.member.name, method.accessFlags)) return false;
    return (
      hierarchy.isSubtype(declarer, owner) ||
      hierarchy.hasUnknownAncestor(declarer) ||
      this.#mayGetCommonSubtype(declarer, owner, method)
    );
  }

  /**
   * A class may come, or is there, that is a subtype of both: through it one's method answers for the other. D extends P
   * implements O: a call of O.m() may end in P.m(), although P is no subtype of O.
   */
  #mayGetCommonSubtype(declarer: TypeNode, owner: TypeNode, { accessFlags }: MethodNode): boolean {
    return (declarer.isInterface || owner.isInterface) && (accessFlags & ACC.public) !== 0;
  }

  /** A class between `owner` and the method's declares the member too, and so stands for it. */
  #isHidden(owner: TypeNode, method: MethodNode): boolean {
    const { member } = method;
    const declarer = method.owner.type;
    for (const other of member.declarers) {
      const between = other.owner.type;
      if (between === declarer || between.classes.length > 1 || between.isInterface !== declarer.isInterface)
        continue;
      if (this.#hierarchy.isSubtype(owner, between) && this.#hierarchy.isSubtype(between, declarer))
        return true;
    }
    return false;
  }

  /** The method calls left-out code that may call the program back. */
  leavesSubgraph(method: MethodNode): boolean {
    if (method.hasCallingIndy) return true;
    return method.callSites.some((site) => this.leaves(site, method.isConstructor));
  }

  leaves(site: CallSite, fromConstructor: boolean): boolean {
    const hierarchy = this.#hierarchy;
    const { owner, member } = site;
    if (hierarchy.isLeftOut(owner)) return !surelyCallsNothing(site, fromConstructor);
    if (member.name === '<init>') return false;
    if (!hierarchy.isComplete(owner)) return true; // something above it may be left out
    if (member.name === 'toString' && member.descriptor === TO_STRING && !this.#isDeclaredAbove(site))
      return true;
    for (const above of hierarchy.ancestors(owner)) {
      if (hierarchy.isLeftOut(above) && above.leftOutMembers?.has(member) !== false) return true;
    }
    if (site.dispatch === 'exact') return false;
    for (const below of hierarchy.descendants(owner)) if (hierarchy.isLeftOut(below)) return true;
    return false;
  }

  /** Object.toString() calls hashCode(): it does, unless the owner or a class above it has a toString() of its own. */
  #isDeclaredAbove(site: CallSite): boolean {
    return site.member.declarers.some((method) => this.#hierarchy.isSubtype(site.owner, method.owner.type));
  }
}

const TO_STRING = '()Ljava/lang/String;';
