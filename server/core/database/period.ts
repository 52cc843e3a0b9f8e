/** Bounds of a list by time as ISO 8601, `from` included and `to` not. */
export interface Period {
  from?: string;
  to?: string;
}

/** A condition on a column for a period, whose bounds it appends to the values; nothing for a period without bounds. */
export function withinPeriod(column: string, { from, to }: Period, values: unknown[]): string {
  if (from === undefined && to === undefined) return '';
  values.push(from ?? '-infinity', to ?? 'infinity');
  return `and ${column} >= $${values.length - 1}::timestamptz and ${column} < $${values.length}::timestamptz`;
}
