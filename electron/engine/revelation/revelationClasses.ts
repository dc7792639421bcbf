import { messageOf } from '../../../shared/base/errors.ts';
import type { ClassId } from '../../../shared/base/ids.ts';
import { analyseClass, learnChangedCode, superNamesOf } from '../../../shared/callgraph/classAnalysis.ts';
import { callersOf } from '../../../shared/callgraph/callers.ts';
import { ClassHierarchy, OBJECT } from '../../../shared/callgraph/classHierarchy.ts';
import type { MethodNode, ClassNode, TypeNode } from '../../../shared/callgraph/callGraphNodes.ts';
import type { MethodPattern } from '../../../shared/callgraph/methodPattern.ts';
import { rootMethodsOf } from '../../../shared/callgraph/rootSelection.ts';
import { ACC } from '../../../shared/classfile/accessFlags.ts';
import type { ClassModel } from '../../../shared/classfile/classModel.ts';
import type { MethodModel } from '../../../shared/classfile/methodModel.ts';
import { javaName } from '../../../shared/classfile/descriptors.ts';
import type { AccountProbes } from '../../../shared/instrument/accountProbes.ts';
import {
  isUntouchable,
  type InstrumentationFilter,
} from '../../../shared/instrument/instrumentationFilter.ts';
import { HiddenClasses, isHiddenName, isOfProgram } from './hiddenClasses.ts';
import { methodKey } from '../../../shared/instrument/instrumentationPlan.ts';
import { CLASS_FLAG, type LoadedClass } from '../../../shared/wire/controlMessage.ts';
import type { LoadingClass } from '../agent/targetAgent.ts';
import type { RefusedClass } from './refusedClass.ts';
import { SeenCode } from './seenCode.ts';

/** One of few supertypes takes 2 us, one of very many 50. */
const CLASSES_PER_STEP = 250;

export interface KnownClassesOptions {
  readonly roots: readonly MethodPattern[];
  readonly filter: InstrumentationFilter;
  /** Which methods need probes for accounts alone; null: all have them that are not left out. */
  readonly accountProbes: AccountProbes | null;
  /** One sentence for each hidden class, or what is told of many. */
  readonly onRefusal: (text: string) => void;
  readonly onRefusedClass: (refused: RefusedClass) => void;
}

/** The classes of the target as far as a recording knows them: what was read of each, and which of its methods are roots. */
export class KnownClasses {
  readonly hierarchy: ClassHierarchy;
  readonly hidden: HiddenClasses;
  readonly #options: KnownClassesOptions;
  readonly #roots = new Set<MethodNode>();
  readonly #armed = new Set<ClassId>();
  /** Loaded classes that the JVM lets run continuations of their own. */
  readonly #maySuspend = new Set<ClassId>();
  readonly #code = new SeenCode();
  #hasNativeMethods = false;

  constructor(options: KnownClassesOptions) {
    this.#options = options;
    this.hidden = new HiddenClasses(options.onRefusal);
    this.hierarchy = new ClassHierarchy((name) => options.filter.isLeftOutName(name));
  }

  get roots(): ReadonlySet<MethodNode> {
    return this.#roots;
  }

