import { rounded } from '../field-types/operations.ts';

/** The digits after the point that are right in a sum whose largest part has this size. */
const decimalsOf = (size: number): number => Math.max(0, 14 - Math.floor(Math.log10(size)));
const mostDecimals = 100;

/** A sum to 15 digits of its largest part: `100 - 99.9` is 0.1, of which a double alone has 13 digits. */
function roundedSum(sum: number, size: number): number {
  if (Number.isInteger(sum) || !Number.isFinite(sum) || size === 0) return sum;
  const decimals = decimalsOf(size);
  return rounded(decimals > mostDecimals ? sum : Number(sum.toFixed(decimals)));
}

/** What an operator results in: decimals as they are written, to 15 digits. */
export function roundedResult(operator: string, left: number, right: number, result: number): number {
  if (operator === '+' || operator === '-') return roundedSum(result, Math.max(Math.abs(left), Math.abs(right)));
  const isRounded = (operator === '*' || operator === '/') && !Number.isInteger(result) && Number.isFinite(result);
  return isRounded ? rounded(result) : result;
}

/** The sum of numbers, to 15 digits of its largest part however many there are. */
export function sumOf(numbers: readonly number[]): number {
  let [sum, lost, size] = [0, 0, 0];
  for (const number of numbers) {
    const next = sum + number;
    // What the addition has rounded off (Neumaier).
    lost += Math.abs(sum) >= Math.abs(number) ? sum - next + number : number - next + sum;
    sum = next;
    size = Math.max(size, Math.abs(number), Math.abs(sum));
  }
  return Number.isFinite(lost) ? roundedSum(sum + lost, size) : sum;
}
