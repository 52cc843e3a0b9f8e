import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { buildTree, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import type { ChangedItem } from '@quartermaster/contract/endpoints/sync.ts';
import { type FieldValue, isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { optionLabels } from '@quartermaster/contract/field-types/options.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { StoredField } from '../../core/tables/content.ts';
import { countRows } from './quote-change.ts';

/** A field that differs, as lists of changes describe it. */
export type QuotedField = NonNullable<NonNullable<ChangedItem['difference']>['only']>;

type Value = ItemValues[string];
type Node = TreeNode<StoredField>;

/** A longer value is not quoted. */
const longestValue = 40;

/** A field that differs, with its values where these are short texts. */
export function quoteField(
  { settings }: StoredField,
  children: () => Node[],
  before: Value,
  after: Value,
): QuotedField {
  const label = settings.label || settings.name;
  const type = fieldTypeOf(settings.type);
  if (type.holds === 'rows')
    return { label, before: null, after: null, rows: countRows(rowsOf(before), rowsOf(after), children()) };
  // The number of a linked item, the path of an image, and texts in several languages say nothing in a line.
  const isOfType = (value: Value) => isEmpty(value) || type.wrongKind(value, settings) === undefined;
  if (!isOfType(before) || !isOfType(after)) return { label, before: null, after: null, rows: null };
  if (type.links || type.file || type.localised) return { label, before: null, after: null, rows: null };
  const text = (value: Value) =>
    optionLabels(settings, value)?.join(', ') ?? type.format((value ?? null) as FieldValue, settings);
  return { label, ...quoteTexts({ before: text(before), after: text(after) }), rows: null };
}

/** Both values, if they are short enough to read in a line. */
export function quoteTexts({
  before,
  after,
}: {
  before: string;
  after: string;
}): Pick<QuotedField, 'before' | 'after'> {
  const isShort = (text: string) => text.length <= longestValue && !text.includes('\n');
  return isShort(before) && isShort(after) ? { before, after } : { before: null, after: null };
}

/** The fields in a dynamic group. */
export function childrenOf(fields: readonly StoredField[], id: string): Node[] {
  const find = (nodes: readonly Node[]): Node | undefined =>
    nodes.flatMap((node) => (node.field.id === id ? [node] : (find(node.children) ?? [])))[0];
  return find(buildTree(fields))?.children ?? [];
}
