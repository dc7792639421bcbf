import { SluiceError } from '../../shared/base/errors.ts';
import { fittingText } from '../../shared/naming/cutText.ts';
import { visibleText } from '../../shared/naming/visibleText.ts';
import { tokenColors } from '../theme/tokenColors.ts';
import { tokenPx } from './useTokenPx.ts';

/** A colour and what it means. */
export interface ColorKey {
  readonly text: string;
  /** Of tokens.css: "--flame-3". */
  readonly token: string;
  /** It is a bar at the edge of what is drawn, and no area. */
  readonly isBar?: boolean;
}

/** A picture with what one must know of it. All px are CSS px. */
export interface ImageSheet {
  readonly title: string;
  /** A line below it. */
  readonly facts: string;
  readonly keyTitle: string;
  readonly key: readonly ColorKey[];
  readonly picture: CanvasImageSource;
  /** Of `picture`, in its own pixels: what of it is shown. */
  readonly shown: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly widthPx: number;
  readonly heightPx: number;
  /** Device pixels of the image for one CSS px. */
  readonly ratio: number;
}

const EDGE_PX = 16;
const GAP_PX = 14;
const SWATCH_PX = 12;
const BAR_PX = 3;
/** Between a colour and its text. */
const TEXT_GAP_PX = 5;
const LINE_HEIGHT = 1.5;
/** A narrower picture has room for its title. */
const LEAST_WIDTH_PX = 420;

interface PlacedKey extends ColorKey {
  readonly x: number;
  readonly line: number;
}

/**
 * A PNG of a picture: title and facts above it, the key of its colours below, in the colours of the theme that is in force.
 * @param element any in the window: it tells the font, and is given a child for a moment
 * @throws SluiceError 'io' where the browser has no canvas of that size
 */
export async function imageOf(element: HTMLElement, sheet: ImageSheet): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('this browser has no canvas');
  const { widthPx, heightPx, ratio, key, keyTitle, picture, shown } = sheet;
  const fontPx = tokenPx('--font-size-small');
  const { fontFamily } = getComputedStyle(element);
  const linePx = Math.ceil(fontPx * LINE_HEIGHT);
  const roomPx = Math.max(widthPx, LEAST_WIDTH_PX);
  const usual = `${fontPx}px ${fontFamily}`;
  context.font = usual;
  const widthOf = (text: string): number => context.measureText(text).width;
  const fitting = (text: string): string => fittingText([visibleText(text)], roomPx, widthOf);
  const placed = placedKeys([{ text: keyTitle, token: '' }, ...key], roomPx, widthOf);
  const lines = (placed.at(-1)?.line ?? 0) + 1;
  const topPx = EDGE_PX + 2 * linePx + GAP_PX / 2;
  const keyPx = topPx + heightPx + GAP_PX / 2;
  canvas.width = Math.round((roomPx + 2 * EDGE_PX) * ratio);
  canvas.height = Math.round((keyPx + lines * linePx + EDGE_PX) * ratio);
  const [surface, text, muted, ...colors] = tokenColors(element, [
    ...['--surface', '--text', '--text-muted'],
    ...placed.map(({ token }) => token || '--text-muted'),
  ]);
  context.scale(ratio, ratio);
  context.textBaseline = 'middle';
  context.fillStyle = surface;
  context.fillRect(0, 0, roomPx + 2 * EDGE_PX, canvas.height / ratio);
  context.drawImage(
    ...([picture, shown.x, shown.y, shown.width, shown.height] as const),
    ...([EDGE_PX, topPx, widthPx, heightPx] as const),
  );
  context.fillStyle = text;
  context.font = `600 ${usual}`;
  context.fillText(fitting(sheet.title), EDGE_PX, EDGE_PX + linePx / 2);
  context.font = usual;
  context.fillStyle = muted;
  context.fillText(fitting(sheet.facts), EDGE_PX, EDGE_PX + 1.5 * linePx);
  for (const [place, { text: named, x, line, token, isBar }] of placed.entries()) {
    const middlePx = keyPx + (line + 0.5) * linePx;
    context.fillStyle = colors[place];
    const swatchPx = token === '' ? 0 : isBar === true ? BAR_PX : SWATCH_PX;
    context.fillRect(EDGE_PX + x, middlePx - SWATCH_PX / 2, swatchPx, SWATCH_PX);
    context.fillStyle = token === '' ? muted : text;
    context.fillText(visibleText(named), EDGE_PX + x + (swatchPx && swatchPx + TEXT_GAP_PX), middlePx);
  }
  return pngOf(canvas);
}

/** Side by side, in as many lines as they need. */
function placedKeys(
  keys: readonly ColorKey[],
  roomPx: number,
  widthOf: (text: string) => number,
): readonly PlacedKey[] {
  let [x, line] = [0, 0];
  return keys
    .filter(({ text }) => text !== '')
    .map((key) => {
      const px = widthOf(visibleText(key.text)) + (key.token === '' ? 0 : SWATCH_PX + TEXT_GAP_PX);
      if (x > 0 && x + px > roomPx) [x, line] = [0, line + 1];
      const placed = { ...key, x, line };
      x += px + GAP_PX;
      return placed;
    });
}

function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob((png) => {
      if (png) resolve(png);
      else
        reject(
          new SluiceError(
            'io',
            `An image of ${canvas.width} by ${canvas.height} pixels is too large for this browser.`,
            'Make the window smaller, and copy it again.',
          ),
        );
    }, 'image/png'),
  );
}
