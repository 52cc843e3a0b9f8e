import { contentLimits } from '../../content/content-limits.ts';
import { placesOf, valuesOfCopy } from '../../content/item-values.ts';
import { readOnlySentence } from '../../content/read-only-values.ts';
import type { TreeNode } from '../../content/template-tree.ts';
import { type FieldValue, isEmpty } from '../../field-types/field-type.ts';
import { fieldTypeOf } from '../../field-types/registry.ts';
import { numberText } from '../../number-text.ts';
import { isKeyField } from '../unique.ts';
import type { EditableItem, EditedContent, ReadAction } from './operations.ts';

/** How items are duplicated. */
interface Duplicate {
  label: string;
  fields?: { field_id: string; pattern: string }[];
}

/** The numbers of a copy, counted from 1: `n` among those of its original, `i` among all. */
export interface CopyNumbers {
  n: number;
  i: number;
}

/** Makes the copy of an item with its numbers. */
export type CopyItem = (item: EditableItem, numbers: CopyNumbers) => EditedContent;

/** What a pattern is filled with. */
interface PatternValues extends CopyNumbers {
  /** The label of the original. */
  label: string;
  /** The original's value of the field, as text. */
  value?: string;
}

const tooLong = `must be at most ${numberText(contentLimits.textLength)} characters`;

const part = /\{([^{}]*)\}/g;
const padded = /^n:0([1-9])$/;
const shifted = /^i\+(\d{1,16})$/;

/** What `i+100` adds to the number of a copy; undefined for another part, and for more than an integer field can have. */
function addedBy(name: string): bigint | undefined {
  const [, digits] = shifted.exec(name) ?? [];
  return digits !== undefined && Number.isSafeInteger(Number(digits)) ? BigInt(digits) : undefined;
}

/** Error message for a pattern with an unknown part; otherwise undefined. */
export function checkPattern(pattern: string, { isLabel }: { isLabel: boolean }): string | undefined {
  const known = isLabel ? ['n', 'i', 'label'] : ['n', 'i', 'label', 'value'];
  const unknown = [...pattern.matchAll(part)].find(
    ([, name = '']) => !known.includes(name) && !padded.test(name) && addedBy(name) === undefined,
  );
  const names = isLabel ? '{i} or {label}' : '{i}, {label} or {value}';
  return unknown && `${unknown[0]} is not known: use {n}, {n:02}, ${names}`;
}

/** The text of a pattern: `sword_{n:02}` is `sword_07` for the seventh copy, `{i+100}` is `107` for the seventh of all. */
export const fillPattern = (pattern: string, { n, i, label, value = '' }: PatternValues): string =>
  pattern.replaceAll(part, (text, name: string) => {
    if (name === 'label') return label;
    if (name === 'value') return value;
    if (name === 'i') return String(i);
    const added = addedBy(name);
    if (added !== undefined) return String(BigInt(i) + added);
    const digits = name === 'n' ? 1 : Number(padded.exec(name)?.[1] ?? 0);
    return digits > 0 ? String(n).padStart(digits, '0') : text;
  });

/** Reads how items are duplicated; errors are by path, like `duplicate.fields.0.pattern`. */
export function readDuplicate(
  tree: readonly TreeNode[],
  { label: pattern, fields = [] }: Duplicate,
  access: { mayEditReadOnly: boolean },
): ReadAction<CopyItem> {
  const places = placesOf(tree);
  const wrong: Record<string, string> = {};
  const ofLabel = checkPattern(pattern, { isLabel: true });
  if (ofLabel) wrong['duplicate.label'] = ofLabel;
  const named = new Set<string>();
  fields.forEach(({ field_id, pattern: text }, index) => {
    const target = places.get(field_id);
    const type = target && fieldTypeOf(target.settings.type);
    if (!target || !type || target.holdsRows || type.file || type.computes)
      wrong[`duplicate.fields.${index}.field_id`] = 'the template has no such field';
    else if (target.groups.length > 0)
      wrong[`duplicate.fields.${index}.field_id`] = 'a field in rows cannot have a pattern';
    else if (named.has(field_id)) wrong[`duplicate.fields.${index}.field_id`] = 'this field has a pattern already';
    else if (target.settings.readOnly && !access.mayEditReadOnly)
      wrong[`duplicate.fields.${index}.field_id`] = readOnlySentence(target.settings);
    named.add(field_id);
    const reason = checkPattern(text, { isLabel: false });
    if (reason) wrong[`duplicate.fields.${index}.pattern`] = reason;
  });
  for (const [id, { settings }] of places)
    if (isKeyField(settings) && !named.has(id))
      wrong['duplicate.fields'] = `${settings.label} is a key field and needs a pattern`;
  if (Object.keys(wrong).length > 0) return { wrong };
  const edit: CopyItem = (item, numbers) => {
    const values = { ...valuesOfCopy(tree, item.values, access) };
    for (const { field_id, pattern: source } of fields) {
      const settings = places.get(field_id)?.settings;
      if (!settings) continue;
      const { parse, format } = fieldTypeOf(settings.type);
      // A field outside of rows has a value.
      const value = format((item.values[field_id] ?? null) as FieldValue, settings);
      const text = fillPattern(source, { ...numbers, label: item.label, value });
      if (text.length > Math.max(contentLimits.textLength, value.length))
        return { refusal: { field_id, path: null, reason: tooLong } };
      const parsed = parse(text, settings);
      if ('reason' in parsed) return { refusal: { field_id, path: null, reason: parsed.reason } };
      if (isEmpty(parsed.value)) delete values[field_id];
      else values[field_id] = parsed.value;
    }
    return { item: { label: fillPattern(pattern, { ...numbers, label: item.label }), values } };
  };
  return { edit };
}
