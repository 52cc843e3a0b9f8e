/** The sum of numbers as they are written, without the noise of binary fractions; infinite beyond the largest one. */
export function exactSum(numbers: readonly number[]): number {
  const parts = numbers.map(decimalOf);
  const exponent = Math.min(0, ...parts.map((part) => part.exponent));
  const sum = parts.reduce((total, part) => total + part.digits * 10n ** BigInt(part.exponent - exponent), 0n);
  return Number(`${sum}e${exponent}`);
}

function decimalOf(value: number): { digits: bigint; exponent: number } {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '', decimals = ''] = mantissa.split('.');
  return { digits: BigInt(whole + decimals), exponent: Number(exponent) - decimals.length };
}

/** The number in the middle, or between the two there. */
export function middleOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  const [low = 0, high = 0] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return Number.isFinite(low + high) ? (low + high) / 2 : low / 2 + high / 2;
}
