import { ensure } from '../../shared/base/assert.ts';
import { openRecording } from '../../shared/importers/openRecording.ts';
import { LOCKS_SET } from '../../shared/jvmEvents/lockRows.ts';
import { locksWithin, narrowedThreads, type TimeRange } from '../../shared/jvmEvents/narrowedRecording.ts';
import { pooledDataSet, type PooledDataSet } from '../../shared/recording/dataSets/pooledDataSet.ts';
import { newerNote, type Snapshot } from '../../shared/recording/snapshot.ts';
import { namedTables, tablesIn } from '../../shared/tables/namedTables.ts';
import type { Narrowed, OpenedMessage, RecordingSummary, SampledProgram } from './cctProtocol.ts';
import { OpenedRecording } from './openedRecording.ts';
import { ResultsHost } from './resultsHost.ts';
import { countsCalls } from '../../shared/events/clock.ts';
import { isNativeOwner } from '../../shared/naming/nativeCode.ts';
import { methodPattern } from '../../shared/naming/methodNames.ts';
import { codeOwnersOf } from '../../shared/recording/codeOwners.ts';
import { recordingResults } from '../../shared/recording/recordingResults.ts';
import { suggestedRoots } from '../../shared/recording/suggestedRoots.ts';

/** A recording file that is shown: its trees, its data sets, and the tables that are made of it. */
export class OpenedFile {
  readonly kind = 'file';
  readonly host: ResultsHost;
  readonly #recording: OpenedRecording;
  #snapshot: Snapshot;

  /** @throws SluiceError for what is no recording */
  constructor(bytes: ArrayBuffer) {
    this.#snapshot = openRecording(new Uint8Array(bytes));
    this.#recording = new OpenedRecording(this.#snapshot);
    this.host = new ResultsHost(this.#recording, this.#snapshot.methods);
  }

  get snapshot(): Snapshot {
    return this.#snapshot;
  }

  /** What the page is told of it. */
  get contents(): OpenedMessage {
    const { dataSets, threads } = this.#snapshot;
    return {
      summary: summaryOf(this.#snapshot),
      newer: newerNote(this.#snapshot),
      sampled: sampledProgram(this.#snapshot),
      dataSets: dataSets.map(pooledDataSet),
      tables: tablesIn(this.#snapshot).map(({ id, title }) => ({ id, title })),
      hasTrees: threads.length > 0,
    };
  }

  /** The same file with more in it: what is selected and done to the tree stays. */
  goOn(bytes: ArrayBuffer): void {
    this.#snapshot = openRecording(new Uint8Array(bytes));
    this.#recording.goOn(this.#snapshot);
    this.host.addMethods(this.#snapshot.methods);
  }

  /** @param range null: all of its time. @throws SluiceError where nothing tells when things happened */
  narrow(range: TimeRange | null): Narrowed | null {
    const { threads, dataSets } = this.#snapshot;
    this.#recording.show(range === null ? threads : narrowedThreads(this.#snapshot, range));
    this.host.sourceChanged();
    if (range === null) return null;
    const hasLocks = dataSets.some(({ id }) => id === LOCKS_SET);
    return { range, dataSets: hasLocks ? [locksWithin(this.#snapshot, range)] : [] };
  }

  /** @param id of one of `contents.tables` */
  table(id: string): PooledDataSet {
    const table = namedTables(this.#snapshot).find((each) => each.id === id);
    return pooledDataSet(ensure(table, `table ${id}`).set());
  }
}

const NOT_IN_SUMMARY: readonly string[] = [
  'methods',
  'threads',
  'dataSets',
  'skipped',
] satisfies (keyof Snapshot)[];

export function summaryOf(snapshot: Snapshot): RecordingSummary {
  return Object.fromEntries(
    Object.entries(snapshot).filter(([field]) => !NOT_IN_SUMMARY.includes(field)),
  ) as unknown as RecordingSummary;
}

const MOST_ROOTS = 3;

/** What a recording of samples tells of the program for a recording of calls. */
function sampledProgram(snapshot: Snapshot): SampledProgram {
  if (countsCalls(snapshot.clock)) return { roots: [], classes: [] };
  const { all, methods } = recordingResults(snapshot);
  const roots = suggestedRoots(all, codeOwnersOf(snapshot.target, methods))
    .slice(0, MOST_ROOTS)
    .map(({ methodId, share }) => ({ pattern: methodPattern(methods.get(methodId)), share }));
  return {
    roots,
    classes: [...new Set(snapshot.methods.map(({ className }) => className))].filter(
      (name) => !isNativeOwner(name),
    ),
  };
}
