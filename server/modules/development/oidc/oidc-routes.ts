import { createHash, randomBytes } from 'node:crypto';
import { anyone } from '@quartermaster/contract/access.ts';
import type { CryptoKey } from 'jose';
import type { App, Deps } from '../../../core/app/deps.ts';
import { AppError } from '../../../core/base/errors.ts';
import { randomToken } from '../../../core/environment/secrets.ts';
import { knownHost } from '../known-host.ts';
import { authorizePage } from './authorize-page.ts';

/** What a code stands for; it is encrypted, and stored nowhere. */
interface Granted {
  kind: 'oidc-stand-in-code';
  claims: Record<string, unknown>;
  clientId: string;
  redirectUri: string;
  challenge: string;
  /** Unix seconds. */
  expiresAt: number;
}

/** The only secret of every client. */
const clientSecret = 'stand-in';

const codeSeconds = 60;
const tokenSeconds = 300;
const algorithm = 'ES256';
const keyId = 'stand-in';

interface Keys {
  privateKey: CryptoKey;
  publicKey: CryptoKey;
}

/**
 * A stand-in for an OpenID provider, enabled by `OIDC_STAND_IN=1`, for development and evaluation. It speaks the protocol, with PKCE and the
 * `iss` of RFC 9207, but signs anybody in as anyone. The client secret is `stand-in`.
 */
export const oidcRoutes = (app: App, deps: Deps): void => {
  const { config, clock, secrets } = deps;
  if (!config.oidcStandIn) return;
  const open = { config: { access: anyone, safe: true }, onRequest: knownHost(config) };
  const form = { ...open, config: { ...open.config, accepts: ['form'] as const }, bodyLimit: 16 * 1024 };
  const issuer = `${config.publicUrl}/dev/oidc`;
  const seconds = () => Math.floor(clock.now().getTime() / 1000);
  let made: Promise<Keys> | undefined;
  const keys = () => {
    made ??= import('jose').then(({ generateKeyPair }) => generateKeyPair(algorithm));
    return made;
  };

  app.get('/dev/oidc/.well-known/openid-configuration', open, () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [algorithm],
    token_endpoint_auth_methods_supported: ['client_secret_basic'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  }));

  app.get('/dev/oidc/keys', open, async () => {
    const { exportJWK } = await import('jose');
    const { publicKey } = await keys();
    return { keys: [{ ...(await exportJWK(publicKey)), kid: keyId, alg: algorithm, use: 'sig' }] };
  });

  app.get('/dev/oidc/authorize', open, ({ query }, reply) => {
    const request = textsOf(query);
    readRedirect(config, request.redirect_uri);
    const nonce = randomBytes(16).toString('base64');
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; frame-ancestors 'none'`,
      );
    return authorizePage(pick(request, ['client_id', 'redirect_uri', 'state', 'nonce', 'code_challenge']), nonce);
  });

  app.post('/dev/oidc/authorize', form, ({ body }, reply) => {
    const typed = textsOf(body);
    const url = readRedirect(config, typed.redirect_uri);
    const { client_id: clientId = '', redirect_uri: redirectUri = '', code_challenge: challenge = '', nonce } = typed;
    const { email = '', name = '', groups = '', is_unverified: isUnverified, answer, state = '' } = typed;
    url.searchParams.set('iss', issuer);
    url.searchParams.set('state', state);
    if (answer === 'allow') {
      const claims = {
        sub: createHash('sha256').update(email.toLowerCase()).digest('base64url').slice(0, 20),
        email,
        email_verified: isUnverified === undefined,
        name,
        groups: groups
          .split(',')
          .map((group) => group.trim())
          .filter(Boolean),
        nonce,
      };
      const granted = { claims, clientId, redirectUri, challenge, expiresAt: seconds() + codeSeconds };
      const code = secrets.encrypt(JSON.stringify({ ...granted, kind: 'oidc-stand-in-code' } satisfies Granted));
      url.searchParams.set('code', code);
    } else url.searchParams.set('error', 'access_denied');
    return reply.redirect(url.href, 303);
  });

  app.post('/dev/oidc/token', form, async ({ body, headers }, reply) => {
    const { code = '', redirect_uri: redirectUri, code_verifier: verifier = '' } = textsOf(body);
    const [clientId, secret] = readBasic(headers.authorization);
    if (secret !== clientSecret) return reply.code(401).send({ error: 'invalid_client' });
    const granted = readCode(deps, code);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const isGood =
      granted?.clientId === clientId &&
      granted.redirectUri === redirectUri &&
      granted.challenge === challenge &&
      granted.expiresAt > seconds();
    if (!isGood) return reply.code(400).send({ error: 'invalid_grant' });
    const { SignJWT } = await import('jose');
    const { privateKey } = await keys();
    const idToken = await new SignJWT(granted.claims)
      .setProtectedHeader({ alg: algorithm, kid: keyId })
      .setIssuer(issuer)
      .setAudience(clientId)
      .setIssuedAt(seconds())
      .setExpirationTime(seconds() + tokenSeconds)
      .sign(privateKey);
    return { access_token: randomToken(), token_type: 'Bearer', expires_in: tokenSeconds, id_token: idToken };
  });
};

/** Only this server is sent back to. */
function readRedirect({ publicUrl }: Deps['config'], redirectUri: string | undefined): URL {
  const url = URL.parse(redirectUri ?? '');
  if (!url?.href.startsWith(`${publicUrl}/v1/company-sign-in/`))
    throw new AppError('invalid', { message: 'The stand-in only sends back to this server.' });
  return url;
}

const textsOf = (value: unknown): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(Object(value)).filter(([, text]) => typeof text === 'string')) as Record<
    string,
    string
  >;

const pick = (texts: Record<string, string | undefined>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (texts[name] === undefined ? [] : [[name, texts[name]]])));

function readBasic(authorization = ''): [id: string, secret: string] {
  const pair = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString();
  const [id = '', secret = ''] = pair.split(':').map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
  return [id, secret];
}

function readCode({ secrets }: Deps, code: string): Granted | undefined {
  try {
    const granted = JSON.parse(secrets.decrypt(code)) as Partial<Granted>;
    return granted.kind === 'oidc-stand-in-code' ? (granted as Granted) : undefined;
  } catch {
    return undefined;
  }
}