  /** Who may call the roots, by their code. */
  rootCallers(): readonly MethodNode[] {
    return callersOf(this.hierarchy, this.#roots);
  }

  /** Loaded classes whose code has probes that nobody of this recording has put there: they are to be taken out. */
  get armed(): ReadonlySet<ClassId> {
    return this.#armed;
  }

  /** Of classes that are not the JDK's. */
  get hasNativeMethods(): boolean {
    return this.#hasNativeMethods;
  }

  /**
   * Adds the classes that are loaded at the start, in steps. Hidden ones are nobody's callee by name and are not added.
   * @returns the types of those that are: what they call is not known
   */
  *addLoaded(classes: readonly LoadedClass[]): Generator<void, readonly TypeNode[], undefined> {
    const hidden: string[] = [];
    const names = new Map<ClassId | 0, string>();
    for (const [i, { classId, name }] of classes.entries()) {
      names.set(classId, name);
      if (i % CLASSES_PER_STEP === 0) yield;
    }
    const { filter } = this.#options;
    for (const [i, loaded] of classes.entries()) {
      if (i % CLASSES_PER_STEP === 0) yield;
      const { classId, loaderId, name, module, flags } = loaded;
      const isCore = (flags & CLASS_FLAG.core) !== 0;
      if ((flags & CLASS_FLAG.hidden) !== 0) {
        const isLeftOut = filter.isLeftOutClass({ name: name.replace(/\/.*/, ''), module, isCore });
        if (isOfProgram(name, isCore) && !isLeftOut) hidden.push(name);
        continue;
      }
      if ((flags & CLASS_FLAG.maySuspend) !== 0) this.#maySuspend.add(classId);
      const type = { name, module, isCore };
      const canChange = (flags & CLASS_FLAG.modifiable) !== 0;
      // No spread: it makes each of 400,000 nodes several times as large.
      this.hierarchy.addClass({
        name,
        module,
        isCore,
        classId,
        loaderId,
        superNames: [loaded.superId, ...loaded.interfaceIds]
          .map((id) => names.get(id))
          .filter((superName) => superName !== undefined),
        isInterface: (flags & CLASS_FLAG.interface) !== 0,
        isInitialized: (flags & CLASS_FLAG.initialized) !== 0,
        isLeftOut: !canChange || filter.isLeftOutClass(type),
        isOpaque: !canChange || filter.isOpaqueClass(type),
      });
    }
    return this.hidden.tellBefore(hidden).map((name) => this.hierarchy.type(name));
  }

  /** Whose class files are needed where all that is measured gets probes: who calls whom does not matter. Works in steps. */
  *measured(): Generator<void, readonly ClassId[], undefined> {
    const wanted: ClassId[] = [];
    let seen = 0;
    for (const node of this.hierarchy.classes) {
      if (seen++ % CLASSES_PER_STEP === 0) yield;
      if (!node.isLeftOut || this.#maySuspend.has(node.classId) || this.#mayHoldRoots(node))
        wanted.push(node.classId);
    }
    return wanted;
  }

  /**
   * Whose class files are needed to tell who calls whom: all but the JDK's; of these what declares methods that the program can override
   * and left-out code can call; and the classes of roots. What is read already is none of them. Works in steps.
   * @throws SluiceError 'protocol' for a hierarchy that no program has: see ClassHierarchy.ancestors
   */
  *withCallers(): Generator<void, readonly ClassId[], undefined> {
    const wanted = new Set<ClassNode>();
    let seen = 0;
    for (const node of this.hierarchy.classes) {
      if (seen++ % CLASSES_PER_STEP === 0) yield;
      if (node.methods !== null) continue;
      if (!node.isOpaque) {
        wanted.add(node);
        for (const above of this.hierarchy.ancestors(node.type)) {
          for (const superNode of above.classes) if (superNode.methods === null) wanted.add(superNode);
        }
      } else if (node.facts.isInterface || node.facts.name === OBJECT || this.#mayHoldRoots(node)) {
        wanted.add(node);
      }
    }
    return [...wanted].map(({ classId }) => classId);
  }

  /** A left-out class can hold roots if its name is written out in a pattern. */
  #mayHoldRoots({ facts, isLeftOut }: ClassNode): boolean {
    if (facts.isHidden === true || isUntouchable(facts.name)) return false;
    return this.#options.roots.some(
      (pattern) => (!isLeftOut || pattern.className !== null) && pattern.matchesClass(facts.name),
    );
  }

  /** Reads the bytes of a loaded class. @returns its model, or null if the bytes are no class file */
  analyse(classId: ClassId, bytes: Uint8Array): ClassModel | null {
    const node = this.hierarchy.classOf(classId);
    if (node === undefined) return null;
    try {
      const model = this.#code.read(classId, bytes);
      if (model.bytes !== bytes) this.#armed.add(classId);
      this.#analyse(node, model);
      return model;
    } catch (thrown) {
      if (!node.isLeftOut) this.refuse(node.facts, messageOf(thrown));
      return null;
    }
  }

