/** The upper one of the two in the middle; NaN of none. */
export function median(values: readonly number[]): number {
  return values.length === 0 ? NaN : values.toSorted((a, b) => a - b)[values.length >> 1];
}
