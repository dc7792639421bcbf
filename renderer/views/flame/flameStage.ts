import { boxAt, type FlameSpan } from '../../../shared/analysis/flameLayout.ts';
import type { FlameAsk, FlamePicture } from '../../worker/views/flameFrame.ts';
import {
  between,
  moved,
  panned,
  WHOLE,
  widthOf,
  withinWhole,
  zoomedAt,
} from '../../worker/views/flameSpans.ts';
import type { FlamePainter } from './flamePainter.ts';

/** How long a way to what was zoomed to takes, for the eye to follow. */
const ZOOM_MS = 160;

export interface FlameElements {
  /** Scrolls over the levels. */
  readonly scroller: HTMLElement;
  /** As high as all levels. */
  readonly content: HTMLElement;
  /** Stays in view, as large as the scroller. */
  readonly canvas: HTMLCanvasElement;
}

/** A box under the pointer. */
export interface FlameHit {
  /** Of the picture that it is in. */
  readonly generation: number;
  readonly node: number;
  readonly method: number;
  readonly level: number;
  readonly frames: number;
}

/** Flame: the root is below. Icicle: it is on top. */
export type FlameDirection = 'flame' | 'icicle';

/**
 * Where the reader of a flame graph is: from left to right as shares of the whole, from the root on in px. It draws at once
 * what it has, larger or smaller, asks the worker for what is in view then, and draws that when it comes.
 */
export class FlameStage {
  readonly #ask: (ask: FlameAsk) => void;
  readonly #elements: FlameElements;
  readonly #painter: FlamePainter;
  readonly #observer: ResizeObserver;
  #picture: FlamePicture | null = null;
  /** What the reader sees, and so what is clicked: a picture that has come is drawn in the next frame. */
  #drawn: { readonly picture: FlamePicture; readonly view: FlameSpan; readonly fromRootPx: number } | null =
    null;
  #direction: FlameDirection;
  #view: FlameSpan = WHOLE;
  #way: { readonly start: FlameSpan; readonly end: FlameSpan; readonly startMs: number } | null = null;
  /** Distance of the view from the root's edge, px. */
  #fromRootPx = 0;
  #widthPx = 0;
  #heightPx = 0;
  #contentPx = 0;
  #seen = { zooms: -1, moves: 0, reveals: 0 };
  #looked = '';
  #frame = 0;

  constructor(
    ask: (ask: FlameAsk) => void,
    elements: FlameElements,
    painter: FlamePainter,
    direction: FlameDirection,
  ) {
    this.#ask = ask;
    this.#elements = elements;
    this.#painter = painter;
    this.#direction = direction;
    this.#observer = new ResizeObserver(() => this.#resize());
    this.#observer.observe(elements.scroller);
    this.#resize();
  }

