import { readAttributes } from './attribute.ts';
import type { ClassModel } from './classModel.ts';
import { TAG } from './constantPool.ts';
import type { MethodModel } from './methodModel.ts';

const VISIBLE = 'RuntimeVisibleAnnotations';
/** A file may nest them without end; no compiler goes so deep. */
const MOST_NESTED = 50;

/**
 * The types of a method's annotations that the JVM can see, as descriptors (JVMS 4.7.16). One whose type is no
 * name is left out, and so are those behind one that makes no sense: the JVM does not verify them either.
 */
export function annotationTypes({ bytes, pool }: ClassModel, method: MethodModel): readonly string[] {
  const { attributes } = readAttributes(bytes, method.start + 6, method.endExclusive, method.what);
  const visible = attributes.find(({ nameIndex }) => pool.utf8(nameIndex) === VISIBLE);
  if (visible === undefined) return [];
  const { start, endExclusive } = visible;
  const u16 = (at: number): number => (bytes[at] << 8) | bytes[at + 1];
  const types: string[] = [];

  /** @returns behind the annotation at `at`; beyond the end if it makes no sense */
  function behindAnnotation(at: number, depth: number): number {
    let next = at + 4;
    for (let left = u16(at + 2); left > 0 && next + 3 <= endExclusive; left--)
      next = behindValue(next + 2, depth);
    return next;
  }

  /** Of an element_value (JVMS 4.7.16.1). */
  function behindValue(at: number, depth: number): number {
    if (depth === MOST_NESTED) return Infinity;
    switch (String.fromCharCode(bytes[at])) {
      case 'e':
        return at + 5;
      case '@':
        return behindAnnotation(at + 1, depth + 1);
      case '[': {
        let next = at + 3;
        for (let left = u16(at + 1); left > 0 && next < endExclusive; left--)
          next = behindValue(next, depth + 1);
        return next;
      }
      default:
        return at + 3;
    }
  }

  let at = start + 2;
  for (let left = u16(start); left > 0 && at + 4 <= endExclusive; left--) {
    const type = u16(at);
    if (pool.tag(type) === TAG.utf8) types.push(pool.utf8(type));
    at = behindAnnotation(at, 0);
  }
  return types;
}
