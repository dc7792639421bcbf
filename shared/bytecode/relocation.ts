import type { CodeModel } from '../classfile/codeModel.ts';
import { isConditionalBranch } from '../classfile/opcodes.ts';
import { malformedClass } from '../classfile/malformedClass.ts';
import type { BciRange } from './bciRange.ts';
import { isNarrow, MARK, type Branch, type CodeLayout } from './codeLayout.ts';

/** goto and jsr become goto_w and jsr_w: 3 bytes become 5. */
const WIDE_GOTO_GROWTH = 2;
/** if becomes an inverted if over a goto_w: 3 bytes become 3 + 5. */
const WIDE_IF_GROWTH = 5;
const LARGEST_NARROW_JUMP = 32767;

/** A packet that goes before the instruction at `bci`. */
export interface Insertion {
  readonly bci: number;
  readonly packet: readonly number[];
  /** Jumps to the instruction run it as well. */
  readonly isLanding?: boolean;
  /** No landing, but inside of guarded ranges that begin here. */
  readonly isGuarded?: boolean;
}

/** By rising bci; at the same one guarded ones behind the others, landings last. */
export function inOrder(insertions: readonly Insertion[]): readonly Insertion[] {
  const rank = ({ isLanding, isGuarded }: Insertion): number => (isLanding ? 2 : isGuarded ? 1 : 0);
  return [...insertions].sort((a, b) => a.bci - b.bci || rank(a) - rank(b));
}

/**
 * Where everything goes when packets are inserted. An old bci has up to five places in the new code:
 *
 *     rangeEnd(bci) ->  [entry, initialized]  fallen into, never jumped to: it runs once
 *   guardStart(bci) ->  [call]                in the same way
 *       target(bci) ->  [landing]             every way to the instruction runs it
 *        place(bci) ->  [exit packet]         belongs to the return, in the same way
 *                       the instruction
 *
 * For most instructions they are one.
 */
export class Relocation {
  readonly oldCodeLength: number;
  /** Bytes of the relocated code, without the handler that goes behind it. */
  readonly codeLength: number;
  /** Branches that need 32 bits, by bci. */
  readonly widened: ReadonlyMap<number, Branch>;
  readonly #targets: Int32Array;
  /** bci -> bytes of the landing there. */
  readonly #landings = new Map<number, number>();
  readonly #code: CodeModel;
  readonly #exit: readonly number[];

  constructor(
    code: CodeModel,
    layout: CodeLayout,
    /** In order. */
    readonly insertions: readonly Insertion[],
    /** Goes before each return. */
    exit: readonly number[],
  ) {
    this.oldCodeLength = code.codeLength;
    this.#code = code;
    this.#exit = exit;
    for (const { bci, packet, isLanding } of insertions)
      if (isLanding) this.#landings.set(bci, packet.length + this.#landingBytes(bci));
    const widened = new Map<number, Branch>();
    this.widened = widened;
    let targets = this.#place(code, layout);
    // Each turn widens at least one branch, and a widened one stays so: it ends.
    while (targets[code.codeLength] > LARGEST_NARROW_JUMP) {
      const before = widened.size;
      for (const branch of layout.branches) {
        const jump = targets[branch.target] - targets[branch.bci] - this.#landingBytes(branch.bci);
        const fits = jump >= -LARGEST_NARROW_JUMP - 1 && jump <= LARGEST_NARROW_JUMP;
        if (!fits && isNarrow(branch.opcode)) widened.set(branch.bci, branch);
      }
      if (widened.size === before) break;
      targets = this.#place(code, layout);
    }
    this.#targets = targets;
    this.codeLength = targets[code.codeLength];
  }

  /**
   * Where jumps, handlers and frames that meant `bci` find it; the end of the code goes to the end.
   * @throws SluiceError if it is not within the code
   */
  target(bci: number): number {
    const target = this.#targets[bci];
    if (target === undefined) {
      const found = `a table names bci ${bci}`;
      const allowed = `the code has ${this.oldCodeLength} bytes`;
      throw malformedClass(this.#code.what, this.#code.codeStart, found, allowed);
    }
    return target;
  }

  /** Where the instruction itself goes, or the exit packet of a return. */
  place(bci: number): number {
    return this.target(bci) + this.#landingBytes(bci);
  }

  /** Where a range that ended before `bci` ends: an entry packet is outside of it. */
  rangeEnd(bci: number): number {
    return this.target(bci) - this.#bytesBefore(bci, false);
  }

  /** Where a guarded range begins that begins behind the entry packet. */
  guardStart(bci: number): number {
    return this.target(bci) - this.#bytesBefore(bci, true);
  }

  /** Of packets that are fallen into. */
  #bytesBefore(bci: number, onlyGuarded: boolean): number {
    let bytes = 0;
    for (const { bci: at, packet, isLanding, isGuarded } of this.insertions) {
      if (at > bci) break;
      if (at === bci && !isLanding && (isGuarded || !onlyGuarded)) bytes += packet.length;
    }
    return bytes;
  }

  /** Where a source line begins: the first one takes the entry packet too. */
  lineStart(bci: number): number {
    return bci === 0 ? 0 : this.target(bci);
  }

  /** Where a local variable has its value: parameters have it in the entry packet too. */
  variableRange(start: number, endExclusive: number): BciRange {
    return { start: this.lineStart(start), endExclusive: this.target(endExclusive) };
  }

  /** One pass over the bcis. Within an instruction they go where the instruction goes. */
  #place(code: CodeModel, { marks }: CodeLayout): Int32Array {
    const targets = new Int32Array(code.codeLength + 1);
    let shift = 0;
    let target = 0;
    let previousSwitch = -1;
    let next = 0; // index in insertions
    for (let bci = 0; bci < marks.length; bci++) {
      const mark = marks[bci];
      if (mark !== 0 || bci === code.codeLength) {
        if (previousSwitch >= 0) {
          const place = targets[previousSwitch] + this.#landingBytes(previousSwitch);
          shift += paddingAfter(place) - paddingAfter(previousSwitch);
          previousSwitch = -1;
        }
        let landing = 0;
        for (; next < this.insertions.length && bci === this.insertions[next].bci; next++) {
          const { packet, isLanding } = this.insertions[next];
          if (isLanding) landing += packet.length;
          else shift += packet.length;
        }
        target = bci + shift;
        shift += landing;
        if ((mark & MARK.return) !== 0) shift += this.#exit.length;
        else if ((mark & MARK.switch) !== 0) previousSwitch = bci;
        else if (this.widened.size > 0) shift += this.#growth(bci);
      }
      targets[bci] = target;
    }
    return targets;
  }

  #landingBytes(bci: number): number {
    return this.#landings.size === 0 ? 0 : (this.#landings.get(bci) ?? 0);
  }

  #growth(bci: number): number {
    const branch = this.widened.get(bci);
    if (branch === undefined) return 0;
    return isConditionalBranch(branch.opcode) ? WIDE_IF_GROWTH : WIDE_GOTO_GROWTH;
  }
}

/** Padding bytes between a switch's opcode at `bci` and its operands, which begin at a multiple of four. */
export function paddingAfter(bci: number): number {
  return 3 - (bci & 3);
}
