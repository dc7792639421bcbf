import { OP } from '../classfile/opcodes.ts';

/** Most copies of the object that are followed on the stack, or in the locals: no compiler makes more than a few. */
const MOST_COPIES = 64;

/**
 * dup .. swap: what the top slots are afterwards, as positions among those taken, lowest first. dup_x1 turns a b into
 * b a b: [1, 0, 1].
 */
const SHUFFLES: readonly (readonly [number, readonly number[]])[] = [
  [1, [0, 0]], // dup
  [2, [1, 0, 1]], // dup_x1
  [3, [2, 0, 1, 2]], // dup_x2
  [2, [0, 1, 0, 1]], // dup2
  [3, [1, 2, 0, 1, 2]], // dup2_x1
  [4, [2, 3, 0, 1, 2, 3]], // dup2_x2
  [2, [1, 0]], // swap
];

/**
 * The depth of the operand stack, and which of its slots and of the local variables hold the object under construction.
 * Immutable. What a step returns is null if the stack is too small or too large for it, or holds too many copies.
 */
export class ThisPlaces {
  /** At the start of a constructor: the object is local variable 0. */
  static readonly atStart = new ThisPlaces(0, [], [0]);

  readonly depth: number;
  /** Slots from the bottom, rising. */
  readonly #stack: readonly number[];
  readonly #locals: readonly number[];

  private constructor(depth: number, stack: readonly number[], locals: readonly number[]) {
    this.depth = depth;
    this.#stack = stack;
    this.#locals = locals;
  }

  isOnStack(slot: number): boolean {
    return this.#stack.includes(slot);
  }

  isInLocal(local: number): boolean {
    return this.#locals.includes(local);
  }

  /** At an exception handler: only the exception is on the stack. */
  inHandler(): ThisPlaces {
    return new ThisPlaces(1, [], this.#locals);
  }

  /** Takes and puts slots, none of which holds the object afterwards. */
  replace(pops: number, pushes: number, maxStack: number): ThisPlaces | null {
    const left = this.depth - pops;
    if (left < 0 || left + pushes > maxStack) return null;
    const stack = this.#stack.filter((slot) => slot < left);
    return new ThisPlaces(left + pushes, stack, this.#locals);
  }

  load(local: number, maxStack: number): ThisPlaces | null {
    if (this.depth >= maxStack) return null;
    const stack = this.#locals.includes(local) ? [...this.#stack, this.depth] : this.#stack;
    return this.#checked(this.depth + 1, stack, this.#locals);
  }

  store(local: number, slots: number, isReference: boolean): ThisPlaces | null {
    const left = this.depth - slots;
    if (left < 0) return null;
    const locals = this.#locals.filter((other) => other < local || other >= local + slots);
    if (isReference && this.isOnStack(left)) locals.push(local);
    const stack = this.#stack.filter((slot) => slot < left);
    return this.#checked(left, stack, locals);
  }

  /** @param opcode dup .. swap */
  shuffle(opcode: number, maxStack: number): ThisPlaces | null {
    const [taken, put] = SHUFFLES[opcode - OP.dup];
    const left = this.depth - taken;
    if (left < 0 || left + put.length > maxStack) return null;
    const stack = this.#stack.filter((slot) => slot < left);
    put.forEach((from, to) => {
      if (this.isOnStack(left + from)) stack.push(left + to);
    });
    return this.#checked(left + put.length, stack, this.#locals);
  }

  /** What holds on both ways to an instruction; this very object if the other adds no doubt. Null: depths differ. */
  merge(other: ThisPlaces): ThisPlaces | null {
    if (other.depth !== this.depth) return null;
    const stack = this.#stack.filter((slot) => other.#stack.includes(slot));
    const locals = this.#locals.filter((local) => other.#locals.includes(local));
    const isSame = stack.length === this.#stack.length && locals.length === this.#locals.length;
    return isSame ? this : new ThisPlaces(this.depth, stack, locals);
  }

  #checked(depth: number, stack: readonly number[], locals: readonly number[]): ThisPlaces | null {
    if (stack.length > MOST_COPIES || locals.length > MOST_COPIES) return null;
    return new ThisPlaces(depth, stack, locals);
  }
}
