import { readStoredJson, writeStored } from '../../../shared/storage/storage.ts';
import { type ListFilter, parseFilter } from './list-state.ts';

/** What is stored for a list, per instance and template: filters in their URL format, and hidden columns. */
interface ListMemory {
  filters: string[];
  hidden: string[];
}

const keyOf = (instanceId: number, templateId: string) => `items:${instanceId}:${templateId}`;

function read(instanceId: number, templateId: string): ListMemory {
  const stored = readStoredJson<Partial<ListMemory> | null>(keyOf(instanceId, templateId), null);
  const texts = (list: unknown) =>
    Array.isArray(list) ? list.filter((entry): entry is string => typeof entry === 'string') : [];
  return { filters: texts(stored?.filters), hidden: texts(stored?.hidden) };
}

function write(instanceId: number, templateId: string, memory: ListMemory) {
  const isNothing = memory.filters.length === 0 && memory.hidden.length === 0;
  writeStored(keyOf(instanceId, templateId), isNothing ? null : JSON.stringify(memory));
}

/** The filters of the last visit to the list. */
export const rememberedFilters = (instanceId: number, templateId: string): ListFilter[] =>
  read(instanceId, templateId).filters.flatMap((text) => parseFilter(text) ?? []);

/** Ids of the hidden columns. */
export const rememberedHidden = (instanceId: number, templateId: string): string[] =>
  read(instanceId, templateId).hidden;

/** Stores the filters so that the list opens with them next time. */
export function rememberFilters(instanceId: number, templateId: string, filters: readonly ListFilter[]): void {
  write(instanceId, templateId, {
    ...read(instanceId, templateId),
    filters: filters.map(({ internalId }) => internalId),
  });
}

/** Stores the ids of the hidden columns. */
export function rememberHidden(instanceId: number, templateId: string, hidden: string[]): void {
  write(instanceId, templateId, { ...read(instanceId, templateId), hidden });
}

/** A page of a list as it was shown last, to go through its items one by one. */
export interface ListPage {
  /** The query of its URL. */
  search: string;
  /** Of its items, in their order. */
  ids: number[];
  nextCursor: string | null;
  /** Of the pages before it; empty for the first page. */
  cursors: string[];
}

const pageKey = (instanceId: number, templateId: string) => `items-page:${instanceId}:${templateId}`;

/** Stores the page that is shown. */
export const rememberPage = (instanceId: number, templateId: string, page: ListPage): void =>
  writeStored(pageKey(instanceId, templateId), JSON.stringify(page));

/** The page that was shown last; `null` if there is none. */
export function rememberedPage(instanceId: number, templateId: string): ListPage | null {
  const stored = readStoredJson<Partial<ListPage> | null>(pageKey(instanceId, templateId), null);
  const { search, ids, cursors, nextCursor } = stored ?? {};
  if (typeof search !== 'string' || !Array.isArray(ids) || !Array.isArray(cursors)) return null;
  return { search, ids, cursors, nextCursor: typeof nextCursor === 'string' ? nextCursor : null };
}
