import type { ClassModel } from './classModel.ts';

/** Whether the class itself declares a field of that name and descriptor (JVMS §4.5). Takes time by its fields. */
export function declaresField(
  { bytes, pool, fieldsOffset }: ClassModel,
  name: string,
  descriptor: string,
): boolean {
  const u16 = (offset: number): number => (bytes[offset] << 8) | bytes[offset + 1];
  let field = fieldsOffset + 2;
  for (let left = u16(fieldsOffset); left > 0; left--) {
    if (pool.utf8(u16(field + 2)) === name && pool.utf8(u16(field + 4)) === descriptor) return true;
    let attribute = field + 8;
    for (let attributes = u16(field + 6); attributes > 0; attributes--) {
      attribute += 6 + u16(attribute + 2) * 0x10000 + u16(attribute + 4);
    }
    field = attribute;
  }
  return false;
}
