import { itemFieldId } from '@quartermaster/contract/content/item-fields.ts';
import { texts } from './content.ts';
import { heavy, ruledFields } from './heavy-content.ts';
import { rowsOf } from './rows.ts';

/** A call by POST, below `/v1`, with `:instanceId` in its path. */
export interface HeavyCall {
  name: string;
  path: string;
  body: unknown;
  /** The type of a body that is sent as it is; JSON if omitted. */
  type?: string;
  /** True if it is refused, as it is beyond a limit. */
  isRefused?: boolean;
}

const editor = (path: string) => `/editor/:instanceId/${path}`;
const instance = (path: string) => `/instances/:instanceId/${path}`;
const count = (length: number, first: number) => Array.from({ length }, (_, at) => first + at);
const many = { template_id: heavy.many };
const operation = { operations: [{ field_id: 'story', op: 'replace', find: 'so on', value: 'and on' }] };

const contains = (at: number) => ({
  template_field_id: 'story',
  op: 6,
  value: ['and', 'so', 'on', 'nd s', 'o on'][at % 5],
});
const filters = Array.from({ length: 20 }, (_, at) => contains(at));

const textOf = (id: string, value: string, extra: object = {}) => ({
  ...{
    id,
    template_field_id: id,
    template_field_type: 'text',
    template_group_id: null,
    template_group_path: null,
    value,
    status: 1,
  },
  ...extra,
});
const item = (templateId: string, label: string, fields: readonly unknown[]) => ({
  ...{ template_id: templateId, internal_label: label, fields },
});
/** Rows with a text each. */
const textRows = (length: number, value: (row: number) => string) => [
  ...rowsOf(length),
  ...count(length, 0).map((row) => ({
    ...textOf('text_0', value(row), { template_group_id: 'rows', template_group_path: [row] }),
    id: itemFieldId('text_0', [row]),
  })),
];
const ruledRows = (length: number) => textRows(length, (row) => `t${row % 7}`);
const longStory = 's'.repeat(260_000);
const csv = (columns: number, rows: number) =>
  `${['_label', ...count(columns - 1, 0).map((at) => `c${at}`)].join(',')}\n${`${','.repeat(columns - 1)}\n`.repeat(rows)}`;
const lines = (length: number, more: object) =>
  count(length, 0)
    .map((at) => JSON.stringify({ _label: `New ${at}`, story: `Text ${at}`, ...more }))
    .join('\n');
const template = (id: string, version: number, fields: readonly unknown[]) => ({ id, label: id, version, fields });
const selected = { changes: [{ ...many, is_update_template: true, items: [], all_items: true }] };
const proposed = (length: number, story: string) => ({
  changes: [{ ...many, items: count(length, 0).map((at) => ({ _label: `Proposed ${at}`, story })) }],
});

/** Lists, and what is computed from them. */
const reads: HeavyCall[] = [
  { name: 'items.list, all of 110 MB', path: editor(`items/${heavy.large}`), body: {} },
  { name: 'items.list, all of 20,000', path: editor(`items/${heavy.many}`), body: {} },
  { name: 'items.list, 1,000 of 20,000', path: editor(`items/${heavy.many}`), body: { limit: 1000 } },
  { name: 'items.list, 20 `contains`', path: editor(`items/${heavy.many}`), body: { limit: 100, filters } },
  {
    name: 'items.list, 20 `contains`, none found',
    path: editor(`items/${heavy.many}`),
    body: { limit: 100, filters: [...filters.slice(1), { ...contains(0), value: 'zz' }] },
  },
  {
    name: 'items.chart, 20,000',
    path: editor(`items/${heavy.many}/chart`),
    body: { chart: { kind: 'distribution', field: 'price' } },
  },
  { name: 'items.groups', path: editor(`items/${heavy.many}/groups`), body: { field: 'rare' } },
  { name: 'items.export, csv of 20,000', path: editor(`items/${heavy.many}/export`), body: { format: 'csv' } },
  { name: 'items.export, json of 110 MB', path: editor(`items/${heavy.large}/export`), body: { format: 'json' } },
  {
    name: 'items.listByIds, 1,000',
    path: editor(`items/${heavy.many}/byId`),
    body: { ids: count(1000, heavy.ids.many).map(String) },
  },
  {
    name: 'items.listEdits, 1,000',
    path: editor(`items/${heavy.many}/edits`),
    body: { ids: count(1000, heavy.ids.many) },
  },
  {
    name: 'comments.count, 500',
    path: editor('comments/counts'),
    body: { ...many, item_ids: count(500, heavy.ids.many) },
  },
  {
    name: 'bootstrap.ofTemplate',
    path: instance(`templates/${heavy.many}/bootstrap`),
    body: { list: { limit: 1000 } },
  },
  {
    ...{ name: 'drops.list, 120 tables of 1.8 MB', path: editor('drops'), isRefused: true },
    body: { rows: count(heavy.tableItems, heavy.ids.tables).map((id) => [{ template_id: heavy.tables, id }]) },
  },
  {
    ...{ name: 'drops.list, 4 tables of 1.8 MB', path: editor('drops') },
    body: { rows: count(4, heavy.ids.tables).map((id) => [{ template_id: heavy.tables, id }]) },
  },
];

