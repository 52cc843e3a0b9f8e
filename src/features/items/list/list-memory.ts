import { readStoredJson, shownItems, writeStored } from '../../../shared/storage/storage.ts';
import { boundedWidth } from '../../../shared/table/columns/bounded-width.ts';
import { type Density, fittingRows } from '../../../shared/table/fitting-rows.ts';
import type { PageStart } from '../../../shared/table/list/list-state.ts';
import { isPageSize } from '../../../shared/table/page-sizes.ts';
import { fittingCards } from './gallery/fitting-cards.ts';
import { type ItemsQuery, type ListFilter, parseFilter } from './list-state.ts';
import { columnsOfView, type KnownView, type ListView } from './view-list.ts';

/** The columns and page size of a list. */
interface Arrangement extends ListView {
  /** Undefined for as many rows as fit. */
  size?: number | undefined;
}

/** What is stored for a list, per instance and template: filters in their URL format, columns, page size. */
interface ListMemory extends Arrangement {
  filters: string[];
}

/** What is stored until the session ends: views, with which the list can be opened before they are loaded. */
interface ViewMemory extends Arrangement {
  /** The one that was opened last; the columns and the page size are its own, as they were changed since. */
  view?: KnownView | undefined;
  /** The first view of the template. */
  first?: KnownView | undefined;
}

const keyOf = (instanceId: number, templateId: string) => `items:${instanceId}:${templateId}`;
const viewKey = (instanceId: number, templateId: string) => `${shownItems}view:${instanceId}:${templateId}`;

/** For all lists of this browser that are not of a view. */
const densityKey = 'list-density';

const toDensity = (stored: unknown): Density | undefined =>
  stored === 'compact' || stored === 'comfortable' ? stored : undefined;

const texts = (list: unknown) =>
  Array.isArray(list) ? list.filter((entry): entry is string => typeof entry === 'string') : [];

function arrangementOf(stored: Partial<Record<keyof Arrangement, unknown>> | null): Arrangement {
  const size = Number(stored?.size);
  const widths = Object.entries(stored?.widths ?? {}).flatMap(([id, width]): [string, number][] =>
    typeof width === 'number' && width > 0 ? [[id, boundedWidth(width)]] : [],
  );
  return {
    hidden: texts(stored?.hidden),
    order: texts(stored?.order),
    widths: Object.fromEntries(widths),
    bars: texts(stored?.bars),
    density: toDensity(stored?.density),
    size: isPageSize(size) ? size : undefined,
  };
}

function read(instanceId: number, templateId: string): ListMemory {
  const stored = readStoredJson<Partial<ListMemory> | null>(keyOf(instanceId, templateId), null);
  const density = rememberedDensity();
  return { ...arrangementOf(stored), density, filters: texts(stored?.filters) };
}

function write(instanceId: number, templateId: string, { density, ...memory }: ListMemory) {
  if (density !== rememberedDensity()) writeStored(densityKey, density ? JSON.stringify(density) : null);
  const { filters, hidden, order, widths, bars, size } = memory;
  const isNothing = [filters, hidden, order, bars, Object.keys(widths)].every((list) => list.length === 0) && !size;
  writeStored(keyOf(instanceId, templateId), isNothing ? null : JSON.stringify(memory));
}

function readView(instanceId: number, templateId: string): ViewMemory {
  const stored = readStoredJson<Partial<ViewMemory> | null>(viewKey(instanceId, templateId), null);
  return { ...arrangementOf(stored), view: knownIn(stored?.view), first: knownIn(stored?.first) };
}

const knownIn = (stored: KnownView | undefined) => (Array.isArray(stored?.list?.filters) ? stored : undefined);

const isSameView = (one: KnownView | undefined, other: KnownView) =>
  one?.id === other.id && JSON.stringify(one.list) === JSON.stringify(other.list);

/** The columns and page size of a view: as they were changed here, unless the view has changed since. */
function arrangementIn(instanceId: number, templateId: string, view: KnownView): Arrangement {
  const stored = readView(instanceId, templateId);
  return isSameView(stored.view, view) ? arrangementOf(stored) : columnsOfView(view);
}

function rememberArrangement(scope: ListPlaceInMemory, changed: Partial<Arrangement>): void {
  const { instanceId, templateId, view } = scope;
  if (!view) {
    write(instanceId, templateId, { ...read(instanceId, templateId), ...changed });
    return;
  }
  const { first } = readView(instanceId, templateId);
  const arrangement = { ...arrangementIn(instanceId, templateId, view), ...changed };
  writeView(instanceId, templateId, { view: knownOf(view), first, ...arrangement });
}

