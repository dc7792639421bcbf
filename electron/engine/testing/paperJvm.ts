import { USUAL_LAYOUT } from '../../../shared/events/objectLayout.ts';
import { assert, ensure } from '../../../shared/base/assert.ts';
import type { ClassId, LoaderId, MethodId } from '../../../shared/base/ids.ts';
import type { ClassModel } from '../../../shared/classfile/classModel.ts';
import { readClass } from '../../../shared/classfile/classReader.ts';
import { ACC } from '../../../shared/classfile/accessFlags.ts';
import { OP } from '../../../shared/classfile/opcodes.ts';
import { NO_CALIBRATION, type Calibration } from '../../../shared/cct/cctTable.ts';
import type { MethodInfo } from '../../../shared/naming/methodInfo.ts';
import {
  CLASS_FLAG,
  HOOK_OFF,
  SWAP_STATUS,
  type LoadedClass,
  type LoadHook,
  type NotRestored,
  type SwapResult,
} from '../../../shared/wire/controlMessage.ts';
import type { RecordingTotals } from '../../../shared/wire/runningTotals.ts';
import { CORE_CLASSES, CORE_PACKAGES, coreClassFiles } from './coreClassFiles.ts';
import { compileWarm } from './warmCompiler.ts';
import { sourceOf } from '../revelation/preparedCode.ts';
import type { SwapWork } from '../jvms/swapThreads.ts';
import type {
  AgentHandlers,
  ListedClasses,
  SwapAnswer,
  SwapBatches,
  TargetAgent,
} from '../agent/targetAgent.ts';

/** What the entry of a method may call, or a gate in its place. */
const PROBES = ['entry', 'rootEntry', 'constructorEntry', 'rootConstructorEntry', 'count', 'gate'];

interface PaperClass {
  readonly classId: ClassId;
  readonly name: string;
  /** What the JVM hands to a transformer. */
  original: Uint8Array;
  readonly model: ClassModel;
  current: Uint8Array;
  isDefined: boolean;
}

interface LoadOptions {
  readonly outside?: boolean;
  /** The answer comes too late: the class is defined as it is. */
  readonly lost?: boolean;
  readonly definedAfter?: Promise<void>;
}

/**
 * A JVM on paper: it knows classes, loads them in the JVM's order (a class is announced before its supertypes are), hands out
 * and swaps bytes, and lets a test "invoke" methods by name. Nothing runs.
 */
export class PaperJvm implements TargetAgent {
  readonly javaVersion = '17';
  readonly vmName = 'paper';
  readonly pid = 1;
  readonly layout = USUAL_LAYOUT;
  /** What Revelation told of methods. */
  readonly methods = new Map<MethodId, MethodInfo>();
  /** What was done to this JVM, one line each: swaps, markReady. */
  readonly log: string[] = [];
  /** Classes whose code was asked for in swaps, as it was not prepared. */
  readonly asked: string[] = [];
  readonly ready = new Set<MethodId>();
  hook: LoadHook = HOOK_OFF;
  /** Class names that the JVM refuses to swap. */
  readonly refuses = new Set<string>();
  /** And those that it cannot link. */
  readonly cannotRun = new Set<string>();
  /** And those that it does not swap back. */
  readonly keeps = new Set<string>();
  /** Of each class of a swap. */
  onRewrite: (name: string) => void = () => {};
  /** Runs at the beginning of each swap. */
  onSwap: () => void | Promise<void> = () => {};
  /** Runs when a call by reflection may go on. */
  onReflected: () => void = () => {};
  readonly #files: ReadonlyMap<string, Uint8Array>;
  readonly #classes = new Map<string, PaperClass>();
  /** What its threads are said to have run in swaps, at each look. */
  swapWork: () => SwapWork = () => ({ workerNs: 0, vmThreadNs: 0 });
  /** What each swap is said to take. */
  swapNs = 1;
  /** So many take a swap of their own. */
  classesPerSwap = Infinity;
  #handlers: AgentHandlers | null = null;
  #waiting: (() => void)[] = [];

  /** @param loaded classes that are loaded at the start, with their supertypes; core classes are anyway */
  /** Classes of the JDK that are loaded too, and that nobody asks for. */
  furtherClasses = 0;

  static async of(source: string, loaded: readonly string[]): Promise<PaperJvm> {
    return new PaperJvm(await compileWarm(source), loaded);
  }

  private constructor(program: ReadonlyMap<string, Uint8Array>, loaded: readonly string[]) {
    this.#files = new Map([...coreClassFiles(), ...program]);
    for (const name of CORE_CLASSES) this.#defineQuietly(name);
    for (const name of loaded) this.#defineQuietly(name);
  }

