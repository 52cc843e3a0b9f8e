import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { convertIn } from '../model/converted-values.ts';
import type { TemplateModel } from '../model/template-model.ts';

/**
 * Comma-separated items as JSON, with the values that the outstanding change of their template will convert. Only while
 * there is one are they parsed.
 */
export function currentRows({ change }: TemplateModel, rows: string): string {
  const converted = change?.converted ?? [];
  if (converted.length === 0 || rows === '') return rows;
  const items = JSON.parse(`[${rows}]`) as { values?: ItemValues }[];
  const current = items.map(({ values, ...item }) =>
    values ? { ...item, values: converted.reduce(convertIn, values) } : item,
  );
  return JSON.stringify(current).slice(1, -1);
}

/** The same for a batch of a stream. */
export const currentBytes = (model: TemplateModel, rows: Buffer | undefined): Buffer | undefined =>
  rows && (model.change?.converted.length ?? 0) > 0 ? Buffer.from(currentRows(model, rows.toString())) : rows;
