import type { Static } from 'typebox';
import { can, type Grants, type GuardedEndpoint, refusalOf } from '../access.ts';
import { contentLimits } from '../content/content-limits.ts';
import type * as charts from '../shapes/charts.ts';
import type * as shapes from '../shapes/items.ts';
import { endpoint, type Input } from './endpoint.ts';

export type Item = Static<typeof shapes.Item>;
export type LinkedItem = Static<typeof shapes.LinkedItem>;
export type ItemRow = Static<typeof shapes.ItemRow>;
export type ItemEdit = Static<typeof shapes.ItemEdit>;
export type ItemGroups = Static<typeof shapes.itemShapes.groups.response>;
export type Chart = Static<typeof charts.Chart>;
export type DrawnChart = Static<typeof charts.DrawnChart>;
export type ChartedField = Static<typeof charts.ChartedField>;
export type BeforeAndAfter = Static<typeof charts.BeforeAndAfter>;
export type NumberStats = Static<typeof charts.NumberStats>;
export type ItemUse = Static<typeof shapes.ItemUse>;
export type ItemUses = Static<typeof shapes.ItemUses>;
export type SaveItem = Static<typeof shapes.SaveItem>;
export type FoundItem = Static<typeof shapes.FoundItem>;
export type ItemRecord = Static<typeof shapes.ItemRecord>;
export type SheetFormat = Input<typeof items.export>['body']['format'];
export type SavedItem = Static<typeof shapes.SavedItem>;

/**
 * The maximum number of matches counted for a single condition. If more match, or if counting several conditions would
 * cost more than the page itself, `total_is_exact` is false and at least `total` items match.
 */
export const countedItems = 1000;

/** The access needed to create an item, in addition to that of the call that saves it. */
export const newItem = { access: can('CREATE_ITEM', { env: 'Dev' }) } satisfies GuardedEndpoint;

/** The access needed to change values of fields that are read-only for members, in addition to that of the call. */
export const editReadOnly = { access: can('CREATE_TEMPLATE') } satisfies GuardedEndpoint;

/** Whether a caller may change values of fields that are read-only for members. */
export const mayEditReadOnly = (grants: Grants): boolean => refusalOf(editReadOnly, grants) === null;

