import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import { leavesOf, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import type { ItemDiff } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { ItemVersion } from '@quartermaster/contract/endpoints/history.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { labelField } from '@quartermaster/contract/rules/bulk-edits/operations.ts';
import { type ItemContent, readItems, type TargetItem } from '../../content/history/content-repository.ts';
import { describeSides, fieldsOfBoth } from '../../content/history/describe.ts';
import { fitValues } from '../../content/history/fit-values.ts';
import { quoteChange, quoteValues } from '../../content/history/quote-change.ts';
import {
  type FoundVersions,
  findVersionsOf,
  type ItemAtVersion,
  type ItemPlace,
  type ItemVersionRow,
  listVersions,
  readVersions,
} from '../../content/history/versions-repository.ts';
import { type TemplateModel, templateModel } from '../../content/model/template-model.ts';
import { findTemplate } from '../../content/model/template-models.ts';
import { personOf } from '../../core/base/actor.ts';
import { AppError } from '../../core/base/errors.ts';
import { largestId } from '../../core/base/largest-id.ts';
import type { PageRequest } from '../../core/base/newest-first.ts';
import type { Query } from '../../core/database/database.ts';
import type { StoredField } from '../../core/tables/content.ts';

/** An item in an instance, by its template. */
export interface NamedItem {
  instanceId: number;
  templateId: string;
  id: number;
}

/** The most fields that an entry names. */
const namedFields = 100;
const { quotedFields } = contentLimits;

/** Bounds of the search for the versions that changed a field: versions of a step, and steps of a page. */
const search = { first: 4, versions: 2000, steps: 4 };

/** The versions of an item, newest first; with a field those that changed its value. The cursor is a version. */
export async function listItemVersions(
  query: Query,
  { instanceId, templateId, id }: NamedItem,
  { cursor, limit = 50, field }: PageRequest & { field?: string },
): Promise<{ versions: ItemVersion[]; next_cursor: string | null }> {
  const model = await findTemplate(query, instanceId, templateId);
  if (!model) throw new AppError('not_found');
  const nodes = nodesById(model.tree);
  const item = { templateKey: model.key, id, order: [...nodes.keys()] };
  const before = cursor === undefined ? largestId : Math.min(Number(cursor), largestId);
  const { rows, next } =
    field === undefined
      ? { rows: await readPage(query, { ...item, before, limit: limit + 1 }), next: null }
      : await searchVersions(query, { ...item, before, limit, keys: keysOf(model, field) });
  const order = new Map(model.fields.map((one, position) => [one.id, position]));
  const versions = rows.map((row) => ({ ...toVersion(row, order), changes: quoteChanges(row, nodes) }));
  const page = versions.slice(0, limit);
  const last = versions.length > limit ? page.at(-1)?.version : next;
  return { versions: page, next_cursor: last === undefined || last === null ? null : String(last) };
}

interface WantedPage extends ItemPlace {
  before: number;
  limit: number;
  order: readonly string[];
}

/** Large versions are read in several steps. */
async function readPage(query: Query, { before, limit, ...item }: WantedPage): Promise<ItemVersionRow[]> {
  const rows: ItemVersionRow[] = [];
  for (let next: number | null = before; next !== null && rows.length < limit; ) {
    const found = required(await listVersions(query, { ...item, before: next, limit: limit - rows.length }));
    rows.push(...found.rows);
    next = found.next;
  }
  return rows;
}

async function searchVersions(
  query: Query,
  { before, limit, keys, ...item }: WantedPage & { keys: readonly string[] },
) {
  const rows: ItemVersionRow[] = [];
  let next: number | null = before;
  for (let steps = 0; steps < search.steps && next !== null && rows.length <= limit; steps += 1) {
    // A field that often changes fills the page in one short step.
    const step = Math.max(2, steps === 0 ? search.first * limit : search.versions);
    const options = { ...item, keys, before: next, limit: limit + 1 - rows.length, step };
    const found = required(await findVersionsOf(query, options));
    rows.push(...found.rows);
    next = found.next;
  }
  return { rows, next };
}

/** Throws 404 if there is no such item. */
function required(found: FoundVersions | undefined): FoundVersions {
  if (!found) throw new AppError('not_found');
  return found;
}

/** The keys of a document that have the values of a field: those of its leaves, or of the outermost rows around it. */
function keysOf({ leaves, fields }: Pick<TemplateModel, 'leaves' | 'fields'>, fieldId: string): string[] {
  const leaf = leaves.get(fieldId);
  if (leaf) return [leaf.groups[0] ?? fieldId];
  const inside = fields.filter(({ parentId }) => parentId === fieldId);
  const found = fields.find((field) => field.id === fieldId);
  if (!found || fieldTypeOf(found.settings.type).holds !== 'group') return [fieldId];
  return [...new Set(inside.flatMap((field) => keysOf({ leaves, fields }, field.id)))];
}

function toVersion(row: ItemVersionRow, order: ReadonlyMap<string, number>): Omit<ItemVersion, 'changes'> {
  const placeOf = (id: string) => order.get(id) ?? order.size;
  const fields = (row.fields ?? []).toSorted((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1));
  return {
    version: row.version,
    action: row.action,
    by: personOf(row),
    at: row.at.toISOString(),
    origin: row.origin,
    change_set_id: row.change_set_id,
    ...(row.extension !== null && { extension: row.extension }),
    label: row.label,
    template_version: row.template_version,
    label_changed: row.label_changed,
    fields: fields.slice(0, namedFields),
    field_count: fields.length,
    is_current: row.version === row.current,
  };
}

type Nodes = ReadonlyMap<string, TreeNode<StoredField>>;

/** The fields and dynamic groups that documents have values of, by id. */
const nodesById = (tree: TemplateModel['tree']): Nodes => new Map(leavesOf(tree).map((node) => [node.field.id, node]));

/** The label and the first fields that a version has changed, with their values. */
function quoteChanges(row: ItemVersionRow, nodes: Nodes): ItemVersion['changes'] {
  const { changes, label_changed, label_before, label } = row;
  const fields = (changes ?? []).flatMap(({ field_id, ...values }) => {
    const node = nodes.get(field_id);
    if (!node) return [];
    return [{ field_id, ...('after' in values && quoteChange(node, values.before, values.after)) }];
  });
  const labels =
    label_changed && label_before !== null ? [{ field_id: labelField, ...quoteValues(label_before, label) }] : [];
  return [...labels, ...fields].slice(0, quotedFields);
}

/** An item with its template now. */
export interface CurrentItem {
  model: TemplateModel;
  now: TargetItem;
}

/** An item as it is; throws 404 if there is none. */
export async function readCurrent(query: Query, { instanceId, templateId, id }: NamedItem): Promise<CurrentItem> {
  const model = await findTemplate(query, instanceId, templateId);
  const now = model && (await readItems(query, model.key, [id])).get(id);
  if (!model || !now) throw new AppError('not_found');
  return { model, now };
}

/** A version of an item; throws 404 if it is not stored. */
export function versionIn(found: ReadonlyMap<number, ItemAtVersion>, version: number): ItemAtVersion {
  const at = found.get(version);
  if (!at) throw new AppError('not_found', { message: 'This version is not stored any more.' });
  return at;
}

/** Two versions of an item, or one and the current content, field by field. */
export async function compareItemVersions(
  query: Query,
  item: NamedItem,
  { from, to }: { from: number; to?: number },
): Promise<ItemDiff> {
  const { model, now } = await readCurrent(query, item);
  const found = await readVersions(
    query,
    { templateKey: model.key, id: item.id },
    to === undefined ? [from] : [from, to],
  );
  const older = versionIn(found, from);
  const newer = to === undefined ? { ...now, fields: null } : versionIn(found, to);
  const displayed = fieldsOfAll([model.fields, newer.fields, older.fields]);
  const display = templateModel({ ...model, fields: displayed });
  const side = (version: typeof newer) => ({
    ...version,
    values: fitValues(display, version.values, version.fields ?? display.fields).values,
  });
  return describeItem(item, { target: side(older), source: side(newer) }, displayed);
}

/** The fields that any of these templates have: of one that is in several, its state in the first. */
const fieldsOfAll = (lists: readonly (readonly StoredField[] | null)[]): StoredField[] =>
  lists.reduce<StoredField[]>((all, some) => fieldsOfBoth({ fields: all }, { fields: some ?? [] }), []);

/** A change of an item, and the fields to display it with. */
export const describeItem = (
  { templateId, id }: NamedItem,
  { target, source }: { target: ItemContent; source: ItemContent },
  fields: readonly StoredField[],
): ItemDiff => ({
  id,
  template_id: templateId,
  change: 'updated',
  conflict: false,
  revision: null,
  ...describeSides({ base: undefined, source, target }, fields),
});
