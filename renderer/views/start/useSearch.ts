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
 * @param renewMs so long after an answer the same is asked again, while the page is seen; null: never
 */
export function useSearch<T>(
  key: string | null,
  delayMs: number,
  ask: (key: string) => Promise<T>,
  renewMs: number | null = null,
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
    let timer = 0;
    const askIn = (ms: number, isRenewal: boolean): void => {
      timer = window.setTimeout(() => void answer(isRenewal), ms);
    };
    const answer = async (isRenewal: boolean): Promise<void> => {
      if (!isRenewal || !document.hidden) {
        const state = await ask(key).then(
          (found) => ({ found, error: '' }),
          (thrown: unknown) => ({ found: null, error: messageOf(thrown) }),
        );
        if (!current) return;
        setState({ key, ...state, searching: false });
      }
      if (renewMs !== null) askIn(renewMs, true);
    };
    askIn(delayMs, false);
    return () => {
      current = false;
      window.clearTimeout(timer);
    };
  }, [key, delayMs, ask, renewMs]);
  return { ...state, searching: key !== null && state.key !== key };
}
