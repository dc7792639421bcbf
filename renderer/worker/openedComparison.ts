import {
  areApartInOne,
  COMPARISON_BASES,
  extentOf,
  usualBasis,
  type ComparisonBasis,
} from '../../shared/compare/comparisonBasis.ts';
import { grownCalls } from '../../shared/findings/grownCalls.ts';
import { comparisonRemarks } from '../../shared/report/diffRemarks.ts';
import type { MethodInfo } from '../../shared/naming/methodInfo.ts';
import { RecordingDiff, type NamedRecording } from '../../shared/compare/recordingDiff.ts';
import { ofSide, sideText, withoutGroups } from '../../shared/recording/sets/rootCallGroups.ts';
import { SluiceError } from '../../shared/base/errors.ts';
import { openRecording } from '../../shared/importers/openRecording.ts';
import type { ComparedSummary, ComparisonSummary, NamedBytes } from './cctProtocol.ts';
import { summaryOf } from './openedFile.ts';
import type { ComparedUnits, TreeSource } from './treeSource.ts';
import type { ThreadId } from '../../shared/base/ids.ts';
import { jointMethods } from '../../shared/compare/jointMethods.ts';
import type { MethodTable } from '../../shared/naming/methodTable.ts';
import type { Snapshot } from '../../shared/recording/snapshot.ts';
import { renamedMethods } from '../../shared/compare/renamedMethods.ts';
import { threadPairs } from '../../shared/compare/threadPairs.ts';
import { OpenedRecording } from './openedRecording.ts';

interface ComparedFile extends NamedRecording {
  readonly summary: ComparedSummary;
}

/** Two recording files that are compared, and what their numbers are per: what the command line takes, until the user says. */
export class OpenedComparison {
  readonly source: TreeSource;
  readonly methods: Iterable<MethodInfo>;
  readonly #a: ComparedFile;
  readonly #b: ComparedFile;
  readonly #units: ComparedUnits = { a: 1, b: 1 };
  /** Per root call, whatever the numbers are per. */
  readonly #grown: readonly string[];
  #diff: RecordingDiff;

  /** @param before A @param after B @throws SluiceError that names the file which is no recording */
  constructor(before: NamedBytes, after: NamedBytes) {
    const [a, b] = [before, after].map(comparedFile);
    this.#a = a;
    this.#b = b;
    const { source, methods } = comparedRecordings(a.snapshot, b.snapshot, this.#units);
    this.source = source;
    this.methods = methods.all;
    const areApart = areApartInOne(a.snapshot, b.snapshot);
    this.#diff = this.#compareBy(usualBasis(extentOf(a.snapshot), extentOf(b.snapshot), areApart));
    this.#grown = grownCalls(this.#diff, 'shortened').map(({ text }) => text);
  }

  get diff(): RecordingDiff {
    return this.#diff;
  }

  get summary(): ComparisonSummary {
    const { extents, basis } = this.#diff;
    const canBe = (one: ComparisonBasis): boolean =>
      one === 'recording' ||
      (one === 'second'
        ? extents.a.seconds > 0 && extents.b.seconds > 0
        : extents.a.rootCalls > 0 && extents.b.rootCalls > 0);
    return {
      a: this.#a.summary,
      b: this.#b.summary,
      remarks: comparisonRemarks(this.#diff),
      grown: this.#grown,
      basis,
      bases: COMPARISON_BASES.filter(canBe),
    };
  }

  /** @param basis one of `summary.bases` */
  compareBy(basis: ComparisonBasis): void {
    this.#diff = this.#compareBy(basis);
  }

  #compareBy(basis: ComparisonBasis): RecordingDiff {
    const diff = new RecordingDiff(this.#a, this.#b, basis);
    Object.assign(this.#units, diff.units);
    return diff;
  }
}

function comparedFile({ name: file, bytes, group, isRest = false }: NamedBytes): ComparedFile {
  const side = group === undefined ? undefined : { group, isRest };
  const name = side === undefined ? file : `${file} (${sideText(side)})`;
  try {
    const whole = openRecording(new Uint8Array(bytes));
    const snapshot = side === undefined ? withoutGroups(whole) : ofSide(whole, side);
    return { name, snapshot, summary: { ...summaryOf(snapshot), name } };
  } catch (thrown) {
    if (!(thrown instanceof SluiceError)) throw thrown;
    throw new SluiceError(thrown.code, `${name}: ${thrown.message}`, thrown.remedy, { cause: thrown });
  }
}

/** Two recordings as one source: B, with A as its baseline, and the names of the methods of both. */
interface ComparedRecordings {
  readonly source: TreeSource;
  readonly methods: MethodTable;
}

/** @param a before @param b after */
export function comparedRecordings(
  a: Snapshot,
  b: Snapshot,
  units: ComparedUnits = { a: 1, b: 1 },
): ComparedRecordings {
  const { methods, idsA, idsB } = jointMethods(a.methods, b.methods, renamedMethods(a, b));
  const pairs = threadPairs(a.threads, b.threads);
  /** With the ids of pairs, counted from 1, in place of their own. */
  const paired = (snapshot: Snapshot, side: 'idsA' | 'idsB'): Snapshot => {
    const pairOf = new Map(pairs.flatMap((pair, i) => pair[side].map((id) => [id, i + 1])));
    const threads = snapshot.threads.map((thread) => ({ ...thread, id: pairOf.get(thread.id) as ThreadId }));
    return { ...snapshot, threads };
  };
  const source = new OpenedRecording(paired(a, 'idsA'));
  const after = paired(b, 'idsB');
  return { source: new OpenedRecording(after, { source, ids: idsA, comparedIds: idsB, units }), methods };
}
