import { createInterface } from 'node:readline';
import { ensure } from '../../shared/base/assert.ts';
import { waitUntil } from '../../electron/engine/testing/javaFixture.ts';
import type { Target } from '../fixtures/targets.ts';

/** One line of targets/Pulse.java. Times are of CLOCK_MONOTONIC, which Node's `process.hrtime` reads too. */
interface Beat {
  readonly atNs: number;
  /** When each of the threads was through with a unit last. */
  readonly lastNs: readonly number[];
  readonly units: number;
  readonly bodyCpuNs: number;
  readonly controlCpuNs: number;
}

const PRINTED_NS = 5e6;
/** More than a minute of them. */
const KEPT_BEATS = 20_000;
/** A stretch of the program of which its speed is told. */
const WINDOW_MS = 250;

/** The pulse of a running target: how long its threads stand still, and how fast it is beside code that is never touched. */
export class Pulse {
  readonly #beats: Beat[] = [];

  constructor(target: Pick<Target, 'process'>) {
    const lines = createInterface(ensure(target.process.stdout, 'stdout of the target'));
    lines.on('line', (line) => {
      const match = /^PULSE ([\d ]+)$/.exec(line);
      if (!match) return;
      const [atNs, busy, fresh, quick, units, bodyCpuNs, controlCpuNs] = match[1].split(' ').map(Number);
      this.#beats.push({ atNs, lastNs: [busy, fresh, quick], units, bodyCpuNs, controlCpuNs });
      if (this.#beats.length > KEPT_BEATS) this.#beats.splice(0, KEPT_BEATS / 2);
    });
  }

  static nowNs(): number {
    return Number(process.hrtime.bigint());
  }

  /**
   * How long after a moment each thread was through with a unit, the slowest of them, in milliseconds; less what the thread
   * that prints, and is never within the root, stood still in the time: the machine has others to serve.
   */
  async freeAfterMs(momentNs: number): Promise<number> {
    const isFree = ({ lastNs }: Beat): boolean => lastNs.every((ns) => ns > momentNs);
    await this.#wait(isFree, 'all threads to go on', 20_000);
    const found = ensure(this.#beats.find(isFree), 'the first beat of free threads'); // not the newest: the moment may be long ago
    const printedNs = [
      momentNs,
      ...this.#beats.map(({ atNs }) => atNs).filter((ns) => ns > momentNs && ns <= found.atNs),
    ];
    const standstillNs = Math.max(...printedNs.slice(1).map((ns, i) => ns - printedNs[i] - PRINTED_NS), 0);
    return (Math.max(...found.lastNs) - momentNs - standstillNs) / 1e6;
  }

  /** The longest that a thread stood still between two moments, in milliseconds. */
  longestGapMs(fromNs: number, toNs: number): number {
    const between = this.#beats.filter(({ atNs }) => atNs >= fromNs && atNs <= toNs);
    return Math.max(...between.flatMap(({ atNs, lastNs }) => lastNs.map((ns) => (atNs - ns) / 1e6)), 0);
  }

  /** The speed over the next `ms`: what the untouched code takes, divided by what the same takes in the subgraph. */
  async speed(ms: number): Promise<number> {
    const startNs = Pulse.nowNs();
    await this.#wait(({ atNs }) => atNs > startNs + ms * 1e6, 'the pulse', ms + 20_000);
    return speedOf(this.#beats.filter(({ atNs }) => atNs >= startNs));
  }

  /**
   * After how much work since a moment a window ended in which the speed was at least so high, in milliseconds of the busy
   * thread's CPU time: on an idle machine that is the time on the wall.
   */
  async recoveredAfterCpuMs(momentNs: number, speed: number): Promise<number> {
    const isFast = (beat: Beat): boolean => {
      const window = this.#beats.filter(
        ({ atNs }) => atNs >= beat.atNs - WINDOW_MS * 1e6 && atNs <= beat.atNs && atNs >= momentNs,
      );
      return beat.atNs - momentNs > WINDOW_MS * 1e6 && speedOf(window) >= speed;
    };
    const fast = await this.#wait(isFast, `the speed to be ${speed} again`, 60_000);
    const then = ensure(
      this.#beats.find(({ atNs }) => atNs >= momentNs),
      'the beat at the moment',
    );
    return (cpuNsOf(fast) - cpuNsOf(then)) / 1e6;
  }

  /** The newest beat that is so, when there is one. */
  async #wait(isSo: (beat: Beat) => boolean, what: string, timeoutMs: number): Promise<Beat> {
    let found: Beat | undefined;
    await waitUntil(
      () => {
        const beat = this.#beats.at(-1);
        if (beat && isSo(beat)) found = beat;
        return found !== undefined;
      },
      what,
      timeoutMs,
    );
    return ensure(found, what);
  }
}

function cpuNsOf({ bodyCpuNs, controlCpuNs }: Beat): number {
  return bodyCpuNs + controlCpuNs;
}

function speedOf(beats: readonly Beat[]): number {
  const [first, last] = [beats[0], beats[beats.length - 1]];
  if (!first || last.units === first.units) return 0;
  return (last.controlCpuNs - first.controlCpuNs) / (last.bodyCpuNs - first.bodyCpuNs);
}

/** Options that record all that the target does. */
export const PULSE_ROOTS: readonly string[] = ['busyRoot', 'freshRoot', 'quickRoot'].flatMap((root) => [
  '--root',
  `Pulse$Body::${root}`,
]);

/** Arguments of a `sluice record` of all that the target does. @param durationMs null: until Ctrl-C, which saves then also before a root call */
export function pulseRecording(pid: number, file: string, durationMs: number | null): string[] {
  const duration = durationMs === null ? [] : ['--duration', `${durationMs}ms`];
  return ['record', String(pid), ...PULSE_ROOTS, ...duration, '--output', file];
}

/**
 * Of what the command line does: what it says when it begins, and how long after that a fault
 * comes at the latest.
 */
export const PHASES = [
  { name: 'attaching', says: null, withinMs: 1_500 },
  { name: 'calibrating and instrumenting', says: /^attached/, withinMs: 600 },
  { name: 'recording', says: /^recording/, withinMs: 1_500 },
  { name: 'stopping', says: /^recording/, withinMs: 400 }, // after Ctrl-C
] as const;
