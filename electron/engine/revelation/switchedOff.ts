import type { SwitchedOffMethods } from '../../../shared/ipc/engineApi.ts';
import { SluiceError } from '../../../shared/base/errors.ts';
import type { ClassNode, MethodNode } from '../../../shared/callgraph/callGraphNodes.ts';
import type { MethodPattern } from '../../../shared/callgraph/methodPattern.ts';
import { javaParameters, methodPatternOf } from '../../../shared/classfile/descriptors.ts';
import type { PlannedMethod } from '../../../shared/instrument/instrumentationPlan.ts';
import { MethodSwitches } from '../../../shared/instrument/methodSwitches.ts';
import type { KnownClasses } from './revelationClasses.ts';

const MAX_NAMED = 100;
const MAX_LISTED = 20;

/** The methods of a call subgraph that the user has switched off while it is recorded. */
export class SwitchedOff {
  readonly #classes: KnownClasses;
  readonly #switches = new MethodSwitches();
  /** With what was planned for them before, if anything was. */
  readonly #methods = new Map<MethodNode, PlannedMethod | null>();

  constructor(classes: KnownClasses) {
    this.#classes = classes;
  }

  /** @throws SluiceError 'usage' if one of the patterns can mean nothing, or nothing but roots; then none is taken */
  addRules(patterns: readonly MethodPattern[], on: boolean): void {
    const classesNamed = this.#classesByName();
    for (const pattern of patterns) this.#check(pattern, on, classesNamed);
    for (const pattern of patterns) this.#switches.add(pattern, on);
  }

  /** Whether the rules switch it off. A root never is: nothing would be recorded. */
  covers(method: MethodNode): boolean {
    const { owner, member } = method;
    if (!this.#switches.isOff(owner.facts.name, member.name, member.descriptor)) return false;
    return !this.#classes.roots.has(method);
  }

  add(method: MethodNode, planned: PlannedMethod | null): void {
    this.#methods.set(method, planned);
  }

  delete(method: MethodNode): void {
    this.#methods.delete(method);
  }

  /** Takes out those that the rules do not cover any more. */
  takeUncovered(): readonly (readonly [MethodNode, PlannedMethod | null])[] {
    const uncovered = [...this.#methods].filter(([method]) => !this.covers(method));
    for (const [method] of uncovered) this.#methods.delete(method);
    return uncovered;
  }

  /** Those that carried probes before. */
  *measuredBefore(): Iterable<MethodNode> {
    for (const [method, planned] of this.#methods) if (planned !== null) yield method;
  }

  summary(): SwitchedOffMethods {
    const names: string[] = [];
    for (const { owner, member } of this.#methods.keys()) {
      if (names.length === MAX_NAMED) break;
      names.push(methodPatternOf(owner.facts.name, member.name, member.descriptor));
    }
    return { count: this.#methods.size, names };
  }

  /** By Class.getName(). */
  #classesByName(): ReadonlyMap<string, readonly ClassNode[]> {
    const named = new Map<string, ClassNode[]>();
    for (const node of this.#classes.hierarchy.classes) {
      const same = named.get(node.facts.name);
      if (same === undefined) named.set(node.facts.name, [node]);
      else same.push(node);
    }
    return named;
  }

  #check(pattern: MethodPattern, on: boolean, classesNamed: ReadonlyMap<string, readonly ClassNode[]>): void {
    const { text, isExclusion, className } = pattern;
    if (isExclusion) {
      throw new SluiceError(
        'usage',
        `Pattern "!${text}": ! has no meaning where methods are switched off and on.`,
        `Switch ${text} ${on ? 'off' : 'on'}.`,
      );
    }
    const classes =
      classesNamed.get(className ?? '') ??
      [...classesNamed.values()].flat().filter((node) => pattern.matchesClass(node.facts.name));
    if (className !== null && classes.length > 0) {
      if (classes.every(({ isLeftOut }) => isLeftOut)) {
        throw new SluiceError(
          'usage',
          `${text}: class ${classes[0].facts.name} is left out of this recording and carries no probes.`,
          'To measure it, record anew without leaving it out.',
        );
      }
      if (classes.every(({ methods }) => methods?.some(matches(pattern)) === false)) {
        throw new SluiceError(
          'usage',
          `${text}: class ${classes[0].facts.name} has no such method with code.`,
          `It has: ${listOf(classes[0].methods ?? [])}.`,
        );
      }
    }
    if (on) return;
    const known = classes.flatMap(({ methods }) => (methods ?? []).filter(matches(pattern)));
    if (known.length === 0 || !known.every((method) => this.#classes.roots.has(method))) return;
    throw new SluiceError(
      'usage',
      `${text}: a root of the recording cannot be switched off: nothing would be recorded without it.`,
      'Switch off what it calls, or stop the recording.',
    );
  }
}

function matches(pattern: MethodPattern): (method: MethodNode) => boolean {
  return ({ owner, member }) => pattern.matchesMethod(owner.facts.name, member.name, member.descriptor);
}

function listOf(methods: readonly MethodNode[]): string {
  const names = methods.map(({ member }) => member.name + javaParameters(member.descriptor));
  const more = names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : '';
  return names.slice(0, MAX_LISTED).join(', ') + more;
}
