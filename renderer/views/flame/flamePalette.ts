import {
  colorPlace,
  FRAME_COLORS,
  type ColoredMethod,
  type FrameColors,
} from '../../../shared/model/packageColors.ts';
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
  const probe = element.appendChild(document.createElement('span'));
  const colorOf = (token: string): string => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const { fontFamily } = getComputedStyle(element);
  const palette = {
    text: colorOf('--text'),
    muted: colorOf('--text-muted'),
    surface: colorOf('--surface'),
    focus: colorOf('--focus'),
    all: colorOf('--flame-all'),
    dim: colorOf('--flame-dim'),
    match: colorOf('--flame-match'),
    fontFamily,
    fontPx: tokenPx('--font-size-small'),
    levelPx: tokenPx('--frame-height'),
    core: colorOf('--flame-core'),
    packages: Array.from({ length: FRAME_COLORS }, (_, i) => colorOf(`--flame-${i}`)),
    changes: CHANGE_STEPS.map(({ token }) => colorOf(token)),
  };
  probe.remove();
  return palette;
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
