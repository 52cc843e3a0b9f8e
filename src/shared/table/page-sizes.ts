import { readStoredJson, writeStored } from '../storage/storage.ts';

/** Available page sizes; the first one is the default. */
export const pageSizes = [10, 25, 50, 100] as const;

/** The maximum number of rows per page. */
export const largestPageSize = pageSizes[3];

const sizeKey = 'page-size';

/** The number of rows per page where the URL does not set it. */
export function rememberedSize(): number {
  const stored = readStoredJson<unknown>(sizeKey, null);
  return pageSizes.find((size) => size === stored) ?? pageSizes[0];
}

/** Stores the page size, for every list. */
export const rememberSize = (size: number): void => writeStored(sizeKey, JSON.stringify(size));

/** The page size in the URL, if it is allowed. */
export const sizeOf = (text: string | null): number | undefined => pageSizes.find((size) => size === Number(text));

/** Whether it is one of the page sizes to choose from, and not just the number of rows that fitted. */
export const isPageSize = (size: number): boolean => sizeOf(String(size)) !== undefined;

/** The page size in the URL, which may also be the number of rows that fitted into the window. */
export function anySizeOf(text: string | null): number | undefined {
  const size = Number(text);
  return Number.isInteger(size) && size >= pageSizes[0] && size <= largestPageSize ? size : undefined;
}
