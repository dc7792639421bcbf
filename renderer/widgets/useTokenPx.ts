import { useEffect, useState } from 'react';

/** What a size of theme/tokens.css is now, px: some depend on how large the window is. */
export function tokenPx(token: `--${string}`): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue(token));
}

/** The same, followed. */
export function useTokenPx(token: `--${string}`): number {
  const [px, setPx] = useState(() => tokenPx(token));
  useEffect(() => {
    const read = (): void => setPx(tokenPx(token));
    window.addEventListener('resize', read);
    return () => window.removeEventListener('resize', read);
  }, [token]);
  return px;
}
