import { createHash } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { exportJWK } from 'jose';
import { createKey, type IssuerKey, type OidcIssuer, signToken, startIssuer } from './oidc-issuer.ts';

/** How a provider lies in its next answer. */
export interface Lies {
  /** Changes the claims of the id token; `undefined` leaves one out. Times are in seconds from now. */
  claims?: Record<string, unknown>;
  /** Makes the id token, instead of signing the claims with the published key. */
  token?: (claims: JWTPayload) => Promise<string> | string;
  /** Changes the parameters with which the browser comes back. */
  back?: (parameters: URLSearchParams) => void;
  /** Changes what the provider says of itself. */
  metadata?: Record<string, unknown>;
  /** The answer of the token endpoint, instead of one with an id token. */
  answer?: { status: number; body: string; type?: string };
}

/** An OpenID provider in this process that signs anybody in, and can lie. */
export interface OidcProvider extends OidcIssuer {
  key: IssuerKey;
  lies: Lies;
  /** What its token endpoint was sent. */
  tokenRequests: URLSearchParams[];
  /** Signs a person in: the address to which the browser is sent back. */
  allow: (url: string, person: Record<string, unknown>) => string;
}

/** Seconds from the time of the tests. */
type Now = () => number;

export async function startProvider(now: Now, { hasIss = true } = {}): Promise<OidcProvider> {
  const key = await createKey('first');
  const issuer = await startIssuer(key);
  const codes = new Map<string, { claims: Record<string, unknown>; challenge: string; redirectUri: string }>();
  const { content } = issuer;
  const provider: OidcProvider = Object.assign(issuer, {
    key,
    lies: {} as Lies,
    tokenRequests: [] as URLSearchParams[],
    allow: (url: string, person: Record<string, unknown>) => {
      const asked = new URL(url).searchParams;
      const redirectUri = asked.get('redirect_uri') ?? '';
      const code = `code-${codes.size}-${issuer.url}`;
      const claims = { sub: `subject of ${person.email}`, email_verified: true, nonce: asked.get('nonce'), ...person };
      codes.set(code, { claims, redirectUri, challenge: asked.get('code_challenge') ?? '' });
      const back = new URLSearchParams({ code, state: asked.get('state') ?? '', ...(hasIss && { iss: issuer.url }) });
      provider.lies.back?.(back);
      return `${redirectUri}?${back}`;
    },
    content: async () => ({
      ...(await content()),
      authorization_endpoint: `${issuer.url}/authorize`,
      token_endpoint: `${issuer.url}/token`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256', 'RS256', 'HS256', 'none'],
      ...(hasIss && { authorization_response_iss_parameter_supported: true }),
      ...provider.lies.metadata,
    }),
  });

  issuer.broken = async (request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url !== '/token') return response.end(JSON.stringify(await provider.content()));
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const sent = new URLSearchParams(Buffer.concat(chunks).toString());
    provider.tokenRequests.push(sent);
    const { answer, token, claims: changed } = provider.lies;
    if (answer) {
      response.writeHead(answer.status, { 'content-type': answer.type ?? 'application/json' });
      return response.end(answer.body);
    }
    const granted = codes.get(sent.get('code') ?? '');
    codes.delete(sent.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url');
    if (granted?.challenge !== challenge || granted.redirectUri !== sent.get('redirect_uri')) {
      response.statusCode = 400;
      return response.end(JSON.stringify({ error: 'invalid_grant' }));
    }
    const { iat = 0, exp = 300, nbf, ...others } = { ...granted.claims, ...changed } as Record<string, unknown>;
    const at = (offset: unknown) => (typeof offset === 'number' ? now() + offset : undefined);
    const times = { iat: at(iat), exp: at(exp), ...(nbf !== undefined && { nbf: at(nbf) }) };
    const claims = { iss: issuer.url, aud: 'quartermaster', ...times, ...others } as JWTPayload;
    const idToken = token ? await token(claims) : await signToken(key, claims);
    return response.end(JSON.stringify({ access_token: 'unused', token_type: 'Bearer', id_token: idToken }));
  };
  return provider;
}

/** The published form of a key. */
export const publishedKey = ({ publicKey }: IssuerKey) => exportJWK(publicKey);
