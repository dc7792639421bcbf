import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { say } from './command.mjs';

const RETRY_MS = 50;
const SILENT_MS = 1000;

/**
 * Runs `work` while no other process does under the same lock: a file that holds its owner's pid and appears with it
 * at once (link). One left behind by a process that is gone is taken over. Two processes that take over the same lock
 * in the same instant may both go on: what the build writes is put in place by rename, so that costs time only.
 */
export async function withLock(lockFile, work) {
  mkdirSync(dirname(lockFile), { recursive: true });
  const startedMs = Date.now();
  for (let told = false; ;) {
    const ownerPid = tryLock(lockFile);
    if (ownerPid === process.pid) break;
    if (!told && Date.now() - startedMs > SILENT_MS) {
      say(`Waiting for process ${ownerPid}, which builds in this folder too (lock: ${lockFile}) ...`);
      told = true;
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  try {
    return await work();
  } finally {
    rmSync(lockFile, { force: true });
  }
}

/** The pid of who holds the lock now: ours if we got it. */
function tryLock(lockFile) {
  const mine = `${lockFile}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    linkSync(mine, lockFile);
    return process.pid;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return ownerOf(lockFile);
  } finally {
    rmSync(mine, { force: true });
  }
}

function ownerOf(lockFile) {
  try {
    const pid = Number(readFileSync(lockFile, 'utf8'));
    if (!isAlive(pid)) rmSync(lockFile, { force: true });
    return pid;
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return 0; // given back just now
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}
