/**
 * Sums a column over each node and all its descendants. O(nodes), allocates the result only.
 * @param parent parent[i] < i, as in a CctTable
 * @param sums   where they are written, as long as the column; nothing is allocated then
 */
export function subtreeSums(
  parent: Int32Array,
  values: ArrayLike<number>,
  sums = new Float64Array(values.length),
): Float64Array {
  sums.set(values);
  for (let node = sums.length - 1; node > 0; node--) {
    sums[parent[node]] += sums[node]; // children come after parents
  }
  return sums;
}
