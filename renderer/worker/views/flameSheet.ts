import type { FlameSearch, FlameSpan } from '../../../shared/analysis/flameLayout.ts';
import type { FlameSheet } from './flameFrame.ts';
import { widened, widthOf } from './flameSpans.ts';
import type { LaidFlames } from './laidFlames.ts';

/** Boxes sent beyond each edge of what is in view, in widths and heights of the view. */
const MARGIN = 0.5;
const LEAST_PX = 1;

/** What the page shows of a graph. */
export interface FlameLook {
  readonly view: FlameSpan;
  readonly widthPx: number;
  readonly topLevel: number;
  readonly viewLevels: number;
}

/** @param leastLevels that are made, whatever is in view */
export function flameSheet(
  { layout, compared, shape, names }: LaidFlames,
  { view, widthPx, topLevel, viewLevels }: FlameLook,
  search: FlameSearch | null,
  leastLevels: number,
): { readonly sheet: FlameSheet; readonly levelCount: number } {
  const lastLevel = Math.max(Math.ceil(topLevel + viewLevels * (1 + MARGIN)), leastLevels);
  const span = widened(view, MARGIN);
  const sheetPx = (widthPx * widthOf(span)) / widthOf(view);
  const boxes = layout.boxes({
    span,
    widthPx: sheetPx,
    leastPx: LEAST_PX,
    search,
    // Callers further up come into being when the reader scrolls there.
    ...(shape === 'callers' ? { mostLevels: lastLevel + 1 } : {}),
  });
  const levelCount = boxes.levels.length - 1;
  const firstLevel = Math.max(0, Math.min(levelCount, Math.floor(topLevel - viewLevels * MARGIN)));
  const endLevel = Math.min(levelCount, Math.ceil(topLevel + viewLevels * (1 + MARGIN)));
  const first = boxes.levels[firstLevel];
  const end = boxes.levels[Math.max(firstLevel, endLevel)];
  const node = boxes.node.slice(first, end);
  // Of all nothing is its own: it has changed by what its frames have together.
  const changeOf = (at: number): 'self' | 'total' => (shape !== 'calls' && at > 0 ? 'self' : 'total');
  const sheet = {
    span,
    widthPx: sheetPx,
    firstLevel,
    length: end - first,
    levels: boxes.levels.slice(firstLevel, Math.max(firstLevel, endLevel) + 1).map((box) => box - first),
    node,
    method: node.map((at) => names.methodAt(at)),
    titles: shape === 'packages' ? Array.from(node, (at) => names.titleAt(at)) : null,
    x0: boxes.x0.slice(first, end),
    x1: boxes.x1.slice(first, end),
    frames: boxes.frames.slice(first, end),
    matches: boxes.matches.slice(first, end),
    changes: compared && Float32Array.from(node, (at) => compared.changedShare(at, changeOf(at))),
  };
  return { sheet, levelCount };
}
