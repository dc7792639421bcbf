import type { ClassId } from '../../../shared/base/ids.ts';
import { refusalSentence } from '../../../shared/messages/refusalMessages.ts';
import { allCalls, NO_CALLS, type InsertedCalls } from '../../../shared/bytecode/insertedCalls.ts';
import type { ClassNode } from '../../../shared/callgraph/callGraphNodes.ts';
import type { ClassModel } from '../../../shared/classfile/classModel.ts';
import { ALLOCATIONS } from '../../../shared/instrument/allocations.ts';
import { FOREIGN_TRANSFORMERS } from '../../../shared/instrument/foreignTransformers.ts';
import { HIDDEN_DEFINITIONS } from '../../../shared/instrument/hiddenDefinitions.ts';
import type { InstrumentationFilter } from '../../../shared/instrument/instrumentationFilter.ts';
import type { JdkHook } from '../../../shared/instrument/jdkHook.ts';
import { CONSTRUCTOR_REFERENCES, MADE_BY_JDK } from '../../../shared/instrument/madeBelow.ts';
import { HANDLE_CALLS, REFLECTIVE_CALLS } from '../../../shared/instrument/reflectiveCalls.ts';
import type { SiteIds } from '../../../shared/instrument/siteIds.ts';
import { THREAD_STARTS } from '../../../shared/instrument/threadStarts.ts';
import type { ToldReflection } from '../../../shared/callgraph/reflection.ts';
import type { RevelationScheme } from '../../../shared/callgraph/reachability.ts';
import type { LoadedClass } from '../../../shared/wire/controlMessage.ts';
import type { CallSource } from './callSource.ts';
import type { RequestedProbes } from './requestedProbes.ts';

export interface HookOptions {
  readonly scheme: RevelationScheme;
  /** Threads that are started within the subgraph belong to it. */
  readonly followThreads: boolean;
  /**
   * Agents that come are heard of: in the first recording of a session alone. The class that tells of them is at work whenever classes
   * are swapped, so JDK 25 keeps each of its versions for ever, 30 kB a recording (e2e/swapMemory.spec.ts).
   */
  readonly hearsOfAgents: boolean;
  /** Where java.base is measured, handles do not tell what they call of it. */
  readonly filter: InstrumentationFilter;
  readonly probes: RequestedProbes;
}

/** The classes of the JDK that are to tell the probes something, as long as that works out. */
export class HookedClasses implements CallSource {
  readonly #hooks = new Map<ClassId, { readonly className: string; readonly hooks: JdkHook[] }>();
  /** All classes of these are loaded, and none has been refused. */
  readonly #told = new Set<JdkHook['tells']>();
  readonly #onLack: (sentence: string) => void;

  /** @param onLack a class cannot tell: what is not measured, and why */
  constructor(onLack: (sentence: string) => void) {
    this.#onLack = onLack;
  }

  get classIds(): Iterable<ClassId> {
    return this.#hooks.keys();
  }

  hasCalls({ classId }: ClassNode): boolean {
    return this.#hooks.has(classId);
  }

  /** Objects that no constructor makes are told of. */
  get tellsAllocations(): boolean {
    return this.#told.has('allocations');
  }

  get toldReflection(): ToldReflection {
    if (!this.#told.has('reflectiveCalls')) return 'nothing';
    return this.#told.has('handleCalls') ? 'all' : 'calls';
  }

  /** Finds the classes that a recording needs. */
  addAll(
    loaded: readonly LoadedClass[],
    { scheme, followThreads, hearsOfAgents, filter, probes: { sites } }: HookOptions,
  ): void {
    const hooks = [
      ...(sites === null ? [] : [CONSTRUCTOR_REFERENCES, ofLeftOut(MADE_BY_JDK, sites)]),
      HIDDEN_DEFINITIONS,
      ...(hearsOfAgents ? [FOREIGN_TRANSFORMERS] : []),
      ...(followThreads ? [THREAD_STARTS] : []),
      ...(scheme === 'everything' ? [] : [REFLECTIVE_CALLS]),
      ...(scheme === 'everything' || filter.measuresBase ? [] : [HANDLE_CALLS]),
      ...(scheme === 'lazy' ? [ALLOCATIONS] : []),
    ];
    for (const hook of hooks) if (this.#add(hook, loaded)) this.#told.add(hook.tells);
  }

  #add(hook: JdkHook, loaded: readonly LoadedClass[]): boolean {
    const wanted = loaded.filter(({ name }) => hook.classNames.has(name));
    for (const { classId, name } of wanted) {
      const hooked = this.#hooks.get(classId);
      if (hooked === undefined) this.#hooks.set(classId, { className: name, hooks: [hook] });
      else hooked.hooks.push(hook);
    }
    return wanted.length >= hook.classNames.size;
  }

  callsOf({ classId }: ClassNode, model: ClassModel): InsertedCalls | null {
    const calls = this.#hooks.get(classId)?.hooks.map((hook) => hook.calls(model)) ?? [];
    const known = calls.filter((each) => each !== null);
    return known.length < calls.length ? null : known.length === 0 ? NO_CALLS : allCalls(known);
  }

  giveUpCalls({ classId }: ClassNode): void {
    this.refuse(classId, 'this JVM does it in a way that is not known');
  }

  /** The JVM does not take the class with its calls. Harmless for any other class. */
  refuse(classId: ClassId, reason: string): void {
    const hooked = this.#hooks.get(classId);
    if (!this.#hooks.delete(classId) || hooked === undefined) return;
    for (const hook of hooked.hooks) {
      this.#told.delete(hook.tells);
      this.#onLack(refusalSentence('hookRefused', `${hook.lack(hooked.className)}: ${reason}`));
    }
  }
}

/** Classes that are measured tell themselves. */
function ofLeftOut(hook: JdkHook, sites: SiteIds): JdkHook {
  const classNames = [...hook.classNames].filter((name) => !sites.isMeasured(name.replaceAll('.', '/')));
  return { ...hook, classNames: new Set(classNames) };
}
