import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { codeOf } from '../tests/support/one-time-code.ts';
import { expectAccessibleInBoth } from './support/axe.ts';
import { long } from './support/long.ts';
import { itemsPath } from './support/pages/items-list.ts';
import { emailOf, password } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** Presses Tab (or Shift+Tab) until an element has the focus, which has to be visible at every stop on the way. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  for (let stop = 0; stop < 120; stop += 1) {
    await page.keyboard.press(key);
    await expectFocusIsSeen(page);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`The focus does not reach ${target}.`);
}

/** Enters a list by Tab, which is one stop, and goes to a link of the column of labels, or of the first one, by arrow keys. */
async function arrowTo(page: Page, link: Locator) {
  const isThere = () => link.evaluate((element) => element === document.activeElement);
  await tabTo(page, page.locator('[role="grid"] [tabindex="0"]'));
  for (const key of ['ArrowRight', ...Array.from({ length: 10 }, () => 'ArrowDown')]) {
    if (await isThere()) return;
    await page.keyboard.press(key);
    await expectFocusIsSeen(page);
  }
  throw new Error(`The arrow keys do not reach ${link}.`);
}

/** The focused element is on the screen, with an outline or a border in the focus colour. */
async function expectFocusIsSeen(page: Page) {
  const unseen = await page.evaluate(() => {
    const element = document.activeElement;
    // After the last stop the browser’s own UI has the focus.
    if (!(element instanceof HTMLElement) || element === document.body) return '';
    // A loader spins forever, so its animation has no end to jump to.
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime ?? Infinity)) animation.finish();
    const probe = document.createElement('i');
    probe.style.color = 'var(--mantine-primary-color-filled)';
    element.parentElement?.append(probe);
    const focusColour = getComputedStyle(probe).color;
    probe.remove();
    // The focus of a checkbox is drawn by its sibling, that of an input with a button in it by its wrapper.
    const around = element.parentElement;
    const drawn = around ? [element, around, ...around.children] : [element];
    const isMarked = drawn.some((node) => {
      const { outlineStyle, outlineWidth, borderTopColor } = getComputedStyle(node);
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || borderTopColor === focusColour;
    });
    const { top, right, bottom, left } = element.getBoundingClientRect();
    const isOnScreen = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
    if (isMarked && isOnScreen) return '';
    return `${element.outerHTML.slice(0, 200)}: ${isMarked ? 'off the screen' : 'not marked'}`;
  });
  expect(unseen, 'an invisible focus').toBe('');
}

/** The focus has moved to the page that replaced the focused one. Until then, Tab would start in the old page. */
const expectArrival = (page: Page) => expect(page.getByRole('main')).toBeFocused();

