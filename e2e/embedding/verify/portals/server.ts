import { readFileSync } from 'node:fs';
import { request as call, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { listen } from '../fixture-server.ts';
import { type Addresses, portals } from './portals.ts';
import { pageOf } from './template.ts';

const singleSpa = readFileSync(
  join(createRequire(import.meta.url).resolve('single-spa/package.json'), '../lib/es2015/esm/single-spa.min.js'),
);
const pluginFolder = join(import.meta.dirname, '../plugin');

/**
 * Serves all planted portals from one origin, each below its name, and forwards the console's calls to the product;
 * serves the fixture plugin, correct and with faults, from another origin.
 */
export async function startPortals(product: string): Promise<{ addresses: Addresses; close: () => void }> {
  const plugin = await listen(servePlugin);
  const host = await listen((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname.startsWith('/v1/')) return forward(product, request, response);
    if (pathname === '/single-spa.js') return answer(response, 'text/javascript', singleSpa);
    const [, name = '', file = ''] = pathname.split('/');
    const planted = portals(addresses)[name];
    if (!planted) return response.writeHead(404).end();
    if (file === 'file.js') return answer(response, 'text/javascript', planted.file ?? '');
    if (file === 'sign-in') return answer(response, 'text/html', '<h1>Sign in</h1>');
    if (planted.redirectsTo && file === 'content')
      return response.writeHead(302, { location: planted.redirectsTo }).end();
    const policy = planted.policy ? { 'content-security-policy': planted.policy } : {};
    return answer(response, 'text/html', pageOf(name, planted), policy);
  });
  const api = await listen((request, response) => {
    const cors = {
      'access-control-allow-origin': host.origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '',
    };
    if (request.method === 'OPTIONS') return response.writeHead(204, cors).end();
    forward(product, request, response, cors);
  });
  const addresses: Addresses = { host: host.origin, plugin: plugin.origin, api: api.origin, product };
  return {
    addresses,
    close() {
      plugin.close();
      api.close();
      host.close();
    },
  };
}

function servePlugin({ url = '/' }: IncomingMessage, response: ServerResponse) {
  const [, how, ...path] = new URL(url, 'http://localhost').pathname.split('/');
  const file = path.join('/');
  const origin: Record<string, string> = how === 'closed' ? {} : { 'access-control-allow-origin': '*' };
  if (how === 'missing') return response.writeHead(404, origin).end();
  if (how === 'page') return answer(response, 'text/html', '<!doctype html><title>Portal</title>', origin);
  const known = ['quartermaster.js', 'chunks/console.js', 'assets/quartermaster.css'];
  if (!known.includes(file)) return response.writeHead(404, origin).end();
  const type = file.endsWith('.css') ? 'text/css' : 'text/javascript';
  return answer(response, type, readFileSync(join(pluginFolder, file)), origin);
}

function answer(response: ServerResponse, type: string, body: string | Buffer, headers: Record<string, string> = {}) {
  response.writeHead(200, { 'content-type': type, ...headers }).end(body);
}

/** Forwards a call, like a portal's server that proxies the API below its own address. */
function forward(
  product: string,
  request: IncomingMessage,
  response: ServerResponse,
  added: Record<string, string> = {},
) {
  const { host: _, origin: __, ...headers } = request.headers;
  const passed = call(`${product}${request.url}`, { method: request.method, headers }, (answered) => {
    response.writeHead(answered.statusCode ?? 502, { ...answered.headers, ...added });
    answered.pipe(response);
  });
  passed.on('error', () => response.writeHead(502).end());
  request.pipe(passed);
}
