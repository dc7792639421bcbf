import { unreachable } from '../base/assert.ts';
import { methodFlagsText } from './accessFlags.ts';
import { ATTRIBUTE } from './attributeNames.ts';
import { findAttribute, type ClassModel } from './classModel.ts';
import type { CodeModel } from './codeModel.ts';
import { TAG, tagName, type ConstantPool } from './constantPool.ts';
import { readExceptionTable } from './exceptionTable.ts';
import type { InstructionCursor } from './instructionCursor.ts';
import { readLineNumbers } from './lineNumbers.ts';
import { readLocalVariables } from './localVariables.ts';
import type { MethodModel } from './methodModel.ts';
import { OPCODE_NAMES } from './opcodes.ts';
import { readStackMapTable, type StackMapFrame, type VerificationType } from './stackMapTable.ts';

/**
 * One method as text, in the manner of javap -c: for tests and for looking. One item per line:
 *
 *   public static twice(I)I
 *   stack 2, locals 1
 *   0: iload_0
 *   1: iconst_2
 *   2: imul
 *   3: ireturn
 *   catch 0..3 -> 4 any
 *   frame 4: full [] [java/lang/Throwable]
 *   line 0: 7
 *   variable 0: x I 0..4
 */
export function disassemble(model: ClassModel, method: MethodModel): string[] {
  const lines = [`${methodFlagsText(method.accessFlags)} ${method.name}${method.descriptor}`.trim()];
  const code = method.readCode();
  if (code !== null) lines.push(...disassembleCode(model.pool, code));
  return lines;
}

/** The lines for one Code attribute. */
export function disassembleCode(pool: ConstantPool, code: CodeModel): string[] {
  const lines = [`stack ${code.maxStack}, locals ${code.maxLocals}`];
  for (const at = code.instructions(); at.next();) {
    lines.push(`${at.offset}: ${instructionText(pool, at)}`);
  }
  for (const { start, endExclusive, handler, catchType } of readExceptionTable(code)) {
    const type = catchType === 0 ? 'any' : pool.className(catchType);
    lines.push(`catch ${start}..${endExclusive} -> ${handler} ${type}`);
  }
  for (const frame of frames(pool, code)) {
    lines.push(`frame ${frame.offset}: ${frameText(pool, frame)}`);
  }
  const lineNumbers = findAttribute(pool, code.attributes, ATTRIBUTE.lineNumberTable);
  if (lineNumbers !== undefined) {
    const info = code.bytes.subarray(lineNumbers.start, lineNumbers.endExclusive);
    for (const { start, line } of readLineNumbers(info, code.what)) {
      lines.push(`line ${start}: ${line}`);
    }
  }
  for (const table of [ATTRIBUTE.localVariableTable, ATTRIBUTE.localVariableTypeTable]) {
    const attribute = findAttribute(pool, code.attributes, table);
    if (attribute === undefined) continue;
    const info = code.bytes.subarray(attribute.start, attribute.endExclusive);
    for (const variable of readLocalVariables(info, code.what)) {
      const name = `${pool.utf8(variable.nameIndex)} ${pool.utf8(variable.typeIndex)}`;
      lines.push(`variable ${variable.slot}: ${name} ${variable.start}..${variable.endExclusive}`);
    }
  }
  return lines;
}

function frames(pool: ConstantPool, code: CodeModel): StackMapFrame[] {
  const attribute = findAttribute(pool, code.attributes, ATTRIBUTE.stackMapTable);
  if (attribute === undefined) return [];
  return readStackMapTable(code.bytes.subarray(attribute.start, attribute.endExclusive), code.what);
}

/** One instruction without its offset: `invokestatic a/B.run()V`, `goto 12`. */
export function instructionText(pool: ConstantPool, at: InstructionCursor): string {
  const name = `${at.isWide ? 'wide ' : ''}${OPCODE_NAMES[at.opcode]}`;
  switch (at.operandKind) {
    case 'none':
    case 'wide': // the cursor shows the widened instruction instead
      return name;
    case 'i8':
    case 'i16':
      return `${name} ${at.immediate}`;
    case 'local':
      return `${name} ${at.localIndex}`;
    case 'iinc':
      return `${name} ${at.localIndex} ${at.immediate}`;
    case 'arrayType':
      return `${name} ${at.count}`;
    case 'branch16':
    case 'branch32':
      return `${name} ${at.branchTarget}`;
    case 'tableswitch':
    case 'lookupswitch':
      return `${name} ${switchText(at)}`;
    case 'multianewarray':
      return `${name} ${constantText(pool, at.constantIndex)} ${at.count}`;
    case 'constant8':
    case 'constant':
    case 'invokeinterface':
    case 'invokedynamic':
      return `${name} ${constantText(pool, at.constantIndex)}`;
    default:
      return unreachable(at.operandKind);
  }
}

function switchText(at: InstructionCursor): string {
  const cases: string[] = [];
  for (let i = 0; i < at.caseCount; i++) cases.push(`${at.caseMatch(i)}: ${at.caseTarget(i)}`);
  return [...cases, `default: ${at.defaultTarget}`].join(', ');
}

function constantText(pool: ConstantPool, index: number): string {
  const tag = pool.tag(index);
  switch (tag) {
    case TAG.integer:
      return String(pool.integer(index));
    case TAG.float:
      return `${tagName(tag)} ${hexOf(pool, index, tag, 4)}`;
    case TAG.long:
    case TAG.double:
      return `${tagName(tag)} ${hexOf(pool, index, tag, 8)}`;
    case TAG.class:
      return pool.className(index);
    case TAG.fieldref:
    case TAG.methodref:
    case TAG.interfaceMethodref: {
      const { owner, name, descriptor } = pool.memberRef(index);
      return `${owner}.${name}${tag === TAG.fieldref ? ':' : ''}${descriptor}`;
    }
    case TAG.string:
      return JSON.stringify(pool.utf8(pool.stringIndex(index)));
    case TAG.dynamic:
    case TAG.invokeDynamic: {
      const nameAndType = pool.dynamicNameAndTypeIndex(index);
      const name = pool.utf8(pool.nameIndex(nameAndType));
      const type = pool.utf8(pool.descriptorIndex(nameAndType));
      return `#${pool.bootstrapMethodIndex(index)} ${name}:${type}`;
    }
    default:
      return `${tagName(tag)} #${index}`;
  }
}

/** The bits of a number, which its index does not tell. */
function hexOf(pool: ConstantPool, index: number, tag: number, bytes: number): string {
  const start = pool.offset(index, tag) + 1;
  const digits = Array.from(pool.bytes.subarray(start, start + bytes), (byte) =>
    byte.toString(16).padStart(2, '0'),
  );
  return `0x${digits.join('')}`;
}

function frameText(pool: ConstantPool, frame: StackMapFrame): string {
  const types = (list: readonly VerificationType[]): string =>
    `[${list.map((type) => typeText(pool, type)).join(', ')}]`;
  switch (frame.kind) {
    case 'same':
      return 'same';
    case 'sameLocals1StackItem':
      return `same ${types([frame.stack])}`;
    case 'chop':
      return `chop ${frame.chopped}`;
    case 'append':
      return `append ${types(frame.locals)}`;
    case 'full':
      return `full ${types(frame.locals)} ${types(frame.stack)}`;
    default:
      return unreachable(frame);
  }
}

function typeText(pool: ConstantPool, type: VerificationType): string {
  if (type.kind === 'object') return pool.className(type.classIndex);
  return type.kind === 'uninitialized' ? `uninitialized(${type.offset})` : type.kind;
}
