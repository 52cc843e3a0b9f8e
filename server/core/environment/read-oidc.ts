import { domain, isSafeUrl } from './read-token-exchange.ts';

/** The OpenID provider by which people of the whole server sign in. */
export interface ServerOidc {
  /** Exactly as in its tokens. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  name: string;
  /** The domains of the email addresses that it may assert. */
  domains: readonly string[];
  /** Empty for none. */
  portalClientId: string;
}

const required = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_DOMAINS'] as const;

type OidcVariable = (typeof required)[number] | 'OIDC_NAME' | 'OIDC_PORTAL_CLIENT_ID';

/** The company sign-in of the whole server, if it is set. Error messages never repeat a value. */
export function readOidc(
  text: (name: OidcVariable) => string | undefined,
  refuse: (problem: string) => undefined,
): ServerOidc | undefined {
  const [issuer, clientId, clientSecret, listed] = required.map(text);
  const isAny = [...required, 'OIDC_NAME' as const, 'OIDC_PORTAL_CLIENT_ID' as const].some((name) => text(name));
  if (!isAny) return undefined;
  if (!issuer || !clientId || !clientSecret || !listed)
    return refuse(`${required.join(', ')} must be set together where an OIDC variable is.`);
  if (!isSafeUrl(issuer) || /[{}]|\/(common|organizations|consumers)(\/|$)/i.test(issuer))
    refuse('OIDC_ISSUER must be the https:// address of the issuer of one company, as in its tokens.');
  const domains = listed.split(',').map((name) => name.trim());
  if (!domains.every((name) => domain.test(name)))
    refuse('OIDC_DOMAINS must be domains of email addresses in lower case, separated by commas.');
  return {
    issuer,
    clientId,
    clientSecret,
    domains,
    name: text('OIDC_NAME') ?? 'your company',
    portalClientId: text('OIDC_PORTAL_CLIENT_ID') ?? '',
  };
}
