import { homedir, userInfo } from 'node:os';
import { posix, win32 } from 'node:path';
import { isRootsOwn } from './ownFolder.ts';

/**
 * Where Sluice keeps what outlives it and is the user's own: $XDG_STATE_HOME/sluice where that is set, on every system;
 * else ~/.local/state/sluice (XDG Base Directory Specification), ~/Library/Application Support/Sluice,
 * or %LOCALAPPDATA%\Sluice. A relative XDG_STATE_HOME counts as none, as that specification has it.
 */
export function stateFolder(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  const { join, isAbsolute } = platform === 'win32' ? win32 : posix;
  const { XDG_STATE_HOME: xdg = '', LOCALAPPDATA: local } = environment;
  if (isAbsolute(xdg)) return join(xdg, 'sluice');
  if (platform === 'win32') return join(local ?? join(home, 'AppData', 'Local'), 'Sluice');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Sluice');
  return join(home, '.local', 'state', 'sluice');
}

/** Of this process. Where root has the environment of another user (sudo -E, su), it is in root's home all the same. */
export function ownStateFolder(): string {
  const folder = stateFolder(process.platform, process.env, homedir());
  if (process.geteuid?.() !== 0 || isRootsOwn(folder)) return folder;
  return stateFolder(process.platform, {}, userInfo().homedir);
}
