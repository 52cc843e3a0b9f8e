/** True if two values in a condition are equal: numbers by their value, lists and maps by their contents. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (isNumber(a)) return isNumber(b) && Number(a) === Number(b);
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((entry, at) => isEqual(entry, b[at]));
  const [mapA, mapB] = [asMap(a), asMap(b)];
  if (!mapA || mapA.size !== mapB?.size) return false;
  return [...mapA].every(([key, value]) => mapB.has(key) && isEqual(value, mapB.get(key)));
}

/** True for the values that {@link isEqual} compares; the library has others, such as bytes. */
export const isComparable = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || Array.isArray(value) || asMap(value) !== undefined;

const isNumber = (value: unknown): value is number | bigint => typeof value === 'number' || typeof value === 'bigint';

/** A map of an item, or one that an expression writes out, which is an object. */
function asMap(value: unknown): ReadonlyMap<unknown, unknown> | undefined {
  if (value instanceof Map) return value;
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
    ? new Map(Object.entries(value))
    : undefined;
}
