/** How a JVM lays out objects: what an array takes follows from its length. Sizes of other objects only the JVM knows. */
export interface ObjectLayout {
  /** Objects begin, and so end, at multiples of this. */
  readonly alignmentBytes: number;
  readonly referenceBytes: number;
  /** Where the elements of an array begin. */
  readonly arrayBaseBytes: number;
  /** The same where each takes 8 bytes. */
  readonly wideArrayBaseBytes: number;
}

/** What HotSpot does where nothing else is chosen; for recordings that make no arrays, and tests. */
export const USUAL_LAYOUT: ObjectLayout = {
  alignmentBytes: 8,
  referenceBytes: 4,
  arrayBaseBytes: 16,
  wideArrayBaseBytes: 16,
};

/** @param elementBytes of each element */
export function arrayBytes(layout: ObjectLayout, elementBytes: number, length: number): number {
  const base = elementBytes === 8 ? layout.wideArrayBaseBytes : layout.arrayBaseBytes;
  return Math.ceil((base + length * elementBytes) / layout.alignmentBytes) * layout.alignmentBytes;
}
