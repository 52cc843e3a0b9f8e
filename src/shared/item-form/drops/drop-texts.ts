import type { DropName } from '@quartermaster/contract/content/drop-nest.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';

/** A probability in percent, of which three digits count; one that is almost 0 or 1 is not rounded to it. */
export function chanceText(chance: number): string {
  // Equal numbers that were computed in different ways differ in their last digits.
  const percent = Number((100 * chance).toPrecision(12));
  if (percent > 0 && percent < 0.0001) return 'under 0.0001%';
  const text = `${Number(percent.toPrecision(3))}%`;
  return text === '100%' && chance < 1 ? 'over 99.9%' : text;
}

/** A number of which three digits count. */
export function amountText(amount: number): string {
  if (amount === Number.POSITIVE_INFINITY) return 'never';
  if (amount > 0 && amount < 0.001) return 'under 0.001';
  return amount < 1000 ? String(Number(amount.toPrecision(3))) : numberText(Math.round(amount));
}

/** A mean and what it varies by. */
export const spreadText = ({ mean, deviation }: { mean: number; deviation: number }): string =>
  `${amountText(mean)} ± ${amountText(deviation)}`;

/** What a drop is called. */
export const dropLabel = (name: DropName): string =>
  name === null ? 'No drop' : 'item' in name ? name.item.label : name.text;
