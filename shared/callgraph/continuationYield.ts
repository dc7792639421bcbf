import { encodeModifiedUtf8 } from '../base/modifiedUtf8.ts';
import { TAG, type ConstantPool } from '../classfile/constantPool.ts';

/** jdk.internal.vm.Continuation.yield, which is static: javac names it by whatever subclass the source does. */
const NAME = 'yield';
const DESCRIPTOR = '(Ljdk/internal/vm/ContinuationScope;)Z';
const DESCRIPTOR_BYTES = encodeModifiedUtf8(DESCRIPTOR);

/** Whether code of the class may suspend a continuation. */
export function maySuspend(pool: ConstantPool): boolean {
  for (let index = 1; index < pool.count; index++)
    if (pool.tag(index) === TAG.utf8 && pool.utf8Equals(index, DESCRIPTOR_BYTES)) return true;
  return false;
}

/** @param index of a Methodref */
export function isYield(pool: ConstantPool, index: number): boolean {
  const { name, descriptor } = pool.memberRef(index);
  return name === NAME && descriptor === DESCRIPTOR;
}
