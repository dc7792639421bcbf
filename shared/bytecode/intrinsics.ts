import { annotationTypes } from '../classfile/annotations.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import type { MethodModel } from '../classfile/methodModel.ts';

/** Since JDK 16, and before. */
const CANDIDATES: ReadonlySet<string> = new Set([
  'Ljdk/internal/vm/annotation/IntrinsicCandidate;',
  'Ljdk/internal/HotSpotIntrinsicCandidate;',
]);
/** HotSpot knows methods of its own libraries only (Method::init_intrinsic_id). */
const JDK = /^(java|jdk|sun)\//;

/**
 * Whether HotSpot's compilers may put code of their own in place of a call of the method (vmIntrinsics.hpp): what its body holds, probes
 * too, does not run then. So it is of Math.max and Arrays.copyOf always, of StringBuilder.append and Integer.valueOf in places.
 */
export function mayBeReplaced(model: ClassModel, method: MethodModel): boolean {
  return JDK.test(model.name) && annotationTypes(model, method).some((type) => CANDIDATES.has(type));
}
