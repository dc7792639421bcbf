import { expect, it } from 'vitest';
import { readStartTicks } from '../jvms/procStatus.ts';
import { machineTimesIn, readProcessTimes } from './processTimes.ts';
import { namesIn } from './threadNames.ts';

it('the machine has worked what is no idling, no waiting for disks, and not stolen', () => {
  const stat =
    'cpu  10 20 30 1000 2000 1 2 4000 5 0\ncpu0 5 10 15 500 1000 1 1 2000 0 0\ncpu1 5 10 15 500\nintr 5\n';
  expect(machineTimesIn(stat)).toEqual({ busyNs: 63 * 10_000_000, cores: 2 });
  expect(machineTimesIn('intr 5\n')).toBe(null);
});

it.runIf(process.platform === 'linux')('a process is known by its number and its start', () => {
  const startTicks = readStartTicks(process.pid) ?? 0;
  const times = readProcessTimes(process.pid, startTicks);
  expect(times?.ranNs).toBeGreaterThan(0);
  expect(times?.threads).toBeGreaterThan(1);
  expect(readProcessTimes(process.pid, startTicks + 1)).toBe(null);
});

it('names of threads are read from dumps of any JDK, with whatever is in them', () => {
  const dump = [
    '2026-11-30 16:43:02',
    'Full thread dump OpenJDK 64-Bit Server VM (25.0.1+8 mixed mode, sharing):',
    '"main" #1 prio=5 os_prio=0 cpu=73.51ms elapsed=7.01s tid=0x00007f nid=0x2f57 runnable  [0x00007f]',
    '   java.lang.Thread.State: RUNNABLE',
    '"pool "1" nid=5 x" #12 [12120] daemon prio=5 os_prio=0 cpu=0.1ms elapsed=1s tid=0x00007f nid=12120 waiting on condition  [0x00007f]',
    '"GC Thread#0" os_prio=0 cpu=0.4ms elapsed=7.01s tid=0x00007f nid=12121 runnable',
    '"without a number" #3 prio=5 ',
    '',
  ].join('\n');
  expect([...namesIn(dump)]).toEqual([
    [0x2f57, 'main'],
    [12120, 'pool "1" nid=5 x'],
    [12121, 'GC Thread#0'],
  ]);
});
