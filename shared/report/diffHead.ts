import { BASIS_TEXTS } from '../compare/comparisonBasis.ts';
import type { NamedRecording, RecordingDiff } from '../compare/recordingDiff.ts';
import { formatCount, formatTime, SEPARATOR, THIN_SPACE } from '../naming/formatNumbers.ts';
import { shownLine, shownName } from '../naming/shownName.ts';
import { visibleText } from '../naming/visibleText.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { transformText } from '../rows/transform.ts';
import { comparisonRemarks } from './diffRemarks.ts';
import type { DiffView } from './diffView.ts';

/** What stands above the table of a comparison: both recordings, what makes them hard to compare, and what the numbers are. */
export function* diffHead(diff: RecordingDiff, steps: DiffView['steps']): Generator<string> {
  yield `A: ${described(diff.a)}`;
  yield `B: ${described(diff.b)}`;
  for (const remark of comparisonRemarks(diff)) yield `Warning: ${remark}`;
  const asRecorded = diff.basis === 'recording' ? `, ${BASIS_TEXTS[diff.basis]}` : '';
  if (diff.basis !== 'recording') yield basisLine(diff);
  yield diff.timed
    ? `Differences are B - A${asRecorded}. By Calls: what the calls take that one has more; By Time: what calls of both take longer. ± bounds the error, ~ marks what it is as large as.`
    : `Differences are B - A${asRecorded}. One of them has no clock: no times are compared.`;
  const longName = diff.methods.namer('long');
  if (steps.length > 0)
    yield `Steps: ${steps.map((step) => shownLine(transformText(step, longName))).join(' > ')}`;
}

function basisLine({ basis, units }: RecordingDiff): string {
  const by = (count: number): string =>
    basis === 'second'
      ? formatTime(count * 1e9).replaceAll(THIN_SPACE, SEPARATOR)
      : formatCount(count, SEPARATOR);
  return `All numbers are ${BASIS_TEXTS[basis]}: those of A divided by ${by(units.a)}, those of B by ${by(units.b)}.`;
}

function threadsText({ threads }: Snapshot, chosen: readonly number[]): string {
  const names = threads.filter(({ id }) => chosen.includes(id)).map(({ name }) => shownName(name));
  return `${names.length === 1 ? 'thread' : 'threads'} ${names.join(', ')}`;
}

function described({ name, snapshot, threads = 'all' }: NamedRecording): string {
  const { target, startedAtMs, durationMs } = snapshot;
  const begun = new Date(startedAtMs).toISOString().replace('T', ' ').slice(0, 19);
  const of = threads === 'all' ? '' : ` (${threadsText(snapshot, threads)})`;
  return `${visibleText(name)}${of}: ${shownName(target.mainClass)}, Java ${shownName(target.javaVersion)}, ${begun} UTC, ${formatTime(durationMs * 1e6)}`;
}
