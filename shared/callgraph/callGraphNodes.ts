import type { ClassId, LoaderId } from '../base/ids.ts';
import type { ReachReason } from '../messages/reachReason.ts';
import { ACC } from '../classfile/accessFlags.ts';
import type { Triviality } from './trivialMethod.ts';

/**
 * What the call graph is made of. In one file, for they all point at each other:
 *
 *     TypeNode --classes--> ClassNode --methods--> MethodNode --callSites--> CallSite --owner--> TypeNode
 */

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
  /** The JVM lets nobody change its code. */
  readonly isHidden?: boolean;
  /** Of the JDK: the JVM makes objects of it as it likes, and what its native methods call is known. */
  readonly isCore: boolean;
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

/** As the agent numbers them. */
const BOOT_LOADER = 0;

/** One loaded class. */
export class ClassNode {
  readonly facts: ClassFacts;
  readonly type: TypeNode;
  /** Methods with code and native ones, of opaque classes only roots; null until the class file has been analysed. */
  methods: readonly MethodNode[] | null = null;
  lambdas: readonly LambdaSite[] = [];
  /** Method handles in its constant pool that are no lambda's. */
  handles: readonly CallSite[] = [];
  /**
   * False: no object of it is there, nor of a subclass, and the first one will be told of before anybody has it. Until then
   * none of its methods can be called that need an object.
   */
  isMade = true;
  /** False: other loaders had defined a class of its name with the same supertypes, so no call of others ends in fewer methods by it. */
  readonly changesType: boolean;

  constructor(facts: ClassFacts, type: TypeNode, changesType: boolean) {
    this.facts = facts;
    this.type = type;
    this.changesType = changesType;
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

  /**
   * Core code can name it, for somebody has put it before the boot loader: agents do, for what they write into core classes to call.
   * (Core code links to what its own loader finds: to nothing else of the program's.)
   */
  get isNamedByCore(): boolean {
    return this.facts.loaderId === BOOT_LOADER && !this.facts.isCore && !this.facts.isLeftOut;
  }
}

/** A method's name and descriptor, wherever it is declared. One object for each pair. */
export interface Member {
  readonly name: string;
  /** As in the class file: (I)V. */
  readonly descriptor: string;
  /** The methods that declare it and are known. */
  readonly declarers: MethodNode[];
  /** The calls of it that have been revealed. */
  readonly revealedSites: CallSite[];
}

/** What makes a call site part of the subgraph. */
export type SiteReason = Extract<ReachReason, 'call' | 'callback' | 'reflection'>;

/**
 * What call instructions of one kind say: owner, member, and whether the receiver chooses the method ('virtual':
 * invokevirtual, invokeinterface) or the name does ('exact': invokestatic, invokespecial). One object for all
 * instructions that say the same, so that it is resolved once.
 */
export interface CallSite {
  readonly owner: TypeNode;
  readonly member: Member;
  readonly dispatch: 'exact' | 'virtual';
  /** All its targets are reached, and those of classes to come will be. */
  isRevealed: boolean;
  /** Who calls it: code that was read, left-out code, or reflection; null until it is revealed. */
  revealedBy: SiteReason | null;
  /** A target that was not reached at the last look: the first to look at again. */
  missing: MethodNode | null;
}

/** What the code and attributes of a method say. */
export type MethodFacts = Pick<
  MethodNode,
  'callSites' | 'certainSites' | 'hasCallingIndy' | 'isAnnotated' | 'triviality'
>;

/** A method with code in a loaded class, or a native one of the program's. */
export class MethodNode {
  readonly owner: ClassNode;
  readonly member: Member;
  readonly accessFlags: number;
  /** The calls in its code, each kind once; bodies of its lambdas and method handles among them. */
  callSites: readonly CallSite[];
  /** Those of them that every invocation comes to, unless an exception ends it: see certainPart.ts. */
  certainSites: readonly CallSite[];
  /** It has an invokedynamic whose linkage or target calls objects that it is given: toString, hashCode ... */
  hasCallingIndy: boolean;
  isAnnotated: boolean;
  triviality: Triviality;
  /** It can get a probe. One that is left out is passed through: reached, it is taken to call all that it can at once. */
  readonly isMeasured: boolean;
  /** It belongs to the subgraph as far as that is known, and gets a probe if it is measured. */
  reachedBy: ReachReason | null = null;
  /** Its call sites are revealed. */
  isRevealed = false;

  constructor(owner: ClassNode, member: Member, accessFlags: number, code: MethodFacts, isMeasured = true) {
    this.owner = owner;
    this.member = member;
    this.accessFlags = accessFlags;
    this.callSites = code.callSites;
    this.certainSites = code.certainSites;
    this.hasCallingIndy = code.hasCallingIndy;
    this.isAnnotated = code.isAnnotated;
    this.triviality = code.triviality;
    this.isMeasured = isMeasured;
  }

  /**
   * Its code is another now. What the old one calls stays, for a frame of it may be open.
   * @returns whether it calls more than before
   */
  learn(code: MethodFacts): boolean {
    const known = new Set(this.callSites);
    const isMore =
      code.callSites.some((site) => !known.has(site)) || (code.hasCallingIndy && !this.hasCallingIndy);
    this.callSites = [...new Set([...this.callSites, ...code.callSites])];
    this.certainSites = code.certainSites;
    this.hasCallingIndy ||= code.hasCallingIndy;
    this.isAnnotated ||= code.isAnnotated;
    this.triviality = code.triviality;
    return isMore;
  }

  get isReached(): boolean {
    return this.reachedBy !== null;
  }

  get isStaticInitializer(): boolean {
    return this.member.name === '<clinit>';
  }

  /** It is called on an object that is there. */
  get needsObject(): boolean {
    return (this.accessFlags & ACC.static) === 0 && !this.isConstructor;
  }

  /** It can be called, as far as objects go. */
  get canRun(): boolean {
    return this.owner.isMade || !this.needsObject;
  }

  /** Its code is in a library of the program's, and what that calls is not known. */
  get isNative(): boolean {
    return (this.accessFlags & ACC.native) !== 0;
  }

  get isConstructor(): boolean {
    return this.member.name === '<init>';
  }
}

/** Whether subtypes can override a method, or may stand for it: neither static nor private, no initialiser. */
export function isOverridable(name: string, accessFlags: number): boolean {
  return (accessFlags & (ACC.static | ACC.private)) === 0 && !name.startsWith('<');
}
