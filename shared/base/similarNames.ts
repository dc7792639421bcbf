/** At most five names that share the simple name, or most of it, with what was typed. */
export function similarNames(typed: string, names: readonly string[]): readonly string[] {
  const wanted = simpleName(typed).toLowerCase();
  return names
    .map((name) => ({ name, distance: editDistance(wanted, simpleName(name).toLowerCase()) }))
    .filter(({ distance }) => distance <= Math.max(1, wanted.length / 4))
    .sort((a, b) => a.distance - b.distance || a.name.length - b.name.length)
    .slice(0, 5)
    .map(({ name }) => name);
}

function simpleName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
}

/** Levenshtein's distance. O(a.length * b.length). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, change));
    }
    row = next;
  }
  return row[b.length];
}
