import type { Deps } from '../../core/app/deps.ts';
import { callConfigured } from '../../core/egress/call-out.ts';
import type { TrustedIssuer } from '../../core/environment/read-token-exchange.ts';
import { claimedIssuer, RefusedIdToken, verifyIdToken } from '../../core/identity/id-token.ts';
import { createKeyStore, type IssuerKeys } from '../../core/identity/issuer-keys.ts';
import { companyVia } from '../../core/session/session-token.ts';
import type { ProviderAccess } from '../company-sign-in/provider-service.ts';

/** The user of an id token. */
interface Identity {
  email: string;
  /** Unix seconds. */
  issuedAt: number;
  issuer: TrustedIssuer;
  /** How the session says that it was signed in; only by a company sign-in. */
  via?: string;
}

interface Candidate extends Pick<Identity, 'issuer' | 'via'> {
  keys: IssuerKeys;
}

/** Verifies id tokens of the issuers in the environment, and of company sign-ins with a portal; throws like {@link verifyIdToken}. */
export function createIdentities(deps: Deps, providers: ProviderAccess): (token: string) => Promise<Identity> {
  const { tokenExchange } = deps.config;
  const keysOf = createKeyStore(callConfigured);
  const configured: Candidate[] = tokenExchange.issuers.map((issuer) => ({ issuer, keys: keysOf(issuer) }));

  const ofCompanies = async (claimed: string): Promise<Candidate[]> =>
    (await providers.ofPortals(claimed)).map((provider) => ({
      issuer: {
        issuer: provider.issuer,
        audience: provider.portalClientId,
        jwksUrl: undefined,
        domains: provider.domains,
      },
      keys: providers.keysOf(provider),
      via: companyVia(provider.id),
    }));

  return async (token) => {
    const claimed = (await claimedIssuer(token)) ?? '';
    const candidates = [
      ...configured.filter(({ issuer }) => issuer.issuer === claimed),
      ...(claimed === '' ? [] : await ofCompanies(claimed)),
    ];
    let refusal = new RefusedIdToken('The id token is not of a trusted issuer.', { isSigned: false });
    // Several workspaces may have the same provider: the token is for the portal of one of them.
    for (const { issuer, keys, via } of candidates) {
      try {
        const { email, email_verified: isVerified, iat = 0 } = await verifyIdToken(token, keys, issuer, deps.clock);
        // The domains of a company sign-in are verified by themselves.
        const isTrusted = via === undefined ? isVerified === true : isVerified !== false;
        if (typeof email !== 'string' || !isTrusted)
          throw new RefusedIdToken('The id token has no verified email address.', { isSigned: true });
        return { email, issuedAt: iat, issuer, ...(via && { via }) };
      } catch (error) {
        if (!(error instanceof RefusedIdToken)) throw error;
        if (!refusal.isSigned) refusal = error;
      }
    }
    throw refusal;
  };
}
