import { METHOD_ID_LIMIT, type MethodId } from '../base/ids.ts';
import type { CodeModel } from '../classfile/codeModel.ts';
import { OP } from '../classfile/opcodes.ts';
import { POOL_FULL, type ConstantPoolAppend } from './constantPoolAppend.ts';
import { constructorKey } from './constructorKey.ts';
import type { LivePackets } from './livePackets.ts';
import { aload, astore, iload, istore, push, u2 } from './packetInstructions.ts';
import type { SitePackets } from './sitePackets.ts';

/** What is to be measured: the method's id, and whether it opens the gate. */
export interface ProbeTarget {
  readonly methodId: MethodId;
  readonly root: boolean;
  /** It calls nobody: its calls are counted, without times. No root. */
  readonly counted?: boolean;
}

/** The bytes of the instruction sequences that are inserted into a method that is timed. */
export interface ProbePackets {
  /** push id; invokestatic entry; astore probe. One stack slot. */
  readonly entry: readonly number[];
  /** aload probe; push id; invokevirtual exit. EXIT_STACK slots. */
  readonly exit: readonly number[];
  /** The method leaves by an exception: its exit, and in a constructor that of those whose super() or this() it is. */
  readonly failed: readonly number[];
  /** Counts an exit that overflowed the stack, in fields of the probe: calls nothing. */
  readonly overflow: readonly number[];
}

/** Of a constructor, which has two variables: probe, and behind it chain, the number of constructors that wait for it. */
export interface ConstructorPackets extends ProbePackets {
  /** Before a super() or this(), behind the bytecodes until there: aload probe; iload chain; push key; invokevirtual initializing. INITIALIZING_STACK slots. */
  initializing(className: string, descriptor: string): readonly number[] | null;
  /** Behind it: aload probe; invokevirtual initialized. One stack slot. */
  readonly initialized: readonly number[];
}

/** The variable in which a method counts the bytecodes that it executes (bytecodeCounter.ts). */
export interface CounterPackets {
  /** Lets it begin. One stack slot. */
  readonly clear: readonly number[];
  /** Pushes it, a long, for an exit that tells it; with a clock exits have no room for it. */
  readonly value: readonly number[];
  /** Tells it before an exit, and lets it begin anew: where the exit does not. Two stack slots. */
  readonly before: readonly number[];
  /** The same wherever it has to be told. */
  readonly told: readonly number[];
  /** Of a loop's head: tells it now and then. */
  readonly looped: readonly number[];
  /** What it tells besides where the method leaves by an exception. Two stack slots. */
  readonly failed: readonly number[];
}

/** How methods tell the bytecodes that they have executed: in the place of a time, or by a word of their own. */
export type BytecodesTold = 'never' | 'inExits' | 'besideExits';

export const COUNT_STACK = 1;
export const EXIT_STACK = 2;
export const INITIALIZING_STACK = 3;
/** What the handlers need on the operand stack, the exception included: that of their overflow packet. */
export const HANDLER_STACK = 4;
export const CONSTRUCTOR_HANDLER_STACK = 5;

/** Methodref indices of one pair of probes. */
interface ProbePair {
  readonly entry: number;
  readonly exit: number;
  readonly failed: number;
}

/** Fieldref indices of two fields of the probe. */
type FieldPair = readonly [number, number];

/**
 * The probe calls of one class. The probe class, a, has
 *
 *     static a entry(int), void exit(int), failed(int)          what a method holds from its entry to its exit is never null
 *     static a rootEntry(int), void rootExit(int), rootFailed(int)
 *     static void count(int), void caught()
 *     int missedExits, long limit, int depth, Thread recorded
 *
 * and for constructors
 *
 *     static a constructorEntry(int key, int id), rootConstructorEntry(int, int), int chain
 *     void initializing(int chain, int key), rootInitializing(int, int), void initialized()
 *     void failed(int chain, int id), rootFailed(int, int)
 *
 * Where bytecodes are counted without a clock, exits and failed ones take their number as well, a long. int executed(int) tells it
 * at other times, and int looped(int) now and then: both answer with what the counter begins anew, which is static int beat.
 * void doubted(int) says how many of what was told were not executed, at most.
 * What sites call is in sitePackets.ts.
 */
export class ProbeCalls {
  readonly #constants: ConstantPoolAppend;
  /** Internal name. */
  readonly probeClass: string;
  /** Methods count the bytecodes that they execute. */
  readonly countsBytecodes: boolean;
  /** Blocks of them count as a whole, and what leaves one early tells of it. */
  readonly countsWholeBlocks: boolean;
  /** Methods tell what they make; null: they do not. */
  readonly sites: SitePackets | null;
  /** Of what they make some objects are handed over; null: none. */
  readonly live: LivePackets | null;
  /** Their exits tell it in the place of a time. */
  readonly #exitsTellBytecodes: boolean;
  #plain: ProbePair | null = null;
  #root: ProbePair | null = null;
  /** missedExits, limit */
  #counters: FieldPair | null = null;
  /** depth, recorded */
  #rootState: FieldPair | null = null;

