import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { anyone } from '@quartermaster/contract/access.ts';
import type { FastifyReply } from 'fastify';
import type { App, Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';

const open = { access: anyone, safe: true };

/** The quick start, and the OpenAPI document with a page to read it; generated when they are requested. */
export const docsRoutes = (app: App, { config }: Deps): void => {
  const draw = async () => (await import('./openapi.ts')).createOpenApi(config.publicUrl, '1');

  app.get('/openapi.json', { config: open }, async (_request, reply) => {
    reply.header('access-control-allow-origin', '*').removeHeader('access-control-allow-credentials');
    return draw();
  });

  app.get('/docs', { config: open }, async (_request, reply) => {
    const { renderReference } = await import('./page.ts');
    return renderReference(await draw(), startPage(reply));
  });

  app.get('/docs/quick-start', { config: open }, async (_request, reply) => {
    const { renderGuide } = await import('./guide.ts');
    return renderGuide(await readGuide(config.distDir, 'quick-start.md'), startPage(reply));
  });
};

/** Sets the headers of a page; returns the nonce of its styles. */
function startPage(reply: FastifyReply): string {
  const nonce = randomBytes(16).toString('base64');
  reply.type('text/html; charset=utf-8');
  reply.header(
    'content-security-policy',
    `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`,
  );
  return nonce;
}

/** A guide from the sources, or its copy in the build where only that is deployed. */
async function readGuide(distDir: string, name: string): Promise<string> {
  for (const folder of [join(distDir, '..', 'docs'), join(distDir, 'server', 'docs')]) {
    const markdown = await readFile(join(folder, name), 'utf8').catch(() => undefined);
    if (markdown !== undefined) return markdown;
  }
  throw new AppError('not_found');
}
