import { OP } from '../classfile/opcodes.ts';
import { arrayShape } from '../events/madeArrays.ts';
import { POOL_FULL, type ConstantPoolAppend } from './constantPoolAppend.ts';
import { aload, iload, istore, lload, lstore, push, u2 } from './packetInstructions.ts';
import type { SiteNumbers } from './siteNumbers.ts';

/** Probe, length, number of arrays, one factor of it; of loops probe, long counter, length, site, shape. */
export const SITE_STACK = 6;

/** A variable in which a method counts what one of its sites makes in a loop. */
export interface SiteCounter {
  readonly local: number;
  /** Of the arrays; null: they are objects. */
  readonly length: number | 'any' | null;
  /** Of the site, as words have it. */
  readonly code: number;
}

/** Arrays of different lengths have a long, for their elements are added up. What has one size always has an int: compilers ask of that once for many turns. */
export function isLong({ length }: SiteCounter): boolean {
  return length === 'any';
}

/**
 * The calls of allocation sites in one class. The probe class has, for its owner only,
 *
 *     void made(int site), made(int length, int site), made(int length, long arrays, int site)       right behind the instruction
 *     void madeOf(Class type, int place), madeOf(Class type, int length, int place), madeNested(Object array, int place)
 *     static int textBytes(String text)                                                             the same of what a call has made
 *     int madeInLoop(int counter, int site), int madeInLoop(int counter, int length, int site)       the same in a loop
 *     long madeInLoop(long counter, int length, int site, int shape)                                 of arrays of any length
 *     int tellMade(int counter, int site), int tellMade(int counter, int length, int site), long tellMade(long counter, int site)   before an exit
 *
 * Those of loops answer what the counter is from then on. It begins as static int beat.
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

  /** Tells of an array that a call has left on the stack. @param cast its descriptor, where the call says only that it is an object @param length a variable for it */
  madeArray(probe: number, code: number, cast: string | null, length: number): readonly number[] | null {
    const type = cast === null ? null : this.#constants.class(cast);
    const told = this.made(probe, code, 0, length);
    if (type === POOL_FULL || told === null) return null;
    const checked = type === null ? [] : [OP.checkcast, ...u2(type)];
    return [OP.dup, ...checked, OP.arraylength, ...istore(length), ...told];
  }

  /** Tells of a string there, and of the array in it. @param array null: it shares that of another one */
  madeText(probe: number, text: number, array: number | null, length: number): readonly number[] | null {
    const told = this.made(probe, text, null, length);
    if (told === null || array === null) return told;
    const bytes = this.#method('textBytes', '(Ljava/lang/String;)I');
    const arrayTold = this.made(probe, array, 0, length);
    if (arrayTold === null || bytes === POOL_FULL) return null;
    return [...told, OP.dup, OP.invokestatic, ...u2(bytes), ...istore(length), ...arrayTold];
  }

  /** Tells of an object there by its class. @param length of an array: a variable for it; null: it is none */
  madeOf(probe: number, place: number, length: number | null): readonly number[] | null {
    const site = push(this.#constants, place);
    const getClass = this.#constants.methodref('java/lang/Object', 'getClass', '()Ljava/lang/Class;');
    const isArray = length !== null;
    const madeOf = this.#method('madeOf', isArray ? '(Ljava/lang/Class;II)V' : '(Ljava/lang/Class;I)V');
    const getLength = isArray
      ? this.#constants.methodref('java/lang/reflect/Array', 'getLength', '(Ljava/lang/Object;)I')
      : getClass;
    if (site === null || [getClass, madeOf, getLength].includes(POOL_FULL)) return null;
    const measured = isArray ? [OP.dup, OP.invokestatic, ...u2(getLength), ...istore(length)] : [];
    return [
      ...[...measured, OP.dup, OP.invokevirtual, ...u2(getClass), ...aload(probe), OP.swap],
      ...[...(isArray ? iload(length) : []), ...site, OP.invokevirtual, ...u2(madeOf)],
    ];
  }

  /** Tells of arrays of arrays there. */
  madeNested(probe: number, place: number): readonly number[] | null {
    const site = push(this.#constants, place);
    const madeNested = this.#method('madeNested', '(Ljava/lang/Object;I)V');
    if (site === null || madeNested === POOL_FULL) return null;
    return [OP.dup, ...aload(probe), OP.swap, ...site, OP.invokevirtual, ...u2(madeNested)];
  }

  /** Counts what a site has made. @param lengthLocal has the length, where it may be any */
  madeInLoop(probe: number, counter: SiteCounter, lengthLocal: number): readonly number[] | null {
    const { local, code } = counter;
    if (!isLong(counter)) return this.#counted('madeInLoop', probe, counter);
    const site = push(this.#constants, code);
    const shape = push(this.#constants, arrayShape(this.numbers.layout, code));
    const made = this.#method('madeInLoop', '(JIII)J');
    if (site === null || shape === null || made === POOL_FULL) return null;
    return [
      ...[...aload(probe), ...lload(local), ...iload(lengthLocal), ...site, ...shape],
      ...[OP.invokevirtual, ...u2(made), ...lstore(local)],
    ];
  }

  /** Lets a counter begin. */
  begin(counter: SiteCounter): readonly number[] | null {
    const beat = this.#constants.fieldref(this.#probeClass, 'beat', 'I');
    if (beat === POOL_FULL) return null;
    const value = [OP.getstatic, ...u2(beat)];
    return isLong(counter)
      ? [...value, OP.i2l, ...lstore(counter.local)]
      : [...value, ...istore(counter.local)];
  }

  /** Tells what a counter has. */
  told(probe: number, counter: SiteCounter): readonly number[] | null {
    const { local, code } = counter;
    if (!isLong(counter)) return this.#counted('tellMade', probe, counter);
    const site = push(this.#constants, code);
    const tell = this.#method('tellMade', '(JI)J');
    if (site === null || tell === POOL_FULL) return null;
    return [...aload(probe), ...lload(local), ...site, OP.invokevirtual, ...u2(tell), ...lstore(local)];
  }

  /** A call of what takes an int counter and answers it. */
  #counted(name: string, probe: number, { local, length, code }: SiteCounter): readonly number[] | null {
    const lengths = typeof length === 'number' ? push(this.#constants, length) : [];
    const site = push(this.#constants, code);
    const method = this.#method(name, lengths?.length === 0 ? '(II)I' : '(III)I');
    if (lengths === null || site === null || method === POOL_FULL) return null;
    return [
      ...[...aload(probe), ...iload(local), ...lengths, ...site],
      ...[OP.invokevirtual, ...u2(method), ...istore(local)],
    ];
  }

  #method(name: string, type: string): number {
    return this.#constants.methodref(this.#probeClass, name, type);
  }
}
