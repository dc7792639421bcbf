import { useCallback, useMemo } from 'react';
import type { ClassRow } from '../../../shared/ipc/engineApi.ts';
import { useApp, useAppState } from '../../state/app/appContext.ts';
import { findClasses, type ClassSearch } from '../../state/drafts/findClasses.ts';
import { methodItems, packageItems, type MethodItem } from '../../state/drafts/methodItems.ts';
import { typedRoot } from '../../state/drafts/typedRoot.ts';
import { CLASS_LIMIT, type ClassLook } from './ClassPane.tsx';
import type { PackageRow } from './packageRows.ts';
import { useSearch, type Search } from './useSearch.ts';

const SEARCH_DELAY_MS = 120;
/** As long as the engine's list of classes serves: sooner it would be the same. */
const RENEW_MS = 3_000;
/** Of the packages tree, which shows closed packages first: more than any JVM has. */
const TREE_LIMIT = 1_000_000;
/** What no class is put before others by. */
const NOTHING_RUNS: readonly string[] = [];

/** What is looked for, and what of it is chosen. */
interface RootQuery {
  readonly sessionId: string;
  readonly pid: number;
  readonly text: string;
  readonly look: ClassLook;
  readonly chosen: ClassRow | null;
  readonly chosenPackage: PackageRow | null;
}

export interface RootSearch {
  readonly classes: Search<ClassSearch>;
  /** Whose methods are listed. */
  readonly shownClass: ClassRow | null;
  readonly methods: Search<unknown>;
  readonly items: readonly MethodItem[];
  /** The root that Enter takes. */
  readonly taken: Search<string | null>;
  /** Asks anew: the lists may still show what an earlier text found. */
  readonly findRoot: (text: string) => Promise<FoundRoot>;
}

interface FoundRoot {
  /** null: the text names no method of a loaded class. */
  readonly root: string | null;
  readonly hasClasses: boolean;
}

/** The classes that a text finds, the methods of the chosen one, and the root that the text means. */
export function useRootSearch(query: RootQuery): RootSearch {
  const { sessionId, pid, text, look, chosen, chosenPackage } = query;
  const app = useApp();
  const running = useAppState(({ sampled }) => (sampled?.pid === pid ? sampled.classes : NOTHING_RUNS));
  const askClasses = useCallback(
    (typed: string) => {
      const limit = look === 'packages' ? TREE_LIMIT : CLASS_LIMIT;
      return findClasses(
        typed,
        async (query) => runningFirst(await app.engine.searchClasses(sessionId, query, limit), running),
        (classId) => app.engine.methodsOf(sessionId, classId),
      );
    },
    [app, sessionId, look, running],
  );
  const askMethods = useCallback(
    async (classId: string) => ({
      classId: Number(classId),
      methods: await app.engine.methodsOf(sessionId, Number(classId)),
    }),
    [app, sessionId],
  );
  // Listing its classes is work of the target: none where nothing is looked for, or where it is measured.
  const isRenewed = useAppState(({ session }) => session?.status.phase === 'attached') && text.trim() !== '';
  const classes = useSearch(text, SEARCH_DELAY_MS, askClasses, isRenewed ? RENEW_MS : null);
  const methodQuery = classes.found?.methodQuery ?? '';
  const shownClass = chosenPackage ? null : chosenOf(chosen, classes.found, text);
  const methods = useSearch(shownClass ? String(shownClass.classId) : null, 0, askMethods);
  const methodRows = methods.found?.classId === shownClass?.classId ? methods.found?.methods : undefined;
  const items = useMemo(
    () =>
      chosenPackage?.kind === 'package'
        ? packageItems(chosenPackage.name, chosenPackage.classCount)
        : shownClass && methodRows
          ? methodItems(shownClass, methodRows, methodQuery)
          : [],
    [chosenPackage, shownClass, methodRows, methodQuery],
  );
  const askTaken = useCallback(
    async (typed: string) =>
      classes.found && !classes.searching
        ? typedRoot(typed, classes.found, shownClass, () => Promise.resolve(methodRows ?? []))
        : null,
    [classes.found, classes.searching, shownClass, methodRows],
  );
  const taken = useSearch(text.trim() === '' || methods.searching ? null : text, 0, askTaken);
  const findRoot = async (typed: string): Promise<FoundRoot> => {
    const found = await askClasses(typed).catch(() => null);
    if (!found) return { root: null, hasClasses: false };
    const root = await typedRoot(typed, found, chosenOf(chosen, found, typed), (id) =>
      app.engine.methodsOf(sessionId, id),
    );
    return { root, hasClasses: found.classes.length > 0 };
  };
  return { classes, shownClass, methods, items, taken, findRoot };
}

/** Those that samples have seen come before the others; else the order stays. */
function runningFirst(rows: readonly ClassRow[], running: readonly string[]): readonly ClassRow[] {
  if (running.length === 0) return rows;
  const seen = new Set(running);
  return [...rows.filter(({ name }) => seen.has(name)), ...rows.filter(({ name }) => !seen.has(name))];
}

/** The class whose methods are shown: the one picked, else the best match that has the method typed, or the best of all. */
function chosenOf(chosen: ClassRow | null, search: ClassSearch | null, text: string): ClassRow | null {
  if (!search) return chosen;
  const { classes, owner } = search;
  const still = classes.find((row) => row.classId === chosen?.classId);
  if (still ?? owner) return still ?? owner;
  return classes.length === 1 || text.trim() !== '' ? (classes.find((row) => row.modifiable) ?? null) : null;
}
