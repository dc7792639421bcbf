import { isUncertain } from '../../shared/cct/uncertain.ts';
import type { ReportData, ReportThread } from '../../shared/export/reportData.ts';
import { formatCount, formatPercent, formatTime } from '../../shared/model/formatNumbers.ts';
import { packageName } from '../../shared/model/methodNames.ts';
import { element } from './element.ts';
import { flameLayout, type FlameLayout } from './flameLayout.ts';
import { fullName } from './methodCell.ts';

const ROW_PX = 18;
/** Narrower frames are not drawn. */
const LEAST_PX = 0.5;
const TEXT_PADDING_PX = 4;
/** Callers that stay above the frame that fills the width. */
const MAX_CALLERS = 4;
/** A canvas has its limits; zooming into a frame shows the levels below it. */
const MAX_LEVELS = 400;

/** Icicle graph of one thread: roots on top, a frame as wide as its total. Arrows walk, Enter zooms, Escape zooms out. */
export function flameGraph(data: ReportData, thread: ReportThread): HTMLElement {
  const canvas = element('canvas', {
    attributes: {
      tabindex: '0',
      role: 'application',
      'aria-label':
        `Flame graph of ${thread.name}: arrow keys go to callers, callees and siblings, Enter zooms, Escape zooms out. ` +
        'The call tree holds the same numbers.',
    },
  });
  const status = element('p', { class: 'status', attributes: { role: 'status' } });
  const box = element('div', { class: 'flame' }, canvas);
  const graph = new FlameGraph(data, thread, canvas, status);
  new ResizeObserver(() => graph.draw()).observe(box);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => graph.draw());
  return element('div', {}, status, box);
}

class FlameGraph {
  readonly #data: ReportData;
  readonly #thread: ReportThread;
  readonly #canvas: HTMLCanvasElement;
  readonly #status: HTMLElement;
  readonly #layout: FlameLayout;
  readonly #levels: number;
  #zoomed = -1; // the row that fills the width, -1: all
  #focused = -1;

  constructor(data: ReportData, thread: ReportThread, canvas: HTMLCanvasElement, status: HTMLElement) {
    this.#data = data;
    this.#thread = thread;
    this.#canvas = canvas;
    this.#status = status;
    this.#layout = flameLayout(thread.rows, data.clock);
    this.#levels = thread.rows.depth.reduce((max, depth) => Math.max(max, depth + 1), 1);
    canvas.addEventListener('keydown', (event) => this.#onKey(event));
    canvas.addEventListener('mousemove', (event) => {
      const row = this.#rowAt(event);
      canvas.style.cursor = row >= 0 ? 'pointer' : 'default';
      this.#tell(row >= 0 ? row : this.#focused);
    });
    canvas.addEventListener('mouseleave', () => this.#tell(this.#focused));
    canvas.addEventListener('click', (event) => {
      const row = this.#rowAt(event);
      if (row >= 0) this.#zoom(row);
    });
    this.#tell(-1);
  }

  draw(): void {
    const canvas = this.#canvas;
    const width = canvas.parentElement?.clientWidth ?? 0;
    const context = canvas.getContext('2d');
    if (width === 0 || context === null) return;
    const { depth } = this.#thread.rows;
    const levels = Math.min(MAX_LEVELS, this.#levels - this.#top());
    const scale = devicePixelRatio;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(levels * ROW_PX * scale);
    canvas.style.height = `${levels * ROW_PX}px`;
    context.scale(scale, scale);
    const style = getComputedStyle(canvas);
    const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
    context.font = `12px ${style.fontFamily}`;
    context.textBaseline = 'middle';
    for (let row = 0; row < depth.length; row++) {
      const { x, y, w } = this.#box(row, width);
      if (y < 0 || y >= levels * ROW_PX || w < LEAST_PX || x + w <= 0 || x >= width) continue;
      const left = Math.max(0, x);
      const right = Math.min(width, x + w);
      context.fillStyle = this.#colour(row, isDark);
      context.fillRect(left, y, Math.max(LEAST_PX, right - left - 1), ROW_PX - 1);
      if (row === this.#focused) {
        context.strokeStyle = style.color;
        context.lineWidth = 2;
        context.strokeRect(left + 1, y + 1, right - left - 3, ROW_PX - 3);
      }
      if (right - left > 24) {
        context.fillStyle = isDark ? '#f2f4f7' : '#14181d';
        context.save();
        context.beginPath();
        context.rect(left, y, right - left - TEXT_PADDING_PX, ROW_PX);
        context.clip();
        context.fillText(this.#label(row), left + TEXT_PADDING_PX, y + ROW_PX / 2);
        context.restore();
      }
    }
  }

  /** The topmost level that is drawn. */
  #top(): number {
    return this.#zoomed < 0 ? 0 : Math.max(0, this.#thread.rows.depth[this.#zoomed] - MAX_CALLERS);
  }

  #box(row: number, width: number): { x: number; y: number; w: number } {
    const { from, to } = this.#layout;
    const [left, right] = this.#zoomed < 0 ? [0, 1] : [from[this.#zoomed], to[this.#zoomed]];
    const span = right - left || 1;
    return {
      x: ((from[row] - left) / span) * width,
      y: (this.#thread.rows.depth[row] - this.#top()) * ROW_PX,
      w: ((to[row] - from[row]) / span) * width,
    };
  }

  #rowAt({ offsetX, offsetY }: MouseEvent): number {
    const width = this.#canvas.clientWidth;
    const level = Math.floor(offsetY / ROW_PX) + this.#top();
    const { depth } = this.#thread.rows;
    for (let row = 0; row < depth.length; row++) {
      if (depth[row] !== level) continue;
      const { x, w } = this.#box(row, width);
      if (offsetX >= x && offsetX < x + w) return row;
    }
    return -1;
  }

  #colour(row: number, isDark: boolean): string {
    const [className] = this.#data.methods[this.#thread.rows.method[row]];
    const hue = hueOf(packageName(className));
    return isDark ? `hsl(${hue} 38% 30%)` : `hsl(${hue} 62% 80%)`;
  }

  #label(row: number): string {
    const [className, method] = this.#data.methods[this.#thread.rows.method[row]];
    return `${className.slice(className.lastIndexOf('.') + 1)}.${method}`;
  }