  setHandlers(handlers: AgentHandlers): void {
    this.#handlers = handlers;
  }

  // ---- what a test does

  /**
   * Loads a class and, after it was announced, its supertypes; resolves when it is defined.
   * @param options.definedAfter the JVM takes so long from the announcement to the definition
   */
  async load(name: string, { outside = false, lost = false, definedAfter }: LoadOptions = {}): Promise<void> {
    if (this.#classes.has(name)) return;
    const entry = this.#add(name);
    const handlers = ensure(this.#handlers, 'handlers');
    const { on, tellCore, tellPrefixes, askPrefixes } = this.hook;
    const isCore = isCoreName(name);
    const startsWith = (prefix: string): boolean => name.startsWith(prefix);
    if (on) {
      const asked = !tellPrefixes.some(startsWith) && (!tellCore || !isCore || askPrefixes.some(startsWith));
      const answer = await handlers.classLoading({
        classId: entry.classId,
        loaderId: loaderOf(name),
        outside,
        isCore,
        name,
        module: '',
        bytes: entry.original,
        asked,
      });
      if (asked && lost) handlers.loadLost(entry.classId);
      else if (asked && answer !== null) entry.current = answer;
    }
    for (const above of supersOf(entry.model)) await this.load(above, { outside });
    if (definedAfter !== undefined) await definedAfter;
    entry.isDefined = true;
  }

  /** A thread enters a method, `Class.method`, with all its overloads and bridges: waits until they are ready. */
  async invoke(method: string): Promise<void> {
    await this.#untilReady(this.#probesOf(method));
  }

  async #untilReady(ids: readonly MethodId[]): Promise<void> {
    const asking = ids.filter((id) => !this.ready.has(id));
    if (asking.length > 0) ensure(this.#handlers, 'handlers').firstInvoked(asking);
    while (!ids.every((id) => this.ready.has(id))) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** A thread within the subgraph calls a method that could get no probe, or, if it is a root, any thread does. */
  callUnmeasured(method: string): void {
    const ids = this.#callsIn(method, ['witness', 'rootWitness']);
    ensure(this.#handlers, 'handlers').witnessed(ids);
  }

  /** A thread makes an object: runs the first constructor of the class and those above it, up to their super() calls. */
  async make(name: string): Promise<void> {
    for (let at: string | null = name; at !== null; at = this.#superOf(at)) {
      const gates = callsIn(this.bytesOf(at), 'making');
      if (gates.length > 0) await this.#untilReady([gates[0].id]);
    }
  }

  /** Classes whose constructors carry gates now, sorted. */
  gated(): string[] {
    const gated = [...this.#classes.values()].filter(({ current }) => callsIn(current, 'making').length > 0);
    return gated.map(({ name }) => name).sort();
  }

  /** Methods that carry probes now, `Class.method`, sorted; roots end with `!`, counted ones with `+`. */
  probed(): string[] {
    const names: string[] = [];
    for (const { name, current } of this.#classes.values()) {
      for (const { method, root, counted } of probesIn(current)) {
        names.push(`${name}.${method}${root ? '!' : counted ? '+' : ''}`);
      }
    }
    return names.sort();
  }

  /** Methods marked ready, `Class.method`, sorted. */
  readyMethods(): string[] {
    return [...this.ready].map((id) => this.#nameOf(id)).sort();
  }

  bytesOf(name: string): Uint8Array {
    return ensure(this.#classes.get(name), name).current;
  }

  /** Another agent changes a class, whose bytes are handed out like this from now on. */
  redefine(name: string, bytes: Uint8Array): void {
    ensure(this.#classes.get(name), name).original = bytes;
  }

  originalOf(name: string): Uint8Array {
    return ensure(this.#classes.get(name), name).original;
  }

  classIdOf(name: string): ClassId {
    return ensure(this.#classes.get(name), name).classId;
  }

  /** Ids of the probes and gates that the method carries now. */
  #probesOf(method: string): readonly MethodId[] {
    return this.#callsIn(method, PROBES);
  }

  #callsIn(method: string, callees: readonly string[]): readonly MethodId[] {
    const className = method.slice(0, method.lastIndexOf('.'));
    const found = callsIn(this.bytesOf(className), ...callees).filter(
      (call) => `${className}.${call.method}` === method,
    );
    return found.map(({ id }) => id);
  }

  #superOf(name: string): string | null {
    const { superName } = ensure(this.#classes.get(name), name).model;
    return superName === null ? null : superName.replaceAll('/', '.');
  }

  /** A gate has no name. */
  #nameOf(id: MethodId): string {
    const method = this.methods.get(id);
    if (method === undefined) return 'gate';
    const { className, name } = method;
    return `${className}.${name}`;
  }

  // ---- what the engine asks

  listClasses(): Promise<ListedClasses> {
    const classes = [...this.#classes.values()]
      .filter(({ isDefined }) => isDefined)
      .map((c) => this.#facts(c));
    for (let i = 0; i < this.furtherClasses; i++) {
      const name = `java.other.C${i}`;
      const classId = (FIRST_FURTHER_ID + i) as ClassId;
      classes.push({ ...classes[0], classId, name, flags: CLASS_FLAG.core, superId: 0, interfaceIds: [] });
    }
    const loaders = [
      { loaderId: 0 as LoaderId, className: '', name: '' },
      { loaderId: 1 as LoaderId, className: 'test.Loader', name: 'app' },
    ];
    return Promise.resolve({ loaders, classes, corePackages: CORE_PACKAGES });
  }

  classBytes(classIds: readonly ClassId[]): Promise<ReadonlyMap<ClassId, Uint8Array>> {
    return Promise.resolve(new Map(classIds.map((id) => [id, this.#byId(id).original])));
  }

  findClassFile(name: string): Promise<Uint8Array | null> {
    return Promise.resolve(this.#files.get(name.replaceAll('.', '/')) ?? null);
  }

  setLoadHook(hook: LoadHook): Promise<void> {
    this.hook = hook;
    return Promise.resolve();
  }

  async retransform(classIds: readonly ClassId[], _retryMs = 0, batches?: SwapBatches): Promise<SwapAnswer> {
    const { rewriteClass } = ensure(this.#handlers, 'handlers');
    const answers: SwapAnswer[] = [];
    const size = Math.min(classIds.length, this.classesPerSwap);
    for (let at = 0; at < classIds.length; at += size) {
      const batch = classIds.slice(at, at + size);
      const prepared = new Map((await batches?.prepare(batch))?.map((code) => [code.classId, code]));
      const answer = await this.#swap(batch, (classId, bytes) => {
        const code = prepared.get(classId);
        if (code?.source !== sourceOf(bytes)) {
          this.asked.push(this.#byId(classId).name);
          return rewriteClass(classId, bytes);
        }
        return code.rewritten.length === 0 ? null : code.rewritten;
      });
      answers.push(answer);
      batches?.swapped(batch, answer.elapsedNs);
    }
    return {
      batches: answers.length,
      elapsedNs: answers.reduce((sum, { elapsedNs }) => sum + elapsedNs, 0),
      results: answers.flatMap(({ results }) => results),
    };
  }

  async restore(classIds: readonly ClassId[]): Promise<readonly SwapResult[]> {
    return (await this.#swap(classIds, () => null)).results;
  }

  async #swap(classIds: readonly ClassId[], rewritten: AgentHandlers['rewriteClass']): Promise<SwapAnswer> {
    await this.onSwap();
    const before = new Set(this.probed());
    const results = classIds.map((classId): SwapResult => {
      const entry = this.#byId(classId);
      if (!entry.isDefined) return { classId, status: SWAP_STATUS.notDefinedYet, message: '' };
      this.onRewrite(entry.name);
      const bytes = rewritten(classId, entry.original);
      if (this.cannotRun.has(entry.name)) {
        return {
          classId,
          status: SWAP_STATUS.cannotRun,
          message: 'java.lang.NoClassDefFoundError: opt/Gone',
        };
      }
      if ((bytes === null ? this.keeps : this.refuses).has(entry.name)) {
        return { classId, status: SWAP_STATUS.refused, message: 'VerifyError' };
      }
      entry.current = bytes ?? entry.original;
      return { classId, status: SWAP_STATUS.swapped, message: '' };
    });
    this.log.push(
      `swap ${this.probed()
        .filter((name) => !before.has(name))
        .join(' ')}`.trimEnd(),
    );
    return { batches: 1, elapsedNs: this.swapNs, results };
  }

  markReflected(): Promise<void> {
    this.onReflected();
    return Promise.resolve();
  }

  markReady(methodIds: readonly MethodId[]): Promise<void> {
    for (const id of methodIds) this.ready.add(id);
    if (methodIds.length > 0)
      this.log.push(
        `ready ${methodIds
          .map((id) => this.#nameOf(id))
          .sort()
          .join(' ')}`,
      );
    for (const wake of this.#waiting.splice(0)) wake();
    return Promise.resolve();
  }

  startRecording(): Promise<void> {
    return Promise.resolve();
  }

  markRecording(): Promise<void> {
    return Promise.resolve();
  }

  stopRecording(): Promise<RecordingTotals> {
    return Promise.reject(new Error('not on paper'));
  }

  calibrate(): Promise<Calibration> {
    return Promise.resolve(NO_CALIBRATION);
  }

  checkCalibration(): Promise<Calibration> {
    return Promise.resolve(NO_CALIBRATION);
  }

  resumeStartup(): Promise<void> {
    return Promise.resolve();
  }

  detach(): Promise<{ restoredClasses: number; notRestored: readonly NotRestored[] }> {
    return Promise.resolve({ restoredClasses: 0, notRestored: [] });
  }

  // ---- inside

  #byId(classId: ClassId): PaperClass {
    return ensure(
      [...this.#classes.values()].find((entry) => entry.classId === classId),
      `class ${classId}`,
    );
  }

  #add(name: string): PaperClass {
    const original = this.#files.get(name.replaceAll('.', '/'));
    assert(original !== undefined, `class ${name} is in the program or in CORE_CLASSES`);
    const entry: PaperClass = {
      classId: (this.#classes.size + 1) as ClassId,
      name,
      original,
      model: readClass(original),
      current: original,
      isDefined: false,
    };
    this.#classes.set(name, entry);
    return entry;
  }

  #defineQuietly(name: string): void {
    if (this.#classes.has(name)) return;
    const entry = this.#add(name);
    for (const above of supersOf(entry.model)) this.#defineQuietly(above);
    entry.isDefined = true;
  }

  #facts({ classId, name, model }: PaperClass): LoadedClass {
    const isCore = isCoreName(name);
    const idOf = (internal: string): ClassId => this.classIdOf(internal.replaceAll('/', '.'));
    const isInterface = (model.accessFlags & ACC.interface) !== 0;
    return {
      classId,
      loaderId: loaderOf(name) as LoaderId,
      flags:
        CLASS_FLAG.modifiable |
        CLASS_FLAG.initialized |
        (isInterface ? CLASS_FLAG.interface : 0) |
        (isCore ? CLASS_FLAG.core : 0),
      name,
      module: isCore ? 'java.base' : '',
      superId: model.superName === null ? 0 : idOf(model.superName),
      interfaceIds: model.interfaces.map(idOf),
    };
  }
}

/** The boot loader has the core classes, and what somebody has put before it. */
function loaderOf(name: string): 0 | 1 {
  return isCoreName(name) || name.startsWith('Injected') ? 0 : 1;
}

function isCoreName(name: string): boolean {
  return CORE_PACKAGES.includes(name.slice(0, Math.max(0, name.lastIndexOf('.'))));
}

function supersOf(model: ClassModel): readonly string[] {
  const names = model.superName === null ? model.interfaces : [model.superName, ...model.interfaces];
  return names.map((name) => name.replaceAll('/', '.'));
}

interface FoundCall {
  readonly method: string;
  /** Of SluiceProbe. */
  readonly callee: string;
  readonly id: MethodId;
}

interface FoundProbe {
  readonly method: string;
  readonly root: boolean;
  readonly counted: boolean;
  readonly id: MethodId;
}

/** The methods whose code calls an entry probe or a count, and with which id. */
function probesIn(bytes: Uint8Array): readonly FoundProbe[] {
  return callsIn(bytes, ...PROBES.filter((name) => name !== 'gate')).map(({ method, callee, id }) => ({
    method,
    root: callee === 'rootEntry',
    counted: callee === 'count',
    id,
  }));
}

/** The first call of SluiceProbe by one of these names in each method, and with which id. */
function callsIn(bytes: Uint8Array, ...names: readonly string[]): readonly FoundCall[] {
  const found: FoundCall[] = [];
  const model = readClass(bytes);
  for (const method of model.methods) {
    const code = method.readCode();
    if (code === null) continue;
    let pushed = 0;
    for (const at = code.instructions(); at.next();) {
      if (at.opcode === OP.bipush || at.opcode === OP.sipush) pushed = at.immediate;
      if (at.opcode !== OP.invokestatic) continue;
      const { owner, name } = model.pool.memberRef(at.constantIndex);
      if (owner !== 'java/lang/SluiceProbe' || !names.includes(name)) continue;
      found.push({ method: method.name, callee: name, id: pushed as MethodId });
      break;
    }
  }
  return found;
}

/** Behind those of all classes that a test has. */
const FIRST_FURTHER_ID = 1_000_000;
