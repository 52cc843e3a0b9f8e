import { once } from 'node:events';
import { createServer } from 'node:http';
import { createProduct, type Product } from './product.ts';

/**
 * One product for the whole run, with the demo in it; two servers that take turns where `E2E_DATABASE_URL` names a PostgreSQL.
 * Where `E2E_URL` is given, that one is used and left as it is, and what needs to stop it fails.
 */
export default async function globalSetup() {
  if (process.env.E2E_URL) return undefined;
  const product = await createProduct();
  await product.start();
  const control = await openControl(product);
  process.env.E2E_URL = product.url;
  process.env.E2E_DEV_HOST_URL = product.devHostUrl;
  process.env.E2E_CONTROL_URL = control.url;
  return async () => {
    control.close();
    await product.remove();
  };
}

/** Lets tests, which run in other processes, stop the product and start it again. */
async function openControl({ start, stop }: Product) {
  const server = createServer((request, response) => {
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
