import { useId } from 'react';
import type { SessionStatus } from '../../../shared/ipc/engineApi.ts';
import { formatCount } from '../../../shared/model/formatNumbers.ts';
import { visibleText } from '../../widgets/visibleText.ts';
import type { TreeSnapshot } from '../../worker/cctProtocol.ts';
import './RecordingNumbers.css';

interface RecordingNumbersProps {
  readonly status: SessionStatus;
  readonly snapshot: TreeSnapshot | null;
}

interface NumberItem {
  readonly label: string;
  readonly text: string;
  readonly hint: string;
  readonly bad?: boolean;
}

/** A strip of numbers about the recording: what is measured, by which clock, how much, and whether anything was lost. */
export function RecordingNumbers({ status, snapshot }: RecordingNumbersProps) {
  const roots = status.request?.roots ?? [];
  const items = numberItems(status, snapshot);
  return (
    <dl className="recordingNumbers">
      <div className="recordingNumbersRoots">
        <dt>{roots.length === 1 ? 'Root' : `Roots (${roots.length})`}</dt>
        <dd className="mono" title={roots.map(visibleText).join('\n')}>
          {roots.map(visibleText).join(', ')}
        </dd>
      </div>
      {status.refusals.length > 0 ? <Refusals refusals={status.refusals} /> : null}
      {items.map(({ label, text, hint, bad }) => (
        <div
          key={label}
          className={bad ? 'recordingNumber recordingNumber-bad' : 'recordingNumber'}
          title={hint}
        >
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** How many methods and classes could not be instrumented; a click lists each with its reason. */
function Refusals({ refusals }: { readonly refusals: readonly string[] }) {
  const listId = useId();
  return (
    <div className="recordingNumber">
      <dt>Refused</dt>
      <dd>
        <button
          type="button"
          className="recordingNumbersLink"
          popoverTarget={listId}
          title="Methods and classes that could not be instrumented, each with its reason"
        >
          {formatCount(refusals.length)}
        </button>
        <div id={listId} popover="auto" className="recordingNumbersRefusals">
          <h2>Not instrumented</h2>
          <p className="muted">
            Calls of these are not counted; their time is their caller’s own. The newest comes last.
          </p>
          <ol>
            {refusals.map((refusal, i) => (
              <li key={i}>{visibleText(refusal)}</li>
            ))}
          </ol>
        </div>
      </dd>
    </div>
  );
}

function numberItems(status: SessionStatus, snapshot: TreeSnapshot | null): readonly NumberItem[] {
  const recording = status.phase === 'recording';
  const rate = recording ? (snapshot?.eventsPerSecond ?? 0) : 0;
  const dropped = Math.max(status.droppedEvents, snapshot?.droppedEvents ?? 0);
  return [
    clockItem(status),
    { label: 'Time', text: `${(status.elapsedMs / 1000).toFixed(1)} s`, hint: 'Length of the recording' },
    {
      label: 'Events/s',
      text: recording ? compact(rate) : '–',
      hint: 'Entries and exits of methods per second, as they arrive here',
    },
    {
      label: 'Events',
      text: compact(snapshot?.events ?? 0),
      hint: `${formatCount(snapshot?.events ?? 0)} entries and exits of methods since the start or the last reset`,
    },
    {
      label: 'Instrumented',
      text: formatCount(status.instrumentedMethods),
      hint: `${formatCount(status.instrumentedMethods)} methods of ${formatCount(status.instrumentedClasses)} classes carry probes, by ${formatCount(status.hotSwaps)} hot swaps`,
    },
    {
      label: 'Called',
      text: formatCount(snapshot?.calledMethods ?? 0),
      hint: 'Different methods in this tree',
    },
    {
      label: 'Waited',
      text: `${formatCount(status.waitedMs)} ms`,
      hint: 'Time that threads of the target waited for Sluice, all threads together. It is charged to no method.',
    },
    {
      label: 'Dropped',
      text: formatCount(dropped),
      hint:
        dropped === 0
          ? 'No event was lost: every count is exact.'
          : 'Events that were lost because Sluice could not keep up: counts and times are too small. Use the clock none, leave methods out, or choose a smaller root.',
      bad: dropped > 0,
    },
  ];
}

function clockItem({ request, calibration }: SessionStatus): NumberItem {
  if (request?.clock === 'none') {
    return { label: 'Clock', text: 'none', hint: 'Times are not measured; every invocation is counted.' };
  }
  if (!calibration) {
    return {
      label: 'Clock',
      text: 'nanoTime',
      hint: 'System.nanoTime; the probes have not been calibrated yet.',
    };
  }
  const { innerNs, outerNs, spreadNs, countNs } = calibration;
  const inner = innerNs.toFixed(1);
  const outer = outerNs.toFixed(1);
  return {
    label: 'Clock',
    text: `nanoTime, probe ${(innerNs + outerNs).toFixed(0)} ± ${spreadNs.toFixed(1)} ns`,
    hint: `System.nanoTime. The probes of one call cost ${inner} ns inside the method and ${outer} ns in its caller, ± ${spreadNs.toFixed(1)} ns; both are taken out of the times shown, as are the ${countNs.toFixed(1)} ns of a call that is only counted.`,
  };
}

/** Three significant digits: 12.3 M. */
function compact(value: number): string {
  for (const [limit, unit] of [
    [1e9, 'G'],
    [1e6, 'M'],
    [1e4, 'k'],
  ] as const) {
    const divisor = unit === 'k' ? 1e3 : limit;
    if (value >= limit) return `${(value / divisor).toPrecision(3)} ${unit}`;
  }
  return formatCount(value);
}
