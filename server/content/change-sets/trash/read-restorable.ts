import type { Query } from '../../../core/database/database.ts';
import { templateModel } from '../../model/template-model.ts';
import { loadTemplate } from '../../model/template-models.ts';
import { hasTemplate } from '../../schema/template-repository.ts';
import type { Refusal, RestorableItem, RestorableTemplate } from './restored.ts';
import { listItemsOf, type TrashEntryRow } from './trash-repository.ts';

/** What entries of the trash stand for. */
export interface Restorable {
  /** The ids of the entries. */
  entries: number[];
  templates: RestorableTemplate[];
  /** Of entries without a template that they can come back to, and of templates whose id is taken. */
  refusals: Refusal[];
  /** How many items are left out. */
  leftOut: number;
}

/** Reads the templates of entries of the trash, and the items of those that come back themselves, without some of their items. */
export async function readRestorable(
  query: Query,
  instanceId: number,
  entries: readonly TrashEntryRow[],
  leaveOut: readonly number[] = [],
): Promise<Restorable> {
  const isLeftOut = new Set(leaveOut);
  const read: Restorable = { entries: entries.map(({ id }) => id), templates: [], refusals: [], leftOut: 0 };
  for (const [, ofTemplate] of Map.groupBy(entries, ({ template_key }) => template_key)) {
    const deletedTemplate = ofTemplate.find(({ item_id }) => item_id === null);
    const items = ofTemplate.flatMap((entry) => (entry.item_id === null ? [] : [itemOf(entry, entry.item_id)]));
    if (deletedTemplate) await addTemplate(query, instanceId, { template: deletedTemplate, items }, read);
    else await addItems(query, instanceId, { entries: ofTemplate, items }, read);
  }
  const isKept = ({ id }: { id: number | null }) => id === null || !isLeftOut.has(id);
  // A check lists them in pages.
  const templates = read.templates
    .map((template) => ({ ...template, items: template.items.filter(isKept).toSorted((a, b) => a.id - b.id) }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const remaining = templates.filter(({ restored, items }) => restored || items.length > 0);
  const countOf = (all: readonly RestorableTemplate[]) => all.reduce((sum, { items }) => sum + items.length, 0);
  const refusals = read.refusals.filter(isKept);
  const leftOut = countOf(read.templates) - countOf(remaining) + read.refusals.length - refusals.length;
  return { ...read, templates: remaining, refusals, leftOut };
}

const itemOf = (
  { label, version, template_version, synced_hash, synced_version }: TrashEntryRow,
  id: number,
): RestorableItem => ({ id, label, version, templateVersion: template_version, synced_hash, synced_version });

async function addTemplate(
  query: Query,
  instanceId: number,
  { template, items }: { template: TrashEntryRow; items: readonly RestorableItem[] },
  { templates, refusals }: Restorable,
): Promise<void> {
  const { template_id: id, template_key: key, label, version, fields, next_field_key } = template;
  if (await hasTemplate(query, instanceId, id)) {
    refusals.push({
      template_id: id,
      id: null,
      label,
      field_id: null,
      reason: 'there is another template with its ID',
      ...{ path: null, linked_by: null },
    });
    return;
  }
  const restored = { label, fields: fields ?? [], nextFieldKey: next_field_key ?? 1, version: version + 1 };
  const model = templateModel({ ...restored, key, instanceId, id, hash: '' });
  const deleted = (await listItemsOf(query, template.id)).map(
    (item): RestorableItem => ({ ...item, templateVersion: version - 1, synced_hash: null, synced_version: null }),
  );
  templates.push({ id, key, model, restored, items: [...deleted, ...items] });
}

async function addItems(
  query: Query,
  instanceId: number,
  { entries, items }: { entries: readonly TrashEntryRow[]; items: readonly RestorableItem[] },
  { templates, refusals }: Restorable,
): Promise<void> {
  const [{ template_id: id, template_key: key } = { template_id: '', template_key: 0 }] = entries;
  const model = await loadTemplate(query, instanceId, id);
  if (model?.key === key) {
    templates.push({ id, key, model, restored: null, items });
    return;
  }
  const reason = model
    ? 'its template was deleted, and another one has its ID'
    : 'its template was deleted: restore that first';
  for (const { id: itemId, label } of items)
    refusals.push({ template_id: id, id: itemId, label, field_id: null, reason, path: null, linked_by: null });
}
