import { numberText } from '@quartermaster/contract/number-text.ts';

/** Formats a number of things: `1 item`, `1,204 items`. */
export const count = (amount: number, one: string, many = `${one}s`): string =>
  `${numberText(amount)} ${amount === 1 ? one : many}`;
