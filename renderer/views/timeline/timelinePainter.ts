import { scaleLinear } from 'd3';
import { countColumns, levelColumns, shareColumns } from '../../../shared/jvmEvents/trackColumns.ts';
import { scaleText } from '../../../shared/jvmEvents/eventText.ts';
import type { TimeRange } from '../../../shared/jvmEvents/narrowedRecording.ts';
import type { LevelTrack, SpanTrack, ThreadTrack, Timeline } from '../../../shared/jvmEvents/tracks.ts';
import { cutMiddle } from '../../../shared/naming/cutText.ts';
import { formatTime } from '../../../shared/naming/formatNumbers.ts';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import type { TimelinePalette } from './timelinePalette.ts';
import type { TimeWindow } from './timelineWindow.ts';

/** Names of tracks, CSS px. */
export const GUTTER_PX = 168;
export const RULER_PX = 22;
/** Above and below what a track draws. */
const MARGIN_PX = 3;
/** What is there can be seen, as a share of the track's height. */
const LEAST_SHARE = 0.3;
/** So many events in one column of pixels fill it: 2^6. */
const FULL_LOG2 = 6;

export interface TimelineScene {
  readonly timeline: Timeline;
  readonly window: TimeWindow;
  readonly scrollTop: number;
  /** Its time is what other views show; null: all is. */
  readonly range: TimeRange | null;
  /** Track at which keys are; -1: none. */
  readonly track: number;
  /** Where keys are in time; null: nowhere. */
  readonly atNs: number | null;
}

/**
 * Draws tracks pixel by pixel: for each column of pixels one question to each track in view, whatever the number of its events.
 * Only text and lines are drawn by the browser's own means.
 */
export class TimelinePainter {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  palette: TimelinePalette;
  #widthPx = 0;
  #heightPx = 0;
  #scale = 1;
  #image: ImageData | null = null;
  #pixels = new Uint32Array(0);
  #shares = new Float32Array(0);
  #counts = new Float32Array(0);

  constructor(canvas: HTMLCanvasElement, palette: TimelinePalette) {
    this.#canvas = canvas;
    const context = canvas.getContext('2d', { alpha: false });
    if (context === null) throw new Error('the browser has no 2D canvas');
    this.#context = context;
    this.palette = palette;
  }

