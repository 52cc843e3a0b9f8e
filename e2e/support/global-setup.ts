import { createProduct } from './product.ts';

/** One product for the whole run, with the demo in it; where `E2E_URL` is given, that one is used and left as it is. */
export default async function globalSetup() {
  if (process.env.E2E_URL) return undefined;
  const product = await createProduct();
  await product.start();
  process.env.E2E_URL = product.url;
  process.env.E2E_DEV_HOST_URL = product.devHostUrl;
  return product.remove;
}
