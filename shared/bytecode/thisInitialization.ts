import { err, ok, type Result } from '../base/result.ts';
import type { CodeModel } from '../classfile/codeModel.ts';
import type { ConstantPool } from '../classfile/constantPool.ts';
import { argumentSlots } from '../classfile/descriptors.ts';
import { readExceptionTable, type ExceptionHandler } from '../classfile/exceptionTable.ts';
import type { InstructionCursor } from '../classfile/instructionCursor.ts';
import { endsFlow, OP, OPCODE_NAMES } from '../classfile/opcodes.ts';
import type { BciRange } from './bciRange.ts';
import { MARK, type CodeLayout } from './codeLayout.ts';
import { loadedReference, stackEffect, storedLocal } from './stackEffect.ts';
import { ThisPlaces } from './thisPlaces.ts';

/** A call of super(...) or this(...). */
export interface InitializingCall {
  readonly bci: number;
  /** bci right behind it. */
  readonly next: number;
  /** Internal name of the class whose constructor is called. */
  readonly owner: string;
  readonly descriptor: string;
}

export interface ThisInitialization {
  /** By rising bci. */
  readonly calls: readonly InitializingCall[];
  /** Where the object is initialised, rising. */
  readonly initialized: readonly BciRange[];
  /**
   * Where it is not and is in local variable 0, rising, without the calls themselves; only ranges in which something can be
   * thrown.
   */
  readonly uninitialized: readonly BciRange[];
}

export interface Unclear {
  readonly bci: number;
  readonly reason: string;
}

/**
 * Where a constructor's object becomes initialised: behind the `invokespecial <init>` that is called on the object
 * itself. Before it a handler has to name the uninitialised object, behind it must not, and no handler verifies over the
 * call itself: the frame of its exceptions has the object initialised and the flag that says it is not (JVMS §4.10.1.9).
 *
 * The first `invokespecial <init>` may be another one, and there may be several ways to it (`super(a ? b : c)`). So the
 * code before it is walked along all its ways, with the places on the stack and in the locals that hold the object:
 *
 *     aload_0                       this
 *     new S                         this, other
 *     dup                           this, other, other
 *     invokespecial S.<init>()      on other: nothing happens
 *     invokespecial T.<init>(S)     on this: from here on the object is initialised
 *
 * From there on only reachability counts. Whatever cannot be told for certain is an error value.
 */
export function findThisInitialization(
  pool: ConstantPool,
  code: CodeModel,
  layout: CodeLayout,
): Result<ThisInitialization, Unclear> {
  const walk = new Walk(pool, code, layout);
  const unclear = walk.run();
  return unclear === null ? ok(walk.found()) : err(unclear);
}

/** The walk looks at every handler for every instruction: more than this is no constructor but an attack. */
const MOST_HANDLER_CHECKS = 10_000_000;

const UNSEEN = 0;
const UNINITIALIZED = 1;
const INITIALIZED = 2;

class Walk {
  readonly #pool: ConstantPool;
  readonly #code: CodeModel;
  readonly #layout: CodeLayout;
  readonly #handlers: readonly ExceptionHandler[];
  /** bci -> UNSEEN, UNINITIALIZED or INITIALIZED before the instruction. */
  readonly #states: Uint8Array;
  /** bci -> the places that hold the object before the instruction, where it is uninitialised. */
  readonly #places = new Map<number, ThisPlaces>();
  /** By bci. */
  readonly #calls = new Map<number, InitializingCall>();
  readonly #pending: number[] = [];
  #unclear: Unclear | null = null;

  constructor(pool: ConstantPool, code: CodeModel, layout: CodeLayout) {
    this.#pool = pool;
    this.#code = code;
    this.#layout = layout;
    this.#handlers = readExceptionTable(code);
    this.#states = new Uint8Array(code.codeLength);
  }

