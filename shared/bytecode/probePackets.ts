import type { MethodId } from '../base/ids.ts';
import { OP } from '../classfile/opcodes.ts';
import { POOL_FULL, type ConstantPoolAppend } from './constantPoolAppend.ts';

/** What is to be measured: the method's id, and whether it opens the gate. */
export interface ProbeTarget {
  readonly methodId: MethodId;
  readonly root: boolean;
  /** A constructor that asks for its callees before its super() or this() call, too: they run before its entry probe. */
  readonly gated?: boolean;
}

/** The bytes of the instruction sequences that are inserted: push id; invokestatic. Each needs one stack slot. */
export interface ProbePackets {
  readonly entry: readonly number[];
  readonly exit: readonly number[];
  /** At the very beginning; empty for a method without. */
  readonly gate: readonly number[];
}

/** Methodref indices of one pair of probes. */
interface ProbePair {
  readonly entry: number;
  readonly exit: number;
}

const PROBE_DESCRIPTOR = '(I)V';

/** The probe calls of one class: `static void entry(int)` and `exit(int)`, rootEntry and rootExit, and gate. */
export class ProbeCalls {
  readonly #constants: ConstantPoolAppend;
  readonly #probeClass: string;
  #plain: ProbePair | null = null;
  #root: ProbePair | null = null;
  #gate: number | null = null;

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
    const packet = (method: number): number[] => [...push, OP.invokestatic, method >> 8, method & 0xff];
    if (!target.gated) return { entry: packet(entry), exit: packet(exit), gate: [] };
    const gate = (this.#gate ??= this.#constants.methodref(this.#probeClass, 'gate', PROBE_DESCRIPTOR));
    return gate === POOL_FULL ? null : { entry: packet(entry), exit: packet(exit), gate: packet(gate) };
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
