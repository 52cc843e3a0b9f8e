import type { RowChain } from '@quartermaster/contract/content/field-visibility.ts';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';

/** The paths of the rows around those at a path of the form, outermost first: of `values.attrib.2` first `values`. */
export const pathsAround = (path: string): string[] => {
  const parts = path.split('.');
  return Array.from({ length: Math.ceil(parts.length / 2) }, (_, depth) => parts.slice(0, 1 + 2 * depth).join('.'));
};

/** The values of the row at a path of the form, and of those around it. */
export const rowsAround = (path: string, getValues: (name: string) => unknown): RowChain =>
  pathsAround(path).map((name) => (getValues(name) ?? {}) as ItemValues);
