import { live } from '@quartermaster/contract/endpoints/live.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { expectAccessibleInBoth } from './support/axe.ts';
import { recordShifts } from './support/layout-shifts.ts';
import { itemsPath } from './support/pages/items-list.ts';
import { shows } from './support/shows.ts';
import { expect, test } from './support/test.ts';

test('two people in one list and one form see each other, and which field the other edits; nothing moves', async ({
  page,
  open,
  demo,
  sample,
}) => {
  shows('5.live.presence.here', '5.live.presence.field');
  const { templateId, itemId } = sample;
  const shifts = await recordShifts(page);
  await page.goto(itemsPath(demo.dev, templateId));
  const create = await page
    .getByRole('link', { name: /Create/ })
    .first()
    .boundingBox();
  const other = await open('admin');
  await other.goto(itemsPath(demo.dev, templateId));
  const here = (on: typeof page) => on.getByRole('img', { name: /is here$/ });
  await expect(here(page)).toBeVisible();
  await expect(here(other)).toBeVisible();
  await expectAccessibleInBoth(page, 'a list with somebody else');
  expect(
    await page
      .getByRole('link', { name: /Create/ })
      .first()
      .boundingBox(),
  ).toEqual(create);

  const path = pathTo(paths.item, { instanceId: demo.dev, templateId, id: itemId });
  await other.goto(path);
  await expect(here(page)).toHaveCount(0);
  await page.goto(path);
  await expect(here(page)).toBeVisible();
  const settled = (await shifts()).length;
  await page.getByRole('textbox', { name: 'Title' }).focus();
  const weight = await page.getByRole('textbox', { name: 'Weight' }).boundingBox();
  await other.getByRole('textbox', { name: 'Power' }).fill('20');
  const note = page.locator('[data-field="values.power"] [data-editors]');
  await expect(note).toHaveText(/^\w+ is editing this field$/);
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
  expect(await page.getByRole('textbox', { name: 'Weight' }).boundingBox()).toEqual(weight);
  expect((await shifts()).slice(settled)).toEqual([]);
  await expectAccessibleInBoth(page, 'a form in which somebody else edits a field');
  // Nothing is locked.
  await page.getByRole('textbox', { name: 'Power' }).fill('30');
  await other.close();
  await expect(note).toHaveCount(0);
  await expect(here(page)).toHaveCount(0);
});

test('a cell of the grid says who edits it', async ({ page, open, demo, sample }) => {
  shows('5.live.presence.field');
  const path = pathTo(paths.itemsGrid, { instanceId: demo.dev, templateId: sample.templateId });
  await page.goto(path);
  const other = await open('admin');
  await other.goto(path);
  const cell = (on: typeof page) => on.getByRole('gridcell', { name: '10', exact: true });
  await cell(other).click();
  await expect(cell(page)).toHaveAttribute('title', /^\w+ is editing this field$/);
  await expect(cell(page)).toHaveCSS('box-shadow', /inset/);
  await cell(page).click();
  await expect(page.getByRole('status', { name: 'Others at the active cell' })).toHaveText(/is editing this field$/);
  await expectAccessibleInBoth(page, 'a grid in which somebody else edits a cell');
  await cell(page).press('Enter');
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('gridcell', { name: '12', exact: true })).toBeVisible();
});

test('one who is not shown sees others all the same', async ({ page, open, demo, sample, api }) => {
  shows('5.live.presence.off');
  const other = await open('admin');
  await other.goto(itemsPath(demo.dev, sample.templateId));
  await page.goto(paths.account);
  const isShown = page.getByRole('switch', { name: /^Show others where I am/ });
  await isShown.click();
  await expect(isShown).not.toBeChecked();
  try {
    await page.goto(itemsPath(demo.dev, sample.templateId));
    await expect(page.getByRole('img', { name: /is here$/ })).toBeVisible();
    await expect(other.getByRole('img', { name: /is here$/ })).toHaveCount(0);
  } finally {
    await api.call(live.setPresence, { body: { is_shown: true } });
  }
  await expect(other.getByRole('img', { name: /is here$/ })).toBeVisible();
});
