import { SluiceError } from '../base/errors.ts';
import type { MethodId } from '../base/ids.ts';
import { javaType } from '../classfile/descriptors.ts';
import type { FoundSite, SiteNumbers } from '../bytecode/siteNumbers.ts';
import { MADE_BELOW, SITE_LIMIT, TOOL_SITE_LIMIT } from '../events/madeWord.ts';
import type { ObjectLayout } from '../events/objectLayout.ts';

/** A site with its number. What objects of it take is not known before the JVM says so. */
export interface NumberedSite extends FoundSite {
  readonly ordinal: number;
  readonly number: number;
  /** What an object takes, where it is told with the site. */
  readonly objectBytes?: number;
  readonly isBelow?: true;
}

/** A place whose class is known only when it runs has made the first object of one. */
export interface SiteOfClass {
  readonly place: number;
  /** Its number, by the agent. */
  readonly site: number;
  /** As Class.getName() */
  readonly className: string;
  /** Of an object; 0: not known, or an array. */
  readonly bytes: number;
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
  /** number -> the method of a place that makes what is known only when it runs. */
  readonly #places = new Map<number, MethodId>();
  /** Numbers that the agent has given in this recording. */
  readonly #found = new Set<number>();
  /** Sites of no method. */
  #below: NumberedSite[] = [];
  #isMeasured: (className: string) => boolean = () => false;
  #next = 0;
  #refused = 0;

  /** @param limit one more than the largest number: for tests */
  constructor(layout: ObjectLayout, limit: number = TOOL_SITE_LIMIT) {
    this.layout = layout;
    this.#limit = limit;
  }

  /** So many were asked for in vain in this recording. */
  get refused(): number {
    return this.#refused;
  }

  /** @param className internal name */
  isMeasured(className: string): boolean {
    return this.#isMeasured(className);
  }

  /** What the recording measures, by internal names of classes. */
  measure(isMeasured: (className: string) => boolean): void {
    this.#isMeasured = isMeasured;
  }

  /** Gives numbers to others only when most are used up. @param renumbered ids of methods stand for others from now on */
  startRecording(renumbered: boolean): void {
    this.#refused = 0;
    this.#found.clear();
    this.#below = [];
    if (!renumbered && this.#next <= this.#limit / 2) {
      this.#forgetFound();
      return;
    }
    this.#next = 0;
    this.#known.clear();
    this.#places.clear();
  }

  /** The agent numbers them anew in each recording. */
  #forgetFound(): void {
    for (const methodId of this.#places.values()) {
      const kept = this.sitesOf(methodId).filter(({ number }) => number < TOOL_SITE_LIMIT);
      this.#known.set(methodId, kept);
    }
  }

  /**
   * A place has made the first object of a class: a site of its own.
   * @returns whose site it is; 'below': it is one of `below`; null: of a place that is not known, or told before
   * @throws SluiceError 'protocol' for a number that the agent may not give: it would stand for another site
   */
  found({ place, site, className, bytes }: SiteOfClass): MethodId | 'below' | null {
    if (site < TOOL_SITE_LIMIT || site >= SITE_LIMIT)
      throw new SluiceError(
        'protocol',
        `The agent gave the number ${site} to a place in the code; ${TOOL_SITE_LIMIT} to ${SITE_LIMIT - 1} are its own.`,
        'If the program means no harm, report it.',
      );
    if (this.#found.has(site)) return null;
    this.#found.add(site);
    const size = bytes > 0 ? { objectBytes: bytes } : {};
    if (place >= MADE_BELOW) {
      const made = className.replace(/\/.*/, '');
      const ordinal = this.#below.length;
      this.#below.push({ made, line: 0, ordinal, isArray: false, number: site, isBelow: true, ...size });
      return 'below';
    }
    const methodId = this.#places.get(place);
    const sites = methodId === undefined ? undefined : this.#known.get(methodId);
    const at = sites?.find(({ number }) => number === place);
    if (methodId === undefined || sites === undefined || at === undefined) return null;
    const isArray = className.startsWith('[');
    const found = isArray ? javaType(className, 'qualified') : className.replace(/\/.*/, '');
    const made = at.made === '' ? found : at.made;
    const { line, ordinal } = at;
    sites.push({ made, line, ordinal, isArray, number: site, ...size });
    return methodId;
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
    if (site.isPlace === true) this.#places.set(number, methodId);
    return number;
  }

  /** What the JDK and constructor references have made: for the method that is on top. */
  get below(): readonly NumberedSite[] {
    return this.#below;
  }

  /** All that a method has, or has had. */
  sitesOf(methodId: MethodId): readonly NumberedSite[] {
    return this.#known.get(methodId) ?? [];
  }
}

/** Mostly a site stands in the list where it stands in the method. */
function isSame(known: NumberedSite | undefined, ordinal: number, { made, isPlace }: FoundSite): boolean {
  return known?.ordinal === ordinal && known.made === made && known.isPlace === isPlace;
}
