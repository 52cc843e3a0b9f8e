import { createHash } from 'node:crypto';
import type { JWTPayload } from 'jose';
import type { Configuration, CustomFetch, ServerMetadata } from 'openid-client';
import type { Clock } from '../../core/base/clock.ts';
import { AddressRefused, type CallOut } from '../../core/egress/call-out.ts';
import { IssuerError, longest, timeout } from '../../core/identity/fetch-json.ts';
import { leeway, verifyIdToken } from '../../core/identity/id-token.ts';
import type { IssuerKeys } from '../../core/identity/issuer-keys.ts';
import type { Provider } from './provider-service.ts';

/** Loaded with the first company sign-in. */
const openid = () => import('openid-client');

/** Milliseconds for which the discovery document of a provider is remembered, and for which it is not read again after a failure. */
const remembered = { success: 10 * 60_000, failure: 5000 };

/** The number of providers that are remembered. */
const most = 200;

/** What a sign-in begins with, and has to end with. */
export interface Checks {
  state: string;
  nonce: string;
  verifier: string;
}

type Called = Pick<Provider, 'issuer' | 'clientId' | 'clientSecret'>;

/** Speaks OpenID Connect with a provider, by the rules of a way to call it. */
export interface ProviderClient {
  /** The address to which the browser goes; throws {@link IssuerError}. */
  authorizationUrl: (called: Called, redirectUrl: string, checks: Checks) => Promise<string>;
  /** The claims of the person for whom the browser came back; throws what the library, or {@link verifyIdToken}, throws. */
  claimsOf: (called: Called, keys: IssuerKeys, returnedTo: URL, checks: Checks) => Promise<JWTPayload>;
  /** Reads what the issuer says of itself; throws {@link IssuerError}. */
  discover: (issuer: string) => Promise<ServerMetadata>;
}

/** Creates the client for one way to call providers. */
export function createProviderClient(call: CallOut, clock: Clock): ProviderClient {
  const known = new Map<string, { metadata: Promise<ServerMetadata>; until: number }>();
  const fetchFrom = fetchBy(call);

  function discover(issuer: string): Promise<ServerMetadata> {
    const found = known.get(issuer);
    if (found && found.until > Date.now()) return found.metadata;
    const metadata = readMetadata(issuer, fetchFrom);
    const entry = { metadata, until: Date.now() + remembered.success };
    metadata.catch(() => {
      entry.until = Date.now() + remembered.failure;
    });
    known.delete(issuer);
    known.set(issuer, entry);
    for (const oldest of [...known.keys()].slice(0, Math.max(0, known.size - most))) known.delete(oldest);
    return metadata;
  }

  async function configure({ issuer, clientId, clientSecret }: Called): Promise<Configuration> {
    const client = await openid();
    const metadata = await discover(issuer);
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authentication = methods.includes('client_secret_basic')
      ? client.ClientSecretBasic(clientSecret)
      : client.ClientSecretPost(clientSecret);
    // The library has a clock of its own.
    const skew = Math.round((clock.now().getTime() - Date.now()) / 1000);
    const times = { [client.clockSkew]: skew, [client.clockTolerance]: leeway };
    const configuration = new client.Configuration(metadata, clientId, times, authentication);
    configuration[client.customFetch] = fetchFrom;
    configuration.timeout = timeout / 1000;
    if (issuer.startsWith('http:')) client.allowInsecureRequests(configuration);
    return configuration;
  }

  return {
    discover,
    authorizationUrl: async (called, redirectUrl, { state, nonce, verifier }) => {
      const client = await openid();
      const { scopes_supported: scopes = [] } = await discover(called.issuer);
      return client.buildAuthorizationUrl(await configure(called), {
        redirect_uri: redirectUrl,
        // Okta sends groups only to who asks for them.
        scope: ['openid', 'email', 'profile', ...(scopes.includes('groups') ? ['groups'] : [])].join(' '),
        state,
        nonce,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }).href;
    },
    claimsOf: async (called, keys, returnedTo, { state, nonce, verifier }) => {
      const client = await openid();
      const tokens = await client.authorizationCodeGrant(await configure(called), returnedTo, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
      });
      // The library trusts the connection; signature, algorithm and key rotation are checked as in token exchange.
      return verifyIdToken(tokens.id_token ?? '', keys, { issuer: called.issuer, audience: called.clientId }, clock);
    },
  };
}

async function readMetadata(issuer: string, fetchFrom: CustomFetch): Promise<ServerMetadata> {
  const client = await openid();
  const isPlain = issuer.startsWith('http:');
  try {
    const found = await client.discovery(new URL(issuer), 'discovery', undefined, undefined, {
      [client.customFetch]: fetchFrom,
      timeout: timeout / 1000,
      ...(isPlain && { execute: [client.allowInsecureRequests] }),
    });
    const { supportsPKCE: _, ...metadata } = found.serverMetadata();
    if (metadata.issuer !== issuer) throw new Error(`It says that its issuer is ${metadata.issuer}.`);
    for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
      const url = URL.parse(metadata[name] ?? '');
      // Browsers are sent to one of them.
      if (url?.protocol !== 'https:' && !(isPlain && url?.protocol === 'http:'))
        throw new Error(`It names no usable "${name}".`);
    }
    return metadata;
  } catch (cause) {
    throw new IssuerError(messageOf(cause, issuer), { cause });
  }
}

/** Plain words for what an owner can mend. */
function messageOf(thrown: unknown, issuer: string): string {
  const outer = thrown instanceof Error ? thrown : new Error(String(thrown));
  const error: NodeJS.ErrnoException = outer.cause instanceof Error ? outer.cause : outer;
  const { host, hostname } = new URL(issuer);
  if (error.code === 'ENOTFOUND') return `The address ${hostname} does not exist. Check the spelling of the issuer.`;
  if (error.code === 'EAI_AGAIN')
    return `The address ${hostname} cannot be looked up right now. Try again in a minute.`;
  if (error.code === 'ECONNREFUSED') return `No server answers at ${host}. Check the issuer, or try again later.`;
  return error instanceof AddressRefused ? error.message : `${issuer} could not be read: ${error.message}`;
}

/** All calls of the library, with limits on addresses, time and size. */
const fetchBy =
  (call: CallOut): CustomFetch =>
  async (url, { method, headers, body }) => {
    const {
      status,
      type,
      body: bytes,
      isCut,
    } = await call(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body !== null && body !== undefined && { body: String(body) }),
      timeout,
      longest,
    });
    if (isCut) throw new Error('The response is too long.');
    return new Response(status === 204 || status === 304 ? null : new Uint8Array(bytes), {
      status,
      headers: { 'content-type': type },
    });
  };

/** Identifies what a sign-in was begun with. */
export const fingerprintOf = ({ issuer, clientId }: Pick<Provider, 'issuer' | 'clientId'>): string =>
  createHash('sha256')
    .update(JSON.stringify([issuer, clientId]))
    .digest('base64url');
