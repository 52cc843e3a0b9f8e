import { type ItemValues, toItemFields } from '@quartermaster/contract/content/item-fields.ts';
import type { Checked, CheckedItem, CheckedRefusal } from '@quartermaster/contract/endpoints/door.ts';
import type { ChartedField } from '@quartermaster/contract/endpoints/items.ts';
import { isRowType } from '@quartermaster/contract/field-types/registry.ts';
import { labelField } from '@quartermaster/contract/rules/bulk-edits/operations.ts';
import { AppError } from '../../../core/base/errors.ts';
import type { Query } from '../../../core/database/database.ts';
import { type Ask, type AskDeps, findAsk } from '../../checks/ask-checks.ts';
import { withPictures } from '../../documents/pictures-repository.ts';
import { pageBytes } from '../../lists/page-sql.ts';
import type { TemplateModel } from '../../model/template-model.ts';
import { askOutcomes } from '../ask-outcomes.ts';
import { batchesOf } from '../batches.ts';
import { drawBeforeAndAfter } from '../before-and-after.ts';
import type { ChangeSet, ChangeSetItem } from '../change-set.ts';
import type { Incompatibility } from '../incompatibility.ts';
import { type ItemOutcome, labelBefore, loadModels, type Models, resolveItems } from '../resolve-items.ts';
import { sampled } from '../samples.ts';
import type { BesideItems, Changes, CheckedPlace } from './changes.ts';

/** How many changed values of an item a check lists. */
const listedFields = 100;

/** The numbers of a check. */
interface CheckCounts {
  changed: number;
  unchanged: number;
  refused: number;
}

/** The page of items to describe: those from a place on; of a further page also the numbers of all. */
interface Place {
  from: number;
  counts: CheckCounts | undefined;
}

/** What changes would do to each item, page by page, and what prevents them. The cursor has the numbers and the place of the page before. */
export async function checkChanges(
  deps: AskDeps,
  changes: Changes,
  { cursor, limit = 50 }: { cursor?: string | undefined; limit?: number | undefined },
): Promise<Checked> {
  const { query } = deps.database;
  const page = readCursor(cursor);
  if (page.counts && !isPlaceIn(changes, page.from, page.counts)) throw noCursor();
  const found = await find({ query, ask: await findAskOf(deps, changes) }, changes, page, limit);
  const { changed, unchanged, refused } = found.counts;
  const { kind, leftOut, fingerprint, beside = nothingBeside } = changes;
  const none = { added: 0, updated: 0, removed: 0 };
  const refusedInAll = refused + beside.refusals.count;
  const listed = <T>(sample: readonly T[]): T[] => (page.counts ? [] : [...sample]);
  return {
    counts: {
      ...{ ...none, [kind]: changed, unchanged, refused: refusedInAll },
      ...{ left_out: leftOut, templates: beside.templates },
    },
    refusals: { count: refusedInAll, sample: [...found.sample, ...listed(beside.refusals.sample)] },
    partial: { count: beside.partial.count, sample: listed(beside.partial.sample) },
    rows: await withPictures(query, changes.changeSet.pair.target.id, found.rows),
    next_cursor: found.next === null ? null : [found.next, changed, unchanged, refused].join('.'),
    fingerprint,
  };
}

/** The ids of all items of the changes that are refused. */
export async function refusedItems(deps: AskDeps, changes: Changes): Promise<number[]> {
  const { query } = deps.database;
  const { changeSet, findRefused, placeOf, total } = changes;
  if (findRefused) return [...(await findRefused(query, 'all', total)).refusals.keys()];
  const refused: number[] = [];
  const ask = await findAskOf(deps, changes);
  let index = 0;
  for await (const { models, outcomes } of resolved(query, changeSet, false))
    for (const { item, incompatibility } of await askOutcomes(ask, models, outcomes)) {
      if (incompatibility) refused.push((placeOf?.(index) ?? ownPlace(item)).id);
      index += 1;
    }
  return refused;
}

/** A number field of all items of a template before and after changes. */
export const drawChanges = (query: Query, { changeSet, findRefused, total }: Changes, field: ChartedField) =>
  drawBeforeAndAfter(
    query,
    changeSet,
    field,
    findRefused && (async () => new Set((await findRefused(query, 'all', total)).refusals.keys())),
  );

const findAskOf = (deps: AskDeps, { changeSet }: Changes) => findAsk(deps, changeSet.pair.target);

const nothingBeside: BesideItems = {
  refusals: { count: 0, sample: [] },
  partial: { count: 0, sample: [] },
  templates: 0,
};

const noCursor = () => new AppError('invalid', { fields: { cursor: 'is not the next_cursor of a page' } });

/** True for a place after the first item, with numbers that count each item once. */
const isPlaceIn = ({ total }: Changes, from: number, { changed, unchanged, refused }: CheckCounts): boolean =>
  from > 0 && from < total && changed + unchanged + refused === total;

function readCursor(cursor: string | undefined): Place {
  if (cursor === undefined) return { from: 0, counts: undefined };
  if (!/^\d{1,9}(\.\d{1,9}){3}$/.test(cursor)) throw noCursor();
  const [from = 0, changed = 0, unchanged = 0, refused = 0] = cursor.split('.').map(Number);
  return { from, counts: { changed, unchanged, refused } };
}

