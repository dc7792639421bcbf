import { readFileSync } from 'node:fs';

/** What another client of the engine waits for at worst, on a machine that is not busy with others. */
export const LONGEST_TURN_MS = 250;

const LOOK_MS = 5;

/** How long the event loop was held up, and what was run beside it, in ms of CPU: the machine may be busy with other programs. */
export interface Turns {
  readonly longestMs: number;
  /** By all other threads of the process. */
  readonly besideMs: number;
}

/** Looks at each turn of the event loop until the work is done. @throws what the work rejects with */
export async function turnsDuring<T>(work: () => Promise<T>): Promise<readonly [T, Turns]> {
  const startMs = mainThreadMs();
  const started = process.cpuUsage();
  let longestMs = 0;
  let lastMs = startMs;
  const turn = (): void => {
    const nowMs = mainThreadMs();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
  };
  const turns = setInterval(turn, LOOK_MS);
  try {
    const found = await work();
    turn();
    const { user, system } = process.cpuUsage(started);
    return [found, { longestMs, besideMs: (user + system) / 1000 - (lastMs - startMs) }];
  } finally {
    clearInterval(turns);
  }
}

function mainThreadMs(): number {
  const [ranNs] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ');
  return Number(ranNs) / 1e6;
}
