import type { MethodId } from '../base/ids.ts';
import type { FoundSite, SiteNumbers } from '../bytecode/siteNumbers.ts';
import { SITE_LIMIT } from '../events/madeWord.ts';
import type { ObjectLayout } from '../events/objectLayout.ts';

/** A site with its number. What objects of it take is not known before the JVM says so. */
export interface NumberedSite extends FoundSite {
  readonly ordinal: number;
  readonly number: number;
}

/**
 * Numbers the allocation sites of methods, each for all recordings of a session: numbers are constants of classes, as ids of
 * methods are (MethodIds). A site is known by its place among those of its method, and by what it makes: another agent may have
 * changed the code.
 */
export class SiteIds implements SiteNumbers {
  readonly layout: ObjectLayout;
  readonly #limit: number;
  readonly #known = new Map<MethodId, NumberedSite[]>();
  #next = 0;
  #refused = 0;

  /** @param limit one more than the largest number: for tests */
  constructor(layout: ObjectLayout, limit: number = SITE_LIMIT) {
    this.layout = layout;
    this.#limit = limit;
  }

  /** So many were asked for in vain in this recording. */
  get refused(): number {
    return this.#refused;
  }

  /** Gives numbers to others only when most are used up. @param renumbered ids of methods stand for others from now on */
  startRecording(renumbered: boolean): void {
    this.#refused = 0;
    if (!renumbered && this.#next <= this.#limit / 2) return;
    this.#next = 0;
    this.#known.clear();
  }

  numberOf(methodId: MethodId, ordinal: number, site: FoundSite): number | null {
    let sites = this.#known.get(methodId);
    if (sites === undefined) this.#known.set(methodId, (sites = []));
    const known = isSame(sites[ordinal], ordinal, site)
      ? sites[ordinal]
      : sites.find((one) => isSame(one, ordinal, site));
    if (known !== undefined) return known.number;
    if (this.#next >= this.#limit) {
      this.#refused++;
      return null;
    }
    const number = this.#next++;
    sites.push({ ...site, ordinal, number });
    return number;
  }

  /** All that a method has, or has had. */
  sitesOf(methodId: MethodId): readonly NumberedSite[] {
    return this.#known.get(methodId) ?? [];
  }
}

/** Mostly a site stands in the list where it stands in the method. */
function isSame(known: NumberedSite | undefined, ordinal: number, { made }: FoundSite): boolean {
  return known?.ordinal === ordinal && known.made === made;
}
