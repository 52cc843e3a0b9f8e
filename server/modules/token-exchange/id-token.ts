import type { JWTPayload, JWTVerifyResult } from 'jose';
import type { Clock } from '../../core/base/clock.ts';
import type { TrustedIssuer } from '../../core/environment/read-token-exchange.ts';
import { IssuerError } from './fetch-json.ts';
import { createIssuerKeys, type IssuerKeys } from './issuer-keys.ts';

/** The user of an id token. */
export interface Identity {
  email: string;
  /** Unix seconds. */
  issuedAt: number;
  issuer: TrustedIssuer;
}

/** An id token that is not accepted. `isSigned`: by the issuer, so that its sender is not guessing. */
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

/** Maximum age of an accepted token, whatever expiry it states. */
const longestAge = 'the last 24 hours';
const maxTokenAge = '24h';

const jose = () => import('jose');

/**
 * Verifies id tokens of the trusted issuers; throws {@link RefusedIdToken}, or {@link IssuerError} if their keys cannot
 * be read.
 */
export function createIdTokens(issuers: readonly TrustedIssuer[], clock: Clock): (token: string) => Promise<Identity> {
  const known = issuers.map((issuer) => ({ issuer, keys: createIssuerKeys(issuer) }));
  return async (token) => {
    const claimed = await claimedIssuer(token);
    const found = known.find(({ issuer }) => issuer.issuer === claimed);
    if (!found) throw new RefusedIdToken('The id token is not of a trusted issuer.', { isSigned: false });
    const { issuer, keys } = found;
    const payload = await verify(token, keys, issuer, clock);
    return { ...readIdentity(payload, issuer), issuer };
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

async function verify(token: string, keys: IssuerKeys, trusted: TrustedIssuer, clock: Clock): Promise<JWTPayload> {
  const { errors } = await jose();
  try {
    const { payload, protectedHeader } = await verifySignature(token, keys, trusted, clock);
    // Other tokens, such as access tokens, state their type.
    if (protectedHeader.typ !== undefined && protectedHeader.typ.toLowerCase() !== 'jwt')
      throw new RefusedIdToken('The token is not an id token.', { isSigned: true });
    return payload;
  } catch (cause) {
    // Claims are checked after the signature.
    if (cause instanceof errors.JWTExpired || cause instanceof errors.JWTClaimValidationFailed)
      throw new RefusedIdToken(claimMessage(cause), { isSigned: true, cause });
    if (cause instanceof errors.JWKSInvalid)
      throw new IssuerError(`The keys of ${trusted.issuer} are not valid.`, { cause });
    // The sender is not guessing: no token with this key id is accepted.
    if (cause instanceof errors.JWKSMultipleMatchingKeys)
      throw new RefusedIdToken(
        'The issuer publishes several keys with the same "kid", so that the id token cannot be verified. Give each key its own.',
        { isSigned: true, cause },
      );
    if (cause instanceof errors.JOSEError)
      throw new RefusedIdToken('The signature of the id token is not valid.', { isSigned: false, cause });
    throw cause;
  }
}

/** A signature that matches none of the known keys may be of a new one, possibly with the id of an old one. */
async function verifySignature(
  token: string,
  { open, reload }: IssuerKeys,
  { issuer, audience }: TrustedIssuer,
  clock: Clock,
): Promise<JWTVerifyResult> {
  const { errors, jwtVerify } = await jose();
  const keys = await open();
  const attempt = () =>
    jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms,
      maxTokenAge,
      clockTolerance: leeway,
      currentDate: clock.now(),
      requiredClaims: ['sub', 'exp', 'iat'],
    });
  try {
    return await attempt();
  } catch (error) {
    const isUnknown =
      error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed;
    if (!isUnknown) throw error;
    await reload();
    return attempt();
  }
}

function claimMessage({ claim, code, reason }: { claim: string; code: string; reason: string }): string {
  if (claim === 'iat' && reason === 'check_failed')
    return code === 'ERR_JWT_EXPIRED'
      ? `The id token was not issued within ${longestAge}. Get a new one.`
      : 'The id token was issued in the future.';
  return code === 'ERR_JWT_EXPIRED' ? 'The id token has expired.' : `The id token is not valid: "${claim}".`;
}

function readIdentity(payload: JWTPayload, { audience }: TrustedIssuer): Omit<Identity, 'issuer'> {
  const { iat = 0, aud, azp, email, email_verified: isVerified } = payload;
  const refuse = (message: string) => new RefusedIdToken(message, { isSigned: true });
  // The client that it was issued to; without it, the only audience.
  if (azp === undefined ? Array.isArray(aud) && aud.length > 1 : azp !== audience)
    throw refuse('The id token is not for this portal: "azp".');
  if (typeof email !== 'string' || isVerified !== true) throw refuse('The id token has no verified email address.');
  return { email, issuedAt: iat };
}
