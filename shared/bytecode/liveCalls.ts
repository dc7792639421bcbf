import { OP } from '../classfile/opcodes.ts';
import { POOL_FULL, type ConstantPoolAppend } from './constantPoolAppend.ts';
import { localAccess, push, u2 } from './probePackets.ts';

/** Which objects are followed until they are collected. */
export interface LiveTracking {
  /** Internal name of the class that is handed the objects: java/lang/SluiceLive. */
  readonly liveClass: string;
  /** @param made as Java writes it, qualified. 'some': one in so many bytes */
  followed(made: string): 'all' | 'some' | null;
}

/** What is made, as far as its packet depends on it: an object; an array; the arrays of a level, 1 and more, of an array of arrays. */
export type MadeShape =
  { readonly kind: 'object' | 'array' } | { readonly kind: 'below'; readonly level: number };

/** A copy, its length, the probe, the site and a level: no packet takes more. */
export const LIVE_STACK = 5;

/**
 * The calls that hand objects over, of one class. Static methods of SluiceLive, o is an Object and p the probe:
 *
 *     sampled(o, p, int site)    sampled(o, int length, p, int site)    sampledBelow(o, p, int site, int level)
 *     tracked(o, p, int site)                                           trackedBelow(o, p, int site, int level)
 */
export class LiveCalls {
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

  /**
   * Hands over what is on top of the stack, and leaves it there. Null if the pool is full.
   * @param local the probe's variable
   * @param code of the site, as words have it
   */
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
