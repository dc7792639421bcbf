import { useId, type ReactNode } from 'react';
import { formatCount } from '../../../shared/naming/formatNumbers.ts';

interface ListedNumberProps {
  readonly label: string;
  readonly count: number;
  readonly hint: string;
  /** Something is not as it should be. */
  readonly isWarning?: boolean;
  /** Over the list. */
  readonly title: string;
  readonly explanation: string;
  /** Items of a list. */
  readonly children: ReactNode;
}

/** A number of the strip behind which there is a list: a click shows it. */
export function ListedNumber({
  label,
  count,
  hint,
  isWarning,
  title,
  explanation,
  children,
}: ListedNumberProps) {
  const listId = useId();
  return (
    <div className="recordingNumber">
      <dt>{label}</dt>
      <dd>
        <button
          type="button"
          className={`recordingNumbersLink${isWarning ? ' recordingNumbersLink-warning' : ''}`}
          popoverTarget={listId}
          title={hint}
        >
          {formatCount(count)}
        </button>
        <div id={listId} popover="auto" className="recordingNumbersList">
          <h2>{title}</h2>
          <p className="muted">{explanation}</p>
          <ol>{children}</ol>
        </div>
      </dd>
    </div>
  );
}
