import { useEffect, useState } from 'react';
import { messageOf } from '../../../shared/base/errors.ts';

export interface Search<T> {
  /** The newest answer; null before the first. It stays while the next one is on its way. */
  readonly found: T | null;
  readonly error: string;
  readonly searching: boolean;
}

/**
 * Asks again whenever `key` changes, `delayMs` after the last change; answers that come late are dropped.
 * A key of null asks nothing.
 */
export function useSearch<T>(
  key: string | null,
  delayMs: number,
  ask: (key: string) => Promise<T>,
): Search<T> {
  const [state, setState] = useState<Search<T> & { readonly key: string | null }>({
    key: null,
    found: null,
    error: '',
    searching: false,
  });
  useEffect(() => {
    if (key === null) return;
    let current = true;
    const answer = async (): Promise<void> => {
      try {
        const found = await ask(key);
        if (current) setState({ key, found, error: '', searching: false });
      } catch (thrown) {
        if (current) setState({ key, found: null, error: messageOf(thrown), searching: false });
      }
    };
    const timer = window.setTimeout(() => void answer(), delayMs);
    return () => {
      current = false;
      window.clearTimeout(timer);
    };
  }, [key, delayMs, ask]);
  return { ...state, searching: key !== null && state.key !== key };
}
