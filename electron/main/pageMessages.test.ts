import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { expect, it, vi } from 'vitest';
import { hearCommands } from './pageMessages.ts';

const { ipcMain } = vi.hoisted(() => ({ ipcMain: { on: vi.fn() } }));
vi.mock('electron', () => ({ ipcMain }));

const START = { id: 'start', title: 'Start', group: 'Recording', key: 'Ctrl+E', enabled: true };

it("hears the page's commands from its main frame, and nothing else", () => {
  const ipc = new EventEmitter();
  ipcMain.on.mockImplementation(ipc.on.bind(ipc));
  const mainFrame = { url: 'http://127.0.0.1:4711/token/' };
  const heard: unknown[] = [];
  const window = { webContents: { mainFrame } } as unknown as BrowserWindow;
  hearCommands(window, mainFrame.url, (commands) => heard.push(commands));
  const send = (senderFrame: unknown, value: unknown) =>
    ipc.emit('sluice:showCommands', { senderFrame }, value);

  send(mainFrame, [START]);
  expect(heard).toEqual([[START]]);
  send({ url: mainFrame.url }, [START]);
  send(null, [START]);
  for (const value of [
    null,
    'x',
    {},
    [null],
    [{ ...START, enabled: 1 }],
    [{ ...START, title: 'x'.repeat(101) }],
  ])
    send(mainFrame, value);
  mainFrame.url = 'http://127.0.0.1:4712/';
  send(mainFrame, [START]);
  expect(heard).toHaveLength(1);
});
