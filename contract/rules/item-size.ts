import { contentLimits } from '../content/content-limits.ts';
import { type ItemValues, itemFieldId, rowsOf } from '../content/item-fields.ts';
import { leavesIn, levelOf, type TreeNode } from '../content/template-tree.ts';
import { isLocalised } from '../field-types/localised.ts';
import { fieldTypeOf } from '../field-types/registry.ts';
import { numberText } from '../number-text.ts';

/** The size of an item. */
export interface ItemSize {
  rows: number;
  /** Rows times the fields of each row, including empty ones. */
  cells: number;
  /** The longest text, also of a list, in UTF-16 code units, and its item field id. */
  longest: { length: number; at: string };
  /** Upper bound of its size as JSON; the actual size is usually far smaller. */
  atMostBytes: number;
}

/** The worst case is a control character, which is escaped as six bytes: `\u0001`. */
const bytesOfUnit = 6;
/** More than quotes, commas, brackets and a number take. */
const bytesAround = 32;
/** More than the mark of a translation and the names around it take. */
const bytesOfTranslation = 64;

/** Measures an item; the work is proportional to its non-empty values. */
export function sizeOf(tree: readonly TreeNode[], values: ItemValues): ItemSize {
  const size: ItemSize = { rows: 0, cells: 0, longest: { length: 0, at: '' }, atMostBytes: 2 };
  const measureText = ({ length }: string, fieldId: string, path: readonly number[]) => {
    size.atMostBytes += length * bytesOfUnit;
    if (length > size.longest.length) size.longest = { length, at: itemFieldId(fieldId, path) };
  };
  const visit = (nodes: readonly TreeNode[], row: ItemValues, path: readonly number[]): void => {
    for (const { field, children } of leavesIn(levelOf(nodes), Object.keys(row))) {
      const value = row[field.id];
      size.atMostBytes += field.id.length + bytesAround;
      if (fieldTypeOf(field.settings.type).holds === 'rows') {
        const inner = rowsOf(value);
        size.rows += inner.length;
        size.atMostBytes += inner.length * bytesAround;
        size.cells += inner.length * levelOf(children).leaves.length;
        for (const [index, one] of inner.entries()) visit(children, one, [...path, index]);
      } else if (typeof value === 'string') {
        measureText(value, field.id, path);
      } else if (Array.isArray(value)) {
        size.atMostBytes += value.length * bytesAround;
        for (const entry of value) if (typeof entry === 'string') measureText(entry, field.id, path);
      } else if (isLocalised(value)) {
        for (const [language, { text }] of Object.entries(value)) {
          size.atMostBytes += language.length + bytesOfTranslation;
          measureText(text, field.id, path);
        }
      }
    }
  };
  visit(tree, values, []);
  return size;
}

const sentence = (most: number, what: string, has: number) =>
  `an item can have at most ${numberText(most)} ${what}, and this one would have ${numberText(has)}`;

/** Error message for an item that is far too large to be measured. */
export const farTooLarge = `an item can have at most ${numberText(contentLimits.itemBytes)} bytes, and this one would have more`;

/**
 * Errors if an item is too large, by item field id or `fields`. It may stay as large as `before`, regardless of the
 * limits.
 */
export function checkItemSize(
  size: ItemSize,
  before: () => ItemSize,
  bytes: { now: () => number; before: () => number },
): [path: string, reason: string][] {
  const { itemRows, itemCells, itemBytes, textLength } = contentLimits;
  const { length, at } = size.longest;
  const wrong: [string, string][] = [];
  if (length > textLength && length > before().longest.length)
    wrong.push([at, `must be at most ${numberText(textLength)} characters`]);
  if (size.rows > itemRows && size.rows > before().rows) wrong.push(['fields', sentence(itemRows, 'rows', size.rows)]);
  else if (size.cells > itemCells && size.cells > before().cells)
    wrong.push(['fields', sentence(itemCells, 'cells in its rows', size.cells)]);
  else if (size.atMostBytes > itemBytes && bytes.now() > Math.max(itemBytes, bytes.before()))
    wrong.push(['fields', sentence(itemBytes, 'bytes', bytes.now())]);
  return wrong;
}
