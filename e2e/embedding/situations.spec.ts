import type { Page } from '@playwright/test';
import { long } from '../support/long.ts';
import { itemsPath } from '../support/pages/items-list.ts';
import { mantines } from '../support/pages/mantine.ts';
import { consoleNodes, consoleRoot, openDialog } from '../support/pages/portal.ts';
import { shows } from '../support/shows.ts';
import { devHostUrl, expect, test } from '../support/test.ts';

/** Opens the list of heroes in the portal, and its panel of situations. */
async function openPanel(page: Page, instanceId: number) {
  await page.goto(`${devHostUrl}/content${itemsPath(instanceId, 'hero')}`);
  await expect(consoleRoot(page).getByRole('row').nth(1)).toBeVisible();
  return showPanel(page);
}

async function showPanel(page: Page) {
  await page.getByRole('button', { name: 'Situations' }).click();
  return page.getByRole('complementary', { name: 'Situations' });
}

test('the dev host changes its page: direction, root font size, slot and styles; the console keeps its own', async ({
  page,
  demo,
}) => {
  shows('4.host.styles.root-font-size');
  const panel = await openPanel(page, demo.dev);
  const parts = [
    consoleRoot(page).getByRole('heading', { level: 1 }),
    consoleRoot(page).getByRole('button', { name: 'Export', exact: true }),
    consoleRoot(page).getByRole('row').nth(1),
  ];
  const look = () =>
    Promise.all(
      parts.map((part) =>
        part.evaluate((element) => {
          const { fontSize, direction, letterSpacing, textTransform } = getComputedStyle(element);
          return { fontSize, direction, letterSpacing, textTransform };
        }),
      ),
    );
  const before = await look();

  await panel.getByLabel('Direction of the page').selectOption('rtl');
  await expect(page.locator('html')).toHaveCSS('direction', 'rtl');
  await panel.getByLabel('Font size of the root').selectOption('150%');
  await expect(page.locator('html')).toHaveCSS('font-size', '24px');
  await expect.poll(look).toEqual(before);
  await panel.getByLabel('Hostile styles').check();
  await expect(page.getByRole('button', { name: 'Unmount' })).toHaveCSS('border-top-width', '0px');
  await expect.poll(look).toEqual(before);
  // The space is too small for all of the console.
  await panel.getByLabel('Narrow slot').check();
  await expect.poll(() => page.locator('#slot').evaluate((slot) => slot.clientWidth)).toBe(390);
  await expect.poll(async () => (await look())[0]).toEqual(before[0]);
});

test('menus and dialogs are positioned correctly in a page that is zoomed or scaled', async ({ page, demo }) => {
  shows('4.host.styles.zoom');
  await page.goto(`${devHostUrl}/content${itemsPath(demo.dev, 'hero')}`);
  const button = consoleRoot(page).getByRole('button', { name: 'Columns', exact: true });
  const menu = page.locator('[data-qm-overlay]').getByRole('dialog');
  /** Where the menu opens, in pixels of the window: below the button, and aligned with its right edge. */
  const expectMenuAtButton = async () => {
    await button.click();
    await expect(async () => {
      const [at, opened] = await Promise.all([button.boundingBox(), menu.boundingBox()]);
      if (!at || !opened) throw new Error('The menu is not shown.');
      expect(Math.abs(opened.x + opened.width - (at.x + at.width))).toBeLessThan(2);
      expect(Math.abs(opened.y - (at.y + at.height))).toBeLessThan(14);
    }).toPass();
    const size = (await menu.boundingBox())?.width ?? 0;
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    return size;
  };
  const width = await expectMenuAtButton();
  const zoom = (selector: string, value: string) =>
    page.locator(selector).evaluate((element, to) => element.style.setProperty('zoom', to), value);
  await zoom('body', '1.25');
  expect(await expectMenuAtButton()).toBeCloseTo(width * 1.25, 0);
  await zoom('body', '');
  await zoom('#slot', '0.8');
  expect(await expectMenuAtButton()).toBeCloseTo(width * 0.8, 0);

  await page.getByRole('button', { name: 'Unmount' }).click();
  await page.evaluate(() => Object.assign(document.body.style, { transform: 'scale(0.5)', height: '300px' }));
  await page.getByRole('button', { name: 'Mount' }).click();
  await openDialog(page);
  const cornersCovered = () =>
    page.evaluate(() =>
      [
        [1, 1],
        [innerWidth - 2, innerHeight - 2],
      ].map(([x = 0, y = 0]) => document.elementFromPoint(x, y)?.closest('[data-qm-overlay]') !== null),
    );
  await expect.poll(cornersCovered).toEqual([true, true]);
});

