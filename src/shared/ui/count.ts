const number = new Intl.NumberFormat('en-US');

/** A number of things: `1 item`, `1,204 items`. */
export const count = (amount: number, one: string, many = `${one}s`): string =>
  `${number.format(amount)} ${amount === 1 ? one : many}`;
