import { type ItemValues, toItemFields } from '@quartermaster/contract/content/item-fields.ts';
import type { EditCheck, EditedItem, EditRefusal } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { isRowType } from '@quartermaster/contract/field-types/registry.ts';
import { labelField } from '@quartermaster/contract/rules/bulk-edits/operations.ts';
import type { Query } from '../../../core/database/database.ts';
import { pageBytes } from '../../lists/page-sql.ts';
import type { TemplateModel } from '../../model/template-model.ts';
import type { ChangeSetItem, ChangeSetTemplate } from '../change-set.ts';
import { findLinksToRemoved } from '../check-repository.ts';
import type { Incompatibility } from '../incompatibility.ts';
import { type ItemOutcome, labelBefore, loadModels, resolveItems } from '../resolve-items.ts';
import { sampled } from '../samples.ts';
import type { EditParts } from './edit.ts';
import { editChangeSet } from './edit-change-set.ts';
import { editedUnique } from './repeated-values.ts';

/** How many changed values of an item a check lists. */
const listedFields = 100;

/** The page of items to describe: those from a place in the selection on. */
export interface CheckedPage {
  from: number;
  limit: number;
  /** The numbers of the first page, if this is a further one: then only its items are read. */
  counts: CheckCounts | undefined;
}

/** The numbers of a check. */
export interface CheckCounts {
  changed: number;
  unchanged: number;
  refused: number;
  linked: number;
}

/** What a check finds, without the numbers of the selection. */
export type FoundByCheck = Pick<EditCheck, 'changed' | 'unchanged' | 'refused' | 'linked' | 'rows'> & {
  /** Where the next page starts; `null` at the end. */
  next: number | null;
};

/** Determines what a bulk edit would do to each item, batch by batch, and what prevents it. */
export async function checkEdit(query: Query, parts: EditParts, page: CheckedPage): Promise<FoundByCheck> {
  const { edit, items, model } = parts;
  const copies = edit.kind === 'copy' ? edit.times : 1;
  const total = items.ids.length * copies;
  let end = Math.min(page.from + page.limit, total);
  const isFirst = page.counts === undefined;
  const isDelete = edit.kind === 'delete';
  // All items of a deletion are changed, apart from those that others link to.
  const isCounted = isFirst && !isDelete;
  // Values of a unique field are compared with those of all other items.
  const readsAll = isCounted || editedUnique(model, edit).length > 0;
  const extent = readsAll ? parts : partOf(parts, page.from, end);
  const found: FoundByCheck = {
    changed: page.counts?.changed ?? (isDelete ? total : 0),
    unchanged: page.counts?.unchanged ?? 0,
    refused: { count: page.counts?.refused ?? 0, sample: [] },
    linked: { count: page.counts?.linked ?? 0, sample: [] },
    rows: [],
    next: null,
  };
  let bytes = 0;
  let place = readsAll ? 0 : page.from - (page.from % copies);
  const changeSet = editChangeSet(query, extent);
  const [template] = changeSet.templates as [ChangeSetTemplate];
  const models = await loadModels(query, changeSet, template);
  for await (const batch of changeSet.batches?.() ?? []) {
    // A further page reads no more items than it has room for.
    if (!readsAll && place >= end) break;
    const outcomes = isDelete
      ? batch.items.map(toDeleted)
      : await resolveItems(query, changeSet, template, models, batch);
    for (const outcome of outcomes) {
      if (isCounted) count(found, outcome, originalOf(parts, place, copies));
      if (place >= page.from && place < end) {
        const row = describe(model, outcome, originalOf(parts, place, copies), edit.kind === 'copy');
        bytes += Buffer.byteLength(JSON.stringify(row));
        if (bytes > pageBytes && found.rows.length > 0) end = place;
        else found.rows.push(row);
      }
      place += 1;
    }
  }
  if (end < total) found.next = end;
  if (isDelete) await findLinked(query, parts, found, isFirst);
  return found;
}

/** The parts of an edit for the items of a page; the ids of copies, which do not exist yet, are only provisional. */
function partOf(parts: EditParts, from: number, end: number): EditParts {
  const { edit, items } = parts;
  const copies = edit.kind === 'copy' ? edit.times : 1;
  const [first, last] = [Math.floor(from / copies), Math.ceil(end / copies)];
  const [ids, versions] = [items.ids.subarray(first, last), items.versions.subarray(first, last)];
  return { ...parts, items: { ...items, ids, versions }, copiesBefore: first * copies };
}

