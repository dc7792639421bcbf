/** Of many rows that are collected anew, room for so much more than there are. */
const SPARE_SHARE = 1 / 64;
export const LEAST_ROOM = 1024;

export const NO_ROWS = new Int32Array(0);

/** The rows with [start, end) replaced. */
export function replaced(
  rows: Int32Array,
  start: number,
  end: number,
  by: Int32Array,
): Int32Array<ArrayBuffer> {
  const spliced = new Int32Array(rows.length - (end - start) + by.length);
  spliced.set(rows.subarray(0, start));
  spliced.set(by, start);
  spliced.set(rows.subarray(end), start + by.length);
  return spliced;
}

export function resized(rows: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(length);
  copy.set(rows.subarray(0, length));
  return copy;
}

/** The first of them, with little room more, which the rows of the next moment are collected into. */
export function fitted(rows: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const room = length + Math.ceil(length * SPARE_SHARE);
  return (rows.length > room + LEAST_ROOM ? resized(rows, room) : rows).subarray(0, length);
}

/** All of the array that these rows are the beginning of. */
export function wholeRoom({ buffer }: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  return new Int32Array(buffer);
}
