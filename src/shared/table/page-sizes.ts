import { readStoredJson, writeStored } from '../storage/storage.ts';

/** Available page sizes; the first one is the default. */
export const pageSizes = [10, 25, 50, 100] as const;

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