test(
  'the dev host has its own Mantine 7, 8 or 9, which changes its page and not the console',
  long,
  async ({ page, demo }) => {
    const panel = await openPanel(page, demo.dev);
    const look = async () => {
      const parts = [
        consoleRoot(page).getByRole('heading', { level: 1 }),
        consoleRoot(page).getByRole('button', { name: 'Export', exact: true }),
        consoleRoot(page).getByRole('row').nth(1),
      ];
      return Promise.all(
        parts.map((part) =>
          part.evaluate((element) => {
            const { color, backgroundColor, fontFamily, fontSize, lineHeight, borderRadius, padding, boxSizing } =
              getComputedStyle(element);
            return { color, backgroundColor, fontFamily, fontSize, lineHeight, borderRadius, padding, boxSizing };
          }),
        ),
      );
    };
    const before = await look();
    const choice = panel.getByLabel('A Mantine of the page’s own, dark');
    for (const version of mantines) {
      const sheet = page.waitForResponse(`**/vendor/mantine-${version}.css`);
      await choice.selectOption(`Mantine ${version}`);
      expect(await (await sheet).text()).toContain('.m_77c9d27d');
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
      // As that Mantine version sets it.
      await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(36, 36, 36)');
      expect(await look()).toEqual(before);
      await choice.selectOption('None');
      await expect(page.locator('body')).not.toHaveCSS('background-color', 'rgb(36, 36, 36)');
    }
  },
);

test(
  'the dev host sets a strict policy, with which the console complies and which the meters monitor',
  long,
  async ({ page, demo, guard }) => {
    await (await openPanel(page, demo.dev)).getByLabel('Strict content security policy').click();
    await expect(page).toHaveURL(/policy=strict/);
    await expect(consoleRoot(page).getByRole('row').nth(1)).toBeVisible();
    await openDialog(page);
    await page.keyboard.press('Escape');
    const panel = await showPanel(page);
    await expect(panel.getByLabel('Strict content security policy')).toBeChecked();
    await expect(panel.locator('dl')).toContainText('Violations0');

    guard.allow(/Content Security Policy|TrustedHTML/);
    const refused = await page.evaluate(() => {
      const style = document.createElement('style');
      style.textContent = 'body { margin: 0 }';
      document.head.append(style);
      style.remove();
      try {
        document.createElement('p').innerHTML = 'text';
      } catch (error) {
        return String(error);
      }
    });
    expect(refused).toContain('TrustedHTML');
    await expect(panel.locator('dl')).toContainText('Violations2');
  },
);

test('the dev host removes or corrupts a chunk, and restores it', long, async ({ page, demo, guard }) => {
  guard.allow(/404|MIME type|integrity/);
  for (const fault of ['Missing', 'Tampered with']) {
    await (await openPanel(page, demo.dev)).getByLabel('Chunk with the console').selectOption(fault);
    await expect(page.getByRole('alert')).toContainText('could not be loaded');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('alert')).toContainText('could not be loaded');
    await (await showPanel(page)).getByLabel('Chunk with the console').selectOption('');
    await expect(consoleRoot(page).getByRole('row').nth(1)).toBeVisible();
  }
});

