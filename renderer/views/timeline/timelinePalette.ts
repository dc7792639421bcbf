import { THREAD_STATES, type ThreadState } from '../../../shared/jvmEvents/eventKinds.ts';
import { tokenColors } from '../../theme/tokenColors.ts';
import { tokenPx } from '../../widgets/useTokenPx.ts';

/** The colours and sizes of the tracks, of the theme that is in force. px are CSS px. */
export interface TimelinePalette {
  readonly surface: string;
  readonly chrome: string;
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly accent: string;
  readonly chosen: string;
  /** As the pixels of a picture have them. */
  readonly pixels: {
    readonly surface: number;
    readonly chosen: number;
    readonly line: number;
    readonly event: number;
    readonly level: number;
    readonly states: Readonly<Record<ThreadState, number>>;
  };
  readonly fontFamily: string;
  readonly fontPx: number;
  readonly trackPx: number;
}

export const EVENT_TOKEN = '--track-event';
export const LEVEL_TOKEN = '--track-level';

/** "--state-running" */
export function stateToken(state: ThreadState): `--${string}` {
  return `--state-${state}`;
}

/** Reads the theme. @param element any in the window: it is given a child for a moment */
export function readTimelinePalette(element: HTMLElement): TimelinePalette {
  const named = [
    '--surface',
    '--surface-chrome',
    '--text',
    '--text-muted',
    '--line',
    '--accent',
    '--selection',
  ];
  const tokens = [...named, EVENT_TOKEN, LEVEL_TOKEN, ...THREAD_STATES.map(stateToken)];
  const [surface, chrome, text, muted, line, accent, chosen, event, level, ...states] = tokenColors(
    element,
    tokens,
  );
  const pixelOf = new Map(THREAD_STATES.map((state, i) => [state, pixel(states[i])]));
  return {
    ...{ surface, chrome, text, muted, line, accent, chosen },
    pixels: {
      ...{ surface: pixel(surface), chosen: pixel(chosen), line: pixel(line) },
      ...{ event: pixel(event), level: pixel(level) },
      states: Object.fromEntries(pixelOf) as Record<ThreadState, number>,
    },
    fontFamily: getComputedStyle(element).fontFamily,
    fontPx: tokenPx('--font-size-small'),
    trackPx: tokenPx('--row-height'),
  };
}

/** "rgb(27, 29, 33)" as 0xAABBGGRR: what a picture has in the memory of all machines that browsers run on. */
function pixel(color: string): number {
  const [red, green, blue] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return ((0xff << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}