  #zoom(row: number): void {
    this.#zoomed = this.#zoomed === row ? this.#layout.caller[row] : row;
    this.#focused = row;
    this.draw();
    this.#tell(row);
  }

  #focus(row: number): void {
    if (row < 0 || row >= this.#thread.rows.depth.length) return;
    this.#focused = row;
    const { from, to } = this.#layout;
    // What is focused is seen: zoom out as far as it takes.
    while (this.#zoomed >= 0 && (from[row] < from[this.#zoomed] || to[row] > to[this.#zoomed]))
      this.#zoomed = this.#layout.caller[this.#zoomed];
    this.draw();
    this.#tell(row);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || this.#thread.rows.depth.length === 0) return;
    const row = Math.max(0, this.#focused);
    const { caller, end } = this.#layout;
    switch (event.key) {
      case 'ArrowDown':
        this.#focus(this.#focused < 0 ? 0 : end[row] > row + 1 ? row + 1 : row);
        break;
      case 'ArrowUp':
        this.#focus(caller[row]);
        break;
      case 'ArrowRight':
        this.#focus(this.#sibling(row, 1));
        break;
      case 'ArrowLeft':
        this.#focus(this.#sibling(row, -1));
        break;
      case 'Enter':
        this.#zoom(row);
        break;
      case 'Escape':
        this.#zoomed = this.#zoomed < 0 ? -1 : this.#layout.caller[this.#zoomed];
        this.draw();
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  #sibling(row: number, step: 1 | -1): number {
    const { caller, end } = this.#layout;
    if (step === 1) return caller[end[row]] === caller[row] ? end[row] : row;
    let before = row - 1;
    while (before >= 0 && before !== caller[row] && caller[before] !== caller[row]) before = caller[before];
    return before >= 0 && before !== caller[row] ? before : row;
  }

  #tell(row: number): void {
    const { rows, totalNs, calls } = this.#thread;
    if (row < 0) {
      this.#status.textContent =
        this.#data.clock === 'none'
          ? `${formatCount(calls)} calls`
          : `${formatTime(totalNs)} in all. Point at a frame, or use the arrow keys.`;
      return;
    }
    const name = fullName(this.#data, rows.method[row]);
    const invocations = `${formatCount(rows.calls[row])} calls`;
    this.#status.textContent =
      this.#data.clock === 'none'
        ? `${name}: ${invocations}`
        : rows.counted[row] === 1
          ? `${name}: ${invocations}, not timed`
          : `${name}: total ${formatTime(rows.totalNs[row])} (${formatPercent(rows.totalNs[row], totalNs)}), ` +
            `self ${isUncertain(rows.selfNs[row], rows.errorNs[row]) ? '~' : ''}${formatTime(rows.selfNs[row])} ± ${formatTime(rows.errorNs[row])}, ${invocations}`;
  }
}

/** One colour for each package, the same in every report. */
function hueOf(text: string): number {
  let hash = 7;
  for (let i = 0; i < text.length; i++) hash = (hash * 31 + text.charCodeAt(i)) | 0;
  return ((hash >>> 0) % 30) * 12;
}
