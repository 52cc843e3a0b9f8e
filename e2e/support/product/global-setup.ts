import { once } from 'node:events';
import { createServer } from 'node:http';
import type { FullConfig } from '@playwright/test';
import { handOut } from './own-product.ts';
import { createProduct, type Product } from './product.ts';

/**
 * A product for each worker, with the demo in it; two servers that take turns if `E2E_DATABASE_URL` is a PostgreSQL. It
 * is started by the first test of its worker, as a few tests need only one worker. With `E2E_URL` that product is used
 * and left unchanged, and tests that need to stop it fail.
 */
export default async function globalSetup({ workers }: FullConfig) {
  if (process.env.E2E_URL) return undefined;
  const products = await Promise.all(Array.from({ length: workers }, () => createProduct()));
  const controls = await Promise.all(products.map(openControl));
  handOut(products.map(({ url, devHostUrl }, index) => ({ url, devHostUrl, controlUrl: controls[index]?.url ?? '' })));
  return async () => {
    for (const control of controls) control.close();
    await Promise.all(products.map((product) => product.remove()));
  };
}

/** Lets tests, which run in other processes, start and stop the product. */
async function openControl({ start, stop }: Product) {
  const server = createServer((request, response) => {
    // If kept alive, it might be closed here just as the next request arrives.
    response.shouldKeepAlive = false;
    const done = request.url === '/start' ? start() : stop();
    done.then(
      (code) => response.end(JSON.stringify(code ?? null)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `http://localhost:${port}`, close: () => server.close() };
}
