import { readUtf8 } from '@quartermaster/contract/utf8-text.ts';
import type { CallOut } from '../egress/call-out.ts';

/** The issuer does not respond, or not as expected. */
export class IssuerError extends Error {}

/** Bytes of an answer of an issuer that are read. */
export const longest = 256 * 1024;

/** Milliseconds after which a request to an issuer is aborted. */
export const timeout = 5000;

/** Milliseconds after a failure in which the issuer is not called again. */
const pause = 5000;

/** Fetches JSON from an issuer: with limits on time and size, without redirects, and not again right after a failure. */
export function createFetchJson(call: CallOut): (url: string) => Promise<unknown> {
  let failedAt = Number.NEGATIVE_INFINITY;
  return async (url) => {
    if (Date.now() - failedAt < pause) throw new IssuerError('The issuer did not respond a moment ago.');
    try {
      return await fetchJson(call, url);
    } catch (cause) {
      failedAt = Date.now();
      throw new IssuerError(`${url} could not be read: ${cause instanceof Error ? cause.message : cause}`, { cause });
    }
  };
}

async function fetchJson(call: CallOut, url: string): Promise<unknown> {
  const headers = { accept: 'application/json' };
  const { status, body, isCut } = await call(url, { headers, timeout, longest });
  if (status !== 200) throw new Error(`It responded with ${status}.`);
  if (isCut) throw new Error('The response is too long.');
  return JSON.parse(readUtf8(body));
}
