import { useSyncExternalStore } from 'react';

/** One observable value. State of the window lives in a few of these; a component subscribes to what it selects. */
export interface Atom<T> {
  get(): T;
  set(next: T): void;
  /** Replaces the value by a function of it. */
  update(change: (current: T) => T): void;
  /** @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void;
}

export function atom<T>(initial: T): Atom<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  const set = (next: T): void => {
    if (Object.is(next, value)) return;
    value = next;
    for (const listener of [...listeners]) listener();
  };
  return {
    get: () => value,
    set,
    update: (change) => set(change(value)),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/**
 * The selected part of an atom; the component renders again when that part is another one (Object.is).
 * A selector must not build a new object at each call: select a field, derive in the component.
 */
export function useAtom<T>(source: Atom<T>): T;
export function useAtom<T, S>(source: Atom<T>, select: (value: T) => S): S;
export function useAtom<T, S>(source: Atom<T>, select?: (value: T) => S): T | S {
  return useSyncExternalStore(source.subscribe, () => (select ? select(source.get()) : source.get()));
}
