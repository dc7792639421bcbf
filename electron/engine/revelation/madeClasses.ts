import type { MethodId } from '../../../shared/base/ids.ts';
import type { PlannedMethod } from '../../../shared/instrument/instrumentationPlan.ts';
import type { SiteOfClass } from '../../../shared/instrument/siteIds.ts';
import { refusalReason, refusalSentence } from '../../../shared/messages/refusalMessages.ts';
import type { AllocationSite } from '../../../shared/naming/allocationSite.ts';
import type { MethodInfo } from '../../../shared/naming/methodInfo.ts';
import type { ObjectSize } from '../agent/targetAgent.ts';
import type { RequestedProbes } from './requestedProbes.ts';

export interface MadeClassesOptions {
  readonly probes: RequestedProbes;
  readonly onMethods: (methods: readonly MethodInfo[]) => void;
  readonly onRefusal: (sentence: string) => void;
}

/** What the instrumented methods of a recording make, and what the agent has said of it. */
export class MadeClasses {
  readonly #options: MadeClassesOptions;
  /** Methods with sites, and how many of them are known. */
  readonly #methods = new Map<MethodId, { readonly planned: PlannedMethod; readonly sites: number }>();
  readonly #bytes = new Map<string, number>();
  readonly #wanted = new Set<string>();
  #untold: string[] = [];
  #hasRunOut = false;
  /** Has the sites of no method. */
  #carrier: PlannedMethod | null = null;

  constructor(options: MadeClassesOptions) {
    this.#options = options;
  }

  /** Methods have been rewritten: tells of sites that nobody has heard of. */
  learn(methods: Iterable<PlannedMethod>): void {
    const { onMethods, onRefusal, probes } = this.#options;
    const { sites: ids } = probes;
    if (ids === null) return;
    const news: PlannedMethod[] = [];
    for (const planned of methods) {
      this.#carrier ??= planned;
      const sites = ids.sitesOf(planned.methodId);
      if (sites.length === (this.#methods.get(planned.methodId)?.sites ?? 0)) continue;
      this.#methods.set(planned.methodId, { planned, sites: sites.length });
      for (const { made, isArray, isPlace } of sites) if (!isArray && isPlace !== true) this.#want(made);
      news.push(planned);
    }
    if (news.length > 0) onMethods(news.map((planned) => this.infoOf(planned)));
    if (ids.refused === 0 || this.#hasRunOut) return;
    this.#hasRunOut = true;
    onRefusal(refusalSentence('siteNumbersUsedUp', refusalReason('siteNumbersUsedUp')));
  }

  /** Names of classes whose sizes the agent is to tell, and has not been asked for. */
  takeNames(): readonly string[] {
    const names = this.#untold;
    this.#untold = [];
    return names;
  }

  /** What objects take, and sites that were found meanwhile: tells of the methods that make some whose size was not known. */
  learnSizes(sizes: readonly ObjectSize[], found: readonly SiteOfClass[]): void {
    const finders = new Set(found.map((site) => this.#options.probes.sites?.found(site)));
    const news = new Set<string>();
    for (const { className, bytes } of sizes) {
      // Of two classes of one name, by different loaders, the larger one: never less than there is.
      if (bytes <= (this.#bytes.get(className) ?? 0)) continue;
      this.#bytes.set(className, bytes);
      news.add(className);
    }
    const concerned = [...this.#methods.values()].filter(
      ({ planned }) =>
        finders.has(planned.methodId) ||
        this.#options.probes.sites?.sitesOf(planned.methodId).some(({ made }) => news.has(made)),
    );
    if (finders.has('below') && this.#carrier !== null) this.#options.onMethods([this.infoOf(this.#carrier)]);
    if (concerned.length > 0) this.#options.onMethods(concerned.map(({ planned }) => this.infoOf(planned)));
  }

  infoOf({ method, methodId, root }: PlannedMethod): MethodInfo {
    const { name, descriptor } = method.member;
    const info = { id: methodId, className: method.owner.facts.name, name, descriptor, root };
    const sites = this.#sitesOf(methodId);
    return {
      ...info,
      ...(method.reachedBy === null ? {} : { reason: method.reachedBy }),
      ...(sites.length === 0 ? {} : { sites }),
    };
  }

  #want(name: string): void {
    if (this.#wanted.has(name)) return;
    this.#wanted.add(name);
    this.#untold.push(name);
  }

  #sitesOf(methodId: MethodId): readonly AllocationSite[] {
    const { sites: ids } = this.#options.probes;
    const own = this.#methods.has(methodId) ? (ids?.sitesOf(methodId) ?? []) : [];
    const below = methodId === this.#carrier?.methodId ? (ids?.below ?? []) : [];
    const sites = [...own, ...below].filter(({ isPlace }) => isPlace !== true);
    return sites.map(({ number, made, line, isArray, objectBytes: told, isBelow }) => {
      const objectBytes = isArray ? null : (told ?? this.#bytes.get(made));
      const size = objectBytes === undefined ? {} : { objectBytes };
      return { number, made, line, ...size, ...(isBelow === undefined ? {} : { isBelow }) };
    });
  }
}
