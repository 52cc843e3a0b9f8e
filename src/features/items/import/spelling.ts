/** Shorter words that differ by a letter are other words. */
const shortest = 4;

/** The option that a refused value is a spelling of: in another case, or with one other, missing or further letter; undefined if several are. */
export function spellingOf(value: string, options: readonly string[]): string | undefined {
  const typed = value.trim().toLowerCase();
  const same = options.filter((option) => option.toLowerCase() === typed);
  const near = same.length > 0 ? same : options.filter((option) => isOneLetterOff(typed, option.toLowerCase()));
  return near.length === 1 ? near[0] : undefined;
}

function isOneLetterOff(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < shortest || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  return restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1);
}
