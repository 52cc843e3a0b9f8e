import { alignRows, hasSameRows, rowNamingField } from '@quartermaster/contract/content/align-rows.ts';
import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import type { VersionChange } from '@quartermaster/contract/endpoints/history.ts';
import { isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { isLocalised, type LocalisedText } from '@quartermaster/contract/field-types/localised.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { StoredField } from '../../core/tables/content.ts';

type Node = TreeNode<StoredField>;
type Amounts = NonNullable<VersionChange['amounts']>;

/** A longer text is cut to its first difference. */
const longestText = 80;

/** How many characters of such a text come before its first difference. */
const charactersBefore = 16;

/** The most entries of a list that are quoted; more are counted. */
const mostEntries = 5;

/**
 * What a line has room for of the old and the new value of a field. Nothing of a value that is not of the field's type: it
 * was saved when the field had another one.
 */
export function quoteChange(
  { field: { settings }, children }: Node,
  before: unknown,
  after: unknown,
): Omit<VersionChange, 'field_id'> {
  const type = fieldTypeOf(settings.type);
  if (type.holds === 'rows') return { amounts: countRows(toRows(before), toRows(after), children) };
  const isQuotable = (value: unknown) => isEmpty(value) || type.wrongKind(value, settings) === undefined;
  if (!isQuotable(before) || !isQuotable(after)) return {};
  if (type.localised) return quoteTexts(toTexts(before), toTexts(after), type.localised.source(settings));
  if (Array.isArray(before) || Array.isArray(after)) return quoteEntries(toList(before), toList(after));
  return type.file ? { before: before ?? null, after: after ?? null } : quoteValues(before ?? null, after ?? null);
}

const toRows = (value: unknown): ItemValues[] => rowsOf(Array.isArray(value) ? value : undefined);
const toTexts = (value: unknown): LocalisedText => (isLocalised(value) ? value : {});
const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Two values; long texts around their first difference. */
export function quoteValues(before: unknown, after: unknown): { before: unknown; after: unknown } {
  const texts = [before, after].filter((value) => typeof value === 'string');
  if (texts.every(({ length }) => length <= longestText)) return { before, after };
  const [one = '', other = ''] = texts;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const start = texts.length < 2 || same <= 2 * charactersBefore ? 0 : same - charactersBefore;
  const cut = (value: unknown) => (typeof value === 'string' ? cutText(value, start) : value);
  return { before: cut(before), after: cut(after) };
}

/** At most {@link longestText} characters of a text, without halves of surrogate pairs at its ends. */
function cutText(text: string, start: number): string {
  const part = text.slice(start, start + longestText).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
  return `${start > 0 ? '…' : ''}${part}${start + longestText < text.length ? '…' : ''}`;
}

/** The text of the first language that differs, the source before others. */
function quoteTexts(before: LocalisedText, after: LocalisedText, source: string) {
  const languages = [...new Set([source, ...Object.keys(after), ...Object.keys(before)])];
  const language = languages.find((one) => before[one]?.text !== after[one]?.text);
  if (language === undefined) return {};
  const texts = quoteValues(before[language]?.text ?? null, after[language]?.text ?? null);
  return language === source ? texts : { language, ...texts };
}

/** The entries of each list that the other one lacks. */
function quoteEntries(before: readonly unknown[], after: readonly unknown[]): Omit<VersionChange, 'field_id'> {
  const [removed, added] = [without(before, after), without(after, before)];
  // Another order, or other repetitions.
  if (removed.length + added.length === 0) return {};
  if (Math.max(removed.length, added.length) > mostEntries)
    return { amounts: { added: added.length, updated: 0, removed: removed.length } };
  const cut = (entries: readonly unknown[]) =>
    entries.map((entry) => (typeof entry === 'string' ? cutText(entry, 0) : entry));
  return { before: cut(removed), after: cut(added) };
}

function without(entries: readonly unknown[], others: readonly unknown[]): unknown[] {
  const excluded = new Set(others);
  return entries.filter((entry) => !excluded.has(entry));
}

/** How many rows differ, paired as where they are shown one by one; none if only their order does. */
export function countRows(
  before: readonly ItemValues[],
  after: readonly ItemValues[],
  children: readonly Node[],
): Amounts {
  const counts = { added: 0, updated: 0, removed: 0, same: 0 };
  const all = hasSameRows(before, after) ? [] : alignRows(before, after, rowNamingField(children)?.id);
  for (const { kind } of all) counts[kind] += 1;
  const { same: _, ...rows } = counts;
  return rows;
}
