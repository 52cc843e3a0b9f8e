import { randomBytes } from 'node:crypto';
import { anyone } from '@quartermaster/contract/access.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App, Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import { knownHost } from './known-host.ts';
import { inFrame, renderOutbox, renderOutboxMail } from './outbox-page.ts';
import { findMail, listMails } from './outbox-repository.ts';

const mostMails = 200;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Shows the mails of a server without `SMTP_URL`, for development and evaluation: `/dev/outbox`. */
export const outboxRoutes = (app: App, { config, database: { query } }: Deps): void => {
  if (!config.outbox) return;
  const open = { config: { access: anyone, safe: true }, onRequest: knownHost(config) };

  const mailOf = async ({ params }: FastifyRequest) => {
    const { id } = params as { id: string };
    const mail = uuid.test(id) ? await findMail(query, id) : undefined;
    if (!mail) throw new AppError('not_found');
    return mail;
  };

  app.get('/dev/outbox', open, async (_request, reply) =>
    renderOutbox(await listMails(query, mostMails), pageHeaders(reply)),
  );

  app.get('/dev/outbox/:id', open, async (request, reply) =>
    renderOutboxMail(await mailOf(request), pageHeaders(reply)),
  );

  app.get('/dev/outbox/:id/html', open, async (request, reply) => {
    const { html } = await mailOf(request);
    reply.type('text/html; charset=utf-8').headers({
      'x-frame-options': 'SAMEORIGIN',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation",
    });
    return inFrame(html);
  });
};

/** Returns the nonce of the page's styles. */
function pageHeaders(reply: FastifyReply): string {
  const nonce = randomBytes(16).toString('base64');
  reply
    .type('text/html; charset=utf-8')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'`,
    );
  return nonce;
}
