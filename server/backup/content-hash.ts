import { hash } from 'node:crypto';

const modulus = 1n << 256n;

/** The sum of the SHA-256 of rows: the same in any order, and another one if a row is missing, changed or there twice. */
export function createContentHash() {
  let sum = 0n;
  return {
    add: (row: string): void => {
      sum = (sum + BigInt(`0x${hash('sha256', row, 'hex')}`)) % modulus;
    },
    value: (): string => sum.toString(16).padStart(64, '0'),
  };
}

/** The hash of all rows. */
export async function hashRows(rows: AsyncIterable<string>): Promise<string> {
  const hash = createContentHash();
  for await (const row of rows) hash.add(row);
  return hash.value();
}
