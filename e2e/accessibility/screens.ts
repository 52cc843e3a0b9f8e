import { expect, type Page } from '@playwright/test';
import { itemsPath, openFilter } from '../support/pages/items-list.ts';
import { button, dialog, listIsOpen, menu, type Place, type Screen } from './screen.ts';

/** Saves the open object as another user. */
const conflict = async (page: Page, sample: Place) => {
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  await title.fill('Mine');
  await sample.change({ title: `Theirs ${Date.now()}` });
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('dialog')).toContainText('None of your changes is lost until you choose');
};
const edit = ({ dev, templateId, itemId }: Place) => `${itemsPath(dev, templateId)}/${itemId}/edit`;
const list = ({ dev }: Place) => itemsPath(dev, 'hero');
/** No entry of the palette is wider than its list, which would cut off what tells two apart. */
const searched = async (page: Page) => {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search everything' }).fill('axe');
  const results = page.getByRole('listbox', { name: 'Results' });
  await expect(results.getByRole('option', { name: /Whirling Axes/ }).first()).toBeVisible();
  const overhang = () =>
    results.evaluate((list) => {
      const edge = list.getBoundingClientRect().right;
      return Math.max(
        ...[...list.querySelectorAll('[role=option]')].map((one) => one.getBoundingClientRect().right - edge),
      );
    });
  expect(await overhang()).toBeLessThanOrEqual(0);
};
const tree = (page: Page) => expect(page.getByRole('treeitem').first()).toBeVisible();
const errorPage = (path: string): Screen => ({ name: path, path: () => path });

