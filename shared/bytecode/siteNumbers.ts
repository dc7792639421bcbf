import type { MethodId } from '../base/ids.ts';
import type { ObjectLayout } from '../events/objectLayout.ts';

/** What a place in a method makes. */
export interface FoundSite {
  /** As Java writes it, qualified. */
  readonly made: string;
  readonly line: number;
  readonly isArray: boolean;
}

/** Gives numbers to allocation sites. */
export interface SiteNumbers {
  /** Of the JVM's arrays. */
  readonly layout: ObjectLayout;
  /**
   * The same for the same place, however often its class is rewritten.
   * @param ordinal of the method's sites, from 0
   * @returns null: no number is left
   */
  numberOf(methodId: MethodId, ordinal: number, site: FoundSite): number | null;
}
