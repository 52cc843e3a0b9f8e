import { createHash } from 'node:crypto';
import { anyone } from '@quartermaster/contract/access.ts';
import type { App, Deps } from '../../core/app/deps.ts';
import { readProjectFile } from '../../core/environment/project-files.ts';
import { etagOf, isUnchanged } from '../../core/files/compressed-file.ts';
import { createFloodLimit } from '../../core/http/flood-limit.ts';
import { guides } from './guides.ts';

const open = { access: anyone, safe: true };

/** A document in the form in which it is sent. */
interface Document {
  body: Buffer;
  hash: string;
  headers: Record<string, string>;
}

/** The guides, and the OpenAPI document with a page to read it; each is made once, when it is first requested. */
export const docsRoutes = (app: App, { config }: Deps): void => {
  const limit = createFloodLimit({ calls: 120, seconds: 60 });
  let drawn: ReturnType<typeof drawNew> | undefined;
  const drawNew = async () => (await import('./openapi.ts')).createOpenApi(config.publicUrl, '1');
  const draw = () => {
    drawn ??= drawNew().catch((error: unknown) => {
      drawn = undefined;
      throw error;
    });
    return drawn;
  };

  const serve = (url: string, make: () => Promise<Document>) => {
    let made: Promise<Document> | undefined;
    app.get(url, { config: open }, async (request, reply) => {
      limit(request.ip);
      made ??= make().catch((error: unknown) => {
        made = undefined;
        throw error;
      });
      const { body, hash, headers } = await made;
      // With credentials, browsers would ignore the wildcard of CORS.
      if (headers['access-control-allow-origin']) reply.removeHeader('access-control-allow-credentials');
      reply.headers({ ...headers, etag: etagOf(hash, 'identity'), 'cache-control': 'no-cache' });
      return isUnchanged(request.headers['if-none-match'], hash) ? reply.code(304).send() : reply.send(body);
    });
  };

  serve('/openapi.json', async () =>
    documentOf(JSON.stringify(await draw()), {
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': '*',
    }),
  );

  serve('/docs', async () => pageOf((await import('./page.ts')).renderReference(await draw())));

  app.get<{ Querystring: { q?: unknown } }>('/docs/search', { config: open }, async (request, reply) => {
    limit(request.ip);
    const { longestSearch, renderReference } = await import('./page.ts');
    const search = String(request.query.q ?? '').slice(0, longestSearch);
    const { body, headers } = await pageOf(renderReference(await draw(), search));
    return reply.headers({ ...headers, 'cache-control': 'no-cache' }).send(body);
  });

  for (const name of Object.keys(guides))
    serve(`/docs/${name}`, async () => {
      const { renderGuide } = await import('./guide.ts');
      return pageOf(renderGuide(await readProjectFile(config.distDir, 'docs', `${name}.md`)));
    });
};

function documentOf(text: string, headers: Record<string, string>): Document {
  const body = Buffer.from(text);
  return { body, headers, hash: createHash('sha256').update(body).digest('base64url') };
}

async function pageOf(html: string): Promise<Document> {
  const { pagePolicy } = await import('./html-page.ts');
  return documentOf(html, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy });
}
