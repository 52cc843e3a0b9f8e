import type { Client } from 'pg';
import { alternate } from '../support/load.ts';
import { freshContext, leave, openBrowser, openList, signedInState } from '../support/pages/browser.ts';
import type { Figure } from '../support/report.ts';
import type { OwnServer } from '../support/servers/own-server.ts';
import { median } from '../support/statistics.ts';

const rounds = 9;
/** How many rows have to be painted: all of the short list. */
export const shortList = 10;

/** From the navigation to the painted rows of a long list of changes, compared with a list of ten in instances of the same size. */
export async function painted(
  { product }: OwnServer,
  client: Client,
  { long, short, count }: { long: number; short: number; count: number },
): Promise<Figure> {
  const browser = await openBrowser();
  try {
    const origin = `http://127.0.0.1:${product.port}`;
    const context = await freshContext(browser, { state: signedInState(browser, origin) });
    const page = await context.newPage();
    const site = { list: `${origin}/instance-sync`, row: 'tbody tr[aria-rowindex]' };
    const sides = [long, short].map((instanceId) => async () => {
      // The page is that of the account's active instance.
      await client.query('update accounts set active_instance_id = $1', [instanceId]);
      const at = await openList(page, site, shortList);
      await leave(page, site);
      return at;
    });
    await alternate(2, sides);
    const [ours = [], others = []] = await alternate(rounds, sides);
    return {
      goal: 'syncPainted',
      name: `navigation to painted list of ${count.toLocaleString('en-US')} changes`,
      unit: 'ms',
      product: median(ours),
      floor: median(others),
      against: `${shortList} changes`,
    };
  } finally {
    await browser.close();
  }
}
