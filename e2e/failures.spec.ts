import type { Page } from '@playwright/test';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { inexactIntegerSentence } from '@quartermaster/contract/field-types/whole-number.ts';
import { long } from './support/long.ts';
import { itemsPath, labelLink, shownLabels } from './support/pages/items-list.ts';
import { startProduct, stopProduct } from './support/product/control.ts';
import type { Sample } from './support/sample.ts';
import { untilSettled } from './support/settled.ts';
import { expect, test } from './support/test.ts';

const unreachable = 'The server cannot be reached. Check your connection and try again.';
const editPath = (instanceId: number, { templateId, itemId }: Sample) =>
  `${itemsPath(instanceId, templateId)}/${itemId}/edit`;
const text = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const savePath = (instanceId: number) => `**/v1/editor/${instanceId}/items`;

test('offline a save fails with a message and loses nothing; online again it succeeds', async ({
  page,
  context,
  guard,
  demo,
  sample,
}) => {
  guard.allow(/ERR_INTERNET_DISCONNECTED/);
  await page.goto(editPath(demo.dev, sample));
  await text(page, 'Title').fill('Typed before the line broke');
  await text(page, 'Power').fill('42');
  await page.getByRole('button', { name: 'Add group' }).click();
  await expect(text(page, 'Stat')).toHaveCount(3);
  await text(page, 'Stat').last().fill('armour');

  await context.setOffline(true);
  await page.getByRole('button', { name: 'Save changes' }).click();
  const question = page.getByRole('dialog', { name: 'Save changes' });
  await question.getByRole('button', { name: 'Yes, save changes' }).click();
  await expect(question.getByRole('alert')).toContainText(unreachable);
  await question.getByRole('button', { name: 'No, keep editing' }).click();
  await expect(question).toBeHidden();
  await expect(text(page, 'Title')).toHaveValue('Typed before the line broke');
  await expect(text(page, 'Power')).toHaveValue('42');
  await expect(text(page, 'Stat').last()).toHaveValue('armour');
  expect(await sample.valueOf('title')).toBe('First');

  await context.setOffline(false);
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(itemsPath(demo.dev, sample.templateId));
  expect(await sample.valueOf('title')).toBe('Typed before the line broke');
  expect(await sample.valueOf('power')).toBe(42);
  expect(await sample.valueOf('stat.2')).toBe('armour');
});

test('a dialog or a toast whose code cannot be loaded is missing, and the page stays', async ({
  page,
  guard,
  demo,
  sample,
}) => {
  guard.allow(/ERR_FAILED|status of 503/);
  const code = /\/assets\/(export-dialog|toasts)/;
  await page.route(code, (route) => route.abort());
  await page.route(savePath(demo.dev), (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto(editPath(demo.dev, sample));
  await text(page, 'Title').fill('Still here');
  const failing = page.waitForEvent('requestfailed', (request) => code.test(request.url()));
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await failing;
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Something went wrong');
  await expect(text(page, 'Title')).toHaveValue('Still here');

  await page.unroute(code);
  await page.unroute(savePath(demo.dev));
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(itemsPath(demo.dev, sample.templateId));
  expect(await sample.valueOf('title')).toBe('Still here');
});

test('a dialog whose code has failed to load opens once the line is back', async ({ page, guard, demo, sample }) => {
  guard.allow(/ERR_FAILED/);
  const code = /\/assets\/export-dialog/;
  await page.route(code, (route) => route.abort());
  await page.goto(editPath(demo.dev, sample));
  const open = page.getByRole('button', { name: 'Export', exact: true });
  await open.click();
  await expect(page.getByText('The server cannot be reached.')).toBeVisible();
  await page.unroute(code);
  await open.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const styles = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href ?? ''));
  expect(styles.filter((href) => code.test(href))).toHaveLength(1);
  // A script that is preloaded as a module would be loaded twice.
  expect(await page.locator('link[rel="preload"][as="script"]').count()).toBeGreaterThan(0);
  expect(await page.locator('link[rel="modulepreload"]').count()).toBe(0);
});

test('a list whose code fails to load with the document requests it again', async ({ page, guard, demo }) => {
  guard.allow(/ERR_FAILED/);
  await page.route('**/assets/pages-*.js', (route) => route.abort(), { times: 1 });
  await page.goto(itemsPath(demo.dev, 'item'));
  await expect(page.getByRole('heading', { level: 1, name: 'Items' })).toBeVisible();
  expect(await shownLabels(page)).not.toEqual([]);
});

test('if the code of the console cannot be loaded, the page says so after a while', async ({ page, guard, demo }) => {
  guard.allow(/ERR_FAILED/);
  const code = '**/assets/early-*.js';
  await page.route(code, (route) => route.abort());
  await page.goto(itemsPath(demo.dev, 'item'));
  const late = page.getByText('Quartermaster is not loaded yet.');
  await expect(late).toBeHidden();
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  await expect(late).toBeVisible();
  await page.unroute(code);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Items' })).toBeVisible();
  await expect(late).toBeHidden();
});

