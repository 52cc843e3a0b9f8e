import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { syncReviews } from '@quartermaster/contract/endpoints/sync.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { recordShifts } from './support/layout-shifts.ts';
import { isLong } from './support/long.ts';
import { itemsPath } from './support/pages/items-list.ts';
import { untilSettled } from './support/settled.ts';
import { expect, test } from './support/test.ts';

/** Delay of each answer in milliseconds, so that every skeleton is shown: they appear after 200. */
const latency = 260;

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

test('nothing moves while a page loads: lists, forms, home and settings, wide and narrow', async ({
  page,
  api,
  demo,
}) => {
  await api.call(instances.activate, { params: { instanceId: demo.dev } });
  const params = { instanceId: demo.dev, templateId: 'hero' };
  const [hero] = (await api.call(items.list, { params, body: { limit: 1 } })).items;
  const { workspaces: list } = await api.call(workspaces.list, {});
  const workspace = `/settings/workspaces/${list[0]?.id}`;
  const paths = [
    '/',
    itemsPath(demo.dev, 'hero'),
    itemsPath(demo.dev, 'image'),
    `${itemsPath(demo.dev, 'hero')}/${hero?.id}/edit`,
    `${itemsPath(demo.dev, 'hero')}/new`,
    `${itemsPath(demo.dev, 'image')}/upload`,
    workspace,
    `${workspace}/members`,
    `${workspace}/roles`,
    `${workspace}/access-log`,
    `${workspace}/projects/${list[0]?.projects[0]?.id}`,
    '/settings/exported-data',
    '/settings/export-settings',
    '/settings/navigation-setup',
    '/instance-sync',
    '/settings/account',
  ];
  // With several languages, a project has files for translators.
  const ofProject = { projectId: list[0]?.projects[0]?.id ?? 0 };
  await api.call(projects.setLanguages, { params: ofProject, body: { languages: ['en', 'de'] } });
  // Pending reviews are above the list of changes.
  const ofDev = { instanceId: demo.dev };
  const { id: reviewId } = await api.call(syncReviews.create, { params: ofDev, body: { changes: [], all: true } });
  const shifts = await recordShifts(page);
  await page.route('**/v1/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, latency));
    // The page may be closed.
    await route.continue().catch(() => undefined);
  });
  for (const [turn, size] of sizes.entries()) {
    await page.setViewportSize(size);
    // Each page once, wide and narrow by turns.
    const looked = isLong ? paths : paths.filter((_, at) => at % sizes.length !== turn);
    for (const path of looked) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await untilSettled(page.context());
      // While content scrolls or fades in, the browser reports moves of zero pixels.
      const moves = (await shifts()).filter(({ value }) => value > 0);
      expect.soft(moves, `${path} at ${size.width}`).toEqual([]);
    }
  }
  await api.call(projects.setLanguages, { params: ofProject, body: { languages: [] } });
  await api.call(syncReviews.decline, { params: { ...ofDev, reviewId }, body: {} });
});
