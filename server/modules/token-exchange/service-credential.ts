import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../core/base/errors.ts';
import type { ServiceCredential } from '../../core/environment/read-token-exchange.ts';

/**
 * The credential that a request sends by HTTP Basic, encoded according to RFC 6749 §2.3.1; `undefined` if it sends
 * none. Throws `invalid_client` if it is wrong.
 */
export function readCredential(
  authorization: string | undefined,
  known: readonly ServiceCredential[],
): ServiceCredential | undefined {
  if (authorization === undefined) return undefined;
  const encoded = /^Basic ([\w+/=-]+)$/i.exec(authorization)?.[1] ?? '';
  const [id, secret] = parts(Buffer.from(encoded, 'base64').toString());
  const hash = createHash('sha256').update(secret).digest();
  // All are compared, so that the response time does not reveal which ids exist.
  const matching = known.filter(
    ({ secretHash, ...credential }) => timingSafeEqual(secretHash, hash) && credential.id === id,
  );
  if (!matching[0]) throw new AppError('invalid_client');
  return matching[0];
}

function parts(pair: string): [id: string, secret: string] {
  const colon = pair.indexOf(':');
  try {
    const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));
    return [decode(pair.slice(0, Math.max(0, colon))), decode(pair.slice(colon + 1))];
  } catch {
    return ['', ''];
  }
}
