import { items } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { expectAccessibleInBoth } from './support/axe.ts';
import { recordShifts } from './support/layout-shifts.ts';
import { itemsPath } from './support/pages/items-list.ts';
import { shows } from './support/shows.ts';
import { expect, test } from './support/test.ts';

test('two people in one list: changed cells are marked, rows that come and go are counted, and nothing moves', async ({
  page,
  open,
  api,
  demo,
  sample,
  guard,
}) => {
  shows('5.live.list', '5.live.form.deleted');
  // The form of the deleted item asks for it.
  guard.allow(/status of 404/);
  const { templateId, itemId } = sample;
  const shifts = await recordShifts(page);
  await page.goto(`${itemsPath(demo.dev, templateId)}?sort=label%3Adesc`);
  const row = page.getByRole('row', { name: /A sample/ });
  await expect(row).toBeVisible();
  const other = await open('admin');
  await other.goto(pathTo(paths.item, { instanceId: demo.dev, templateId, id: itemId }));
  await other.getByRole('textbox', { name: 'Power' }).fill('20');
  const place = await row.boundingBox();
  const settled = (await shifts()).length;
  await other.keyboard.press('Control+s');
  const cell = row.getByRole('gridcell', { name: '20', exact: true });
  await expect(cell).toHaveAttribute('data-changed', 'odd');
  expect(await cell.evaluate((element) => element.getAnimations().length)).toBe(1);

  const { fields } = await sample.read();
  const added = fields.map((field) => ({ ...field, status: 1 as const }));
  const body = { template_id: templateId, internal_label: 'Before it', fields: added };
  await api.call(items.save, { params: { instanceId: demo.dev }, body });
  const bar = page.getByRole('status', { name: 'Changes by others' });
  await expect(bar).toHaveText('1 new item·Show');
  await api.call(items.delete, { params: { instanceId: demo.dev, templateId, id: itemId } });
  await expect(bar).toHaveText('1 new item, 1 item deleted·Show');
  await expect(row).toHaveAttribute('data-row-state', 'deleted');
  const link = row.getByRole('link', { name: 'A sample' });
  await expect(link).toHaveCSS('text-decoration-line', 'line-through');
  expect(await row.boundingBox()).toEqual(place);
  // The bar itself is as wide as its text.
  const moved = (await shifts()).slice(settled).flatMap((shift) => shift.moved);
  expect(moved.filter((element) => !element.includes('·Show'))).toEqual([]);
  await expect(other.getByText('deleted', { exact: true })).toBeVisible();
  await expectAccessibleInBoth(page, 'a list with changes by others');
  await bar.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('row', { name: /Before it/ })).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('two people in one form: fields that were not typed in follow, and what was typed stays', async ({
  page,
  open,
  demo,
  sample,
}) => {
  shows('5.live.form', '5.live.form.typed');
  const { templateId, itemId } = sample;
  const path = pathTo(paths.item, { instanceId: demo.dev, templateId, id: itemId });
  await page.goto(path);
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.press('End');
  await title.pressSequentially(' of mine');
  const other = await open('admin');
  await other.goto(path);
  await other.getByRole('textbox', { name: 'Title' }).fill('Theirs');
  await other.getByRole('textbox', { name: 'Power' }).fill('20');
  const place = await page.getByRole('textbox', { name: 'Weight' }).boundingBox();
  await other.keyboard.press('Control+s');
  await expect(page.getByRole('textbox', { name: 'Power' })).toHaveValue('20');
  await expect(page.getByText(/ changed this from 10 to 20$/)).toBeVisible();
  await expect(page.getByText(/ saved Theirs$/)).toBeVisible();
  await expect(title).toHaveValue('First of mine');
  await expect(title).toBeFocused();
  expect(await page.getByRole('textbox', { name: 'Weight' }).boundingBox()).toEqual(place);
  await expectAccessibleInBoth(page, 'a form with changes by others');
  await title.pressSequentially('!');
  await page.keyboard.press('Control+s');
  await expect.poll(() => sample.valueOf('title')).toBe('First of mine!');
  expect(await sample.valueOf('power')).toBe(20);
  // The other form follows in turn.
  await expect(other.getByRole('textbox', { name: 'Title' })).toHaveValue('First of mine!');
});

test('the changes to sync stay while they are read, and are checked again by a button', async ({
  page,
  api,
  demo,
  sample,
}) => {
  shows('5.live.checks');
  await page.goto(`${paths.sync}?instance=${demo.dev}&template=${sample.templateId}`);
  const row = page.getByRole('row', { name: /A sample/ });
  await expect(row).toBeVisible();
  const place = await row.boundingBox();
  const { fields } = await sample.read();
  const added = fields.map((field) => ({ ...field, status: 1 as const }));
  const add = (internal_label: string) =>
    api.call(items.save, {
      params: { instanceId: demo.dev },
      body: { template_id: sample.templateId, internal_label, fields: added },
    });
  await add('A second one');
  const bar = page.getByRole('status', { name: 'Changes by others' });
  await expect(bar).toHaveText('Changed since this was checked·Check again');
  expect(await row.boundingBox()).toEqual(place);
  await expect(page.getByRole('row', { name: /A second one/ })).toHaveCount(0);
  await expectAccessibleInBoth(page, 'a check that is outdated');
  await bar.getByRole('button', { name: 'Check again' }).press('Enter');
  await expect(page.getByRole('row', { name: /A second one/ })).toBeVisible();
  await expect(bar).toHaveText('');
  // In a dialog it lies above the header.
  await page.getByRole('button', { name: 'Sync all' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sync all changes' });
  const inDialog = dialog.getByRole('status', { name: 'Changes by others' });
  await expect(dialog.getByText(/[0-9] items/)).toBeVisible();
  await add('A third one');
  await inDialog.getByRole('button', { name: 'Check again' }).click({ position: { x: 40, y: 2 } });
  await expect(inDialog).toHaveText('');
});

test('what was typed in a field that is removed meanwhile can be copied', async ({ page, api, demo, sample }) => {
  shows('5.live.form.template');
  const { templateId, itemId } = sample;
  await page.goto(pathTo(paths.item, { instanceId: demo.dev, templateId, id: itemId }));
  await page.getByRole('textbox', { name: 'Title' }).fill('Typed before');
  const params = { instanceId: demo.dev, templateId };
  const { header, fields } = await api.call(templates.get, { params });
  const others = fields.filter(({ id }) => id !== 'title');
  const body = { id: templateId, label: header.label, version: header.version, fields: others };
  await api.call(templates.save, { params: { instanceId: demo.dev }, body });
  const notice = page.getByRole('alert').filter({ hasText: 'The field Title was removed' });
  await expect(notice).toContainText('Typed before');
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveCount(0);
  // The field that had the focus is gone.
  await expect(notice).toBeFocused();
  await expectAccessibleInBoth(page, 'a form that has lost a field');
  await notice.getByRole('button', { name: 'Close' }).click();
  await expect(notice).toHaveCount(0);
});
