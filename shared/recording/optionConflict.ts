import type { RecordingOptions } from './options.ts';

/** An option that does not go with the rest, and why, as a clause. */
export interface OptionConflict {
  readonly key: 'bareFirst';
  readonly why: string;
}

/**
 * What does not go together in a recording; null: all does.
 * @param waits for classes of the roots that are not loaded yet
 */
export function optionConflict(
  { roots, bareFirst, clock }: Pick<RecordingOptions, 'bareFirst' | 'clock'> & { roots: readonly string[] },
  waits: boolean,
): OptionConflict | null {
  const why = !bareFirst
    ? null
    : roots.length > 1
      ? `one root is timed bare first, and ${roots.length} patterns are given`
      : clock === 'none'
        ? 'with clock none there are no times to compare with those of the bare root'
        : waits
          ? 'a root that is waited for cannot be timed: its class must be loaded, and the method be called'
          : null;
  return why === null ? null : { key: 'bareFirst', why };
}
