import { err, ok, type Result } from '../base/result.ts';
import { OPERATORS, type ArgumentCondition, type ConditionLiteral } from '../classfile/argumentCondition.ts';
import {
  argumentOf,
  formOf,
  unboxed,
  whyIncomparable,
  type MethodArgument,
} from '../classfile/methodArgument.ts';
import { OP } from '../classfile/opcodes.ts';
import type { OldMethod } from './codeSplice.ts';
import { POOL_FULL, type ConstantPoolAppend } from './constantPoolAppend.ts';
import { localAccess, push, u2 } from './packetInstructions.ts';
import { poolFull, type RewriteRefusal } from './rewriteRefusal.ts';

/** What is asked of a root call before it opens the gate. */
export interface RootRequests {
  /** Internal name of the class that is asked: java/lang/SluiceRequests. */
  readonly requestClass: string;
  /** All must hold, or the call is as if there were no probe. */
  readonly conditions: readonly ArgumentCondition[];
}

/** The answer so far, a value and a literal of two slots each, and a number. */
export const REQUEST_STACK = 6;

/** Of a boolean or char that lies in a box: SluiceRequests.java. */
const KIND_SHIFT = 3;
const KINDS: Readonly<Record<string, number>> = { Z: 1, C: 2 };

/**
 * Pushes what is known of a root call, an int, for the root's entry. No branch is inserted, so no frame either:
 *
 *     iconst_0                                  it is recorded
 *     iload 1; i2l; ldc2_w 100; iconst_4
 *     invokestatic Requests.when(IJJI)I         as it was, or -1: it is left out
 *     ...                                       the next condition
 *
 * The class has the same of two doubles; of an Object and a long, double or String. It keeps none of them.
 */
export class RequestPackets {
  readonly #requests: RootRequests;
  readonly #constants: ConstantPoolAppend;

  constructor(requests: RootRequests, constants: ConstantPoolAppend) {
    this.#requests = requests;
    this.#constants = constants;
  }

  packetOf({ model, method }: OldMethod): Result<readonly number[], RewriteRefusal> {
    const packet: number[] = [OP.iconst_0];
    for (const condition of this.#requests.conditions) {
      const found = argumentOf(method, condition.argument);
      const why =
        found === null ? `it has no argument arg${condition.argument}` : whyNotAsked(condition, found);
      if (found === null || why !== null)
        return err({ kind: 'argumentUnreadable', reason: `condition ${condition.text}: ${why}` });
      const asked = this.#when(condition, found);
      if (asked === null) return err(poolFull(model));
      packet.push(...asked);
    }
    return ok(packet);
  }

  /** Null if the pool is full. */
  #when({ operator, literal }: ArgumentCondition, { type, slot }: MethodArgument): readonly number[] | null {
    const form = formOf(type);
    const isDouble = form !== 'object' && (form === 'double' || literal.kind === 'decimal');
    const primitive = unboxed(type);
    const compared = this.#literal(literal, isDouble, primitive);
    const kind = form === 'object' ? (literal.kind === 'boolean' ? KINDS.Z : (KINDS[primitive] ?? 0)) : 0;
    const number = push(this.#constants, OPERATORS.indexOf(operator) | (kind << KIND_SHIFT));
    const value = form === 'object' ? 'Ljava/lang/Object;' : isDouble ? 'D' : 'J';
    const when = this.#constants.methodref(
      this.#requests.requestClass,
      'when',
      `(I${value}${compared?.type ?? ''}I)I`,
    );
    if (compared === null || number === null || when === POOL_FULL) return null;
    return [
      ...loaded(type, slot, isDouble),
      ...[...compared.packet, ...number, OP.invokestatic, ...u2(when)],
    ];
  }

  /** Pushes it. @param isDouble the argument is compared as one @param primitive type of the argument, unboxed */
  #literal(
    literal: ConditionLiteral,
    isDouble: boolean,
    primitive: string,
  ): { readonly type: string; readonly packet: readonly number[] } | null {
    const { kind, value } = literal;
    if (kind === 'text' && primitive !== 'C') {
      const index = this.#constants.string(value);
      return index === POOL_FULL ? null : { type: 'Ljava/lang/String;', packet: [OP.ldc_w, ...u2(index)] };
    }
    const index =
      kind === 'decimal' || isDouble
        ? this.#constants.double(Number(value))
        : this.#constants.long(kind === 'text' ? BigInt(value.charCodeAt(0)) : BigInt(value));
    const type = kind === 'decimal' || isDouble ? 'D' : 'J';
    return index === POOL_FULL ? null : { type, packet: [OP.ldc2_w, ...u2(index)] };
  }
}

/** An enum's class is not known here: it is compared as a text, whatever it is. */
function whyNotAsked(condition: ArgumentCondition, { type }: MethodArgument): string | null {
  return type.startsWith('[') ? 'it is an array' : whyIncomparable(type, condition);
}

/** The argument as a long, a double or an object. */
function loaded(type: string, slot: number, isDouble: boolean): readonly number[] {
  switch (type) {
    case 'J':
      return [...localAccess(OP.lload, OP.lload_0, slot), ...(isDouble ? [OP.l2d] : [])];
    case 'D':
      return localAccess(OP.dload, OP.dload_0, slot);
    case 'F':
      return [...localAccess(OP.fload, OP.fload_0, slot), OP.f2d];
    default:
      if (formOf(type) === 'object') return localAccess(OP.aload, OP.aload_0, slot);
      return [...localAccess(OP.iload, OP.iload_0, slot), isDouble ? OP.i2d : OP.i2l];
  }
}
