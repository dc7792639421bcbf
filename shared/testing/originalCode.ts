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

type Role = 'code' | 'entry' | 'exit' | 'handler';

interface Instruction {
  readonly bci: number;
  readonly opcode: number;
  readonly text: string;
  readonly targets: readonly number[];
  role: Role;
}

/** What stands behind the name of the probe class in a call. */
const PROBE_CALL = /^\.(root)?(entry|exit|gate|count)\(I\)/i;

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
  /** bcis of our two handlers, or -1. */
  #failed = -1;
  #overflow = -1;

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
    return handlerBci >= 0 && (handlerBci === this.#failed || handlerBci === this.#overflow);
  }

  /** @returns whether there are probes */
  #markProbes(): boolean {
    const list = this.#instructions;
    const { invokestatic, invokevirtual } = OP;
    for (const [i, { opcode, text }] of list.entries()) {
      if (opcode !== invokestatic && opcode !== invokevirtual) continue;
      const callee = text.slice(OPCODE_NAMES[opcode].length + 1);
      if (!callee.startsWith(this.#probeClass) || !PROBE_CALL.test(callee.slice(this.#probeClass.length)))
        continue;
      if (opcode === invokestatic) {
        const holdsNothing = text.endsWith('V'); // gate and count
        for (const each of list.slice(i - 1, holdsNothing ? i + 1 : i + 2)) each.role = 'entry';
        if (!holdsNothing) this.#probeLocal = localOf('astore', list[i + 1].text);
      } else {
        for (const each of list.slice(i - 2, i + 1)) each.role = 'exit';
      }
    }
    if (this.#probeLocal < 0) {
      this.#checkCounted();
      return false;
    }
    const lastExit = list.findLastIndex(({ role }) => role === 'exit');
    this.#failed = list[lastExit - 2].bci;
    this.#overflow = list[lastExit + 2].bci;
    for (const instruction of list.slice(lastExit - 2)) instruction.role = 'handler';
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
    if (local !== this.#code.maxLocals - 1) this.#fail(`the probe is in variable ${local}`, 0);
    const ours = this.#handlers.filter(({ handler }) => this.#isOurs(handler));
    const behind = this.#handlers.slice(this.#handlers.length - ours.length);
    if (ours.some((entry, i) => entry !== behind[i] || entry.catchType !== 0)) {
      this.#fail('the entries of the handlers are not the last, or not for any', this.#failed);
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
      const isSure = role !== 'code' || (isEntered && !this.#isConstructor());
      const wanted =
        role === 'entry' ||
        isMethodReturn ||
        bci >= this.#overflow ||
        (bci > this.#failed && opcode === OP.athrow)
          ? -1
          : bci >= this.#failed
            ? this.#overflow
            : this.#failed;
      if (isSure && handlerOf(bci) !== wanted)
        this.#fail(`the handler is ${handlerOf(bci)}, not ${wanted}`, bci);
    }
    this.#checkOverflow();
    for (const { bci, slots } of this.#frames) {
      const type = slots.includes('uninitializedThis') ? undefined : this.#probeClass;
      if (slots[local] !== type) this.#fail(`a frame with ${slots[local]} in variable ${local}`, bci);
    }
  }

  #checkOverflow(): void {
    const texts = this.#instructions.filter(({ bci }) => bci >= this.#overflow).map(({ text }) => text);
    const root = this.#instructions.some(({ text }) => text.includes('.rootEntry('));
    const probe = texts[0];
    const fields = [
      'missedExits:I iadd',
      'limit:J',
      ...(root ? ['depth:I isub', 'recorded:Ljava/lang/Thread;'] : []),
    ];
    const expected = fields.flatMap((field) => {
      const [name, operator] = field.split(' ');
      const access = `${this.#probeClass}.${name}`;
      if (operator === undefined) {
        return [probe, name.endsWith('J') ? 'lconst_0' : 'aconst_null', `putfield ${access}`];
      }
      return [probe, 'dup', `getfield ${access}`, 'iconst_1', operator, `putfield ${access}`];
    });
    if (localOf('aload', probe) !== this.#probeLocal || texts.join() !== [...expected, 'athrow'].join()) {
      this.#fail(`the overflow handler is ${texts.join('; ')}`, this.#overflow);
    }
  }

  #fail(what: string, bci: number): never {
    throw new Error(`${this.#code.what}: bci ${bci}: ${what}`);
  }

  #isConstructor(): boolean {
    return this.#code.what.includes('.<init>(');
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
