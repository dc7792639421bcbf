import { AMOUNTS, amountPosition, BYTECODES, highOfAmount } from '../events/amounts.ts';
import { ENDED_KIND_SHIFT, innerBytecodes, outerBytecodes } from '../events/endedFrames.ts';
import {
  CONTROL_WORD,
  COUNTED_BYTECODES,
  EXIT_BIT,
  HIGH_TIME_BITS,
  ID_MASK,
  LOW_TIME_SHIFT,
  timeOfWord,
} from '../events/eventWord.ts';
import type { ObjectLayout } from '../events/objectLayout.ts';
import { MadeCounts } from './madeCounts.ts';
import { markTimed } from './timedContexts.ts';
import { isCountedCall } from './wordKinds.ts';
import type { CctTable } from './cctTable.ts';
import { ContextIndex, resized } from './contextIndex.ts';

/**
 * A calling context tree that still grows: its contexts, and the columns of CctTable with spare room.
 *
 *     node    0  1  2  3 | room
 *     method -1  A  B  C |            contexts (ContextIndex)
 *     parent -1  0  1  1 |
 *     last    1  2  0  0 |            last: the child found last, 0 = none; most calls go where the one before went
 *
 * 29 bytes a node and 5 to 11 for finding it. The columns are replaced when the tree grows: read them anew after
 * reserve(), never keep them across it.
 */
export class GrowingCct {
  readonly contexts = new ContextIndex();
  last = new Int32Array(this.contexts.capacity);
  calls = new Float64Array(this.contexts.capacity);
  selfNs = new Float64Array(this.contexts.capacity);
  counted = new Uint8Array(this.contexts.capacity);
  /** By position in AMOUNTS; null: nothing was told of it. */
  readonly #amounts: (Float64Array | null)[] = AMOUNTS.map(() => null);
  /** null where no objects are counted. */
  made: MadeCounts | null = null;

  /** Contexts, row 0 among them. */
  get count(): number {
    return this.contexts.count;
  }

  get byteLength(): number {
    const { last, calls, selfNs, counted } = this;
    const numbers =
      calls.byteLength +
      selfNs.byteLength +
      this.#amounts.reduce((sum, column) => sum + (column?.byteLength ?? 0), 0) +
      (this.made?.byteLength ?? 0);
    return this.contexts.byteLength + last.byteLength + numbers + counted.length;
  }

  /**
   * Makes room for `nodes` more.
   * @throws RangeError when there is no memory for it; then what only a growing tree needs has been given back: it can be saved in that
   */
  reserve(nodes: number): void {
    try {
      if (this.contexts.reserve(nodes)) this.#resize();
    } catch (thrown) {
      this.contexts.giveUpGrowing();
      this.last = new Int32Array(0);
      throw thrown;
    }
  }

  /** Executed bytecodes; null where they are not counted. */
  get bytecodes(): Float64Array | null {
    return this.#amounts[BYTECODES_POSITION];
  }

  /** From now on bytecodes are counted. */
  countBytecodes(): Float64Array {
    return this.#amountAt(BYTECODES_POSITION);
  }

  #amountAt(position: number): Float64Array {
    return (this.#amounts[position] ??= new Float64Array(this.contexts.capacity));
  }

  /**
   * Takes a control word that moves no clock: a call that is counted, or an amount of the open frame.
   * @param node the open frame @param isPaused amounts are not counted now
   * @returns false: it is another word, or names no method
   */
  takeUntimed(node: number, low: number, high: number, isPaused: boolean): boolean {
    switch (low & (EXIT_BIT | ID_MASK)) {
      case CONTROL_WORD.counted:
        return this.#countCall(node, low, high, isPaused);
      case CONTROL_WORD.amount: {
        const position = amountPosition(high);
        if (position >= AMOUNTS.length) return false;
        if (!isPaused) this.#amountAt(position)[node] += timeOfWord(low, highOfAmount(high));
        return true;
      }
      default:
        return false;
    }
  }

