import { FINDING_RULES } from '../findings/findingRules.ts';
import { FINDINGS_VIEW, type Finding } from '../findings/finding.ts';
import { formatCountOf } from '../naming/formatNumbers.ts';
import { columnsOf } from '../recording/dataSets/rowColumns.ts';
import type { RecordingTable, TabledRecording } from './recordingTable.ts';

/** What stands out in the numbers, a sentence each. Views show all; this says where to look first. */
export const FINDINGS_TABLE: RecordingTable = {
  id: FINDINGS_VIEW,
  title: 'Findings',
  shows: 'what stands out, as sentences with the row that shows it',
  // A recording that is one table shows that at once.
  isOf: (snapshot) => snapshot.threads.length > 0 && FINDING_RULES.some((rule) => rule.isOf(snapshot, null)),
  isOfTrees: false,
  rowsOf: (recording) =>
    columnsOf(findingsOf(recording), {
      texts: [
        ['rule', 'Rule', ({ rule }) => rule],
        ['finding', 'Finding', ({ text }) => text],
        ['row', 'Shown By', ({ row }) => row],
        ['view', 'In View', ({ view }) => view],
      ],
      values: [
        ['share', 'Share', 'share', ({ share }) => share],
        ['shareError', 'Share ±', 'share', ({ shareError }) => shareError],
        ['times', 'Times', 'count', ({ times }) => times],
      ],
    }),
  drawn: (recording) => linesOf(recording),
};

interface RuledFinding extends Finding {
  readonly rule: string;
}

function findingsOf(recording: TabledRecording): readonly RuledFinding[] {
  return rulesOf(recording).flatMap((rule) =>
    rule.find(recording).map((finding) => ({ ...finding, rule: rule.id })),
  );
}

function rulesOf({ snapshot, before }: TabledRecording): typeof FINDING_RULES {
  return FINDING_RULES.filter((rule) => rule.isOf(snapshot, before));
}

function* linesOf(recording: TabledRecording): Generator<string> {
  const findings = findingsOf(recording);
  const looked = rulesOf(recording).length;
  yield `Findings: ${findings.length} by ${formatCountOf(looked, 'rule')} that this recording has the numbers for`;
  for (const { text, row, view } of findings) yield `- ${text} Shown by ${row} in --view ${view}.`;
  if (findings.length === 0) yield 'Nothing is above its threshold (docs/findings.md).';
  yield '';
}
