import { toldText } from '../base/toldText.ts';
import type { ObjectLayout } from '../events/objectLayout.ts';
import type { Calibration, CctTable } from '../cct/cctTable.ts';
import type { BareRoot } from './passSummary.ts';
import type { DataSet } from './dataSets/dataSet.ts';
import type { Section } from './format/fileSections.ts';
import { METRICS } from '../metrics/metric.ts';
import type { InstrumentationCost } from './options/instrumentation.ts';
import type { MethodInfo } from '../naming/methodInfo.ts';
import type { MethodSwitch } from './methodSwitch.ts';
import type { RecordedOptions } from './options/options.ts';
import type { SampledTimes } from './sampledPhase.ts';
import type { ThreadCpu } from './threadCpu.ts';
import type { TimelineSample } from './timeline.ts';

/** Everything that a finished recording holds: what snapshotCodec.ts writes to a file and every report is made from. */
export interface Snapshot extends RecordedOptions {
  readonly target: RecordedTarget;
  /** The method patterns that the recording was started with. */
  readonly roots: readonly string[];
  /** Methods that were switched off and on while it ran, in this order; none in files from before there was this field. */
  readonly switches: readonly MethodSwitch[];
  readonly calibration: Calibration;
  /** What the root took before it was recorded; null: it was not timed, or was not steady. */
  readonly bareRoot: BareRoot | null;
  /** Where the bare program was sampled: its contexts have sampled times then, if a root was found at work. */
  readonly bareSamples?: SampledTimes;
  /** Nothing was dropped and no wait ran out: every count is exact. */
  readonly complete: boolean;
  /** Why it is not complete, a clause for each cause; files from before there was this field have none. */
  readonly losses: readonly string[];
  readonly droppedEvents: number;
  readonly instrumentedMethods: number;
  /** null in files from before there was this field. */
  readonly instrumentation: InstrumentationCost | null;
  /** Milliseconds since 1970. */
  readonly startedAtMs: number;
  /** Without pauses. */
  readonly durationMs: number;
  /** How long it was paused: calls of that time are not in it. Files from before there was this field: 0. */
  readonly pausedMs: number;
  /** How it went, sample by sample; none in files from before there was this field. */
  readonly timeline: readonly TimelineSample[];
  /** Of some root calls alone: the groups that they are of, by name. Missing: of all root calls. */
  readonly groups?: readonly string[];
  /** All that were planned to carry probes: at least those that the trees mention. */
  readonly methods: readonly MethodInfo[];
  readonly threads: readonly RecordedThread[];
  /** What it holds beside the call trees, no two of one id; none in files from before there was this field. */
  readonly dataSets: readonly DataSet[];
  /** How its JVM lays objects out; only where they were counted. */
  readonly layout?: ObjectLayout;
  /** Sections of a file of a newer Sluice, which this one does not know: kept, to be written again. */
  readonly skipped: readonly Section[];
  /** The same of the file's header, options for example; missing: it knows all. */
  readonly unknownFields?: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
  /** Methods and classes that could not be measured, each with its reason. */
  readonly refusals: readonly string[];
}

export interface RecordedTarget {
  readonly pid: number;
  readonly mainClass: string;
  readonly javaVersion: string;
  readonly vmName: string;
  readonly commandLine: string;
  /** That its JVM had for it, and the garbage collector, by HotSpot's name; missing: not known. */
  readonly processors?: number;
  readonly collector?: string;
  /** Packages of its own code, each with those below it; "": the unnamed one. Missing: not known. */
  readonly ownPackages?: readonly string[];
  /** Folders and jars that it was made of, absolute, in their order: where its sources are looked for. Missing: not known. */
  readonly classPath?: readonly string[];
}

export interface RecordedThread {
  /** Java's threadId(); 0 for all virtual threads together; below 0 for others: the system's number. With the group no two have it. */
  readonly id: number;
  readonly name: string;
  readonly virtual: boolean;
  /** Of its root calls, where the recording tells groups of them apart: each has a tree of its own. */
  readonly group?: string;
  /** The longest of its group's root calls; missing: none has a duration, or it was not kept before 0.5.0. */
  readonly longestRootCallNs?: number;
  /** Where the system told it. */
  readonly cpu?: ThreadCpu;
  /** As measured: the probes' cost is still in it, so that a better correction can be made later. */
  readonly table: CctTable;
}

/** Whether no root was called while it was recorded. */
export function isEmpty({ threads }: Pick<Snapshot, 'threads'>): boolean {
  return threads.every(({ table }) => table.length <= 1);
}

/** Its notes, and one for what this Sluice cannot show of it. */
export function notesOf(snapshot: Snapshot): readonly string[] {
  const newer = newerNote(snapshot);
  return newer === null ? snapshot.notes : [...snapshot.notes, newer];
}

/** What a newer Sluice has put into the file; null: nothing that is not known here. */
export function newerNote({ skipped, threads, unknownFields = {} }: Snapshot): string | null {
  const kinds = new Set(skipped.map(({ kind }) => kind));
  const metrics = new Set(threads.flatMap(({ table }) => [...(table.more?.keys() ?? [])]));
  for (const { id } of METRICS) metrics.delete(id);
  const parts = [
    ['sections of kind', [...kinds]],
    ['the metrics', [...metrics]],
    ['the fields', Object.keys(unknownFields)],
  ] as const;
  const told = parts
    .filter(([, names]) => names.length > 0)
    .map(([of, names]) => `${of} ${names.join(', ')}`);
  if (told.length === 0) return null;
  return toldText(`A newer Sluice made this file: ${told.join(' and ')} are kept in it, and not shown.`);
}
