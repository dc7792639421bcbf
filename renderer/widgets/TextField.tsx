import type { ClipboardEvent, KeyboardEvent, Ref } from 'react';
import './TextField.css';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly onPaste?: (event: ClipboardEvent<HTMLInputElement>) => void;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly disabled?: boolean;
  readonly mono?: boolean;
  /** Set when the field steers a list elsewhere: the id of its highlighted option. */
  readonly activeDescendant?: string | undefined;
  /** The id of that list. */
  readonly listId?: string;
}

/** One line of text; its label is for assistive technology, the placeholder for the eye. */
export function TextField({
  label,
  value,
  onChange,
  placeholder,
  onKeyDown,
  onPaste,
  inputRef,
  disabled,
  mono,
  activeDescendant,
  listId,
}: TextFieldProps) {
  return (
    <input
      ref={inputRef}
      type="text"
      className={mono ? 'textField mono' : 'textField'}
      aria-label={label}
      {...(listId && { role: 'combobox', 'aria-expanded': true, 'aria-controls': listId })}
      aria-activedescendant={activeDescendant}
      value={value}
      placeholder={placeholder}
      disabled={disabled}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
    />
  );
}