interface Found {
  counts: CheckCounts;
  sample: Checked['refusals']['sample'];
  rows: CheckedItem[];
  /** Where the next page starts; `null` at the end. */
  next: number | null;
}

async function find(
  { query, ask }: { query: Query; ask: Ask | undefined },
  changes: Changes,
  { from, counts }: Place,
  limit: number,
): Promise<Found> {
  const { total, findRefused, part, placeOf } = changes;
  let end = Math.min(from + limit, total);
  // A further page reads no more items than it has room for.
  const isCounted = counts === undefined && !findRefused;
  const readsAll = isCounted || !part;
  const extent = readsAll ? { changeSet: changes.changeSet, from: 0 } : part(from, end);
  const found: Found = {
    counts: counts ?? { changed: findRefused ? total : 0, unchanged: 0, refused: 0 },
    sample: [],
    rows: [],
    next: null,
  };
  let bytes = 0;
  let index = extent.from;
  for await (const { template, models, outcomes } of resolved(query, extent.changeSet, findRefused !== undefined)) {
    if (!isCounted && index >= end) break;
    const isListed = isCounted || index + outcomes.length > from;
    for (const outcome of isListed ? await askOutcomes(ask, models, outcomes) : outcomes) {
      const about = placeOf?.(index) ?? ownPlace(outcome.item);
      if (isCounted) count(found, outcome, about, template.templateId);
      if (index >= from && index < end) {
        const row = describe(models.target, outcome, about);
        bytes += Buffer.byteLength(JSON.stringify(row));
        if (bytes > pageBytes && found.rows.length > 0) end = index;
        else found.rows.push(row);
      }
      index += 1;
    }
  }
  if (end < total) found.next = end;
  if (findRefused) await addRefused(query, findRefused, found, counts === undefined);
  return found;
}

const ownPlace = ({ id, targetVersion }: ChangeSetItem): CheckedPlace => ({
  id,
  version: targetVersion ?? 0,
  copy: null,
});

/** The results for all items, batch by batch; of items whose contents need not be read, only what is known of them. */
async function* resolved(query: Query, changeSet: ChangeSet, isKnown: boolean) {
  const byTemplate = Map.groupBy(changeSet.items, ({ templateId }) => templateId);
  for (const template of changeSet.templates) {
    const items = byTemplate.get(template.templateId) ?? [];
    const models = await loadModels(query, changeSet, template);
    for await (const batch of batchesOf(query, changeSet, template, items)) {
      const outcomes: ItemOutcome[] = isKnown
        ? batch.items.map(toKnown)
        : await resolveItems(query, changeSet, template, models, batch);
      yield { template, models, outcomes };
    }
  }
}

const toKnown = (item: ChangeSetItem): ItemOutcome => ({
  item,
  ...{ source: undefined, target: undefined, after: undefined, previous: undefined, incompatibility: undefined },
  ...{ isUnchanged: false, isKept: false, isOpen: false },
});

function count({ counts, sample }: Found, outcome: ItemOutcome, { id }: CheckedPlace, template_id: string): void {
  const { isUnchanged, incompatibility } = outcome;
  if (incompatibility) {
    counts.refused += 1;
    const label = labelBefore(outcome);
    if (sample.length < sampled) sample.push({ template_id, id, label, ...toRefusal(incompatibility) });
  } else if (isUnchanged) counts.unchanged += 1;
  else counts.changed += 1;
}

const toRefusal = ({ field_id, path, reason }: Incompatibility): CheckedRefusal => ({
  field_id: field_id === 'fields' ? null : field_id,
  path: path ? [...path] : null,
  reason,
  linked_by: null,
});

function describe(model: Models['target'], outcome: ItemOutcome, { id, version, copy }: CheckedPlace): CheckedItem {
  const { item, source, target, isUnchanged, incompatibility } = outcome;
  const before = copy === null ? target : source?.original;
  return {
    template_id: item.templateId,
    id,
    label: source?.label ?? item.label,
    version,
    copy,
    change: isUnchanged || incompatibility ? null : item.change,
    fields: model && source && before ? changedFields(model, before, source) : [],
    refusal: incompatibility ? toRefusal(incompatibility) : null,
  };
}

interface Content {
  label: string;
  values: ItemValues;
}

function changedFields({ tree }: TemplateModel, before: Content, after: Content): CheckedItem['fields'] {
  const fields: CheckedItem['fields'] = [];
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
      before: from as CheckedItem['fields'][number]['before'],
      after: to as CheckedItem['fields'][number]['after'],
    });
  }
  return fields;
}

/** Marks the rows of a page that are refused; on the first page also counts all such items. */
async function addRefused(
  query: Query,
  findRefused: NonNullable<Changes['findRefused']>,
  found: Found,
  isFirst: boolean,
): Promise<void> {
  const [first] = found.rows;
  if (isFirst && first) {
    const { count: refused, refusals } = await findRefused(query, 'all', sampled);
    found.counts.refused = refused;
    found.counts.changed -= refused;
    for (const [id, { label, refusal }] of refusals)
      found.sample.push({ template_id: first.template_id, id, label, ...refusal });
  }
  const ids = found.rows.map(({ id }) => id);
  const { refusals } = await findRefused(query, ids, ids.length);
  for (const row of found.rows) {
    const refused = refusals.get(row.id);
    if (!refused) continue;
    row.change = null;
    row.refusal = refused.refusal;
  }
}
