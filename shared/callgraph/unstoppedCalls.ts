import type { ClassHierarchy } from './classHierarchy.ts';
import {
  isOverridable,
  type CallSite,
  type Member,
  type MethodNode,
  type TypeNode,
} from './callGraphNodes.ts';
import { SiteResolution } from './siteResolution.ts';

/** Code that is about to be there. */
export interface ComingCode {
  /** Those that run without a stop. */
  readonly methods: readonly MethodNode[];
  /** What it may have called without running itself: method references, handles. */
  readonly sites: readonly CallSite[];
}

/**
 * Whether one of some methods may be called although nothing stops the callers: by the code itself, or by way of methods that run
 * without a stop either. Over all loaders and loading orders it may say yes too often, never no too often.
 *
 * Takes time by the callees that run without a stop, and by the lambdas of the program where such a method calls left-out code.
 * @param wanted not empty
 * @param runsUnstopped the method is reached, and neither a probe nor a gate stops its first invocation
 */
export function mayCallUnstopped(
  wanted: ReadonlySet<MethodNode>,
  { methods, sites }: ComingCode,
  runsUnstopped: (method: MethodNode) => boolean,
  hierarchy: ClassHierarchy,
): boolean {
  const resolution = new SiteResolution(hierarchy);
  const seen = new Set(methods);
  const toScan = [...methods];
  let leaves = false;
  /** @returns whether it may end in a wanted one */
  const follow = (site: CallSite): boolean => {
    for (const target of site.member.declarers) {
      if (!resolution.canCall(site, target)) continue;
      if (wanted.has(target)) return true;
      if (seen.has(target) || !runsUnstopped(target)) continue;
      seen.add(target);
      toScan.push(target);
    }
    return false;
  };
  if (sites.some(follow)) return true;
  // The use of a class runs its initialiser, and is no call site.
  if (toScan.length > 0 && [...wanted].some(({ isStaticInitializer }) => isStaticInitializer)) return true;
  for (let method = toScan.pop(); method !== undefined; method = toScan.pop()) {
    if (method.isNative) return true;
    if (method.callSites.some(follow)) return true;
    leaves ||= resolution.leavesSubgraph(method);
  }
  return leaves && callableFromOutside(wanted, hierarchy);
}

/** Whether left-out code can call one of the methods: not where only the program's own calls name it. */
export function callableFromOutside(methods: ReadonlySet<MethodNode>, hierarchy: ClassHierarchy): boolean {
  if (methods.size === 0) return false; // nearly always, and to look for what is handed out takes all classes
  const named = membersHandedOut(hierarchy);
  return [...methods].some(({ reachedBy, member, accessFlags, owner }) => {
    if (reachedBy !== 'call' && reachedBy !== 'dispatch' && reachedBy !== 'root') return true;
    if (named.has(member)) return true;
    if (!isOverridable(member.name, accessFlags)) return false;
    if (hierarchy.hasUnknownAncestor(owner.type)) return true;
    return member.revealedSites.some(
      (site) => hierarchy.isLeftOut(site.owner) && mayBeOfBoth(owner.type, site.owner, hierarchy),
    );
  });
}

/**
 * Whether an object may be of both types. A class that is and loads later counts for nothing: its constructor carries a probe, and waits
 * until the wanted methods do.
 */
function mayBeOfBoth(type: TypeNode, other: TypeNode, hierarchy: ClassHierarchy): boolean {
  if (hierarchy.isSubtype(type, other)) return true;
  return [...hierarchy.descendants(type)].some(
    (below) => hierarchy.isSubtype(below, other) || hierarchy.hasUnknownAncestor(below),
  );
}

/** What lambdas, method references and handles of the program stand for. */
function membersHandedOut(hierarchy: ClassHierarchy): ReadonlySet<Member> {
  const members = new Set<Member>();
  for (const { handles, lambdas } of hierarchy.classes) {
    for (const { member } of handles) members.add(member);
    for (const { implementations } of lambdas) for (const { member } of implementations) members.add(member);
  }
  return members;
}
