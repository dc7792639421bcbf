import type { ClassHierarchy } from './classHierarchy.ts';
import type { CallSite, ClassNode } from './callGraphNodes.ts';
import type { Reachability } from './reachability.ts';

/**
 * Whether code of the class can give others what calls methods of other classes, without running again itself: method references to
 * them, handles, and what is looked up under names that its strings brought. Its own lambdas and methods stop at their first
 * invocation, before they call any other.
 * @param node the class that was added last
 */
export function mayHandOut(
  node: ClassNode,
  { guessesReflection, foundByName }: Reachability,
  hierarchy: ClassHierarchy,
): boolean {
  if (node.isLeftOut) return true; // nothing stops in it
  // What older strings name was reached before the class came: this load need not wait for it.
  if (guessesReflection && [...foundByName].some((owner) => owner !== node)) return true;
  return handedOutBy(node, hierarchy).length > 0;
}

/** The calls of other classes' methods that the class can hand out: of its method references and handles. */
export function handedOutBy(
  { type, handles, lambdas }: ClassNode,
  hierarchy: ClassHierarchy,
): readonly CallSite[] {
  const sites = [...handles, ...lambdas.flatMap(({ implementations }) => implementations)];
  // Static methods of left-out code, as what links a lambda, are no methods of the program.
  return sites.filter(
    ({ owner, dispatch }) => owner !== type && !(dispatch === 'exact' && hierarchy.isLeftOut(owner)),
  );
}
