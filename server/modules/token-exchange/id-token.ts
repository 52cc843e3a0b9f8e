import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import type { Clock } from '../../core/base/clock.ts';
import type { TrustedIssuer } from '../../core/environment/read-token-exchange.ts';
import { createFetchJson, IssuerError, timeout } from './fetch-json.ts';

/** Whom an id token is about. */
export interface Identity {
  email: string;
  /** Unix seconds. */
  issuedAt: number;
  issuer: TrustedIssuer;
}

/**
 * An id token that is not accepted. `isSigned`: by the issuer, so that whoever sends it is not guessing.
 */
export class RefusedIdToken extends Error {
  readonly isSigned: boolean;

  constructor(message: string, { isSigned, cause }: { isSigned: boolean; cause?: unknown }) {
    super(message, { cause });
    this.isSigned = isSigned;
  }
}

/** Only signatures with a private key of the issuer: none, and nothing with a shared secret. */
const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** Seconds by which the clocks of issuer and server may differ. */
const leeway = 60;

/** How long keys are used without being asked for again, and how often an unknown key may cause that, in milliseconds. */
const keyLimits = { cacheMaxAge: 10 * 60_000, cooldownDuration: 30_000, timeoutDuration: timeout };

const jose = () => import('jose');

/** Verifies id tokens of the trusted issuers; throws {@link RefusedIdToken}, or {@link IssuerError} without its keys. */
export function createIdTokens(issuers: readonly TrustedIssuer[], clock: Clock): (token: string) => Promise<Identity> {
  const known = issuers.map((issuer) => ({ issuer, keysOf: createKeys(issuer) }));
  return async (token) => {
    const claimed = await claimedIssuer(token);
    const found = known.find(({ issuer }) => issuer.issuer === claimed);
    if (!found) throw new RefusedIdToken('The id token is not of a trusted issuer.', { isSigned: false });
    const { issuer, keysOf } = found;
    const payload = await verify(token, await keysOf(), issuer, clock);
    return { ...readIdentity(payload, issuer, clock), issuer };
  };
}

async function claimedIssuer(token: string): Promise<string | undefined> {
  const { decodeJwt } = await jose();
  try {
    return decodeJwt(token).iss;
  } catch (cause) {
    throw new RefusedIdToken('The id token cannot be read.', { isSigned: false, cause });
  }
}

/** The keys of an issuer; its discovery document is read until it has been read once. */
function createKeys({ issuer, jwksUrl }: TrustedIssuer): () => Promise<JWTVerifyGetKey> {
  const fetchJson = createFetchJson();
  let keys: Promise<JWTVerifyGetKey> | undefined;
  const open = async () => {
    const { createRemoteJWKSet, customFetch } = await jose();
    const url = new URL(jwksUrl ?? (await discover(issuer, fetchJson)));
    return createRemoteJWKSet(url, {
      ...keyLimits,
      [customFetch]: async (address: string) => Response.json(await fetchJson(address)),
    });
  };
  return () => {
    keys ??= open().catch((error: unknown) => {
      keys = undefined;
      throw error;
    });
    return keys;
  };
}

async function discover(issuer: string, fetchJson: (url: string) => Promise<unknown>): Promise<string> {
  const document = await fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  const { issuer: named, jwks_uri: url } = Object(document) as Record<string, unknown>;
  const isSafe = typeof url === 'string' && URL.parse(url)?.protocol === new URL(issuer).protocol;
  if (named !== issuer || !isSafe) throw new IssuerError(`The discovery document of ${issuer} is not valid.`);
  return url;
}

async function verify(token: string, keys: JWTVerifyGetKey, { issuer, audience }: TrustedIssuer, clock: Clock) {
  const { errors, jwtVerify } = await jose();
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms,
      clockTolerance: leeway,
      currentDate: clock.now(),
      requiredClaims: ['sub', 'exp', 'iat'],
    });
    // Others, such as access tokens, name their type.
    if (protectedHeader.typ !== undefined && protectedHeader.typ.toLowerCase() !== 'jwt')
      throw new RefusedIdToken('The token is not an id token.', { isSigned: true });
    return payload;
  } catch (cause) {
    if (cause instanceof errors.JWTExpired)
      throw new RefusedIdToken('The id token has expired.', { isSigned: true, cause });
    // Claims are looked at after the signature.
    if (cause instanceof errors.JWTClaimValidationFailed)
      throw new RefusedIdToken(`The id token is not valid: "${cause.claim}".`, { isSigned: true, cause });
    if (cause instanceof errors.JWKSInvalid) throw new IssuerError(`The keys of ${issuer} are not valid.`, { cause });
    if (cause instanceof errors.JOSEError)
      throw new RefusedIdToken('The signature of the id token is not valid.', { isSigned: false, cause });
    throw cause;
  }
}

function readIdentity(payload: JWTPayload, { audience }: TrustedIssuer, clock: Clock): Omit<Identity, 'issuer'> {
  const { iat = 0, aud, azp, email, email_verified: isVerified } = payload;
  const refuse = (message: string) => new RefusedIdToken(message, { isSigned: true });
  if (iat > clock.now().getTime() / 1000 + leeway) throw refuse('The id token was issued in the future.');
  if (Array.isArray(aud) && aud.length > 1 && azp !== audience)
    throw refuse('The id token is not for this portal: "azp".');
  if (typeof email !== 'string' || isVerified !== true) throw refuse('The id token has no verified email address.');
  return { email, issuedAt: iat };
}
