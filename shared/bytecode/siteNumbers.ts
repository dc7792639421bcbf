import type { MethodId } from '../base/ids.ts';
import type { ObjectLayout } from '../events/objectLayout.ts';

/** What a place in a method makes. */
export interface FoundSite {
  /** As Java writes it, qualified. */
  readonly made: string;
  readonly line: number;
  readonly isArray: boolean;
  /** It has no number in words: the agent gives it one for each class that it makes, which is known only when it runs. */
  readonly isPlace?: boolean;
}

/** Gives numbers to allocation sites. */
export interface SiteNumbers {
  /** Of the JVM's arrays. */
  readonly layout: ObjectLayout;
  /** Whether a call of it reaches code that tells itself what it makes. @param className internal name */
  isMeasured(className: string): boolean;
  /**
   * The same for the same place, however often its class is rewritten.
   * @param ordinal of the method's sites, from 0
   * @returns null: no number is left
   */
  numberOf(methodId: MethodId, ordinal: number, site: FoundSite): number | null;
}
