import { readFileSync, writeFileSync } from 'node:fs';
import type { BrowserWindow, Rectangle } from 'electron';

/** Where the window was when it was closed. */
export interface WindowState {
  /** null: never opened, or on a screen that is gone. */
  readonly bounds: Rectangle | null;
  readonly maximized: boolean;
}

const USUAL_SIZE = { width: 1400, height: 900 };
const MIN_VISIBLE_PIXELS = 100;
/** The window manager has put the window into its frame by then, and nobody has moved it. */
const FRAMED_AFTER_MS = 500;
/** Of the widest frame and title bar. More is a window manager that puts windows where it likes. */
const MAX_FRAME_PIXELS = 100;

/**
 * Reads what keepWindowState wrote; what is no such file is forgotten.
 * @param screens work areas of the screens there are now: bounds that none of them would show are forgotten
 */
export function readWindowState(path: string, screens: readonly Rectangle[]): WindowState {
  const state = parsed(path);
  const bounds = state?.bounds;
  const isSeen = bounds && screens.some((screen) => overlaps(bounds, screen));
  return { bounds: isSeen ? bounds : null, maximized: state?.maximized ?? false };
}

/** In the middle of a screen, and within it. @param screen its work area */
export function usualBounds({ x, y, width, height }: Rectangle): Rectangle {
  const size = { width: Math.min(USUAL_SIZE.width, width), height: Math.min(USUAL_SIZE.height, height) };
  return {
    x: x + Math.round((width - size.width) / 2),
    y: y + Math.round((height - size.height) / 2),
    ...size,
  };
}

/**
 * Writes it when the window closes. X11 takes the place of the frame and tells that of what is within: what is told of a window
 * that nobody has moved yet is what was asked for, and so the difference is taken off. Else it would move at each start.
 * @param asked where the window was to be
 */
export function keepWindowState(window: BrowserWindow, path: string, asked: Rectangle): void {
  let frame = { x: 0, y: 0 };
  window.once('show', () => {
    setTimeout(() => {
      if (!window.isDestroyed()) frame = frameOf(asked, window.getNormalBounds());
    }, FRAMED_AFTER_MS);
  });
  window.on('close', () => {
    const { x, y, ...size } = window.getNormalBounds();
    const bounds = { x: x - frame.x, y: y - frame.y, ...size };
    try {
      writeFileSync(path, JSON.stringify({ bounds, maximized: window.isMaximized() } satisfies WindowState));
    } catch {
      // The next window is where the system puts it.
    }
  });
}

/** How far the window is within its frame, in pixels. */
function frameOf(asked: Rectangle, told: Rectangle): { x: number; y: number } {
  const [x, y] = [told.x - asked.x, told.y - asked.y];
  const isFrame = [x, y].every((pixels) => pixels >= 0 && pixels <= MAX_FRAME_PIXELS);
  return isFrame ? { x, y } : { x: 0, y: 0 };
}

function parsed(path: string): WindowState | null {
  try {
    const state = JSON.parse(readFileSync(path, 'utf8')) as Partial<WindowState> | null;
    const { x, y, width, height } = state?.bounds ?? ({} as Partial<Rectangle>);
    const isBounds = [x, y, width, height].every(Number.isSafeInteger);
    return typeof state?.maximized === 'boolean' && isBounds
      ? { bounds: { x, y, width, height } as Rectangle, maximized: state.maximized }
      : null;
  } catch {
    return null;
  }
}

function overlaps(a: Rectangle, b: Rectangle): boolean {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width >= MIN_VISIBLE_PIXELS && height >= MIN_VISIBLE_PIXELS;
}
