import { NO_CALIBRATION } from '../cct/cctTable.ts';
import { jfrChunks, type JfrChunk } from '../jfr/jfrChunk.ts';
import type { RecordedTarget, Snapshot } from '../recording/snapshot.ts';
import { JfrCpuSamples } from './jfrCpuSamples.ts';
import { JfrEvents } from './jfrEvents.ts';
import { JfrLines } from './jfrLines.ts';
import { JfrSamples } from './jfrSamples.ts';
import { JfrTrees } from './jfrTrees.ts';
import { JfrWaits } from './jfrWaits.ts';

const JVM = 'jdk.JVMInformation';

/**
 * A Flight Recorder file as a recording: a tree of each thread, in which a context's own time is its samples times their period,
 * and what threads waited for, where the file has it.
 * @param leavesOut threads of these names are in none of it
 * @throws SluiceError 'io' for what is damaged
 */
export function jfrRecording(
  bytes: Uint8Array,
  leavesOut: (thread: string) => boolean = () => false,
): Snapshot {
  const trees = new JfrTrees(leavesOut);
  const lines = new JfrLines();
  const events = new JfrEvents(leavesOut);
  const samples = new JfrSamples(trees, lines, events);
  const cpuSamples = new JfrCpuSamples(trees);
  const waits = new JfrWaits(trees, events);
  let target: RecordedTarget = { pid: 0, mainClass: '', javaVersion: '', vmName: '', commandLine: '' };
  let startedAtMs = Infinity;
  let endedAtMs = 0;
  for (const chunk of jfrChunks(bytes)) {
    target = targetOf(chunk) ?? target;
    startedAtMs = Math.min(startedAtMs, chunk.startMs);
    endedAtMs = Math.max(endedAtMs, chunk.startMs + chunk.durationNs / 1e6);
    samples.add(chunk);
    cpuSamples.add(chunk);
    waits.add(chunk);
    events.add(chunk);
  }
  const losses = samples.losses();
  const threads = trees.threads();
  return {
    target,
    roots: [],
    scheme: 'lazy',
    clock: 'samples',
    ...{ includes: null, excludes: null, includeCore: null, chargeCoreWaits: null, bareFirst: null },
    sampledTimes: 'off',
    live: [],
    switches: [],
    followThreads: false,
    countTrivial: false,
    metrics: 'calls,time',
    bytecodes: 'precise',
    accounts: [],
    calibration: { ...NO_CALIBRATION, stepNs: samples.periodNs },
    bareRoot: null,
    complete: losses.length === 0,
    losses,
    droppedEvents: 0,
    instrumentedMethods: 0,
    instrumentation: null,
    startedAtMs: Number.isFinite(startedAtMs) ? startedAtMs : 0,
    durationMs: Number.isFinite(startedAtMs) ? Math.max(0, endedAtMs - startedAtMs) : 0,
    pausedMs: 0,
    timeline: [],
    methods: trees.methods,
    threads,
    dataSets: [...lines.dataSets(), ...waits.dataSets(), ...events.dataSets(threads)],
    skipped: [],
    notes: [...samples.notes(), ...cpuSamples.notes(), ...waits.notes(), ...events.notes()],
    refusals: [],
  };
}

function targetOf(chunk: JfrChunk): RecordedTarget | null {
  for (const event of chunk.events(({ name }) => name === JVM)) {
    const { fields } = chunk.read(event);
    const text = (name: string): string => chunk.textOf(fields.get(name)) ?? '';
    const commandLine = text('javaArguments');
    const version = text('jvmVersion');
    return {
      pid: Number(fields.get('pid') ?? 0),
      mainClass: commandLine.split(' ')[0],
      javaVersion: /\(([^)\s]*)/.exec(version)?.[1] ?? version,
      vmName: text('jvmName'),
      commandLine: [text('jvmArguments'), commandLine].filter((part) => part !== '').join(' '),
    };
  }
  return null;
}