  /**
   * What the JVM hands out for a class that is known, before it is defined: another agent or a debugger may have changed its code.
   * @returns the methods that call more than before
   */
  learnChanged(node: ClassNode, bytes: Uint8Array): readonly MethodNode[] {
    const { classId, methods, isOpaque } = node;
    const model = methods === null || isOpaque ? null : this.#code.readIfChanged(classId, bytes);
    if (model === null) return [];
    const rootKeys = this.#rootKeysOf(node, model);
    const changed = learnChangedCode(this.hierarchy, node, model, (method) =>
      this.#isMeasured(node, model, method, rootKeys),
    );
    this.#addRoots(node, rootKeys);
    return changed;
  }

  #analyse(node: ClassNode, model: ClassModel): void {
    const { isCore } = node.facts;
    this.#hasNativeMethods ||=
      !isCore && model.methods.some(({ accessFlags }) => (accessFlags & ACC.native) !== 0);
    const rootKeys = this.#rootKeysOf(node, model);
    analyseClass(
      this.hierarchy,
      node,
      model,
      (method) => this.#isMeasured(node, model, method, rootKeys),
      !isCore,
    );
    this.#addRoots(node, rootKeys);
  }

  #rootKeysOf(node: ClassNode, model: ClassModel): ReadonlySet<string> {
    const rootKeys = new Set<string>();
    if (this.#mayHoldRoots(node)) {
      for (const pattern of this.#options.roots) {
        for (const { name, descriptor } of rootMethodsOf(pattern, model))
          rootKeys.add(methodKey(name, descriptor));
      }
    }
    return rootKeys;
  }

  #isMeasured(
    { facts, isLeftOut }: ClassNode,
    model: ClassModel,
    method: MethodModel,
    rootKeys: ReadonlySet<string>,
  ): boolean {
    const { filter, accountProbes } = this.#options;
    if (rootKeys.has(methodKey(method.name, method.descriptor))) return true;
    if (isLeftOut || filter.isLeftOutMethod(facts.name, method.name, method.descriptor)) return false;
    return accountProbes?.needs(model, method) !== false;
  }

  #addRoots(node: ClassNode, rootKeys: ReadonlySet<string>): void {
    for (const method of node.methods ?? []) {
      if (rootKeys.has(methodKey(method.member.name, method.member.descriptor))) this.#roots.add(method);
    }
  }

  noBytes(classId: ClassId): void {
    const node = this.hierarchy.classOf(classId);
    if (node !== undefined && !node.isLeftOut) this.refuse(node.facts, 'the JVM does not give its bytes');
  }

  /** A class is about to be defined. @returns null if it is known already, or no class file */
  addLoading(loading: LoadingClass): { node: ClassNode; model: ClassModel } | null {
    const { classId, loaderId, module, bytes } = loading;
    if (this.hierarchy.classOf(classId) !== undefined) return null;
    const { filter } = this.#options;
    const isHidden = isHiddenName(loading.name);
    let type = { name: loading.name, module, isCore: loading.isCore };
    try {
      const model = this.#code.read(classId, bytes);
      if (isHidden) {
        // Its code names it as it would if it were not hidden.
        const name = javaName(model.name);
        type = { name, module, isCore: filter.isCoreName(name) };
        if (!isOfProgram(name, type.isCore)) return null;
      }
      const isLeftOut = filter.isLeftOutClass(type);
      const node = this.hierarchy.addClass({
        ...type,
        classId,
        loaderId: loaderId as ClassNode['facts']['loaderId'],
        superNames: superNamesOf(model),
        isInterface: (model.accessFlags & ACC.interface) !== 0,
        isInitialized: false,
        isHidden,
        isLeftOut: isHidden || isLeftOut,
        isOpaque: filter.isOpaqueClass(type),
      });
      this.#analyse(node, model);
      if (isHidden && !isLeftOut) this.hidden.add(node);
      return { node, model };
    } catch (thrown) {
      if (isHidden) return null; // nor will the JVM define it
      if (!filter.isLeftOutClass(type)) this.refuse({ classId, name: type.name }, messageOf(thrown));
      return null;
    }
  }

  nameOf(classId: ClassId): string {
    return this.hierarchy.classOf(classId)?.facts.name ?? `class ${classId}`;
  }

  refuse(
    { classId, name }: Pick<RefusedClass, 'classId' | 'name'>,
    reason: string,
    id: RefusedClass['id'] = 'classRefused',
  ): void {
    this.#options.onRefusedClass({ classId, name, id, reason });
  }
}
