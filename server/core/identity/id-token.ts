import type { JWTPayload, JWTVerifyResult } from 'jose';
import type { Clock } from '../base/clock.ts';
import { IssuerError } from './fetch-json.ts';
import type { IssuerKeys } from './issuer-keys.ts';

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
export const leeway = 60;

/** Maximum age of an accepted token, whatever expiry it states. */
const longestAge = 'the last 24 hours';
const maxTokenAge = '24h';

const jose = () => import('jose');

/** Of whom a token has to be, and for whom. */
interface Expected {
  issuer: string;
  audience: string;
}

/** The issuer that a token names, before anything is verified. */
export async function claimedIssuer(token: string): Promise<string | undefined> {
  const { decodeJwt } = await jose();
  try {
    return decodeJwt(token).iss;
  } catch (cause) {
    throw new RefusedIdToken('The id token cannot be read.', { isSigned: false, cause });
  }
}

/**
 * Verifies an id token of an issuer and returns its claims; throws {@link RefusedIdToken}, or {@link IssuerError} if its keys cannot be
 * read.
 */
export async function verifyIdToken(
  token: string,
  keys: IssuerKeys,
  trusted: Expected,
  clock: Clock,
): Promise<JWTPayload> {
  const { errors } = await jose();
  try {
    const { payload, protectedHeader } = await verifySignature(token, keys, trusted, clock);
    // Other tokens, such as access tokens, state their type.
    if (protectedHeader.typ !== undefined && protectedHeader.typ.toLowerCase() !== 'jwt')
      throw new RefusedIdToken('The token is not an id token.', { isSigned: true });
    checkClient(payload, trusted);
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
  { issuer, audience }: Expected,
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

/** The client that it was issued to; without it, the only audience. */
function checkClient({ aud, azp }: JWTPayload, { audience }: Expected): void {
  if (azp === undefined ? Array.isArray(aud) && aud.length > 1 : azp !== audience)
    throw new RefusedIdToken('The id token is not for this portal: "azp".', { isSigned: true });
}
