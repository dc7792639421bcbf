/**
 * Takes the mark of counted contexts from those that have a time: other agents may change a method that was only counted, and from then
 * on it is timed. What its counted calls took stays with their caller. O(nodes), in place.
 * @param counted NodeIndex -> 1: calls were only counted  @param selfNs NodeIndex -> ns
 */
export function markTimed(counted: Uint8Array, selfNs: Float64Array, length: number): void {
  for (let node = 0; node < length; node++) if (selfNs[node] > 0) counted[node] = 0;
}