  close(): void {
    this.#observer.disconnect();
    cancelAnimationFrame(this.#frame);
  }

  get direction(): FlameDirection {
    return this.#direction;
  }

  set direction(direction: FlameDirection) {
    this.#direction = direction;
    this.#scroll();
    this.redraw();
  }

  show(picture: FlamePicture): void {
    const isFirst = this.#picture === null;
    this.#picture = picture;
    const seen = this.#seen;
    this.#seen = { zooms: picture.zooms, moves: picture.moves, reveals: picture.reveals };
    if (isFirst) this.#view = picture.view;
    else if (picture.zooms !== seen.zooms) this.#goTo(picture.view);
    else if (picture.moves !== seen.moves) this.#follow(picture, seen.moves);
    this.#grow();
    if (picture.selected && (isFirst || picture.reveals !== seen.reveals))
      this.#revealLevel(picture.selected.level);
    this.redraw();
  }

  /** @param factor > 1 zooms in
   *  @param clientX what stays in place, the middle without it */
  zoom(factor: number, clientX?: number): void {
    const { left } = this.#elements.canvas.getBoundingClientRect();
    const at = clientX === undefined ? 0.5 : (clientX - left) / this.#widthPx;
    const target = this.#way?.end ?? this.#view;
    if (clientX === undefined) return this.#goTo(zoomedAt(target, factor, at));
    this.#way = null;
    this.#view = zoomedAt(this.#view, factor, at);
    this.redraw();
  }

  /** @param share of the width, > 0 to the right */
  pan(share: number, atEase: boolean): void {
    if (atEase) return this.#goTo(panned(this.#way?.end ?? this.#view, share));
    this.#way = null;
    this.#view = panned(this.#view, share);
    this.redraw();
  }

  panPx(px: number): void {
    this.pan(px / this.#widthPx, false);
  }

  /** The level next to the root's edge, with the one before it. */
  scrollToLevel(level: number): void {
    this.#fromRootPx = Math.max(0, (level - 1) * this.#painter.levelPx);
    this.#scroll();
  }

  /** The reader has scrolled; or the browser has, when the window became another, before `resize` is told. */
  scrolled(): void {
    const { scrollTop, clientHeight } = this.#elements.scroller;
    if (clientHeight !== this.#heightPx) return;
    this.#fromRootPx =
      this.#direction === 'icicle' ? scrollTop : this.#contentPx - this.#heightPx - scrollTop;
    this.redraw();
  }

  hit(clientX: number, clientY: number): FlameHit | null {
    if (!this.#drawn) return null;
    const { left, top } = this.#elements.canvas.getBoundingClientRect();
    const y = clientY - top;
    const { picture, view, fromRootPx } = this.#drawn;
    const { sheet, generation } = picture;
    const fromRoot = fromRootPx + (this.#direction === 'icicle' ? y : this.#heightPx - y);
    const level = Math.floor(fromRoot / this.#painter.levelPx);
    const share = view.from + ((clientX - left) / this.#widthPx) * widthOf(view);
    const x = ((share - sheet.span.from) / widthOf(sheet.span)) * sheet.widthPx;
    const box = boxAt(sheet, level - sheet.firstLevel, x);
    if (box < 0) return null;
    return { generation, node: sheet.node[box], method: sheet.method[box], level, frames: sheet.frames[box] };
  }

  /** Where there are levels, from the upper edge of the canvas: the rest of it is empty. */
  get filledPx(): { readonly fromPx: number; readonly toPx: number } {
    const levelsPx = (this.#picture?.levelCount ?? 0) * this.#painter.levelPx - this.#fromRootPx;
    const filledPx = Math.max(1, Math.min(this.#heightPx, levelsPx));
    return this.#direction === 'icicle'
      ? { fromPx: 0, toPx: filledPx }
      : { fromPx: this.#heightPx - filledPx, toPx: this.#heightPx };
  }

  /** Colours are others now, or levels higher. */
  restyled(): void {
    this.#grow();
    this.redraw();
  }

  redraw(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame((nowMs) => this.#draw(nowMs));
  }

  #draw(nowMs: number): void {
    this.#frame = 0;
    const picture = this.#picture;
    if (this.#widthPx === 0) return;
    if (this.#way) this.#goOn(this.#way, nowMs);
    this.#look();
    if (!picture) return;
    this.#drawn = { picture, view: this.#view, fromRootPx: this.#fromRootPx };
    const { scroller } = this.#elements;
    this.#painter.draw({
      picture,
      view: this.#view,
      widthPx: this.#widthPx,
      heightPx: this.#heightPx,
      levelTopPx: (level) =>
        this.#direction === 'icicle'
          ? level * this.#painter.levelPx - this.#fromRootPx
          : this.#heightPx - (level + 1) * this.#painter.levelPx + this.#fromRootPx,
      isFocused: scroller === document.activeElement,
    });
  }

  #goOn(
    way: { readonly start: FlameSpan; readonly end: FlameSpan; readonly startMs: number },
    nowMs: number,
  ): void {
    const progress = Math.min(1, Math.max(0, (nowMs - way.startMs) / ZOOM_MS));
    if (progress === 1) {
      this.#way = null;
      this.#view = way.end;
      return;
    }
    this.#view = between(way.start, way.end, 1 - (1 - progress) ** 3);
    this.redraw();
  }

  /** The tree has moved: what is in view goes with it, and so does the way to what will be. */
  #follow({ moves, move, view }: FlamePicture, seenMoves: number): void {
    const now = (span: FlameSpan): FlameSpan =>
      moves === seenMoves + 1 ? withinWhole(moved(span, move.before, move.after)) : view;
    if (this.#way) this.#way = { ...this.#way, start: now(this.#way.start), end: now(this.#way.end) };
    else this.#view = now(this.#view);
  }

  #goTo(view: FlameSpan): void {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.#way = isStill ? null : { start: this.#view, end: view, startMs: performance.now() };
    if (isStill) this.#view = view;
    this.redraw();
  }

  /** Tells the worker what is in view, when that is not what it was. */
  #look(): void {
    const ask = {
      kind: 'look',
      view: this.#view,
      goal: this.#way?.end ?? this.#view,
      moves: this.#seen.moves,
      widthPx: this.#widthPx,
      topLevel: this.#fromRootPx / this.#painter.levelPx,
      viewLevels: this.#heightPx / this.#painter.levelPx,
      zooms: Math.max(0, this.#seen.zooms),
    } as const;
    const looked = [
      ask.view.from,
      ask.view.to,
      ask.widthPx,
      ask.viewLevels,
      ask.zooms,
      ask.moves,
      Math.round(ask.topLevel),
    ].join();
    if (looked === this.#looked) return;
    this.#looked = looked;
    this.#ask(ask);
  }

  /** All of it, from the root on. */
  #isInView(level: number): boolean {
    const fromPx = level * this.#painter.levelPx;
    return fromPx >= this.#fromRootPx && fromPx + this.#painter.levelPx <= this.#fromRootPx + this.#heightPx;
  }

  #revealLevel(level: number): void {
    const nearPx = Math.max(0, level - 1) * this.#painter.levelPx;
    const farPx = (level + 2) * this.#painter.levelPx - this.#heightPx;
    if (this.#fromRootPx > nearPx) this.#fromRootPx = nearPx;
    else if (this.#fromRootPx < farPx) this.#fromRootPx = farPx;
    this.#scroll();
  }

  /** What is selected and in view stays there. */
  #resize(): void {
    const { scroller, canvas } = this.#elements;
    const level = this.#picture?.selected?.level ?? -1;
    const wasInView = this.#isInView(level);
    this.#widthPx = scroller.clientWidth;
    this.#heightPx = scroller.clientHeight;
    canvas.width = Math.round(this.#widthPx * devicePixelRatio);
    canvas.height = Math.round(this.#heightPx * devicePixelRatio);
    canvas.style.height = `${this.#heightPx}px`;
    this.#grow();
    this.#scroll();
    if (wasInView && !this.#isInView(level)) this.#revealLevel(level);
    // A canvas that was resized is empty: it is drawn before the browser shows it.
    cancelAnimationFrame(this.#frame);
    this.#draw(performance.now());
  }

  #grow(): void {
    const contentPx = Math.max(this.#heightPx, (this.#picture?.levelCount ?? 0) * this.#painter.levelPx);
    if (contentPx === this.#contentPx) return;
    this.#contentPx = contentPx;
    this.#elements.content.style.height = `${contentPx}px`;
    this.#scroll();
  }

  #scroll(): void {
    const largest = Math.max(0, this.#contentPx - this.#heightPx);
    const fromRootPx = Math.min(largest, this.#fromRootPx);
    this.#fromRootPx = fromRootPx;
    this.#elements.scroller.scrollTop = this.#direction === 'icicle' ? fromRootPx : largest - fromRootPx;
  }
}
