import type { ReactNode } from 'react';
import { Prose } from './Prose.tsx';
import './Banner.css';

interface BannerProps {
  readonly severity: 'note' | 'warning' | 'error';
  readonly message: string;
  /** What to do about it. */
  readonly remedy?: string;
  /** Buttons on the right. */
  readonly children?: ReactNode;
}

const SIGNS = { note: 'i', warning: '!', error: '✕' } as const;

/** A message across the page: what happened, and below it what to do. */
export function Banner({ severity, message, remedy, children }: BannerProps) {
  return (
    <div className={`banner banner-${severity}`} role={severity === 'error' ? 'alert' : 'note'}>
      <span className="bannerSign" aria-hidden="true">
        {SIGNS[severity]}
      </span>
      <div className="bannerText">
        <p className="bannerMessage">
          <Prose text={message} />
        </p>
        {remedy ? (
          <p className="bannerRemedy">
            <Prose text={remedy} />
          </p>
        ) : null}
      </div>
      <div className="bannerActions">{children}</div>
    </div>
  );
}
