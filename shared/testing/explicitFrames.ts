/**
 * Stack map frames with all their types spelled out, so that frames which say the same in different forms are equal.
 * Written without anything of shared/bytecode, to judge it.
 */
import { ATTRIBUTE } from '../classfile/attributeNames.ts';
import { findAttribute, type ClassModel } from '../classfile/classModel.ts';
import type { CodeModel } from '../classfile/codeModel.ts';
import type { ConstantPool } from '../classfile/constantPool.ts';
import { parseMethodDescriptor } from '../classfile/descriptors.ts';
import type { MethodModel } from '../classfile/methodModel.ts';
import { readStackMapTable, type StackMapFrame, type VerificationType } from '../classfile/stackMapTable.ts';

const ACC_STATIC = 0x0008;

export interface ExplicitFrame {
  readonly bci: number;
  /** By slot; the second slot of a long or double is '-'. Unusable ones at the end are left out. */
  readonly slots: readonly string[];
  readonly stack: readonly string[];
}

/** The types of the method's frames: `integer`, `java/lang/String`, `new at 7`. */
export function explicitFrames(model: ClassModel, method: MethodModel, code: CodeModel): ExplicitFrame[] {
  const { pool } = model;
  const table = findAttribute(pool, code.attributes, ATTRIBUTE.stackMapTable);
  if (table === undefined) return [];
  const frames = readStackMapTable(code.bytes.subarray(table.start, table.endExclusive), code.what);
  const text = (type: VerificationType): string => typeText(pool, type);
  let locals: readonly string[] = firstLocals(model, method);
  return frames.map((frame) => {
    locals = nextLocals(locals, frame, text);
    return { bci: frame.offset, slots: slotsOf(locals), stack: stackOf(frame).map(text) };
  });
}

function nextLocals(
  before: readonly string[],
  frame: StackMapFrame,
  text: (type: VerificationType) => string,
): readonly string[] {
  if (frame.kind === 'full') return frame.locals.map(text);
  if (frame.kind === 'append') return [...before, ...frame.locals.map(text)];
  return frame.kind === 'chop' ? before.slice(0, -frame.chopped) : before;
}

function stackOf(frame: StackMapFrame): readonly VerificationType[] {
  if (frame.kind === 'full') return frame.stack;
  return frame.kind === 'sameLocals1StackItem' ? [frame.stack] : [];
}

function slotsOf(locals: readonly string[]): string[] {
  const slots = locals.flatMap((type) => (type === 'long' || type === 'double' ? [type, '-'] : [type]));
  while (slots.at(-1) === 'top') slots.pop();
  return slots;
}

function typeText(pool: ConstantPool, type: VerificationType): string {
  if (type.kind === 'object') return pool.className(type.classIndex);
  return type.kind === 'uninitialized' ? `new at ${type.offset}` : type.kind;
}

function firstLocals(model: ClassModel, method: MethodModel): string[] {
  const locals = parseMethodDescriptor(method.descriptor).parameters.map((type) => {
    const primitives: Record<string, string> = { J: 'long', D: 'double', F: 'float' };
    if (type.startsWith('[')) return type;
    return type.startsWith('L') ? type.slice(1, -1) : (primitives[type] ?? 'integer');
  });
  if ((method.accessFlags & ACC_STATIC) !== 0) return locals;
  const isUninitialized = method.name === '<init>' && model.superName !== null;
  return [isUninitialized ? 'uninitializedThis' : model.name, ...locals];
}
