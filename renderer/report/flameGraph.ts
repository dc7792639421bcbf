import { isUncertain } from '../../shared/cct/uncertain.ts';
import type { ReportData, ReportThread } from '../../shared/export/reportData.ts';
import { formatCountOf, formatPercent, formatTime } from '../../shared/naming/formatNumbers.ts';
import { fittingText } from '../../shared/naming/cutText.ts';
import {
  colorPlace,
  FRAME_COLORS,
  tellingColors,
  type ColoredMethod,
  type FrameColors,
} from '../../shared/rows/packageColors.ts';
import { element } from './element.ts';
import { flameLayout, type FlameLayout } from './flameLayout.ts';
import { fullName } from './methodCell.ts';

/** Narrower frames are not drawn. */
const LEAST_PX = 0.5;
const LEAST_LABEL_PX = 26;
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
  readonly #colors: FrameColors;
  #zoomed = -1; // the row that fills the width, -1: all
  #focused = -1;

  constructor(data: ReportData, thread: ReportThread, canvas: HTMLCanvasElement, status: HTMLElement) {
    this.#data = data;
    this.#thread = thread;
    this.#canvas = canvas;
    this.#status = status;
    this.#layout = flameLayout(thread.rows, data.clock);
    this.#levels = thread.rows.depth.reduce((max, depth) => Math.max(max, depth + 1), 1);
    this.#colors = colorsOfThread(data, thread);
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
    const rowPx = this.#rowPx();
    canvas.height = Math.round(levels * rowPx * scale);
    canvas.style.height = `${levels * rowPx}px`;
    context.scale(scale, scale);
    const style = getComputedStyle(canvas);
    const colors = themeColors(canvas);
    context.font = `${style.fontSize} ${style.fontFamily}`;
    context.textBaseline = 'middle';
    for (let row = 0; row < depth.length; row++) {
      const { x, y, w } = this.#box(row, width, rowPx);
      if (y < 0 || y >= levels * rowPx || w < LEAST_PX || x + w <= 0 || x >= width) continue;
      const left = Math.max(0, x);
      const right = Math.min(width, x + w);
      context.fillStyle = this.#color(row, colors);
      context.fillRect(left, y, Math.max(LEAST_PX, right - left - 1), rowPx - 1);
      if (row === this.#focused) {
        context.strokeStyle = style.color;
        context.lineWidth = 2;
        context.strokeRect(left + 1, y + 1, right - left - 3, rowPx - 3);
      }
      if (right - left < LEAST_LABEL_PX) continue;
      const room = right - left - 1 - 2 * TEXT_PADDING_PX;
      const label = fittingText(this.#labels(row), room, (text) => context.measureText(text).width);
      context.fillStyle = style.color;
      context.fillText(label, left + TEXT_PADDING_PX, y + rowPx / 2);
    }
  }

  /** The topmost level that is drawn. */
  #top(): number {
    return this.#zoomed < 0 ? 0 : Math.max(0, this.#thread.rows.depth[this.#zoomed] - MAX_CALLERS);
  }

  /** As in the window; larger where the window is large. */
  #rowPx(): number {
    return Number.parseFloat(getComputedStyle(this.#canvas).getPropertyValue('--frame-height'));
  }

  #box(row: number, width: number, rowPx: number): { x: number; y: number; w: number } {
    const { from, to } = this.#layout;
    const [left, right] = this.#zoomed < 0 ? [0, 1] : [from[this.#zoomed], to[this.#zoomed]];
    const span = right - left || 1;
    return {
      x: ((from[row] - left) / span) * width,
      y: (this.#thread.rows.depth[row] - this.#top()) * rowPx,
      w: ((to[row] - from[row]) / span) * width,
    };
  }

  #rowAt({ offsetX, offsetY }: MouseEvent): number {
    const width = this.#canvas.clientWidth;
    const rowPx = this.#rowPx();
    const level = Math.floor(offsetY / rowPx) + this.#top();
    const { depth } = this.#thread.rows;
    for (let row = 0; row < depth.length; row++) {
      if (depth[row] !== level) continue;
      const { x, w } = this.#box(row, width, rowPx);
      if (offsetX >= x && offsetX < x + w) return row;
    }
    return -1;
  }

  #color(row: number, { core, others }: ThemeColors): string {
    const method = methodOf(this.#data, this.#thread.rows.method[row]);
    const place = colorPlace(method, this.#colors);
    return place === null ? core : others[place];
  }

  #labels(row: number): readonly [string, string] {
    const [className, method] = this.#data.methods[this.#thread.rows.method[row]];
    return [`${className.slice(className.lastIndexOf('.') + 1)}.${method}`, method];
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
          ? formatCountOf(calls, 'call')
          : `${formatTime(totalNs)} in all. Point at a frame, or use the arrow keys.`;
      return;
    }
    const name = fullName(this.#data, rows.method[row]);
    const invocations = formatCountOf(rows.calls[row], 'call');
    this.#status.textContent =
      this.#data.clock === 'none'
        ? `${name}: ${invocations}`
        : rows.counted[row] === 1
          ? `${name}: ${invocations}, not timed`
          : `${name}: total ${formatTime(rows.totalNs[row])} (${formatPercent(rows.totalNs[row], totalNs)}), ` +
            `self ${isUncertain(rows.selfNs[row], rows.errorNs[row]) ? '~' : ''}${formatTime(rows.selfNs[row])} ± ${formatTime(rows.errorNs[row])}, ${invocations}`;
  }
}

interface ThemeColors {
  readonly core: string;
  readonly others: readonly string[];
}

/** As a canvas takes them, of the theme that is in force. @param canvas is given a child for a moment */
function themeColors(canvas: HTMLCanvasElement): ThemeColors {
  const probe = canvas.appendChild(element('span', {}));
  const colorOf = (token: string): string => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const colors = {
    core: colorOf('--flame-core'),
    others: Array.from({ length: FRAME_COLORS }, (_, i) => colorOf(`--flame-${i}`)),
  };
  probe.remove();
  return colors;
}

function methodOf({ methods }: ReportData, method: number): ColoredMethod {
  const [className, name] = methods[method];
  return { className, name };
}

/** As in the window. */
function colorsOfThread(data: ReportData, { rows }: ReportThread): FrameColors {
  const isTimed = data.clock !== 'none';
  const own = new Float64Array(data.methods.length);
  const whole = new Float64Array(data.methods.length);
  rows.method.forEach((method, row) => {
    own[method] += isTimed ? rows.selfNs[row] : rows.calls[row];
    whole[method] += isTimed ? rows.totalNs[row] : rows.calls[row];
  });
  return tellingColors(
    data.methods.map((_, method) => ({ ...methodOf(data, method), own: own[method], whole: whole[method] })),
    null,
  );
}