  resize(widthPx: number, heightPx: number): void {
    this.#scale = devicePixelRatio;
    this.#widthPx = widthPx;
    this.#heightPx = heightPx;
    const width = Math.max(1, Math.round(widthPx * this.#scale));
    const height = Math.max(1, Math.round(heightPx * this.#scale));
    this.#canvas.width = width;
    this.#canvas.height = height;
    this.#image = this.#context.createImageData(width, height);
    this.#pixels = new Uint32Array(this.#image.data.buffer);
    this.#shares = new Float32Array(width);
    this.#counts = new Float32Array(width);
  }

  draw(scene: TimelineScene): void {
    if (this.#image === null) return;
    this.#pixels.fill(this.palette.pixels.surface);
    const { trackPx } = this.palette;
    const { timeline, scrollTop } = scene;
    const first = Math.max(0, Math.floor(scrollTop / trackPx));
    const last = Math.min(
      timeline.tracks.length,
      Math.ceil((scrollTop + this.#heightPx - RULER_PX) / trackPx),
    );
    for (let track = first; track < last; track++) this.#drawTrack(scene, track);
    this.#context.putImageData(this.#image, 0, 0);
    this.#drawTexts(scene, first, last);
  }

  // ---- pixels ----

  #drawTrack({ timeline, window, scrollTop, track: chosen }: TimelineScene, track: number): void {
    const { trackPx, pixels } = this.palette;
    const topPx = RULER_PX + track * trackPx - scrollTop;
    const top = Math.round(topPx * this.#scale);
    const bottom = Math.round((topPx + trackPx) * this.#scale);
    if (track === chosen) this.#fillRows(top, bottom - 1, pixels.chosen);
    this.#fillRows(bottom - 1, bottom, pixels.line);
    const margin = Math.round(MARGIN_PX * this.#scale);
    const floor = bottom - margin;
    const height = floor - (top + margin);
    const one = timeline.tracks[track];
    if (one.kind === 'thread') this.#drawThread(one, window, floor, height);
    else if (one.kind === 'level') this.#drawLevel(one, window, floor, height);
    else this.#drawSpans(one, window, floor, height);
  }

  get #left(): number {
    return Math.round(GUTTER_PX * this.#scale);
  }

  #columns(window: TimeWindow): TimeWindow & { readonly columns: number } {
    return { ...window, columns: Math.max(1, this.#canvas.width - this.#left) };
  }

  #drawSpans({ spans }: SpanTrack, window: TimeWindow, floor: number, height: number): void {
    const part = this.#columns(window);
    shareColumns(spans, part, this.#shares);
    countColumns(spans, part, this.#counts);
    for (let column = 0; column < part.columns; column++) {
      const [share, count] = [this.#shares[column], this.#counts[column]];
      if (share <= 0 && count === 0) continue;
      const tall = Math.max(LEAST_SHARE, share, Math.min(1, Math.log2(1 + count) / FULL_LOG2));
      this.#bar(column, floor, Math.round(tall * height), this.palette.pixels.event);
    }
  }

  #drawLevel(track: LevelTrack, window: TimeWindow, floor: number, height: number): void {
    const part = this.#columns(window);
    levelColumns(track, part, this.#shares);
    for (let column = 0; column < part.columns; column++) {
      const level = this.#shares[column];
      if (level > 0)
        this.#bar(column, floor, Math.ceil((level / track.most) * height), this.palette.pixels.level);
    }
  }

  /** The shares of its states above each other. */
  #drawThread({ states }: ThreadTrack, window: TimeWindow, floor: number, height: number): void {
    const part = this.#columns(window);
    const floors = this.#counts.fill(0);
    for (const { state, spans } of states) {
      shareColumns(spans, part, this.#shares);
      for (let column = 0; column < part.columns; column++) {
        const share = this.#shares[column];
        if (share <= 0) continue;
        const taken = floors[column];
        const tall = Math.min(height - taken, Math.max(1, Math.round(share * height)));
        this.#bar(column, floor - taken, tall, this.palette.pixels.states[state]);
        floors[column] = taken + tall;
      }
    }
  }

  #bar(column: number, floor: number, height: number, color: number): void {
    const { width } = this.#canvas;
    const x = this.#left + column;
    const lowest = Math.min(floor, this.#canvas.height);
    for (let y = Math.max(0, floor - height); y < lowest; y++) this.#pixels[y * width + x] = color;
  }

  #fillRows(top: number, bottom: number, color: number): void {
    const { width, height } = this.#canvas;
    const [from, to] = [Math.max(0, top), Math.min(height, bottom)];
    if (from < to) this.#pixels.fill(color, from * width, to * width);
  }

  // ---- text and lines ----

  #drawTexts(scene: TimelineScene, first: number, last: number): void {
    const context = this.#context;
    const { palette } = this;
    const { timeline, window, scrollTop, range, atNs } = scene;
    const x = scaleLinear([window.fromNs, window.toNs], [GUTTER_PX, this.#widthPx]);
    context.save();
    context.scale(this.#scale, this.#scale);
    context.font = `${palette.fontPx}px ${palette.fontFamily}`;
    context.textBaseline = 'middle';
    if (range !== null) this.#shade(x(range.fromNs), x(range.toNs));
    if (atNs !== null && atNs >= window.fromNs && atNs <= window.toNs) {
      context.fillStyle = palette.accent;
      context.fillRect(Math.round(x(atNs)), RULER_PX, 1, this.#heightPx);
    }
    context.fillStyle = palette.text;
    context.textAlign = 'left';
    const widthOf = (text: string): number => context.measureText(text).width;
    for (let track = first; track < last; track++) {
      const y = RULER_PX + (track + 0.5) * palette.trackPx - scrollTop;
      const scale = scaleText(timeline.tracks[track]);
      const scalePx = scale === '' ? 0 : context.measureText(scale).width + 8;
      const title = visibleText(timeline.tracks[track].title);
      context.fillText(cutMiddle(title, GUTTER_PX - 18 - scalePx, widthOf), 10, y);
      if (scale === '') continue;
      context.fillStyle = palette.muted;
      context.textAlign = 'right';
      context.fillText(scale, GUTTER_PX - 6, y);
      context.fillStyle = palette.text;
      context.textAlign = 'left';
    }
    context.fillStyle = palette.chrome;
    context.fillRect(0, 0, this.#widthPx, RULER_PX);
    context.fillStyle = palette.muted;
    context.fillText('Time', 10, RULER_PX / 2);
    context.textAlign = 'center';
    for (const ns of x.ticks(Math.max(2, Math.round((this.#widthPx - GUTTER_PX) / 140)))) {
      const at = x(ns);
      if (at < GUTTER_PX || at > this.#widthPx - 30) continue;
      context.fillText(ns === 0 ? '0' : formatTime(ns), at, RULER_PX / 2);
      context.fillRect(Math.round(at), RULER_PX - 4, 1, 4);
    }
    context.restore();
  }

  /** What is outside of the range stands back. */
  #shade(left: number, right: number): void {
    const context = this.#context;
    context.save();
    context.beginPath();
    context.rect(GUTTER_PX, RULER_PX, this.#widthPx - GUTTER_PX, this.#heightPx);
    context.clip();
    context.globalAlpha = 0.65;
    context.fillStyle = this.palette.chrome;
    context.fillRect(GUTTER_PX, RULER_PX, left - GUTTER_PX, this.#heightPx);
    context.fillRect(right, RULER_PX, this.#widthPx - right, this.#heightPx);
    context.globalAlpha = 1;
    context.fillStyle = this.palette.accent;
    context.fillRect(Math.round(left), RULER_PX, 1, this.#heightPx);
    context.fillRect(Math.round(right), RULER_PX, 1, this.#heightPx);
    context.restore();
  }
}
