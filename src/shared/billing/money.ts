const amount = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const price = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
});

/** Formats an amount in cents: `$1,204.50`, `$16.00`. */
export const moneyText = (cents: number): string => amount.format(cents / 100);

/** Formats a list price in cents, without cents if it is a whole amount: `$16`. */
export const priceText = (cents: number): string => price.format(cents / 100);

/** Formats the difference of an amount in cents: `+$58.00`, `-$16.00`. */
export const differenceText = (cents: number): string => `${cents > 0 ? '+' : ''}${moneyText(cents)}`;
