import { numberText } from '@quartermaster/contract/number-text.ts';

/** How many rows are selected, as the bar shows it. */
export const selectedText = (amount: number): string => `${numberText(amount)} selected`;
