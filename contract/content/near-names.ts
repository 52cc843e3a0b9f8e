/** The names that are most like a wrong one, at most five. */
export function nearNames(wrong: string, names: readonly string[]): string[] {
  const sought = wrong.toLowerCase().slice(0, 64);
  return names
    .map((name) => ({ name, distance: distanceOf(sought, name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= Math.max(2, Math.min(sought.length, name.length) / 2))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, 5)
    .map(({ name }) => name);
}

/** The number of letters to change, add and remove; one if a name contains the other. */
const distanceOf = (a: string, b: string): number =>
  a.length > 2 && b.length > 2 && (a.includes(b) || b.includes(a)) ? 1 : editDistance(a, b);

/** The number of letters to change, add and remove, in UTF-16 code units; takes time by the product of both lengths. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
