import { expect, it } from 'vitest';
import { stateFolder } from './stateFolder.ts';

it.each([
  ['linux', '/home/ann', {}, '/home/ann/.local/state/sluice'],
  ['linux', '/home/ann', { XDG_STATE_HOME: '/state' }, '/state/sluice'],
  ['linux', '/home/ann', { XDG_STATE_HOME: 'not/absolute' }, '/home/ann/.local/state/sluice'],
  ['darwin', '/Users/ann', {}, '/Users/ann/Library/Application Support/Sluice'],
  ['darwin', '/Users/ann', { XDG_STATE_HOME: '/state' }, '/state/sluice'],
  ['win32', 'C:\\Users\\ann', {}, 'C:\\Users\\ann\\AppData\\Local\\Sluice'],
  ['win32', 'C:\\Users\\ann', { LOCALAPPDATA: 'D:\\Local' }, 'D:\\Local\\Sluice'],
] as const)('on %s of %s with %o it is %s', (platform, home, environment, folder) => {
  expect(stateFolder(platform, environment, home)).toBe(folder);
});
