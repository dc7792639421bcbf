import type { ReactNode } from 'react';
import './EmptyState.css';

interface EmptyStateProps {
  readonly title: string;
  /** What to do, or what is being waited for. */
  readonly children: ReactNode;
  readonly busy?: boolean;
}

/** What stands where data would stand: why there is none, and what to do. */
export function EmptyState({ title, children, busy }: EmptyStateProps) {
  return (
    <div className="emptyState">
      {busy ? <span className="emptyStateSpinner" aria-hidden="true" /> : null}
      <h2>{title}</h2>
      <div className="emptyStateText">{children}</div>
    </div>
  );
}
