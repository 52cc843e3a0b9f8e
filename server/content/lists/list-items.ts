import { createHash } from 'node:crypto';
import { countedItems } from '@quartermaster/contract/endpoints/items.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { findMarked } from '@quartermaster/contract/rules/marked-fields.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Database, Query } from '../../core/database/database.ts';
import { findPictures } from '../documents/pictures-repository.ts';
import type { TemplateModel } from '../model/template-model.ts';
import { knownTemplate, loadTemplate, noSuchTemplate } from '../model/template-models.ts';
import { type Collection, collectStatement } from './collect-sql.ts';
import { currentRows } from './current-rows.ts';
import { cursorsOf } from './cursor.ts';
import { type Condition, readConditions, readSearch, readSort, type Sort } from './list-conditions.ts';
import { type Driver, isDriver, isInRows } from './list-sql.ts';
import { isShort, lookedUpText } from './looked-up-text.ts';
import { dropMatchCounts, knownMatchCount, storeMatchCount } from './match-counts.ts';
import { type NamedList, toStoredList } from './named-list.ts';
import { measureStatement, type PageQuery, type PageRow, type Statement } from './page-sql.ts';
import { canScanPlainly, type PlainScan, plainScanStatement } from './plain-scan-sql.ts';
import { scanStatement } from './scan-sql.ts';
import { withTrigrams } from './trigrams.ts';

/** The list parameters in a request. */
export interface ListBody extends NamedList {
  search?: string;
  cursor?: string;
  from_end?: boolean;
  images?: boolean;
}

/** Parsed list parameters: resolved against the template, with validated values. */
export interface ReadList {
  conditions: readonly Condition[];
  sort: Sort;
}

/** Parses list parameters; throws 422 by path. */
export async function readList(
  query: Query,
  model: TemplateModel,
  { search = '', from_end, ...named }: ListBody,
): Promise<ReadList> {
  const { filters = [], sort } = toStoredList(model, named);
  const texts = filters.filter(({ op }) => op === filterOps.contains).map(({ value }) => value);
  const trigrams = await withTrigrams(query, [...texts, search.trim()]);
  return {
    conditions: [...readConditions(model, filters, trigrams), ...readSearch(search, trigrams)],
    sort: readSort(model, sort, from_end),
  };
}

/**
 * Runs `work` with the cached template. If `work` finds it outdated (returns `undefined`), or rejects something that a
 * newer version may accept, runs it again with the current template.
 */
export async function withTemplate<T>(
  query: Query,
  instanceId: number,
  templateId: string,
  work: (model: TemplateModel) => Promise<T | undefined>,
): Promise<T> {
  const known = knownTemplate(instanceId, templateId);
  const first =
    known &&
    (await work(known).catch((error) => {
      if (!(error instanceof AppError)) throw error;
    }));
  if (first !== undefined) return first;
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const model = await loadTemplate(query, instanceId, templateId);
    if (!model) throw noSuchTemplate(templateId);
    const answer = await work(model);
    if (answer !== undefined) return answer;
  }
  throw new AppError('version');
}

/** A page of a list as JSON text. */
export const listPage = (
  { database, secrets }: Pick<Deps, 'database' | 'secrets'>,
  instanceId: number,
  templateId: string,
  body: ListBody,
  limit: number,
): Promise<string> =>
  withTemplate(database.query, instanceId, templateId, async (model) => {
    const { conditions, sort } = await readList(database.query, model, body);
    const cursors = cursorsOf(secrets, instanceId, templateId, body.filters ?? [], body.search ?? '', sort);
    const cursor = body.cursor === undefined ? undefined : cursors.read(body.cursor);
    const page = await findPage(database, { model, conditions, sort, cursor, limit });
    if (!page) return undefined;
    if (itemCounts.size > 10_000) itemCounts.clear();
    itemCounts.set(model.key, page.row.items);
    const { total, isExact } = cursor ?? page;
    const { found, taken, rows, last_id, last_sort } = page.row;
    const next =
      found > taken && last_id !== null
        ? JSON.stringify(cursors.write({ sort: last_sort, id: last_id, total, isExact }))
        : 'null';
    const items = `[${currentRows(model, rows ?? '')}]`;
    const images = body.images ? `,"images":${await imagesOf(database.query, model, items)}` : '';
    return `{"items":${items},"total":${total},"total_is_exact":${isExact},"next_cursor":${next}${images}}`;
  });

