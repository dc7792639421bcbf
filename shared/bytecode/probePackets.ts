import type { MethodId } from '../base/ids.ts';
import { OP } from '../classfile/opcodes.ts';
import { POOL_FULL, type ConstantPoolAppend } from './constantPoolAppend.ts';

/** What is to be measured: the method's id, and whether it opens the gate. */
export interface ProbeTarget {
  readonly methodId: MethodId;
  readonly root: boolean;
}

/** The bytes of the two instruction sequences that are inserted: push id; invokestatic. Each needs one stack slot. */
export interface ProbePackets {
  readonly entry: readonly number[];
  readonly exit: readonly number[];
}

/** Methodref indices of one pair of probes. */
interface ProbePair {
  readonly entry: number;
  readonly exit: number;
}

const PROBE_DESCRIPTOR = '(I)V';

/** The probe calls of one class: `static void entry(int)` and `exit(int)`, and rootEntry and rootExit. */
export class ProbeCalls {
  readonly #constants: ConstantPoolAppend;
  readonly #probeClass: string;
  #plain: ProbePair | null = null;
  #root: ProbePair | null = null;

  /** @param probeClass internal name */
  constructor(constants: ConstantPoolAppend, probeClass: string) {
    this.#constants = constants;
    this.#probeClass = probeClass;
  }

  /** The packets for one method; null if the constant pool is full. */
  packets(target: ProbeTarget): ProbePackets | null {
    const push = this.#push(target.methodId);
    const { entry, exit } = target.root
      ? (this.#root ??= this.#pair('rootEntry', 'rootExit'))
      : (this.#plain ??= this.#pair('entry', 'exit'));
    if (push === null || entry === POOL_FULL || exit === POOL_FULL) return null;
    return {
      entry: [...push, OP.invokestatic, entry >> 8, entry & 0xff],
      exit: [...push, OP.invokestatic, exit >> 8, exit & 0xff],
    };
  }

  #pair(entry: string, exit: string): ProbePair {
    return {
      entry: this.#constants.methodref(this.#probeClass, entry, PROBE_DESCRIPTOR),
      exit: this.#constants.methodref(this.#probeClass, exit, PROBE_DESCRIPTOR),
    };
  }

  /** The shortest instruction that pushes `value`; null if it needs a constant and the pool is full. */
  #push(value: number): readonly number[] | null {
    if (value >= -1 && value <= 5) return [OP.iconst_0 + value];
    if (value >= -128 && value <= 127) return [OP.bipush, value & 0xff];
    if (value >= -32768 && value <= 32767) return [OP.sipush, (value >> 8) & 0xff, value & 0xff];
    const index = this.#constants.integer(value);
    if (index === POOL_FULL) return null;
    return index <= 255 ? [OP.ldc, index] : [OP.ldc_w, index >> 8, index & 0xff];
  }
}
