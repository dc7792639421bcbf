import './CheckBox.css';

interface Props {
  readonly label: string;
  /** What ticking it means, in a sentence. */
  readonly explanation: string;
  readonly checked: boolean;
  readonly disabled: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A box to tick, and below it what that means. */
export function CheckBox({ label, explanation, checked, disabled, onChange }: Props) {
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
      </label>
      <p className="muted checkBoxExplanation">{explanation}</p>
    </>
  );
}
