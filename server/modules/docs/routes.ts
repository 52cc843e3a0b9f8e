import { anyone } from '@quartermaster/contract/access.ts';
import type { App, Deps } from '../../core/app/deps.ts';
import { readProjectFile } from '../../core/environment/project-files.ts';
import { createFloodLimit } from '../../core/http/flood-limit.ts';
import { networkOf } from '../../core/http/rate-limit.ts';
import { createDocument, type Document, once, sendDocument } from './documents.ts';
import { guides, longestSearch } from './guides.ts';

const open = { access: anyone, safe: true };

/** The guides, and the OpenAPI document with a page to read it; each is made once, when it is first requested. */
export const docsRoutes = (app: App, { config }: Deps): void => {
  const limit = createFloodLimit({ calls: 120, seconds: 60 });
  const guideNames = Object.keys(guides) as (keyof typeof guides)[];
  const readGuide = (name: string) => readProjectFile(config.distDir, 'docs', `${name}.md`);
  const draw = once(async () => {
    const { readContractComments } = await import('./contract-comments.ts');
    const { createOpenApi } = await import('./openapi.ts');
    return createOpenApi(config.publicUrl, '1', await readContractComments(config.distDir));
  });
  const readSections = once(async () => {
    const { sectionsOf } = await import('./search.ts');
    const read = async (name: keyof typeof guides) => sectionsOf(name, await readGuide(name).catch(() => ''));
    return (await Promise.all(guideNames.map(read))).flat();
  });

  const serve = (url: string, make: () => Promise<Document>) => {
    const made = once(make);
    app.get(url, { config: open }, async (request, reply) => {
      limit(networkOf(request.ip));
      return sendDocument(request, reply, await made());
    });
  };

  serve('/openapi.json', async () =>
    createDocument(JSON.stringify(await draw()), {
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': '*',
    }),
  );

  serve('/docs', async () => pageOf((await import('./page.ts')).renderReference(await draw())));

  app.get<{ Querystring: { q?: unknown } }>('/docs/search', { config: open }, async (request, reply) => {
    limit(networkOf(request.ip));
    const { renderSearch } = await import('./search.ts');
    const search = String(request.query.q ?? '').slice(0, longestSearch);
    return sendDocument(request, reply, await pageOf(renderSearch(await draw(), await readSections(), search)));
  });

  for (const name of guideNames)
    serve(`/docs/${name}`, async () => pageOf((await import('./guide.ts')).renderGuide(name, await readGuide(name))));
};

async function pageOf(html: string): Promise<Document> {
  const { pagePolicy } = await import('./html-page.ts');
  return createDocument(html, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy });
}
