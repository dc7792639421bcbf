import { readFileSync } from 'node:fs';
import { readProcText, statField, TICKS_PER_SECOND } from '../jvms/procStatus.ts';

const NS_PER_TICK = 1e9 / TICKS_PER_SECOND;

/** What Linux tells of a process in one file, /proc/PID/stat (proc(5)). */
export interface ProcessTimes {
  readonly ranNs: number;
  readonly threads: number;
}

/** @returns null where it has ended; another process with its number is none @param startTicks see readStartTicks */
export function readProcessTimes(pid: number, startTicks: number): ProcessTimes | null {
  const stat = readProcText(pid, 'stat', STAT_LIMIT_BYTES);
  if (stat === null) return null;
  const field = (number: number): number => Number(statField(stat, number));
  if (field(22) !== startTicks || ['Z', 'X'].includes(statField(stat, 3) ?? 'X')) return null;
  return { ranNs: (field(14) + field(15)) * NS_PER_TICK, threads: field(20) };
}

/** The line is shorter. */
const STAT_LIMIT_BYTES = 4 << 10;

export interface MachineTimes {
  readonly busyNs: number;
  readonly cores: number;
}

/** What all cores have worked since the machine started; null where the system does not tell. */
export function readMachineTimes(): MachineTimes | null {
  try {
    return machineTimesIn(readFileSync('/proc/stat', 'latin1'));
  } catch {
    return null;
  }
}

/** Of "cpu  user nice system idle iowait irq softirq steal ..": what waits, and what other machines take, is no work. */
export function machineTimesIn(stat: string): MachineTimes | null {
  const [, all] = /^cpu +(.*)$/m.exec(stat) ?? [];
  if (all === undefined) return null;
  const [user, nice, system, , , irq = 0, softirq = 0] = all.split(' ').map(Number);
  return {
    busyNs: (user + nice + system + irq + softirq) * NS_PER_TICK,
    cores: stat.match(/^cpu\d/gm)?.length ?? 0,
  };
}
