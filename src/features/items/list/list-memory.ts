import { readStoredJson, shownItems, writeStored } from '../../../shared/storage/storage.ts';
import { boundedWidth } from '../../../shared/table/columns/bounded-width.ts';
import { fittingRows } from '../../../shared/table/fitting-rows.ts';
import type { PageStart } from '../../../shared/table/list/list-state.ts';
import { isPageSize } from '../../../shared/table/page-sizes.ts';
import { type ListFilter, parseFilter } from './list-state.ts';

/** Which columns a list shows, in which order and width. */
export interface ListView {
  hidden: string[];
  /** Ids of columns; empty for the order of the template. */
  order: string[];
  /** Widths set by the user, by column. */
  widths: Record<string, number>;
}

/** What is stored for a list, per instance and template: filters in their URL format, columns, page size. */
interface ListMemory extends ListView {
  filters: string[];
  /** Undefined for as many rows as fit. */
  size: number | undefined;
}

const keyOf = (instanceId: number, templateId: string) => `items:${instanceId}:${templateId}`;

function read(instanceId: number, templateId: string): ListMemory {
  const stored = readStoredJson<Partial<ListMemory> | null>(keyOf(instanceId, templateId), null);
  const texts = (list: unknown) =>
    Array.isArray(list) ? list.filter((entry): entry is string => typeof entry === 'string') : [];
  const size = Number(stored?.size);
  const widths = Object.entries(stored?.widths ?? {}).flatMap(([id, width]): [string, number][] =>
    typeof width === 'number' && width > 0 ? [[id, boundedWidth(width)]] : [],
  );
  return {
    filters: texts(stored?.filters),
    hidden: texts(stored?.hidden),
    order: texts(stored?.order),
    widths: Object.fromEntries(widths),
    size: isPageSize(size) ? size : undefined,
  };
}

function write(instanceId: number, templateId: string, memory: ListMemory) {
  const { filters, hidden, order, widths, size } = memory;
  const isNothing = [filters, hidden, order, Object.keys(widths)].every((list) => list.length === 0) && !size;
  writeStored(keyOf(instanceId, templateId), isNothing ? null : JSON.stringify(memory));
}

/** The filters of the last visit to the list. */
export const rememberedFilters = (instanceId: number, templateId: string): ListFilter[] =>
  read(instanceId, templateId).filters.flatMap((text) => parseFilter(text) ?? []);

/** The stored columns. */
export function rememberedView(instanceId: number, templateId: string): ListView {
  const { hidden, order, widths } = read(instanceId, templateId);
  return { hidden, order, widths };
}

/** Stores the filters so that the list opens with them next time. */
export function rememberFilters(instanceId: number, templateId: string, filters: readonly ListFilter[]): void {
  write(instanceId, templateId, {
    ...read(instanceId, templateId),
    filters: filters.map(({ internalId }) => internalId),
  });
}

/** Stores the columns. */
export function rememberView(instanceId: number, templateId: string, view: ListView): void {
  write(instanceId, templateId, { ...read(instanceId, templateId), ...view });
}

/** The last shown page of a list, to go through its items one by one. */
export interface ListPage {
  /** The query of its URL. */
  search: string;
  /** The ids of its items, in order. */
  ids: number[];
  nextCursor: string | null;
  /** The pages before it; empty for the first page. */
  pages: PageStart[];
}

const pageKey = (instanceId: number, templateId: string) => `${shownItems}${instanceId}:${templateId}`;

/** Stores the current page. */
export const rememberPage = (instanceId: number, templateId: string, page: ListPage): void =>
  writeStored(pageKey(instanceId, templateId), JSON.stringify(page));

/** The last shown page; `null` if there is none. */
export function rememberedPage(instanceId: number, templateId: string): ListPage | null {
  const stored = readStoredJson<Partial<ListPage> | null>(pageKey(instanceId, templateId), null);
  const { search, ids, pages, nextCursor } = stored ?? {};
  if (typeof search !== 'string' || !Array.isArray(ids) || !Array.isArray(pages)) return null;
  return { search, ids, pages, nextCursor: typeof nextCursor === 'string' ? nextCursor : null };
}

/** The chosen page size of the list; undefined for as many rows as fit. */
export const rememberedSize = (instanceId: number, templateId: string): number | undefined =>
  read(instanceId, templateId).size;

/** Stores the page size of the list. */
export function rememberSize(instanceId: number, templateId: string, size: number | undefined): void {
  write(instanceId, templateId, { ...read(instanceId, templateId), size });
}

/** The page size of the list where the URL does not set one. */
export const defaultSize = (instanceId: number, templateId: string, fitting = fittingRows()): number =>
  rememberedSize(instanceId, templateId) ?? fitting;
