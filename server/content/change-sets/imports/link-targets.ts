import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import { isItemId, readItemId } from '@quartermaster/contract/field-types/item-link.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { linksIn, type ResolveLink } from '@quartermaster/contract/sheets/merge-row.ts';
import { keyFieldOf } from '@quartermaster/contract/sheets/system-columns.ts';
import type { Query } from '../../../core/database/database.ts';
import { textArray } from '../../../core/database/pg-array.ts';
import type { StoredField } from '../../../core/tables/content.ts';
import { type IndexedKey, nameOfKey } from '../../documents/item-keys.ts';
import type { TemplateModel } from '../../model/template-model.ts';
import { findTemplate } from '../../model/template-models.ts';
import { textKey } from '../../model/text-key.ts';
import type { FileIndex } from './file-index.ts';
import type { FileRow } from './import-row.ts';
import { isProvisional, provisionalId } from './provisional-ids.ts';
import { findByKeys, indexedKey } from './unique-values.ts';

/** The function that finds the item of a link; it reports the rows of the file or proposal that the link relies on. */
export type LinkFinder = (relyOn: (row: number) => void) => ResolveLink;

/** A link by a text, and what the text is. */
interface Named {
  key?: IndexedKey | undefined;
  id?: number;
  /** It is the label of several items, and the key of none. */
  isAmbiguous?: boolean;
}

const missing = (template: string, text: string) => ({ reason: `there is no item "${text}" in ${template}` });

const ambiguous = (template: string, text: string) => ({
  reason: `several items of ${template} have the label "${text}": name one by its key, or its id, such as #12`,
});

/** The indexes of all templates that a file or proposal has rows of, by their ids. */
export type Indexes = ReadonlyMap<string, FileIndex>;

/**
 * Finds the items that rows link to by key: rows of the same file or proposal first, as they will be, and then the items that
 * there are. A former key of such an item still leads to it. A text that is no key can be the label of one item,
 * or else one that searches fold to the same.
 */
export async function findLinkTargets(
  query: Query,
  model: TemplateModel,
  indexes: Indexes,
  rows: readonly FileRow[],
): Promise<LinkFinder> {
  const named = new Map<string, Map<string, Named>>();
  for (const { values } of rows)
    for (const link of linksIn(values)) {
      if (!('text' in link)) continue;
      const texts = named.get(link.templateId) ?? new Map<string, Named>();
      named.set(link.templateId, texts.set(link.text, {}));
    }
  const targets = new Map<string, { index: FileIndex; first: ReadonlyMap<string, number> }>();
  const templateLabels = new Map<string, string>();
  for (const [templateId, texts] of named) {
    const linked = templateId === model.id ? model : await findTemplate(query, model.instanceId, templateId);
    const field = linked && keyFieldOf(linked.tree);
    const index = indexes.get(templateId);
    const first = index?.unique.find((values) => values.field.key === field?.key)?.first;
    if (index && first) targets.set(templateId, { index, first });
    if (!linked || !field) readIds(texts);
    else await readKeys(query, { templateKey: linked.key, field }, texts);
    if (!linked) continue;
    templateLabels.set(templateId, linked.label);
    await readLabels(query, linked.key, texts);
  }
  return (relyOn) => (link) => {
    // A row can name an id that only a new item has until it is applied.
    if (!('text' in link)) return isProvisional(link.id) ? missing(link.templateId, `#${link.id}`) : { id: link.id };
    const { templateId, text } = link;
    const { key, id, isAmbiguous } = named.get(templateId)?.get(text) ?? {};
    const target = targets.get(templateId);
    const row = key && target?.first.get(nameOfKey(key));
    if (!target || row === undefined) {
      if (id !== undefined) return { id };
      return (isAmbiguous ? ambiguous : missing)(templateLabels.get(templateId) ?? templateId, text);
    }
    const item = target.index.itemOf(row);
    if (item === null || item !== id) relyOn(row);
    return { id: item ?? provisionalId(target.index.placeOf(row)) };
  };
}

function readIds(texts: Map<string, Named>): void {
  for (const text of texts.keys()) {
    const id = readItemId(text.trim());
    if (isItemId(id) && !isProvisional(id)) texts.set(text, { id });
  }
}

async function readKeys(
  query: Query,
  source: { templateKey: number; field: StoredField },
  texts: Map<string, Named>,
): Promise<void> {
  const { settings } = source.field;
  const keyed = [...texts.keys()].flatMap((text) => {
    const parsed = fieldTypeOf(settings.type).parse(text, settings);
    const key = 'value' in parsed ? indexedKey(source.field, parsed.value) : undefined;
    return key ? [{ text, key }] : [];
  });
  const ids = await findByKeys(
    query,
    source,
    keyed.map(({ key }) => key),
  );
  keyed.forEach(({ text, key }, at) => {
    const id = ids[at] ?? undefined;
    texts.set(text, { key, ...(id !== undefined && { id }) });
  });
}

/** Whether an item has the label `t.label`, as it is written or as searches fold it, each by an index. */
const hasLabel = [
  `${textKey('label')} = ${textKey('btrim(t.label)')} and label is not distinct from btrim(t.label)`,
  `left(fold(label), 64) collate "C" = left(fold(btrim(t.label)), 64) collate "C" and fold(label) is not distinct from fold(btrim(t.label))`,
];

/** The items whose labels are texts that are no key, as people see them in forms and lists, or else as these are found. */
async function readLabels(query: Query, templateKey: number, texts: Map<string, Named>): Promise<void> {
  for (const condition of hasLabel) await readLabelsBy(condition, query, templateKey, texts);
}

async function readLabelsBy(
  condition: string,
  query: Query,
  templateKey: number,
  texts: Map<string, Named>,
): Promise<void> {
  const labels = [...texts].flatMap(([text, { id, isAmbiguous }]) =>
    id === undefined && !isAmbiguous && text.length <= contentLimits.labelLength ? [text] : [],
  );
  if (labels.length === 0) return;
  const found = await query<{ label: string; id: number; items: number }>(
    // Two tell that there are several: a hundred thousand items can have one label.
    `select t.label, min(i.id)::int as id, count(*)::int as items
      from unnest($2::text::text[]) t (label)
      cross join lateral (
        select id from items
        where template_key = $1 and ${condition}
        limit 2) i
      group by t.label`,
    [templateKey, textArray(labels)],
  );
  for (const { label, id, items } of found)
    texts.set(label, { ...texts.get(label), ...(items === 1 ? { id } : { isAmbiguous: true }) });
}
