import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Closing } from './closing.ts';

const { showMessageBox } = vi.hoisted(() => ({ showMessageBox: vi.fn() }));
vi.mock('electron', () => ({ dialog: { showMessageBox } }));

const YES = { response: 0 };
const CANCEL = { response: 1 };

/** A window whose page wants to be asked before it goes. */
class FakeWindow extends EventEmitter {
  readonly webContents = Object.assign(new EventEmitter(), { send: vi.fn() });
  isGone = false;
  isHung = false;
  readonly isDestroyed = (): boolean => this.isGone;
  readonly destroy = (): void => {
    this.isGone = true;
    this.emit('closed');
  };
  /** As by a click on its cross. */
  readonly close = (): void => {
    if (this.isHung) return;
    const event = { preventDefault: vi.fn() };
    this.webContents.emit('will-prevent-unload', event);
    if (event.preventDefault.mock.calls.length > 0) this.destroy();
  };
}

let window: FakeWindow;
let closing: Closing;
beforeEach(() => {
  vi.useFakeTimers();
  showMessageBox.mockReset();
  window = new FakeWindow();
  closing = new Closing(window as unknown as BrowserWindow);
});
afterEach(() => vi.useRealTimers());

const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
const keepsAsked = (): number => window.webContents.send.mock.calls.length;

describe('a window with a running recording', () => {
  beforeEach(() => closing.hold('recording'));

  it('stays when the user cancels, and asks again the next time', async () => {
    showMessageBox.mockResolvedValue(CANCEL);
    for (const asked of [1, 2]) {
      window.close();
      await settled();
      expect(showMessageBox).toHaveBeenCalledTimes(asked);
    }
    expect(keepsAsked()).toBe(0);
    expect(window.isGone).toBe(false);
  });

  it('goes when the page has stopped and kept it, and not before', async () => {
    showMessageBox.mockResolvedValue(YES);
    window.close();
    await settled();
    expect(showMessageBox.mock.calls[0][1]).toMatchObject({
      message: 'A recording is running. Stop it, keep it and close?',
      buttons: ['Stop, Keep and Close', 'Cancel'],
    });
    expect(window.webContents.send).toHaveBeenCalledExactlyOnceWith('sluice:closing');
    expect(window.isGone).toBe(false);
    closing.kept('');
    await settled();
    expect(window.isGone).toBe(true);
  });

  it('asks once more when it could not be kept, with why', async () => {
    showMessageBox.mockResolvedValueOnce(YES).mockResolvedValueOnce(CANCEL);
    window.close();
    await settled();
    closing.kept('The disk is full.');
    await settled();
    expect(showMessageBox.mock.calls[1][1]).toMatchObject({
      message: 'The recording could not be kept. Close without it?',
      detail: expect.stringContaining('The disk is full. To have it: Cancel'),
      defaultId: 1,
    });
    expect(window.isGone).toBe(false);
  });

  it('does not wait for ever for a page that does not answer', async () => {
    showMessageBox.mockResolvedValue(YES);
    window.close();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(showMessageBox.mock.calls[1][1]).toMatchObject({
      detail: expect.stringContaining('The page did not answer within 30 s.'),
    });
    expect(window.isGone).toBe(true);
  });

  it('asks one question at a time', async () => {
    showMessageBox.mockReturnValue(new Promise(() => {}));
    window.close();
    window.close();
    await settled();
    expect(showMessageBox).toHaveBeenCalledOnce();
  });

  it('goes without a question by a signal: when it is kept, or after a moment', async () => {
    const ended = closing.closeUnasked();
    expect(keepsAsked()).toBe(1);
    await vi.advanceTimersByTimeAsync(4_900);
    expect(window.isGone).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    await ended;
    expect(window.isGone).toBe(true);
    expect(showMessageBox).not.toHaveBeenCalled();
  });
});

it.each([
  ['session', 'A JVM is attached. Detach and close?', 'Detach and Close', 0],
  ['region', 'A region is being timed. Detach and close?', 'Detach and Close', 0],
  ['arriving', 'The last recording is still being read. Keep it and close?', 'Keep and Close', 0],
  ['unsaved', 'The last recording is in this window only. Close without it?', 'Close Without It', 1],
] as const)('asks by what the page holds: %s', async (held, message, yes, defaultId) => {
  showMessageBox.mockResolvedValue(CANCEL);
  closing.hold(held);
  window.close();
  await settled();
  expect(showMessageBox.mock.calls[0][1]).toMatchObject({ message, buttons: [yes, 'Cancel'], defaultId });
});

it('asks for nothing to be kept that cannot be', async () => {
  showMessageBox.mockResolvedValue(YES);
  closing.hold('unsaved');
  window.close();
  await settled();
  expect(keepsAsked()).toBe(0);
  expect(window.isGone).toBe(true);
});

it('ends a page that hangs when it is to go', async () => {
  window.isHung = true;
  await closing.closeUnasked();
  expect(window.isGone).toBe(false);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(window.isGone).toBe(true);
});
