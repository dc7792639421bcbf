import { Fragment } from 'react';
import './Chip.css';

interface ChipProps {
  readonly text: string;
  /** What the cross does: "Remove root a.B::c()". */
  readonly removeLabel: string;
  readonly onRemove: () => void;
  readonly disabled?: boolean;
}

/** One of several chosen things, with a cross to take it out again. */
export function Chip({ text, removeLabel, onRemove, disabled }: ChipProps) {
  return (
    <li className="chip">
      <span className="chipText" title={text}>
        {text.split(/(?<=[.(]|::)/).map((part, i) => (
          <Fragment key={i}>
            {part}
            <wbr />
          </Fragment>
        ))}
      </span>
      <button
        type="button"
        className="chipRemove"
        aria-label={removeLabel}
        disabled={disabled}
        onClick={onRemove}
      >
        ×
      </button>
    </li>
  );
}
