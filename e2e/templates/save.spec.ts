import type { Page } from '@playwright/test';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { expectAccessibleInBoth } from '../support/axe.ts';
import { long } from '../support/long.ts';
import { untilSettled } from '../support/settled.ts';
import { expect, test } from '../support/test.ts';

const base = (instanceId: number) => `/instance/${instanceId}/templates`;
const line = (page: Page, label: string) =>
  page.getByRole('treeitem').filter({ has: page.getByText(label, { exact: true }) });
const setting = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const saveChanges = (page: Page) => page.getByRole('button', { name: 'Save changes' });
const yes = (page: Page) => page.getByRole('button', { name: 'Yes, save changes' });
const banner = (page: Page) => page.getByText(/You have unsaved changes from/);

async function openFields(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByRole('tree')).toBeVisible();
}

async function rename(page: Page, label: string, name: string) {
  await line(page, label).getByText(label, { exact: true }).click();
  await setting(page, 'Name').fill(name);
}

async function remove(page: Page, label: string) {
  await line(page, label).getByText(label, { exact: true }).click();
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: 'Yes, remove field' }).click();
  await expect(line(page, label)).toHaveCount(0);
}

async function save(page: Page, path: string) {
  await saveChanges(page).click();
  await expect(yes(page)).toBeEnabled();
  await yes(page).click();
  await page.waitForURL(`**${path}/items`);
}

test('two browsers edit one template: the second chooses field by field', async ({
  page,
  guard,
  api,
  demo,
  sample,
  open,
}) => {
  guard.allow(/status of 409/);
  const path = `${base(demo.dev)}/${sample.templateId}`;
  const names = async () => {
    const params = { instanceId: demo.dev, templateId: sample.templateId };
    const { fields } = await api.call(templates.get, { params });
    const found = new Map(fields.map(({ id, settings }) => [id, settings.name]));
    return ['title', 'power', 'weight', 'magic'].map((id) => found.get(id) ?? null);
  };
  const other = await open('admin');
  await openFields(page, `${path}/edit`);
  await openFields(other, `${path}/edit`);

  await rename(page, 'Power', 'strength');
  await rename(page, 'Title', 'caption');
  await rename(other, 'Title', 'heading');
  await rename(other, 'Magic', 'sorcery');
  await remove(other, 'Weight');
  await save(other, path);
  expect(await names()).toEqual(['heading', 'power', null, 'sorcery']);

  await saveChanges(page).click();
  const conflict = page.getByRole('dialog', { name: 'Someone else has changed this template in the meantime' });
  await expect(conflict).toContainText('None of your changes is lost until you choose');
  await conflict.getByRole('button', { name: 'Choose field by field' }).click();
  await conflict
    .getByRole('group', { name: 'Title' })
    .getByRole('radio', { name: /Theirs/ })
    .check();
  await conflict.getByRole('button', { name: 'Use these and save' }).click();
  await yes(page).click();
  await page.waitForURL(`**${path}/items`);
  expect(await names()).toEqual(['heading', 'strength', null, 'sorcery']);
  // Values of a removed field are stored separately and restored with it.
  expect(await sample.valueOf('weight')).toBeUndefined();
  expect(await sample.valueOf('power')).toBe(10);
});

test('two tabs on a template have separate drafts, and only that of a crashed tab is offered and restored', async ({
  page,
  context,
  demo,
  sample,
}) => {
  const path = `${base(demo.dev)}/${sample.templateId}/edit`;
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes(':draft:')).length);
  await openFields(page, path);
  await rename(page, 'Power', 'strength');
  await expect.poll(kept).toBe(1);
  const second = await context.newPage();
  await openFields(second, path);
  await rename(second, 'Weight', 'mass');
  await expect.poll(kept).toBe(2);
  await expect(banner(second)).toHaveCount(0);
  const crashed = second.waitForEvent('crash');
  await second.goto('chrome://crash').catch(() => undefined);
  await crashed;

  const third = await context.newPage();
  await openFields(third, path);
  await expect(banner(third)).toBeVisible();
  await third.getByRole('button', { name: 'Restore' }).click();
  await expect(banner(third)).toHaveCount(0);
  await line(third, 'Weight').getByText('Weight', { exact: true }).click();
  await expect(setting(third, 'Name')).toHaveValue('mass');
  await line(third, 'Power').getByText('Power', { exact: true }).click();
  await expect(setting(third, 'Name')).toHaveValue('power');
  await expect.poll(kept).toBe(2);
  await expect(setting(page, 'Name')).toHaveValue('strength');
});

