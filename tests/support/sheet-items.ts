import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { levelOf, type TreeField, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import type { ItemReference } from '@quartermaster/contract/field-types/field-type.ts';
import { type FieldType, fieldTypeOf, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import type { ResolveLink } from '@quartermaster/contract/sheets/merge-row.ts';
import type { SheetSizes } from '@quartermaster/contract/sheets/sheet-columns.ts';
import type { SheetItem } from '@quartermaster/contract/sheets/sheet-row.ts';
import type { Dice } from './dice.ts';
import { isOfRow, ownSettings, someValue } from './field-values.ts';
import { field } from './sample-template.ts';

const valueTypes = (Object.keys(fieldTypes) as FieldType[]).filter(
  (type) => fieldTypeOf(type).holds === 'value' && !isOfRow(type),
);

/** Texts that sheet programs, or careless readers of CSV, change. */
export const trickyTexts = [
  '007',
  '1e5',
  '1-2',
  '2026-11-25',
  'TRUE',
  'null',
  '=1+1',
  "'=1+1",
  "''@x",
  '-5',
  '+1',
  '\ttab',
  '\r\nlines\n',
  ' spaces ',
  '"quoted"',
  "'quoted'",
  '#12',
  'שלום עולם',
  '👩‍👩‍👧 剣',
  'x'.repeat(100_000),
  '{"en":"x"}',
  '＝1',
];

/** Names that look like own columns, rows, languages, or members of objects. */
const trickyNames = ['_id', '_version', '_label', '1', '12', '007', 'de', 'from', '__proto__', 'toString', '-x'];

/**
 * A random template with fields of all types on up to three levels of rows, and groups around them. Names are unlike the ids of
 * their fields, and some are the ids of others.
 */
export function someFields(dice: Dice): TreeField[] {
  const fields: TreeField[] = [];
  const add = (type: FieldType, parentId: string | null) => {
    const id = dice.percent(10) ? `${fields.length}` : `${dice.oneOf(['a', '-b', 'c_'])}${fields.length}`;
    const siblings = new Set(fields.filter((one) => one.parentId === parentId).map(({ settings }) => settings.name));
    const others = [...trickyNames, 'name', ...fields.map((one) => one.id), `a${fields.length + 1}`];
    const name = [dice.oneOf(others), `name${fields.length}`].find((one) => !siblings.has(one)) ?? id;
    fields.push(field(id, type, { parentId, order: fields.length, ...ownSettings(type, 'thing'), name }));
    return id;
  };
  const fill = (parentId: string | null, depth: number) => {
    const count = depth === 0 ? 12 : 1 + dice.below(4);
    for (let index = 0; index < count; index += 1) {
      if (depth < 3 && dice.percent(25)) fill(add(dice.percent(60) ? 'dynamic-group' : 'group', parentId), depth + 1);
      else add(dice.oneOf(valueTypes), parentId);
    }
  };
  fill(null, 0);
  return fields;
}

export function someItem(nodes: readonly TreeNode[], dice: Dice, random: () => number): ItemValues {
  const values: ItemValues = {};
  for (const { field: one, children } of levelOf(nodes).leaves) {
    if (dice.percent(30)) continue;
    const { type } = one.settings;
    const { holds, wrongKind } = fieldTypeOf(type);
    if (holds === 'rows') {
      const rows = Array.from({ length: dice.below(4) }, () => someItem(children, dice, random));
      if (rows.length > 0) values[one.id] = rows;
      continue;
    }
    const tricky = 'pattern' in fieldTypes[type].settings && dice.percent(50) ? dice.oneOf(trickyTexts) : undefined;
    const isRight = tricky !== undefined && wrongKind(tricky, one.settings) === undefined;
    values[one.id] = isRight ? tricky : (someValue[type]?.(random) ?? 'x');
  }
  return values;
}

/** What is read back: computed values are not read. */
export function withoutComputed(nodes: readonly TreeNode[], values: ItemValues): ItemValues {
  const kept: ItemValues = {};
  for (const { field: one, children } of levelOf(nodes).leaves) {
    const { holds, computes } = fieldTypeOf(one.settings.type);
    const value = values[one.id];
    if (value === undefined || computes) continue;
    kept[one.id] = holds === 'rows' ? rowsOf(value).map((row) => withoutComputed(children, row)) : value;
  }
  return kept;
}

export const sizesOf = (nodes: readonly TreeNode[], items: readonly SheetItem[]): SheetSizes => {
  const rows = new Map<string, number>();
  const visit = (level: readonly TreeNode[], row: ItemValues) => {
    for (const { field: one, children } of levelOf(level).leaves) {
      if (fieldTypeOf(one.settings.type).holds !== 'rows') continue;
      const list = rowsOf(row[one.id]);
      rows.set(one.id, Math.max(rows.get(one.id) ?? 0, list.length));
      for (const inner of list) visit(children, inner);
    }
  };
  for (const { values } of items) visit(nodes, values);
  return { rows, languages: ['en', 'de'] };
};

/** Keys of half of the items, some of which look like ids, lists or formulas. */
export function keysOf(items: Iterable<ItemReference>, dice: Dice) {
  const keys = new Map<string, string>();
  for (const { templateId, id } of items) {
    const shape = dice.oneOf([`sword_${id}`, `a, "${id}"`, ` ${id} `, `=${id}`, `#${id + 1}`, `${id}\n${id}`, '']);
    if (dice.percent(70)) keys.set(`${templateId}:${id}`, shape);
  }
  const keyOf = ({ templateId, id }: ItemReference) => keys.get(`${templateId}:${id}`);
  const resolve: ResolveLink = (link) => {
    if ('id' in link) return { id: link.id };
    const found = [...keys].find(([item, key]) => key === link.text && item.startsWith(`${link.templateId}:`));
    return found ? { id: Number(found[0].split(':')[1]) } : { reason: `no item has the key ${link.text}` };
  };
  return { keyOf, resolve };
}
