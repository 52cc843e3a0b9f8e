/** Stops the product of this run as Ctrl-C does; answers its exit code. */
export const stopProduct = () => order('stop');

/** Starts it again on its data, and waits until it is ready. */
export const startProduct = () => order('start');

async function order(path: 'start' | 'stop'): Promise<unknown> {
  const url = process.env.E2E_CONTROL_URL;
  if (!url) throw new Error('Only a product that the run has started itself can be stopped: leave E2E_URL out.');
  const response = await fetch(`${url}/${path}`, { method: 'POST' });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return JSON.parse(text);
}
