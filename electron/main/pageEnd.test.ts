import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reloadWhenGone } from './pageEnd.ts';

const { showMessageBox } = vi.hoisted(() => ({ showMessageBox: vi.fn() }));
vi.mock('electron', () => ({ dialog: { showMessageBox } }));

const PAGE = 'http://127.0.0.1:4711/token/';
const window = { webContents: new EventEmitter(), loadURL: vi.fn(() => Promise.resolve()) };
const end = (reason: string) => window.webContents.emit('render-process-gone', {}, { reason, exitCode: 5 });
const told = (): string => (showMessageBox.mock.lastCall?.[1] as { message: string }).message;

beforeEach(() => {
  vi.useFakeTimers();
  showMessageBox.mockReset().mockReturnValue(new Promise(() => {})); // nobody has answered
  window.loadURL.mockClear();
  window.webContents.removeAllListeners();
  reloadWhenGone(window as unknown as BrowserWindow, PAGE);
});
afterEach(() => vi.useRealTimers());

it('loads a page that ended at once, while the user reads why', () => {
  end('crashed');
  expect(window.loadURL).toHaveBeenCalledExactlyOnceWith(PAGE);
  expect(told()).toMatch(/^The page of Sluice ended: crashed\. .* a recording that ran goes on/);
});

it('says what to do when the memory was not enough', () => {
  end('oom');
  expect(told()).toMatch(/^The page of Sluice ran out of memory\. .* choose a smaller root/);
});

it('says nothing of a page that was to end', () => {
  end('clean-exit');
  expect(showMessageBox).not.toHaveBeenCalled();
  expect(window.loadURL).not.toHaveBeenCalled();
});

it('asks before it loads one that ended again soon, and no longer when it has lasted', async () => {
  end('oom');
  showMessageBox.mockResolvedValueOnce({ response: 0 });
  end('oom');
  expect(window.loadURL).toHaveBeenCalledTimes(1);
  expect(told()).toBe('The page of Sluice ended again. Load it once more?');
  await vi.advanceTimersByTimeAsync(0);
  expect(window.loadURL).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(31_000);
  end('crashed');
  expect(window.loadURL).toHaveBeenCalledTimes(3);
});
