import { menu, type SaveMenuNode } from '@quartermaster/contract/endpoints/menu.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { expectAccessibleInBoth } from './support/axe.ts';
import { middle, take } from './support/pages/drag.ts';
import { untilSettled } from './support/settled.ts';
import { shows } from './support/shows.ts';
import { expect, test } from './support/test.ts';

// Colours in transition would be measured halfway.
test.use({ reducedMotion: 'reduce' });

let id = '';
let group: SaveMenuNode;

test.beforeEach(async ({ page, api, demo, ownTemplate }, { testId }) => {
  id = `nav_${testId.replaceAll(/\W/g, '_')}`.slice(0, 60);
  ownTemplate(id);
  const params = { instanceId: demo.dev };
  await api.call(templates.save, { params, body: { id, label: 'Relics', version: 0, fields: [] } });
  group = { id: `group-${id}`, parent_id: 'root', label: 'Treasures', template_id: '', order: 1_000_000, status: 1 };
  await api.call(menu.save, { params, body: { menu: [group] } });
  await page.goto('/settings/navigation-setup');
});

test.afterEach(async ({ api, demo }) => {
  const params = { instanceId: demo.dev };
  const { menu: nodes } = await api.call(menu.list, { params });
  const inside = nodes
    .filter(({ parent_id }) => parent_id === group.id)
    .map((node) => ({ ...node, parent_id: 'root' }));
  const moved = inside.map((node) => ({ ...node, status: 2 as const }));
  await api.call(menu.save, { params, body: { menu: [...moved, { ...group, status: 3 }] } });
});

test('a link can be dragged into a group and a group not into a link, and entries dropped on the trash are removed', async ({
  page,
}) => {
  shows('2.2.navigation.tree');
  const tree = page.getByRole('tree', { name: 'Navigation' });
  const link = tree.locator(`[data-row="template-${id}"]`);
  const folder = tree.locator(`[data-row="${group.id}"]`);
  const indicator = page.getByRole('region', { name: 'Groups and links' }).locator('[data-gap]');
  await expect(link).toBeVisible();
  await untilSettled(page.context());
  await expectAccessibleInBoth(page, 'the navigation setup');

  const grip = await take(page, folder);
  const onLink = await middle(link);
  await page.mouse.move(grip.x + 60, onLink.y + 10, { steps: 6 });
  await expect(indicator).toHaveAttribute('data-refused', 'true');
  await expect(indicator).toContainText('a link cannot have anything inside');
  await page.keyboard.press('Escape');
  await page.mouse.up();

  const from = await take(page, link);
  const { y } = await middle(folder);
  await page.mouse.move(from.x + 20, y + 10, { steps: 6 });
  await expect(indicator).toHaveAttribute('data-depth', '1');
  await page.mouse.up();
  await expect(link).toHaveAttribute('aria-level', '2');

  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('button', { name: 'Yes, save changes' }).click();
  await expect(page.getByText('Navigation updated')).toBeVisible();
  await expect(page).toHaveURL('/');
  const inFolder = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Treasures' }) });
  await expect(inFolder.getByRole('link', { name: 'Relics' })).toBeVisible();

  await page.goBack();
  await expect(link).toBeVisible();
  // A menu that arrives before the drag moves the link away from the pointer.
  await untilSettled(page.context());
  await take(page, link);
  const trash = await middle(page.getByText('Drop here to remove'));
  await page.mouse.move(trash.x, trash.y, { steps: 8 });
  await expect(page.locator('[data-over]')).toContainText('Drop here to remove');
  await page.mouse.up();
  await expect(page.getByText('Removed “Relics”')).toBeVisible();
  await expect(link).toHaveCount(0);
  await page.getByRole('main').getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(link).toHaveAttribute('aria-level', '2');
});
