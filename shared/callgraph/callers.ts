import type { CallSite, MethodNode } from './callGraphNodes.ts';
import type { ClassHierarchy } from './classHierarchy.ts';

/**
 * The methods whose code may call one of these, by what call instructions say: of classes that are analysed, in the order in which they
 * were. What is called by reflection, or by code that is not looked at, has callers that are not among them.
 *
 *     Main.loop -> Shop.order        calls it
 *     Main.loop -> Seller.order      calls it, where Shop is a Seller
 */
export function callersOf(
  hierarchy: ClassHierarchy,
  callees: ReadonlySet<MethodNode>,
): readonly MethodNode[] {
  const members = new Map<CallSite['member'], MethodNode[]>();
  for (const callee of callees) {
    const known = members.get(callee.member);
    if (known) known.push(callee);
    else members.set(callee.member, [callee]);
  }
  const mayCall = (site: CallSite): boolean =>
    (members.get(site.member) ?? []).some(({ owner: { type } }) =>
      site.owner === type
        ? true
        : hierarchy.ancestors(type).has(site.owner) || hierarchy.ancestors(site.owner).has(type),
    );
  return [...hierarchy.classes].flatMap(({ methods }) =>
    (methods ?? []).filter((method) => !callees.has(method) && method.callSites.some(mayCall)),
  );
}
