import { type ItemValues, rowsOf } from '../content/item-fields.ts';
import { levelOf, type TreeField, type TreeNode } from '../content/template-tree.ts';
import { type FieldValue, isEmpty, type Parsed } from '../field-types/field-type.ts';
import { isLocalised, markOf } from '../field-types/localised.ts';
import { referenceText } from '../field-types/mixed-item-link.ts';
import { fieldTypeOf, sourceLanguageOf } from '../field-types/registry.ts';
import { listText } from './link-texts.ts';
import {
  type SheetLink,
  type SheetRows,
  type SheetTexts,
  type SheetValue,
  type SheetValues,
  shownCell,
  type WrongCell,
} from './sheet-row.ts';

/** The id of a linked item, or the reason why the link leads to none. */
export type ResolveLink = (link: SheetLink) => { id: number } | { reason: string };

/** The links of a row. */
export function* linksIn(values: SheetValues): Generator<SheetLink> {
  for (const value of Object.values(values)) {
    if (isObject(value) && 'links' in value) yield* value.links;
    for (const row of sheetRows(value)) yield* linksIn(row);
  }
}

/** An item's values with those that a row of a sheet names, and why some of them cannot be merged. */
export interface MergedRow {
  values: ItemValues;
  wrong: Omit<WrongCell, 'column'>[];
}

/**
 * The values of an item, or of a new one, changed to those that a row of a sheet names. A translation without a mark keeps
 * that of the same text, or is one of the source next to it.
 */
export function mergeRow(
  tree: readonly TreeNode[],
  before: ItemValues,
  read: SheetValues,
  resolve: ResolveLink,
): MergedRow {
  const wrong: MergedRow['wrong'] = [];
  const merge = (
    nodes: readonly TreeNode[],
    old: ItemValues,
    named: SheetValues,
    path: readonly number[],
  ): ItemValues => {
    const values = { ...old };
    const { leaves, places } = levelOf(nodes);
    for (const [id, value] of Object.entries(named)) {
      const node = leaves[places.get(id) ?? -1];
      if (!node) continue;
      const { field, children } = node;
      if (fieldTypeOf(field.settings.type).holds === 'rows') {
        const known = rowsOf(old[id]);
        const rows = rowsAfter(value, known).map((row, index) =>
          merge(children, known[index] ?? {}, row, [...path, index]),
        );
        if (rows.length === 0) delete values[id];
        else values[id] = rows;
        continue;
      }
      // A field that is no dynamic group has no rows.
      const merged = mergeValue(field, old[id] as FieldValue | undefined, value, resolve);
      if ('reason' in merged)
        wrong.push({ fieldId: id, path: path.length === 0 ? null : [...path], ...merged, ...cellOf(field, value) });
      else if (isEmpty(merged.value)) delete values[id];
      else values[id] = merged.value;
    }
    return values;
  };
  return { values: merge(tree, before, read, []), wrong };
}

/** The cell of refused links, which are refused by what they lead to. */
function cellOf({ settings }: TreeField, value: SheetValue): { value?: string } {
  if (!isObject(value) || !('links' in value)) return {};
  const isMixed = fieldTypeOf(settings.type).links?.form === 'mixed';
  const texts = value.links.map((link) => {
    const text = 'text' in link ? link.text : `#${link.id}`;
    return isMixed ? `${link.templateId}:${text}` : text;
  });
  return { value: shownCell(listText(texts)) };
}

type SheetObject = Extract<SheetValue, { links: unknown } | { texts: unknown } | SheetRows>;

const isObject = (value: SheetValue): value is SheetObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNamed = (value: SheetValue): value is SheetRows => isObject(value) && 'named' in value;

/** The rows that a value has something about. */
const sheetRows = (value: SheetValue): SheetValues[] =>
  isNamed(value) ? Object.values(value.named) : Array.isArray(value) ? value.filter(isRow) : [];

const isRow = (row: unknown): row is SheetValues => typeof row === 'object';

/** What a value has about each row that there is afterwards. */
const rowsAfter = (value: SheetValue, known: readonly ItemValues[]): SheetValues[] =>
  isNamed(value)
    ? Array.from({ length: Math.max(value.filled, known.length) }, (_, index) => value.named[index] ?? {})
    : sheetRows(value);

function mergeValue(
  { settings }: TreeField,
  before: FieldValue | undefined,
  value: SheetValue,
  resolve: ResolveLink,
): Parsed {
  const { links, wrongKind } = fieldTypeOf(settings.type);
  // Rows are the value of a dynamic group only.
  if (!isObject(value) || isNamed(value)) return { value: value as FieldValue };
  if ('links' in value) {
    const ids: number[] = [];
    const texts: string[] = [];
    for (const link of value.links) {
      const found = resolve(link);
      if ('reason' in found) return found;
      ids.push(found.id);
      texts.push(referenceText({ templateId: link.templateId, id: found.id }));
    }
    return { value: links?.form === 'list' ? ids : ((links?.form === 'mixed' ? texts[0] : ids[0]) ?? null) };
  }
  const merged = mergeTexts(before, value.texts, sourceLanguageOf(settings) ?? '');
  const reason = isEmpty(merged) ? undefined : wrongKind(merged, settings);
  return reason === undefined ? { value: merged } : { reason };
}

function mergeTexts(before: FieldValue | undefined, named: SheetTexts, source: string): FieldValue {
  const known = isLocalised(before) ? before : {};
  const merged = { ...known };
  for (const [language, { text }] of Object.entries(named)) {
    if (text === '') delete merged[language];
    else merged[language] = { text };
  }
  const mark = markOf(merged[source]?.text ?? '');
  for (const [language, { text, from }] of Object.entries(named)) {
    if (text === '' || language === source) continue;
    const storedFrom = known[language]?.text === text ? known[language].from : undefined;
    merged[language] = { text, from: from ?? storedFrom ?? mark };
  }
  return Object.keys(merged).length === 0 ? null : merged;
}
