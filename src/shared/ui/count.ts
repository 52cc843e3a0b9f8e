const format = new Intl.NumberFormat('en-US');

/** Formats a number: `1,204`. */
export const numberText = (amount: number): string => format.format(amount);

/** Formats a number of things: `1 item`, `1,204 items`. */
export const count = (amount: number, one: string, many = `${one}s`): string =>
  `${numberText(amount)} ${amount === 1 ? one : many}`;
