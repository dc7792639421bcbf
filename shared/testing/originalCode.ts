/**
 * Undoes a rewrite, to judge it: written without anything of shared/bytecode. A method's code is told with instruction
 * numbers in place of bcis, so that the told original and the told rewritten code, probes taken out, must be equal. On
 * the way it checks what the form of the probes promises, and throws where it is broken.
 */
import { ATTRIBUTE } from '../classfile/attributeNames.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import type { CodeModel } from '../classfile/codeModel.ts';
import type { ConstantPool } from '../classfile/constantPool.ts';
import { instructionText } from '../classfile/disassemble.ts';
import { readExceptionTable, type ExceptionHandler } from '../classfile/exceptionTable.ts';
import type { InstructionCursor } from '../classfile/instructionCursor.ts';
import { readLineNumbers } from '../classfile/lineNumbers.ts';
import { readLocalVariables } from '../classfile/localVariables.ts';
import type { MethodModel } from '../classfile/methodModel.ts';
import { isConditionalBranch, isReturn, OP, OPCODE_NAMES } from '../classfile/opcodes.ts';
import { explicitFrames, type ExplicitFrame } from './explicitFrames.ts';

type Role = 'code' | 'entry' | 'initializing' | 'initialized' | 'caught' | 'exit' | 'handler';

/** bcis of two handlers of ours, and of what is behind them. */
interface HandlerPair {
  readonly failed: number;
  readonly overflow: number;
  readonly end: number;
}

interface Instruction {
  readonly bci: number;
  readonly opcode: number;
  readonly text: string;
  readonly targets: readonly number[];
  role: Role;
}

/** What stands behind the name of the probe class in a call. */
const PROBE_CALL =
  /^\.(?:root)?(entry|exit|count|constructorEntry|initializing|initialized|failed|caught)\((?:I|II|)\)/i;
/** Instructions of each packet before the call and behind it. */
const PACKETS: Record<string, readonly [Role, number, number]> = {
  entry: ['entry', 1, 1], //                     push id; call; astore
  constructorentry: ['entry', 2, 4], //          push key; push id; call; astore; aload; getfield; istore
  count: ['entry', 1, 0], //                     push id; call
  initializing: ['initializing', 3, 0], //       aload; iload; push key; call
  initialized: ['initialized', 1, 0], //         aload; call
  exit: ['exit', 2, 0], //                       aload; push id; call
  caught: ['caught', 1, 0], //                   aload; call
  failed: ['handler', 2, 0], //                  aload; in a constructor iload; push id; call
};

/**
 * The code without probes, one item per line; empty for a method without code.
 * @param probeClass internal name of the probe class; the code may have no probes at all
 */
export function originalCode(model: ClassModel, method: MethodModel, probeClass: string): string[] {
  const code = method.readCode();
  return code === null ? [] : new Teller(model, method, code, probeClass).lines();
}

class Teller {
  readonly #pool: ConstantPool;
  readonly #code: CodeModel;
  readonly #probeClass: string;
  readonly #instructions: Instruction[];
  readonly #handlers: readonly ExceptionHandler[];
  readonly #frames: readonly ExplicitFrame[];
  /** bci of an instruction, or of the end -> number of the first original instruction there or behind. */
  readonly #numbers = new Map<number, number>();
  /** The local variable that holds the probe, or -1. */
  #probeLocal = -1;
  /** It has a second variable, behind that of the probe, and handlers with a packet of their own. */
  #isConstructor = false;
  /** The last guards all that can return. */
  readonly #pairs: HandlerPair[] = [];

