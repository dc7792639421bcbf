import { readFileSync, writeFileSync } from 'node:fs';
import type { BrowserWindow, Rectangle } from 'electron';

/** Where the window was when it was closed. */
export interface WindowState {
  /** null: where the system puts it. */
  readonly bounds: Rectangle | null;
  readonly maximized: boolean;
}

const MIN_VISIBLE_PIXELS = 100;

/**
 * Reads what keepWindowState wrote; what is no such file is forgotten.
 * @param screens work areas of the screens there are now: a window that none of them would show goes where the system puts it
 */
export function readWindowState(path: string, screens: readonly Rectangle[]): WindowState {
  const state = parsed(path);
  const bounds = state?.bounds;
  const isSeen = bounds && screens.some((screen) => overlaps(bounds, screen));
  return { bounds: isSeen ? bounds : null, maximized: state?.maximized ?? false };
}

/** Writes it when the window closes. */
export function keepWindowState(window: BrowserWindow, path: string): void {
  window.on('close', () => {
    const state: WindowState = { bounds: window.getNormalBounds(), maximized: window.isMaximized() };
    try {
      writeFileSync(path, JSON.stringify(state));
    } catch {
      // The next window is where the system puts it.
    }
  });
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
