import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { run, say } from './command.mjs';
import { fromRoot } from './tree.mjs';

const FIRST_ANSWER_MS = 5_000;
const DOWNLOAD_MS = 180_000;
const RETRY_AFTER_MS = 24 * 3600 * 1000;

/** Electron's program as npm and its own installer leave it, or "". */
export function installedElectron() {
  const folder = fromRoot('node_modules', 'electron');
  const pathFile = `${folder}/path.txt`;
  if (!existsSync(pathFile)) return '';
  const distFolder = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? `${folder}/dist`;
  const program = `${distFolder}/${readFileSync(pathFile, 'utf8')}`;
  return existsSync(program) ? program : '';
}

/** Why a window of Electron cannot open here at all, in half a sentence; "" when it can. */
export function whyNoWindow(env = process.env, platform = process.platform, uid = process.getuid?.()) {
  if (env.SLUICE_NO_ELECTRON) return 'SLUICE_NO_ELECTRON is set';
  if (platform !== 'linux') return '';
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return 'there is no display';
  if (uid === 0) return "Chromium's sandbox does not run as root";
  return '';
}

/**
 * Electron's program, downloaded once where it is missing: the npm package holds none. Where its server does not
 * answer, it is not asked again for a day.
 * @returns {Promise<{program: string, whyNot: string}>}
 */
export async function provideElectron() {
  const whyNot = whyNoWindow();
  if (whyNot) return { program: '', whyNot };
  const program = installedElectron();
  if (program) return { program, whyNot: '' };
  if (process.env.ELECTRON_SKIP_BINARY_DOWNLOAD) {
    return { program: '', whyNot: 'ELECTRON_SKIP_BINARY_DOWNLOAD is set' };
  }
  return (await download())
    ? { program: installedElectron(), whyNot: '' }
    : { program: '', whyNot: 'Electron could not be downloaded' };
}

async function download() {
  const { version } = JSON.parse(readFileSync(fromRoot('node_modules/electron/package.json'), 'utf8'));
  const failure = fromRoot('.cache', 'electron-download-failed');
  const lastFailureMs = existsSync(failure) ? Number(readFileSync(failure, 'utf8')) : 0;
  if (Date.now() - lastFailureMs < RETRY_AFTER_MS) return false;
  const mirror = process.env.ELECTRON_MIRROR ?? process.env.npm_config_electron_mirror;
  const server = mirror ?? 'https://github.com/electron/electron/releases/';
  const reached = await fetch(server, { method: 'HEAD', signal: AbortSignal.timeout(FIRST_ANSWER_MS) }).catch(
    () => null,
  );
  if (reached) {
    say(`Downloading Electron ${version} (about 110 MB, once) ...`);
    const options = { capture: true, timeoutMs: DOWNLOAD_MS };
    await run(process.execPath, [fromRoot('node_modules/electron/install.js')], options);
    if (installedElectron()) return true;
  }
  mkdirSync(fromRoot('.cache'), { recursive: true });
  writeFileSync(failure, String(Date.now()));
  return false;
}
