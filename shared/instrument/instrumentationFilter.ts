import type { MethodPattern } from '../callgraph/methodPattern.ts';

export interface FilterSettings {
  /** What is measured, and nothing else; none: all that is not left out for another reason. */
  readonly includes: readonly MethodPattern[];
  /** Classes and methods to leave out besides the core classes; with or without `!`. */
  readonly excludes: readonly MethodPattern[];
  /** Nothing is left out for being a core class. */
  readonly includeCore: boolean;
  /** Named modules whose classes are no core classes in this recording: those of the roots. */
  readonly openModules: ReadonlySet<string>;
  /** Packages, and those below them, that are no core classes: of roots whose module is not known yet. */
  readonly openPackages: readonly string[];
}

/** Packages of the JDK, with those below them: left out unless asked for. */
export const CORE_PACKAGES: readonly string[] = ['java', 'javax', 'jdk', 'sun', 'com.sun'];
const CORE_PREFIXES = CORE_PACKAGES.map((name) => `${name}.`);
/** The probes and the agent. */
const OWN_PREFIXES = ['java.lang.Sluice', 'sluice.agent.'];
/** What the probes and the agent's hooks run themselves, and our own classes: never touched. */
const UNTOUCHABLE_PREFIXES = [
  ...OWN_PREFIXES,
  'sun.instrument.',
  'java.lang.instrument.',
  'jdk.internal.misc.Unsafe',
];
/** The base of every module: opening it would be includeCore. */
const BASE_MODULE = 'java.base';

/**
 * Decides what is left out: not instrumented, so that its time is its caller's own. Decided for a class by its name and
 * module, for a method by the patterns.
 */
export class InstrumentationFilter {
  readonly #settings: FilterSettings;
  readonly #classExcludes: readonly MethodPattern[];
  readonly #methodExcludes: readonly MethodPattern[];

  constructor(settings: FilterSettings) {
    this.#settings = settings;
    this.#classExcludes = settings.excludes.filter(({ namesMethods }) => !namesMethods);
    this.#methodExcludes = settings.excludes.filter(({ namesMethods }) => namesMethods);
  }

  /** @param className as Class.getName()  @param module "" when unnamed or not known */
  isLeftOutClass(className: string, module: string): boolean {
    if (this.isOpaqueClass(className, module)) return true;
    const { includes } = this.#settings;
    if (includes.length > 0 && !includes.some((pattern) => pattern.matchesClass(className))) return true;
    return this.#classExcludes.some((pattern) => pattern.matchesClass(className));
  }

  /** Left out, and not for a pattern: core classes, and our own. What they call is not looked at. */
  isOpaqueClass(className: string, module: string): boolean {
    return isUntouchable(className) || this.#isCore(className, module);
  }

  isLeftOutMethod(className: string, name: string, descriptor: string): boolean {
    // An empty constructor that every object runs: counting it would cost more than all it does.
    if (className === 'java.lang.Object' && name === '<init>') return true;
    const matches = (pattern: MethodPattern): boolean => pattern.matchesMethod(className, name, descriptor);
    const { includes } = this.#settings;
    return (includes.length > 0 && !includes.some(matches)) || this.#methodExcludes.some(matches);
  }

  /** For the class-load hook: classes of these names need not wait for an answer, unless of a module in askModules. */
  get tellPrefixes(): readonly string[] {
    if (this.#settings.includeCore) return UNTOUCHABLE_PREFIXES;
    const { openPackages } = this.#settings;
    return [...CORE_PREFIXES, ...UNTOUCHABLE_PREFIXES].filter(
      (prefix) => !openPackages.some((open) => open.startsWith(prefix)),
    );
  }

  get askModules(): readonly string[] {
    return [...this.#settings.openModules].filter((module) => module !== BASE_MODULE && module !== '');
  }

  #isCore(className: string, module: string): boolean {
    const { includeCore, openModules, openPackages } = this.#settings;
    if (includeCore || !isCoreName(className)) return false;
    if (module !== '' && module !== BASE_MODULE && openModules.has(module)) return false;
    return !openPackages.some((open) => className.startsWith(`${open}.`));
  }
}

/** Whether the class came with Sluice into the target, by its name. */
export function isOwnName(className: string): boolean {
  return OWN_PREFIXES.some((prefix) => className.startsWith(prefix));
}

/** Whether the class is the JDK's, by its name. */
export function isCoreName(className: string): boolean {
  return CORE_PREFIXES.some((prefix) => className.startsWith(prefix));
}

export function isUntouchable(className: string): boolean {
  return UNTOUCHABLE_PREFIXES.some((prefix) => className.startsWith(prefix));
}
