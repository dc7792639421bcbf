import type { ClassId } from '../../../shared/base/ids.ts';
import { refusalSentence } from '../../../shared/messages/refusalMessages.ts';
import { readClass } from '../../../shared/classfile/classReader.ts';
import { ALLOCATIONS } from '../../../shared/instrument/allocations.ts';
import { HIDDEN_DEFINITIONS } from '../../../shared/instrument/hiddenDefinitions.ts';
import type { JdkHook } from '../../../shared/instrument/jdkHook.ts';
import { REFLECTIVE_CALLS } from '../../../shared/instrument/reflectiveCalls.ts';
import { THREAD_STARTS } from '../../../shared/instrument/threadStarts.ts';
import type { RevelationScheme } from '../../../shared/callgraph/reachability.ts';
import type { LoadedClass } from '../../../shared/wire/controlMessage.ts';

export interface HookOptions {
  readonly scheme: RevelationScheme;
  /** Threads that are started within the subgraph belong to it. */
  readonly followThreads: boolean;
}

/** The classes of the JDK that are to tell the probes something, as long as that works out. */
export class HookedClasses {
  readonly #hooks = new Map<ClassId, { readonly className: string; readonly hook: JdkHook }>();
  readonly #onLack: (hook: JdkHook, sentence: string) => void;

  /** @param onLack a class cannot tell: what is not measured, and why */
  constructor(onLack: (hook: JdkHook, sentence: string) => void) {
    this.#onLack = onLack;
  }

  get classIds(): Iterable<ClassId> {
    return this.#hooks.keys();
  }

  has(classId: ClassId): boolean {
    return this.#hooks.has(classId);
  }

  /**
   * Finds the classes that a recording needs.
   * @returns what is told of, for all classes of the hook are loaded
   */
  addAll(
    loaded: readonly LoadedClass[],
    { scheme, followThreads }: HookOptions,
  ): ReadonlySet<JdkHook['tells']> {
    const hooks = [
      HIDDEN_DEFINITIONS,
      ...(followThreads ? [THREAD_STARTS] : []),
      ...(scheme === 'everything' ? [] : [REFLECTIVE_CALLS]),
      ...(scheme === 'lazy' ? [ALLOCATIONS] : []),
    ];
    return new Set(hooks.filter((hook) => this.#add(hook, loaded)).map(({ tells }) => tells));
  }

  #add(hook: JdkHook, loaded: readonly LoadedClass[]): boolean {
    const wanted = loaded.filter(({ name }) => hook.classNames.has(name));
    for (const { classId, name } of wanted) this.#hooks.set(classId, { className: name, hook });
    return wanted.length >= hook.classNames.size;
  }

  /** @param bytes with or without probes */
  insert(classId: ClassId, bytes: Uint8Array): Uint8Array {
    const hooked = this.#hooks.get(classId);
    if (hooked === undefined) return bytes;
    const inserted = hooked.hook.insert(readClass(bytes));
    if (inserted === null) this.refuse(classId, 'this JVM does it in a way that is not known');
    return inserted ?? bytes;
  }

  /** The JVM does not take the class with its calls. Harmless for any other class. */
  refuse(classId: ClassId, reason: string): void {
    const hooked = this.#hooks.get(classId);
    if (!this.#hooks.delete(classId) || hooked === undefined) return;
    this.#onLack(
      hooked.hook,
      refusalSentence('hookRefused', `${hooked.hook.lack(hooked.className)}: ${reason}`),
    );
  }
}
