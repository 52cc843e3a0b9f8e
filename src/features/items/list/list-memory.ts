import { readStoredJson, writeStored } from '../../../shared/storage/storage.ts';
import { fittingRows } from '../../../shared/table/fitting-rows.ts';
import { isPageSize } from '../../../shared/table/page-sizes.ts';
import { type ListFilter, parseFilter } from './list-state.ts';

/** What is stored for a list, per instance and template: filters in their URL format, hidden columns, page size. */
interface ListMemory {
  filters: string[];
  hidden: string[];
  /** Undefined for as many rows as fit. */
  size: number | undefined;
}

const keyOf = (instanceId: number, templateId: string) => `items:${instanceId}:${templateId}`;

function read(instanceId: number, templateId: string): ListMemory {
  const stored = readStoredJson<Partial<ListMemory> | null>(keyOf(instanceId, templateId), null);
  const texts = (list: unknown) =>
    Array.isArray(list) ? list.filter((entry): entry is string => typeof entry === 'string') : [];
  const size = Number(stored?.size);
  return { filters: texts(stored?.filters), hidden: texts(stored?.hidden), size: isPageSize(size) ? size : undefined };
}

function write(instanceId: number, templateId: string, memory: ListMemory) {
  const isNothing = memory.filters.length === 0 && memory.hidden.length === 0 && memory.size === undefined;
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

/** How many rows a page has that was chosen for the list; undefined for as many as fit. */
export const rememberedSize = (instanceId: number, templateId: string): number | undefined =>
  read(instanceId, templateId).size;

/** Stores how many rows a page of the list shall have. */
export function rememberSize(instanceId: number, templateId: string, size: number | undefined): void {
  write(instanceId, templateId, { ...read(instanceId, templateId), size });
}

/** How many rows a page of the list has where the address does not say. */
export const defaultSize = (instanceId: number, templateId: string, fitting = fittingRows()): number =>
  rememberedSize(instanceId, templateId) ?? fitting;
