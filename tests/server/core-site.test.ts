import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { api } from '@quartermaster/contract/endpoints/api.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { buildServer } from '../../server/build-server.ts';
import type { App } from '../../server/core/app/deps.ts';
import { createDevHost } from '../../server/core/app/dev-host.ts';
import { guides } from '../../server/modules/docs/guides.ts';
import { keepRelease } from '../../server/modules/site/plugin-releases.ts';
import { shows } from '../specification/shows.ts';
import { testEnvironment } from '../support/server.ts';
import { testDatabase } from '../support/server-database.ts';
import { scopesOf } from './access-table.ts';

const distDir = mkdtempSync(join(tmpdir(), 'quartermaster-test-'));
const write = (name: string, content: string) => {
  mkdirSync(dirname(join(distDir, name)), { recursive: true });
  writeFileSync(join(distDir, name), content);
};
write('console/index.html', '<!doctype html>\n<html>\n  <head>\n    <title>Console</title>\n  </head>\n</html>\n');
write('console/assets/main-Ab12Cd34.js', 'console');
write('plugin/quartermaster.js', 'plugin');
write('plugin/quartermaster.js.br', 'compressed');
write('plugin/quartermaster.css', 'styles');
write('plugin/embed-manifest.json', '{}');
write('plugin/chunks/console-Ab12Cd34.js', 'chunk');
write('dev-host/index.html', '<title>Portal</title>');
write('dev-host/boot.js', 'boot');

const portal = 'http://localhost:4401';
const config = { ...testEnvironment(), distDir };
let app: App;
beforeAll(async () => {
  app = await buildServer({ database: await testDatabase(), config });
});
afterAll(async () => {
  await app.close();
  rmSync(distDir, { recursive: true });
});

const navigate = (url: string) => app.inject({ url, headers: { accept: 'text/html,application/xhtml+xml' } });

describe('the console page', () => {
  test.each(['/', '/login?from=%2F', '/instance/7/templates/hero', '/settings/exported-data'])(
    'is served at %s',
    async (url) => {
      shows('3.start.address.console', '3.start.address.console-same-process');
      const response = await navigate(url);
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.body).toContain('<title>Console</title>');
    },
  );

  test('has its own nonce in its policy, and nothing unsafe', async () => {
    const nonces = new Set<string>();
    for (let time = 0; time < 3; time++) {
      const { body, headers } = await navigate('/');
      const nonce = /<meta property="csp-nonce" nonce="([\w+/=]{24})" \/>/.exec(body)?.[1] ?? '';
      nonces.add(nonce);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain(`style-src 'self' 'nonce-${nonce}';`);
      expect(policy).toMatch(
        /^default-src 'none'; script-src localhost:\d+\/assets\/ localhost:\d+\/dev\/billing\/paddle\.js/,
      );
      expect(policy).not.toMatch(/script-src [^;]*'self'/);
      // The checkout of the billing simulator, and extensions.
      expect(policy).toMatch(/frame-src 'self' http:\/\/localhost:\d+\/v1\/extensions\/;/);
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy).not.toContain('unsafe');
    }
    expect(nonces.size).toBe(3);
    expect(nonces.has('')).toBe(false);
  });

  test('is sent up to the end of its head before the database has answered', async () => {
    const database = await testDatabase();
    const { promise: answered, resolve: answer } = Promise.withResolvers<object[]>();
    const query = (sql: string, values: unknown[], name?: string) =>
      name?.startsWith('kept-answers') ? answered : database.query(sql, values, name);
    const slow = await buildServer({ database: { ...database, query } as typeof database, config });
    const headers = { accept: 'text/html', cookie: 'qm_refresh=of-a-user' };
    const page = (await slow.inject({ url: '/', headers, payloadAsStream: true })).stream().setEncoding('utf8');
    const parts = page[Symbol.asyncIterator]();
    const { value: head } = await parts.next();
    expect(head).toContain('<title>Console</title>');
    expect(head).not.toContain('answers-key');
    answer([{ id: 1, access: 'all' }]);
    const { value: end } = await parts.next();
    expect(end).toMatch(/^<meta name="answers-key" content="[\w+/=]{44}" \/><\/head>\n<\/html>\n$/);
    await slow.close();
  });

  test('names the error reporting address, and its policy allows it, only if a DSN is set', async () => {
    const plain = await navigate('/');
    expect(plain.body).not.toContain('sentry-dsn');
    expect(plain.headers['content-security-policy']).toContain("connect-src 'self';");
    const sentryDsn = 'https://key@sentry.example/42';
    const reporting = await buildServer({ database: await testDatabase(), config: { ...config, sentryDsn } });
    const { body, headers } = await reporting.inject({ url: '/', headers: { accept: 'text/html' } });
    await reporting.close();
    expect(body).toContain(`<meta name="sentry-dsn" content="${sentryDsn}" />`);
    expect(headers['content-security-policy']).toContain("connect-src 'self' https://sentry.example;");
  });

  test('names the company sign-in of the server, if it has one', async () => {
    shows('5.company.sign-in-page');
    expect((await navigate('/login')).body).not.toContain('company-sign-in');
    const oidc = {
      name: 'Studio "&" Co',
      issuer: '',
      clientId: '',
      clientSecret: 'hidden',
      domains: [],
      portalClientId: '',
    };
    const named = await buildServer({ database: await testDatabase(), config: { ...config, oidc } });
    const { body } = await named.inject({ url: '/login', headers: { accept: 'text/html' } });
    await named.close();
    expect(body).toContain('<meta name="company-sign-in" content="Studio &quot;&amp;&quot; Co" />');
    expect(body).not.toContain('hidden');
  });

  test('is public, also without an Accept header', async () => {
    for (const headers of [{}, { accept: '*/*' }]) {
      for (const url of ['/', '/?from=a-monitor']) {
        expect((await app.inject({ url, headers })).body).toContain('<title>Console</title>');
      }
    }
  });

  test('is not served for requests other than navigation', async () => {
    for (const url of ['/assets/gone-Ab12Cd34.js', '/nothing', '/index.html']) {
      const response = await app.inject({ url, headers: { accept: '*/*' } });
      expect([response.statusCode, response.json<{ error: string }>().error]).toEqual([404, 'not_found']);
    }
    expect((await navigate('/v1/nothing')).statusCode).toBe(404);
    expect((await app.inject({ method: 'POST', url: '/', headers: { accept: 'text/html' } })).statusCode).toBe(404);
  });

  test('finds its assets, which are cached forever', async () => {
    const { body, headers } = await app.inject('/assets/main-Ab12Cd34.js');
    expect(body).toBe('console');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const head = await app.inject({ method: 'HEAD', url: '/assets/main-Ab12Cd34.js' });
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '7']);
  });
});

