import type { MethodId } from '../base/ids.ts';
import type { InsertedCall, InsertedCalls } from '../bytecode/insertedCalls.ts';
import type { MethodNode } from '../callgraph/callGraphNodes.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import { PROBE_CLASS } from './probeClass.ts';

/** A constructor that tells when it makes the first object of its class, before anybody has it. It has an id among the methods'. */
export interface InstanceGate {
  readonly gateOf: MethodNode;
}

const MAKING = { owner: PROBE_CLASS, name: 'making', descriptor: '(I)V' };

/**
 * A gate at the beginning of each constructor of a class: `SluiceProbe.making(id)`. It stands before super() or this(), where
 * nobody can have the object yet, and constructors of subclasses come to it as well (JVMS §4.10.1.9, invokespecial).
 * @param idOf by descriptor; null: there is none
 * @returns null if a constructor cannot have it
 */
export function instanceGates(
  model: ClassModel,
  idOf: (descriptor: string) => MethodId | null,
): InsertedCalls | null {
  const gates = new Map<number, readonly InsertedCall[]>();
  for (const { name, descriptor, index } of model.methods) {
    if (name !== '<init>') continue;
    const id = idOf(descriptor);
    if (id === null) return null;
    gates.set(index, [{ bci: 0, callee: MAKING, argument: { kind: 'number', value: id } }]);
  }
  return gates.size === 0 ? null : gates;
}
