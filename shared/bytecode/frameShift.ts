import { ATTRIBUTE } from '../classfile/attributeNames.ts';
import { findAttribute, type ClassModel } from '../classfile/classModel.ts';
import type { CodeModel } from '../classfile/codeModel.ts';
import { malformedClass } from '../classfile/malformedClass.ts';
import { moveFrame, readStackMapTable, type StackMapFrame } from '../classfile/stackMapTable.ts';
import { isConditionalBranch } from '../classfile/opcodes.ts';
import type { CodeLayout } from './codeLayout.ts';
import type { Relocation } from './relocation.ts';

/** Class files from this version on have stack map frames; before it the verifier infers all types. */
const FIRST_VERSION_WITH_FRAMES = 50;

/**
 * The method's stack map frames as they are, or null if it has none and must get none:
 *
 *  - Before version 50 there are no frames; a table that is there means nothing to the JVM.
 *  - From version 50 on a method needs a frame wherever flow does not fall in. If there is such a place but no table,
 *    the JVM has left it out (boot classes handed to a transformer before JDK 21, JDK-8228604), or the class has
 *    version 50 and counts on the old verifier. One frame alone would be worse than none.
 *  - Otherwise a missing table is an empty one, and the handler's frame is its first.
 */
export function readFrames(
  model: ClassModel,
  code: CodeModel,
  layout: CodeLayout,
): readonly StackMapFrame[] | null {
  if (!hasFrames(model, code, layout)) return null;
  const table = findAttribute(model.pool, code.attributes, ATTRIBUTE.stackMapTable);
  if (table === undefined) return [];
  const frames = readStackMapTable(code.bytes.subarray(table.start, table.endExclusive), code.what);
  for (const { offset } of frames) {
    if (layout.marks[offset] > 0) continue;
    const found = `a stack map frame is at bci ${offset}`;
    throw malformedClass(code.what, table.start, found, 'an instruction must begin there');
  }
  return frames;
}

/** Whether the JVM knows the types in the method by its frames. Otherwise it infers them, or does not look at them. */
export function hasFrames(model: ClassModel, code: CodeModel, layout: CodeLayout): boolean {
  if (model.majorVersion < FIRST_VERSION_WITH_FRAMES) return false;
  return (
    !layout.hasJumpTargets ||
    findAttribute(model.pool, code.attributes, ATTRIBUTE.stackMapTable) !== undefined
  );
}

/** The frames where the relocation puts them. Types do not change. */
export function shiftFrames(frames: readonly StackMapFrame[], relocation: Relocation): StackMapFrame[] {
  const target = (bci: number): number => relocation.target(bci);
  const place = (bci: number): number => relocation.place(bci);
  return frames.map((frame) => moveFrame(frame, target, place));
}

/**
 * The bci of a widened `if` behind which there is no frame, or -1. It becomes an inverted `if` over a goto_w, so the
 * instruction behind it is jumped to and needs a frame; only one that is there already can be trusted.
 */
export function widenedWithoutFrame(frames: readonly StackMapFrame[], relocation: Relocation): number {
  if (relocation.widened.size === 0) return -1;
  const offsets = new Set(frames.map((frame) => frame.offset));
  for (const { bci, opcode } of relocation.widened.values()) {
    if (isConditionalBranch(opcode) && !offsets.has(bci + 3)) return bci;
  }
  return -1;
}