/** The paths of the pictures of rows, by id, as JSON text. */
async function imagesOf(query: Query, { instanceId, id, fields }: TemplateModel, rows: string): Promise<string> {
  if (!findMarked(fields, 'picture')) return '{}';
  const listed = (JSON.parse(rows) as { id: number }[]).map((row) => ({ template_id: id, id: row.id }));
  return JSON.stringify(Object.fromEntries(await findPictures(query, instanceId, listed)));
}

interface Page {
  row: PageRow;
  total: number;
  isExact: boolean;
}

/** Number of items of each template when last listed: only a hint for choosing a query plan. */
const itemCounts = new Map<number, number>();
const expectedItems = ({ model }: PageQuery): number => itemCounts.get(model.key) ?? 10_000;

const smallTemplate = countedItems;

/**
 * The fastest query for a page depends on how many items match, which only the database can know. One statement counts
 * the matches of conditions with a countable index, up to a bound. If one of them matches few items, those are collected;
 * otherwise it scans the list in sort order, which ends quickly if matches are common, and looks the scanned items up in
 * the list of those that it has counted, or in their index rows. A text is counted only if the first items do not have it. Only
 * if matches turn out to be rare, they are collected by another statement. The next page remembers which scan was right.
 */
async function findPage(database: Database, query: PageQuery): Promise<Page | undefined> {
  const { conditions, limit } = query;
  if (conditions.length === 0) {
    const row = await run(database, scanStatement(query, { measured: [], few: 0, listed: 0, candidates: 0 }));
    return row && { row, total: row.items, isExact: true };
  }
  const plain = plainScanOf(query);
  if (plain) {
    const row = await run(database, plainScanStatement(query, plain));
    if (!row) return undefined;
    if (row.found > limit) return { row, total: limit + 1, isExact: false };
    dropMatchCounts(query);
  }
  return measurePage(database, query);
}

/** The scan of a list with several conditions, if the number of matches is known from an earlier page. */
function plainScanOf(query: PageQuery): PlainScan | undefined {
  const { conditions } = query;
  if (conditions.length < 2 || !canScanPlainly(query)) return undefined;
  const measured = measuredOf(conditions);
  const driver = measured.find((condition) => knownMatchCount(query, condition) === 'listed');
  if (!driver && !(measured.length > 0 && measured.every((condition) => knownMatchCount(query, condition))))
    return undefined;
  return { listed: driver && { driver, bound: listedOf(query) }, candidates: candidatesOf(query) };
}

/** Finds a page and how many items match. */
async function measurePage(database: Database, query: PageQuery): Promise<Page | undefined> {
  const { conditions, sort, cursor, limit } = query;
  const measured = measuredOf(conditions);
  if (measured.length === 0 && expectedItems(query) <= smallTemplate) return collect(database, query, { by: 'scan' });
  const [first] = measured;
  // A single condition is counted up to the contract's limit; with several, the count only serves to choose the query.
  const isSingle = first !== undefined && conditions.length === 1;
  const isCounted = isSingle && !('isMany' in first && first.isMany);
  const isKnown = first && knownMatchCount(query, first) === 'common';
  const bound = isKnown ? leastListed : listedOf(query);
  const listed = first && isInRows(first) && 'key' in sort && (isCounted || !isSingle) ? bound : 0;
  const text = measured.length === 0 ? lookedUpText(conditions) : undefined;
  const few = isSingle && listed === 0 ? countedItems : bound / (text ? 4 : 16);
  if (text) {
    const row = await run(database, scanStatement(query, { measured, few: 0, listed: 0, candidates: 16 * limit }));
    if (!row) return undefined;
    if (row.found > limit) return { row, total: limit + 1, isExact: false };
    if (row.is_complete) return { row, total: cursor ? 0 : row.found, isExact: true };
    if (row.found * candidatesOf(query) >= 16 * limit * (limit + 1)) return continueScan(database, query, text);
  }
  const asked = text ? [text] : measured;
  const row = await run(
    database,
    scanStatement(query, { measured: asked, few, listed, candidates: candidatesOf(query) }),
  );
  if (!row) return undefined;
  const [size = Number.POSITIVE_INFINITY, ...sizes] = row.sizes ?? [];
  if (Math.min(size, ...sizes) <= few) return { row, total: row.matches ?? 0, isExact: true };
  const isFull = row.found > limit;
  if (isCounted && size <= countedItems && (isFull || row.is_complete)) return { row, total: size, isExact: true };
  if (isFull) {
    if (first && listed > 0) storeMatchCount(query, first, size <= listed ? 'listed' : 'common');
    return { row, total: Math.max(isCounted ? countedItems : 0, limit + 1), isExact: false };
  }
  if (row.is_complete) return { row, total: cursor ? 0 : row.found, isExact: true };
  dropMatchCounts(query);
  const driver = first && size <= listed ? first : isShort(text) ? text : undefined;
  return collect(database, query, driver ? { by: 'one', driver } : await collectionOfRare(database, query));
}

