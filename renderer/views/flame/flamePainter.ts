import { fittingText } from '../../../shared/naming/cutText.ts';
import { formatCount } from '../../../shared/naming/formatNumbers.ts';
import { LetterWidths } from '../../../shared/naming/letterWidths.ts';
import type { ColoredMethod, FrameColors } from '../../../shared/rows/packageColors.ts';
import type { FlameSpan } from '../../../shared/analysis/flameLayout.ts';
import type { FlamePicture, FlameSheet } from '../../worker/views/flameFrame.ts';
import { widthOf } from '../../worker/views/flameSpans.ts';
import type { OwnRows } from '../../state/commands/myCode.ts';
import type { MethodLabels } from '../table/methodLabels.ts';
import { changeMark, changeStep } from './changeSteps.ts';
import { frameLabel, shortLabel } from './frameLabel.ts';
import { frameColor, type FlamePalette } from './flamePalette.ts';

const LEAST_LABEL_PX = 26;
const PADDING_PX = 4;
/** Of the bar at the edge of a frame of the program's own code, and the least width of a frame that has one. */
const OWN_PX = 3;
const LEAST_OWN_PX = 8;
/** Of the marks of a frame that is too narrow: what there is above and below a text. */
const POINTER_PX = 4;

/** What is drawn, and from where it is seen. All px are CSS px. */
export interface FlameScene {
  readonly picture: FlamePicture;
  readonly view: FlameSpan;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Of the first level's edge: below the upper edge of the canvas, or with the root below its upper edge as well. */
  readonly levelTopPx: (level: number) => number;
  readonly isFocused: boolean;
}

/** Draws the boxes in view, sharp on any screen. Colours and labels of methods are made once. */
export class FlamePainter {
  readonly #context: CanvasRenderingContext2D;
  readonly #labels: MethodLabels;
  readonly #methodOf: (method: number) => ColoredMethod;
  readonly #colors = new Map<number, { readonly of: ColoredMethod; readonly color: string }>();
  #palette: FlamePalette;
  #colorsTell: FrameColors | null = null;
  #own: OwnRows | null = null;
  /** Of the font that was drawn with last. */
  #letters: { readonly font: string; readonly widths: LetterWidths } | null = null;

  constructor(
    canvas: HTMLCanvasElement,
    labels: MethodLabels,
    methodOf: (method: number) => ColoredMethod,
    palette: FlamePalette,
  ) {
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('this browser has no canvas');
    this.#context = context;
    this.#labels = labels;
    this.#methodOf = methodOf;
    this.#palette = palette;
  }

  set colorsTell(told: FrameColors) {
    if (this.#colorsTell === null || !tellSame(told, this.#colorsTell)) this.#colors.clear();
    this.#colorsTell = told;
  }

  /** Which frames stand out. */
  set own(own: OwnRows | null) {
    this.#own = own;
  }

  set palette(palette: FlamePalette) {
    this.#palette = palette;
    this.#colors.clear();
  }

  get levelPx(): number {
    return this.#palette.levelPx;
  }

  draw(scene: FlameScene): void {
    const context = this.#context;
    const { picture, view, widthPx, heightPx, levelTopPx } = scene;
    const { sheet, search } = picture;
    const ratio = context.canvas.width / widthPx;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = this.#palette.surface;
    context.fillRect(0, 0, context.canvas.width, context.canvas.height);
    const { fontPx, fontFamily, levelPx } = this.#palette;
    const font = `${fontPx * ratio}px ${fontFamily}`;
    context.font = font;
    context.textRendering = 'optimizeSpeed'; // without kerning and ligatures: a text is as wide as its letters
    context.textBaseline = 'middle';
    const widths = this.#lettersOf(font);
    // x of the sheet, px, to x of the canvas, device px.
    const scale = ((widthOf(sheet.span) / sheet.widthPx) * widthPx * ratio) / widthOf(view);
    const shift = ((sheet.span.from - view.from) * widthPx * ratio) / widthOf(view);
    const rightEdge = widthPx * ratio;
    const height = Math.round(levelPx * ratio) - Math.max(1, Math.round(ratio));
    const gap = Math.max(1, Math.round(ratio));
    const labelled: number[] = [];
    const own: number[] = [];
    for (let level = 0; level < sheet.levels.length - 1; level++) {
      const topPx = levelTopPx(sheet.firstLevel + level);
      if (topPx + levelPx <= 0 || topPx >= heightPx) continue;
      const top = Math.round(topPx * ratio);
      const end = sheet.levels[level + 1];
      // Boxes of one colour without a gap between them are one rectangle.
      let color = '';
      let from = 0;
      let to = 0;
      for (let box = firstInView(sheet.x1, sheet.levels[level], end, -shift / scale); box < end; box++) {
        const x0 = Math.max(0, Math.round(sheet.x0[box] * scale + shift));
        if (x0 >= rightEdge) break;
        const x1 = Math.min(rightEdge, Math.round(sheet.x1[box] * scale + shift));
        const width = x1 - x0 > 3 * gap ? x1 - x0 - gap : Math.max(1, x1 - x0);
        // Of several in one pixel the first is seen, which is the heaviest; but each match.
        if (x0 + width <= to && sheet.matches[box] === 0) continue;
        const next = this.#colorOf(sheet, box, search !== null);
        if (next !== color || x0 > to) {
          if (to > from) context.fillRect(from, top, to - from, height);
          if (next !== color) context.fillStyle = color = next;
          from = x0;
        }
        to = x0 + width;
        if (width >= LEAST_LABEL_PX * ratio) labelled.push(box, x0, top, width);
        if (width >= LEAST_OWN_PX * ratio && this.#isOwn(sheet, box)) own.push(x0, top);
      }
      if (to > from) context.fillRect(from, top, to - from, height);
    }
    context.fillStyle = this.#palette.text;
    for (let i = 0; i < own.length; i += 2) context.fillRect(own[i], own[i + 1], OWN_PX * ratio, height);
    for (let i = 0; i < labelled.length; i += 4) {
      const [box, x0, top, width] = labelled.slice(i, i + 4);
      this.#drawLabel(
        picture,
        widths,
        box,
        x0 + PADDING_PX * ratio,
        top + height / 2,
        width - 2 * PADDING_PX * ratio,
      );
    }
    this.#frame(scene, ratio, height, labelled);
  }

  #colorOf(
    { method: methods, frames, matches, changes }: FlameSheet,
    box: number,
    isSearching: boolean,
  ): string {
    const method = methods[box];
    if (matches[box] > 0) return this.#palette.match;
    if (method < 0) return this.#palette.all;
    if (isSearching || frames[box] > 1) return this.#palette.dim;
    if (changes) return this.#palette.changes[changeStep(changes[box])];
    const of = this.#methodOf(method);
    const known = this.#colors.get(method);
    if (known?.of === of) return known.color;
    const color = this.#colorsTell ? frameColor(this.#palette, of, this.#colorsTell) : this.#palette.core;
    this.#colors.set(method, { of, color });
    return color;
  }

