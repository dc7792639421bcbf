import { ByteWriter } from '../base/byteWriter.ts';
import { ensure } from '../base/assert.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import { writeClass } from '../classfile/classWriter.ts';
import { ConstantPoolAppend } from './constantPoolAppend.ts';
import { ProbeCalls, type ProbeTarget } from './probePackets.ts';
import { rewriteMethod } from './rewriteMethod.ts';
import type { RewriteRefusal } from './rewriteRefusal.ts';

export interface RewriteOptions {
  /** Internal name of the class with entry, exit, rootEntry, rootExit, gate and count: java/lang/SluiceProbe. */
  readonly probeClass: string;
}

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
 * Puts probes into methods of one class. The same input gives the same bytes. A method that cannot be rewritten is left
 * as it is and reported; the others are rewritten all the same.
 *
 * @param targets index in model.methods -> what to measure; worked through by rising index
 * @throws SluiceError 'protocol' if a method is malformed
 */
export function rewriteClass(
  model: ClassModel,
  targets: ReadonlyMap<number, ProbeTarget>,
  options: RewriteOptions,
): RewrittenClass {
  const constants = new ConstantPoolAppend(model.pool);
  const probes = new ProbeCalls(constants, options.probeClass);
  const writer = codeWriter;
  writer.clear();
  const ends = new Map<number, number>(); // method index -> where its Code attribute ends in the writer
  const refused: RefusedMethod[] = [];
  for (const [methodIndex, target] of [...targets].sort(([a], [b]) => a - b)) {
    const method = ensure(model.methods[methodIndex], `method ${methodIndex} of ${model.name}`);
    const reason = rewriteMethod(model, method, target, probes, constants, writer);
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
