import { type ItemValues, rowsOf } from '../content/item-fields.ts';
import { levelOf, type TreeNode } from '../content/template-tree.ts';
import { type FieldValue, isEmpty } from '../field-types/field-type.ts';
import { isLocalised } from '../field-types/localised.ts';
import { type FieldSettings, fieldTypeOf, sourceLanguageOf } from '../field-types/registry.ts';
import { numberText } from '../number-text.ts';
import type { Cell } from './csv-text.ts';
import { type KeyOf, linkTexts, listText } from './link-texts.ts';
import type { SheetItem } from './sheet-row.ts';
import { systemColumns, topColumn } from './system-columns.ts';

/** How many columns the items of a sheet need. */
export interface SheetSizes {
  /** The largest number of rows of each dynamic group, by field id. */
  rows: ReadonlyMap<string, number>;
  /** The languages of localised texts, in order; each has a column. */
  languages: readonly string[];
}

/** The columns of sheet programs that accept the fewest, rounded. */
export const mostSheetColumns = 16_000;

/** Error message for items that need more columns than a sheet has. */
export const tooManyColumnsSentence = (columns: number): string =>
  `A sheet has at most ${numberText(mostSheetColumns)} columns, and these items would have ${numberText(columns)}, because each row of a dynamic group has its own. Export them as JSON, or choose fewer fields.`;

/** A column of a sheet. */
export interface SheetColumn {
  name: string;
  cellOf: (item: SheetItem, keyOf: KeyOf) => Cell;
}

/** The number of columns of a sheet. */
export function countColumns(nodes: readonly TreeNode[], sizes: SheetSizes): number {
  const count = (level: readonly TreeNode[]): number =>
    levelOf(level).leaves.reduce((sum, { field, children }) => {
      const { holds, localised } = fieldTypeOf(field.settings.type);
      if (holds === 'rows') return sum + 1 + (sizes.rows.get(field.id) ?? 0) * count(children);
      return sum + (localised ? 2 * languagesOf(field.settings, sizes).length - 1 : 1);
    }, 0);
  return count(nodes) + Object.keys(systemColumns).length;
}

/** True if a sheet has a column for each row and text of an item. */
export const fitsSheet = (nodes: readonly TreeNode[], values: ItemValues, sizes: SheetSizes): boolean =>
  levelOf(nodes).leaves.every(({ field: { id, settings }, children }) => {
    const value = values[id];
    if (fieldTypeOf(settings.type).holds !== 'rows')
      return (
        !isLocalised(value) || Object.keys(value).every((language) => languagesOf(settings, sizes).includes(language))
      );
    const rows = rowsOf(value);
    return rows.length <= (sizes.rows.get(id) ?? 0) && rows.every((row) => fitsSheet(children, row, sizes));
  });

/** The columns of a sheet with these fields. */
export function sheetColumns(nodes: readonly TreeNode[], sizes: SheetSizes): SheetColumn[] {
  const itemColumns: SheetColumn[] = [
    { name: systemColumns.id, cellOf: ({ id }) => id },
    { name: systemColumns.version, cellOf: ({ version }) => version },
    { name: systemColumns.label, cellOf: ({ internal_label: label }) => label },
  ];
  const inner = columnsOf(nodes, sizes, '');
  return [
    ...itemColumns,
    ...inner.map(({ name, cellIn }) => ({
      name,
      cellOf: (item: SheetItem, keyOf: KeyOf) => cellIn(item.values, keyOf),
    })),
  ];
}

interface InnerColumn {
  name: string;
  cellIn: (row: ItemValues, keyOf: KeyOf) => Cell;
}

function columnsOf(nodes: readonly TreeNode[], sizes: SheetSizes, prefix: string): InnerColumn[] {
  return nodes.flatMap(({ field: { id, settings }, children }) => {
    const name = prefix === '' ? topColumn(settings.name) : prefix + settings.name;
    const { holds, localised } = fieldTypeOf(settings.type);
    if (holds === 'group') return columnsOf(children, sizes, `${prefix}${settings.name}.`);
    if (holds === 'rows') return rowColumns({ id, name, children }, sizes);
    if (localised) return textColumns(id, name, languagesOf(settings, sizes));
    // The values of a field that is no dynamic group.
    return [{ name, cellIn: (row, keyOf) => cellOf(settings, row[id] as FieldValue | undefined, keyOf) }];
  });
}

function rowColumns(
  { id, name, children }: { id: string; name: string; children: readonly TreeNode[] },
  sizes: SheetSizes,
): InnerColumn[] {
  const count: InnerColumn = { name: `${name}.#`, cellIn: (row) => rowsOf(row[id]).length || null };
  const columns = Array.from({ length: sizes.rows.get(id) ?? 0 }, (_, index) =>
    columnsOf(children, sizes, `${name}.${index + 1}.`).map(
      ({ name: inner, cellIn }): InnerColumn => ({
        name: inner,
        cellIn: (row, keyOf) => cellIn(rowsOf(row[id])[index] ?? {}, keyOf),
      }),
    ),
  );
  return [count, ...columns.flat()];
}

/** The source comes first. */
const languagesOf = (settings: FieldSettings, { languages }: SheetSizes): string[] => {
  const source = sourceLanguageOf(settings) ?? '';
  return [source, ...languages.filter((language) => language !== source)];
};

function textColumns(id: string, name: string, [source = '', ...others]: readonly string[]): InnerColumn[] {
  const column = (language: string, part: 'text' | 'from'): InnerColumn => ({
    name: part === 'text' ? `${name}.${language}` : `${name}.${language}.from`,
    cellIn: ({ [id]: value }) => (isLocalised(value) ? (value[language]?.[part] ?? null) : null),
  });
  return [
    column(source, 'text'),
    ...others.flatMap((language) => [column(language, 'text'), column(language, 'from')]),
  ];
}

function cellOf(settings: FieldSettings, value: FieldValue | undefined, keyOf: KeyOf): Cell {
  if (isEmpty(value)) return null;
  const { links, format } = fieldTypeOf(settings.type);
  if (links) {
    const texts = linkTexts(settings, value, keyOf);
    return links.form === 'list' ? listText(texts) : (texts[0] ?? null);
  }
  return typeof value === 'number' || typeof value === 'boolean' ? value : format(value, settings);
}
