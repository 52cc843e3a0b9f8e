import { itemsPath } from '../support/pages/items-list.ts';
import { consoleRoot } from '../support/pages/portal.ts';
import { devHostUrl, expect, test } from '../support/test.ts';

test('the details of an error can be copied, and the dev host replays what led to it', async ({
  page,
  context,
  demo,
  guard,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  guard.allow(/as it is null/);
  const heroes = itemsPath(demo.dev, 'hero');
  // A page that crashes on its answer.
  await page.route(/\/reports(\?|$)/, async (route) =>
    route.fulfill({ response: await route.fetch(), json: { reports: [null], next_cursor: null } }),
  );
  await page.goto(`${devHostUrl}/content${heroes}?note=ann%40studio.test`);
  await expect(consoleRoot(page).getByRole('row').nth(1)).toBeVisible();
  await page.getByLabel('Colours').selectOption('dark');
  await expect(consoleRoot(page)).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Content' }).click();
  await consoleRoot(page).getByRole('link', { name: 'Exported data' }).click();
  await expect(consoleRoot(page).getByRole('alert')).toContainText('Oops! Something went wrong');
  await consoleRoot(page).getByRole('button', { name: 'Copy details' }).click();
  const details = await page.evaluate(() => navigator.clipboard.readText());
  expect(details).toMatch(/\+\d+ ms mount .*colorScheme=light/);
  expect(details).toMatch(/\+\d+ ms update .*colorScheme=dark/);
  expect(details).toMatch(/\+\d+ ms event error phase=render/);
  expect(details).not.toMatch(/hero|ann|studio/);

  await page.goto(`${devHostUrl}/content`);
  await page.getByLabel('Colours').selectOption('light');
  await page.getByRole('button', { name: 'Replay', exact: true }).click();
  const panel = page.getByRole('complementary', { name: 'Replay' });
  await panel.getByRole('textbox').fill('[nothing');
  await panel.getByRole('button', { name: 'Replay the record' }).click();
  await expect(panel.getByRole('status')).toContainText('This is no record');
  await panel.getByRole('textbox', { name: /Copy details/ }).fill(details);
  await panel.getByRole('textbox', { name: 'instanceId' }).fill(String(demo.dev));
  await panel.getByRole('textbox', { name: 'templateId' }).fill('hero');
  await panel.getByRole('button', { name: 'Replay the record' }).click();
  await expect(panel.getByRole('status')).toHaveText(/^Replayed \d+ of \d+ entries\.$/);
  await expect(panel.getByRole('listitem').filter({ hasText: 'error' })).toHaveText('✓ event error');
  await expect(panel.getByRole('listitem').filter({ hasText: 'route' })).toHaveText([
    /templates\/:templateId\/items$/,
    /route \/$/,
    /settings\/exported-data$/,
  ]);
  await expect(consoleRoot(page).getByRole('alert')).toContainText('Oops! Something went wrong');
  await expect(page).toHaveURL(`${devHostUrl}/content/settings/exported-data`);
  await expect(consoleRoot(page)).toHaveAttribute('data-mantine-color-scheme', 'dark');
});
