import { EMPTY_DRAFT, type RecordingDraft } from '../appState.ts';
import { readDraft } from './rememberedDrafts.ts';
import type { SettingKind } from '../settings.ts';

/** What was launched last, offered again. */
export interface LastLaunch {
  readonly commandLine: string;
  readonly folder: string;
  /** As typed; patternList.ts splits them. */
  readonly roots: string;
  /** What is chosen besides the roots. */
  readonly draft: RecordingDraft;
}

/** As `sluice launch`: classes get their probes as they load, so no swap stops the program. */
const FIRST_DRAFT: RecordingDraft = { ...EMPTY_DRAFT, scheme: 'everything' };

export const LAST_LAUNCH: SettingKind<LastLaunch> = {
  name: 'lastLaunch',
  version: 3,
  initial: { commandLine: '', folder: '', roots: '', draft: FIRST_DRAFT },
  read(stored) {
    const { commandLine, folder, roots, draft } = (stored ?? {}) as Partial<
      Record<keyof LastLaunch, unknown>
    >;
    const read = readDraft(draft, true);
    return typeof commandLine === 'string' &&
      typeof folder === 'string' &&
      typeof roots === 'string' &&
      read !== null
      ? { commandLine, folder, roots, draft: read }
      : null;
  },
};
