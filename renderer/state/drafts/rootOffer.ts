import type { EngineApi } from '../../../shared/ipc/engineApi.ts';
import type { RootOffer } from '../appState.ts';
import { findClasses } from './findClasses.ts';
import { isWildcard } from '../patternList.ts';
import { typedRoot } from './typedRoot.ts';

/** As many classes as it looks at: the best matches come first. */
const CLASS_LIMIT = 20;

/** The first of the roots that names nothing loaded as it stands, and what Enter would have taken for it; null: there is none. */
export async function rootOffer(
  engine: EngineApi,
  sessionId: string,
  roots: readonly string[],
): Promise<RootOffer | null> {
  const methodsOf = (classId: number) => engine.methodsOf(sessionId, classId);
  for (const root of roots) {
    if (isWildcard(root)) continue;
    const found = await findClasses(
      root,
      (query) => engine.searchClasses(sessionId, query, CLASS_LIMIT),
      methodsOf,
    );
    const owner = found.owner ?? found.classes.at(0) ?? null;
    const meant = await typedRoot(root, found, owner, methodsOf);
    if (meant !== null && !roots.includes(meant)) return { root, meant };
  }
  return null;
}
