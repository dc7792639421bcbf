import { METHOD_ID_LIMIT, type MethodId } from '../base/ids.ts';
import type { CodeModel } from '../classfile/codeModel.ts';
import { OP } from '../classfile/opcodes.ts';
import type { OpcodeWeights } from '../classfile/opcodeWeights.ts';
import { POOL_FULL, type ConstantPoolAppend } from './constantPoolAppend.ts';
import { constructorKey } from './constructorKey.ts';
import { aload, astore, iload, istore, push, u2 } from './packetInstructions.ts';
import type { RequestPackets } from './rootRequests.ts';

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
  /** Before a super() or this(): aload probe; iload chain; push key; invokevirtual initializing. INITIALIZING_STACK slots. */
  initializing(className: string, descriptor: string): readonly number[] | null;
  /** Behind it: aload probe; invokevirtual initialized. One stack slot. */
  readonly initialized: readonly number[];
}

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
 *     static a rootEntry(int request, int id)                   of a root that is asked before (rootRequests.ts)
 *     static void count(int), void caught()
 *     int missedExits, long limit, int depth, Thread recorded
 *
 * and for constructors
 *
 *     static a constructorEntry(int key, int id), rootConstructorEntry(int, int), int chain
 *     static a rootConstructorEntry(int request, int key, int id)
 *     void initializing(int chain, int key), rootInitializing(int, int), void initialized()
 *     void failed(int chain, int id), rootFailed(int, int)
 *
 * Exits and failed ones may take one more argument, a long (ProbeParts.exitValue).
 */
export class ProbeCalls {
  readonly #constants: ConstantPoolAppend;
  /** Internal name. */
  readonly probeClass: string;
  /** What roots are asked; null: nothing. */
  readonly requests: RequestPackets | null;
  /** Counted methods tell their bytecodes, each by its weight; null: they do not. */
  readonly #weights: OpcodeWeights | null;
  #plain: ProbePair | null = null;
  #root: ProbePair | null = null;
  /** missedExits, limit */
  #counters: FieldPair | null = null;
  /** depth, recorded */
  #rootState: FieldPair | null = null;

  constructor(
    constants: ConstantPoolAppend,
    probeClass: string,
    weights: OpcodeWeights | null = null,
    requests: RequestPackets | null = null,
  ) {
    this.#constants = constants;
    this.probeClass = probeClass;
    this.#weights = weights;
    this.requests = requests;
  }

