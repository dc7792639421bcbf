import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserWindow, Rectangle } from 'electron';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepWindowState, readWindowState, usualBounds } from './windowState.ts';

let folder: string;
let path: string;

beforeEach(() => {
  vi.useFakeTimers();
  folder = mkdtempSync(join(tmpdir(), 'sluice-window-'));
  path = join(folder, 'window.json');
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

const rectangle = (x: number, y: number, width: number, height: number): Rectangle => ({
  ...{ x, y, width, height },
});
const SCREEN = rectangle(0, 0, 1920, 1080);
const PLACE = rectangle(60, 40, 1000, 700);

interface Stay {
  /** Where the system says that the window is, when it is shown. */
  readonly told?: Rectangle;
  /** Moved by hand before it is closed. */
  readonly movedBy?: number;
}

/** Opens a window where it is asked for, and closes it. */
function openAndClose(asked: Rectangle, { told = asked, movedBy = 0 }: Stay = {}): void {
  let bounds = told;
  const window = Object.assign(new EventEmitter(), {
    getNormalBounds: () => bounds,
    isMaximized: () => true,
    isDestroyed: () => false,
  });
  keepWindowState(window as unknown as BrowserWindow, path, asked);
  window.emit('show');
  vi.advanceTimersByTime(1_000);
  bounds = { ...bounds, x: bounds.x + movedBy };
  window.emit('close');
}

it('finds the window where it was closed', () => {
  openAndClose(PLACE, { movedBy: 15 });
  expect(readWindowState(path, [SCREEN])).toEqual({ bounds: { ...PLACE, x: 75 }, maximized: true });
});

it('does not move by its frame from start to start, and is where it was moved to', () => {
  const inFrame = ({ x, y, ...size }: Rectangle): Rectangle => ({ x: x + 1, y: y + 20, ...size });
  for (const movedBy of [0, 0, 30, 0]) {
    const asked = readWindowState(path, [SCREEN]).bounds ?? PLACE;
    openAndClose(asked, { told: inFrame(asked), movedBy });
  }
  expect(readWindowState(path, [SCREEN]).bounds).toEqual({ ...PLACE, x: 90 });
});

it('takes no place of the window manager’s choice for a frame', () => {
  openAndClose(PLACE, { told: { ...PLACE, x: 900, y: 0 } });
  expect(readWindowState(path, [SCREEN]).bounds).toEqual({ ...PLACE, x: 900, y: 0 });
});

it('does not look for it on a screen that is gone', () => {
  openAndClose({ ...PLACE, x: 2500 });
  expect(readWindowState(path, [SCREEN])).toEqual({ bounds: null, maximized: true });
});

it.each(['', '{', 'null', '{"bounds":{"x":"1"},"maximized":true}'])('forgets a file that says %j', (text) => {
  writeFileSync(path, text);
  expect(readWindowState(path, [SCREEN])).toEqual({ bounds: null, maximized: false });
});

it('opens in the middle of a screen at first, and within a small one', () => {
  expect(usualBounds(rectangle(100, 30, 1920, 1000))).toEqual(rectangle(360, 80, 1400, 900));
  expect(usualBounds(rectangle(0, 30, 1280, 720))).toEqual(rectangle(0, 30, 1280, 720));
});
