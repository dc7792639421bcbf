import type { ReactNode, Ref } from 'react';
import './Button.css';

interface ButtonProps {
  readonly children: ReactNode;
  readonly onClick: () => void;
  readonly kind?: 'primary' | 'plain' | 'quiet';
  /** Why it cannot be used now; shown as its tool-tip. It stays focusable so that everybody can read the reason. */
  readonly whyNot?: string;
  /** The tool-tip while it can be used. */
  readonly hint?: string;
  readonly label?: string;
  /** Of one that stays pressed until it is pushed again. */
  readonly pressed?: boolean;
  /** For what puts the focus on it. */
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A push button that says why when it cannot be pushed. */
export function Button({
  children,
  onClick,
  kind = 'plain',
  whyNot = '',
  hint,
  label,
  pressed,
  ref,
}: ButtonProps) {
  const disabled = whyNot !== '';
  return (
    <button
      ref={ref}
      type="button"
      className={`button button-${kind}`}
      aria-disabled={disabled || undefined}
      aria-label={label}
      aria-pressed={pressed}
      title={whyNot || hint}
      onClick={() => {
        if (!disabled) onClick();
      }}
    >
      {children}
    </button>
  );
}