const press = (page: Page, ...keys: string[]) =>
  keys.reduce<Promise<void>>((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());

/** The option that Enter picks. */
const optionAtHand = (page: Page) => page.locator('[role="option"][data-combobox-selected]');

test.describe('without a session', () => {
  test.use({ as: null });

  test('the main job by keyboard alone: sign in, find, change, save, export, download', async ({
    page,
    guard,
    demo,
    sample,
  }) => {
    guard.allow(/status of 401/);
    await page.goto(itemsPath(demo.dev, sample.templateId));
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    await tabTo(page, page.getByLabel('Email'));
    await page.keyboard.press('Enter');
    for (const label of ['Email', 'Password'])
      await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await expectFocusIsSeen(page);
    await page.keyboard.type(emailOf('owner'));
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Samples', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'A sample' })).toBeVisible();

    const value = page.getByRole('textbox', { name: 'Filter value' });
    await page.keyboard.press('/');
    await expect(page.getByRole('textbox', { name: 'Search label or id' })).toBeFocused();
    await tabTo(page, page.getByRole('button', { name: 'Filter', exact: true }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Filter field' })).toBeFocused();
    await page.keyboard.type('label');
    await page.keyboard.press('Enter');
    await expect(value).toBeFocused();
    await page.keyboard.type('a sample');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('list', { name: 'Filters' })).toContainText('Label contains a sample');
    await expect(value).toBeHidden();
    await tabTo(page, page.getByRole('button', { name: 'Remove filter Label contains a sample' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('list', { name: 'Filters' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeFocused();

    await arrowTo(page, page.getByRole('link', { name: 'A sample' }));
    await page.keyboard.press('Enter');
    await expectArrival(page);
    const title = page.getByRole('textbox', { name: 'Title', exact: true });
    await tabTo(page, title);
    await press(page, 'Control+a');
    await page.keyboard.type('By hand');
    await tabTo(page, page.getByRole('textbox', { name: 'Power', exact: true }));
    await press(page, 'ArrowUp', 'ArrowUp');
    const foes = page.getByRole('combobox', { name: 'Foes' });
    await tabTo(page, foes);
    await page.keyboard.type('Axe');
    await expect(optionAtHand(page)).toHaveText(/^Axe/);
    await page.keyboard.press('Enter');
    // If the search is still running, the pick waits for it, and Escape would cancel it.
    await expect(page.getByRole('button', { name: /Remove Axe/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(foes).toBeFocused();
    await tabTo(page, page.getByRole('button', { name: 'Move Bonuses row 1 down' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Stat' }).first()).toHaveValue('mana');
    await expect(page.getByRole('button', { name: 'Move Bonuses row 2 up' })).toBeFocused();

    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Samples', exact: true })).toBeVisible();
    await expectArrival(page);
    expect(await sample.valueOf('title')).toBe('By hand');
    expect(await sample.valueOf('power')).toBe(12);
    expect(await sample.valueOf('stat.0')).toBe('mana');
    expect(await sample.valueOf('foes')).toHaveLength(1);

    const exporting = page.getByRole('button', { name: 'Export', exact: true });
    await tabTo(page, exporting);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Yes, export' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(exporting).toBeFocused();

    // The focus moves to each page once it is rendered.
    await tabTo(page, page.getByRole('link', { name: 'Ancient Works' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Ancient Works' })).toBeVisible();
    await tabTo(page, page.getByRole('link', { name: /^Exported data/ }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Exported data' })).toBeVisible();
    await expectArrival(page);
    const report = page.getByRole('grid', { name: 'Exports' }).getByRole('link').first();
    await arrowTo(page, report);
    await page.keyboard.press('Enter');
    const file = page.getByRole('button', { name: `Download ${sample.templateId}.json` });
    await expect(file).toBeVisible({ timeout: 60_000 });
    await tabTo(page, file);
    const downloading = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const content = JSON.parse(await readFile(await (await downloading).path(), 'utf8'));
    expect(content).toMatchObject([{ title: 'By hand', power: 12, bonuses: [{ stat: 'mana' }, { stat: 'health' }] }]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(report).toBeFocused();
  });
});

test.describe('with an account of its own', () => {
  test.use({ as: 'free' });

  test('a second factor is set up, used to sign in, and turned off', async ({ page, guard }) => {
    guard.allow(/status of 401/);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const enter = async (name: string) => {
      await tabTo(page, button(name));
      await page.keyboard.press('Enter');
    };
    await page.goto('/settings/account');
    await expect(button('Set up authenticator app')).toBeVisible();
    await enter('Set up authenticator app');
    const dialog = page.getByRole('dialog');
    const code = page.getByRole('textbox', { name: 'Code', exact: true });
    await expect(dialog.getByRole('img', { name: 'QR code of the secret' })).toBeVisible();
    await expect(code).toBeFocused();
    await expectAccessibleInBoth(page, 'second factor');
    const secret = (await dialog.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '';
    await page.keyboard.type(codeOf(secret, new Date()));
    await tabTo(page, dialog.getByLabel(/^Password/));
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Store your recovery codes' })).toBeFocused();
    await expectAccessibleInBoth(page, 'recovery codes');
    const codes = await dialog.getByRole('listitem').allTextContents();
    await enter('I have stored them');
    await expect(page.getByText('10 recovery codes are left')).toBeVisible();

    await page.context().clearCookies();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    await tabTo(page, page.getByLabel('Email'));
    await page.keyboard.type(emailOf('free'));
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await expect(code).toBeFocused();
    await expectAccessibleInBoth(page, 'sign-in with a code');
    // The code of this step was used to set it up, and the next one is good already.
    await page.keyboard.type(codeOf(secret, new Date(), 1));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();

    await expect(button('Turn off authenticator app')).toBeVisible();
    await enter('Turn off authenticator app');
    await expect(code).toBeFocused();
    await page.keyboard.type(codes[0] ?? '');
    await tabTo(page, dialog.getByLabel(/^Password/));
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await expect(button('Set up authenticator app')).toBeVisible();
  });
});

test('dialogs take the focus and return it to where they were opened', async ({ page, demo, sample }) => {
  await page.goto(`${itemsPath(demo.dev, sample.templateId)}/${sample.itemId}/edit`);
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  await title.fill('Changed');

  const save = page.getByRole('button', { name: 'Save changes' });
  await save.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Yes, save changes' })).toBeFocused();
  // The focus does not leave the dialog.
  const dialog = page.getByRole('dialog');
  for (let stop = 0; stop < 4; stop += 1) {
    await page.keyboard.press('Tab');
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(save).toBeFocused();

  const back = page.getByRole('link', { name: 'Back to Samples' });
  await back.focus();
  await page.keyboard.press('Enter');
  // Enter, pressed out of habit, loses nothing.
  await expect(page.getByRole('button', { name: 'Stay on this page' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(title).toHaveValue('Changed');
  await expect(back).toBeFocused();

  for (const name of [/^Change instance: /, 'Theme', 'Account'] as const) {
    const opener = page.getByRole('button', { name });
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(opener).toHaveAttribute('aria-expanded', 'true');
    // A dialog takes the focus once it is rendered; earlier keys do not reach it.
    await expect(page.locator(':is([role="dialog"], [role="menu"]):is(:focus, :focus-within)')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(opener).toHaveAttribute('aria-expanded', 'false');
    await expect(opener).toBeFocused();
    await expect(page.locator('[role="dialog"], [role="menu"]')).toBeHidden();
  }

  await back.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Stay on this page' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  // The link that opened the dialog was unmounted with its page.
  await expect(page.getByRole('main')).toBeFocused();
});

test(
  'rows are added, moved, removed and restored by keyboard, and the focus follows',
  long,
  async ({ page, demo, sample }) => {
    await page.goto(`${itemsPath(demo.dev, sample.templateId)}/${sample.itemId}/edit`);
    const stats = page.getByRole('textbox', { name: 'Stat' });
    await page.getByRole('button', { name: 'Add group' }).focus();
    await page.keyboard.press('Enter');
    await expect(stats.nth(2)).toBeFocused();
    await page.keyboard.type('armour');
    await page.getByRole('button', { name: 'Move Bonuses row 3 up' }).focus();
    await press(page, 'Enter', 'Enter');
    await expect(stats.first()).toHaveValue('armour');
    await expect(page.getByRole('button', { name: 'Move Bonuses row 1 down' })).toBeFocused();
    await page.getByRole('button', { name: 'Delete Bonuses row 2' }).focus();
    await page.keyboard.press('Enter');
    await expect(stats).toHaveCount(2);
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(stats.nth(1)).toHaveValue('health');
    await expect(page.getByRole('button', { name: 'Delete Bonuses row 2' })).toBeFocused();
  },
);

test('an item is created and deleted by keyboard', long, async ({ page, demo, sample }) => {
  await page.goto(itemsPath(demo.dev, sample.templateId));
  await expect(page.getByRole('link', { name: 'A sample' })).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Create item' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Label', exact: true })).toBeFocused();
  await page.keyboard.type('Short-lived');
  await tabTo(page, page.getByRole('textbox', { name: 'Title', exact: true }));
  await page.keyboard.type('Mayfly');
  await tabTo(page, page.getByRole('combobox', { name: 'Carrier' }));
  // Faster than the search: Enter picks the future result.
  await page.keyboard.type('Bane');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Carrier' })).toHaveValue(/^Bane #/);
  await page.keyboard.press('Control+Enter');
  const row = page.getByRole('link', { name: 'Short-lived' });
  await expect(row).toBeVisible();
  await expectArrival(page);

  await arrowTo(page, row);
  await page.keyboard.press('Enter');
  await expectArrival(page);
  await expect(page.getByRole('button', { name: 'Delete item' })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Delete item' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('Are you sure you want to delete “Short-lived”');
  await expect(page.getByRole('button', { name: 'Yes, delete item' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Samples', exact: true })).toBeVisible();
  await expect(row).toBeHidden();
  await expect(page.getByRole('link', { name: 'A sample' })).toBeVisible();
});

test('the settings are entered, used and left by keyboard alone', long, async ({ page, api }) => {
  const { name } = await api.call(accounts.get, {});
  await page.goto('/');
  await tabTo(page, page.getByRole('link', { name: 'Settings', exact: true }));
  await page.keyboard.press('Enter');
  const sidebar = page.getByRole('navigation', { name: 'Settings' });
  const fold = sidebar.getByRole('button', { name: 'Projects' });
  const project = sidebar.getByRole('link', { name: 'Dota 2' });
  await expect(project).toBeVisible();
  await tabTo(page, fold);
  await page.keyboard.press('Enter');
  await expect(project).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(project).toBeVisible();

  await tabTo(page, sidebar.getByRole('link', { name: 'Profile' }));
  await page.keyboard.press('Enter');
  const editName = page.getByRole('button', { name: 'Edit name' });
  await tabTo(page, editName);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
  await page.keyboard.type(' II');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText(`${name} II`)).toBeVisible();
  await expect(editName).toBeFocused();
  await api.call(accounts.changeName, { body: { name } });

  const editEmail = page.getByRole('button', { name: 'Edit email' });
  await tabTo(page, editEmail);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Already have code?' }));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Code')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(editEmail).toBeFocused();

  const logOut = sidebar.getByRole('button', { name: 'Log out' });
  await tabTo(page, logOut, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Yes, log out' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(logOut).toBeFocused();
  await tabTo(page, sidebar.getByRole('link', { name: 'Settings' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});
