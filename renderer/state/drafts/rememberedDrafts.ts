import type { RecordingRequest } from '../../../shared/ipc/engineApi.ts';
import {
  eachOption,
  INITIAL_OPTIONS,
  isOptionValue,
} from '../../../shared/recording/options/chosenOptions.ts';
import type { RecordedOptions, RecordingOptions } from '../../../shared/recording/options/options.ts';
import { EMPTY_DRAFT, type RecordingDraft } from '../appState.ts';
import { chosenOptions, draftOptions, storedOptions } from '../draftOptions.ts';
import type { SettingKind } from '../settings.ts';

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
    return stored.flatMap(readRemembered).slice(-MAX_PROGRAMS);
  },
};

/** What is offered for a session: what its recording was started with, or the last one of that program, or nothing yet. */
export function draftOf(
  request: RecordingRequest | null,
  mainClass: string,
  drafts: readonly RememberedDraft[],
): RecordingDraft {
  const last = drafts.find((one) => one.mainClass === mainClass)?.draft ?? EMPTY_DRAFT;
  if (!request) return last;
  // The engine knows nothing of the limit: this window keeps it.
  return { ...last, roots: request.roots, ...draftOptions(request) };
}

/** What a finished recording was made with; what its file does not tell is as at first. */
export function draftOfRecorded(
  recorded: RecordedOptions & { readonly roots: readonly string[] },
): RecordingDraft {
  const options = eachOption((option, key) =>
    isOptionValue(option, recorded[key]) ? recorded[key] : INITIAL_OPTIONS[key],
  ) as RecordingOptions;
  return { ...EMPTY_DRAFT, roots: recorded.roots, ...draftOptions(options) };
}

/** The recording that is asked for by what is chosen. */
export function requestOf(draft: RecordingDraft): RecordingRequest {
  return { roots: draft.roots, ...chosenOptions(draft) };
}

/** With this draft in place of the one before; the program that was recorded longest ago makes room. */
export function withDraft(
  drafts: readonly RememberedDraft[],
  mainClass: string,
  draft: RecordingDraft,
): readonly RememberedDraft[] {
  return [...drafts.filter((one) => one.mainClass !== mainClass), { mainClass, draft }].slice(-MAX_PROGRAMS);
}

function readRemembered(stored: unknown): RememberedDraft[] {
  const { mainClass, draft } = (stored ?? {}) as Partial<Record<keyof RememberedDraft, unknown>>;
  const read = readDraft(draft);
  return typeof mainClass === 'string' && read !== null ? [{ mainClass, draft: read }] : [];
}

/**
 * What was chosen for a recording, of something stored; what was not stored yet is as at first.
 * @param starts a program
 * @returns null when it is none
 */
export function readDraft(stored: unknown, starts = false): RecordingDraft | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { roots = [], maxOverhead = '' } = stored as Partial<Record<keyof RecordingDraft, unknown>>;
  const options = storedOptions(stored as Record<string, unknown>, EMPTY_DRAFT, starts);
  const isDraft =
    Array.isArray(roots) &&
    roots.every((root): root is string => typeof root === 'string') &&
    typeof maxOverhead === 'string';
  return isDraft && options !== null ? { roots, ...options, maxOverhead } : null;
}
