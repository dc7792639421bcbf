import type { ClassId, LoaderId } from '../base/ids.ts';
import type { CallSite, Member, MethodNode } from './methodNode.ts';

/** A class of one loader, as the JVM or the class-load hook tells of it. */
export interface ClassFacts {
  readonly classId: ClassId;
  readonly loaderId: LoaderId;
  /** As Class.getName(): a.b.C$D. */
  readonly name: string;
  /** "" for an unnamed module. */
  readonly module: string;
  /** Of superclass and interfaces; Object may be left away. */
  readonly superNames: readonly string[];
  readonly isInterface: boolean;
  /** Its static initialiser has run already. */
  readonly isInitialized: boolean;
  /** Its code is not measured: calls into it are its caller's own time. */
  readonly isLeftOut: boolean;
  /** Left out, and what it calls is not looked at either but known from conventions: the JDK's. */
  readonly isOpaque: boolean;
}

/**
 * A class name, with what all loaders together have loaded under it. Call sites and supertypes are resolved by name:
 * where two loaders define one name, targets are the union of both, which may be too many and is never too few.
 * A type that nothing has loaded yet stands for what code already mentions.
 */
export class TypeNode {
  readonly name: string;
  /** What is loaded, or about to be, under this name; empty = not loaded. */
  readonly classes: ClassNode[] = [];
  readonly directSupers: TypeNode[] = [];
  readonly directSubs: TypeNode[] = [];
  /** Calls that name this type as the owner of what they call. */
  readonly callSites = new Map<Member, { exact: CallSite | null; virtual: CallSite | null }>();
  /** Where lambdas are made whose interface this is. */
  readonly lambdas: LambdaSite[] = [];
  isInterface = false;
  /** Of a left-out type: what it declares and does not keep private; null = not known. */
  leftOutMembers: Set<Member> | null = null;
  /** Of a left-out type: what subtypes can override, and left-out code can therefore call back. */
  overridable: readonly Member[] = [];
  /** Cache of ClassHierarchy. */
  ancestors: ReadonlySet<TypeNode> | null = null;

  constructor(name: string) {
    this.name = name;
  }
}

/** One invokedynamic that makes a functional object. */
export interface LambdaSite {
  /** The interface it implements. */
  readonly type: TypeNode;
  /** The name of the interface's method. */
  readonly methodName: string;
  /** The lambda's body, or the method a reference names. */
  readonly implementations: readonly CallSite[];
}

/** One loaded class. */
export class ClassNode {
  readonly facts: ClassFacts;
  readonly type: TypeNode;
  /** Methods with code, of opaque classes only roots; null until the class file has been analysed. */
  methods: readonly MethodNode[] | null = null;
  lambdas: readonly LambdaSite[] = [];
  /** Method handles in its constant pool that are no lambda's. */
  handles: readonly CallSite[] = [];
  /**
   * False: no object of it is there, nor of a subclass, and the first one will be told of before anybody has it. Until then
   * none of its methods can be called that need an object.
   */
  isMade = true;
  constructor(facts: ClassFacts, type: TypeNode) {
    this.facts = facts;
    this.type = type;
  }

  get classId(): ClassId {
    return this.facts.classId;
  }

  get isLeftOut(): boolean {
    return this.facts.isLeftOut;
  }

  get isOpaque(): boolean {
    return this.facts.isOpaque;
  }
}
