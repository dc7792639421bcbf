import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { ensure } from '../../../shared/base/assert.ts';

/** A user of the machine that need not be in /etc/passwd, and may do what every user may. */
export const SECOND_USER = 65_001;

/** Only root can be two users at a time: the name of such a test says so where it is skipped. */
export const canBeTwoUsers = process.platform === 'linux' && process.geteuid?.() === 0;
export const BY_TWO_USERS = canBeTwoUsers
  ? 'by two users'
  : 'by two users (skipped: it takes root, on Linux)';

/** What the second user does to others, in a shell. */
export function asSecondUser(script: string, uid = SECOND_USER): void {
  const { status, stderr } = spawnSync('sh', ['-euc', script], { uid, gid: uid, cwd: '/', encoding: 'utf8' });
  if (status !== 0) throw new Error(`${script}: ${stderr}`);
}

/** A process of the second user that sleeps and says that it is `java`. */
export function pretendJava(cwd = '/'): ChildProcess & { readonly pid: number } {
  const ids = { uid: SECOND_USER, gid: SECOND_USER };
  const child = spawn('sleep', ['600'], { ...ids, argv0: 'java', cwd, stdio: 'ignore' });
  return Object.assign(child, { pid: ensure(child.pid, 'pid') });
}
