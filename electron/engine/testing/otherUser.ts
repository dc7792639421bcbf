import { spawn, type ChildProcess } from 'node:child_process';

/** A user of the machine that is neither us nor root: a number, which needs no name. */
export const OTHER_UID = 1001;

/** What only root can try. */
export const AS_ROOT = process.getuid?.() === 0 ? '' : ' (not tried: only root can act as a second user)';

/**
 * A program of another user of the machine, until it is killed.
 * @param script of Node, CommonJS; its arguments are process.argv.slice(1)
 */
export function startAsOther(script: string, args: readonly (string | number)[]): ChildProcess {
  return spawn(process.execPath, ['-e', script, ...args.map(String)], {
    uid: OTHER_UID,
    gid: OTHER_UID,
    cwd: '/',
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Its output when it has ended. */
export async function runAsOther(script: string, args: readonly (string | number)[]): Promise<string> {
  const child = startAsOther(script, args);
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
  return output.trim();
}
