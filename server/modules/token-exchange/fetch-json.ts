/** The issuer does not answer, or not with what it should. */
export class IssuerError extends Error {}

const longest = 256 * 1024;

/** Milliseconds after which an issuer that does not answer is given up. */
export const timeout = 5000;

/** For so long after a failure, in milliseconds, the issuer is not asked again. */
const pause = 5000;

/** Gets JSON from an issuer: within a time, up to a size, without redirects, and not again right after a failure. */
export function createFetchJson(): (url: string) => Promise<unknown> {
  let failedAt = Number.NEGATIVE_INFINITY;
  return async (url) => {
    if (Date.now() - failedAt < pause) throw new IssuerError('The issuer did not answer a moment ago.');
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
  const answer = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(timeout) });
  if (answer.status !== 200) throw new Error(`It responded with ${answer.status}.`);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of answer.body ?? []) {
    length += chunk.length;
    if (length > longest) throw new Error('It is too long.');
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString());
}