/** A list whose columns and page size are stored: of a template in an instance, or of a view of it. */
export interface ListPlaceInMemory {
  instanceId: number;
  templateId: string;
  view?: KnownView | undefined;
}

/** The filters of the last visit to the list. */
export const rememberedFilters = (instanceId: number, templateId: string): ListFilter[] =>
  read(instanceId, templateId).filters.flatMap((text) => parseFilter(text) ?? []);

/** Stores the filters so that the list opens with them next time. */
export function rememberFilters(instanceId: number, templateId: string, filters: readonly ListFilter[]): void {
  write(instanceId, templateId, {
    ...read(instanceId, templateId),
    filters: filters.map(({ internalId }) => internalId),
  });
}

/** The first view of the template, as it was when its list was shown last. */
export const rememberedFirst = (instanceId: number, templateId: string): KnownView | undefined =>
  readView(instanceId, templateId).first;

/** A view, as it was when it was opened last; undefined if it was not one of the last. */
export function rememberedKnownView(
  instanceId: number,
  templateId: string,
  id: number | string | undefined,
): KnownView | undefined {
  const { view, first } = readView(instanceId, templateId);
  return [view, first].find((known) => known?.id === id);
}

/** Stores the first view of the template, if there is one, and the view that is shown. */
export function rememberViews({ instanceId, templateId, view }: ListPlaceInMemory, first: KnownView | undefined): void {
  const stored = readView(instanceId, templateId);
  const current = view ? { view: knownOf(view), ...arrangementIn(instanceId, templateId, view) } : stored;
  writeView(instanceId, templateId, { ...current, first: first && knownOf(first) });
}

function writeView(instanceId: number, templateId: string, memory: ViewMemory): void {
  const isNothing = !memory.view && !memory.first;
  writeStored(viewKey(instanceId, templateId), isNothing ? null : JSON.stringify(memory));
}

const knownOf = ({ id, name, list }: KnownView): KnownView => ({ id, name, list });

const arrangementAt = ({ instanceId, templateId, view }: ListPlaceInMemory): Arrangement =>
  view ? arrangementIn(instanceId, templateId, view) : read(instanceId, templateId);

/** The stored columns, and how high the rows are. */
export function rememberedView(scope: ListPlaceInMemory): ListView {
  const { hidden, order, widths, bars, density } = arrangementAt(scope);
  return { hidden, order, widths, bars, density };
}

/** How high the rows of lists are that are not of a view; undefined until it is chosen. */
export const rememberedDensity = (): Density | undefined => toDensity(readStoredJson<unknown>(densityKey, null));

/** Stores the columns. */
export const rememberView = (scope: ListPlaceInMemory, view: ListView): void => rememberArrangement(scope, view);

/** The last shown page of a list, to go through its items one by one. */
export interface ListPage {
  /** The query of its URL. */
  search: string;
  /** The ids of its items, in order. */
  ids: number[];
  nextCursor: string | null;
  /** The pages before it; empty for the first page. */
  pages: PageStart[];
  /** The saved view that it belongs to: its URL has only what differs from the view. */
  view?: KnownView | undefined;
}

const pageKey = (instanceId: number, templateId: string) => `${shownItems}${instanceId}:${templateId}`;

/** Stores the current page. */
export const rememberPage = (instanceId: number, templateId: string, page: ListPage): void =>
  writeStored(pageKey(instanceId, templateId), JSON.stringify(page));

/** The last shown page; `null` if there is none. */
export function rememberedPage(instanceId: number, templateId: string): ListPage | null {
  const stored = readStoredJson<Partial<ListPage> | null>(pageKey(instanceId, templateId), null);
  const { search, ids, pages, nextCursor, view } = stored ?? {};
  if (typeof search !== 'string' || !Array.isArray(ids) || !Array.isArray(pages)) return null;
  return { search, ids, pages, nextCursor: typeof nextCursor === 'string' ? nextCursor : null, view };
}

/** The chosen page size of the list; undefined for as many rows as fit. */
export const rememberedSize = (scope: ListPlaceInMemory): number | undefined => arrangementAt(scope).size;

/** Stores the page size of the list. */
export const rememberSize = (scope: ListPlaceInMemory, size: number | undefined): void =>
  rememberArrangement(scope, { size });

/** The page size of the list where the URL does not set one; `fitting` is how many rows of a table fit. */
export function defaultSize(
  scope: ListPlaceInMemory,
  layout: ItemsQuery['layout'],
  fitting = fittingRows(rememberedView(scope).density ?? rememberedDensity()),
): number {
  return rememberedSize(scope) ?? fittingIn(layout, fitting);
}

/** How many items fit in a layout. */
export const fittingIn = (layout: ItemsQuery['layout'], rows: number): number =>
  layout === 'gallery' ? fittingCards(rows) : rows;
