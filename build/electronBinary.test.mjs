import { expect, it } from 'vitest';
import { whyNoWindow } from './electronBinary.mjs';

it.each([
  [{ DISPLAY: ':0' }, 'linux', 1000, ''],
  [{ WAYLAND_DISPLAY: 'wayland-0' }, 'linux', 1000, ''],
  [{}, 'linux', 1000, 'there is no display'],
  [{ DISPLAY: ':0' }, 'linux', 0, "Chromium's sandbox does not run as root"],
  [{}, 'darwin', 501, ''],
  [{}, 'win32', undefined, ''],
  [{ SLUICE_NO_ELECTRON: '1' }, 'darwin', 501, 'SLUICE_NO_ELECTRON is set'],
])('with %o on %s as user %s a window cannot open because "%s"', (env, platform, uid, why) => {
  expect(whyNoWindow(env, platform, uid)).toBe(why);
});
