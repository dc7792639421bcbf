import type { MethodPattern } from '../callgraph/methodPattern.ts';

export interface FilterSettings {
  /** What is measured, and nothing else; none: all that is not left out for another reason. */
  readonly includes: readonly MethodPattern[];
  /** Classes and methods to leave out besides the core classes; with or without `!`. */
  readonly excludes: readonly MethodPattern[];
  /** Nothing is left out for being a core class. */
  readonly includeCore: boolean;
  /** The packages of the target's JDK: what of a class that is not loaded yet only its name is known. */
  readonly corePackages: ReadonlySet<string>;
  /** Named modules whose classes are left out no more in this recording: those of the roots. */
  readonly openModules: ReadonlySet<string>;
  /** The same for packages, and those below them: of roots whose module is not known yet. */
  readonly openPackages: readonly string[];
  /** The same for single classes, nested ones also with a dot: whoever names a class in full means it. */
  readonly openClasses: readonly string[];
}

/** What the target tells of a class. Core classes are what the JDK's own image defines: see CoreModules.java. */
export interface FilteredClass {
  /** As Class.getName(). */
  readonly name: string;
  /** "" when unnamed. */
  readonly module: string;
  readonly isCore: boolean;
}

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
 * Decides what is left out: not instrumented, so that its time is its caller's own. Decided for a class by what the target tells of it,
 * for a method by the patterns.
 */
export class InstrumentationFilter {
  readonly #settings: FilterSettings;
  readonly #classExcludes: readonly MethodPattern[];
  readonly #methodExcludes: readonly MethodPattern[];
  readonly #openClasses: ReadonlySet<string>;

  constructor(settings: FilterSettings) {
    this.#settings = settings;
    this.#classExcludes = settings.excludes.filter(({ namesMethods }) => !namesMethods);
    this.#methodExcludes = settings.excludes.filter(({ namesMethods }) => namesMethods);
    this.#openClasses = new Set(settings.openClasses.map(withDots));
  }

  isLeftOutClass(type: FilteredClass): boolean {
    if (this.isOpaqueClass(type)) return true;
    const { includes } = this.#settings;
    if (includes.length > 0 && !includes.some((pattern) => pattern.matchesClass(type.name))) return true;
    return this.#classExcludes.some((pattern) => pattern.matchesClass(type.name));
  }

  /** The same of a class of which only the name is known. */
  isLeftOutName(className: string): boolean {
    return this.isLeftOutClass({ name: className, module: '', isCore: this.isCoreName(className) });
  }

  /** Whether the JDK would define a class of that name. */
  isCoreName(className: string): boolean {
    return this.#settings.corePackages.has(className.slice(0, Math.max(0, className.lastIndexOf('.'))));
  }

  /** Left out, and not for a pattern: core classes, and our own. What they call is not looked at. */
  isOpaqueClass(type: FilteredClass): boolean {
    return isUntouchable(type.name) || (type.isCore && !this.#isOpen(type));
  }

  isLeftOutMethod(className: string, name: string, descriptor: string): boolean {
    // An empty constructor that every object runs: counting it would cost more than all it does.
    if (className === 'java.lang.Object' && name === '<init>') return true;
    const matches = (pattern: MethodPattern): boolean => pattern.matchesMethod(className, name, descriptor);
    const { includes } = this.#settings;
    return (includes.length > 0 && !includes.some(matches)) || this.#methodExcludes.some(matches);
  }

  /** Whether classes of java.base, other than those of roots, can be measured. Of a name the module is not known: it may be another's. */
  get measuresBase(): boolean {
    const { includeCore, openPackages, openClasses } = this.#settings;
    return includeCore || openPackages.length > 0 || openClasses.some((name) => this.isCoreName(name));
  }

  /** For the class-load hook: which classes need not wait for an answer. */
  get hookSettings(): {
    readonly tellCore: boolean;
    readonly tellPrefixes: readonly string[];
    readonly askModules: readonly string[];
    readonly askPrefixes: readonly string[];
  } {
    const { includeCore, openModules, openPackages, openClasses } = this.#settings;
    return {
      tellCore: !includeCore,
      tellPrefixes: UNTOUCHABLE_PREFIXES,
      askModules: [...openModules].filter((module) => module !== BASE_MODULE && module !== ''),
      askPrefixes: [
        ...openPackages.map((name) => `${name}.`),
        ...openClasses.filter((name) => this.isCoreName(name)),
      ],
    };
  }

  /** Measured although it is a core class. */
  #isOpen({ name, module }: FilteredClass): boolean {
    const { includeCore, openModules, openPackages } = this.#settings;
    if (includeCore || (this.#openClasses.size > 0 && this.#openClasses.has(withDots(name)))) return true;
    if (module !== '' && module !== BASE_MODULE && openModules.has(module)) return true;
    return openPackages.some((open) => name.startsWith(`${open}.`));
  }
}

function withDots(className: string): string {
  return className.replaceAll('$', '.');
}

/** Whether the class came with Sluice into the target, by its name. */
export function isOwnName(className: string): boolean {
  return OWN_PREFIXES.some((prefix) => className.startsWith(prefix));
}

export function isUntouchable(className: string): boolean {
  return UNTOUCHABLE_PREFIXES.some((prefix) => className.startsWith(prefix));
}