test('a change made while the server is stopped can be saved once it is back', async ({
  page,
  context,
  guard,
  demo,
  sample,
}) => {
  // Code that is loaded while the browser is idle may be cut off.
  guard.allow(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET \(.*\/assets\//);
  await page.goto(editPath(demo.dev, sample));
  await text(page, 'Title').fill('Typed before the server went');
  await untilSettled(context);
  try {
    expect(await stopProduct()).toBe(0);
    await text(page, 'Power').fill('77');
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('main').getByRole('alert')).toContainText(unreachable);
    await expect(text(page, 'Title')).toHaveValue('Typed before the server went');
  } finally {
    await startProduct();
  }
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('button', { name: 'Yes, save changes' }).click();
  await expect(page).toHaveURL(itemsPath(demo.dev, sample.templateId));
  expect(await sample.valueOf('title')).toBe('Typed before the server went');
  expect(await sample.valueOf('power')).toBe(77);
});

test('on a slow connection a save shows that it is pending and is sent once', async ({ page, demo, sample }) => {
  const held = holdBack();
  let sent = 0;
  await page.route(savePath(demo.dev), async (route) => {
    sent += 1;
    await held.untilReleased;
    await route.continue();
  });
  await page.goto(editPath(demo.dev, sample));
  await text(page, 'Power').fill('50');
  await page.keyboard.press('Control+Enter');
  const button = page.getByRole('button', { name: 'Save changes' });
  await expect(button).toHaveAttribute('data-loading', 'true');
  await page.keyboard.press('Control+Enter');
  await expect(text(page, 'Power')).toHaveValue('50');
  held.release();
  await expect(page).toHaveURL(itemsPath(demo.dev, sample.templateId));
  expect(sent).toBe(1);
  expect(await sample.valueOf('power')).toBe(50);
});

test(
  'on a slow connection a list shows a skeleton first, and stays in place while another page loads',
  long,
  async ({ page, demo }) => {
    let held = holdBack();
    await page.route('**/items/hero', async (route) => {
      await held.untilReleased;
      await route.continue();
    });
    await page.goto(itemsPath(demo.dev, 'hero'));
    const table = page.getByRole('grid', { name: 'Heroes' });
    await expect(table).toHaveAttribute('aria-busy', 'true');
    await expect.poll(() => table.locator('tbody tr[aria-hidden]').count()).toBeGreaterThanOrEqual(10);
    held.release();
    expect((await shownLabels(page)).length).toBeGreaterThanOrEqual(10);

    held = holdBack();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(table).toHaveAttribute('aria-busy', 'true');
    await expect(labelLink(page, 'Anti-Mage')).toBeVisible();
    held.release();
    expect(await shownLabels(page)).not.toContain('Anti-Mage');
  },
);

test('at the address of an item the code of its form is loaded without waiting for the code of the console', async ({
  page,
  demo,
  sample,
}) => {
  const held = holdBack();
  await page.route('**/assets/console-*.js', async (route) => {
    await held.untilReleased;
    await route.continue();
  });
  const form = page.waitForRequest('**/assets/item-form-*.js');
  await page.goto(editPath(demo.dev, sample), { waitUntil: 'commit' });
  await form;
  held.release();
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeVisible();
});

test(
  'errors are shown at each field, and the input is preserved and not sent',
  long,
  async ({ page, demo, sample }) => {
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith(`/editor/${demo.dev}/items`)) sent += 1;
    });
    await page.goto(`${itemsPath(demo.dev, sample.templateId)}/new`);
    const save = page.getByRole('button', { name: 'Save changes' });
    const fieldNamed = (name: string) => text(page, name).or(page.getByRole('combobox', { name, exact: true }));

    await save.click();
    await expect(text(page, 'Label')).toBeFocused();
    await expect(text(page, 'Label')).toHaveAccessibleDescription(/required field/);
    await expect(fieldNamed('Title')).toHaveAccessibleDescription('title is required field');
    await expect(fieldNamed('Carrier')).toHaveAccessibleDescription('required field');

    await text(page, 'Label').fill('A new one');
    const attempts: [name: string, typed: string, message: string][] = [
      ['Title', 'ab', 'must be at least 3 characters'],
      ['Title', 'a'.repeat(41), 'must be at most 40 characters'],
      ['Power', 'lots', 'should be a number'],
      ['Power', '1.5', 'should be integer'],
      ['Power', '-1', 'should be at least 0'],
      ['Power', '101', 'should be no more than 100'],
      ['Power', '9007199254740993', inexactIntegerSentence],
      ['Weight', '1,5', "should be a number with '.' as a decimal separator"],
      ['Weight', 'Infinity', "should be a number with '.' as a decimal separator"],
    ];
    for (const [name, typed, message] of attempts) {
      await text(page, name).fill(typed);
      await save.click();
      // The focus moves two frames later: text typed before would go to the wrong input.
      await expect(text(page, 'Title')).toBeFocused();
      await expect(text(page, name)).toHaveAccessibleDescription(message);
      await expect(text(page, name)).toHaveValue(typed);
    }
    await page.getByRole('button', { name: 'Add group' }).click();
    await text(page, 'Title').fill('Fine now');
    await text(page, 'Power').fill('1');
    await text(page, 'Weight').fill('0.25');
    await page.getByRole('combobox', { name: 'Carrier' }).click();
    await page.getByRole('option', { name: /^Axe/ }).click();
    await save.click();
    await expect(text(page, 'Stat')).toBeFocused();
    await expect(text(page, 'Stat')).toHaveAccessibleDescription('stat is required field');
    expect(sent).toBe(0);

    await text(page, 'Stat').fill('speed');
    await page.keyboard.press('Control+Enter');
    await expect(page).toHaveURL(itemsPath(demo.dev, sample.templateId));
    expect(sent).toBe(1);
    await expect(page.getByRole('link', { name: 'A new one' })).toBeVisible();
  },
);

