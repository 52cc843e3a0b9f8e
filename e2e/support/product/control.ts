import { ownProduct } from './own-product.ts';

/** Stops this worker’s product like Ctrl-C; returns its exit code. */
export const stopProduct = () => order('stop');

/** Starts it on its data unless it is running, and waits until it is ready. */
export const startProduct = () => order('start');

async function order(path: 'start' | 'stop'): Promise<unknown> {
  const { controlUrl } = ownProduct;
  if (!controlUrl) throw new Error('Only a product that the run has started itself can be stopped: leave E2E_URL out.');
  const response = await fetch(`${controlUrl}/${path}`, { method: 'POST' });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return JSON.parse(text);
}
