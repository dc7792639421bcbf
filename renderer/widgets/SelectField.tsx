import './SelectField.css';

interface SelectFieldProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly text: string }[];
  readonly onChange: (value: T) => void;
  readonly disabled?: boolean;
  readonly hint?: string;
}

/** One choice of a few or many, by the system's own list. */
export function SelectField<T extends string>({
  label,
  value,
  options,
  onChange,
  disabled,
  hint,
}: SelectFieldProps<T>) {
  return (
    <select
      className="selectField"
      aria-label={label}
      value={value}
      disabled={disabled}
      title={hint}
      onChange={(event) => onChange(event.target.value as T)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </select>
  );
}
