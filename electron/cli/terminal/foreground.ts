import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Whether this process is in the foreground of its terminal. One that reads from the terminal in the background (`sluice
 * record ... &`) is stopped by SIGTTIN, and with it a recording.
 */
export function isInForeground(): boolean {
  try {
    const [group, foregroundGroup] = processGroups();
    return group === foregroundGroup;
  } catch {
    return false; // not known: better nobody types than the recording stands still
  }
}

/** This process's group, and that in the foreground of its terminal. */
function processGroups(): readonly string[] {
  if (process.platform !== 'linux') {
    const ps = ['-o', 'pgid=,tpgid=', '-p', String(process.pid)];
    return execFileSync('ps', ps, { encoding: 'utf8', timeout: 2_000 }).trim().split(/\s+/);
  }
  // proc(5): pid (comm) state ppid pgrp session tty_nr tpgid ...; comm may hold spaces and brackets.
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return [fields[2], fields[5]];
}
