import { OTHER_METHOD } from '../../shared/base/ids.ts';
import type { MethodTable } from '../../shared/naming/methodTable.ts';
import type { ViewPicture } from './cctProtocol.ts';

export type KnownMethods = Pick<MethodTable, 'get' | 'has'>;

/** A picture waits no longer for names: they may never come, as of a stream that is not whole. */
export const LONGEST_WAIT_MS = 1000;

/**
 * Keeps back pictures of methods whose names have not come yet. Names come by another connection than events, and through the page:
 * while that is busy they come a little later, and rows would be called "unknown" for a moment.
 */
export class NamedPictures {
  #kept: ViewPicture | null = null;
  #sinceMs = 0;

  /** @returns what may be shown now, with all names since the last one; null: nothing yet */
  next(picture: ViewPicture | null, known: KnownMethods, nowMs: number): ViewPicture | null {
    const kept = this.#kept;
    const newest = picture ?? kept;
    if (!newest) return null;
    const told = [...(kept?.methods ?? []), ...(picture?.methods ?? [])].map(({ id }) => known.get(id));
    const whole = { ...newest, methods: told, selection: picture?.selection ?? kept?.selection ?? null };
    if (!kept) this.#sinceMs = nowMs;
    const isNamed = told.every(({ id }) => id === OTHER_METHOD || known.has(id));
    this.#kept = isNamed || nowMs - this.#sinceMs >= LONGEST_WAIT_MS ? null : whole;
    return this.#kept ? null : whole;
  }
}
