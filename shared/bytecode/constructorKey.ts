/**
 * A number for a constructor, from which it knows at its beginning that it is the one that a super(...) or this(...) has just
 * called. FNV-1a, 31 bits, never 0. Another constructor with the same number could only be taken for it as the very next event
 * after such a call.
 * @param className internal name
 */
export function constructorKey(className: string, descriptor: string): number {
  let hash = 0x811c9dc5;
  for (const text of [className, descriptor]) {
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return hash >>> 1 || 1;
}
