import type { Page } from '@playwright/test';
import { itemsPath } from '../support/pages/items-list.ts';
import { shows } from '../support/shows.ts';
import { expect } from '../support/test.ts';
import { test } from './armoury.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const text = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** Saves the open item, and waits until the list is shown again. */
async function save(page: Page) {
  await press(page, 'Save changes');
  await press(page, 'Yes, save changes');
  await page.waitForURL(/\/items$/);
}

/** A sync is a job of several steps, which a busy machine starts late. */
const ended = { timeout: 60_000 };

/** Shows only the changes of one template. */
async function filter(page: Page, template: string) {
  await page.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: template, exact: true }).click();
  await expect(page.getByRole('table', { name: /^Changed items of/ })).toHaveCount(1);
}

/** Opens the changed weapons of the active instance like a user: from the dashboard. */
async function openWeapons(page: Page) {
  await page.getByRole('link', { name: 'Ancient Works' }).first().click();
  await page.getByRole('link', { name: 'Sync instances' }).click();
  await filter(page, 'Weapons');
}

/** Selects one item, and opens the dialog that syncs it. */
async function openSyncDialog(page: Page, item: string) {
  await page.getByRole('checkbox', { name: `Select ${item}`, exact: true }).check();
  await press(page, 'Sync selected');
  return page.getByRole('dialog', { name: 'Sync selected changes' });
}

test('an item is edited, reviewed and synced with its links, conflicts with a hotfix, and is undone', async ({
  page,
  demo: { dev, stage },
  armoury,
}) => {
  shows('2.1.sync.review', '2.1.sync.dev-to-stage', '2.4.sync.selected-success', '2.4.sync.dev-to-stage');
  const { weapons, materials, create, read } = armoury;
  const iron = await create(materials, 'Iron');
  const sword = await create(weapons, 'Sword', { cost: 10, notes: 'Plain', material: iron });
  const axe = await create(weapons, 'Axe', { cost: 7 });
  await armoury.syncAll();
  const coal = await create(materials, 'Coal');
  const steel = await create(materials, 'Steel', { ore: coal });
  const tin = await create(materials, 'Tin');
  const editPath = (instanceId: number) => `${itemsPath(instanceId, weapons)}/${sword}/edit`;
  const row = page.getByRole('row').filter({ hasText: 'Sword' });
  const panel = page.getByRole('complementary', { name: 'Change of Sword' });
  const yes = page.getByRole('button', { name: 'Yes, sync to stage' });
  const synced = page.getByText('Your selected changes have been successfully synced');

  await test.step('edits it in Dev', async () => {
    await page.goto(editPath(dev));
    await text(page, 'Cost').fill('12');
    await page.getByRole('combobox', { name: 'Material' }).click();
    await page.getByRole('option', { name: /^Steel/ }).click();
    await save(page);
  });

  await test.step('reviews the difference', async () => {
    await openWeapons(page);
    await page.getByRole('link', { name: 'Sword', exact: true }).click();
    await expect(panel.locator('del')).toHaveText(['10', /^Iron/]);
    await expect(panel.locator('ins')).toHaveText(['12', /^Steel/]);
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  });

  await test.step('syncs it alone, with all that it links to and that Stage lacks', async () => {
    const dialog = await openSyncDialog(page, `Sword #${sword}`);
    const missing = dialog.getByRole('region', { name: /missing in stage$/ });
    await expect(missing).toContainText('Steel');
    await expect(yes).toBeDisabled();
    await missing.getByRole('button', { name: 'Include them' }).click();
    await expect(missing).toBeHidden();
    await expect(dialog).toContainText('3 items');
    await yes.click();
    await expect(synced).toBeVisible(ended);
    expect(await read(stage, weapons, sword)).toEqual({
      label: 'Sword',
      values: { cost: 12, notes: 'Plain', material: steel },
    });
    expect(await read(stage, materials, steel)).toEqual({ label: 'Steel', values: { ore: coal } });
    expect(await read(stage, materials, coal)).toEqual({ label: 'Coal', values: {} });
    expect(await read(stage, materials, tin)).toBeNull();
    // Nothing of the included items is left to sync.
    await filter(page, 'Materials');
    await expect(page.getByRole('link', { name: 'Tin', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Steel', exact: true })).toHaveCount(0);
  });

  await test.step('hotfixes it in Stage, and edits it in Dev, too', async () => {
    await page.goto(editPath(stage));
    await text(page, 'Notes').fill('Hotfix');
    await save(page);
    await page.goto(editPath(dev));
    await text(page, 'Notes').fill('Edited in Dev');
    await text(page, 'Cost').fill('15');
    await save(page);
  });
  const before = await read(stage, weapons, sword);
  expect(before?.values).toEqual({ cost: 12, notes: 'Hotfix', material: steel });

  await test.step('decides the conflict by field, and syncs', async () => {
    await openWeapons(page);
    await expect(row).toContainText('Conflict');
    const dialog = await openSyncDialog(page, `Sword #${sword}`);
    const conflict = dialog.getByRole('group', { name: 'Sword', exact: true });
    await expect(conflict).toBeVisible();
    await expect(yes).toBeDisabled();
    await conflict.getByRole('radio', { name: 'By field' }).check();
    await expect(dialog.getByRole('group', { name: 'Cost' }).getByRole('radio', { name: /^dev/ })).toBeChecked();
    await dialog
      .getByRole('group', { name: 'Notes' })
      .getByRole('radio', { name: /^stage/ })
      .check();
    await yes.click();
    await expect(synced).toBeVisible(ended);
    await expect(dialog).toBeHidden();
    await expect(row).toHaveCount(0);
    expect(await read(stage, weapons, sword)).toEqual({
      label: 'Sword',
      values: { cost: 15, notes: 'Hotfix', material: steel },
    });
  });

  await test.step('undoes that sync: Stage is as before', async () => {
    await page.getByRole('main').getByRole('link', { name: 'History' }).click();
    await page.getByRole('grid', { name: 'History of syncs' }).getByRole('link').first().click();
    await expect(page.getByRole('link', { name: 'Sword', exact: true })).toBeVisible();
    await press(page, 'Undo this sync');
    await press(page, 'Yes, undo it');
    await expect(page.getByText('The sync was undone')).toBeVisible(ended);
    expect(await read(stage, weapons, sword)).toEqual(before);
    expect(await read(stage, materials, steel)).toEqual({ label: 'Steel', values: { ore: coal } });
    expect(await read(stage, weapons, axe)).toEqual({ label: 'Axe', values: { cost: 7 } });
    expect(await read(dev, weapons, sword)).toEqual({
      label: 'Sword',
      values: { cost: 15, notes: 'Edited in Dev', material: steel },
    });
  });

  await test.step('meets the same conflict again', async () => {
    await openWeapons(page);
    await expect(row).toContainText('Conflict');
  });
});
