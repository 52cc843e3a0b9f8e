import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';

/** A key of an issuer, published or not. */
export interface IssuerKey {
  kid: string;
  alg: string;
  privateKey: CryptoKey;
  publicKey: CryptoKey;
}

export async function createKey(kid: string, alg = 'ES256'): Promise<IssuerKey> {
  return { kid, alg, ...(await generateKeyPair(alg, { extractable: true })) };
}

/** An OpenID provider on this machine. */
export interface OidcIssuer {
  url: string;
  /** The published keys. */
  keys: IssuerKey[];
  /** The response: its discovery document and its keys in one. */
  content: () => Promise<Record<string, unknown>>;
  /** How often its keys were read. */
  reads: () => number;
  /** Replaces its responses, except for paths that begin with `/moved`. */
  broken: RequestListener | undefined;
  close: () => Promise<unknown>;
}

export async function startIssuer(...keys: IssuerKey[]): Promise<OidcIssuer> {
  let reads = 0;
  const server = createServer(async (request, response) => {
    if (request.url === '/keys') reads += 1;
    if (issuer.broken && !request.url?.startsWith('/moved')) return issuer.broken(request, response);
    return response.end(JSON.stringify(await issuer.content()));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer: OidcIssuer = {
    url,
    keys,
    content: async () => ({
      issuer: url,
      jwks_uri: `${url}/keys`,
      keys: await Promise.all(
        issuer.keys.map(async ({ kid, alg, publicKey }) => ({ ...(await exportJWK(publicKey)), kid, alg })),
      ),
    }),
    reads: () => reads,
    broken: undefined,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
  return issuer;
}

/** Signs a token with a key, whatever its content. */
export const signToken = (
  { kid, alg, privateKey }: IssuerKey,
  payload: object,
  header: Record<string, unknown> = {},
): Promise<string> => new SignJWT({ ...payload }).setProtectedHeader({ alg, kid, ...header }).sign(privateKey);