  constructor(
    constants: ConstantPoolAppend,
    probeClass: string,
    bytecodes: BytecodesTold,
    sites: SitePackets | null,
    live: LivePackets | null = null,
    countsWholeBlocks = false,
  ) {
    this.countsWholeBlocks = countsWholeBlocks;
    this.#constants = constants;
    this.sites = sites;
    this.live = live;
    this.countsBytecodes = bytecodes !== 'never';
    this.#exitsTellBytecodes = bytecodes === 'inExits';
    this.probeClass = probeClass;
  }

  /**
   * push id; invokestatic count: all that a counted method gets. Above the id are its bytecodes, where these are counted: it executes
   * each of them once (trivialMethod.ts). COUNT_STACK slots. Null if the constant pool is full.
   */
  countPacket({ methodId }: ProbeTarget, code: CodeModel): readonly number[] | null {
    const bytecodes = this.countsBytecodes ? instructionsIn(code) : 0;
    const id = push(this.#constants, bytecodes * METHOD_ID_LIMIT + methodId);
    const count = this.#constants.methodref(this.probeClass, 'count', '(I)V');
    return id === null || count === POOL_FULL ? null : [...id, OP.invokestatic, ...u2(count)];
  }

  /**
   * The packets for one method that is timed; null if the constant pool is full.
   * @param local the method's local variable that holds its probe
   * @param counter where bytecodes are counted
   */
  packets(target: ProbeTarget, local: number, counter: CounterPackets | null): ProbePackets | null {
    const id = push(this.#constants, target.methodId);
    const { entry, exit, failed } = target.root
      ? (this.#root ??= this.#pair('rootEntry', 'rootExit', 'rootFailed'))
      : (this.#plain ??= this.#pair('entry', 'exit', 'failed'));
    const overflow = this.#overflow(target.root, local);
    if (id === null || overflow === null || [entry, exit, failed].includes(POOL_FULL)) return null;
    const value = counter?.value ?? [];
    const before = counter?.before ?? [];
    return {
      entry: [...(counter?.clear ?? []), ...id, OP.invokestatic, ...u2(entry), ...astore(local)],
      exit: [...before, ...aload(local), ...id, ...value, OP.invokevirtual, ...u2(exit)],
      failed: [
        ...[...before, ...(counter?.failed ?? [])],
        ...[...aload(local), ...id, ...value, OP.invokevirtual, ...u2(failed)],
      ],
      overflow,
    };
  }

  /**
   * The packets of a counter of bytecodes; null if the constant pool is full.
   * @param local the method's variable that holds its probe
   * @param counter that of the counter
   */
  counterPackets(local: number, counter: number, hasLoops: boolean): CounterPackets | null {
    const call = (name: string): number => this.#constants.methodref(this.probeClass, name, '(I)I');
    const executed = call('executed');
    const looped = hasLoops ? call('looped') : executed;
    const beat = hasLoops ? this.#constants.fieldref(this.probeClass, 'beat', 'I') : executed;
    if ([executed, looped, beat].includes(POOL_FULL)) return null;
    const load = iload(counter);
    const store = istore(counter);
    const asked = (method: number): number[] => [
      ...[...aload(local), ...load, OP.invokevirtual, ...u2(method), ...store],
    ];
    const told = asked(executed);
    return {
      clear: hasLoops ? [OP.getstatic, ...u2(beat), ...store] : [OP.iconst_0, ...store],
      value: this.#exitsTellBytecodes ? [...load, OP.i2l] : [],
      before: this.#exitsTellBytecodes ? [] : told,
      told,
      looped: asked(looped),
      failed: [],
    };
  }

  /**
   * The same for a constructor; null if the constant pool is full.
   * @param local the first of its two variables
   * @param counter where bytecodes are counted
   */
  constructorPackets(
    target: ProbeTarget,
    className: string,
    descriptor: string,
    local: number,
    counter: CounterPackets | null,
  ): ConstructorPackets | null {
    const { root } = target;
    const id = push(this.#constants, target.methodId);
    const key = push(this.#constants, constructorKey(className, descriptor));
    const call = (name: string, type: string): number =>
      this.#constants.methodref(this.probeClass, name, type);
    const entry = call(root ? 'rootConstructorEntry' : 'constructorEntry', `(II)L${this.probeClass};`);
    const chain = this.#constants.fieldref(this.probeClass, 'chain', 'I');
    const exit = call(root ? 'rootExit' : 'exit', this.#exitType('I'));
    const failed = call(root ? 'rootFailed' : 'failed', this.#exitType('II'));
    const initializing = call(root ? 'rootInitializing' : 'initializing', '(II)V');
    const initialized = call('initialized', '()V');
    const overflow = this.#constructorOverflow(root, local);
    const indices = [entry, chain, exit, failed, initializing, initialized];
    if (id === null || key === null || overflow === null || indices.includes(POOL_FULL)) return null;
    const probe = aload(local);
    const probeAndChain = [...probe, ...iload(local + 1)];
    const value = counter?.value ?? [];
    const before = counter?.before ?? [];
    return {
      entry: [
        ...[...(counter?.clear ?? []), ...key, ...id, OP.invokestatic, ...u2(entry), ...astore(local)],
        ...[...probe, OP.getfield, ...u2(chain), ...istore(local + 1)],
      ],
      exit: [...before, ...probe, ...id, ...value, OP.invokevirtual, ...u2(exit)],
      failed: [
        ...[...before, ...(counter?.failed ?? [])],
        ...[...probeAndChain, ...id, ...value, OP.invokevirtual, ...u2(failed)],
      ],
      overflow,
      initializing: (owner, ofCalled) => {
        const called = push(this.#constants, constructorKey(owner, ofCalled));
        if (called === null) return null;
        return [
          ...(counter?.told ?? []),
          ...[...probeAndChain, ...called, OP.invokevirtual, ...u2(initializing)],
        ];
      },
      initialized: [...probe, OP.invokevirtual, ...u2(initialized)],
    };
  }

  /** aload probe; invokevirtual caught: at the beginning of a handler of the method's own. One stack slot. Null if the pool is full. */
  caughtPacket(local: number): readonly number[] | null {
    const caught = this.#constants.methodref(this.probeClass, 'caught', '()V');
    return caught === POOL_FULL ? null : [...aload(local), OP.invokevirtual, ...u2(caught)];
  }

  /** aload probe; push bytecodes; invokevirtual doubted. Two stack slots; nothing for 0. Null if the pool is full. */
  doubtedPacket(local: number, bytecodes: number): readonly number[] | null {
    if (bytecodes === 0) return [];
    const number = push(this.#constants, bytecodes);
    const doubted = this.#constants.methodref(this.probeClass, 'doubted', '(I)V');
    if (number === null || doubted === POOL_FULL) return null;
    return [...aload(local), ...number, OP.invokevirtual, ...u2(doubted)];
  }

  #exitType(parameters: string): string {
    return this.#exitsTellBytecodes ? `(${parameters}J)V` : `(${parameters})V`;
  }

  #pair(entry: string, exit: string, failed: string): ProbePair {
    return {
      failed: this.#constants.methodref(this.probeClass, failed, this.#exitType('I')),
      entry: this.#constants.methodref(this.probeClass, entry, `(I)L${this.probeClass};`),
      exit: this.#constants.methodref(this.probeClass, exit, this.#exitType('I')),
    };
  }

  /** missedExits++; limit = 0. A root has not been closed either: depth--; recorded = null. */
  #overflow(root: boolean, local: number): number[] | null {
    const [missedExits, limit] = (this.#counters ??= this.#fields('missedExits', 'I', 'limit', 'J'));
    const probe = aload(local);
    const one = [OP.iconst_1];
    const code = [
      ...changed(probe, missedExits, [...one, OP.iadd]),
      ...[...probe, OP.lconst_0, OP.putfield, ...u2(limit)],
    ];
    if (!root) return limit === POOL_FULL ? null : code;
    return this.#leaveRoots(code, probe, [...one, OP.isub]);
  }

  /** The same for a constructor and those that wait for it, roots among them: missedExits += 1 + (char) chain; depth -= chain >>> 16. */
  #constructorOverflow(root: boolean, local: number): number[] | null {
    const [missedExits, limit] = (this.#counters ??= this.#fields('missedExits', 'I', 'limit', 'J'));
    const probe = aload(local);
    const chain = iload(local + 1);
    const one = [OP.iconst_1];
    const code = [
      ...changed(probe, missedExits, [...one, OP.iadd, ...chain, OP.i2c, OP.iadd]),
      ...[...probe, OP.lconst_0, OP.putfield, ...u2(limit)],
    ];
    const waiting = [...chain, OP.bipush, 16, OP.iushr, OP.isub];
    return this.#leaveRoots(code, probe, root ? [...one, OP.isub, ...waiting] : waiting);
  }

  #leaveRoots(code: number[], probe: readonly number[], change: readonly number[]): number[] | null {
    const thread = 'Ljava/lang/Thread;';
    const [depth, recorded] = (this.#rootState ??= this.#fields('depth', 'I', 'recorded', thread));
    code.push(...changed(probe, depth, change), ...probe, OP.aconst_null, OP.putfield, ...u2(recorded));
    return recorded === POOL_FULL ? null : code;
  }

  #fields(firstName: string, firstType: string, secondName: string, secondType: string): FieldPair {
    const first = this.#constants.fieldref(this.probeClass, firstName, firstType);
    return [first, this.#constants.fieldref(this.probeClass, secondName, secondType)];
  }
}

function instructionsIn(code: CodeModel): number {
  let count = 0;
  for (const at = code.instructions(); at.next();) count++;
  return count;
}

/** Changes an int field of the probe. @param change what turns the value on the stack into the new one */
function changed(probe: readonly number[], field: number, change: readonly number[]): number[] {
  const index = u2(field);
  return [...probe, OP.dup, OP.getfield, ...index, ...change, OP.putfield, ...index];
}
