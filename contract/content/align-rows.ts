import { fieldTypeOf } from '../field-types/registry.ts';
import type { ItemValues } from './item-fields.ts';
import { leavesOf, type TreeField, type TreeNode } from './template-tree.ts';

/** A row of a dynamic group in two versions; `place` is its position in the newer one, or in the older one if it is removed. */
export type RowDifference =
  | { kind: 'same'; index: number }
  | { kind: 'added'; index: number; after: ItemValues }
  | { kind: 'removed'; index: number; before: ItemValues }
  | { kind: 'updated'; index: number; before: ItemValues; after: ItemValues };

/** The field that names the rows of a dynamic group, given its children: the first one, unless it holds rows itself. */
export function rowNamingField<F extends TreeField>(children: readonly TreeNode<F>[]): F | undefined {
  const first = leavesOf(children)[0]?.field;
  return first && fieldTypeOf(first.settings.type).holds !== 'rows' ? first : undefined;
}

/** Above this many pairs, rows are compared by their position only. */
const mostPairs = 250_000;

/**
 * Pairs the rows of two versions, which have no identity: equal rows are matched where their order allows it, between them rows whose first
 * field is the same, and between those, rows with the same distance from the last pair; these two kinds count as updated. `first` is the id
 * of that field; undefined if the rows begin with rows of their own.
 */
export function alignRows(
  before: readonly ItemValues[],
  after: readonly ItemValues[],
  first: string | undefined,
): RowDifference[] {
  const texts = { before: before.map(rowText), after: after.map(rowText) };
  const names = { before: before.map(nameIn(first, 'before')), after: after.map(nameIn(first, 'after')) };
  const differences: RowDifference[] = [];
  let old = 0;
  let index = 0;
  const update = () => {
    const row = { before: before[old] as ItemValues, after: after[index] as ItemValues };
    differences.push({ kind: 'updated', index, ...row });
    old += 1;
    index += 1;
  };
  const passTo = (oldEnd: number, end: number) => {
    while (old < oldEnd && index < end) update();
    for (; old < oldEnd; old++) differences.push({ kind: 'removed', index: old, before: before[old] as ItemValues });
    for (; index < end; index++) differences.push({ kind: 'added', index, after: after[index] as ItemValues });
  };
  const passByName = (oldEnd: number, end: number) => {
    const [oldStart, start] = [old, index];
    for (const [oldOffset, offset] of equalPairs(names.before.slice(old, oldEnd), names.after.slice(index, end))) {
      passTo(oldStart + oldOffset, start + offset);
      update();
    }
    passTo(oldEnd, end);
  };
  for (const [oldPlace, newPlace] of equalPairs(texts.before, texts.after)) {
    passByName(oldPlace, newPlace);
    differences.push({ kind: 'same', index });
    old += 1;
    index += 1;
  }
  passByName(before.length, after.length);
  return differences;
}

/** True if both versions have the same rows, in whichever order. */
export function hasSameRows(before: readonly ItemValues[], after: readonly ItemValues[]): boolean {
  const texts = before.map(rowText).sort();
  return (
    before.length === after.length &&
    after
      .map(rowText)
      .sort()
      .every((text, index) => text === texts[index])
  );
}

/** The value of the first field as text; of rows without one a text that no other row has. */
const nameIn =
  (first: string | undefined, version: string) =>
  (row: ItemValues, index: number): string => {
    const value = first === undefined ? null : (row[first] ?? null);
    return isNone(value) ? `${version} ${index}` : JSON.stringify(value);
  };

/** A row as text: equal for rows with equal values, whether an empty value is stored or omitted. */
export const rowText = (row: ItemValues): string =>
  JSON.stringify(row, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([, inner]) => !isNone(inner))
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : value,
  );

/** A form has empty values where the saved item has none. */
const isNone = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The positions of equal entries, in ascending order: a longest common subsequence, unless there are too many pairs. */
export function equalPairs(a: readonly string[], b: readonly string[]): [number, number][] {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let left = 0;
  while (left < shorter - start && a[a.length - 1 - left] === b[b.length - 1 - left]) left++;
  const between = pairsBetween(a.slice(start, a.length - left), b.slice(start, b.length - left));
  return [
    ...Array.from({ length: start }, (_, index): [number, number] => [index, index]),
    ...between.map(([old, index]): [number, number] => [start + old, start + index]),
    ...Array.from({ length: left }, (_, index): [number, number] => [a.length - left + index, b.length - left + index]),
  ];
}

/** The same where neither the first nor the last entries are equal. */
function pairsBetween(a: readonly string[], b: readonly string[]): [number, number][] {
  if (a.length * b.length > mostPairs) {
    return a.flatMap((key, index): [number, number][] => (key === b[index] ? [[index, index]] : []));
  }
  // lengths[i][j]: of the longest common subsequence from i in `a` and j in `b` on.
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    const row = lengths[i] as Uint32Array;
    for (let j = b.length - 1; j >= 0; j--)
      row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}