  constructor(model: ClassModel, method: MethodModel, code: CodeModel, probeClass: string) {
    this.#pool = model.pool;
    this.#code = code;
    this.#probeClass = probeClass;
    this.#instructions = decode(model.pool, code);
    this.#handlers = readExceptionTable(code);
    this.#frames = explicitFrames(model, method, code);
    if (this.#markProbes()) this.#checkForm();
    let number = this.#instructions.filter(({ role }) => role === 'code').length;
    this.#numbers.set(code.codeLength, number);
    for (const { bci, role } of this.#instructions.toReversed()) {
      this.#numbers.set(bci, role === 'code' ? --number : number);
    }
  }

  lines(): string[] {
    const pool = this.#pool;
    const code = this.#code;
    const number = (bci: number): number | string => this.#numbers.get(bci) ?? `within ${bci}`;
    const lines: string[] = [];
    for (const { bci, text, targets, role } of this.#instructions) {
      if (role === 'code') lines.push(`${number(bci)}: ${text} ${targets.map(number).join(' ')}`);
    }
    for (const { start, endExclusive, handler, catchType } of this.#handlers) {
      if (this.#isOurs(handler)) continue;
      lines.push(`catch ${number(start)}..${number(endExclusive)} -> ${number(handler)} ${catchType}`);
    }
    for (const attribute of code.attributes) {
      const info = code.bytes.subarray(attribute.start, attribute.endExclusive);
      switch (pool.utf8(attribute.nameIndex)) {
        case ATTRIBUTE.stackMapTable:
          break;
        case ATTRIBUTE.lineNumberTable:
          for (const { start, line } of readLineNumbers(info, code.what)) {
            lines.push(`line ${number(start)}: ${line}`);
          }
          break;
        case ATTRIBUTE.localVariableTable:
        case ATTRIBUTE.localVariableTypeTable:
          for (const v of readLocalVariables(info, code.what)) {
            const range = `${number(v.start)}..${number(v.endExclusive)}`;
            lines.push(`variable ${v.slot} ${v.nameIndex} ${v.typeIndex} ${range}`);
          }
          break;
        case ATTRIBUTE.runtimeVisibleTypeAnnotations:
        case ATTRIBUTE.runtimeInvisibleTypeAnnotations:
          lines.push(`type annotations of ${info.byteLength} bytes`);
          break;
        default:
          lines.push(`attribute ${attribute.nameIndex}: ${info.join(' ')}`);
      }
    }
    for (const { bci, slots, stack } of this.#frames) {
      if (this.#isOurs(bci)) continue;
      const numbered = [...this.#withoutProbe(slots), '|', ...stack].map((type) =>
        type.startsWith('new at ') ? `new at ${number(Number(type.slice('new at '.length)))}` : type,
      );
      lines.push(`frame ${number(bci)}: ${numbered.join(' ')}`);
    }
    return lines;
  }

  #withoutProbe(slots: readonly string[]): readonly string[] {
    if (this.#probeLocal < 0 || slots.length <= this.#probeLocal) return slots;
    const last = slots.findLastIndex((type, i) => i < this.#probeLocal && type !== 'top');
    return slots.slice(0, last + 1);
  }

  #isOurs(handlerBci: number): boolean {
    return this.#pairs.some(({ failed, overflow }) => handlerBci === failed || handlerBci === overflow);
  }

  /** @returns whether there are probes */
  #markProbes(): boolean {
    const list = this.#instructions;
    /** Indices of the calls in the first handlers. */
    const failing: number[] = [];
    for (const [i, { opcode, text }] of list.entries()) {
      if (opcode !== OP.invokestatic && opcode !== OP.invokevirtual) continue;
      const callee = text.slice(OPCODE_NAMES[opcode].length + 1);
      if (!callee.startsWith(this.#probeClass)) continue;
      const [, called] = PROBE_CALL.exec(callee.slice(this.#probeClass.length)) ?? [];
      if (called === undefined) continue;
      const [role, before, behind] = PACKETS[called.toLowerCase()];
      for (const each of list.slice(i - before, i + behind + 1)) each.role = role;
      if (called.toLowerCase().endsWith('entry')) this.#probeLocal = localOf('astore', list[i + 1].text);
      this.#isConstructor ||= called.toLowerCase() === 'constructorentry';
      if (role === 'handler') failing.push(i);
    }
    if (this.#probeLocal < 0) {
      this.#checkCounted();
      return false;
    }
    const before = this.#isConstructor ? 3 : 2;
    for (const [n, i] of failing.entries()) {
      const end = n + 1 < failing.length ? list[failing[n + 1] - before].bci : this.#code.codeLength;
      this.#pairs.push({ failed: list[i - before].bci, overflow: list[i + 2].bci, end });
    }
    for (const instruction of list.slice(failing[0] - before)) instruction.role = 'handler';
    return true;
  }

  /** Of a method that holds no probe: one count, which runs once, and nothing else. */
  #checkCounted(): void {
    const list = this.#instructions;
    const counts = list.filter(({ text }) => text.startsWith(`invokestatic ${this.#probeClass}.count(I)`));
    const ours = list.filter(({ role }) => role !== 'code');
    if (ours.length !== 2 * counts.length) this.#fail(`${ours.length} instructions for a count`, 0);
    const entered = new Set(ours.map(({ bci }) => bci));
    for (const { bci, targets } of list) {
      if (targets.some((target) => entered.has(target))) this.#fail('it jumps to a count', bci);
    }
  }

  #checkForm(): void {
    const list = this.#instructions;
    const local = this.#probeLocal;
    const held = this.#isConstructor ? [this.#probeClass, 'integer'] : [this.#probeClass];
    if (local !== this.#code.maxLocals - held.length) this.#fail(`the probe is in variable ${local}`, 0);
    const ours = this.#handlers.filter(({ handler }) => this.#isOurs(handler));
    const behind = this.#handlers.slice(this.#handlers.length - ours.length);
    if (ours.some((entry, i) => entry !== behind[i] || entry.catchType !== 0)) {
      this.#fail('the entries of the handlers are not the last, or not for any', this.#pairs[0].failed);
    }
    const handlerOf = (bci: number): number =>
      ours.find(({ start, endExclusive }) => bci >= start && bci < endExclusive)?.handler ?? -1;
    const entered = new Set(list.filter(({ role }) => role === 'entry').map(({ bci }) => bci));
    let isEntered = false;
    for (const [i, { bci, role, opcode, targets, text }] of list.entries()) {
      if (targets.some((target) => entered.has(target))) this.#fail('it jumps to an entry probe', bci);
      const isMethodReturn = role === 'code' && isReturn(opcode);
      if (isMethodReturn && list[i - 1].role !== 'exit') this.#fail('a return without exit', bci);
      if (role === 'exit' && text.startsWith('aload') && localOf('aload', text) !== local) {
        this.#fail('an exit of another variable', bci);
      }
      if (role === 'entry') isEntered ||= text.startsWith('astore') || text.startsWith('wide astore');
      // Of a constructor the handler of its own code depends on the way there: the verifier is its judge.
      const isCall = role === 'code' && list[i - 1]?.role === 'initializing';
      const isSure =
        role === 'code'
          ? isEntered && (!this.#isConstructor || isCall || isMethodReturn)
          : role !== 'initializing' && (role !== 'caught' || !this.#isConstructor);
      const wanted = isCall || isMethodReturn ? -1 : this.#handlerOfRole(role, bci, opcode);
      if (isSure && handlerOf(bci) !== wanted)
        this.#fail(`the handler is ${handlerOf(bci)}, not ${wanted}`, bci);
    }
    for (const pair of this.#pairs) this.#checkOverflow(pair);
    for (const { bci, slots } of this.#frames) {
      const types = slots.slice(local, local + held.length);
      if (types.join() !== held.join()) this.#fail(`a frame with ${types.join()} in variable ${local}`, bci);
    }
  }

  /** -1: none */
  #handlerOfRole(role: Role, bci: number, opcode: number): number {
    if (role === 'entry') return -1;
    if (role !== 'handler') return this.#pairs[this.#pairs.length - 1].failed;
    const pair = this.#pairs.find(({ failed, end }) => bci >= failed && bci < end);
    return pair === undefined || bci >= pair.overflow || opcode === OP.athrow ? -1 : pair.overflow;
  }

  #checkOverflow({ overflow, end }: HandlerPair): void {
    const texts = this.#instructions
      .filter(({ bci }) => bci >= overflow && bci < end)
      .map(({ text }) => text);
    const root = this.#instructions.some(({ text }) => /\.root(Constructor)?Entry\(/.test(text));
    const probe = texts[0];
    const [waiting, waitingRoots] = this.#isConstructor
      ? [
          [this.#chainLoad(), 'i2c', 'iadd'],
          [this.#chainLoad(), 'bipush 16', 'iushr', 'isub'],
        ]
      : [[], []];
    const change = (field: string, ...by: string[]): string[] => {
      const access = `${this.#probeClass}.${field}:I`;
      return [probe, 'dup', `getfield ${access}`, ...by, `putfield ${access}`];
    };
    const expected = [
      ...change('missedExits', 'iconst_1', 'iadd', ...waiting),
      ...[probe, 'lconst_0', `putfield ${this.#probeClass}.limit:J`],
    ];
    if (root || this.#isConstructor) {
      expected.push(...change('depth', ...(root ? ['iconst_1', 'isub'] : []), ...waitingRoots));
      expected.push(probe, 'aconst_null', `putfield ${this.#probeClass}.recorded:Ljava/lang/Thread;`);
    }
    if (localOf('aload', probe) !== this.#probeLocal || texts.join() !== [...expected, 'athrow'].join()) {
      this.#fail(`the overflow handler is ${texts.join('; ')}`, overflow);
    }
  }

  #chainLoad(): string {
    const local = this.#probeLocal + 1;
    if (local <= 3) return `iload_${local}`;
    return `${local > 255 ? 'wide ' : ''}iload ${local}`;
  }

  #fail(what: string, bci: number): never {
    throw new Error(`${this.#code.what}: bci ${bci}: ${what}`);
  }
}

/** The variable of `aload_2`, `aload 7`, `wide aload 300`. */
function localOf(operation: string, text: string): number {
  const found = new RegExp(`^(?:wide )?${operation}[_ ](\\d+)$`).exec(text);
  return found === null ? -1 : Number(found[1]);
}

function decode(pool: ConstantPool, code: CodeModel): Instruction[] {
  const instructions: Instruction[] = [];
  for (const at = code.instructions(); at.next();) {
    const previous = instructions.at(-1);
    const { offset: bci, opcode } = at;
    if (
      opcode === OP.goto_w &&
      previous !== undefined &&
      isConditionalBranch(previous.opcode) &&
      previous.targets[0] === bci + 5
    ) {
      // An inverted if over a goto_w stands for an if whose jump is too long.
      const text = OPCODE_NAMES[opposite(previous.opcode)];
      instructions[instructions.length - 1] = { ...previous, text, targets: [at.branchTarget] };
      continue;
    }
    instructions.push({ bci, opcode, text: textOf(pool, at), targets: targetsOf(at), role: 'code' });
  }
  return instructions;
}

function opposite(opcode: number): number {
  const name = OPCODE_NAMES[opcode];
  const pairs = ['eq ne', 'lt ge', 'gt le', 'null nonnull'].map((pair) => pair.split(' '));
  for (const [a, b] of pairs) {
    if (name.endsWith(`nonnull`)) return OPCODE_NAMES.indexOf('ifnull');
    if (name.endsWith(a)) return OPCODE_NAMES.indexOf(name.slice(0, -a.length) + b);
    if (name.endsWith(b)) return OPCODE_NAMES.indexOf(name.slice(0, -b.length) + a);
  }
  throw new Error(`${name} has no opposite`);
}

function textOf(pool: ConstantPool, at: InstructionCursor): string {
  switch (at.operandKind) {
    case 'branch16':
    case 'branch32':
      return OPCODE_NAMES[at.opcode].replace('_w', '');
    case 'tableswitch':
    case 'lookupswitch':
      return `${OPCODE_NAMES[at.opcode]} ${casesOf(at, (i) => at.caseMatch(i)).join(' ')} to`;
    default:
      return instructionText(pool, at);
  }
}

function targetsOf(at: InstructionCursor): number[] {
  switch (at.operandKind) {
    case 'branch16':
    case 'branch32':
      return [at.branchTarget];
    case 'tableswitch':
    case 'lookupswitch':
      return [at.defaultTarget, ...casesOf(at, (i) => at.caseTarget(i))];
    default:
      return [];
  }
}

function casesOf(at: InstructionCursor, valueOf: (index: number) => number): number[] {
  return Array.from({ length: at.caseCount }, (_, i) => valueOf(i));
}
