import { messageOf } from '../../../shared/base/errors.ts';
import type { ClassId } from '../../../shared/base/ids.ts';
import type { ClassNode } from '../../../shared/callgraph/callGraphNodes.ts';
import type { ClassHierarchy } from '../../../shared/callgraph/classHierarchy.ts';
import { trivialityOf } from '../../../shared/callgraph/trivialMethod.ts';
import type { ClassModel } from '../../../shared/classfile/classModel.ts';
import type { CountingPolicy } from '../../../shared/instrument/countingPolicy.ts';
import { disarmedBytes, readDisarmed } from '../../../shared/bytecode/disarmProbes.ts';
import { allCalls, type InsertedCalls } from '../../../shared/bytecode/insertedCalls.ts';
import { instrumentClass } from '../../../shared/instrument/instrumentClass.ts';
import {
  methodKey,
  type InstrumentationPlan,
  type PlannedMethod,
} from '../../../shared/instrument/instrumentationPlan.ts';
import { AskedTypes, type AskedOptions } from './askedOfRoots.ts';
import type { CallSource } from './callSource.ts';
import { Continuations, type ContinuationOptions } from './continuations.ts';
import type { MadeClasses, MadeClassesOptions } from './madeClasses.ts';
import type { SubgraphPlanner } from './subgraphPlanner.ts';
import { Witnesses } from './witnesses.ts';

export interface RewriterOptions extends MadeClassesOptions, AskedOptions, ContinuationOptions {
  readonly counting: CountingPolicy;
}

/** What says which probes, gates and hooks a class has. */
interface RewriterParts {
  readonly hierarchy: ClassHierarchy;
  readonly plan: InstrumentationPlan;
  readonly planner: SubgraphPlanner;
  /** Gates and hooks. */
  readonly sources: readonly CallSource[];
  readonly made: MadeClasses;
  /** The class cannot be rewritten. */
  readonly refuse: (classId: ClassId, message: string) => void;
}

const NOT_PLANNED: ReadonlyMap<string, PlannedMethod> = new Map();

/** Classes of a call subgraph, each with the probes, gates and hooks that it has by now. */
export class ClassRewriter {
  readonly #options: RewriterOptions;
  readonly #parts: RewriterParts;
  readonly #askedTypes: AskedTypes;
  readonly #witnesses: Witnesses;
  readonly #continuations: Continuations;
  readonly #sources: readonly CallSource[];
  /** A class is rewritten more than once. */
  readonly #toldInPart = new Set<string>();

  constructor(options: RewriterOptions, parts: RewriterParts) {
    this.#options = options;
    this.#parts = parts;
    this.#askedTypes = new AskedTypes(options, parts.hierarchy);
    this.#witnesses = new Witnesses(options);
    this.#continuations = new Continuations(options, parts.hierarchy);
    this.#sources = [...parts.sources, this.#continuations, this.#witnesses];
  }

  /** The code of a class that is not measured, as it was before probes. @returns null: it has none */
  static asItWas(bytes: Uint8Array): Uint8Array | null {
    return disarmedBytes(bytes);
  }

  /** @param bytes of the class as the JVM has it now. @returns null: it is to stay as it is */
  rewrite(node: ClassNode, bytes: Uint8Array): Uint8Array | null {
    const { classId } = node;
    const { plan, refuse } = this.#parts;
    const hasCalls = this.#sources.some((source) => source.hasCalls(node));
    try {
      const model = readDisarmed(bytes);
      const own = model.bytes === bytes ? null : model.bytes;
      if (plan.methodsOf(classId) === undefined && !hasCalls) return own;
      return this.instrument(node, model) ?? own;
    } catch (thrown) {
      refuse(classId, messageOf(thrown));
      return null;
    }
  }

  /** The class stands without them, and that is told. */
  forgetWitnesses(node: ClassNode): void {
    this.#witnesses.forget(node);
    if (this.#continuations.hasCalls(node)) this.#continuations.giveUpCalls(node);
  }

  /** All that the class is to have, in one pass. @returns null: it has nothing */
  instrument(node: ClassNode, model: ClassModel): Uint8Array | null {
    const { plan, planner, made } = this.#parts;
    const mayBeEnum = this.#askedTypes.mayBeEnumFor(node);
    this.#timeWhatIsNotTrivial(node.classId, model);
    for (;;) {
      const sources = this.#callsOf(node, model);
      const calls = allCalls([...sources.values()]);
      const planned = plan.methodsOf(node.classId) ?? NOT_PLANNED;
      if (planned.size === 0 && calls.size === 0) return null;
      const beside = { ...this.#options.probes, calls, mayBeEnum };
      const { bytes, refused, inPart, withoutCalls } = instrumentClass(model, planned, beside);
      if (withoutCalls.size > 0) {
        for (const [source, ofSource] of sources)
          if ([...ofSource.keys()].some((index) => withoutCalls.has(index)))
            source.giveUpCalls(node, model, withoutCalls);
        continue; // ends: there are fewer calls, and perhaps more methods that are planned
      }
      made.learn(planned.values());
      let hasMore = false;
      for (const { target, text } of refused) {
        planner.giveUp(target);
        if (this.#witnesses.add(target, text)) hasMore = true;
      }
      if (hasMore) continue; // ends: there are fewer methods that are planned
      for (const text of inPart) {
        if (this.#toldInPart.has(text)) continue;
        this.#toldInPart.add(text);
        this.#options.onRefusal(text);
      }
      this.#askedTypes.rewritten(node, model, plan.methodsOf(node.classId) ?? NOT_PLANNED);
      return bytes;
    }
  }

  /** Who cannot have its calls gives them up. */
  #callsOf(node: ClassNode, model: ClassModel): ReadonlyMap<CallSource, InsertedCalls> {
    const found = new Map<CallSource, InsertedCalls>();
    for (const source of this.#sources) {
      const calls = source.callsOf(node, model);
      if (calls === null) source.giveUpCalls(node, model, new Set());
      else found.set(source, calls);
    }
    return found;
  }

  /** Another agent may have changed the code since it was analysed: what calls others now must not be counted only. */
  #timeWhatIsNotTrivial(classId: ClassId, model: ClassModel): void {
    const { plan, planner } = this.#parts;
    const counted = [...(plan.methodsOf(classId)?.values() ?? [])].filter((planned) => planned.counted);
    if (counted.length === 0) return;
    const codes = new Map(model.methods.map((method) => [methodKey(method.name, method.descriptor), method]));
    for (const planned of counted) {
      const { name, descriptor } = planned.method.member;
      const code = codes.get(methodKey(name, descriptor));
      if (code === undefined || this.#options.counting.isCounted(trivialityOf(model, code))) continue;
      plan.drop(planned);
      planner.planMethods([planned.method], false);
    }
  }
}
