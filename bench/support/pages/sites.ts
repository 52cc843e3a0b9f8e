import type { Browser } from '@playwright/test';
import { change } from '../../load/jobs.ts';
import type { Bench } from '../bench.ts';
import { openBrowser, type Site, signedInState } from './browser.ts';

/** Both sides as seen by a browser, with the same list and the same item. */
export interface Sites {
  browser: Browser;
  product: Site;
  floor: Site;
  /** Label, and name, of the item in the form, which is also the first of the list. */
  itemLabel: string;
  /** Saves a new text in that item, in a field that list and form show, and returns it. */
  mark: () => Promise<string>;
}

interface ItemAnswer {
  item: { header: { internal_label: string }; version: number };
}

/** Opens a browser for the duration of the work. */
export async function withSites<T>(
  { content, product, floor, session }: Bench,
  work: (sites: Sites) => Promise<T>,
): Promise<T> {
  const [list] = content.lists;
  if (!list) throw new Error('There is no list to open.');
  const { templateId, firstId } = list;
  const itemPath = `/editor/${content.instanceId}/items/${templateId}/${firstId}`;
  const readItem = async () => (await session.call<ItemAnswer>('GET', itemPath)).item;
  const itemLabel = (await readItem()).header.internal_label;
  const mark = async () => {
    const { version } = await readItem();
    const text = `Seen in version ${version}`;
    await session.call('POST', `/editor/${content.instanceId}/items`, {
      id: firstId,
      version,
      template_id: templateId,
      internal_label: itemLabel,
      fields: [change('description', 'text', text)],
    });
    return text;
  };
  const browser = await openBrowser();
  const origin = `http://127.0.0.1:${product.port}`;
  const items = `${origin}/instance/${content.instanceId}/templates/${templateId}/items`;
  const floorOrigin = `http://127.0.0.1:${floor.port}`;
  try {
    return await work({
      browser,
      itemLabel,
      mark,
      product: {
        list: `${items}?size=25`,
        form: `${items}/${firstId}/edit`,
        state: signedInState(browser, origin),
        row: 'tbody tr[aria-rowindex]',
        opener: 'tbody tr[aria-rowindex] a',
        changed: '[aria-label="Not saved yet"]',
        filter: async (page, text) => {
          await page.getByRole('button', { name: 'Filter', exact: true }).click();
          await page.getByRole('combobox', { name: 'Filter field' }).fill('Label');
          await page.getByRole('option', { name: 'Label', exact: true }).click();
          await page.getByRole('textbox', { name: 'Filter value' }).fill(text);
          await page.keyboard.press('Enter');
        },
        lastEvent: 'keydown',
      },
      floor: {
        list: `${floorOrigin}/list/${templateId}`,
        form: `${floorOrigin}/form/${templateId}/${firstId}`,
        state: async () => undefined,
        row: 'tr[data-row]',
        opener: 'tr[data-row] td',
        changed: 'form[data-changed="true"]',
        filter: (page, text) => page.getByRole('textbox').fill(text),
        lastEvent: 'input',
      },
    });
  } finally {
    await browser.close();
  }
}
