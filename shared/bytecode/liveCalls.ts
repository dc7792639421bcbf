import { OP } from '../classfile/opcodes.ts';
import { POOL_FULL, type ConstantPoolAppend } from './constantPoolAppend.ts';
import type { LivePackets, LiveTracking, MadeShape } from './livePackets.ts';
import { localAccess, push, u2 } from './packetInstructions.ts';

/**
 * The calls that hand objects over, of one class. Static methods of SluiceLive, o is an Object and p the probe:
 *
 *     sampled(o, p, int site)    sampled(o, int length, p, int site)    sampledBelow(o, p, int site, int level)
 *     tracked(o, p, int site)                                           trackedBelow(o, p, int site, int level)
 */
export class LiveCalls implements LivePackets {
  readonly #constants: ConstantPoolAppend;
  readonly #probe: string;
  readonly #tracking: LiveTracking;

  constructor(constants: ConstantPoolAppend, probeClass: string, tracking: LiveTracking) {
    this.#constants = constants;
    this.#probe = `L${probeClass};`;
    this.#tracking = tracking;
  }

  follows(made: string): boolean {
    return this.#tracking.followed(made) !== null;
  }

  packet(made: string, shape: MadeShape, local: number, code: number): readonly number[] | null {
    const isAll = this.#tracking.followed(made) === 'all';
    const isMeasured = shape.kind === 'array' && !isAll;
    const level = shape.kind === 'below' ? push(this.#constants, shape.level) : [];
    const site = push(this.#constants, code);
    const name = `${isAll ? 'tracked' : 'sampled'}${shape.kind === 'below' ? 'Below' : ''}`;
    const type = `(Ljava/lang/Object;${isMeasured ? 'I' : ''}${this.#probe}I${shape.kind === 'below' ? 'I' : ''})V`;
    const call = this.#constants.methodref(this.#tracking.liveClass, name, type);
    if (site === null || level === null || call === POOL_FULL) return null;
    const length = isMeasured ? [OP.dup, OP.arraylength] : [];
    const probe = localAccess(OP.aload, OP.aload_0, local);
    return [OP.dup, ...length, ...probe, ...site, ...level, OP.invokestatic, ...u2(call)];
  }
}
