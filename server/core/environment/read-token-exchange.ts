import { isLoopback } from './loopback.ts';

/** The credential of a portal's server. Several can have the same id, so that a secret can be replaced. */
export interface ServiceCredential {
  id: string;
  /** SHA-256 of the secret. */
  secretHash: Buffer;
  /** The domains of the email addresses for which it can request tokens; `*`: all. */
  domains: readonly string[];
}

/** An OpenID provider whose id tokens are accepted. */
export interface TrustedIssuer {
  /** Exactly as in its tokens. */
  issuer: string;
  /** The portal's client id at the provider. */
  audience: string;
  /** The address of its keys; `undefined`: from the provider's discovery document. */
  jwksUrl: string | undefined;
  /** The domains of the email addresses that it may assert; `*`: all. */
  domains: readonly string[];
}

/** The servers and providers that can exchange a user's identity for a session token of that user. */
export interface TokenExchangeSettings {
  credentials: readonly ServiceCredential[];
  issuers: readonly TrustedIssuer[];
}

type TokenExchangeVariable = 'TOKEN_EXCHANGE_CREDENTIALS' | 'TOKEN_EXCHANGE_ISSUERS';

type Check = (value: unknown) => boolean;
type Entry = Record<string, unknown>;

/** The domain of email addresses, in lower case. */
export const domain = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/;

const isDomains: Check = (value) =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((name) => typeof name === 'string' && (domain.test(name) || (name === '*' && value.length === 1)));

/** True for the address of an issuer; without TLS, the keys could be replaced in transit. */
export function isSafeUrl(value: unknown): boolean {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  if (!url || url.search || url.hash || url.username || url.password) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

const credentialChecks = {
  id: [(value) => typeof value === 'string' && /^[\w.-]{1,64}$/.test(value), 'letters, digits, ".", "_" and "-"'],
  sha256: [
    (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
    'the SHA-256 of the secret in lower-case hex',
  ],
  domains: [isDomains, 'a list of domains of email addresses in lower case, or ["*"] for all'],
} as const satisfies Record<string, readonly [Check, string]>;

const issuerChecks = {
  issuer: [isSafeUrl, 'the https:// address of an issuer, as in its tokens'],
  audience: [(value) => typeof value === 'string' && value !== '', "the portal's client id at the issuer"],
  domains: credentialChecks.domains,
  jwks: [(value) => value === undefined || isSafeUrl(value), 'an https:// address, or left out'],
} as const satisfies Record<string, readonly [Check, string]>;

/** The settings of the token exchange. Error messages never repeat a value. */
export function readTokenExchange(
  text: (name: TokenExchangeVariable) => string | undefined,
  refuse: (problem: string) => undefined,
): TokenExchangeSettings {
  const read = (name: TokenExchangeVariable, checks: Record<string, readonly [Check, string]>): Entry[] => {
    const value = text(name);
    if (value === undefined) return [];
    const list = parse(value);
    if (!list) {
      refuse(`${name} must be a JSON list of objects, see docs/self-hosting.md.`);
      return [];
    }
    for (const [index, entry] of list.entries()) {
      for (const [key, [fits, expected]] of Object.entries(checks))
        if (!fits(entry[key])) refuse(`${name}: "${key}" of entry ${index + 1} must be ${expected}.`);
      if (Object.keys(entry).some((key) => !Object.hasOwn(checks, key)))
        refuse(`${name}: entry ${index + 1} may only have ${Object.keys(checks).join(', ')}.`);
    }
    return list;
  };
  const credentials = read('TOKEN_EXCHANGE_CREDENTIALS', credentialChecks).map(
    ({ id, sha256, domains }): ServiceCredential => ({
      id: String(id),
      secretHash: Buffer.from(String(sha256), 'hex'),
      domains: domains as string[],
    }),
  );
  const issuers = read('TOKEN_EXCHANGE_ISSUERS', issuerChecks).map(
    ({ issuer, audience, jwks, domains }): TrustedIssuer => ({
      issuer: String(issuer),
      audience: String(audience),
      jwksUrl: jwks as string | undefined,
      domains: domains as string[],
    }),
  );
  if (new Set(issuers.map(({ issuer }) => issuer)).size < issuers.length)
    refuse('TOKEN_EXCHANGE_ISSUERS must name each issuer once.');
  return { credentials, issuers };
}

function parse(value: string): Entry[] | undefined {
  let list: unknown;
  try {
    list = JSON.parse(value);
  } catch {
    return undefined;
  }
  const isObject = (entry: unknown) => typeof entry === 'object' && entry !== null && !Array.isArray(entry);
  return Array.isArray(list) && list.length > 0 && list.every(isObject) ? list : undefined;
}
