import type { Readable } from 'node:stream';
import type { ChangeKind } from '@quartermaster/contract/endpoints/change-sets.ts';
import type {
  ChangedItem,
  ChangedTemplate,
  ChangeList,
  SyncSelection,
} from '@quartermaster/contract/endpoints/sync.ts';
import { syncShapes } from '@quartermaster/contract/shapes/sync.ts';
import { findRunning, progressOf } from '../../../content/change-sets/change-set-repository.ts';
import { menuRevision } from '../../../content/change-sets/revision.ts';
import { listEdits } from '../../../content/documents/item-edits.ts';
import { findPictures } from '../../../content/documents/pictures-repository.ts';
import { compareMenus } from '../../../content/menu/compare-menus.ts';
import { readMenus } from '../../../content/menu/menu-sql.ts';
import type { Pair } from '../../../content/model/instance-pair.ts';
import type { Deps } from '../../../core/app/deps.ts';
import { AppError } from '../../../core/base/errors.ts';
import { joinBatches, type ReadBatch, streamOf } from '../../../core/database/batches.ts';
import type { Database, Query } from '../../../core/database/database.ts';
import { responseFilter } from '../../../core/http/response-filter.ts';
import type { SeenChanges } from '../../../core/tables/sync.ts';
import { findPair } from '../pairs/pair.ts';
import { markEdited } from '../pairs/seen-changes.ts';
import { getSelection } from '../releases/repository.ts';
import { getReview } from '../reviews/review-repository.ts';
import { withDifferences } from './item-differences.ts';
import { type ChangesQuery, cursorAfter, noCursor, type Position, readCursor } from './list-cursor.ts';
import { findCompared, type ListedTemplate, type ListFilter, readChanges, readWindow } from './list-repository.ts';

/** The parameters of a list: its instances, its filter, and the limits of a review or a release. */
interface Read {
  pair: Pair;
  filter: ListFilter;
  selection: SyncSelection | null;
  /** What was seen when the review was sent, or the release planned. */
  seen: SeenChanges | null;
}

/** The differences between an instance and its target; a page continues at its cursor. */
export async function listChanges(
  { database }: Pick<Deps, 'database'>,
  instanceId: number,
  request: ChangesQuery & { limit: number },
): Promise<ChangeList> {
  const read = await readList(database.query, instanceId, request);
  const list =
    request.cursor === undefined
      ? await firstPage(database.query, read, request)
      : await nextPage(database, read, request, readCursor(request.cursor, read.pair, request));
  const marked = read.seen ? markEdited(list, read.seen) : list;
  const templates = await withDifferences(database.query, read.pair, marked.templates);
  return { ...marked, templates: await withDetails(database.query, read.pair.source.id, templates) };
}

/** The listed items with their pictures and last edits. */
async function withDetails(query: Query, instanceId: number, templates: ChangedTemplate[]): Promise<ChangedTemplate[]> {
  const listed = templates.flatMap(({ template_id, items }) => items.map(({ id }) => ({ template_id, id })));
  const images = await findPictures(query, instanceId, listed);
  const edits = new Map((await listEdits(query, instanceId, listed)).map(({ id, ...edited }) => [id, edited]));
  const withBoth = (item: ChangedItem): ChangedItem => {
    const [image, edited] = [images.get(item.id), edits.get(item.id)];
    return { ...item, ...(image !== undefined && { image }), ...(edited && { edited }) };
  };
  return templates.map((template) => ({ ...template, items: template.items.map(withBoth) }));
}

/** All differences, without their items, as JSON: the items of each template are read in batches while it is sent. */
export async function streamChanges(
  { database }: Pick<Deps, 'database'>,
  instanceId: number,
  request: ChangesQuery,
): Promise<Readable> {
  if (request.cursor !== undefined) throw noCursor();
  const read = await readList(database.query, instanceId, request);
  const list = await firstPage(database.query, read, { ...request, limit: 0 });
  return streamOf(write(inOrder(list), (templateId) => windowReader(database, read, templateId)));
}

async function readList(query: Query, instanceId: number, request: ChangesQuery): Promise<Read> {
  const pair = await findPair(query, instanceId);
  const { template, search, change, conflicts } = request;
  const { selection, seen } = await requestedBy(query, pair, request);
  const ofTemplate = template !== undefined && { templateIds: [template] };
  return { pair, selection, seen, filter: { ...filterOf(selection), ...ofTemplate, search, change, conflicts } };
}

async function firstPage(query: Query, read: Read, request: ChangesQuery & { limit: number }): Promise<ChangeList> {
  const { pair, filter, selection } = read;
  const found = await readChanges(query, pair, filter, request.limit);
  const menus = await readMenus(query, pair);
  const menu = compareMenus(menus);
  const isMenuRequested = request.template === undefined && (!selection || selection.menu === true);
  const isListed = menu.isChanged && isMenuRequested;
  const menuPart = isListed ? BigInt(`0x${menuRevision(menus)}`) : 0n;
  const nodes = (kind: ChangeKind) => (isListed ? menu.nodes.filter((node) => node.change === kind).length : 0);
  const byTemplate = Map.groupBy(found.items, ({ template_id }) => template_id);
  const pages = found.templates.map((entry) => pageOf(entry, byTemplate.get(entry.template_id) ?? [], pair, request));
  return {
    ...(await answerOf(query, read, found.templates, pages)),
    menu: {
      is_changed: isListed,
      conflict: isListed && menu.conflict,
      added: nodes('added'),
      updated: nodes('updated'),
      removed: nodes('removed'),
      revision: isListed ? menuRevision(menus) : null,
    },
    revision: hexadecimal(BigInt(found.revision) ^ menuPart),
  };
}