test('an image that is invalid, or too large, is rejected', long, async ({ page, guard, api, demo }) => {
  await page.goto(`${itemsPath(demo.dev, 'image')}/new`);
  const choose = async (name: string, mimeType: string, buffer: Buffer) => {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: /^(Choose|Replace) image$/ }).click();
    await (await choosing).setFiles({ name, mimeType, buffer });
  };
  await choose('notes.txt', 'text/plain', Buffer.from('no picture'));
  await expect(page.getByText('Please upload a file of image type (JPG, PNG)')).toBeVisible();
  await choose('large.png', 'image/png', Buffer.alloc(4 * 1024 * 1024 + 1));
  await expect(page.getByText('Please upload an image smaller than 4MB')).toBeVisible();
  await choose('fake.png', 'image/png', Buffer.from('this only says that it is a picture'));
  await expect(page.getByRole('button', { name: 'Delete image' })).toBeVisible();
  await text(page, 'Label').fill('A fake');
  guard.allow(/status of 422/);
  await page.keyboard.press('Control+s');
  await expect(page.locator('[data-wrong]')).toContainText('image');
  await expect(text(page, 'Label')).toHaveValue('A fake');
  const { items: fakes } = await api.call(items.list, {
    params: { instanceId: demo.dev, templateId: 'image' },
    body: { filters: [{ template_field_id: 'label', op: 5, value: 'A fake' }] },
  });
  expect(fakes).toEqual([]);
});

test(
  'two browsers save the same item: only what both have changed is asked about',
  long,
  async ({ page, guard, open, api, demo, sample }) => {
    guard.allow(/status of 409/);
    // The other user works in the same instance.
    await api.call(instances.activate, { params: { instanceId: demo.dev } });
    const other = await open('admin');
    for (const each of [page, other]) {
      await each.goto(editPath(demo.dev, sample));
      await expect(text(each, 'Title')).toHaveValue('First');
    }
    await text(other, 'Title').fill('Of the admin');
    await other.keyboard.press('Control+Enter');
    await expect(other).toHaveURL(itemsPath(demo.dev, sample.templateId));
    await text(page, 'Colour').fill('blue');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('changed Title meanwhile')).toBeVisible();
    await expect(text(page, 'Title')).toHaveValue('Of the admin');
    await text(page, 'Title').fill('Of the owner');
    await other.goto(editPath(demo.dev, sample));
    await text(other, 'Title').fill('Of the admin again');
    await other.keyboard.press('Control+Enter');
    await expect(other).toHaveURL(itemsPath(demo.dev, sample.templateId));
    await page.keyboard.press('Control+Enter');
    const conflict = page.getByRole('dialog', { name: 'Someone else has changed this item in the meantime' });
    await conflict.getByRole('button', { name: 'Choose field by field' }).click();
    await conflict.getByRole('radio', { name: /Theirs/ }).check();
    await conflict.getByRole('button', { name: 'Save these values' }).click();
    await expect(page).toHaveURL(itemsPath(demo.dev, sample.templateId));
    expect(await sample.valueOf('title')).toBe('Of the admin again');
    expect(await sample.valueOf('colour')).toBe('blue');
  },
);

/** A gate that stays closed until the test opens it. */
function holdBack() {
  const { promise: untilReleased, resolve: release } = Promise.withResolvers<void>();
  return { untilReleased, release };
}
