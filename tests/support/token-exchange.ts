import { createHash } from 'node:crypto';
import { tokenExchange } from '@quartermaster/contract/endpoints/people/token-exchange.ts';
import type { ErrorBody } from '@quartermaster/contract/errors.ts';
import { tokenExchangeNames } from '@quartermaster/contract/token-exchange.ts';
import type { App } from '../../server/core/app/deps.ts';
import { assertShape } from './server-shapes.ts';

/** The secret of a portal, as its server has it. */
export const portalSecret = 'f3b1c8d05a7e49d2b6c0e1f4a8937d52';

export const sha256 = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** The variable of a server on which a portal may sign in all accounts of the test's studio. */
export const credentialsOf = (...entries: { id?: string; secret?: string; domains?: string[] }[]) => ({
  TOKEN_EXCHANGE_CREDENTIALS: JSON.stringify(
    entries.map(({ id = 'portal', secret = portalSecret, domains = ['studio.test'] }) => ({
      id,
      sha256: sha256(secret),
      domains,
    })),
  ),
});

export const basic = (id = 'portal', secret = portalSecret): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

/** An answer of the token exchange. */
export interface Exchanged {
  status: number;
  headers: Record<string, unknown>;
  body: ErrorBody & { access_token: string; expires_in: number };
}

/** Sends a form to the token exchange. */
export async function sendExchange(
  app: App,
  fields: Record<string, string> | string,
  { authorization, address = '127.0.0.1' }: { authorization?: string | undefined; address?: string } = {},
): Promise<Exchanged> {
  const form = () => new URLSearchParams({ grant_type: tokenExchangeNames.grant, ...Object(fields) }).toString();
  const { method, path } = tokenExchange.exchange;
  const answer = await app.inject({
    method,
    url: `/v1${path}`,
    remoteAddress: address,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...(authorization && { authorization }) },
    payload: typeof fields === 'string' ? fields : form(),
  });
  const body = answer.json();
  if (answer.statusCode === 200) assertShape(tokenExchange.exchange, body);
  return { status: answer.statusCode, headers: answer.headers, body };
}

/** Exchanges an email address as the portal's server does. */
export const exchangeEmail = (
  app: App,
  email: string,
  { authorization = basic(), address }: { authorization?: string | undefined; address?: string } = {},
): Promise<Exchanged> =>
  sendExchange(
    app,
    { subject_token_type: tokenExchangeNames.email, subject_token: email },
    { authorization, ...(address && { address }) },
  );

/** Exchanges an id token. */
export const exchangeIdToken = (app: App, token: string, address?: string): Promise<Exchanged> =>
  sendExchange(
    app,
    { subject_token_type: tokenExchangeNames.idToken, subject_token: token },
    { ...(address && { address }) },
  );
