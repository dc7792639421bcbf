import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { expect, it, vi } from 'vitest';
import { menuTemplate, openMenuByKey } from './menu.ts';

const { popup } = vi.hoisted(() => ({ popup: vi.fn() }));
vi.mock('electron', () => ({ Menu: { getApplicationMenu: () => ({ popup }) } }));

const COMMANDS = [
  { id: 'start', title: 'Start', group: 'Recording', key: 'Ctrl+E', enabled: true },
  { id: 'save', title: 'Save', group: 'File', key: '', enabled: false },
];

it("has a menu for each group of the page's commands, and the system's items", () => {
  const chosen: string[] = [];
  const [recording, file, ...others] = menuTemplate('linux', COMMANDS, (id) => chosen.push(id));
  expect(recording).toMatchObject({
    label: 'Recording',
    submenu: [
      { label: 'Start', enabled: true, accelerator: 'CommandOrControl+E', registerAccelerator: false },
    ],
  });
  expect(file).toMatchObject({ label: 'File', submenu: [{ label: 'Save', enabled: false }] });
  expect(others.map(({ role, label }) => role ?? label)).toEqual(['editMenu', 'View', 'Sluice']);
  const [start] = recording.submenu as { click(): void }[];
  start.click();
  expect(chosen).toEqual(['start']);
});

it('zooms in by + with Shift and without', () => {
  const view = menuTemplate('linux', [], () => {}).find(({ label }) => label === 'View');
  const zooms = (view?.submenu as { role?: string }[]).filter(({ role }) => role === 'zoomIn');
  expect(zooms).toEqual([
    { role: 'zoomIn' },
    { role: 'zoomIn', accelerator: 'CommandOrControl+=', visible: false },
  ]);
});

it.each([
  ['linux', { key: 'F10' }, true],
  ['linux', { key: 'F10', shift: true }, false],
  ['linux', { key: 'F9' }, false],
  ['linux', { key: 'F10', type: 'keyUp' }, false],
  ['darwin', { key: 'F10' }, false],
] as const)('opens its menu on %s by %j: %s', (platform, input, opens) => {
  popup.mockClear();
  const window = { webContents: new EventEmitter() };
  openMenuByKey(window as unknown as BrowserWindow, platform);
  const event = { preventDefault: vi.fn() };
  const plain = { type: 'keyDown', shift: false, control: false, alt: false, meta: false };
  window.webContents.emit('before-input-event', event, { ...plain, ...input });
  expect(popup.mock.calls).toEqual(opens ? [[{ window, x: 0, y: 0 }]] : []);
  expect(event.preventDefault).toHaveBeenCalledTimes(opens ? 1 : 0); // F10 of the page goes on
});

it("begins with the application's menu on macOS", () => {
  expect(menuTemplate('darwin', [], () => {})[0]).toEqual({ role: 'appMenu' });
});
