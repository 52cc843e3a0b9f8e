import type { Page } from '@playwright/test';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { expectAccessibleInBoth } from '../support/axe.ts';
import { exampleOf, serveExample } from '../support/documented-examples.ts';
import { addSamples, consoleNodes, differences, hostStyles } from '../support/pages/portal.ts';
import { shows } from '../support/shows.ts';
import { streamsOf } from '../support/streams.ts';
import { consoleUrl, devHostUrl, expect, test } from '../support/test.ts';

test('the documented part picks an item by the keyboard, in the page of a portal', async ({ page, demo }) => {
  shows('5.parts.mount');
  await serveExample(page, exampleOf('Parts').replace('activeInstanceId: 7', `activeInstanceId: ${demo.dev}`));
  await page.goto(`${devHostUrl}/level`);
  const picker = page.getByRole('combobox', { name: 'Boss' });
  await picker.fill('Axe');
  await expect(page.getByRole('option', { name: /^Axe/ })).toBeVisible();
  await picker.press('Enter');
  await expect(page.locator('#chosen')).toHaveText('Axe');
  await expect(picker).toHaveValue(/^Axe #\d+$/);
  // Nothing but the input: no header, no menu, and the address is the portal's.
  await expect(page.locator('[data-qm-root] :is(h1, nav, header)')).toHaveCount(0);
  await expect(consoleNodes(page)).toHaveCount(3);
  await expect(page).toHaveURL(`${devHostUrl}/level`);
});

test('the documented comments of an item are written by the keyboard, in the page of a portal', async ({
  page,
  demo,
  sample,
}) => {
  shows('5.comments.part', '5.parts.mount-others');
  const example = exampleOf('Parts', { nth: 1 })
    .replace('activeInstanceId: 7', `activeInstanceId: ${demo.dev}`)
    .replace("templateId: 'hero'", `templateId: '${sample.templateId}'`)
    .replace('id: 1,', `id: ${sample.itemId},`);
  await serveExample(page, example);
  await page.goto(`${devHostUrl}/level`);
  const box = page.getByRole('textbox', { name: 'Comment on the item' });
  await box.fill('Too strong?');
  await box.press('Control+Enter');
  await expect(page.getByRole('article', { name: 'Thread on the item' })).toContainText('Too strong?');
  await expect(page).toHaveTitle(/^Thread \d+$/);
  await expectAccessibleInBoth(page, 'comments', { within: ['[data-qm-root]'], without: ['region'] });
});

/** A page of a portal with all parts, and a field of its own that has the focus. */
const workbench = (items: { templateId: string; id: number }, activeInstanceId: number) => `
  <h1>Level</h1>
  <input id="own" autofocus>
  ${['item-picker', 'item-card', 'item-form', 'list', 'diff', 'comments'].map((name) => `<section id="${name}"></section>`).join('')}
  <script type="module">
    import { mountPart } from '${consoleUrl}/plugin/quartermaster.js';
    const props = { activeInstanceId: ${activeInstanceId}, ...${JSON.stringify(items)} };
    let parts = [];
    const mount = (domElement) => mountPart(domElement.id, { ...props, domElement });
    window.enter = async () => {
      parts = await Promise.all([...document.querySelectorAll('section[id]')].map(mount));
    };
    window.leave = () => Promise.all(parts.map((part) => part.unmount()));
  </script>`;

const call = (page: Page, name: 'enter' | 'leave') =>
  page.evaluate((step) => (window as unknown as Record<string, () => Promise<void>>)[step]?.(), name);

test('six parts at once leave the styles, the focus and the history of the page alone, and nothing when they are unmounted', async ({
  page,
  api,
  demo,
  sample,
}) => {
  shows('5.parts.mount', '5.parts.shared', '5.parts.shared-stream');
  const streams = streamsOf(page);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') calls.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await serveExample(page, workbench({ templateId: sample.templateId, id: sample.itemId }, demo.dev));
  await page.goto(`${devHostUrl}/level`);
  await addSamples(page);
  const before = await hostStyles(page);
  const entries = await page.evaluate(() => history.length);
  await call(page, 'enter');
  await expect(page.locator('#item-picker').getByRole('combobox', { name: 'Item' })).toBeVisible();
  await expect(page.locator('#item-card').getByRole('article', { name: 'A sample' })).toBeVisible();
  await expect(page.locator('#item-form').getByRole('textbox', { name: /^Label/ })).toHaveValue('A sample');
  await expect(page.locator('#list').getByRole('link', { name: 'A sample' })).toBeVisible();
  await expect(page.locator('#diff')).toContainText('Title');
  await expect(page.locator('#comments').getByRole('textbox', { name: 'Comment on the item' })).toBeVisible();
  await expect(page.locator('#own')).toBeFocused();
  for (const path of ['accounts/settings', 'accounts/workspaces', 'workspaces', `instances/${demo.dev}/permissions`])
    expect(calls.filter((one) => one === `GET /v1/${path}`)).toHaveLength(1);
  expect(differences(before, await hostStyles(page))).toEqual([]);
  await expectAccessibleInBoth(page, 'parts', { within: ['[data-qm-root]'], without: ['region'] });
  // Each has its root and its overlay; they share the stylesheet.
  await expect(consoleNodes(page)).toHaveCount(13);

  await page
    .locator('#item-form')
    .getByRole('textbox', { name: /^Label/ })
    .fill('A better sample');
  await page.locator('#item-form').getByRole('button', { name: 'Save changes' }).first().click();
  await page.getByRole('button', { name: 'Yes, save changes' }).click();
  for (const part of ['item-form', 'item-card', 'list'])
    await expect(page.locator(`#${part}`)).toContainText('A better sample');
  // All parts follow what others save, by one stream.
  await expect.poll(streams.open).toBe(1);
  const { templateId: template_id, itemId: id } = sample;
  const renamed = { template_id, id, version: 2, internal_label: 'Renamed elsewhere', fields: [] };
  await api.call(items.save, { params: { instanceId: demo.dev }, body: renamed });
  for (const part of ['item-card', 'list']) await expect(page.locator(`#${part}`)).toContainText('Renamed elsewhere');
  expect(streams.begun()).toBe(1);
  expect(await page.evaluate(() => history.length)).toBe(entries);
  await expect(page).toHaveURL(`${devHostUrl}/level`);

  await call(page, 'leave');
  await expect(consoleNodes(page)).toHaveCount(0);
  await expect.poll(streams.open).toBe(0);
  expect(differences(before, await hostStyles(page))).toEqual([]);
});
