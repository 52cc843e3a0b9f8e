const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** An id for a new object: 16 random letters and digits, unique wherever it is used. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => letters[byte % letters.length]).join('');
}