  run(): Unclear | null {
    if (this.#handlers.length * this.#code.codeLength > MOST_HANDLER_CHECKS) {
      return { bci: 0, reason: `it has ${this.#handlers.length} exception handlers` };
    }
    const at = this.#code.instructions();
    this.#reachUninitialized(0, 0, ThisPlaces.atStart);
    for (let bci = this.#pending.pop(); bci !== undefined; bci = this.#pending.pop()) {
      at.seek(bci);
      at.next();
      if (this.#states[bci] === INITIALIZED) this.#passInitialized(at);
      else this.#passUninitialized(at, this.#places.get(bci) ?? ThisPlaces.atStart);
      if (this.#unclear !== null) return this.#unclear;
    }
    if (this.#calls.size === 0) this.#refuse(0, 'it never does');
    return this.#unclear;
  }

  found(): ThisInitialization {
    const initialized: BciRange[] = [];
    const uninitialized: BciRange[] = [];
    let start = 0;
    let kind = UNSEEN;
    let throws = false;
    const end = (endExclusive: number): void => {
      if (kind === INITIALIZED) initialized.push({ start, endExclusive });
      if (kind === UNINITIALIZED && throws) uninitialized.push({ start, endExclusive });
    };
    for (const at = this.#code.instructions(); at.next();) {
      const here = this.#guardKind(at.offset);
      if (here !== kind) {
        end(at.offset);
        start = at.offset;
        kind = here;
        throws = false;
      }
      throws ||= mayThrow(at.opcode);
    }
    end(this.#code.codeLength);
    return { calls: [...this.#calls.values()].sort((a, b) => a.bci - b.bci), initialized, uninitialized };
  }

  /** The state at an instruction, UNSEEN where no handler may guard it. */
  #guardKind(bci: number): number {
    const state = this.#states[bci];
    if (state !== UNINITIALIZED) return state;
    const isGuardable = !this.#calls.has(bci) && this.#places.get(bci)?.isInLocal(0) === true;
    return isGuardable ? UNINITIALIZED : UNSEEN;
  }

  #passInitialized(at: InstructionCursor): void {
    this.#eachSuccessor(at, (bci) => this.#reachInitialized(at.offset, bci));
    this.#eachHandler(at.offset, (bci) => this.#reachInitialized(at.offset, bci));
  }

  #passUninitialized(at: InstructionCursor, places: ThisPlaces): void {
    const { offset } = at;
    this.#eachHandler(offset, (bci) => this.#reachUninitialized(offset, bci, places.inHandler()));
    if (at.opcode === OP.jsr || at.opcode === OP.jsr_w || at.opcode === OP.ret) {
      this.#refuse(offset, `there is a ${OPCODE_NAMES[at.opcode]} before it`);
      return;
    }
    if (at.opcode === OP.invokespecial) {
      const { owner, name, descriptor } = this.#pool.memberRef(at.constantIndex);
      const receiver = places.depth - argumentSlots(descriptor) - 1;
      if (name === '<init>' && places.isOnStack(receiver)) {
        const next = offset + at.length;
        this.#calls.set(offset, { bci: offset, next, owner, descriptor });
        this.#reachInitialized(offset, next);
        return;
      }
    }
    const after = this.#step(at, places);
    if (after === null) {
      this.#refuse(offset, `the stack cannot be followed through ${OPCODE_NAMES[at.opcode]}`);
      return;
    }
    this.#eachSuccessor(at, (bci) => this.#reachUninitialized(offset, bci, after));
  }

  /** The places after an instruction; null if the stack is too small or too large for it. */
  #step(at: InstructionCursor, before: ThisPlaces): ThisPlaces | null {
    const { opcode } = at;
    const loaded = loadedReference(at);
    if (loaded >= 0) return before.load(loaded, this.#code.maxStack);
    const stored = storedLocal(at);
    if (stored !== null) return before.store(stored.local, stored.slots, stored.isReference);
    if (opcode >= OP.dup && opcode <= OP.swap) return before.shuffle(opcode, this.#code.maxStack);
    const { pops, pushes } = stackEffect(this.#pool, at);
    return before.replace(pops, pushes, this.#code.maxStack);
  }

  #reachUninitialized(from: number, bci: number, places: ThisPlaces): void {
    if (!this.#canReach(from, bci, UNINITIALIZED)) return;
    const known = this.#places.get(bci);
    const merged = known === undefined ? places : known.merge(places);
    if (merged === null) {
      this.#refuse(bci, 'ways with different stacks meet');
    } else if (merged !== known) {
      this.#places.set(bci, merged);
      this.#pending.push(bci);
    }
  }

  #reachInitialized(from: number, bci: number): void {
    if (this.#states[bci] === INITIALIZED) return;
    if (this.#canReach(from, bci, INITIALIZED)) this.#pending.push(bci);
  }

  /** Marks `bci` as reached in that state. @returns false if that cannot be */
  #canReach(from: number, bci: number, state: number): boolean {
    if (!(this.#layout.marks[bci] >= MARK.instruction)) {
      this.#refuse(from, 'the code goes on where no instruction begins');
      return false;
    }
    if (this.#states[bci] !== UNSEEN && this.#states[bci] !== state) {
      this.#refuse(bci, 'ways before it and behind it meet');
      return false;
    }
    this.#states[bci] = state;
    return true;
  }

  #eachSuccessor(at: InstructionCursor, reach: (bci: number) => void): void {
    const kind = at.operandKind;
    if (kind === 'branch16' || kind === 'branch32') {
      reach(at.branchTarget);
    } else if (kind === 'tableswitch' || kind === 'lookupswitch') {
      reach(at.defaultTarget);
      for (let i = 0, count = at.caseCount; i < count; i++) reach(at.caseTarget(i));
    }
    if (!endsFlow(at.opcode)) reach(at.offset + at.length);
  }

  #eachHandler(bci: number, reach: (bci: number) => void): void {
    for (const { start, endExclusive, handler } of this.#handlers) {
      if (bci >= start && bci < endExclusive) reach(handler);
    }
  }

  #refuse(bci: number, reason: string): void {
    this.#unclear ??= { bci, reason };
  }
}

/** Only what stands before nearly every super() is told to be harmless: constants, local variables, fields of the object. */
function mayThrow(opcode: number): boolean {
  const isConstant = opcode <= OP.sipush;
  const isLocal =
    (opcode >= OP.iload && opcode <= OP.aload_3) || (opcode >= OP.istore && opcode <= OP.astore_3);
  return !isConstant && !isLocal && opcode !== OP.putfield && !(opcode >= OP.pop && opcode <= OP.swap);
}
