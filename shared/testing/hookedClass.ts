import type { InsertedCalls } from '../bytecode/insertedCalls.ts';
import { rewriteClass } from '../bytecode/rewriteClass.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import { PROBE_CLASS } from '../instrument/probeClass.ts';

/** A class with calls and no probes; null where there are no calls for it, or one cannot be put in. */
export function withCalls(model: ClassModel, calls: InsertedCalls | null): Uint8Array | null {
  if (calls === null) return null;
  const { bytes, refused } = rewriteClass(model, new Map(), { probeClass: PROBE_CLASS, calls });
  return refused.length > 0 ? null : bytes;
}