/** Items of an instance. */
export const items = {
  /**
   * The items of a template, filtered and sorted. With `limit`, a page in the order of `sort` (a field's id, `id` or
   * `label`; `id` by default); without it, all matches as one stream. `next_cursor` is the cursor of the next page,
   * `null` at the end. With `from_end`, the list is paged from its end; within each page, the order stays the same.
   */
  list: endpoint<typeof shapes.itemShapes.list>({
    method: 'POST',
    path: '/editor/:instanceId/items/:templateId',
    access: can('READ'),
    safe: true,
  }),
  /**
   * The values of a field in the items of a list, with the number of items that have each: the most frequent ones, and how many
   * others there are. 422 for a field that lists cannot be grouped by, as those in rows.
   */
  groups: endpoint<typeof shapes.itemShapes.groups>({
    method: 'POST',
    path: '/editor/:instanceId/items/:templateId/groups',
    access: can('READ'),
    safe: true,
    turns: 'groups',
  }),
  /**
   * A chart of the items of a list: the distribution of a number, two numbers against each other, or dates over time. 422 for a field
   * that it cannot draw, and if more than 100,000 items match.
   */
  chart: endpoint<typeof shapes.itemShapes.chart>({
    method: 'POST',
    path: '/editor/:instanceId/items/:templateId/chart',
    access: can('READ'),
    safe: true,
    turns: 'charts',
  }),
  /**
   * The items of a list, or some of them, as one stream: rows of a sheet or records, with links by key or id
   * (docs/sheets.md). 422 if a sheet would have more than 16,000 columns. A stream that cannot be completed is aborted.
   */
  export: endpoint<typeof shapes.itemShapes.export>({
    method: 'POST',
    path: '/editor/:instanceId/items/:templateId/export',
    access: can('READ'),
    safe: true,
  }),
  /** Items of a template by their ids. */
  listByIds: endpoint<typeof shapes.itemShapes.listByIds>({
    method: 'POST',
    path: '/editor/:instanceId/items/:templateId/byId',
    access: can('READ'),
    safe: true,
  }),
  /** When and by whom items were last edited: at most 1,000 at a time. */
  listEdits: endpoint<typeof shapes.itemShapes.listEdits>({
    method: 'POST',
    path: '/editor/:instanceId/items/:templateId/edits',
    access: can('READ'),
    safe: true,
  }),
  /** The ids and labels of all items of a template. */
  listHeaders: endpoint<typeof shapes.itemShapes.listHeaders>({
    method: 'GET',
    path: '/editor/:instanceId/items/:templateId/headers',
    access: can('READ'),
  }),
  /**
   * Finds items of all templates by id, by the beginning of a key (a value of a unique field), and by a part of their
   * label: the closest first, 20 if no `limit` is given.
   */
  search: endpoint<typeof shapes.itemShapes.search>({
    method: 'GET',
    path: '/editor/:instanceId/search',
    access: can('READ'),
  }),
  /** An item with its values. */
  get: endpoint<typeof shapes.itemShapes.get>({
    method: 'GET',
    path: '/editor/:instanceId/items/:templateId/:id',
    access: can('READ'),
  }),
  /** The items that link to an item, page by page: 25 if no `limit` is given. */
  listUses: endpoint<typeof shapes.itemShapes.listUses>({
    method: 'GET',
    path: '/editor/:instanceId/items/:templateId/:id/uses',
    access: can('READ'),
  }),
  /**
   * Replaces all links to an item by those to another item of its template, or removes them (`by` is null), as one change set; 422 with the
   * reason if a rule refuses one of the items, or if more than 1,000 link to it.
   */
  replaceLinks: endpoint<typeof shapes.itemShapes.replaceLinks>({
    method: 'POST',
    path: '/editor/:instanceId/items/:templateId/:id/uses',
    access: can('CREATE_ITEM'),
    turns: 'batches',
  }),
  /**
   * Creates an item, in Dev only ({@link newItem}), or changes the named fields of an existing one in any instance; 409
   * if the version is stale, with the current version and, if the caller may read it, the current item and its last
   * editor (`saved`: `by`, `by_id`, `at`). A caller that may have to retry a creation after a lost response sends an
   * `idempotency_key`.
   */
  save: endpoint<typeof shapes.itemShapes.save>({
    method: 'POST',
    path: '/editor/:instanceId/items',
    access: can('CREATE_ITEM'),
    bodyLimit: contentLimits.itemsBody,
  }),
  /**
   * Saves up to 1,000 items in one transaction: all of them or none. The error names every refused item by its index:
   * 409 if any is stale (`stale`: `index`, `version`), 422 if any is invalid, else 404.
   */
  saveMany: endpoint<typeof shapes.itemShapes.saveMany>({
    method: 'POST',
    path: '/editor/:instanceId/items/batch',
    access: can('CREATE_ITEM'),
    bodyLimit: contentLimits.itemsBody,
    turns: 'batches',
  }),
  /**
   * Saves up to 1,000 items of a template, with up to 150,000 values, from JSON lines or CSV in one transaction: all of
   * them or none. The error names every refused record by its line, like `lines.3.price`: 409 if any is stale (`stale`:
   * `line`, `version`), 422 if any is invalid, else 404. The results are in the order of the records.
   */
  saveRecords: endpoint<typeof shapes.itemShapes.saveRecords>({
    method: 'POST',
    path: '/editor/:instanceId/items/:templateId/records',
    access: can('CREATE_ITEM'),
    accepts: ['json-lines', 'csv'],
    bodyLimit: contentLimits.itemsBody,
    turns: 'batches',
  }),
  /** Deletes an item; 409 with the references to it if there are any, and if it has another version than `version`. */
  delete: endpoint<typeof shapes.itemShapes.delete>({
    method: 'DELETE',
    path: '/editor/:instanceId/items/:templateId/:id',
    access: can('CREATE_ITEM', { env: 'Dev' }),
  }),
};
