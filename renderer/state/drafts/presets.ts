import type { RecordingDraft } from '../appState.ts';
import { readDraft } from './rememberedDrafts.ts';
import type { SettingKind } from '../settings.ts';

/** What was chosen for a recording, under a name, for any program. */
export interface Preset {
  readonly name: string;
  readonly draft: RecordingDraft;
}

const MAX_PRESETS = 50;

/** By name. */
export const PRESETS: SettingKind<readonly Preset[]> = {
  name: 'presets',
  version: 1,
  initial: [],
  read(stored) {
    return Array.isArray(stored) ? stored.flatMap(readPreset).slice(0, MAX_PRESETS) : null;
  },
};

/** One of the same name is replaced. */
export function withPreset(presets: readonly Preset[], preset: Preset): readonly Preset[] {
  return [...withoutPreset(presets, preset.name), preset].sort((a, b) => (a.name < b.name ? -1 : 1));
}

export function withoutPreset(presets: readonly Preset[], name: string): readonly Preset[] {
  return presets.filter((preset) => preset.name !== name);
}

/** Why nothing can be saved under this name; "" when it can be. */
export function whyNoPreset(presets: readonly Preset[], name: string): string {
  if (name.trim() === '') return 'Name it first.';
  const isNew = !presets.some((preset) => preset.name === name.trim());
  return isNew && presets.length >= MAX_PRESETS ? `There are ${MAX_PRESETS}: delete one first.` : '';
}

function readPreset(stored: unknown): Preset[] {
  const { name, draft } = (stored ?? {}) as Partial<Record<keyof Preset, unknown>>;
  const read = readDraft(draft);
  return typeof name === 'string' && name !== '' && read !== null ? [{ name, draft: read }] : [];
}