test('leaving with unsaved changes needs a confirmation: by a link, by history and by closing the tab', async ({
  page,
  demo,
  sample,
}) => {
  const path = `${base(demo.dev)}/${sample.templateId}`;
  await page.goto(`${path}/items`);
  await page.getByRole('link', { name: 'Edit template' }).click();
  await expect(page.getByRole('tree')).toBeVisible();
  await rename(page, 'Power', 'strength');
  // Navigation within the editor needs no confirmation, and loses nothing.
  await page.getByRole('tab', { name: 'Details' }).click();
  await expect(page.getByRole('tree')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Fields' }).click();
  await expect(line(page, 'Power')).toContainText('strength');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  const stay = async () => {
    await question.getByRole('button', { name: 'Stay on this page' }).click();
    // A dialog that is still closing is not the next one.
    await expect(question).toBeHidden();
  };
  await page.getByRole('link', { name: 'Heroes' }).click();
  await stay();
  await page.goBack();
  await stay();
  await expect(page).toHaveURL(/\/edit\?/);
  const opened = page.waitForEvent('dialog');
  const reload = page.evaluate(() => location.reload());
  const dialog = await opened;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await reload;
  await expect(line(page, 'Power')).toContainText('strength');
  await page.getByRole('link', { name: 'Heroes' }).click();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await page.waitForURL('**/templates/hero/items');
  await openFields(page, `${path}/edit`);
  await untilSettled(page.context());
  await expect(banner(page)).toHaveCount(0);
});

test(
  'axe reports nothing while a template is saved, in light and dark',
  long,
  async ({ page, guard, api, demo, sample }) => {
    guard.allow(/status of 422/);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const look = (name: string) => expectAccessibleInBoth(page, name);
    const path = `${base(demo.dev)}/${sample.templateId}`;
    const params = { instanceId: demo.dev };
    await openFields(page, `${path}/edit`);
    await remove(page, 'Weight');
    await rename(page, 'Power', 'strength');
    await setting(page, 'Minimum').fill('50');
    await page.getByRole('tab', { name: 'Components' }).click();
    await page.getByRole('button', { name: 'Checkbox', exact: true }).click();
    await saveChanges(page).click();
    await expect(page.getByText('1 item loses a value')).toBeVisible();
    await look('removed fields of a save');
    await page.getByRole('tab', { name: 'Updated (1)' }).click();
    await expect(page.getByText('1 value does not fit')).toBeVisible();
    await expect(yes(page)).toBeDisabled();
    await look('updated fields of a save, one of which does not fit');
    await page.getByRole('tab', { name: 'Added (1)' }).click();
    await look('added fields of a save');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await line(page, 'Power').getByText('Power', { exact: true }).click();
    await setting(page, 'Minimum').fill('5');

    const { header, fields } = await api.call(templates.get, {
      params: { ...params, templateId: sample.templateId },
    });
    const body = {
      id: sample.templateId,
      label: 'Other samples',
      version: header.version,
      fields: fields
        .filter(({ id }) => id !== 'foes')
        .map(({ id, settings, parentId, order }) => ({ id, settings, parentId, order })),
    };
    await api.call(templates.save, { params, body });
    const kept = () => page.evaluate(() => Object.keys(localStorage).some((key) => key.includes(':draft:')));
    await expect.poll(kept).toBe(true);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(banner(page)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Removed fields' })).toBeVisible();
    await look('kept changes, and removed fields');
  },
);
