import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { projectMembers } from '@quartermaster/contract/endpoints/people/project-members.ts';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { expectAccessible } from '../support/axe.ts';
import { itemsPath, labelLink } from '../support/pages/items-list.ts';
import { rowOf, showTab, templatePath } from '../support/pages/template-editor.ts';
import { shows } from '../support/shows.ts';
import { devHostUrl, expect, test } from '../support/test.ts';
import { arsenalId, createArsenal, fieldScreens } from './field-screens.ts';
import { checkInPortal, checkOpen, checkScreen, forgetDrafts, widen } from './look.ts';
import { publicScreens } from './public-screens.ts';
import { screens } from './screens.ts';
import { settingsScreens } from './settings-screens.ts';
import { templateScreens } from './template-screens.ts';
import { fillTrash, trashedId, trashScreens } from './trash-screens.ts';

// A dialog is paler during its transition, and before its first frame there is no animation to wait for.
test.use({ reducedMotion: 'reduce' });

test.describe('axe reports nothing in light and dark, wide and narrow', () => {
  test('on the screens of content', async ({ page, guard, api, demo, sample }) => {
    shows('4.host.styles.same');
    // One of the screens shows a missing item, others show failing saves.
    guard.allow(/status of (404|409|503)/);
    const params = { instanceId: demo.dev };
    await api.call(instances.activate, { params });
    const firstOf = async (templateId: string) => {
      const page = await api.call(items.list, { params: { ...params, templateId }, body: { limit: 1 } });
      return page.items[0]?.id ?? 0;
    };
    await forgetDrafts(page);
    const { id: report } = await api.call(reports.start, { params, body: {} });
    const place = { ...demo, ...sample, hero: await firstOf('hero'), ability: await firstOf('ability'), report };
    for (const screen of screens) await checkScreen(page, screen, place);
  });

  test('on the trash, with what clashes', async ({ page, api, demo, ownTemplate }) => {
    await api.call(instances.activate, { params: { instanceId: demo.dev } });
    ownTemplate(trashedId);
    await fillTrash(api, demo.dev);
    for (const screen of trashScreens) await checkScreen(page, screen, demo);
  });

  test('on the settings, and dialogs that create something', async ({ page, api, demo }) => {
    await api.call(instances.activate, { params: { instanceId: demo.dev } });
    const { workspaces: list } = await api.call(workspaces.list, {});
    const workspace = `/settings/workspaces/${list[0]?.id}`;
    const projectId = list[0]?.projects[0]?.id ?? 0;
    const { accounts } = await api.call(projectMembers.list, { params: { projectId }, query: {} });
    const place = { workspace, project: `${workspace}/projects/${projectId}`, member: accounts[0]?.id ?? 0 };
    for (const screen of settingsScreens) await checkScreen(page, screen, place);
  });

  test('on the types and settings of fields', async ({ page, api, demo, ownTemplate }) => {
    await api.call(instances.activate, { params: { instanceId: demo.dev } });
    const { workspaces: list } = await api.call(workspaces.list, {});
    const projectId = list[0]?.projects[0]?.id ?? 0;
    await api.call(projects.setLanguages, { params: { projectId }, body: { languages: ['en', 'de', 'ja'] } });
    ownTemplate(arsenalId);
    const project = `/settings/workspaces/${list[0]?.id}/projects/${projectId}`;
    const place = { ...(await createArsenal(api, demo.dev)), project };
    await forgetDrafts(page);
    for (const screen of fieldScreens) await checkScreen(page, screen, place);
    await api.call(projects.setLanguages, { params: { projectId }, body: { languages: [] } });
  });

  test('on the template editor', async ({ page, guard, api, demo, sample }) => {
    guard.allow(/status of (404|409)/);
    await api.call(instances.activate, { params: { instanceId: demo.dev } });
    await forgetDrafts(page);
    const place = { ...demo, ...sample, hero: 0, ability: 0, report: 0 };
    for (const screen of templateScreens) await checkScreen(page, screen, place);
  });

  test.describe('without a session', () => {
    test.use({ as: null });

    test('on the documentation, sign-in, registration, passwords and the pages of mailed links', async ({
      page,
      guard,
    }) => {
      // The links are invalid, and one of them cannot be checked.
      guard.allow(/status of 40[14]|ERR_FAILED/);
      for (const path of ['/docs', '/docs/quick-start', '/docs/search?q=webhook+secret']) {
        await page.goto(path);
        // Pages without the console's scheme: wide and narrow, light and dark are independent.
        for (const [width, colorScheme] of [
          [1440, 'light'],
          [390, 'dark'],
        ] as const) {
          await page.setViewportSize({ width, height: 844 });
          await page.emulateMedia({ colorScheme });
          await expectAccessible(page, `${path}, ${width}, ${colorScheme}`);
        }
      }
      await page.goto('/login');
      await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
      await checkOpen(page, { name: 'sign in' });
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/./);
      await checkOpen(page, { name: 'sign in with errors' });
      await page.getByLabel('Email').fill('nobody@quartermaster.test');
      await page.getByLabel('Password', { exact: true }).fill('wrong');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
      await checkOpen(page, { name: 'rejected sign-in' });
      for (const screen of publicScreens) await checkScreen(page, screen, undefined);
    });
  });

  test('in the portal, on the console and the template editor', async ({ page, api, demo, sample }) => {
    await api.call(instances.activate, { params: { instanceId: demo.dev } });
    await page.goto(`${devHostUrl}/content`);
    await expect(page.locator('#slot').getByRole('heading', { level: 1 })).toBeVisible();
    await checkInPortal(page, 'dashboard', true);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await checkInPortal(page, 'export question');
    await page.goto(`${devHostUrl}/content${itemsPath(demo.dev, 'hero')}`);
    await expect(labelLink(page, 'Anti-Mage')).toBeVisible();
    await checkInPortal(page, 'items list');

    await widen(page);
    await page.goto(`${devHostUrl}/content${templatePath(demo.dev, sample.templateId)}`);
    await expect(rowOf(page, 'title')).toBeVisible();
    await checkInPortal(page, 'fields of a template');
    await showTab(page, 'Details');
    // On a phone a template is read-only.
    await widen(page);
    await page.getByRole('textbox', { name: 'Name' }).fill('Other samples');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('button', { name: 'Yes, save changes' })).toBeEnabled();
    await checkInPortal(page, 'save of a template');
  });
});