describe('the plugin', () => {
  const get = (name: string, headers: Record<string, string> = { origin: portal }) =>
    app.inject({ url: `/plugin/${name}`, headers });

  test('can be imported by an allowed origin, compressed, and is revalidated', async () => {
    shows('3.start.address.plugin', '3.start.address.plugin-origins');
    const { body, headers } = await get('quartermaster.js', { origin: portal, 'accept-encoding': 'gzip, br' });
    expect(body).toBe('compressed');
    expect(headers).toMatchObject({
      'access-control-allow-origin': portal,
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'Accept-Encoding, Origin',
    });
    const again = await get('quartermaster.js', { 'accept-encoding': 'br', 'if-none-match': String(headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test('has its chunks cached forever, but not its styles and manifest', async () => {
    shows('3.start.address.plugin-assets');
    expect((await get('chunks/console-Ab12Cd34.js')).headers['cache-control']).toContain('immutable');
    expect((await get('quartermaster.css')).headers['cache-control']).toBe('no-cache');
    expect((await get('embed-manifest.json')).headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'application/json; charset=utf-8',
    });
  });

  test('can be imported by any other origin, so that it can report the missing setting there, but without cookies', async () => {
    const { headers } = await get('quartermaster.js', { origin: 'https://other.example' });
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  test('serves no other files', async () => {
    for (const name of ['', 'gone.js', '../console/index.html', '%2e%2e/console/assets/main-Ab12Cd34.js']) {
      expect((await get(name, { accept: 'text/html' })).body).not.toMatch(/^(console|plugin)$/);
      expect((await get(`${name}?x=1`)).statusCode).toBe(404);
    }
  });
});

test('the server is ready once its start-up work is done', async () => {
  const work = Promise.withResolvers<void>();
  app.deps.startWork.add('the release of the plugin is being stored', work.promise);
  const waiting = await app.inject('/readyz');
  expect(waiting.statusCode).toBe(503);
  expect(waiting.json().message).toBe('The server is still starting: the release of the plugin is being stored.');
  work.resolve();
  await app.deps.startWork.done();
  expect((await app.inject('/readyz')).statusCode).toBe(200);
});

describe('a release of the plugin', () => {
  const release = (name: string, commit: number) => `${name}-${String(commit).padStart(12, '0')}`;
  const current = release('0.2.0', 2);
  const earlier = release('0.1.0', 1);

  /** A server with its own folders: one with the current release, one with stored earlier ones. */
  async function served() {
    const folder = mkdtempSync(join(tmpdir(), 'quartermaster-test-'));
    const own = { ...config, distDir: join(folder, 'dist'), dataDir: join(folder, 'data'), pluginReleases: 2 };
    const put = (id: string, place: string) => {
      for (const [name, content] of Object.entries({
        'quartermaster.js': `module of ${id}`,
        'chunks/console-Ab12Cd34.js': 'chunk',
        'embed-manifest.json': JSON.stringify({ contract: { release: { id } } }),
      })) {
        mkdirSync(dirname(join(place, name)), { recursive: true });
        writeFileSync(join(place, name), content);
      }
    };
    const build = (id: string) => put(id, join(own.distDir, 'plugin'));
    build(current);
    put(earlier, join(own.dataDir, 'plugin', earlier));
    const site = await buildServer({ database: await testDatabase(), config: own });
    onTestFinished(async () => {
      await site.close();
      rmSync(folder, { recursive: true });
    });
    const get = async (address: string) => site.inject({ url: `/plugin/${address}`, headers: { origin: portal } });
    return { own, build, get, kept: () => readdirSync(join(own.dataDir, 'plugin')).sort() };
  }

  test('is served under its own address permanently, also after an upgrade', async () => {
    const { get } = await served();
    for (const id of [current, earlier]) {
      const { body, headers } = await get(`${id}/quartermaster.js`);
      expect(body).toBe(`module of ${id}`);
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'access-control-allow-origin': portal,
        'cross-origin-resource-policy': 'cross-origin',
      });
      expect((await get(`${id}/chunks/console-Ab12Cd34.js`)).body).toBe('chunk');
    }
    expect((await get('quartermaster.js')).body).toBe(`module of ${current}`);
    const unknown = [
      `${release('0.3.0', 3)}/chunks/console-Ab12Cd34.js`,
      `${earlier}/gone.js`,
      `${earlier}/`,
      `${earlier}/../x.js`,
    ];
    for (const address of unknown) expect((await get(address)).statusCode).toBe(404);
  });

  test.each([
    ['quartermaster.js', '..'],
    ['shared/quartermaster.js', '../..'],
  ])('that was removed is answered with a module that explains so: %s', async (name, above) => {
    shows('4.host.releases.removed');
    const { get } = await served();
    const removed = release('0.0.9', 9);
    const { statusCode, headers, body } = await get(`${removed}/${name}`);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' });
    expect(body).toBe(`export * from '${above}/quartermaster.js?removed=${removed}';\n`);
    expect((await get(`quartermaster.js?removed=${removed}`)).body).toBe(`module of ${current}`);
  });

  test('is never replaced by another build while the server runs', async () => {
    const { own, build, get } = await served();
    await keepRelease(own);
    build(release('0.3.0', 3));
    expect((await get(`${current}/quartermaster.js`)).body).toBe(`module of ${current}`);
  });

  test('is stored until the configured number of newer ones have been started', async () => {
    const { own, build, get, kept } = await served();
    const earliest = join(own.dataDir, 'plugin', earlier);
    utimesSync(earliest, new Date(0), new Date(0));
    await keepRelease(own);
    expect(kept()).toEqual([earlier, current]);
    // A start of the same release changes nothing.
    await keepRelease(own);
    expect(kept()).toEqual([earlier, current]);

    const next = release('0.3.0', 3);
    build(next);
    await keepRelease(own);
    expect(kept()).toEqual([current, next]);
    expect((await get(`${current}/quartermaster.js`)).body).toBe(`module of ${current}`);
    expect((await get(`${earlier}/quartermaster.js`)).body).toContain('removed');
  });

  test('is served without being stored, and others are removed, if the limit is zero', async () => {
    const { own, get, kept } = await served();
    await keepRelease({ ...own, pluginReleases: 0 });
    expect(kept()).toEqual([]);
    expect((await get(`${current}/quartermaster.js`)).body).toBe(`module of ${current}`);
  });
});

test('the dev host serves its pages, their assets, and the address of the API', async () => {
  shows('3.start.address.dev-host');
  const server = createDevHost({ ...config, publicUrl: 'http://localhost:4999' }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address?.port}`;
  const read = async (path: string, init?: RequestInit) => {
    const response = await fetch(url + path, init);
    return [response.status, await response.text()];
  };
  const html = { headers: { accept: 'text/html' } };
  expect(await read('/config.json')).toEqual([200, '{"apiOrigin":"http://localhost:4999"}']);
  expect(await read('/', html)).toEqual([200, '<title>Portal</title>']);
  expect(await read('/')).toEqual([200, '<title>Portal</title>']);
  expect(await read('/content/instance/1', html)).toEqual([200, '<title>Portal</title>']);
  expect(await read('/boot.js')).toEqual([200, 'boot']);
  expect((await read('/gone.js'))[0]).toBe(404);
  expect((await read('/', { ...html, method: 'POST' }))[0]).toBe(404);
  await new Promise((resolve) => server.close(resolve));
});

test('the dev host says that it is being built until it and the plugin are there', async () => {
  const distDir = mkdtempSync(join(tmpdir(), 'quartermaster-dist-'));
  const server = createDevHost({ ...config, distDir }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    rmSync(distDir, { recursive: true });
  });
  await once(server, 'listening');
  const address = server.address();
  const read = async () => {
    const response = await fetch(`http://127.0.0.1:${typeof address === 'object' && address?.port}/content`, {
      headers: { accept: 'text/html' },
    });
    return [response.status, await response.text()];
  };
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(distDir, file)), { recursive: true });
    writeFileSync(join(distDir, file), text);
  };
  const waits = [503, expect.stringContaining('http-equiv="refresh"')];
  expect(await read()).toEqual(waits);
  write('dev-host/index.html', '<title>Portal</title>');
  expect(await read()).toEqual(waits);
  write('plugin/quartermaster.js', 'export {}');
  expect(await read()).toEqual([200, '<title>Portal</title>']);
});

