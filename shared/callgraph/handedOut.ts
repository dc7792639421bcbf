import type { ClassHierarchy } from './classHierarchy.ts';
import type { ClassNode } from './callGraphNodes.ts';
import type { Reachability } from './reachability.ts';

/**
 * Whether code of the class can give others what calls methods of other classes, without running again itself: method references to
 * them, and handles. Its own lambdas and methods stop at their first invocation, before they call any other.
 */
export function mayHandOut(
  { type, isLeftOut, handles, lambdas }: ClassNode,
  { guessesReflection }: Reachability,
  hierarchy: ClassHierarchy,
): boolean {
  if (isLeftOut || guessesReflection) return true; // nothing stops in it; or its strings name methods
  const sites = [...handles, ...lambdas.flatMap(({ implementations }) => implementations)];
  // Static methods of left-out code, as what links a lambda, are no methods of the program.
  return sites.some(
    ({ owner, dispatch }) => owner !== type && !(dispatch === 'exact' && hierarchy.isLeftOut(owner)),
  );
}