/** Screens of a signed-in user: the dashboard and error pages, lists, items, their saves, exports. */
export const screens: readonly Screen[] = [
  { name: 'dashboard', path: () => '/' },
  { name: 'navigation setup', path: () => '/settings/navigation-setup', act: tree },
  {
    name: 'new group of the navigation',
    isLong: true,
    path: () => '/settings/navigation-setup',
    act: async (page) => {
      await tree(page);
      await dialog('Add group')(page);
    },
  },
  { name: 'palette', path: list, act: searched },
  {
    name: 'find and replace',
    path: ({ dev }) => `/find-and-replace?instance=${dev}`,
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Find' }).fill('axe');
      await page.getByRole('textbox', { name: 'Replace with' }).fill('hatchet');
      await expect(page.getByRole('button', { name: /^Replace in \d+ items$/ })).toBeVisible();
      await expect(page.getByRole('list', { name: 'Preview' }).getByRole('listitem').first()).toContainText('hatchet');
    },
  },
  { name: 'instance switcher', isLong: true, path: () => '/', act: dialog(/^Change instance: /) },
  {
    name: 'instance switcher with its list open',
    path: () => '/',
    act: async (page) => {
      await dialog(/^Change instance: /)(page);
      await page.getByRole('combobox', { name: 'Instance' }).click();
      await expect(page.getByRole('option', { name: 'dev' })).toBeVisible();
    },
    ...listIsOpen,
  },
  { name: 'theme menu', isLong: true, path: () => '/', act: menu('Theme') },
  { name: 'account menu', path: () => '/', act: menu('Account') },
  { name: 'export question', path: () => '/', act: dialog('Export') },
  { ...errorPage('/access-denied'), isLong: true },
  { ...errorPage('/not-allowed'), isLong: true },
  { ...errorPage('/error?eventId=abc-123'), isLong: true },
  errorPage('/not-found'),
  { name: 'items list', path: list },
  {
    name: 'filter bar open',
    path: list,
    act: async (page) => {
      await openFilter(page);
      await page.getByRole('combobox', { name: 'Filter field' }).click();
      await expect(page.getByRole('option', { name: 'ID', exact: true })).toBeVisible();
    },
    ...listIsOpen,
  },
  {
    name: 'items list in Stage',
    path: ({ stage }) => itemsPath(stage, 'hero'),
    act: async (page) => {
      await button('Create item')(page);
      await expect(page.getByText('You can only create items in the development environment')).toBeVisible();
    },
  },
  { name: 'items list in Prod', isLong: true, path: ({ prod }) => itemsPath(prod, 'item') },
  { name: 'images', path: ({ dev }) => itemsPath(dev, 'image') },
  {
    name: 'bulk upload of images',
    path: ({ dev }) => `${itemsPath(dev, 'image')}/upload`,
    act: async (page) => {
      await page.getByLabel('Image files').setInputFiles([
        { name: 'axe.png', mimeType: 'image/png', buffer: Buffer.from('-') },
        { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('-') },
      ]);
      await expect(page.getByRole('row', { name: /^axe/ })).toBeVisible();
      await expect(page.getByText('Some images could not be uploaded')).toBeVisible();
    },
  },
  {
    name: 'items list with filters',
    isLong: true,
    path: (place) => `${list(place)}?filter=label:contains:a&filter=id:more:3`,
  },
  { name: 'items list without results', isLong: true, path: (place) => `${list(place)}?filter=label:contains:zzzz` },
  { name: 'columns menu', path: list, act: dialog(/^Columns/) },
  { name: 'views', isLong: true, path: list, act: dialog(/^Views: /) },
  {
    name: 'navigation as a drawer',
    path: list,
    act: dialog('Open navigation'),
    only: 'narrow',
  },
  { name: 'hero', path: ({ dev, hero }) => `${itemsPath(dev, 'hero')}/${hero}/edit` },
  {
    name: 'hero with those that use it',
    path: ({ dev, hero }) => `${itemsPath(dev, 'hero')}/${hero}/edit`,
    act: async (page) => {
      // By key: fields rendered while the page scrolls to the button would move it away from a pointer.
      await page.getByRole('button', { name: 'Used by', exact: true }).press('Enter');
      await expect(page.getByRole('list', { name: 'Samples › Carrier' })).toBeVisible();
    },
  },
  {
    name: 'history of an item with a difference',
    path: ({ dev, templateId, itemId }) => `${itemsPath(dev, templateId)}/${itemId}/history`,
    act: async (page) => {
      await page.getByRole('link', { name: 'Version 1', exact: true }).click();
      await expect(page.getByRole('complementary', { name: 'Change of Version 1' })).toBeVisible();
    },
  },
  {
    name: 'restore of a version of an item',
    path: ({ dev, templateId, itemId }) => `${itemsPath(dev, templateId)}/${itemId}/history`,
    act: async (page, sample) => {
      await sample.change({ title: `Newer ${Date.now()}` });
      await page.reload();
      await dialog('Restore Version 1')(page);
      await expect(page.getByRole('region', { name: 'What changes' })).toBeVisible();
    },
  },
  {
    name: 'history of a template',
    path: ({ dev, templateId }) => `/instance/${dev}/templates/${templateId}/history`,
    act: (page) => expect(page.getByRole('link', { name: 'Version 1', exact: true })).toBeVisible(),
  },
  {
    name: 'history of the navigation',
    isLong: true,
    path: () => '/settings/navigation-setup/history',
    act: (page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible(),
  },
  { name: 'hero in Prod', isLong: true, path: ({ prod, hero }) => `${itemsPath(prod, 'hero')}/${hero}/edit` },
  { name: 'ability', isLong: true, path: ({ dev, ability }) => `${itemsPath(dev, 'ability')}/${ability}/edit` },
  { name: 'item', path: edit },
  {
    name: 'link picker',
    path: edit,
    act: async (page) => {
      await page.getByRole('combobox', { name: 'Foes' }).click();
      await expect(page.getByRole('option').first()).toBeVisible();
    },
    ...listIsOpen,
  },
  {
    name: 'linked item in the panel',
    path: edit,
    act: async (page, { heroes }) => {
      await page.getByRole('link', { name: `Open ${heroes[0]?.label}` }).click();
      const panel = page.getByRole('dialog', { name: /^Heroes/ });
      await panel.getByRole('button', { name: 'Used by' }).click();
      await expect(panel.getByRole('list', { name: 'Samples › Carrier' })).toBeVisible();
      // The link back from a nested item.
      await panel.getByRole('link', { name: /^A sample/ }).click();
      await expect(page.getByRole('dialog', { name: /^Samples/ }).getByText('Bonuses')).toBeVisible();
    },
  },
  { name: 'new item', isLong: true, path: ({ dev, templateId }) => `${itemsPath(dev, templateId)}/new` },
  {
    name: 'new item with errors',
    path: ({ dev, templateId }) => `${itemsPath(dev, templateId)}/new`,
    act: async (page) => {
      await button('Save changes')(page);
      await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveAttribute('aria-invalid', 'true');
    },
  },
  { name: 'new image', isLong: true, path: ({ dev }) => `${itemsPath(dev, 'image')}/new` },
  { name: 'missing item', isLong: true, path: ({ dev }) => `${itemsPath(dev, 'hero')}/999999/edit` },
  {
    name: 'save question',
    path: edit,
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Another');
      await dialog('Save changes')(page);
    },
  },
  {
    name: 'leave question',
    isLong: true,
    path: edit,
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Another');
      await page.getByRole('link', { name: /^Back to/ }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'conflict', isLong: true, path: edit, act: conflict },
  {
    name: 'conflict, field by field',
    path: edit,
    act: async (page, sample) => {
      await conflict(page, sample);
      await button('Choose field by field')(page);
      await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible();
    },
  },
  { name: 'delete question', path: edit, act: dialog('Delete item') },
  {
    name: 'failed save',
    path: edit,
    act: async (page) => {
      const save = /\/v1\/editor\/\d+\/items$/;
      const json = { status_code: 503, error: 'unavailable', message: 'The service is not available right now.' };
      await page.route(save, (route) => route.fulfill({ status: 503, json }));
      await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Another');
      await page.keyboard.press('Control+s');
      await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
      await page.unroute(save);
    },
  },
  {
    name: 'nothing to save',
    isLong: true,
    path: edit,
    act: async (page) => {
      await button('Save changes')(page);
      await expect(page.getByText('No changes to save')).toBeVisible();
    },
  },
  { name: 'proposals', path: ({ dev }) => `/proposals?instance=${dev}` },
  {
    name: 'activity',
    path: ({ dev }) => `/activity?instance=${dev}`,
    act: (page) => expect(page.getByRole('heading', { level: 2, name: 'Today' })).toBeVisible(),
  },
  {
    name: 'activity without results',
    isLong: true,
    path: ({ dev }) => `/activity?instance=${dev}&days=2001-01-01..2001-01-02`,
    act: (page) => expect(page.getByRole('heading', { name: 'No results' })).toBeVisible(),
  },
  { name: 'exported data', path: () => '/settings/exported-data' },
  {
    name: 'report',
    path: ({ report }) => `/settings/exported-data?report=${report}`,
    act: (page) => expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible(),
  },
  {
    name: 'channels',
    path: () => '/settings/exported-data?view=channels',
    act: async (page) => {
      await expect(page.getByRole('heading', { level: 2, name: 'Channels' })).toBeVisible();
    },
  },
  { name: 'builds', path: () => '/settings/exported-data?view=builds' },
  { name: 'new webhook', path: () => '/settings/exported-data?view=webhooks', act: dialog('New webhook') },
  { name: 'export settings', path: () => '/settings/export-settings', act: button('Show token') },
  { name: 'game code', path: () => '/settings/export-settings?view=game' },
  { name: 'signed builds', path: () => '/settings/export-settings?view=builds' },
  { name: 'token question', isLong: true, path: () => '/settings/export-settings', act: dialog('Regenerate') },
  // Last, as the panel stays open.
  {
    name: 'hero with the panel next to it',
    path: ({ dev, hero }) => `${itemsPath(dev, 'hero')}/${hero}/edit`,
    act: async (page) => {
      await button('Used by, links and history')(page);
      await expect(page.getByRole('link', { name: 'All versions' })).toBeVisible();
    },
    only: 'wide',
  },
];
