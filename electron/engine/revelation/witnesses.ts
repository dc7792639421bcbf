import type { MethodId } from '../../../shared/base/ids.ts';
import type { InsertedCall, InsertedCalls } from '../../../shared/bytecode/insertedCalls.ts';
import type { ClassNode } from '../../../shared/callgraph/callGraphNodes.ts';
import type { ClassModel } from '../../../shared/classfile/classModel.ts';
import { methodKey, type PlannedMethod } from '../../../shared/instrument/instrumentationPlan.ts';
import { PROBE_CLASS } from '../../../shared/instrument/probeClass.ts';
import { missesCalls } from '../../../shared/messages/refusalMessages.ts';
import type { CallSource } from './callSource.ts';

export interface WitnessOptions {
  readonly onRefusal: (sentence: string) => void;
  /** The method has a witness: what was refused of it is to be told when it is called. Not given: at once. */
  readonly onWitness?: ((methodId: MethodId, sentence: string) => void) | undefined;
}

interface Witness {
  readonly methodId: MethodId;
  readonly root: boolean;
  readonly sentence: string;
}

/**
 * Methods whose probe was refused, each with a call of six bytes at its beginning, `SluiceProbe.witness(id)`, which tells that it is called
 * and records nothing. So a recording lacks calls when such a method was called, and not because it might have been. Where not even
 * that has room, as beside the 8,000 bytes that the JIT compiles, or what was refused has no code, it is told at once.
 */
export class Witnesses implements CallSource {
  readonly #options: WitnessOptions;
  readonly #witnesses = new Map<ClassNode, Map<string, Witness>>();

  constructor(options: WitnessOptions) {
    this.#options = options;
  }

  hasCalls(node: ClassNode): boolean {
    return this.#witnesses.has(node);
  }

  /** Tells that a method has no probe, now or when it is called. @returns whether it is to have a witness */
  add({ method: { owner, member }, methodId, root }: PlannedMethod, sentence: string): boolean {
    const { onWitness, onRefusal } = this.#options;
    if (onWitness === undefined || !missesCalls(sentence)) {
      onRefusal(sentence);
      return false;
    }
    let ofClass = this.#witnesses.get(owner);
    if (ofClass === undefined) this.#witnesses.set(owner, (ofClass = new Map()));
    ofClass.set(methodKey(member.name, member.descriptor), { methodId, root, sentence });
    onWitness(methodId, sentence);
    return true;
  }

  callsOf(node: ClassNode, model: ClassModel): InsertedCalls {
    const ofClass = this.#witnesses.get(node);
    const calls = new Map<number, readonly InsertedCall[]>();
    if (ofClass === undefined) return calls;
    for (const { name, descriptor, index } of model.methods) {
      const witness = ofClass.get(methodKey(name, descriptor));
      if (witness === undefined) continue;
      const callee = {
        owner: PROBE_CLASS,
        name: witness.root ? 'rootWitness' : 'witness',
        descriptor: '(I)V',
      };
      calls.set(index, [{ bci: 0, callee, argument: { kind: 'number', value: witness.methodId } }]);
    }
    return calls;
  }

  giveUpCalls(node: ClassNode, model: ClassModel, refused: ReadonlySet<number>): void {
    const ofClass = this.#witnesses.get(node);
    for (const index of refused) {
      const { name, descriptor } = model.methods[index];
      const key = methodKey(name, descriptor);
      const witness = ofClass?.get(key);
      if (witness === undefined) continue;
      ofClass?.delete(key);
      this.#options.onRefusal(witness.sentence);
    }
    if (ofClass?.size === 0) this.#witnesses.delete(node);
  }

  /** The class stands without them: what they were to tell is told now. */
  forget(node: ClassNode): void {
    for (const { sentence } of this.#witnesses.get(node)?.values() ?? []) this.#options.onRefusal(sentence);
    this.#witnesses.delete(node);
  }
}
