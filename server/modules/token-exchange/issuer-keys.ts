import type { createRemoteJWKSet } from 'jose';
import type { TrustedIssuer } from '../../core/environment/read-token-exchange.ts';
import { createFetchJson, IssuerError, timeout } from './fetch-json.ts';

type RemoteKeys = ReturnType<typeof createRemoteJWKSet>;

/** The published keys of an issuer. */
export interface IssuerKeys {
  /** Its keys, which are read when they are first needed, and again after 10 minutes. */
  open: () => Promise<RemoteKeys>;
  /** Reads them again at once, or waits until that has happened; not more often than every 5 seconds. */
  lookAgain: () => Promise<void>;
}

/** jose would look again for an unknown name of a key only, and not within a cool-down after every read. */
const settings = { cacheMaxAge: 10 * 60_000, cooldownDuration: Number.POSITIVE_INFINITY, timeoutDuration: timeout };

/** Milliseconds between two looks for new keys, which anybody can cause by a forged token. */
const pause = 5000;

/** The keys of an issuer; its discovery document is read until it has been read once. */
export function createIssuerKeys({ issuer, jwksUrl }: TrustedIssuer): IssuerKeys {
  const fetchJson = createFetchJson();
  let keys: Promise<RemoteKeys> | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const read = async () => {
    const { createRemoteJWKSet, customFetch } = await import('jose');
    const url = new URL(jwksUrl ?? (await discover(issuer, fetchJson)));
    return createRemoteJWKSet(url, {
      ...settings,
      [customFetch]: async (address: string) => Response.json(await fetchJson(address)),
    });
  };
  const open = () => {
    keys ??= read().catch((error: unknown) => {
      keys = undefined;
      throw error;
    });
    return keys;
  };
  return {
    open,
    lookAgain: async () => {
      const known = await open();
      const isSoon = Date.now() - lookedAt < pause;
      if (isSoon && !known.reloading) return;
      if (!isSoon) lookedAt = Date.now();
      await known.reload();
    },
  };
}

async function discover(issuer: string, fetchJson: (url: string) => Promise<unknown>): Promise<string> {
  const document = await fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  const { issuer: named, jwks_uri: url } = Object(document) as Record<string, unknown>;
  const isSafe = typeof url === 'string' && URL.parse(url)?.protocol === new URL(issuer).protocol;
  if (named !== issuer || !isSafe) throw new IssuerError(`The discovery document of ${issuer} is not valid.`);
  return url;
}
