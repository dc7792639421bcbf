import { SluiceError } from '../../../shared/base/errors.ts';
import { parseMethodPattern } from '../../../shared/callgraph/methodPattern.ts';
import { namedMethods } from '../../../shared/callgraph/namedMethods.ts';
import { containingNames, matchingNames } from '../../../shared/callgraph/nameMatches.ts';
import type { ClassRow } from '../../../shared/ipc/engineApi.ts';
import type { EngineClient } from '../../../shared/ipc/engineClient.ts';
import { ALL_CLASSES } from './liveTarget.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Classes whose methods are looked at for one root. */
const MAX_CLASSES = 20;
const MAX_OFFERED = 5;

/**
 * Starts with roots as they were typed. Where a root names no method that is loaded, what it can mean is looked for among the
 * loaded classes: a single one that has all of what was typed in its name is taken, and told; several, or one that differs in
 * letters, are offered.
 * @throws SluiceError 'root-not-found' with what else could be meant, and whatever `start` throws
 */
export async function withMeantRoots<Started>(
  engine: EngineClient,
  terminal: Terminal,
  sessionId: string,
  roots: readonly string[],
  start: (roots: readonly string[]) => Promise<Started>,
): Promise<Started> {
  try {
    return await start(roots);
  } catch (thrown) {
    if (!(thrown instanceof SluiceError) || thrown.code !== 'root-not-found') throw thrown;
    const classes = await engine.searchClasses(sessionId, '', ALL_CLASSES);
    const meant: string[] = [];
    for (const root of roots) {
      const candidates = await candidatesOf(engine, sessionId, classes, root);
      if (candidates.length === 0 || candidates.includes(root)) {
        meant.push(root);
        continue;
      }
      if (candidates.length > 1 || !contains(candidates[0], root)) throw offering(thrown, root, candidates);
      terminal.talk(`root ${root} is taken as ${candidates[0]}`);
      meant.push(candidates[0]);
    }
    if (meant.every((root, i) => root === roots[i])) throw thrown;
    return await start(meant);
  }
}

/** Patterns of loaded methods or classes, none of core classes where there are others. */
async function candidatesOf(
  engine: EngineClient,
  sessionId: string,
  classes: readonly ClassRow[],
  root: string,
): Promise<readonly string[]> {
  const { isExclusion, className: wanted } = parseMethodPattern(root);
  if (isExclusion || wanted === null) return [];
  const byName = new Map(classes.map((row) => [row.name, row]));
  const found = new Set<string>();
  for (const { className, methodName } of namedMethods(root)) {
    const all = [...byName.keys()];
    const others = containingNames(
      className,
      all.filter((name) => byName.get(name)?.isCore === false),
    );
    const names = others.length > 0 ? others : matchingNames(className, all);
    for (const name of names.slice(0, MAX_CLASSES)) {
      const classId = byName.get(name)?.classId;
      if (methodName === null || classId === undefined) found.add(name);
      else {
        const methods = await engine.methodsOf(sessionId, classId);
        const usable = methods.filter(({ whyNot }) => whyNot === '').map((method) => method.name);
        for (const method of matchingNames(methodName, [...new Set(usable)])) found.add(`${name}::${method}`);
      }
    }
  }
  return [...found];
}

/** Whether all that was typed is in the name: else it is a slip of the keyboard, or something else. */
function contains(candidate: string, typed: string): boolean {
  const parts = (text: string): readonly string[] =>
    text.replace(/\(.*$/, '').replaceAll('$', '.').toLowerCase().split('::');
  const [className, method = ''] = parts(candidate);
  const [typedClass, typedMethod = ''] = parts(typed);
  return className.includes(typedClass)
    ? method.includes(typedMethod)
    : `${className}.${method}`.endsWith(typedClass);
}

function offering(thrown: SluiceError, root: string, candidates: readonly string[]): SluiceError {
  const more = candidates.length > MAX_OFFERED ? `, or one of ${candidates.length - MAX_OFFERED} more` : '';
  const offered = candidates.slice(0, MAX_OFFERED).join(', ');
  return new SluiceError(
    'root-not-found',
    candidates.length > 1
      ? `Root ${root}: no method is named so, and several could be meant.`
      : thrown.message,
    `Did you mean ${offered}${more}?`,
    { cause: thrown },
  );
}