interface Original {
  id: number;
  version: number;
  n: number;
}

function originalOf({ items }: EditParts, place: number, copies: number): Original {
  const index = Math.floor(place / copies);
  return { id: items.ids[index] ?? 0, version: items.versions[index] ?? 0, n: (place % copies) + 1 };
}

type Outcome = Pick<ItemOutcome, 'item' | 'source' | 'target' | 'isUnchanged' | 'incompatibility'>;

const toDeleted = (item: ChangeSetItem): Outcome => ({
  item,
  source: undefined,
  target: undefined,
  isUnchanged: false,
  incompatibility: undefined,
});

function count(found: FoundByCheck, outcome: Outcome, original: Original): void {
  const { isUnchanged, incompatibility } = outcome;
  if (incompatibility) {
    found.refused.count += 1;
    const { id } = original;
    const label = labelBefore(outcome);
    if (found.refused.sample.length < sampled) found.refused.sample.push({ id, label, ...toRefusal(incompatibility) });
  } else if (isUnchanged) found.unchanged += 1;
  else found.changed += 1;
}

const toRefusal = ({ field_id, path, reason }: Incompatibility): EditRefusal => ({
  field_id: field_id === 'fields' ? null : field_id,
  path: path ? [...path] : null,
  reason,
});

function describe(model: TemplateModel, outcome: Outcome, original: Original, isCopy: boolean): EditedItem {
  const { item, source, target, isUnchanged, incompatibility } = outcome;
  const before = isCopy ? source?.original : target;
  return {
    id: original.id,
    label: source?.label ?? item.label,
    version: original.version,
    copy: isCopy ? original.n : null,
    change: isUnchanged || incompatibility ? null : item.change,
    fields: source && before ? changedFields(model, before, source) : [],
    refusal: incompatibility ? toRefusal(incompatibility) : null,
  };
}

interface Content {
  label: string;
  values: ItemValues;
}

function changedFields({ tree }: TemplateModel, before: Content, after: Content): EditedItem['fields'] {
  const fields: EditedItem['fields'] = [];
  if (before.label !== after.label)
    fields.push({ field_id: labelField, path: null, before: before.label, after: after.label });
  const was = new Map(toItemFields(tree, before.values).map((field) => [field.id, field]));
  const is = new Map(toItemFields(tree, after.values).map((field) => [field.id, field]));
  for (const [id, field] of new Map([...was, ...is])) {
    if (fields.length >= listedFields) break;
    const [from, to] = [was.get(id)?.value ?? null, is.get(id)?.value ?? null];
    if (isRowType(field.template_field_type) || JSON.stringify(from) === JSON.stringify(to)) continue;
    fields.push({
      field_id: field.template_field_id,
      path: field.template_group_path,
      // Template fields only have types that item fields can have.
      before: from as EditedItem['fields'][number]['before'],
      after: to as EditedItem['fields'][number]['after'],
    });
  }
  return fields;
}

/** Marks the rows of a page that cannot be deleted; on the first page also counts all such items. */
async function findLinked(
  query: Query,
  { instance, items }: EditParts,
  found: FoundByCheck,
  isFirst: boolean,
): Promise<void> {
  const all = [...items.ids];
  const linksTo = (removed: readonly number[], limit: number) =>
    findLinksToRemoved(query, { targetId: instance.id, removed, except: all, removedFields: [], limit });
  if (isFirst) {
    const { count, links } = await linksTo(all, sampled);
    found.linked.count = count;
    found.changed -= count;
    found.linked.sample = links.map((link) => ({
      id: link.target_id,
      label: link.target_label,
      linked_by: { template_id: link.template_id, id: link.item_id, label: link.label },
    }));
  }
  const { links } = await linksTo(
    found.rows.map(({ id }) => id),
    found.rows.length,
  );
  for (const row of found.rows) {
    const link = links.find(({ target_id }) => target_id === row.id);
    if (!link) continue;
    row.change = null;
    row.refusal = {
      field_id: null,
      path: null,
      reason: `"${link.label}" in ${link.template_label} links to it`,
    };
  }
}
