import { CLOCKS } from '../../shared/events/clock.ts';
import type { RecordingRequest, SessionStatus } from '../../shared/ipc/engineApi.ts';
import { INITIAL_OPTIONS } from '../../shared/recording/chosenOptions.ts';
import { EMPTY_DRAFT, type RecordingDraft } from './appState.ts';
import { patternList } from './patternList.ts';
import type { SettingKind } from './settings.ts';

/** What was chosen for the last recording of a program, by its main class. */
export interface RememberedDraft {
  readonly mainClass: string;
  readonly draft: RecordingDraft;
}

const MAX_PROGRAMS = 50;

/** The latest last. */
export const REMEMBERED_DRAFTS: SettingKind<readonly RememberedDraft[]> = {
  name: 'drafts',
  version: 1,
  initial: [],
  read(stored) {
    if (!Array.isArray(stored)) return null;
    return stored.filter(isRemembered).slice(-MAX_PROGRAMS);
  },
};

/** What is offered for a session: what its recording was started with, or the last one of that program, or nothing yet. */
export function draftOf(
  { request, mainClass }: Pick<SessionStatus, 'request' | 'mainClass'>,
  drafts: readonly RememberedDraft[],
): RecordingDraft {
  const last = drafts.find((one) => one.mainClass === mainClass)?.draft ?? EMPTY_DRAFT;
  if (!request) return last;
  const { includes, excludes } = request;
  // The engine knows nothing of the limit: this window keeps it.
  return { ...last, ...request, includes: includes.join(' '), excludes: excludes.join(' ') };
}

/** The recording that is asked for by what is chosen. */
export function requestOf(draft: RecordingDraft): RecordingRequest {
  const { roots, scheme, clock, includes, excludes, includeCore, followThreads, countTrivial, bareFirst } =
    draft;
  return {
    ...INITIAL_OPTIONS,
    roots,
    scheme,
    clock,
    includes: patternList(includes),
    excludes: patternList(excludes),
    includeCore,
    followThreads,
    countTrivial,
    bareFirst,
  };
}

/** With this draft in place of the one before; the program that was recorded longest ago makes room. */
export function withDraft(
  drafts: readonly RememberedDraft[],
  mainClass: string,
  draft: RecordingDraft,
): readonly RememberedDraft[] {
  return [...drafts.filter((one) => one.mainClass !== mainClass), { mainClass, draft }].slice(-MAX_PROGRAMS);
}

function isRemembered(stored: unknown): stored is RememberedDraft {
  const { mainClass, draft } = (stored ?? {}) as Partial<RememberedDraft>;
  return typeof mainClass === 'string' && isDraft(draft);
}

/** Whether something stored can be what was chosen for a recording. */
export function isDraft(draft: unknown): draft is RecordingDraft {
  if (typeof draft !== 'object' || draft === null) return false;
  const stored = draft as RecordingDraft;
  const { roots, scheme, clock } = stored;
  return (
    Object.entries(EMPTY_DRAFT).every(
      ([name, value]) => typeof stored[name as keyof RecordingDraft] === typeof value,
    ) &&
    Array.isArray(roots) &&
    roots.every((root) => typeof root === 'string') &&
    ['lazy', 'eager', 'everything'].includes(scheme) &&
    CLOCKS.includes(clock)
  );
}
