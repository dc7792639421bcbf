import type { ReactNode } from 'react';
import { visibleLine, visibleText } from '../../../shared/naming/visibleText.ts';
import { ListedNumber } from './ListedNumber.tsx';
import type { NumberItem } from './numberItems.ts';
import './RecordingNumbers.css';

interface RecordingNumbersProps {
  readonly roots: readonly string[];
  readonly refusals: readonly string[];
  readonly items: readonly NumberItem[];
  /** What has to be known first, in the place of the roots where there are none: samples. */
  readonly note?: string | undefined;
  /** Numbers that only this kind of recording has. */
  readonly children?: ReactNode;
  /** Behind all of them. */
  readonly end?: ReactNode;
}

/** A strip of numbers about the recording: what is measured, by which clock, how much, and whether anything was lost. */
export function RecordingNumbers({ roots, refusals, items, note, children, end }: RecordingNumbersProps) {
  return (
    <dl className="recordingNumbers">
      {roots.length === 0 && note !== undefined ? (
        <div className="recordingNumbersRoots recordingNumber-doubtful">
          <dt>Note</dt>
          <dd title={visibleLine(note)}>{visibleLine(note)}</dd>
        </div>
      ) : (
        <div className="recordingNumbersRoots">
          <dt>{roots.length === 0 ? '' : roots.length === 1 ? 'Root' : `Roots (${roots.length})`}</dt>
          <dd className="mono" title={roots.map(visibleText).join('\n')}>
            {roots.map(visibleText).join(', ')}
          </dd>
        </div>
      )}
      {refusals.length > 0 ? <Refusals refusals={refusals} /> : null}
      {children}
      {items.map(({ label, text, hint, bad, doubtful, long, minor }) => (
        <div
          key={label}
          className={`recordingNumber${bad ? ' recordingNumber-bad' : ''}${doubtful ? ' recordingNumber-doubtful' : ''}${long ? ' recordingNumber-long' : ''}${minor ? ' recordingNumber-minor' : ''}`}
          title={hint}
        >
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
      {end}
    </dl>
  );
}

/** How many methods and classes are not measured, or in part; a click lists each with its reason. */
function Refusals({ refusals }: { readonly refusals: readonly string[] }) {
  return (
    <ListedNumber
      label="Refused"
      count={refusals.length}
      hint="Methods and classes that are not measured, or in part, each with its reason"
      isWarning
      title="Not measured, or in part"
      explanation="Calls of these are not counted, or not all; their time is their caller’s own. The newest comes last."
    >
      {refusals.map((refusal, i) => (
        <li key={i}>{visibleLine(refusal)}</li>
      ))}
    </ListedNumber>
  );
}
