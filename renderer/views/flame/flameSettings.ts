import type { Coloring, FrameColors } from '../../../shared/model/packageColors.ts';
import type { SettingKind } from '../../state/settings.ts';
import type { FlameDirection } from './flameStage.ts';

/** Where the root is: the same for all recordings. */
export const FLAME_DIRECTION: SettingKind<FlameDirection> = {
  name: 'flameDirection',
  version: 1,
  initial: 'flame',
  read: (stored) => (stored === 'flame' || stored === 'icicle' ? stored : null),
};

/** What colours tell apart. auto: what tells more. */
export type FlameColoring = 'auto' | Coloring;

export const FLAME_COLORINGS: readonly FlameColoring[] = ['auto', 'package', 'class', 'method'];

export const FLAME_COLORING: SettingKind<FlameColoring> = {
  name: 'flameColoring',
  version: 1,
  initial: 'auto',
  read: (stored) => FLAME_COLORINGS.find((coloring) => coloring === stored) ?? null,
};

/** @param telling what would tell most */
export function chosenColors(coloring: FlameColoring, telling: FrameColors): FrameColors {
  return coloring === 'auto' ? telling : { ...telling, by: coloring };
}
