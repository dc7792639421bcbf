/**
 * The places with the largest values, the largest first; of equal ones the first.
 * @param values place -> value
 * @param isIn whether a place counts
 */
export function largest(
  values: ArrayLike<number>,
  most: number,
  isIn: (place: number) => boolean = () => true,
): Int32Array {
  // A heap whose first is the least of those kept.
  const kept: number[] = [];
  const isBelow = (a: number, b: number): boolean =>
    values[a] < values[b] || (values[a] === values[b] && a > b);
  const sink = (): void => {
    for (let at = 0; ;) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < kept.length && isBelow(kept[child], kept[least])) least = child;
      if (least === at) return;
      [kept[at], kept[least]] = [kept[least], kept[at]];
      at = least;
    }
  };
  for (let place = 0; place < values.length; place++) {
    if (kept.length === most && (most === 0 || !isBelow(kept[0], place))) continue;
    if (!isIn(place)) continue;
    if (kept.length === most) {
      kept[0] = place;
      sink();
      continue;
    }
    kept.push(place);
    for (let at = kept.length - 1; at > 0;) {
      const above = (at - 1) >>> 1;
      if (!isBelow(kept[at], kept[above])) break;
      [kept[at], kept[above]] = [kept[above], kept[at]];
      at = above;
    }
  }
  return Int32Array.from(kept.sort((a, b) => (isBelow(a, b) ? 1 : -1)));
}
