import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { say } from './command.mjs';

const PREFIX = 'sluice-tests-';

/**
 * Gives a test run a temporary folder of its own, for all of its processes, and removes it when the run ends: what a test
 * leaves when it fails or is killed goes with it, and is named, so that the test can be mended. What a run that was killed
 * left goes with the next. To be called by the configuration of a test runner, whose workers inherit what it sets.
 */
export function useTestFolder() {
  if (process.env.SLUICE_TEST_FOLDER !== undefined) return; // a worker
  removeAbandoned(tmpdir());
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  chmodSync(folder, 0o711); // JVMs of other users find theirs in it
  process.env.SLUICE_TEST_FOLDER = folder;
  process.env.TMPDIR = folder;
  process.env.XDG_STATE_HOME = join(folder, 'state'); // not the user's own
  process.once('exit', () => {
    const left = readdirSync(folder).filter((name) => name.startsWith('sluice-'));
    if (left.length > 0) say(`Tests left behind, and it was removed: ${left.join(', ')}`);
    rmSync(folder, { recursive: true, force: true });
  });
}

/** @param parent where the folders of runs are */
export function removeAbandoned(parent) {
  for (const name of readdirSync(parent)) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid)))
      rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return thrown.code === 'EPERM';
  }
}
