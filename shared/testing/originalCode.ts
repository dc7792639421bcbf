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
import { moveFrame, readStackMapTable } from '../classfile/stackMapTable.ts';

type Role = 'code' | 'entry' | 'exit' | 'handler';

interface Instruction {
  readonly bci: number;
  readonly opcode: number;
  readonly text: string;
  readonly targets: readonly number[];
  role: Role;
}

/**
 * The code without probes, one item per line; empty for a method without code.
 * @param probeClass internal name of the probe class; the code may have no probes at all
 */
export function originalCode(model: ClassModel, method: MethodModel, probeClass: string): string[] {
  const code = method.readCode();
  return code === null ? [] : new Teller(model, code, probeClass).lines();
}

class Teller {
  readonly #pool: ConstantPool;
  readonly #code: CodeModel;
  readonly #instructions: Instruction[];
  readonly #handlers: readonly ExceptionHandler[];
  /** bci of an instruction, or of the end -> number of the first original instruction there or behind. */
  readonly #numbers = new Map<number, number>();
  /** bci of our handler, or -1. */
  #handlerBci = -1;

  constructor(model: ClassModel, code: CodeModel, probeClass: string) {
    this.#pool = model.pool;
    this.#code = code;
    this.#instructions = decode(model.pool, code);
    this.#handlers = readExceptionTable(code);
    if (this.#markProbes(probeClass)) this.#checkForm();
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
      if (handler === this.#handlerBci) continue;
      lines.push(`catch ${number(start)}..${number(endExclusive)} -> ${number(handler)} ${catchType}`);
    }
    for (const attribute of code.attributes) {
      const info = code.bytes.subarray(attribute.start, attribute.endExclusive);
      switch (pool.utf8(attribute.nameIndex)) {
        case ATTRIBUTE.stackMapTable:
          for (const frame of readStackMapTable(info, code.what)) {
            if (frame.offset === this.#handlerBci) continue;
            lines.push(`frame ${JSON.stringify(moveFrame(frame, (bci) => Number(number(bci))))}`);
          }
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
    return lines;
  }

  /** @returns whether there are probes */
  #markProbes(probeClass: string): boolean {
    const list = this.#instructions;
    let found = false;
    for (let i = 1; i < list.length; i++) {
      const { text } = list[i];
      if (!text.startsWith(`invokestatic ${probeClass}.`)) continue;
      found = true;
      const role = /(entry|gate)\(i\)v$/.test(text.toLowerCase()) ? 'entry' : 'exit';
      list[i - 1].role = role;
      list[i].role = role;
    }
    const [push, , last] = list.slice(-3);
    if (last?.opcode === OP.athrow && push.role === 'exit') {
      for (const instruction of list.slice(-3)) instruction.role = 'handler';
      this.#handlerBci = push.bci;
    }
    return found;
  }

  #checkForm(): void {
    const list = this.#instructions;
    const fail = (what: string, bci: number): never => {
      throw new Error(`${this.#code.what}: bci ${bci}: ${what}`);
    };
    const ours = this.#handlers.filter(({ handler }) => handler === this.#handlerBci);
    const behind = this.#handlers.slice(this.#handlers.length - ours.length);
    if (ours.some((entry, i) => entry !== behind[i] || entry.catchType !== 0)) {
      fail('the entries of the handler are not the last, or not for any', this.#handlerBci);
    }
    const isGuarded = (bci: number): boolean =>
      ours.some(({ start, endExclusive }) => bci >= start && bci < endExclusive);
    const entered = new Set(list.filter(({ role }) => role === 'entry').map(({ bci }) => bci));
    let isFirst = true;
    for (const [i, { bci, role, opcode, targets }] of list.entries()) {
      for (const target of targets) {
        if (entered.has(target)) fail(`it jumps to an entry probe`, bci);
      }
      if (role === 'code') {
        const previous = list[i - 1];
        if (isReturn(opcode) && previous?.role !== 'exit') fail('a return without exit', bci);
        const isBehindEntry = !isFirst || previous?.role === 'entry';
        if (isBehindEntry && isReturn(opcode) === isGuarded(bci) && !this.#isConstructor()) {
          fail(isReturn(opcode) ? 'a guarded return' : 'not guarded', bci);
        }
        isFirst = false;
      } else if (isGuarded(bci)) {
        fail(`a guarded probe`, bci);
      }
    }
  }

  #isConstructor(): boolean {
    return this.#code.what.includes('.<init>(');
  }
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
