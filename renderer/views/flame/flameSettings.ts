import type { Coloring, FrameColors } from '../../../shared/rows/packageColors.ts';
import type { SettingKind } from '../../state/settings.ts';
import type { FlameKind } from '../../worker/views/flameFrame.ts';
import type { FlameDirection } from './flameStage.ts';

/** Where the root is: the same for all recordings. Packages are read from the top down. */
export const FLAME_DIRECTIONS: Readonly<Record<FlameKind, SettingKind<FlameDirection>>> = {
  flame: directionKind('flameDirection', 'flame'),
  packages: directionKind('packagesDirection', 'icicle'),
};

function directionKind(name: string, initial: FlameDirection): SettingKind<FlameDirection> {
  return {
    name,
    version: 1,
    initial,
    read: (stored) => (stored === 'flame' || stored === 'icicle' ? stored : null),
  };
}

/** What colours tell apart. auto: what tells more. jdk: packages, those of the JDK as well where they would stand back. */
export type FlameColoring = 'auto' | Coloring | 'jdk';

export const FLAME_COLORINGS: readonly { readonly value: FlameColoring; readonly text: string }[] = [
  { value: 'auto', text: 'Colours: auto' },
  { value: 'package', text: 'Colours: package' },
  { value: 'class', text: 'Colours: class' },
  { value: 'method', text: 'Colours: method' },
  { value: 'jdk', text: 'Colours: with JDK' },
];

export const FLAME_COLORING: SettingKind<FlameColoring> = {
  name: 'flameColoring',
  version: 1,
  initial: 'auto',
  read: (stored) => FLAME_COLORINGS.find(({ value }) => value === stored)?.value ?? null,
};

/** @param telling what would tell most */
export function chosenColors(coloring: FlameColoring, telling: FrameColors): FrameColors {
  if (coloring === 'auto') return telling;
  if (coloring === 'jdk') return { ...telling, by: 'package', coreStandsBack: false };
  return { ...telling, by: coloring };
}
