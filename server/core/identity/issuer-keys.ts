import type { createRemoteJWKSet } from 'jose';
import type { CallOut } from '../egress/call-out.ts';
import type { TrustedIssuer } from '../environment/read-token-exchange.ts';
import { createFetchJson, IssuerError, timeout } from './fetch-json.ts';

type RemoteKeys = ReturnType<typeof createRemoteJWKSet>;

/** The published keys of an issuer. */
export interface IssuerKeys {
  /** Its keys, which are read on first use, and again after 10 minutes. */
  open: () => Promise<RemoteKeys>;
  /** Reads them again, or waits for a read in progress; at most every 5 seconds. */
  reload: () => Promise<void>;
}

/** jose would read again only for an unknown key id, and not within a cool-down after every read. */
const settings = { cacheMaxAge: 10 * 60_000, cooldownDuration: Number.POSITIVE_INFINITY, timeoutDuration: timeout };

/** Milliseconds between two reads for new keys, which anyone can trigger with a forged token. */
const pause = 5000;

/** The keys of an issuer; its discovery document is read again until that has succeeded once. */
function createIssuerKeys({ issuer, jwksUrl }: Pick<TrustedIssuer, 'issuer' | 'jwksUrl'>, call: CallOut): IssuerKeys {
  const fetchJson = createFetchJson(call);
  let keys: Promise<RemoteKeys> | undefined;
  let reloadedAt = Number.NEGATIVE_INFINITY;
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
    reload: async () => {
      const known = await open();
      const isSoon = Date.now() - reloadedAt < pause;
      if (isSoon && !known.reloading) return;
      if (!isSoon) reloadedAt = Date.now();
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

/** The number of issuers whose keys are remembered: users choose those of their workspaces. */
const remembered = 200;

/** Remembers the keys of issuers that are called in one way. */
export function createKeyStore(call: CallOut): (issuer: Pick<TrustedIssuer, 'issuer' | 'jwksUrl'>) => IssuerKeys {
  const known = new Map<string, IssuerKeys>();
  return ({ issuer, jwksUrl }) => {
    const name = `${issuer} ${jwksUrl ?? ''}`;
    const keys = known.get(name) ?? createIssuerKeys({ issuer, jwksUrl }, call);
    known.delete(name);
    known.set(name, keys);
    for (const oldest of [...known.keys()].slice(0, Math.max(0, known.size - remembered))) known.delete(oldest);
    return keys;
  };
}