/**
 * Up to this number, listing the items of a condition costs less than testing all scanned items: the fewer of a
 * template's items match, the longer the scan, and the shorter the list. Up to a sixteenth of it, collecting these items
 * costs less than a scan.
 */
const listedOf = (query: PageQuery): number =>
  2 ** Math.min(14, Math.max(11, Math.round(Math.log2(4 * Math.sqrt(query.limit * expectedItems(query))))));

/** So many are listed of a condition that is known to match many: enough to count up to the contract's limit. */
const leastListed = 1024;

/**
 * For rare matches although each condition alone is common: start from the most selective condition, or intersect all
 * indexes.
 */
async function collectionOfRare(database: Database, query: PageQuery): Promise<Collection> {
  const countable = query.conditions.filter(isCountable).slice(0, 3);
  if (countable.length < 2) return { by: 'all' };
  const sizes = (await run(database, measureStatement(query, countable, manyItems)))?.sizes ?? [];
  const smallest = Math.min(...sizes);
  const driver = countable[sizes.indexOf(smallest)];
  return driver && smallest <= manyItems ? { by: 'one', driver } : { by: 'all' };
}

async function collect(database: Database, query: PageQuery, collecting: Collection): Promise<Page | undefined> {
  const row = await run(database, collectStatement(query, collecting));
  return row && { row, total: row.matches ?? 0, isExact: true };
}

/** Up to this number, testing items one by one is faster than intersecting the indexes. */
const manyItems = 20_000;

/** Continues the scan of the first items, so many of which have the text that a longer one probably fills the page. */
async function continueScan(database: Database, query: PageQuery, text: Driver): Promise<Page | undefined> {
  const { cursor, limit } = query;
  const candidates = candidatesOf(query);
  const row = await run(database, scanStatement(query, { measured: [], few: 0, listed: 0, candidates }));
  if (!row) return undefined;
  if (row.found > limit) return { row, total: limit + 1, isExact: false };
  return row.is_complete
    ? { row, total: cursor ? 0 : row.found, isExact: true }
    : collect(database, query, isShort(text) ? { by: 'one', driver: text } : { by: 'all' });
}

/**
 * Conditions that are likely to be selective and whose index can be counted in part; without any, a range, which may be
 * narrow, or a test for a value.
 */
function measuredOf(conditions: readonly Condition[]): Driver[] {
  const countable = conditions.filter(isCountable);
  const selective = countable.filter((condition) => condition.kind !== 'id' && !isRange(condition));
  return selective.length > 0 ? selective.slice(0, mostMeasured) : countable.slice(0, mostMeasured);
}

/** True if the condition's matches can be counted up to a bound without reading the whole index. */
const isCountable = (condition: Condition): condition is Driver =>
  isDriver(condition) && !['text-contains', 'label-contains', 'search'].includes(condition.kind);

const isRange = (condition: Condition): boolean =>
  condition.kind === 'any' || (condition.kind === 'number' && condition.low !== condition.high);

const mostMeasured = 2;

/**
 * How many items are tested before the scan is abandoned, so that scanning and collecting cost about the same in the
 * worst case. Index rows are looked up in a list without reading anything else, whereas other sorts and texts that only
 * contain something read items.
 */
const candidatesOf = (query: PageQuery): number =>
  'key' in query.sort && measuredOf(query.conditions).length > 0
    ? 2 ** 14
    : Math.max(
        16 * query.limit,
        2 ** Math.min(13, Math.max(11, Math.ceil(Math.log2(5 * Math.sqrt(expectedItems(query)))))),
      );

/**
 * Names of prepared statements; limited, because lists can have any number of forms and each costs memory per
 * connection.
 */
const names = new Map<string, string>();
const mostNames = 300;

async function run({ query }: Database, { text, values, isPassing }: Statement): Promise<PageRow | undefined> {
  let name = names.get(text);
  if (!name && !isPassing && names.size < mostNames) {
    name = `list-${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`;
    names.set(text, name);
  }
  const [row] = await query<PageRow>(text, values, name);
  return row;
}