  /** One or two frames have ended, and tell their bytecodes (endedFrames.ts). @returns the frame that is open then */
  endCounted(node: number, low: number, high: number, isPaused: boolean): number {
    const { parent } = this.contexts;
    const bytecodes = this.bytecodes ?? this.countBytecodes();
    if (node === 0) return 0;
    if (!isPaused) bytecodes[node] += innerBytecodes(low, high);
    const outer = parent[node];
    if (high >>> ENDED_KIND_SHIFT === 1 || outer === 0) return outer;
    if (!isPaused) bytecodes[outer] += outerBytecodes(high);
    return parent[outer];
  }

  #countCall(node: number, low: number, high: number, isPaused: boolean): boolean {
    const call = (high << HIGH_TIME_BITS) | (low >>> LOW_TIME_SHIFT);
    const method = call & ID_MASK;
    if (!isCountedCall(method, high)) return false;
    let callee = this.last[node];
    if (this.contexts.method[callee] !== method) {
      callee = this.contexts.childOf(node, method);
      this.last[node] = callee;
      this.counted[callee] = 1;
    }
    this.calls[callee]++;
    if (call !== method && !isPaused) this.countBytecodes()[callee] += call >>> COUNTED_BYTECODES;
    return true;
  }

  /** Opens the frames that are open in another tree, with 0 calls. @param node the innermost there @returns the innermost here */
  reopen(other: ContextIndex, node: number): number {
    const methods: number[] = [];
    for (let open = node; open > 0; open = other.parent[open]) methods.push(other.method[open]);
    this.reserve(methods.length);
    return methods.reduceRight((open, method) => this.contexts.childOf(open, method), 0);
  }

  /** From now on objects are counted. */
  countMade(layout: ObjectLayout): MadeCounts {
    return (this.made ??= new MadeCounts(layout, this.contexts.capacity));
  }

  /** Gives back all spare memory: for trees that will hardly grow again. */
  compact(): void {
    if (this.contexts.compact()) this.#resize();
  }

  /** The tree so far. Row 0 is the thread: what passed outside the roots is charged to nobody. */
  toTable(): CctTable {
    const { count, method, parent } = this.contexts;
    const selfNs = this.selfNs.slice(0, count);
    selfNs[0] = 0;
    markTimed(this.counted, this.selfNs, count);
    return {
      length: count,
      // No copies: what these hold of a node never changes.
      method: method.subarray(0, count),
      parent: parent.subarray(0, count),
      calls: this.calls.slice(0, count),
      selfNs,
      counted: this.counted.slice(0, count),
      ...this.#moreOf((column) => column.slice(0, count)),
      ...madeOf(this.made),
    };
  }

  /** The same without a copy: its numbers are those of now until more is added. What row 0 has is nobody's. */
  window(): CctTable {
    const { count, method, parent } = this.contexts;
    markTimed(this.counted, this.selfNs, count);
    return {
      length: count,
      method: method.subarray(0, count),
      parent: parent.subarray(0, count),
      calls: this.calls.subarray(0, count),
      selfNs: this.selfNs.subarray(0, count),
      counted: this.counted.subarray(0, count),
      ...this.#moreOf((column) => column.subarray(0, count)),
      ...madeOf(this.made),
    };
  }

  #resize(): void {
    const { count, capacity } = this.contexts;
    this.last = resized(this.last, count, new Int32Array(capacity));
    this.calls = resized(this.calls, count, new Float64Array(capacity));
    this.selfNs = resized(this.selfNs, count, new Float64Array(capacity));
    this.counted = resized(this.counted, count, new Uint8Array(capacity));
    this.made?.resize(count, capacity);
    this.#amounts.forEach((column, position) => {
      if (column !== null) this.#amounts[position] = resized(column, count, new Float64Array(capacity));
    });
  }

  /** Row 0 has no amounts: no frame is open there. */
  #moreOf(kept: (column: Float64Array) => Float64Array): Pick<CctTable, 'more'> {
    const more = new Map<string, Float64Array>();
    this.#amounts.forEach((column, position) => {
      if (column !== null) more.set(AMOUNTS[position], kept(column));
    });
    return more.size === 0 ? {} : { more };
  }
}

const BYTECODES_POSITION = AMOUNTS.indexOf(BYTECODES);

function madeOf(made: MadeCounts | null): Pick<CctTable, 'made'> {
  return made === null ? {} : { made: made.toTable() };
}
