import {
  colorPlace,
  FRAME_COLORS,
  type ColoredMethod,
  type FrameColors,
} from '../../../shared/rows/packageColors.ts';
import { tokenColors } from '../../theme/tokenColors.ts';
import { tokenPx } from '../../widgets/useTokenPx.ts';
import { CHANGE_STEPS } from './changeSteps.ts';

/** The colours and sizes of a flame graph as the canvas takes them, of the theme that is in force. All px are CSS px. */
export interface FlamePalette {
  readonly text: string;
  readonly muted: string;
  readonly surface: string;
  readonly focus: string;
  readonly all: string;
  readonly dim: string;
  readonly match: string;
  readonly fontFamily: string;
  readonly fontPx: number;
  /** From one level to the next. */
  readonly levelPx: number;
  readonly core: string;
  readonly packages: readonly string[];
  /** Of a comparison, one for each of CHANGE_STEPS. */
  readonly changes: readonly string[];
}

/** Reads the theme. @param element any in the window: it is given a child for a moment */
export function readPalette(element: HTMLElement): FlamePalette {
  const packageColors = Array.from({ length: FRAME_COLORS }, (_, i) => `--flame-${i}`);
  const changeColors = CHANGE_STEPS.map(({ token }) => token);
  const [text, muted, surface, focus, all, dim, match, core, ...others] = tokenColors(element, [
    ...['--text', '--text-muted', '--surface', '--focus'],
    ...['--flame-all', '--flame-dim', '--flame-match', '--flame-core'],
    ...packageColors,
    ...changeColors,
  ]);
  return {
    ...{ text, muted, surface, focus, all, dim, match, core },
    fontFamily: getComputedStyle(element).fontFamily,
    fontPx: tokenPx('--font-size-small'),
    levelPx: tokenPx('--frame-height'),
    packages: others.slice(0, FRAME_COLORS),
    changes: others.slice(FRAME_COLORS),
  };
}

/** "--flame-3"; what the JDK has stands back, where there is other code. */
export function frameToken(method: ColoredMethod, colors: FrameColors): string {
  const place = colorPlace(method, colors);
  return place === null ? '--flame-core' : `--flame-${place}`;
}

export function frameColor(palette: FlamePalette, method: ColoredMethod, colors: FrameColors): string {
  const place = colorPlace(method, colors);
  return place === null ? palette.core : palette.packages[place];
}
