import { numberText } from '@quartermaster/contract/number-text.ts';

/** Formats a number of things: `1 item`, `1,204 items`. */
export const count = (amount: number, one: string, many = `${one}s`): string =>
  `${numberText(amount)} ${amount === 1 ? one : many}`;

/** How much changes: `1 template and 12 items`. */
export function amountText(counts: { added: number; updated: number; removed: number; templates: number }): string {
  const { added, updated, removed, templates } = counts;
  const items = added + updated + removed;
  if (templates === 0) return count(items, 'item');
  return [count(templates, 'template'), ...(items > 0 ? [count(items, 'item')] : [])].join(' and ');
}
