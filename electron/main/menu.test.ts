import { expect, it, vi } from 'vitest';
import { menuTemplate } from './menu.ts';

vi.mock('electron', () => ({ Menu: {} }));

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

it("begins with the application's menu on macOS", () => {
  expect(menuTemplate('darwin', [], () => {})[0]).toEqual({ role: 'appMenu' });
});
