import { callConfigured } from '../../core/egress/call-out.ts';

/** The issuer does not respond, or not as expected. */
export class IssuerError extends Error {}

const longest = 256 * 1024;

/** Milliseconds after which a request to an issuer is aborted. */
export const timeout = 5000;

/** Milliseconds after a failure in which the issuer is not called again. */
const pause = 5000;

/** Fetches JSON from an issuer: with limits on time and size, without redirects, and not again right after a failure. */
export function createFetchJson(): (url: string) => Promise<unknown> {
  let failedAt = Number.NEGATIVE_INFINITY;
  return async (url) => {
    if (Date.now() - failedAt < pause) throw new IssuerError('The issuer did not respond a moment ago.');
    try {
      return await fetchJson(url);
    } catch (cause) {
      failedAt = Date.now();
      throw new IssuerError(`${url} could not be read: ${cause instanceof Error ? cause.message : cause}`, { cause });
    }
  };
}

async function fetchJson(url: string): Promise<unknown> {
  const headers = { accept: 'application/json' };
  const { status, body, isCut } = await callConfigured(url, { headers, timeout, longest });
  if (status !== 200) throw new Error(`It responded with ${status}.`);
  if (isCut) throw new Error('The response is too long.');
  return JSON.parse(body.toString());
}
