import type { MethodId } from '../base/ids.ts';
import { OP } from '../classfile/opcodes.ts';
import { POOL_FULL, type ConstantPoolAppend } from './constantPoolAppend.ts';

/** What is to be measured: the method's id, and whether it opens the gate. */
export interface ProbeTarget {
  readonly methodId: MethodId;
  readonly root: boolean;
  /** A constructor that asks for its callees before its super() or this() call, too: they run before its entry probe. */
  readonly gated?: boolean;
  /** It calls nobody: its calls are counted, without times. Neither root nor gated. */
  readonly counted?: boolean;
}

/** The bytes of the instruction sequences that are inserted into a method that is timed. */
export interface ProbePackets {
  /** push id; invokestatic entry; astore probe. One stack slot. */
  readonly entry: readonly number[];
  /** aload probe; push id; invokevirtual exit. EXIT_STACK slots. */
  readonly exit: readonly number[];
  /** At the very beginning, push id; invokestatic gate; empty for a method without. One stack slot. */
  readonly gate: readonly number[];
  /** Counts an exit that overflowed the stack, in fields of the probe: calls nothing. OVERFLOW_STACK slots. */
  readonly overflow: readonly number[];
}

export const COUNT_STACK = 1;
export const EXIT_STACK = 2;
export const OVERFLOW_STACK = 3;

/** Stands for the index of gate where a method has none. */
const NO_GATE = -1;

/** Methodref indices of one pair of probes. */
interface ProbePair {
  readonly entry: number;
  readonly exit: number;
}

/** Fieldref indices of two fields of the probe. */
type FieldPair = readonly [number, number];

/**
 * The probe calls of one class. The probe class, a, has
 *
 *     static a entry(int), void exit(int)             what a method holds from its entry to its exit is never null
 *     static a rootEntry(int), void rootExit(int)
 *     static void gate(int), void count(int)
 *     int missedExits, long limit, int depth, Thread recorded
 */
export class ProbeCalls {
  readonly #constants: ConstantPoolAppend;
  /** Internal name. */
  readonly probeClass: string;
  #plain: ProbePair | null = null;
  #root: ProbePair | null = null;
  /** missedExits, limit */
  #counters: FieldPair | null = null;
  /** depth, recorded */
  #rootState: FieldPair | null = null;

  constructor(constants: ConstantPoolAppend, probeClass: string) {
    this.#constants = constants;
    this.probeClass = probeClass;
  }

  /** push id; invokestatic count: all that a counted method gets. COUNT_STACK slots. Null if the constant pool is full. */
  countPacket({ methodId }: ProbeTarget): readonly number[] | null {
    const id = push(this.#constants, methodId);
    const count = this.#constants.methodref(this.probeClass, 'count', '(I)V');
    return id === null || count === POOL_FULL ? null : [...id, OP.invokestatic, ...u2(count)];
  }

  /**
   * The packets for one method that is timed; null if the constant pool is full.
   * @param local the method's local variable that holds its probe
   */
  packets(target: ProbeTarget, local: number): ProbePackets | null {
    const id = push(this.#constants, target.methodId);
    const { entry, exit } = target.root
      ? (this.#root ??= this.#pair('rootEntry', 'rootExit'))
      : (this.#plain ??= this.#pair('entry', 'exit'));
    const overflow = this.#overflow(target.root, local);
    const gate = target.gated ? this.#constants.methodref(this.probeClass, 'gate', '(I)V') : NO_GATE;
    if (id === null || overflow === null || [entry, exit, gate].includes(POOL_FULL)) return null;
    return {
      entry: [...id, OP.invokestatic, ...u2(entry), ...astore(local)],
      exit: [...aload(local), ...id, OP.invokevirtual, ...u2(exit)],
      gate: gate === NO_GATE ? [] : [...id, OP.invokestatic, ...u2(gate)],
      overflow,
    };
  }

  #pair(entry: string, exit: string): ProbePair {
    return {
      entry: this.#constants.methodref(this.probeClass, entry, `(I)L${this.probeClass};`),
      exit: this.#constants.methodref(this.probeClass, exit, '(I)V'),
    };
  }

  /** missedExits++; limit = 0. A root has not been closed either: depth--; recorded = null. */
  #overflow(root: boolean, local: number): number[] | null {
    const [missedExits, limit] = (this.#counters ??= this.#fields('missedExits', 'I', 'limit', 'J'));
    const probe = aload(local);
    const code = [...added(probe, OP.iadd, missedExits), ...probe, OP.lconst_0, OP.putfield, ...u2(limit)];
    if (!root) return limit === POOL_FULL ? null : code;
    const thread = 'Ljava/lang/Thread;';
    const [depth, recorded] = (this.#rootState ??= this.#fields('depth', 'I', 'recorded', thread));
    code.push(...added(probe, OP.isub, depth), ...probe, OP.aconst_null, OP.putfield, ...u2(recorded));
    return recorded === POOL_FULL ? null : code;
  }

  #fields(firstName: string, firstType: string, secondName: string, secondType: string): FieldPair {
    const first = this.#constants.fieldref(this.probeClass, firstName, firstType);
    return [first, this.#constants.fieldref(this.probeClass, secondName, secondType)];
  }
}

/** The shortest instruction that pushes `value`; null if it needs a constant and the pool is full. */
export function push(constants: ConstantPoolAppend, value: number): readonly number[] | null {
  if (value >= -1 && value <= 5) return [OP.iconst_0 + value];
  if (value >= -128 && value <= 127) return [OP.bipush, value & 0xff];
  if (value >= -32768 && value <= 32767) return [OP.sipush, (value >> 8) & 0xff, value & 0xff];
  const index = constants.integer(value);
  if (index === POOL_FULL) return null;
  return index <= 255 ? [OP.ldc, index] : [OP.ldc_w, index >> 8, index & 0xff];
}

/** Adds one to an int field of the probe, or takes one away. */
function added(probe: readonly number[], operator: number, field: number): number[] {
  const index = u2(field);
  return [...probe, OP.dup, OP.getfield, ...index, OP.iconst_1, operator, OP.putfield, ...index];
}

function aload(local: number): readonly number[] {
  return localAccess(OP.aload, OP.aload_0, local);
}

function astore(local: number): readonly number[] {
  return localAccess(OP.astore, OP.astore_0, local);
}

/** The shortest form of a load or store. @param ofFirst the one-byte form for variable 0 */
export function localAccess(opcode: number, ofFirst: number, local: number): readonly number[] {
  if (local <= 3) return [ofFirst + local];
  return local <= 255 ? [opcode, local] : [OP.wide, opcode, ...u2(local)];
}

export function u2(value: number): readonly [number, number] {
  return [value >> 8, value & 0xff];
}
