/** Where a worker finds the product that is its own. */
export interface OwnProduct {
  url: string;
  devHostUrl: string;
  /** Takes `/start` and `/stop`; there is none where `E2E_URL` names a product of somebody else. */
  controlUrl?: string;
}

/** Tells the workers, which are other processes, where the products are: one for each. */
export function handOut(products: readonly OwnProduct[]): void {
  process.env.E2E_PRODUCTS = JSON.stringify(products);
}

/** The product of this worker; the addresses are empty where tests are only listed. */
export const ownProduct: OwnProduct = find();

function find(): OwnProduct {
  const { E2E_URL: url, E2E_DEV_HOST_URL: devHostUrl = '', E2E_PRODUCTS, TEST_PARALLEL_INDEX } = process.env;
  if (url) return { url, devHostUrl };
  const products: OwnProduct[] = JSON.parse(E2E_PRODUCTS ?? '[]');
  return products[Number(TEST_PARALLEL_INDEX)] ?? { url: '', devHostUrl: '' };
}
