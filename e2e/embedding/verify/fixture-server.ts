import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const folder = import.meta.dirname;
const singleSpa = join(
  createRequire(import.meta.url).resolve('single-spa/package.json'),
  '../lib/es2015/esm/single-spa.min.js',
);
const types: Record<string, string> = { js: 'text/javascript', css: 'text/css', json: 'application/json' };

/** Rules that a console must not have. */
const leakingRules: Record<string, string> = {
  'host-styles': 'button { letter-spacing: 7px }',
  'dialog-styles': 'body:has([data-qm-overlay] [role=dialog]) header { letter-spacing: 7px }',
  'root-variables': ':root { --fixture: 1px }',
};

/** A session of the host: its server needs the cookie, its page the stored entry. */
export const session = { cookie: 'portal-session', stored: 'portal-person' };
const guard = `<script nonce="n1">localStorage.getItem('${session.stored}') ?? location.replace('/sign-in')</script>`;

interface Fixture {
  /** The page with the console. */
  url: string;
  module: string;
  stylesheet: string;
  close: () => void;
}

/**
 * A host page, and on another origin the fixture plugin with faults, comma-separated; without a fault it fulfils all promises. With
 * `signIn` the page redirects unless a user is signed in.
 */
export async function startFixture(faults = '', { signIn = false } = {}): Promise<Fixture> {
  const plugin = await listen((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname.replace('/plugin/', '');
    const body = path === 'embed-manifest.json' ? manifest(faults) : fileOf(path, faults);
    if (body === null) return response.writeHead(404).end();
    const type = types[path.split('.').at(-1) ?? ''] ?? 'text/plain';
    return response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(body);
  });
  const module = `${plugin.origin}/plugin/quartermaster.js?faults=${faults}`;
  const policy = [
    `default-src 'self'`,
    `script-src 'self' ${plugin.origin} 'nonce-n1'`,
    `style-src 'self' ${plugin.origin}`,
  ].join('; ');
  const host = await listen((request, response) => {
    if (request.url === '/single-spa.js') {
      return response.writeHead(200, { 'content-type': 'text/javascript' }).end(readFileSync(singleSpa));
    }
    if (request.url === '/sign-in')
      return response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>');
    if (signIn && !request.headers.cookie?.includes(`${session.cookie}=`)) {
      return response.writeHead(302, { location: '/sign-in' }).end();
    }
    const html = readFileSync(join(folder, 'host.html'), 'utf8').replace('{module}', module);
    const page = signIn ? html.replace('<body>', `<body>${guard}`) : html;
    return response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy }).end(page);
  });
  return {
    url: `${host.origin}/content`,
    module,
    stylesheet: `${plugin.origin}/plugin/assets/quartermaster.css?faults=${faults}`,
    close() {
      plugin.close();
      host.close();
    },
  };
}

const rulesOf = (faults: string) =>
  faults
    .split(',')
    .map((fault) => leakingRules[fault] ?? '')
    .join('\n');

function fileOf(path: string, faults: string): string | null {
  const known = ['quartermaster.js', 'chunks/console.js', 'assets/quartermaster.css'];
  if (!known.includes(path)) return null;
  const content = readFileSync(join(folder, 'plugin', path), 'utf8');
  return path.endsWith('.css') ? content + rulesOf(faults) : content;
}

function manifest(faults: string): string {
  const hashOf = (path: string) => {
    const content = faults.split(',').includes('wrong-hash') ? 'something else' : (fileOf(path, faults) ?? '');
    return `sha384-${createHash('sha384').update(content).digest('base64')}`;
  };
  const files = ['quartermaster.js', 'assets/quartermaster.css'];
  const integrity = Object.fromEntries(files.map((path) => [path, hashOf(path)]));
  return JSON.stringify({ contract: { version: 1 }, integrity });
}

export async function listen(listener: RequestListener) {
  const server = createServer(listener).listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    origin: `http://localhost:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