  #isOwn({ method, titles, frames }: FlameSheet, box: number): boolean {
    const title = titles?.[box]?.long ?? null;
    return frames[box] === 1 && method[box] >= 0 && this.#own?.has({ method: method[box], title }) === true;
  }

  #lettersOf(font: string): LetterWidths {
    if (this.#letters?.font !== font)
      this.#letters = { font, widths: new LetterWidths((text) => this.#context.measureText(text).width) };
    return this.#letters.widths;
  }

  #drawLabel(
    { sheet }: FlamePicture,
    widths: LetterWidths,
    box: number,
    x: number,
    y: number,
    width: number,
  ): void {
    const mark = changeMark(sheet.changes?.[box] ?? 0);
    const frame = { method: sheet.method[box], title: sheet.titles?.[box] ?? null };
    const texts: readonly [string, ...string[]] =
      sheet.frames[box] > 1
        ? [`${formatCount(sheet.frames[box])} narrow frames`]
        : [`${mark}${frameLabel(this.#labels, frame)}`, `${mark}${shortLabel(this.#labels, frame)}`];
    const fitting = fittingText(texts, width, (part) => widths.widthOf(part));
    if (fitting !== '') this.#context.fillText(fitting, x, y);
  }

  /** Around the selected frame, and what is pointed at. @param labelled box, x0, top and width of each with a text */
  #frame(
    { picture, view, widthPx, levelTopPx, isFocused }: FlameScene,
    ratio: number,
    height: number,
    labelled: readonly number[],
  ): void {
    const { selected, pointed } = picture;
    for (const frame of [pointed, selected]) {
      if (!frame) continue;
      const at = (x: number): number => ((x - view.from) / widthOf(view)) * widthPx * ratio;
      const x0 = Math.max(-4, Math.round(at(frame.span.from)));
      const x1 = Math.min(widthPx * ratio + 4, Math.round(at(frame.span.to)));
      const isSelected = frame.node === selected?.node;
      const line = (isSelected ? 2 : 1) * Math.max(1, Math.round(ratio));
      const color =
        isSelected && isFocused ? this.#palette.focus : isSelected ? this.#palette.text : this.#palette.muted;
      const top = Math.round(levelTopPx(frame.level) * ratio);
      if (x1 - x0 <= 3 * line && isWithin(labelled, x0, top)) this.#pointTo(x0, top, height, ratio, color);
      else this.#surround(x0, top, Math.max(line, x1 - x0 - 2 * line), height - line, line, color);
    }
  }

  #surround(x: number, top: number, width: number, height: number, line: number, color: string): void {
    this.#context.strokeStyle = color;
    this.#context.lineWidth = line;
    this.#context.strokeRect(x + line / 2, top + line / 2, width, height);
  }

  /** A frame too narrow to be drawn, in a box whose text is to be read: from above and below. */
  #pointTo(x: number, top: number, height: number, ratio: number, color: string): void {
    const context = this.#context;
    const side = POINTER_PX * ratio;
    context.fillStyle = color;
    for (const [edge, tip] of [
      [top, top + side],
      [top + height, top + height - side],
    ]) {
      context.beginPath();
      context.moveTo(x - side, edge);
      context.lineTo(x + side, edge);
      context.lineTo(x, tip);
      context.fill();
    }
  }
}

function isWithin(labelled: readonly number[], x: number, top: number): boolean {
  for (let i = 0; i < labelled.length; i += 4)
    if (labelled[i + 2] === top && labelled[i + 1] <= x && x < labelled[i + 1] + labelled[i + 3]) return true;
  return false;
}

/** Each picture has colours of its own, nearly always what they were. */
function tellSame(a: FrameColors, b: FrameColors): boolean {
  return (
    a.by === b.by &&
    a.coreStandsBack === b.coreStandsBack &&
    a.owners[a.by].every((name, place) => name === b.owners[b.by][place]) &&
    a.coreOwners.every((name, place) => name === b.coreOwners[place])
  );
}

/** The first box of a level that ends to the right of x. */
function firstInView(x1: Float64Array, first: number, end: number, x: number): number {
  let low = first;
  let high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (x1[middle] <= x) low = middle + 1;
    else high = middle;
  }
  return low;
}
