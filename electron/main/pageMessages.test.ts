import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { expect, it, vi } from 'vitest';
import { hearPage } from './pageMessages.ts';

const { ipcMain } = vi.hoisted(() => ({ ipcMain: { on: vi.fn() } }));
vi.mock('electron', () => ({ ipcMain }));

const START = { id: 'start', title: 'Start', group: 'Recording', key: 'Ctrl+E', enabled: true };

function listening() {
  const ipc = new EventEmitter();
  ipcMain.on.mockImplementation(ipc.on.bind(ipc));
  const mainFrame = { url: 'http://127.0.0.1:4711/token/' };
  const heard: unknown[] = [];
  const hear = (message: unknown): void => void heard.push(message);
  const window = { webContents: { mainFrame }, isDestroyed: vi.fn(() => false) };
  hearPage(window as unknown as BrowserWindow, mainFrame.url, {
    ...{ onCommands: hear, onHeld: hear, onKept: hear },
  });
  const send = (channel: string, value: unknown, senderFrame: unknown = mainFrame) =>
    ipc.emit(`sluice:${channel}`, { senderFrame }, value);
  return { heard, send, mainFrame, window };
}

it("hears the page's commands from its main frame, and nothing else", () => {
  const { heard, send, mainFrame } = listening();
  send('showCommands', [START]);
  expect(heard).toEqual([[START]]);
  send('showCommands', [START], { url: mainFrame.url });
  send('showCommands', [START], null);
  for (const value of [
    null,
    'x',
    {},
    [null],
    [{ ...START, enabled: 1 }],
    [{ ...START, title: 'x'.repeat(101) }],
  ])
    send('showCommands', value);
  mainFrame.url = 'http://127.0.0.1:4712/';
  send('showCommands', [START]);
  expect(heard).toHaveLength(1);
});

it('hears what the page holds and whether that is kept, in their own words only', () => {
  const { heard, send } = listening();
  send('tellHeld', 'recording');
  send('kept', '');
  send('kept', 'The disk is full.');
  expect(heard).toEqual(['recording', '', 'The disk is full.']);
  for (const value of [null, 'everything', 1, ['recording']]) send('tellHeld', value);
  for (const value of [null, 0, 'x'.repeat(501)]) send('kept', value);
  expect(heard).toHaveLength(3);
});

it('hears nothing any more when the window is gone', () => {
  const { heard, send, window } = listening();
  window.isDestroyed.mockReturnValue(true);
  Object.defineProperty(window, 'webContents', {
    get: () => {
      throw new TypeError('Object has been destroyed');
    },
  });
  send('showCommands', [START]);
  expect(heard).toEqual([]);
});
