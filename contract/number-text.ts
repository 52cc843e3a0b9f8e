/**
 * A whole number with its thousands grouped: `1,204`. For texts that are built while the server starts, because the
 * first `Intl.NumberFormat` of a process takes some 10 ms.
 */
export const numberText = (value: number): string => String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
