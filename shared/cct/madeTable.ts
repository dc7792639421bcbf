/** What contexts have made, by allocation site: rows in no order, each pair of both once. */
export interface MadeTable {
  readonly length: number;
  readonly node: Int32Array; //       row -> NodeIndex
  readonly code: Int32Array; //       row -> site and kind, as words have them
  readonly objects: Float64Array; //  row -> objects and arrays
  readonly elements: Float64Array; // row -> of the arrays
  readonly arrayBytes: Float64Array; // row -> of the arrays, all of each
}

export const NOTHING_MADE: MadeTable = {
  length: 0,
  node: new Int32Array(),
  code: new Int32Array(),
  objects: new Float64Array(),
  elements: new Float64Array(),
  arrayBytes: new Float64Array(),
};