describe('the API reference', () => {
  const policyOf = (body: string) => {
    const styles = /<style>([\s\S]+)<\/style>/.exec(body)?.[1] ?? '';
    const hash = createHash('sha256').update(styles).digest('base64');
    return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'`;
  };

  test('describes exactly the endpoints of the contract', async () => {
    shows('3.start.address.openapi');
    const response = await app.inject('/openapi.json');
    const document = response.json<{
      openapi: string;
      paths: Record<string, Record<string, { operationId: string; responses: object }>>;
    }>();
    expect(document.openapi).toBe('3.1.0');
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method} ${path}`),
    );
    const expected = api.flatMap(({ name, endpoint }) => {
      const path = `/v1${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`;
      const own = `${name} ${endpoint.method.toLowerCase()} ${path}`;
      return endpoint.isFile ? [own, `${name}.head head ${path}`] : [own];
    });
    expect(operations.toSorted()).toEqual(expected.toSorted());
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const operation of Object.values(methods)) {
        const named = (operation as { parameters?: { name: string; in: string }[] }).parameters ?? [];
        const inPath = named.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`);
        expect(path.match(/\{\w+\}/g) ?? []).toEqual(inPath);
      }
    }
  });

  test('shows which calls accept a form', async () => {
    const { paths } = (await app.inject('/openapi.json')).json<{
      paths: Record<string, Record<string, { operationId: string; requestBody?: { content: object } }>>;
    }>();
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    const takesForm = ({ requestBody }: (typeof operations)[number]) =>
      Object.keys(requestBody?.content ?? {}).includes('application/x-www-form-urlencoded');
    expect(operations.filter(takesForm).map(({ operationId }) => operationId)).toEqual([
      'tokenExchange.exchange',
      'comments.stopMails',
    ]);
    expect((await app.inject('/docs')).body).toContain('<h3>Body</h3><p>application/x-www-form-urlencoded</p><table');
  });

  test('shows which scopes of tokens open a call', async () => {
    shows('4.tokens.documented');
    const { paths } = (await app.inject('/openapi.json')).json<{
      paths: Record<string, Record<string, { operationId: string; description: string; security: object[] }>>;
    }>();
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    for (const { name, endpoint } of api) {
      const { description, security } = operations.find(({ operationId }) => operationId === name) ?? {};
      const scopes = scopesOf(name);
      const isOpen = security?.some((one) => 'projectToken' in one);
      expect([name, isOpen]).toEqual([name, scopes.length > 0]);
      if (scopes.length > 0) expect(description).toContain(` Or a token with the scope ${scopes.join(' or ')}.`);
      else if (endpoint.access.scope !== 'public') expect(description).toContain('No tokens of the project.');
    }
  });

  test('finds calls by words, and links to the guides, which lead to each other', async () => {
    const { body, headers } = await app.inject('/docs/search?q=webhook+test');
    expect(headers['content-security-policy']).toBe(policyOf(body));
    expect([...body.matchAll(/<div id="([^"]+)">/g)].map(([, id]) => id)).toEqual(['webhooks.test']);
    expect(body).toContain('1 call with “webhook test”');
    // Without the sources of the contract, the name of the call.
    expect(body).toContain('<span>Test</span>');
    expect((await app.inject('/docs/search?q=%3Cb%3E')).body).toContain('0 calls with “&lt;b&gt;”');
    for (const name of Object.keys(guides)) {
      write(`server/docs/${name}.md`, readFileSync(`docs/${name}.md`, 'utf8'));
      const guide = await app.inject(`/docs/${name}`);
      expect([name, guide.statusCode]).toEqual([name, 200]);
      expect(body).toContain(`<a href="/docs/${name}">`);
      const targets = [...guide.body.matchAll(/<a href="\/docs\/([\w-]+)/g)].map(([, target]) => target);
      expect(targets.filter((target) => !Object.hasOwn(guides, target ?? ''))).toEqual([]);
      expect(guide.body).not.toMatch(/<script|style="|<p>\|/);
    }
  });

  test('serves the quick start from docs/, without scripts or external resources', async () => {
    const written = readFileSync('docs/quick-start.md', 'utf8');
    write('server/docs/quick-start.md', written);
    const { body, headers, statusCode } = await app.inject('/docs/quick-start');
    expect(statusCode).toBe(200);
    expect(headers['content-security-policy']).toBe(policyOf(body));
    expect([...body.matchAll(/<h2 id="([^"]+)">/g)].map(([, id]) => `#${id}`)).toEqual(
      [...body.matchAll(/<a href="(#[^"]+)">/g)].map(([, href]) => href),
    );
    expect(body.match(/<h2/g)).toHaveLength(written.match(/^## /gm)?.length ?? 0);
    expect(body.match(/<li>(?!<a )/g)).toHaveLength(written.match(/^(-|\d\.) /gm)?.length ?? 0);
    expect(body).toContain('<h1>Quick start</h1>');
    expect(body).toContain('<pre tabindex="0"><code>[\n  { &quot;id&quot;: 1');
    expect(body).not.toMatch(/\*\*|<script|style="|<a href="http/);
  });

  test('is one page with every call, without scripts or external resources', async () => {
    shows('3.start.address.docs');
    const { body, headers } = await app.inject('/docs');
    expect(headers['content-security-policy']).toBe(policyOf(body));
    for (const { name, endpoint } of api) {
      expect(body).toContain(`id="${name}"`);
      expect(body).toContain(`<code>/v1${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}</code>`);
    }
    expect(body).not.toMatch(/<script|style="|(?:src|href)="https?:/);
  });

  test.each(['/docs', '/openapi.json', '/docs/quick-start'])('is rendered once and revalidated at %s', async (url) => {
    const { headers, body } = await app.inject(url);
    expect(headers['cache-control']).toBe('no-cache');
    const again = await app.inject({ url, headers: { 'if-none-match': String(headers.etag) } });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag]);
    expect((await app.inject(url)).body).toBe(body);
  });

  test('is limited per network, with a retry time', async () => {
    const read = (remoteAddress: string) => app.inject({ url: '/docs', remoteAddress });
    for (let call = 0; call < 120; call += 1) expect((await read('203.0.113.7')).statusCode).toBe(200);
    const { statusCode, headers } = await read('203.0.113.7');
    expect(statusCode).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect((await read('203.0.113.8')).statusCode).toBe(200);
  });
});
