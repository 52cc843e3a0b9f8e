/** Where a worker finds its own product. */
export interface OwnProduct {
  url: string;
  devHostUrl: string;
  /** Accepts `/start` and `/stop`; absent if `E2E_URL` names an external product. */
  controlUrl?: string;
}

/** Passes the addresses of the products, one per worker, to the worker processes. */
export function handOut(products: readonly OwnProduct[]): void {
  process.env.E2E_PRODUCTS = JSON.stringify(products);
}

/** This worker’s product; the addresses are empty while tests are only listed. */
export const ownProduct: OwnProduct = find();

function find(): OwnProduct {
  const { E2E_URL: url, E2E_DEV_HOST_URL: devHostUrl = '', E2E_PRODUCTS, TEST_PARALLEL_INDEX } = process.env;
  if (url) return { url, devHostUrl };
  const products: OwnProduct[] = JSON.parse(E2E_PRODUCTS ?? '[]');
  return products[Number(TEST_PARALLEL_INDEX)] ?? { url: '', devHostUrl: '' };
}
