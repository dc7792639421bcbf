import { OP } from '../classfile/opcodes.ts';
import { arrayShape } from '../events/madeArrays.ts';
import { POOL_FULL, type ConstantPoolAppend } from './constantPoolAppend.ts';
import { aload, iload, istore, lload, lstore, push, u2 } from './packetInstructions.ts';
import type { SiteNumbers } from './siteNumbers.ts';

/** A variable in which a method counts what one of its sites makes in a loop: an int of objects, a long of arrays. */
export interface SiteCounter {
  readonly local: number;
  readonly isArray: boolean;
  /** Of the site, as words have it. */
  readonly code: number;
}

/**
 * The calls of allocation sites in one class. The probe class has, for its owner only,
 *
 *     void made(int site), made(int length, int site), made(int length, long arrays, int site)       right behind the instruction
 *     int madeInLoop(int counter, int site), long madeInLoop(long counter, int length, int site, int shape)     the same in a loop
 *     int tellMade(int counter, int site), long tellMade(long counter, int site)                     before an exit
 *
 * The last four answer what the counter is from then on. It begins as static int beat.
 */
export class SitePackets {
  readonly numbers: SiteNumbers;
  readonly #constants: ConstantPoolAppend;
  readonly #probeClass: string;

  constructor(numbers: SiteNumbers, constants: ConstantPoolAppend, probeClass: string) {
    this.numbers = numbers;
    this.#constants = constants;
    this.#probeClass = probeClass;
  }

  /**
   * Tells what a site has made. Null if the pool is full.
   * @param probe its variable
   * @param level of an array of arrays, 0 the outermost; null: no array
   * @param lengths the first of the variables that have the lengths of all levels
   */
  made(probe: number, code: number, level: number | null, lengths: number): readonly number[] | null {
    const site = push(this.#constants, code);
    const type = level === null ? '(I)V' : level === 0 ? '(II)V' : '(IJI)V';
    const made = this.#method('made', type);
    if (site === null || made === POOL_FULL) return null;
    const packet = [...aload(probe)];
    if (level !== null) packet.push(...iload(lengths + level));
    if (level !== null && level > 0) packet.push(...iload(lengths), OP.i2l);
    for (let above = 1; above < (level ?? 0); above++)
      packet.push(...iload(lengths + above), OP.i2l, OP.lmul);
    packet.push(...site, OP.invokevirtual, ...u2(made));
    return packet;
  }

  /** Counts what a site has made. @param length the variable that has it */
  madeInLoop(probe: number, { local, isArray, code }: SiteCounter, length: number): readonly number[] | null {
    const site = push(this.#constants, code);
    const made = this.#method('madeInLoop', isArray ? '(JIII)J' : '(II)I');
    if (site === null || made === POOL_FULL) return null;
    const call = [OP.invokevirtual, ...u2(made)];
    if (!isArray) return [...aload(probe), ...iload(local), ...site, ...call, ...istore(local)];
    const shape = push(this.#constants, arrayShape(this.numbers.layout, code));
    if (shape === null) return null;
    return [
      ...[...aload(probe), ...lload(local), ...iload(length), ...site, ...shape],
      ...[...call, ...lstore(local)],
    ];
  }

  /** Lets a counter begin. */
  begin({ local, isArray }: SiteCounter): readonly number[] | null {
    const beat = this.#constants.fieldref(this.#probeClass, 'beat', 'I');
    if (beat === POOL_FULL) return null;
    const value = [OP.getstatic, ...u2(beat)];
    return isArray ? [...value, OP.i2l, ...lstore(local)] : [...value, ...istore(local)];
  }

  /** Tells what a counter has. */
  told(probe: number, { local, isArray, code }: SiteCounter): readonly number[] | null {
    const site = push(this.#constants, code);
    const tell = this.#method('tellMade', isArray ? '(JI)J' : '(II)I');
    if (site === null || tell === POOL_FULL) return null;
    const load = isArray ? lload(local) : iload(local);
    const store = isArray ? lstore(local) : istore(local);
    return [...aload(probe), ...load, ...site, OP.invokevirtual, ...u2(tell), ...store];
  }

  #method(name: string, type: string): number {
    return this.#constants.methodref(this.#probeClass, name, type);
  }
}
