import type { Browser } from '@playwright/test';
import type { Bench } from '../bench.ts';
import { openBrowser, type Site, signedInState } from './browser.ts';

/** Both sides as seen by a browser, with the same list and the same item. */
export interface Sites {
  browser: Browser;
  product: Site;
  floor: Site;
  /** Label, and name, of the item in the form. */
  itemLabel: string;
}

/** Opens a browser for the duration of the work. */
export async function withSites<T>(
  { content, product, floor, session }: Bench,
  work: (sites: Sites) => Promise<T>,
): Promise<T> {
  const [list] = content.lists;
  if (!list) throw new Error('There is no list to open.');
  const { templateId, firstId } = list;
  const { item } = await session.call<{ item: { header: { internal_label: string } } }>(
    'GET',
    `/editor/${content.instanceId}/items/${templateId}/${firstId}`,
  );
  const browser = await openBrowser();
  const origin = `http://127.0.0.1:${product.port}`;
  const items = `${origin}/instance/${content.instanceId}/templates/${templateId}/items`;
  const floorOrigin = `http://127.0.0.1:${floor.port}`;
  try {
    return await work({
      browser,
      itemLabel: item.header.internal_label,
      product: {
        list: `${items}?size=25`,
        form: `${items}/${firstId}/edit`,
        state: signedInState(browser, origin),
        row: 'tbody tr[aria-rowindex]',
        filter: async (page, text) => {
          await page.getByLabel('Filter value').fill(text);
          await page.keyboard.press('Enter');
        },
        lastEvent: 'keydown',
      },
      floor: {
        list: `${floorOrigin}/list/${templateId}`,
        form: `${floorOrigin}/form/${templateId}/${firstId}`,
        state: async () => undefined,
        row: 'tr[data-row]',
        filter: (page, text) => page.getByRole('textbox').fill(text),
        lastEvent: 'input',
      },
    });
  } finally {
    await browser.close();
  }
}
