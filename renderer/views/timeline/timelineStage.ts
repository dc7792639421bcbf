import { nextStart } from '../../../shared/jvmEvents/trackColumns.ts';
import { eventText, scaleText } from '../../../shared/jvmEvents/eventText.ts';
import type { TimeRange } from '../../../shared/jvmEvents/narrowedRecording.ts';
import type { Timeline } from '../../../shared/jvmEvents/tracks.ts';
import { GUTTER_PX, RULER_PX, type TimelinePainter } from './timelinePainter.ts';
import { panned, revealing, zoomed, type TimeWindow } from './timelineWindow.ts';

/** An event is found so many px beside the pointer. */
const REACH_PX = 4;

export interface TimelineElements {
  /** Scrolls over the tracks. */
  readonly scroller: HTMLElement;
  /** As high as all tracks. */
  readonly content: HTMLElement;
  /** Stays in view, as large as the scroller. */
  readonly canvas: HTMLCanvasElement;
}

export interface TimelineHit {
  /** -1: beside the tracks. */
  readonly track: number;
  readonly ns: number;
  readonly isOnRuler: boolean;
}

/** Where the reader of a timeline is, and what is drawn of it: once a frame at most. */
export class TimelineStage {
  readonly #elements: TimelineElements;
  readonly #painter: TimelinePainter;
  readonly #observer: ResizeObserver;
  #timeline: Timeline | null = null;
  #whole: TimeWindow = { fromNs: 0, toNs: 1 };
  #window: TimeWindow = { fromNs: 0, toNs: 1 };
  #range: TimeRange | null = null;
  #track = -1;
  #atNs: number | null = null;
  #widthPx = 1;
  #frame = 0;

  constructor(elements: TimelineElements, painter: TimelinePainter) {
    this.#elements = elements;
    this.#painter = painter;
    this.#observer = new ResizeObserver(() => this.#resize());
    this.#observer.observe(elements.scroller);
    this.#resize();
  }

  close(): void {
    this.#observer.disconnect();
    cancelAnimationFrame(this.#frame);
  }

  /** A recording that goes on stays at its end, if that is in view. */
  show(timeline: Timeline): void {
    const wasWhole = this.#window.fromNs === this.#whole.fromNs && this.#window.toNs === this.#whole.toNs;
    const isFirst = this.#timeline === null;
    this.#timeline = timeline;
    this.#whole = { fromNs: 0, toNs: Math.max(1, timeline.endNs) };
    if (isFirst || wasWhole) this.#window = this.#whole;
    this.#grow();
    this.redraw();
  }

  set range(range: TimeRange | null) {
    this.#range = range;
    this.redraw();
  }

  get window(): TimeWindow {
    return this.#window;
  }

  get whole(): TimeWindow {
    return this.#whole;
  }

  /** @param clientX what stays in place, the middle without it */
  zoom(factor: number, clientX?: number): void {
    const at = clientX === undefined ? 0.5 : this.#shareAt(clientX);
    this.#window = zoomed(this.#window, this.#whole, factor, Math.min(1, Math.max(0, at)));
    this.redraw();
  }

  pan(share: number): void {
    this.#window = panned(this.#window, this.#whole, share);
    this.redraw();
  }

  panPx(px: number): void {
    this.pan(px / this.#widthPx);
  }

  showAll(): void {
    this.#window = this.#whole;
    this.redraw();
  }

  hit(clientX: number, clientY: number): TimelineHit {
    const { top } = this.#elements.canvas.getBoundingClientRect();
    const y = clientY - top;
    const track = Math.floor(
      (y - RULER_PX + this.#elements.scroller.scrollTop) / this.#painter.palette.trackPx,
    );
    const isOnRuler = y >= 0 && y < RULER_PX;
    const isTrack = !isOnRuler && track < (this.#timeline?.tracks.length ?? 0);
    return { track: isTrack ? track : -1, ns: this.#nsAt(this.#shareAt(clientX)), isOnRuler };
  }

  /** What is there, in lines; null: nothing. */
  textAt({ track, ns }: Pick<TimelineHit, 'track' | 'ns'>): readonly string[] | null {
    const found = this.#timeline?.tracks.at(track);
    if (this.#timeline === null || found === undefined || track < 0) return null;
    const nsOfPx = (this.#window.toNs - this.#window.fromNs) / this.#widthPx;
    return eventText(this.#timeline, found, ns, REACH_PX * nsOfPx);
  }

  // ---- keys ----

  /** To the track above (-1) or below (1). @returns what is said of it */
  stepTrack(by: number): string {
    const tracks = this.#timeline?.tracks ?? [];
    this.#track = Math.max(0, Math.min(tracks.length - 1, this.#track + by));
    const { scroller } = this.#elements;
    const { trackPx } = this.#painter.palette;
    const top = this.#track * trackPx;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    const bottom = top + trackPx - (scroller.clientHeight - RULER_PX);
    if (bottom > scroller.scrollTop) scroller.scrollTop = bottom;
    this.redraw();
    const track = tracks.at(this.#track);
    const scale = track === undefined ? '' : scaleText(track);
    const height = scale === '' ? '' : `, up to ${scale}`;
    return `Track ${track?.title ?? ''}${height}, ${this.#track + 1} of ${tracks.length}.`;
  }

  /** To the next event of the track (1) or the one before (-1). @returns what it is */
  stepEvent(by: 1 | -1): string {
    if (this.#track < 0) this.stepTrack(1);
    const track = this.#timeline?.tracks.at(this.#track);
    const fromNs = this.#atNs ?? (by > 0 ? this.#window.fromNs - 1 : this.#window.toNs);
    const ns = track === undefined ? null : nextStart(track, fromNs, by);
    if (ns === null) return by > 0 ? 'No later event.' : 'No earlier event.';
    this.#atNs = ns;
    this.#window = revealing(this.#window, this.#whole, ns);
    this.redraw();
    return this.textAt({ track: this.#track, ns })?.join(', ') ?? '';
  }

  redraw(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #draw(): void {
    if (this.#timeline === null) return;
    this.#painter.draw({
      timeline: this.#timeline,
      window: this.#window,
      scrollTop: this.#elements.scroller.scrollTop,
      range: this.#range,
      track: this.#track,
      atNs: this.#atNs,
    });
  }

  restyled(): void {
    this.#resize();
  }

  #resize(): void {
    const { scroller, canvas } = this.#elements;
    const { clientWidth, clientHeight } = scroller;
    canvas.style.height = `${clientHeight}px`;
    this.#widthPx = Math.max(1, clientWidth - GUTTER_PX);
    this.#painter.resize(clientWidth, clientHeight);
    this.#grow();
    this.#draw(); // a canvas that was given a size is empty
  }

  #grow(): void {
    const tracks = this.#timeline?.tracks.length ?? 0;
    this.#elements.content.style.height = `${RULER_PX + tracks * this.#painter.palette.trackPx}px`;
  }

  #shareAt(clientX: number): number {
    const { left } = this.#elements.canvas.getBoundingClientRect();
    return (clientX - left - GUTTER_PX) / this.#widthPx;
  }

  #nsAt(share: number): number {
    const { fromNs, toNs } = this.#window;
    return fromNs + Math.max(0, Math.min(1, share)) * (toNs - fromNs);
  }
}
