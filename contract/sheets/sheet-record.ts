import { namesInLevel, pathsOf } from '../content/field-names.ts';
import { type ItemValues, rowsOf } from '../content/item-fields.ts';
import { levelOf, type TreeNode } from '../content/template-tree.ts';
import { type FieldValue, isEmpty } from '../field-types/field-type.ts';
import { isLocalised } from '../field-types/localised.ts';
import { type FieldSettings, fieldTypeOf } from '../field-types/registry.ts';
import { type KeyOf, linkTexts } from './link-texts.ts';
import type { SheetItem } from './sheet-row.ts';
import { systemColumns, topColumn } from './system-columns.ts';

/** A JSON record of an item: its values by the paths of fields, without empty ones; a dynamic group as a list of such objects. */
export function sheetRecord(nodes: readonly TreeNode[], item: SheetItem, keyOf: KeyOf): Record<string, unknown> {
  const { id, version, internal_label: label, values } = item;
  const fields = recordOf(nodes, values, keyOf, topColumn);
  return { [systemColumns.id]: id, [systemColumns.version]: version, [systemColumns.label]: label, ...fields };
}

function recordOf(
  nodes: readonly TreeNode[],
  row: ItemValues,
  keyOf: KeyOf,
  columnAt = (path: string) => path,
): Record<string, unknown> {
  const paths = pathsOf(namesInLevel(nodes));
  const written = levelOf(nodes).leaves.flatMap(({ field: { id, settings }, children }): [string, unknown][] => {
    const value = row[id];
    if (isEmpty(value)) return [];
    const column = columnAt(paths.get(id) ?? id);
    if (fieldTypeOf(settings.type).holds === 'rows')
      return [[column, rowsOf(value).map((inner) => recordOf(children, inner, keyOf))]];
    // The value of a field that is no dynamic group.
    return [[column, jsonOf(settings, value as FieldValue, keyOf)]];
  });
  return Object.fromEntries(written);
}

function jsonOf(settings: FieldSettings, value: FieldValue, keyOf: KeyOf): unknown {
  const { links } = fieldTypeOf(settings.type);
  if (links) {
    const texts = linkTexts(settings, value, keyOf);
    return links.form === 'list' ? texts : (texts[0] ?? null);
  }
  if (!isLocalised(value)) return value;
  // A text without a mark is a plain one.
  return Object.fromEntries(
    Object.entries(value).map(([language, { text, from }]) => [language, from === undefined ? text : { text, from }]),
  );
}
