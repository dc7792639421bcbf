import { ensure } from '../base/assert.ts';
import { err, ok, type Result } from '../base/result.ts';
import {
  OPERATORS,
  type ArgumentCondition,
  type ConditionLiteral,
  type RootSplit,
} from '../classfile/argumentCondition.ts';
import {
  argumentOf,
  formOf,
  unboxed,
  whyIncomparable,
  whyUnreadable,
  type MethodArgument,
} from '../classfile/methodArgument.ts';
import { OP } from '../classfile/opcodes.ts';
import { POOL_FULL, type ConstantPoolAppend } from './constantPoolAppend.ts';
import type { OldMethod } from './oldMethod.ts';
import { localAccess, push, u2 } from './packetInstructions.ts';
import { poolFull, type RewriteRefusal } from './rewriteRefusal.ts';

/** What is asked of a root call before it opens the gate. */
export interface RootRequests {
  /** Internal name of the class that is asked: java/lang/SluiceRequests. */
  readonly requestClass: string;
  /** All must hold, or the call is as if there were no probe. */
  readonly conditions: readonly ArgumentCondition[];
  /** By what root calls are told apart; null: they are not. */
  readonly split: RootSplit | null;
}

/** Whether values of the class, internal name, may be those of an enum, as far as is known: one that is not loaded may. */
export type MayBeEnum = (className: string) => boolean;

/** One thing that is asked. */
interface Asked {
  /** As it is typed. */
  readonly option: string;
  /** null: the name of the thread */
  readonly argument: number | null;
  /** null: it is a split */
  readonly condition: ArgumentCondition | null;
}

/** What a method cannot be asked, as a root, and why. */
export interface UnaskableRoot extends Asked {
  readonly why: string;
}

/** Methods of these are called to read texts and the names of threads: as a root without arguments one would ask itself. */
const READ_CLASSES = ['java/lang/String', 'java/lang/Thread'];

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
 *     aload 2
 *     invokestatic Requests.split(ILjava/lang/Object;)I         -1 as it was, or the number of the call's label
 *
 * The class has `when` of two doubles too, and of an Object and a long, double or String; and split(int, long, int kind),
 * split(int, double), splitByThread(int). It keeps no object.
 */
export class RequestPackets {
  readonly #requests: RootRequests;
  readonly #constants: ConstantPoolAppend;
  readonly #mayBeEnum: MayBeEnum;

  constructor(requests: RootRequests, constants: ConstantPoolAppend, mayBeEnum: MayBeEnum) {
    this.#requests = requests;
    this.#constants = constants;
    this.#mayBeEnum = mayBeEnum;
  }

  packetOf({ model, method }: OldMethod): Result<readonly number[], RewriteRefusal> {
    const unaskable = whyUnaskable(model.name, method, this.#requests, this.#mayBeEnum);
    if (unaskable !== null)
      return err({ kind: 'argumentUnreadable', reason: `${unaskable.option}: ${unaskable.why}` });
    const packet: number[] = [OP.iconst_0];
    for (const condition of this.#requests.conditions) {
      const asked = this.#when(condition, ensure(argumentOf(method, condition.argument), condition.text));
      if (asked === null) return err(poolFull(model));
      packet.push(...asked);
    }
    const { split } = this.#requests;
    if (split === null) return ok(packet);
    const told = this.#split(split === 'thread' ? null : ensure(argumentOf(method, split), `arg${split}`));
    return told === null ? err(poolFull(model)) : ok([...packet, ...told]);
  }

  /** Null if the pool is full. @param argument null: by thread */
  #split(argument: MethodArgument | null): readonly number[] | null {
    const owner = this.#requests.requestClass;
    const call = (name: string, descriptor: string): readonly number[] | null => {
      const index = this.#constants.methodref(owner, name, descriptor);
      return index === POOL_FULL ? null : [OP.invokestatic, ...u2(index)];
    };
    if (argument === null) return call('splitByThread', '(I)I');
    const { type, slot } = argument;
    const form = formOf(type);
    const descriptor = { long: '(IJI)I', double: '(ID)I', object: '(ILjava/lang/Object;)I' }[form];
    const split = call('split', descriptor);
    const kind = form === 'long' ? push(this.#constants, KINDS[type] ?? 0) : [];
    return split === null || kind === null ? null : [...loaded(type, slot, false), ...kind, ...split];
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

function askedOf({ conditions, split }: Pick<RootRequests, 'conditions' | 'split'>): readonly Asked[] {
  const asked: readonly Asked[] = conditions.map((condition) => {
    return { option: `--when ${condition.text}`, argument: condition.argument, condition };
  });
  if (split === null) return asked;
  const isThread = split === 'thread';
  const option = isThread ? '--split thread' : `--split arg${split}`;
  return [...asked, { option, argument: isThread ? null : split, condition: null }];
}

/**
 * Calls of such a root would be missing, or all be of one group, without a word. Null: it can be asked.
 * @param className internal name of the class that has the method
 */
export function whyUnaskable(
  className: string,
  method: Parameters<typeof argumentOf>[0],
  requests: Pick<RootRequests, 'conditions' | 'split'>,
  mayBeEnum: MayBeEnum,
): UnaskableRoot | null {
  for (const asked of askedOf(requests)) {
    const why =
      asked.argument === null
        ? whyNotItsThread(className)
        : whyNotArgument(argumentOf(method, asked.argument), asked, mayBeEnum);
    if (why !== null) return { ...asked, why };
  }
  return null;
}

function whyNotItsThread(className: string): string | null {
  return READ_CLASSES.includes(className) ? 'Sluice itself calls methods of its class for it' : null;
}

function whyNotArgument(
  found: MethodArgument | null,
  { argument, condition }: Asked,
  mayBeEnum: MayBeEnum,
): string | null {
  if (found === null) return `it has no arg${argument}`;
  const why = whyUnreadable(found.type, mayBeEnum);
  return why ?? (condition === null ? null : whyIncomparable(found.type, condition));
}

/** What is asked of a method that can be read only if a class, internal name, is an enum. */
export function askedOfEnums(
  method: Parameters<typeof argumentOf>[0],
  requests: Pick<RootRequests, 'conditions' | 'split'>,
): readonly { readonly option: string; readonly className: string }[] {
  return askedOf(requests).flatMap(({ option, argument }) => {
    const type = argument === null ? undefined : argumentOf(method, argument)?.type;
    if (type?.startsWith('L') !== true || whyUnreadable(type, () => false) === null) return [];
    return [{ option, className: type.slice(1, -1) }];
  });
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
