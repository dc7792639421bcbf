import { useEffect, useRef, type ReactNode } from 'react';
import './Dialog.css';

interface DialogProps {
  readonly label: string;
  /** Escape, or a click beside it. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly kind?: 'plain' | 'palette';
}

/**
 * Something in front of the window that has the keyboard until it is closed: its first field, if it has one. The focus then
 * goes back to where it was.
 */
export function Dialog({ label, onClose, children, kind = 'plain' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // By itself the first button would have it, which closes.
    element?.querySelector<HTMLElement>('input, select, textarea')?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`dialog dialog-${kind}`}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        // What is drawn of the dialog is its children; the element itself is hit on the backdrop only.
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className="dialogBody">{children}</div>
    </dialog>
  );
}
