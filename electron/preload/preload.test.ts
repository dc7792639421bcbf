import { EventEmitter } from 'node:events';
import { beforeEach, expect, it, vi } from 'vitest';
import type { DesktopBridge } from '../../shared/ipc/desktopBridge.ts';

const stand = vi.hoisted(() => ({ contextBridge: { exposeInMainWorld: vi.fn() }, ipcRenderer: {} }));
vi.mock('electron', () => stand);

const send = vi.fn();
let main: EventEmitter;
let bridge: DesktopBridge;

beforeEach(async () => {
  vi.resetModules();
  send.mockClear();
  stand.contextBridge.exposeInMainWorld.mockClear();
  main = new EventEmitter();
  Object.assign(stand.ipcRenderer, { on: main.on.bind(main), send });
  await import('./preload.ts');
  expect(stand.contextBridge.exposeInMainWorld).toHaveBeenCalledOnce();
  const [name, exposed] = stand.contextBridge.exposeInMainWorld.mock.calls[0] as [string, DesktopBridge];
  expect(name).toBe('sluiceDesktop');
  bridge = exposed;
});

it('gives the page five functions, which nobody can replace', () => {
  expect(Object.keys(bridge).sort()).toEqual([
    ...['onClosing', 'onCommand', 'onOpenFile', 'showCommands', 'tellHeld'],
  ]);
  expect(Object.isFrozen(bridge)).toBe(true);
  expect(Object.values(bridge).every((value) => typeof value === 'function')).toBe(true);
});

it('tells the application the commands of the page', () => {
  bridge.showCommands([]);
  expect(send).toHaveBeenCalledExactlyOnceWith('sluice:showCommands', []);
});

it('hands over what was chosen in the menu, without the event of Electron', () => {
  main.emit('sluice:command', { sender: 'Electron' }, 'start'); // nobody listens yet
  const chosen = vi.fn();
  bridge.onCommand(chosen);
  main.emit('sluice:command', { sender: 'Electron' }, 'stop');
  expect(chosen.mock.calls).toEqual([['stop']]);
});

it('keeps files that are opened before the page listens', () => {
  const [early, late] = ['early.sluice', 'late.sluice'].map((name) => ({ name, bytes: new ArrayBuffer(1) }));
  main.emit('sluice:openFile', {}, early);
  const opened = vi.fn();
  bridge.onOpenFile(opened);
  main.emit('sluice:openFile', {}, late);
  expect(opened.mock.calls).toEqual([[early], [late]]);
});

it('tells what the page holds, and answers when that is kept before the window closes', async () => {
  bridge.tellHeld('recording');
  expect(send).toHaveBeenCalledExactlyOnceWith('sluice:tellHeld', 'recording');
  main.emit('sluice:closing', {});
  await vi.waitFor(() => expect(send).toHaveBeenLastCalledWith('sluice:kept', '')); // nobody listens yet
  bridge.onClosing(() => Promise.resolve('The disk is full.'));
  main.emit('sluice:closing', {});
  await vi.waitFor(() => expect(send).toHaveBeenLastCalledWith('sluice:kept', 'The disk is full.'));
});
