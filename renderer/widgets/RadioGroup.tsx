import { useId } from 'react';
import './RadioGroup.css';

interface RadioGroupProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly text: string; readonly explanation: string }[];
  readonly onChange: (value: T) => void;
  readonly disabled?: boolean;
}

/** One choice of a few, each explained in a line. */
export function RadioGroup<T extends string>({
  label,
  value,
  options,
  onChange,
  disabled,
}: RadioGroupProps<T>) {
  const name = useId();
  return (
    <fieldset className="radioGroup" disabled={disabled}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="radioGroupOption">
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.text}
            <span className="radioGroupExplanation">{option.explanation}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
