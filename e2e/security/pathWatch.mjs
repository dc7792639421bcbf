// A worker that looks at folders as fast as it can, so that no name and no mode of ours is too short to be seen.
// workerData: { folders, names (source of a pattern), stop (Int32Array on shared memory) }
// posts { seen: [path, kind, mode][], sessionFiles: [path, text][] } when told to stop, having looked once more
import { lstatSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

const { folders, stop } = workerData;
const ours = new RegExp(workerData.names);
const seen = new Map();
const sessionFiles = new Map();
/** Reading a crowded /tmp takes longer than a trigger lives: a folder is read again only where it may have changed. */
const lastRead = new Map();
/** A folder that changed within a tick of the kernel's clock may change again with the same time. */
const CLOCK_TICK_MS = 20;

function look(path) {
  let found;
  try {
    found = lstatSync(path);
  } catch {
    return; // gone meanwhile
  }
  const kind = found.isDirectory()
    ? 'folder'
    : found.isSocket()
      ? 'socket'
      : found.isFile()
        ? 'file'
        : 'other';
  const mode = (found.mode & 0o7777).toString(8);
  seen.set(`${path} ${kind} ${mode}`, [path, kind, mode]);
  if (kind === 'folder') for (const name of namesIn(path)) look(join(path, name));
  if (kind === 'file' && path.endsWith('/session') && !sessionFiles.has(path)) {
    const text = textOf(path);
    if (text.includes('secret=')) sessionFiles.set(path, text);
  }
}

/** @returns those of interest, at the top; all, below */
function namesIn(folder, ofInterest) {
  try {
    const { ctimeMs } = lstatSync(folder);
    const known = lastRead.get(folder);
    if (known?.ctimeMs === ctimeMs && known.readMs - ctimeMs > CLOCK_TICK_MS) return known.names;
    const readMs = Date.now();
    const names = readdirSync(folder).filter((name) => ofInterest?.test(name) ?? true);
    lastRead.set(folder, { ctimeMs, readMs, names });
    return names;
  } catch {
    return [];
  }
}

function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

parentPort.postMessage('looking');
for (let last = false; !last;) {
  last = Atomics.load(stop, 0) === 1;
  for (const folder of folders) for (const name of namesIn(folder, ours)) look(join(folder, name));
}
parentPort.postMessage({ seen: [...seen.values()], sessionFiles: [...sessionFiles] });
