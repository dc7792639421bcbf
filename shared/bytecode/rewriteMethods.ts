import { ByteWriter } from '../base/byteWriter.ts';
import { ensure } from '../base/assert.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import { writeClass } from '../classfile/classWriter.ts';
import type { MethodModel } from '../classfile/methodModel.ts';
import type { ConstantPoolAppend } from './constantPoolAppend.ts';
import type { RewriteRefusal } from './rewriteRefusal.ts';

/** Writes the method's new Code attribute, header included; a refused method writes nothing. */
export type MethodRewriter = (method: MethodModel, writer: ByteWriter) => RewriteRefusal | null;

export interface RefusedMethod {
  readonly methodIndex: number;
  readonly reason: RewriteRefusal;
}

export interface RewrittenClass {
  /** The class file's own bytes, not a copy, if every method was refused. */
  readonly bytes: Uint8Array;
  readonly refused: readonly RefusedMethod[];
}

/** Code attributes are put together here, one class after the other: room of its own for each class costs more. */
const codeWriter = new ByteWriter(1 << 16);

/**
 * The class with new code in some of its methods.
 * @param rewriters by index in model.methods; worked through by rising index
 * @param constants what the rewriters append
 */
export function rewriteMethods(
  model: ClassModel,
  rewriters: ReadonlyMap<number, MethodRewriter>,
  constants: ConstantPoolAppend,
): RewrittenClass {
  const writer = codeWriter;
  writer.clear();
  const ends = new Map<number, number>(); // method index -> where its Code attribute ends in the writer
  const refused: RefusedMethod[] = [];
  for (const [methodIndex, rewrite] of [...rewriters].sort(([a], [b]) => a - b)) {
    const method = ensure(model.methods[methodIndex], `method ${methodIndex} of ${model.name}`);
    const reason = rewrite(method, writer);
    if (reason === null) ends.set(methodIndex, writer.length);
    else refused.push({ methodIndex, reason });
  }
  if (ends.size === 0) return { bytes: model.bytes, refused };

  const written = writer.written();
  const codeAttributes = new Map<number, Uint8Array>();
  let start = 0;
  for (const [methodIndex, end] of ends) {
    codeAttributes.set(methodIndex, written.subarray(start, end));
    start = end;
  }
  const bytes = writeClass(model, {
    constants: constants.written(),
    constantCount: constants.count,
    codeAttributes,
  });
  return { bytes, refused };
}
