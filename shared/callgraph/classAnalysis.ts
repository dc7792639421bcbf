import { ACC } from '../classfile/accessFlags.ts';
import { annotationTypes } from '../classfile/annotations.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import { TAG, type ConstantPool } from '../classfile/constantPool.ts';
import { javaName, parseMethodDescriptor } from '../classfile/descriptors.ts';
import type { MethodModel } from '../classfile/methodModel.ts';
import { OP } from '../classfile/opcodes.ts';
import { readBootstrapMethods, type BootstrapMethod } from '../classfile/bootstrapMethods.ts';
import { CertainPart } from './certainPart.ts';
import type { ClassHierarchy } from './classHierarchy.ts';
import {
  isOverridable,
  MethodNode,
  type CallSite,
  type MethodFacts,
  type ClassNode,
  type LambdaSite,
  type Member,
} from './callGraphNodes.ts';
import { maySuspend } from './continuationYield.ts';
import { makesReflectiveObject } from './reflection.ts';
import { trivialityOf } from './trivialMethod.ts';

/** The names of a class file's supertypes, as Class.getName(). */
export function superNamesOf(model: ClassModel): readonly string[] {
  const names = model.interfaces.map((name) => javaName(name));
  return model.superName === null ? names : [javaName(model.superName), ...names];
}

/**
 * Reads what the call graph needs of a class file into the hierarchy, and keeps nothing of the bytes. A class that is
 * analysed already is left alone.
 *
 * @param isMeasured whether a method may get a probe: of the others in an opaque class nothing is recorded
 * @param hasLibrary it is the program's own: so are its native methods, and may call anything back
 */
export function analyseClass(
  hierarchy: ClassHierarchy,
  node: ClassNode,
  model: ClassModel,
  isMeasured: (method: MethodModel) => boolean,
  hasLibrary = false,
): void {
  if (node.methods !== null) return;
  if (node.isLeftOut || node.isNamedByCore) declareOverridable(hierarchy, node, model);
  new ClassAnalysis(hierarchy, node, model).run(isMeasured, hasLibrary);
}

/**
 * Another agent or a debugger has changed the code of a class that is analysed: adds what it has now to what is known.
 * @param isMeasured of methods that are new
 * @returns the methods that call more than before, new ones too
 */
export function learnChangedCode(
  hierarchy: ClassHierarchy,
  node: ClassNode,
  model: ClassModel,
  isMeasured: (method: MethodModel) => boolean,
): readonly MethodNode[] {
  return new ClassAnalysis(hierarchy, node, model).update(isMeasured);
}

/** What left-out code calls of a class: what its subtypes can override; and of one that is left out itself what they inherit. */
function declareOverridable(hierarchy: ClassHierarchy, node: ClassNode, model: ClassModel): void {
  const members = node.isLeftOut ? (node.type.leftOutMembers ??= new Set()) : new Set<Member>();
  const overridable = new Set(node.type.overridable);
  for (const { name, descriptor, accessFlags } of model.methods) {
    if ((accessFlags & ACC.private) !== 0 || name.startsWith('<')) continue;
    const member = hierarchy.member(name, descriptor);
    members.add(member);
    if (isOverridable(name, accessFlags) && (accessFlags & ACC.final) === 0) overridable.add(member);
  }
  node.type.overridable = [...overridable];
}

const NO_SITES: readonly CallSite[] = [];
const OWN = 'java/lang/Sluice';
const LAMBDA_METAFACTORY = 'java/lang/invoke/LambdaMetafactory';
const STRING_CONCAT_FACTORY = 'java/lang/invoke/StringConcatFactory';
/** A text that reflection may take for a class or member name. */
const NAME = /^[\p{L}_$][\p{L}\p{N}_$.]{0,199}$/u;

/** Annotations that nobody looks methods up by. */
const COMMON_ANNOTATIONS: ReadonlySet<string> = new Set([
  'Ljava/lang/Deprecated;',
  'Ljava/lang/SafeVarargs;',
]);

/** REF_invokeVirtual .. REF_invokeInterface (JVMS table 5.4.3.5-A). */
const REF_INVOKE_VIRTUAL = 5;
const REF_INVOKE_INTERFACE = 9;

class ClassAnalysis {
  readonly #hierarchy: ClassHierarchy;
  readonly #node: ClassNode;
  readonly #model: ClassModel;
  readonly #pool: ConstantPool;
  readonly #bootstraps: readonly BootstrapMethod[];
  /** By constant pool index and dispatch. */
  readonly #sites = new Map<number, CallSite | null>();