  /**
   * push id; invokestatic count: all that a counted method gets. Above the id are its bytecodes, where these are counted: it executes
   * each of them once (trivialMethod.ts). COUNT_STACK slots. Null if the constant pool is full.
   */
  countPacket({ methodId }: ProbeTarget, code: CodeModel): readonly number[] | null {
    const bytecodes = this.#weights === null ? 0 : weightOf(code, this.#weights);
    const id = push(this.#constants, bytecodes * METHOD_ID_LIMIT + methodId);
    const count = this.#constants.methodref(this.probeClass, 'count', '(I)V');
    return id === null || count === POOL_FULL ? null : [...id, OP.invokestatic, ...u2(count)];
  }

  /**
   * The packets for one method that is timed; null if the constant pool is full.
   * @param local the method's local variable that holds its probe
   * @param value pushes one more argument of the exits, a long; empty: they take none
   * @param request pushes the first argument of the entry, an int; empty: it takes none. The same of all roots of a class
   */
  packets(
    target: ProbeTarget,
    local: number,
    value: readonly number[],
    request: readonly number[],
  ): ProbePackets | null {
    const id = push(this.#constants, target.methodId);
    const { entry, exit, failed } = target.root
      ? (this.#root ??= this.#pair('rootEntry', 'rootExit', 'rootFailed', value, request))
      : (this.#plain ??= this.#pair('entry', 'exit', 'failed', value, []));
    const overflow = this.#overflow(target.root, local);
    if (id === null || overflow === null || [entry, exit, failed].includes(POOL_FULL)) return null;
    return {
      entry: [...request, ...id, OP.invokestatic, ...u2(entry), ...astore(local)],
      exit: [...aload(local), ...id, ...value, OP.invokevirtual, ...u2(exit)],
      failed: [...aload(local), ...id, ...value, OP.invokevirtual, ...u2(failed)],
      overflow,
    };
  }

  /**
   * The same for a constructor; null if the constant pool is full.
   * @param local the first of its two variables
   * @param value as for `packets`, and so is the request
   */
  constructorPackets(
    target: ProbeTarget,
    className: string,
    descriptor: string,
    local: number,
    value: readonly number[],
    request: readonly number[],
  ): ConstructorPackets | null {
    const { root } = target;
    const id = push(this.#constants, target.methodId);
    const key = push(this.#constants, constructorKey(className, descriptor));
    const call = (name: string, type: string): number =>
      this.#constants.methodref(this.probeClass, name, type);
    const entry = call(
      root ? 'rootConstructorEntry' : 'constructorEntry',
      entryType('II', request, this.probeClass),
    );
    const chain = this.#constants.fieldref(this.probeClass, 'chain', 'I');
    const exit = call(root ? 'rootExit' : 'exit', exitType('I', value));
    const failed = call(root ? 'rootFailed' : 'failed', exitType('II', value));
    const initializing = call(root ? 'rootInitializing' : 'initializing', '(II)V');
    const initialized = call('initialized', '()V');
    const overflow = this.#constructorOverflow(root, local);
    const indices = [entry, chain, exit, failed, initializing, initialized];
    if (id === null || key === null || overflow === null || indices.includes(POOL_FULL)) return null;
    const probe = aload(local);
    const probeAndChain = [...probe, ...iload(local + 1)];
    return {
      entry: [
        ...[...request, ...key, ...id, OP.invokestatic, ...u2(entry), ...astore(local)],
        ...[...probe, OP.getfield, ...u2(chain), ...istore(local + 1)],
      ],
      exit: [...probe, ...id, ...value, OP.invokevirtual, ...u2(exit)],
      failed: [...probeAndChain, ...id, ...value, OP.invokevirtual, ...u2(failed)],
      overflow,
      initializing: (owner, ofCalled) => {
        const called = push(this.#constants, constructorKey(owner, ofCalled));
        if (called === null) return null;
        return [...probeAndChain, ...called, OP.invokevirtual, ...u2(initializing)];
      },
      initialized: [...probe, OP.invokevirtual, ...u2(initialized)],
    };
  }

  /** aload probe; invokevirtual caught: at the beginning of a handler of the method's own. One stack slot. Null if the pool is full. */
  caughtPacket(local: number): readonly number[] | null {
    const caught = this.#constants.methodref(this.probeClass, 'caught', '()V');
    return caught === POOL_FULL ? null : [...aload(local), OP.invokevirtual, ...u2(caught)];
  }

  #pair(
    entry: string,
    exit: string,
    failed: string,
    value: readonly number[],
    request: readonly number[],
  ): ProbePair {
    return {
      failed: this.#constants.methodref(this.probeClass, failed, exitType('I', value)),
      entry: this.#constants.methodref(this.probeClass, entry, entryType('I', request, this.probeClass)),
      exit: this.#constants.methodref(this.probeClass, exit, exitType('I', value)),
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

/** Of all instructions. */
function weightOf(code: CodeModel, weights: OpcodeWeights): number {
  let sum = 0;
  for (const at = code.instructions(); at.next();) sum += weights[at.opcode];
  return sum;
}

function entryType(parameters: string, request: readonly number[], probeClass: string): string {
  return `(${request.length === 0 ? '' : 'I'}${parameters})L${probeClass};`;
}

function exitType(parameters: string, value: readonly number[]): string {
  return value.length === 0 ? `(${parameters})V` : `(${parameters}J)V`;
}

/** Changes an int field of the probe. @param change what turns the value on the stack into the new one */
function changed(probe: readonly number[], field: number, change: readonly number[]): number[] {
  const index = u2(field);
  return [...probe, OP.dup, OP.getfield, ...index, ...change, OP.putfield, ...index];
}
