import type { EventGroup } from '../../../shared/jvmEvents/eventKinds.ts';
import type { RecordedEvents } from './recordedEvents.ts';

/** Reads and writes that take less are not told, unless one asks for all. */
export const USUAL_IO_MS = 10;

/** What costs the program little: some events a second, however much it does. */
export const CHEAP_GROUPS: readonly EventGroup[] = ['gc', 'heap', 'cpu', 'threads'];

const HEAP: RecordedEvents = { name: 'jdk.GCHeapSummary', settings: {} };
const withStack = { stackTrace: 'true' };
const each = { threshold: '0 ns' };

/** How a Flight Recorder is set for what is asked for. @param ioMs reads and writes that take less are left out */
export function recordedEvents(groups: readonly EventGroup[], ioMs: number): readonly RecordedEvents[] {
  const io = { threshold: `${Math.round(ioMs * 1e6)} ns`, ...withStack };
  const eventsOf: Readonly<Record<EventGroup, readonly RecordedEvents[]>> = {
    gc: [
      { name: 'jdk.GarbageCollection', settings: each },
      { name: 'jdk.GCPhasePause', settings: each },
      HEAP,
    ],
    heap: [HEAP],
    safepoints: [
      { name: 'jdk.SafepointBegin', settings: each },
      { name: 'jdk.ExecuteVMOperation', settings: each },
    ],
    cpu: [{ name: 'jdk.CPULoad', settings: { period: '1 s' } }],
    threads: [
      { name: 'jdk.JavaThreadStatistics', settings: { period: '1 s' } },
      { name: 'jdk.ThreadStart', settings: {} },
      { name: 'jdk.ThreadEnd', settings: {} },
    ],
    compilations: [
      { name: 'jdk.Compilation', settings: each },
      { name: 'jdk.Deoptimization', settings: withStack },
    ],
    classes: [
      { name: 'jdk.ClassLoad', settings: { ...each, ...withStack } },
      { name: 'jdk.ClassUnload', settings: {} },
    ],
    exceptions: [
      { name: 'jdk.JavaExceptionThrow', settings: withStack },
      { name: 'jdk.JavaErrorThrow', settings: withStack },
    ],
    io: ['jdk.FileRead', 'jdk.FileWrite', 'jdk.SocketRead', 'jdk.SocketWrite'].map((name) => ({
      name,
      settings: io,
    })),
  };
  const wanted = new Map(groups.flatMap((group) => eventsOf[group]).map((events) => [events.name, events]));
  return [...wanted.values()];
}

/**
 * What is dear of what is asked for, a sentence each: told before it is switched on. The figures: docs/decisions/jvm-events.md.
 */
export function costsOf(groups: readonly EventGroup[], ioMs: number): readonly string[] {
  const costs: string[] = [];
  if (groups.includes('exceptions'))
    costs.push(
      'each exception takes some 13 µs more: a program that throws 10,000 a second loses an eighth of a core',
    );
  if (groups.includes('io') && ioMs < 1)
    costs.push('each read and write takes 5 to 13 µs more: --io-threshold 10ms leaves the short ones out');
  return costs;
}
