import { spawn } from 'node:child_process';
import { once } from 'node:events';

const RUN_LIMIT_MS = 180_000;

/**
 * All that a command prints, on both streams. At the limit it is killed with all that it has started: a profiler that hangs must not
 * leave its program running beside those that are measured next.
 * @throws Error when it takes too long, cannot be started, or does not end with 0
 */
export async function outputOf(command: string, args: readonly string[]): Promise<string> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true }); // a process group of its own
  const limit = setTimeout(() => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, RUN_LIMIT_MS);
  try {
    const pieces: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece: Buffer) => pieces.push(piece));
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    const output = Buffer.concat(pieces).toString();
    if (signal !== null) throw new Error(`it did not end within ${RUN_LIMIT_MS / 1000} s`);
    if (code !== 0) throw new Error(`it ended with ${code}: ${output.trim().split('\n').at(-1)}`);
    return output;
  } finally {
    clearTimeout(limit);
  }
}
