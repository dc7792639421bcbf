import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserWindow } from 'electron';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepWindowState, readWindowState } from './windowState.ts';

const SCREEN = { x: 0, y: 0, width: 1920, height: 1080 };
let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-window-'));
  path = join(folder, 'window.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

function closeWindowAt(x: number): void {
  const window = Object.assign(new EventEmitter(), {
    getNormalBounds: () => ({ x, y: 40, width: 1000, height: 700 }),
    isMaximized: () => true,
  });
  keepWindowState(window as unknown as BrowserWindow, path);
  window.emit('close');
}

it('finds the window where it was closed', () => {
  closeWindowAt(60);
  expect(readWindowState(path, [SCREEN])).toEqual({
    bounds: { x: 60, y: 40, width: 1000, height: 700 },
    maximized: true,
  });
});

it('does not look for it on a screen that is gone', () => {
  closeWindowAt(2500);
  expect(readWindowState(path, [SCREEN])).toEqual({ bounds: null, maximized: true });
});

it.each(['', '{', 'null', '{"bounds":{"x":"1"},"maximized":true}'])('forgets a file that says %j', (text) => {
  writeFileSync(path, text);
  expect(readWindowState(path, [SCREEN])).toEqual({ bounds: null, maximized: false });
});
