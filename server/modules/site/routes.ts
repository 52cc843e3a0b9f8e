import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { anyone } from '@quartermaster/contract/access.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App, Deps } from '../../core/app/deps.ts';
import { apiPrefix } from '../../core/app/route.ts';
import { AppError } from '../../core/base/errors.ts';
import { findStaticFile } from '../../core/http/static-files.ts';
import { escapeHtml } from '../../core/mail/mail-text.ts';
import { answersKeyOf } from '../../core/session/answers-key.ts';
import { createPagePolicy } from './page-policy.ts';
import { findReleasedFile, removedModule } from './plugin-releases.ts';

const open = { method: ['GET', 'HEAD'] as string[], config: { access: anyone, safe: true } };

/** The stand-alone console at `/` and the plugin at `/plugin/`, from the build; its releases at `/plugin/{release}/`. */
export const siteRoutes = (app: App, deps: Deps): void => {
  const { config } = deps;
  const policy = createPagePolicy(deps);
  const plugin = join(config.distDir, 'plugin');
  const page = join(config.distDir, 'console');

  app.route({
    ...open,
    url: '/plugin/*',
    handler: async (request, reply) => {
      if (config.devPlugin) {
        return proxyRequest(config.devPlugin, request, reply);
      }
      reply.header('cross-origin-resource-policy', 'cross-origin');
      // The module reports to a portal that its origin is not allowed to call the API; it contains no secrets.
      if (!reply.hasHeader('access-control-allow-origin')) reply.header('access-control-allow-origin', '*');
      const released = await findReleasedFile(request.url, config);
      const { folder, path } = released ?? { folder: plugin, path: request.url.slice('/plugin'.length) };
      const caching = released && { 'cache-control': 'public, max-age=31536000, immutable' };
      if (await sendFile(folder, path, request, reply, caching)) return reply;
      const removed = removedModule(request.url);
      if (!removed) throw new AppError('not_found');
      return reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-store').send(removed);
    },
  });

  app.route({
    ...open,
    url: '/*',
    handler: async (request, reply) => {
      if (request.url.startsWith(`${apiPrefix}/`)) throw new AppError('not_found');
      if (config.devConsole) {
        return proxyRequest(config.devConsole, request, reply);
      }
      if (await sendFile(page, request.url, request, reply)) return reply;
      // The home page is sent to every client, including those without an `Accept` header for HTML, such as monitors
      // and curl.
      const isPage = /^\/(\?|$)/.test(request.url) || String(request.headers.accept).includes('text/html');
      if (!isPage) throw new AppError('not_found');
      return sendPage(join(page, 'index.html'), { request, reply, deps, policy });
    },
  });
};

/** Imported lazily: only development needs it, and it would slow down every start. */
async function proxyRequest(origin: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const proxy = await import('../../core/http/proxy.ts');
  reply.hijack();
  proxy.proxyRequest(origin, request.raw, reply.raw);
  return reply;
}

async function sendFile(
  folder: string,
  url: string,
  request: FastifyRequest,
  reply: FastifyReply,
  headers: Record<string, string> = {},
): Promise<boolean> {
  const path = url.split('?')[0] ?? '';
  // Pages need a nonce first.
  if (path.endsWith('.html')) return false;
  const file = await findStaticFile(folder, path, request.headers);
  if (!file) return false;
  reply.headers({ ...file.headers, ...headers });
  if (!file.isNew) reply.code(304).send();
  else reply.header('content-length', file.bytes).send(request.method === 'HEAD' ? undefined : await file.open());
  return true;
}

/** How long the page waits for the key of the kept answers, in milliseconds: without it, it only starts more slowly. */
const keyTimeout = 1000;

/** The element with the key of the kept answers, if the user has one. */
async function keyMeta({ headers }: FastifyRequest, { config, database, secrets, clock }: Deps): Promise<string> {
  // Without a database the page still starts, and says so.
  const key = await Promise.race([
    answersKeyOf(headers.cookie, { query: database.query, secrets, clock, config }).catch(() => undefined),
    setTimeout(keyTimeout, undefined, { ref: false }),
  ]);
  return key ? `<meta name="answers-key" content="${key}" />` : '';
}

interface Page {
  request: FastifyRequest;
  reply: FastifyReply;
  deps: Deps;
  policy: ReturnType<typeof createPagePolicy>;
}

/**
 * Styles that the console adds carry a nonce, so that no other inline style or script is accepted. The head, with the scripts, is sent before
 * the database has answered.
 */
async function sendPage(file: string, { request, reply, deps, policy }: Page): Promise<FastifyReply> {
  const nonce = randomBytes(16).toString('base64');
  const html = await readFile(file, 'utf8').catch((cause) => {
    throw new AppError('not_found', { cause });
  });
  const { sentryDsn, oidc } = deps.config;
  const metas = [
    `<meta property="csp-nonce" nonce="${nonce}" />`,
    // `URL.href` contains no quotes.
    ...(oidc ? [`<meta name="company-sign-in" content="${escapeHtml(oidc.name)}" />`] : []),
    ...(sentryDsn ? [`<meta name="sentry-dsn" content="${new URL(sentryDsn).href.replaceAll('&', '&amp;')}" />`] : []),
  ];
  const key = keyMeta(request, deps);
  const end = html.indexOf('</head>');
  const parts = async function* () {
    yield html.slice(0, end).replace('<head>', ['<head>', ...metas].join('\n    '));
    yield (await key) + html.slice(end);
  };
  return reply
    .type('text/html; charset=utf-8')
    .headers({ 'cache-control': 'no-store', 'content-security-policy': policy(nonce, request.host) })
    .send(Readable.from(parts()));
}
