/** Whether this is a run of all tests, with those that repeat at length what others show. */
export const isLong = process.env.TEST_ALL !== undefined;

/** A list in a long run; otherwise some of it, which are others for each turn. */
export function some<T>(list: readonly T[], turn: number, count: number): readonly T[] {
  if (isLong || list.length <= count) return list;
  const start = (turn * count) % list.length;
  return [...list, ...list].slice(start, start + count);
}
