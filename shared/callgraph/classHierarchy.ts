import { SluiceError } from '../base/errors.ts';
import type { ClassId } from '../base/ids.ts';
import { ClassNode, TypeNode, type CallSite, type Member, type ClassFacts } from './callGraphNodes.ts';

export const OBJECT = 'java.lang.Object';
/** Real classes have fewer than 100; of one with more, each answer about the classes below it would take longer. */
export const MAX_SUPERTYPES = 1_000;
/** Supertypes that are remembered, over all types: some 40 MB. A program of 100,000 classes has 800,000. */
const MAX_REMEMBERED = 1_000_000;
/** With so many subtypes, going through them costs more than to work out all that is remembered anew. */
const MANY_SUBTYPES = 1_000;

/**
 * The loaded classes and who extends whom, by name over all loaders. It grows as classes load and never shrinks: a class
 * that was unloaded can only add a target too many. Object's subtypes are not listed: everything is one.
 *
 * Owns the types, members and call sites: of each there is one object, compared by identity.
 */
export class ClassHierarchy {
  readonly #types = new Map<string, TypeNode>();
  readonly #classes = new Map<ClassId, ClassNode>();
  /** name -> descriptor -> member */
  readonly #members = new Map<string, Map<string, Member>>();
  readonly #literals = new Set<string>();
  #newLiterals: string[] = [];
  /** The types whose `ancestors` are there, and how many these are together. */
  #remembering: TypeNode[] = [];
  #rememberedCount = 0;
  #measuredClassCount = 0;
  /** Code that was analysed, in the subgraph or not, makes objects that reflect when they are called. */
  makesReflectiveObjects = false;
  /** Classes of the program whose code may suspend continuations of its own, in the subgraph or not. */
  readonly suspending = new Set<ClassNode>();
  /** Whether classes of that name, not loaded yet, will be left out: decided by the name alone. */
  readonly #isLeftOutName: (className: string) => boolean;

  constructor(isLeftOutName: (className: string) => boolean) {
    this.#isLeftOutName = isLeftOutName;
  }

  get classes(): Iterable<ClassNode> {
    return this.#classes.values();
  }

  /**
   * In a small program reflection, or native code, may call whatever there is: that is exact. In a larger one it would be thousands
   * of classes to swap for a handful of calls, so methods are chosen.
   */
  get isSmall(): boolean {
    return this.#measuredClassCount <= SMALL_PROGRAM_CLASSES;
  }

  /** Each hot swap stops such a program for 30 ms and more, however few classes it swaps. */
  get isVast(): boolean {
    return this.#classes.size >= VAST_PROGRAM_CLASSES;
  }

  get types(): Iterable<TypeNode> {
    return this.#types.values();
  }

  classOf(classId: ClassId): ClassNode | undefined {
    return this.#classes.get(classId);
  }

  /** The type of that name, known or not. */
  type(name: string): TypeNode {
    let type = this.#types.get(name);
    if (type === undefined) this.#types.set(name, (type = new TypeNode(name)));
    return type;
  }

  member(name: string, descriptor: string): Member {
    let byDescriptor = this.#members.get(name);
    if (byDescriptor === undefined) this.#members.set(name, (byDescriptor = new Map()));
    let member = byDescriptor.get(descriptor);
    if (member === undefined) {
      member = { name, descriptor, declarers: [], revealedSites: [] };
      byDescriptor.set(descriptor, member);
    }
    return member;
  }

  /** All members of that name. */
  membersNamed(name: string): Iterable<Member> {
    return this.#members.get(name)?.values() ?? [];
  }

  /** Strings in class files that read like a name: what reflection may look up. */
  get literals(): ReadonlySet<string> {
    return this.#literals;
  }

