import './CheckBox.css';

interface Props {
  readonly label: string;
  /** What ticking it means, in a sentence. */
  readonly explanation: string;
  /** A few words at the end of its line. */
  readonly beside?: string;
  readonly checked: boolean;
  readonly disabled: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A box to tick, and below it what that means. */
export function CheckBox({ label, explanation, beside, checked, disabled, onChange }: Props) {
  return (
    <>
      <label className="checkBox">
        <input
          type="checkbox"
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
        {beside !== undefined && <span className="muted checkBoxBeside">{beside}</span>}
      </label>
      <p className="muted checkBoxExplanation">{explanation}</p>
    </>
  );
}
