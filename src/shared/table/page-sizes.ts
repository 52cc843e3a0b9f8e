import { readStoredJson, writeStored } from '../storage/storage.ts';

/** Available page sizes; the first one is the default. */
export const pageSizes = [10, 25, 50, 100] as const;

/** The most rows that a page may have. */
export const largestPageSize = pageSizes[3];

const sizeKey = 'page-size';

/** How many rows a page has where the address does not say. */
export function rememberedSize(): number {
  const stored = readStoredJson<unknown>(sizeKey, null);
  return pageSizes.find((size) => size === stored) ?? pageSizes[0];
}

/** Remembers how many rows a page shall have, in every list. */
export const rememberSize = (size: number): void => writeStored(sizeKey, JSON.stringify(size));

/** The size that an address names, where a page may have it. */
export const sizeOf = (text: string | null): number | undefined => pageSizes.find((size) => size === Number(text));

/** Whether a size is one that can be chosen, and not just as many rows as fitted. */
export const isPageSize = (size: number): boolean => sizeOf(String(size)) !== undefined;

/** The size that an address names, where it may also be as many rows as fitted into the window. */
export function anySizeOf(text: string | null): number | undefined {
  const size = Number(text);
  return Number.isInteger(size) && size >= pageSizes[0] && size <= largestPageSize ? size : undefined;
}
