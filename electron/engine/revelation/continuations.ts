import { NO_CALLS, type InsertedCalls } from '../../../shared/bytecode/insertedCalls.ts';
import type { ClassNode } from '../../../shared/callgraph/callGraphNodes.ts';
import type { ClassHierarchy } from '../../../shared/callgraph/classHierarchy.ts';
import type { ClassModel } from '../../../shared/classfile/classModel.ts';
import type { Probed } from '../../../shared/instrument/instrumentationPlan.ts';
import type { MethodIds } from '../../../shared/instrument/methodIds.ts';
import { suspensions } from '../../../shared/instrument/suspensions.ts';
import { refusalReason, refusalSentence } from '../../../shared/messages/refusalMessages.ts';
import type { CallSource } from './callSource.ts';
import type { WitnessOptions } from './witnesses.ts';

export interface ContinuationOptions extends WitnessOptions {
  readonly ids: MethodIds<Probed>;
}

/**
 * Classes of the program that suspend continuations of their own (jdk.internal.vm.Continuation), each with a witness where it does so.
 * What is suspended within a subgraph stays open, and what its thread calls meanwhile stands below it: such a recording is told, and
 * none in which it did not happen.
 */
export class Continuations implements CallSource {
  readonly #options: ContinuationOptions;
  readonly #hierarchy: ClassHierarchy;
  /** They stand without witnesses. */
  readonly #givenUp = new Set<ClassNode>();

  constructor(options: ContinuationOptions, hierarchy: ClassHierarchy) {
    this.#options = options;
    this.#hierarchy = hierarchy;
  }

  hasCalls(node: ClassNode): boolean {
    return this.#hierarchy.suspending.has(node) && !this.#givenUp.has(node);
  }

  callsOf(node: ClassNode, model: ClassModel): InsertedCalls | null {
    if (!this.hasCalls(node)) return NO_CALLS;
    const { ids, onWitness } = this.#options;
    const id = ids.assign(node.classId, 'continuations', { suspends: node });
    const calls = id === null ? null : suspensions(model, id);
    if (id === null || calls === null || onWitness === undefined) return null;
    if (calls.size > 0) onWitness(id, sentenceOf(node));
    return calls;
  }

  giveUpCalls(node: ClassNode): void {
    this.#givenUp.add(node);
    this.#options.onRefusal(sentenceOf(node));
  }
}

function sentenceOf({ facts }: ClassNode): string {
  const reason = refusalReason('continuation');
  return refusalSentence('continuation', `Class ${facts.name} is measured in part: ${reason}`);
}