/** Saves, and templates. */
const saves: HeavyCall[] = [
  {
    name: 'items.save, 1.8 MB of rows',
    path: editor('items'),
    body: item(
      heavy.tables,
      'Table',
      textRows(9, () => 'r'.repeat(200_000)),
    ),
  },
  {
    name: 'items.saveMany, 1,000',
    path: editor('items/batch'),
    body: { items: count(1000, 0).map((at) => item(heavy.many, `S${at}`, [textOf('story', 'x')])) },
  },
  {
    name: 'items.saveMany, 30 of 0.26 MB',
    path: editor('items/batch'),
    body: { items: count(30, 0).map((at) => item(heavy.many, `L${at}`, [textOf('story', longStory)])) },
  },
  {
    name: 'items.saveRecords, 1,000',
    path: editor(`items/${heavy.many}/records`),
    body: lines(1000, {}),
    type: 'application/jsonl',
  },
  { name: 'templates.save, 100 rules', path: editor('templates'), body: template(heavy.ruled, 0, ruledFields) },
  {
    name: 'items.save, 100 rules, 25 rows',
    path: editor('items'),
    isRefused: true,
    body: item(heavy.ruled, 'One', ruledRows(25)),
  },
  {
    isRefused: true,
    name: 'items.saveMany, 100 rules, 300 items',
    path: editor('items/batch'),
    body: { items: count(300, 0).map((at) => item(heavy.ruled, `R${at}`, ruledRows(25))) },
  },
  {
    name: 'templates.dryRun, 100 rules, 301 items',
    path: editor('templates/dry-run'),
    body: template(heavy.ruled, 1, ruledFields),
  },
  {
    name: 'templates.dryRun, 20,000 items',
    path: editor('templates/dry-run'),
    body: template(heavy.many, 1, [...texts(1)]),
  },
  { name: 'templates.save, 2,000 fields', path: editor('templates'), body: template('wide', 0, texts(2000)) },
  {
    name: 'templates.exampleExport, 2,000 fields',
    path: editor('example-export'),
    body: { template_id: 'wide', template_fields: texts(2000), item_fields: [] },
  },
  {
    name: 'templates.tryConversion, 20,000 items',
    path: editor(`templates/${heavy.many}/conversion`),
    body: { field_id: 'price', to: 'text' },
  },
  {
    name: 'history.restoreItem',
    path: editor(`history/items/${heavy.many}/${heavy.ids.many}/restore`),
    body: { version: 1, seen: 1 },
  },
];

/** Changes of many items. */
const changes: HeavyCall[] = [
  { name: 'bulkEdits.count, 20 `contains`', path: editor('bulk-edits/count'), body: { ...many, filters } },
  {
    name: 'bulkEdits.check, 20,000',
    path: editor('bulk-edits/check'),
    body: { selection: { ...many, filters: filters.slice(0, 1), count: heavy.items }, action: operation },
  },
  {
    name: 'replacements.check, all items',
    path: editor('replacements/check'),
    body: { find: 'so on', replace_with: 'and on' },
  },
  {
    name: 'imports.upload, 16,000 columns',
    path: editor(`templates/${heavy.many}/imports`),
    body: csv(16_000, 400),
    type: 'text/csv',
    isRefused: true,
  },
  {
    name: 'imports.upload, 16,000 columns, unknown ignored',
    path: `${editor(`templates/${heavy.many}/imports`)}?ignore_unknown=true&dry_run=true`,
    body: csv(16_000, 400),
    type: 'text/csv',
  },
  {
    name: 'imports.upload, 1,000 rows',
    path: `${editor(`templates/${heavy.many}/imports`)}?dry_run=true`,
    body: lines(1000, {}),
    type: 'application/jsonl',
  },
  {
    name: 'imports.upload, 20,000 rows',
    path: `${editor(`templates/${heavy.many}/imports`)}?dry_run=true`,
    body: lines(20_000, {}),
    type: 'application/jsonl',
  },
  { name: 'proposals.check, 1,000', path: editor('proposals/check'), body: proposed(1000, 'A story') },
  { name: 'proposals.check, 15 of 0.26 MB', path: editor('proposals/check'), body: proposed(15, longStory) },
  { name: 'proposals.create, 1,000', path: editor('proposals'), body: { title: 'Many', ...proposed(1000, 'A story') } },
  { name: 'sync.check, all', path: instance('changes/check'), body: { all: true, changes: [] } },
  { name: 'sync.check, 20,000', path: instance('changes/check'), body: selected },
  { name: 'syncReviews.create', path: instance('sync-reviews'), body: selected },
  { name: 'releases.overlaps', path: instance('releases/overlaps'), body: { all: true, changes: [] } },
  { name: 'reports.start', path: editor('export/templates'), body: {} },
  {
    name: 'bulkEdits.apply, delete 10,000',
    path: editor('bulk-edits'),
    body: { selection: { ...many, ids: count(10_000, heavy.ids.many) }, action: { delete: true } },
  },
  {
    name: 'restores.check, 10,000',
    path: editor('restores/check'),
    body: { matching: { template: heavy.many, count: 10_000 } },
  },
  { name: 'sync.all', path: instance('changes'), body: {} },
];

/** Calls within the limits, each as expensive as they allow, in an order in which later ones find what they need. */
export const heavyCalls: readonly HeavyCall[] = [...reads, ...saves, ...changes];