  constructor(hierarchy: ClassHierarchy, node: ClassNode, model: ClassModel) {
    this.#hierarchy = hierarchy;
    this.#node = node;
    this.#model = model;
    this.#pool = model.pool;
    this.#bootstraps = readBootstrapMethods(model);
  }

  run(isMeasured: (method: MethodModel) => boolean, hasLibrary: boolean): void {
    // The JDK's own suspend virtual threads, each of which has events of its own.
    if (hasLibrary && maySuspend(this.#pool)) this.#hierarchy.suspending.add(this.#node);
    const methods: MethodNode[] = [];
    for (const method of this.#model.methods) {
      const isNative = (method.accessFlags & ACC.native) !== 0;
      if (isNative ? !hasLibrary : method.codeOffset === 0) continue;
      const mayGetProbe = !isNative && isMeasured(method);
      if (!mayGetProbe && this.#node.isOpaque) continue;
      methods.push(this.#declare(method, mayGetProbe));
    }
    this.#node.methods = methods;
    if (!this.#node.isOpaque) this.#scanPool();
  }

  update(isMeasured: (method: MethodModel) => boolean): readonly MethodNode[] {
    const known = this.#node.methods ?? [];
    const added: MethodNode[] = [];
    const more: MethodNode[] = [];
    for (const method of this.#model.methods) {
      if (method.codeOffset === 0) continue;
      const member = this.#hierarchy.member(method.name, method.descriptor);
      const old = known.find((node) => node.member === member);
      if (old === undefined) added.push(this.#declare(method, isMeasured(method)));
      else if (old.learn(this.#code(method))) more.push(old);
    }
    this.#node.methods = [...known, ...added];
    this.#scanPool();
    return [...more, ...added];
  }

  #declare(method: MethodModel, mayGetProbe: boolean): MethodNode {
    const member = this.#hierarchy.member(method.name, method.descriptor);
    const node = new MethodNode(this.#node, member, method.accessFlags, this.#code(method), mayGetProbe);
    member.declarers.push(node);
    return node;
  }

  #code(method: MethodModel): MethodFacts {
    const callSites = new Set<CallSite>();
    const certainSites = new Set<CallSite>();
    const certainty = new CertainPart();
    const add = (site: CallSite | null): void => {
      if (site === null) return;
      callSites.add(site);
      if (certainty.isCertain) certainSites.add(site);
    };
    let hasCallingIndy = false;
    const code = method.readCode();
    if (code !== null) {
      for (const at = code.instructions(); at.next();) {
        certainty.pass(at);
        switch (at.opcode) {
          case OP.invokevirtual:
          case OP.invokeinterface:
            add(this.#methodSite(at.constantIndex, 'virtual'));
            break;
          case OP.invokestatic:
          case OP.invokespecial:
            add(this.#methodSite(at.constantIndex, 'exact'));
            break;
          case OP.invokedynamic:
            for (const site of this.#dynamicSites(at.constantIndex)) callSites.add(site);
            hasCallingIndy ||= this.#isCallingIndy(at.constantIndex);
            break;
          case OP.ldc:
          case OP.ldc_w:
          case OP.ldc2_w: {
            const tag = this.#pool.tag(at.constantIndex);
            if (tag === TAG.methodHandle) add(this.#handleSite(at.constantIndex));
            if (tag === TAG.dynamic) {
              for (const site of this.#dynamicSites(at.constantIndex)) callSites.add(site);
              hasCallingIndy = true;
            }
            break;
          }
        }
      }
    }
    return {
      callSites: [...callSites],
      certainSites: certainSites.size === 0 ? NO_SITES : [...certainSites],
      hasCallingIndy,
      isAnnotated: annotationTypes(this.#model, method).some((type) => !COMMON_ANNOTATIONS.has(type)),
      triviality: trivialityOf(this.#model, method),
    };
  }

  /** null for the clone() of an array type, and for what probes call that stood in the code (disarmProbes.ts). */
  #methodSite(index: number, dispatch: CallSite['dispatch']): CallSite | null {
    const key = index * 2 + (dispatch === 'virtual' ? 1 : 0);
    let site = this.#sites.get(key);
    if (site === undefined) {
      const { owner, name, descriptor } = this.#pool.memberRef(index);
      if (makesReflectiveObject(javaName(owner), name)) this.#hierarchy.makesReflectiveObjects = true;
      site =
        owner.startsWith('[') || owner.startsWith(OWN)
          ? null
          : this.#hierarchy.callSite(
              this.#hierarchy.type(javaName(owner)),
              this.#hierarchy.member(name, descriptor),
              dispatch,
            );
      this.#sites.set(key, site);
    }
    return site;
  }

  /** What a method handle calls; null if it reads or writes a field. */
  #handleSite(index: number): CallSite | null {
    const kind = this.#pool.methodHandleKind(index);
    if (kind < REF_INVOKE_VIRTUAL) return null;
    const isVirtual = kind === REF_INVOKE_VIRTUAL || kind === REF_INVOKE_INTERFACE;
    return this.#methodSite(this.#pool.methodHandleReferenceIndex(index), isVirtual ? 'virtual' : 'exact');
  }

  /** Every method among the bootstrap arguments, and the bootstrap method if it is no JDK's: of an indy or a condy. */
  #dynamicSites(index: number): readonly CallSite[] {
    const bootstrap = this.#bootstraps[this.#pool.bootstrapMethodIndex(index)];
    if (bootstrap === undefined) return [];
    const handles = bootstrap.argumentIndexes.filter(
      (argument) => this.#pool.tag(argument) === TAG.methodHandle,
    );
    if (!/^java\/lang\/(invoke|runtime)\//.test(this.#bootstrapOwner(index)))
      handles.push(bootstrap.handleIndex);
    return handles.map((handle) => this.#handleSite(handle)).filter((site) => site !== null);
  }

  #bootstrapOwner(index: number): string {
    const bootstrap = this.#bootstraps[this.#pool.bootstrapMethodIndex(index)];
    if (bootstrap === undefined) return '';
    return this.#pool.memberRef(this.#pool.methodHandleReferenceIndex(bootstrap.handleIndex)).owner;
  }

  /** Making a lambda calls nothing of ours, nor does joining strings and numbers; anything else may. */
  #isCallingIndy(index: number): boolean {
    const owner = this.#bootstrapOwner(index);
    if (owner === LAMBDA_METAFACTORY) return false;
    return owner !== STRING_CONCAT_FACTORY || !takesPlainValues(this.#indyDescriptor(index));
  }

  #indyDescriptor(index: number): string {
    return this.#pool.utf8(this.#pool.descriptorIndex(this.#pool.dynamicNameAndTypeIndex(index)));
  }

  /** Lambdas, other handles and name-like strings of the whole class: callbacks and reflection may use them at any time. */
  #scanPool(): void {
    const pool = this.#pool;
    const ofLambdas = new Set<CallSite>();
    const lambdas = [...this.#node.lambdas];
    for (let index = 1; index < pool.count; index++) {
      if (pool.tag(index) !== TAG.invokeDynamic || this.#bootstrapOwner(index) !== LAMBDA_METAFACTORY)
        continue;
      const implementations = this.#dynamicSites(index);
      const descriptor = parseMethodDescriptor(this.#indyDescriptor(index));
      const type = this.#hierarchy.type(javaName(descriptor.returns.slice(1, -1)));
      const methodName = pool.utf8(pool.nameIndex(pool.dynamicNameAndTypeIndex(index)));
      for (const site of implementations) ofLambdas.add(site);
      const lambda = { type, methodName, implementations };
      if (lambdas.some((known) => isSameLambda(known, lambda))) continue;
      type.lambdas.push(lambda);
      lambdas.push(lambda);
    }
    const handles = new Set(this.#node.handles);
    for (let index = 1; index < pool.count; index++) {
      const tag = pool.tag(index);
      if (tag === TAG.methodHandle) {
        const site = this.#handleSite(index);
        if (site !== null && !ofLambdas.has(site)) handles.add(site);
      }
    }
    for (const text of namesIn(pool)) this.#hierarchy.addLiteral(text);
    this.#node.lambdas = lambdas;
    this.#node.handles = [...handles];
  }
}

function isSameLambda(a: LambdaSite, b: LambdaSite): boolean {
  if (a.type !== b.type || a.methodName !== b.methodName) return false;
  const sites = new Set(a.implementations);
  return sites.size === b.implementations.length && b.implementations.every((site) => sites.has(site));
}

/** Strings of a class that read like a name: what reflection may look up. */
export function* namesIn(pool: ConstantPool): Iterable<string> {
  for (let index = 1; index < pool.count; index++) {
    if (pool.tag(index) !== TAG.string) continue;
    const text = pool.utf8(pool.stringIndex(index));
    if (NAME.test(text)) yield text;
  }
}

/** All parameters are primitives, arrays of them, or Strings: nothing whose methods a callee could call back. */
export function takesPlainValues(descriptor: string): boolean {
  return parseMethodDescriptor(descriptor).parameters.every(
    (type) => type === 'Ljava/lang/String;' || !type.includes('L'),
  );
}
