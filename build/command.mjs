import { spawn } from 'node:child_process';

/** Something a user can meet and mend: its message is one or two sentences that say what and how. */
export class Problem extends Error {}

/** What the build has to tell goes to stderr, so that the output of a command stays pure data. */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/** Runs the main function of a script: its number is the exit code, a Problem is told without a stack. */
export async function command(main) {
  try {
    process.exitCode = (await main(process.argv.slice(2))) ?? 0;
  } catch (thrown) {
    say(thrown instanceof Problem ? thrown.message : (thrown?.stack ?? String(thrown)));
    process.exitCode = 1;
  }
}

/**
 * Runs a program to its end. Resolves to its exit code (128 + number for a signal, as shells say it) and, with
 * `capture`, to what it printed on both streams; else its output is ours. Rejects when it cannot be started.
 */
export function run(program, args, { capture = false, timeoutMs = 0, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: capture ? ['ignore', 'pipe', 'pipe'] : ['ignore', 2, 2],
      ...options,
    });
    const chunks = [];
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
    const timer = timeoutMs > 0 ? setTimeout(() => child.kill('SIGKILL'), timeoutMs) : undefined;
    child.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({
        code: code ?? 128 + (signal === 'SIGKILL' ? 9 : 15),
        output: Buffer.concat(chunks).toString(),
      });
    });
  });
}