/** The items after those of the previous page; the totals are taken from the cursor. */
async function nextPage(
  database: Database,
  read: Read,
  request: ChangesQuery & { limit: number },
  { after, totals }: Position,
): Promise<ChangeList> {
  const { pair } = read;
  const template = await findCompared(database.query, pair, request.template ?? '');
  const listed = template ? [{ ...template, ...totals }] : [];
  const items = template ? await readAfter(database, read, after, request.limit) : [];
  return {
    ...(await answerOf(
      database.query,
      read,
      listed,
      listed.map((entry) => pageOf(entry, items, pair, request)),
    )),
    menu: { is_changed: false, conflict: false, added: 0, updated: 0, removed: 0, revision: null },
    revision: hexadecimal(template ? BigInt(totals.total_revision) : 0n),
  };
}

async function answerOf(
  query: Query,
  { pair, selection }: Read,
  listed: readonly ListedTemplate[],
  pages: readonly ChangedTemplate[],
): Promise<Omit<ChangeList, 'menu' | 'revision'>> {
  const updates =
    selection &&
    new Set(selection.changes.filter((entry) => entry.is_update_template).map((entry) => entry.template_id));
  const templates = pages
    .map((page) => (updates && !updates.has(page.template_id) ? unchanged(page) : page))
    .filter((page) => page.change !== null || total(page.counts) > 0);
  const running = await findRunning(query, pair.target.id);
  const sum = (count: (entry: ListedTemplate) => number) => listed.reduce((all, entry) => all + count(entry), 0);
  return {
    templates,
    ...pair,
    counts: {
      added: sum(({ added }) => added),
      updated: sum(({ updated }) => updated),
      removed: sum(({ removed }) => removed),
      conflicts: sum(({ conflicts: open }) => open),
      templates: templates.filter(({ is_changed }) => is_changed).length,
    },
    running: running ? { id: running.id, progress: progressOf(running) } : null,
  };
}

const hexadecimal = (revision: bigint): string => revision.toString(16).padStart(12, '0');

const total = ({ added, updated, removed }: ChangedTemplate['counts']): number => added + updated + removed;

const unchanged = (page: ChangedTemplate): ChangedTemplate => ({
  ...page,
  is_changed: false,
  change: null,
  revision: null,
});

function pageOf(
  template: ListedTemplate,
  items: readonly ChangedItem[],
  pair: Pair,
  request: ChangesQuery & { limit: number },
): ChangedTemplate {
  const { template_id, name, change, revision, added, updated, removed, conflicts } = template;
  const page = items.slice(0, request.limit);
  const last = page.at(-1);
  return {
    template_id,
    name,
    is_changed: change !== null,
    change,
    revision: change === null ? null : revision,
    counts: { added, updated, removed, conflicts },
    items: page,
    next_cursor: last && items.length > page.length ? cursorAfter(last.id, template, pair, request) : null,
  };
}

/** Items after an id, one more than the limit if there are as many. */
async function readAfter(
  { bytes }: Database,
  { pair, filter }: Read,
  after: number,
  limit: number,
): Promise<ChangedItem[]> {
  const items: ChangedItem[] = [];
  for (let window = { after, items: limit + 1 }; ; ) {
    const { index, rows } = await readWindow({ bytes }, pair, filter, window);
    items.push(...(JSON.parse(`[${rows ?? ''}]`) as ChangedItem[]));
    if (index === 0 || items.length > limit) return items;
    // If few items differ, many have to be compared to find the next one.
    window = { after: index, items: Math.min(2 * window.items, mostAtOnce) };
  }
}

const mostAtOnce = 20_000;

function windowReader({ bytes }: Database, { pair, filter }: Read, templateId: string): ReadBatch {
  let after = 0;
  return async (items) => {
    const { index, rows } = await readWindow(
      { bytes },
      pair,
      { ...filter, templateIds: [templateId] },
      { after, items },
    );
    after = index;
    return { rows, isLast: index === 0 };
  };
}

/** A list with the properties of its shape, in the order in which they are sent. */
const inOrder = (list: ChangeList): ChangeList => {
  filterList ??= responseFilter(syncShapes.listChanges.response);
  return filterList ? (filterList(list) as ChangeList) : list;
};
let filterList: ReturnType<typeof responseFilter>;

async function* write(
  { templates, ...others }: ChangeList,
  readerOf: (templateId: string) => ReadBatch,
): AsyncGenerator<Buffer> {
  yield Buffer.from('{"templates":[');
  for (const [at, { items: _, next_cursor, ...template }] of templates.entries()) {
    yield Buffer.from(`${at === 0 ? '' : ','}${JSON.stringify(template).slice(0, -1)},"items":[`);
    if (total(template.counts) > 0) yield* joinBatches(readerOf(template.template_id));
    yield Buffer.from('],"next_cursor":null}');
  }
  yield Buffer.from(`],${JSON.stringify(others).slice(1)}`);
}

async function requestedBy(
  query: Query,
  { source }: Pair,
  { review, release }: ChangesQuery,
): Promise<Pick<Read, 'selection' | 'seen'>> {
  if (review === undefined && release === undefined) return { selection: null, seen: null };
  const found =
    review === undefined
      ? await getSelection(query, source.id, release ?? 0)
      : await getReview(query, source.id, review);
  if (!found) throw new AppError('not_found');
  return found;
}

function filterOf(selection: SyncSelection | null): ListFilter {
  if (!selection) return {};
  const { changes } = selection;
  return {
    templateIds: changes.map(({ template_id }) => template_id),
    ids: changes.flatMap(({ items }) => items),
    wholeTemplateIds: changes.filter(({ all_items }) => all_items).map(({ template_id }) => template_id),
  };
}