test(
  'the meters of the dev host count listeners: the console’s own, and a leaked one',
  long,
  async ({ page, demo }) => {
    const panel = await openPanel(page, demo.dev);
    const listeners = async () => {
      // When shown again, the meters are current.
      for (let turn = 0; turn < 2; turn += 1) await page.getByRole('button', { name: 'Situations' }).click();
      const [, count] = /Listeners(\d+)/.exec((await panel.locator('dl').textContent()) ?? '') ?? [];
      return Number(count);
    };
    const toggle = async (name: string) => page.getByRole('button', { name, exact: true }).click();
    const whileMounted = await listeners();
    await toggle('Unmount');
    await expect(consoleNodes(page)).toHaveCount(0);
    await expect.poll(listeners).toBeLessThan(whileMounted);
    const unmounted = await listeners();
    expect(unmounted).toBeGreaterThan(0);

    await toggle('Mount');
    await expect(consoleRoot(page).getByRole('row').nth(1)).toBeVisible();
    await expect.poll(listeners).toBeGreaterThan(unmounted);
    await page.evaluate(() => window.addEventListener('resize', () => undefined));
    await toggle('Unmount');
    await expect(consoleNodes(page)).toHaveCount(0);
    await expect.poll(listeners).toBe(unmounted + 1);
  },
);

test('the dev host makes calls fail, and failed calls are repeated afterwards', long, async ({ page, demo, guard }) => {
  guard.allow(/Failed to fetch|status of/);
  const panel = await openPanel(page, demo.dev);
  const refresh = consoleRoot(page).getByRole('button', { name: 'Refresh' });
  await panel.getByLabel('Calls of the page').selectOption('gateway');
  await consoleRoot(page).getByRole('link', { name: 'Items' }).first().click();
  await expect(consoleRoot(page).getByRole('heading', { level: 1, name: 'Oops!' })).toBeVisible({ timeout: 20_000 });
  await panel.getByLabel('Calls of the page').selectOption('');
  await consoleRoot(page).getByRole('button', { name: 'Try again' }).click();
  await expect(refresh).toBeVisible();
  await expect(consoleRoot(page).getByRole('row').nth(1)).toBeVisible();
});

test('the dev host mounts and updates the console with props entered as JSON, and measures it', async ({
  page,
  demo,
}) => {
  const panel = await openPanel(page, demo.dev);
  const status = panel.getByRole('status');
  const props = panel.getByLabel('Props, as JSON');
  await props.fill('routing: memory');
  await panel.getByRole('button', { name: 'Mount with them' }).click();
  await expect(status).toContainText('as a JSON object');

  await props.fill('{ "routing": "memory", "colorScheme": "dark" }');
  await panel.getByRole('button', { name: 'Mount with them' }).click();
  await expect(status).toHaveText('Mounted.');
  await expect(consoleRoot(page)).toHaveAttribute('data-mantine-color-scheme', 'dark');
  // With memory routing the console starts at its home page, whatever the address is.
  await expect(consoleRoot(page).getByRole('heading', { level: 1, name: 'Ancient Works' })).toBeVisible();

  await props.fill('{ "colorScheme": "light" }');
  await panel.getByRole('button', { name: 'Update' }).click();
  await expect(status).toHaveText('Updated.');
  await expect(consoleRoot(page)).toHaveAttribute('data-mantine-color-scheme', 'light');

  const meters = panel.locator('dl');
  await expect(meters).toContainText(/Elements\d{3,}/);
  await expect(meters).toContainText(/Requests\d+/);
  await expect(meters).toContainText(/Heap\d+\.\d MB/);
  await expect(meters).toContainText(/Mount\d+ ms/);
  await expect(meters).toContainText(/Shown after\d+ ms/);
  await expect(meters).toContainText(/Unmount\d+ ms/);
});