  addLiteral(text: string): void {
    if (this.#literals.has(text)) return;
    this.#literals.add(text);
    this.#newLiterals.push(text);
  }

  /** Those added since the last call. */
  takeNewLiterals(): readonly string[] {
    const literals = this.#newLiterals;
    this.#newLiterals = [];
    return literals;
  }

  callSite(owner: TypeNode, member: Member, dispatch: CallSite['dispatch']): CallSite {
    let sites = owner.callSites.get(member);
    if (sites === undefined) owner.callSites.set(member, (sites = { exact: null, virtual: null }));
    return (sites[dispatch] ??= {
      owner,
      member,
      dispatch,
      isRevealed: false,
      revealedBy: null,
      missing: null,
    });
  }

  /** Adds a class; the same class id again answers the class that is there. */
  addClass(facts: ClassFacts): ClassNode {
    const present = this.#classes.get(facts.classId);
    if (present !== undefined) return present;
    const type = this.type(facts.name);
    const superTypes = facts.superNames.map((name) => this.type(name));
    const isFirstOfKind = type.classes.length === 0 || (!facts.isLeftOut && this.isLeftOut(type));
    const changesType = isFirstOfKind || superTypes.some((above) => this.#isNewAbove(type, above));
    const node = new ClassNode(facts, type, changesType);
    this.#classes.set(facts.classId, node);
    if (!facts.isLeftOut) this.#measuredClassCount++;
    type.classes.push(node);
    type.isInterface ||= facts.isInterface;
    for (const superType of superTypes) this.#link(type, superType);
    return node;
  }

  #isNewAbove(type: TypeNode, superType: TypeNode): boolean {
    return superType.name !== OBJECT && !type.directSupers.includes(superType);
  }

  #link(type: TypeNode, superType: TypeNode): void {
    if (!this.#isNewAbove(type, superType)) return;
    type.directSupers.push(superType);
    superType.directSubs.push(type);
    if (this.#rememberedCount > 0) this.#forgetAncestorsFrom(type);
  }

  /** What is above the type has changed, and with it what is above all that is below. */
  #forgetAncestorsFrom(type: TypeNode): void {
    const below = new Set<TypeNode>([type]);
    for (const { directSubs } of below) {
      if (below.size + directSubs.length > MANY_SUBTYPES) return this.#forgetAllAncestors();
      for (const sub of directSubs) below.add(sub);
    }
    for (const changed of below) changed.ancestors = null;
  }

  #forgetAllAncestors(): void {
    for (const type of this.#remembering) type.ancestors = null;
    this.#remembering = [];
    this.#rememberedCount = 0;
  }

  /**
   * All proper supertypes but Object. Two loaders may between them make a circle of names; it ends here.
   * @throws SluiceError 'protocol' where they are more than MAX_SUPERTYPES
   */
  ancestors(type: TypeNode): ReadonlySet<TypeNode> {
    if (type.ancestors !== null) return type.ancestors;
    const ancestors = new Set<TypeNode>(type.directSupers);
    for (const above of ancestors) {
      for (const superType of above.directSupers) ancestors.add(superType);
      if (ancestors.size > MAX_SUPERTYPES) throw tooManySupertypes(type);
    }
    ancestors.delete(type);
    if (this.#rememberedCount > MAX_REMEMBERED) this.#forgetAllAncestors();
    this.#remembering.push(type);
    this.#rememberedCount += 1 + ancestors.size;
    type.ancestors = ancestors;
    return ancestors;
  }

  /** All proper subtypes known. For Object: none. */
  descendants(type: TypeNode): ReadonlySet<TypeNode> {
    if (type.directSubs.length === 0) return NO_TYPES;
    const descendants = new Set<TypeNode>(type.directSubs);
    for (const below of descendants) for (const sub of below.directSubs) descendants.add(sub);
    descendants.delete(type);
    return descendants;
  }

  /** Whether `below` is `above` or a subtype of it, as far as is known. */
  isSubtype(below: TypeNode, above: TypeNode): boolean {
    return below === above || above.name === OBJECT || this.ancestors(below).has(above);
  }

  isLeftOut(type: TypeNode): boolean {
    if (type.classes.length === 0) return this.#isLeftOutName(type.name);
    return type.classes.every((node) => node.isLeftOut);
  }

  /** The type is loaded and all that is above it. */
  isComplete(type: TypeNode): boolean {
    if (type.classes.length === 0) return false;
    for (const above of this.ancestors(type)) if (above.classes.length === 0) return false;
    return true;
  }

  /**
   * Something above the type is not known: a supertype not loaded yet, or a left-out one whose methods were not read.
   * (The JVM tells of a class before it loads the class's supertypes.)
   */
  hasUnknownAncestor(type: TypeNode): boolean {
    for (const above of this.ancestors(type)) {
      if (above.classes.length === 0) return true;
      if (above.leftOutMembers === null && this.isLeftOut(above)) return true;
    }
    return false;
  }
}

/** Classes that are not left out: what one batch of a hot swap holds. */
const SMALL_PROGRAM_CLASSES = 200;
/** The JDK's among them. HotSpot goes through all loaded classes in each swap. */
const VAST_PROGRAM_CLASSES = 5_000;

function tooManySupertypes({ name }: TypeNode): SluiceError {
  return new SluiceError(
    'protocol',
    `Class ${name.slice(0, MAX_NAME_CHARS)} has more than ${MAX_SUPERTYPES} superclasses and interfaces above it.`,
    'No compiler makes such classes: leave it out of what is measured, or do not profile this program.',
  );
}

/** A name may have 65,535 characters. */
const MAX_NAME_CHARS = 200;

const NO_TYPES: ReadonlySet<TypeNode> = new Set();
