/**
 * Sums a column over each node and all its descendants. O(nodes), allocates the result only.
 * @param parent parent[i] < i, as in a CctTable
 */
export function subtreeSums(parent: Int32Array, values: ArrayLike<number>): Float64Array {
  const sums = Float64Array.from(values);
  for (let node = sums.length - 1; node > 0; node--) {
    sums[parent[node]] += sums[node]; // children come after parents
  }
  return sums;
}
