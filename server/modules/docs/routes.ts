import { randomBytes } from 'node:crypto';
import { anyone } from '@quartermaster/contract/access.ts';
import type { App, Deps } from '../../core/app/deps.ts';

const open = { access: anyone, safe: true };

/** The OpenAPI document and a page to read it; generated on first request. */
export const docsRoutes = (app: App, { config }: Deps): void => {
  const draw = async () => (await import('./openapi.ts')).createOpenApi(config.publicUrl, '1');

  app.get('/openapi.json', { config: open }, async (_request, reply) => {
    reply.header('access-control-allow-origin', '*').removeHeader('access-control-allow-credentials');
    return draw();
  });

  app.get('/docs', { config: open }, async (_request, reply) => {
    const nonce = randomBytes(16).toString('base64');
    const { renderReference } = await import('./page.ts');
    reply.type('text/html; charset=utf-8');
    reply.header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`,
    );
    return renderReference(await draw(), nonce);
  });
};
