import { createHmac, timingSafeEqual } from 'node:crypto';

/** Maximum age of a signature in seconds, so that a recorded webhook cannot be sent again later. */
const tolerance = 5 * 60;

const digest = (secret: string, seconds: string | number, body: Buffer | string) =>
  createHmac('sha256', secret).update(`${seconds}:`).update(body).digest();

/** Signs a webhook as Paddle does: `ts=<Unix seconds>;h1=<HMAC-SHA-256 over the seconds, a colon and the body>`. */
export function signWebhook(secret: string, body: Buffer | string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return `ts=${seconds};h1=${digest(secret, seconds, body).toString('hex')}`;
}

/** Checks the signature of a webhook; while a secret is being replaced, there is one signature for each secret. */
export function isSignedWebhook(secret: string, body: Buffer, signature: string | undefined, now: Date): boolean {
  const parts = (signature ?? '').split(';').map((part) => part.split('='));
  const valuesOf = (name: string) => parts.flatMap(([key, value]) => (key === name && value ? [value] : []));
  const [seconds = ''] = valuesOf('ts');
  if (!/^\d{1,12}$/.test(seconds) || Math.abs(now.getTime() / 1000 - Number(seconds)) > tolerance) return false;
  const expected = digest(secret, seconds, body);
  return valuesOf('h1')
    .map((hash) => Buffer.from(hash, 'hex'))
    .some((hash) => hash.length === expected.length && timingSafeEqual(hash, expected));
}
