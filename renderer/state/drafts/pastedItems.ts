import type { NamedMethod } from '../../../shared/callgraph/namedMethods.ts';
import type { EngineApi } from '../../../shared/ipc/engineApi.ts';
import type { MethodItem } from './methodItems.ts';

/** A trace's first frames are where it was: of more it is not asked what is loaded. */
const MOST_METHODS = 200;

/** What a pasted text names as lines of a list, those of loaded classes by their full names; each once. */
export async function pastedItems(
  engine: EngineApi,
  sessionId: string,
  named: readonly NamedMethod[],
): Promise<readonly MethodItem[]> {
  const loaded = new Map<string, string | null>();
  const items = new Map<string, MethodItem>();
  for (const { className, methodName, parameters } of named.slice(0, MOST_METHODS)) {
    if (!loaded.has(className)) {
      const rows = await engine.searchClasses(sessionId, className, 1);
      loaded.set(className, rows.at(0)?.name ?? null);
    }
    const name = loaded.get(className);
    const fullName = name && endsAs(name, className) ? name : null;
    const owner = fullName ?? className;
    const pattern = methodName === null ? owner : `${owner}::${methodName}${parameters}`;
    const dot = owner.lastIndexOf('.');
    items.set(pattern, {
      pattern,
      text: pattern.slice(dot + 1),
      detail: owner.slice(0, Math.max(dot, 0)),
      whyNot: fullName === null ? 'its class is not loaded' : '',
    });
  }
  return [...items.values()];
}

/** Whether `a.b.C$D` is what C.D or b.C$D names. */
function endsAs(fullName: string, typed: string): boolean {
  return `.${fullName.replaceAll('$', '.')}`.endsWith(`.${typed.replaceAll('$', '.')}`);
}
