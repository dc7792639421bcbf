import type { ReachReason } from '../base/reachReason.ts';
import { ACC } from '../classfile/accessFlags.ts';
import type { Triviality } from './trivialMethod.ts';
import type { ClassNode, TypeNode } from './typeNode.ts';

/** A method's name and descriptor, wherever it is declared. One object for each pair. */
export interface Member {
  readonly name: string;
  /** As in the class file: (I)V. */
  readonly descriptor: string;
  /** The methods with code that declare it, where the code is known. */
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
  'callSites' | 'certainSites' | 'prologueSites' | 'hasCallingIndy' | 'isAnnotated' | 'triviality'
>;

/** A method with code in a loaded class. */
export class MethodNode {
  readonly owner: ClassNode;
  readonly member: Member;
  readonly accessFlags: number;
  /** The calls in its code, each kind once; bodies of its lambdas and method handles among them. */
  readonly callSites: readonly CallSite[];
  /** Those of them that every invocation comes to, unless an exception ends it: see certainPart.ts. */
  readonly certainSites: readonly CallSite[];
  /** It has an invokedynamic whose linkage or target calls objects that it is given: toString, hashCode ... */
  readonly hasCallingIndy: boolean;
  /**
   * Of a constructor: the calls up to its this(...) or super(...), that one included. They run before its entry probe,
   * which can only stand behind: a gate at its beginning tells of its first invocation.
   */
  readonly prologueSites: readonly CallSite[];
  readonly isAnnotated: boolean;
  readonly triviality: Triviality;
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
    this.prologueSites = code.prologueSites;
    this.hasCallingIndy = code.hasCallingIndy;
    this.isAnnotated = code.isAnnotated;
    this.triviality = code.triviality;
    this.isMeasured = isMeasured;
  }

  get isReached(): boolean {
    return this.reachedBy !== null;
  }

  get isStaticInitializer(): boolean {
    return this.member.name === '<clinit>';
  }

  /** A constructor that calls more than Object's before its entry probe: it needs a gate at its beginning. */
  get hasPrologue(): boolean {
    return this.prologueSites.some(({ owner }) => owner.name !== 'java.lang.Object');
  }

  /** It is called on an object that is there. */
  get needsObject(): boolean {
    return (this.accessFlags & ACC.static) === 0 && !this.isConstructor;
  }

  /** It can be called, as far as objects go. */
  get canRun(): boolean {
    return this.owner.isMade || !this.needsObject;
  }

  get isConstructor(): boolean {
    return this.member.name === '<init>';
  }
}

/** Whether subtypes can override a method, or may stand for it: neither static nor private, no initialiser. */
export function isOverridable(name: string, accessFlags: number): boolean {
  return (accessFlags & (ACC.static | ACC.private)) === 0 && !name.startsWith('<');
}
