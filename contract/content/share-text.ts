/** The share of a weight in the sum of all: `33.3%`; empty without a sum or a weight. */
export function shareText(weight: unknown, sum: number): string {
  if (typeof weight !== 'number' || !(sum > 0)) return '';
  const percent = (100 * weight) / sum;
  const digits = percent !== 0 && percent < 0.1 ? String(Number(percent.toPrecision(2))) : percent.toFixed(1);
  return `${digits.replace(/\.0$/, '')}%`;
}
