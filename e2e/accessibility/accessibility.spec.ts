import type { Page } from '@playwright/test';
import { workspaceRoles } from '@quartermaster/contract/access.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import type { Invitation } from '@quartermaster/contract/endpoints/people/members.ts';
import { projectMembers } from '@quartermaster/contract/endpoints/people/project-members.ts';
import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { mailPages, pageWithHash } from '@quartermaster/contract/mail-pages.ts';
import { expectAccessible } from '../support/axe.ts';
import { itemsPath } from '../support/pages/items-list.ts';
import { rowOf, showTab, templatePath } from '../support/pages/template-editor.ts';
import { createSample, type Sample } from '../support/sample.ts';
import { untilSettled } from '../support/settled.ts';
import { devHostUrl, expect, test } from '../support/test.ts';
import { button, dialog, listIsOpen, type Place, type Screen } from './screens.ts';
import { templateScreens } from './template-screens.ts';

// A dialog is paler during its transition, and before its first frame there is no animation to wait for.
test.use({ reducedMotion: 'reduce' });

/** Saves the open object as somebody else. */
const conflict = async (page: Page, sample: Sample) => {
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  await title.fill('Mine');
  await sample.change({ title: `Theirs ${Date.now()}` });
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('dialog')).toContainText('Nothing of yours is lost until you choose');
};
/** Clicks a button that opens a menu. */
const menu = (name: string) => async (page: Page) => {
  await button(name)(page);
  await expect(page.getByRole('menu')).toBeVisible();
};
/** Chooses from the menu of a row what opens a dialog. */
const fromMenu = (name: string | RegExp, action: string) => async (page: Page) => {
  await button(name)(page);
  await page.getByRole('menuitem', { name: action }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
};
/** A role of the demo's workspace that somebody holds. */
const heldRole = 'Viewer';
/** The seats of the demo's workspace are all taken, so that nobody is invited to it: this answers as if two were. */
async function inviteTwo(page: Page) {
  const day = 24 * 60 * 60 * 1000;
  const invitations = [6, -1].map((days, index): Invitation => {
    const expiresAt = Date.now() + days * day;
    return {
      id: index + 1,
      email: `invited-${index}@quartermaster.test`,
      role_id: workspaceRoles.member,
      invited_by: 'Olivia Owner',
      sent_at: new Date(expiresAt - 7 * day).toISOString(),
      expires_at: new Date(expiresAt).toISOString(),
      is_expired: days < 0,
    };
  });
  const list = '**/v1/workspaces/*/invitations?*';
  await page.route(list, (route) => route.fulfill({ json: { invitations, total: 2, next_cursor: null } }));
  await page.reload();
  await menu('Actions for invited-1@quartermaster.test')(page);
  await page.unroute(list);
}
const edit = ({ dev, templateId, itemId }: Place) => `${itemsPath(dev, templateId)}/${itemId}/edit`;
const list = ({ dev }: Place) => itemsPath(dev, 'hero');
const errorPage = (path: string): Screen => ({ name: path, path: () => path });

/** Screens of a signed-in user, in parts that take about equally long. */
const screens: Record<string, Screen[]> = {
  'around the screens': [
    { name: 'dashboard', path: () => '/' },
    { name: 'instance switcher', path: () => '/', act: dialog(/^Change instance: /) },
    {
      name: 'instance switcher with its list open',
      path: () => '/',
      act: async (page) => {
        await dialog(/^Change instance: /)(page);
        await page.getByRole('combobox', { name: 'Instance' }).click();
        await expect(page.getByRole('option', { name: 'dev' })).toBeVisible();
      },
      ...listIsOpen,
    },
    { name: 'theme menu', path: () => '/', act: menu('Theme') },
    { name: 'account menu', path: () => '/', act: menu('Account') },
    { name: 'export question', path: () => '/', act: dialog('Export') },
    errorPage('/access-denied'),
    errorPage('/not-allowed'),
    errorPage('/error?eventId=abc-123'),
    errorPage('/not-found'),
  ],
  'of lists': [
    { name: 'items list', path: list },
    {
      name: 'items list in Stage',
      path: ({ stage }) => itemsPath(stage, 'hero'),
      act: async (page) => {
        await button('Create item')(page);
        await expect(page.getByText('You can only create items in the development environment')).toBeVisible();
      },
    },
    { name: 'items list in Prod', path: ({ prod }) => itemsPath(prod, 'item') },
    { name: 'images', path: ({ dev }) => itemsPath(dev, 'image') },
    { name: 'items list with filters', path: (place) => `${list(place)}?filter=label:contains:a&filter=id:more:3` },
    { name: 'items list without results', path: (place) => `${list(place)}?filter=label:contains:zzzz` },
    {
      name: 'filter bar open',
      path: list,
      act: async (page) => {
        await page.getByRole('combobox', { name: 'Filter field' }).click();
        await expect(page.getByRole('option', { name: 'ID', exact: true })).toBeVisible();
      },
      ...listIsOpen,
    },
    { name: 'columns menu', path: list, act: dialog(/^Columns/) },
    {
      name: 'navigation as a drawer',
      path: list,
      act: dialog('Open navigation'),
      only: 'narrow',
    },
  ],
  'of items': [
    { name: 'hero', path: ({ dev, hero }) => `${itemsPath(dev, 'hero')}/${hero}/edit` },
    { name: 'hero in Prod', path: ({ prod, hero }) => `${itemsPath(prod, 'hero')}/${hero}/edit` },
    { name: 'ability', path: ({ dev, ability }) => `${itemsPath(dev, 'ability')}/${ability}/edit` },
    { name: 'item', path: edit },
    {
      name: 'link picker',
      path: edit,
      act: async (page) => {
        await page.getByRole('combobox', { name: 'Foes' }).click();
        await expect(page.getByRole('option').first()).toBeVisible();
      },
      ...listIsOpen,
    },
    { name: 'new item', path: ({ dev, templateId }) => `${itemsPath(dev, templateId)}/new` },
    { name: 'new image', path: ({ dev }) => `${itemsPath(dev, 'image')}/new` },
    {
      name: 'new item with errors',
      path: ({ dev, templateId }) => `${itemsPath(dev, templateId)}/new`,
      act: async (page) => {
        await button('Save changes')(page);
        await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveAttribute('aria-invalid', 'true');
      },
    },
    { name: 'missing item', path: ({ dev }) => `${itemsPath(dev, 'hero')}/999999/edit` },
  ],
  'of saves': [
    {
      name: 'save question',
      path: edit,
      act: async (page) => {
        await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Another');
        await dialog('Save changes')(page);
      },
    },
    {
      name: 'leave question',
      path: edit,
      act: async (page) => {
        await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Another');
        await page.getByRole('link', { name: /^Back to/ }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
      },
    },
    { name: 'conflict', path: edit, act: conflict },
    {
      name: 'conflict, field by field',
      path: edit,
      act: async (page, sample) => {
        await conflict(page, sample);
        await button('Choose field by field')(page);
        await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible();
      },
    },
    { name: 'delete question', path: edit, act: dialog('Delete item') },
    {
      name: 'failed save',
      path: edit,
      act: async (page) => {
        const save = /\/v1\/editor\/\d+\/items$/;
        const json = { status_code: 503, error: 'unavailable', message: 'The service is not available right now.' };
        await page.route(save, (route) => route.fulfill({ status: 503, json }));
        await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Another');
        await page.keyboard.press('Control+s');
        await expect(page.getByRole('button', { name: 'Dismiss' })).toBeVisible();
        await page.unroute(save);
      },
    },
    {
      name: 'nothing to save',
      path: edit,
      act: async (page) => {
        await button('Save changes')(page);
        await expect(page.getByText('No changes to save')).toBeVisible();
      },
    },
  ],
  'of exports': [
    { name: 'exported data', path: () => '/settings/exported-data' },
    {
      name: 'report',
      path: ({ report }) => `/settings/exported-data?report=${report}`,
      act: (page) => expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible(),
    },
    { name: 'export settings', path: () => '/settings/export-settings', act: button('Show token') },
    { name: 'token question', path: () => '/settings/export-settings', act: dialog('Regenerate') },
  ],
};

/** Pages without a session, besides the sign-in. */
const publicScreens: { name: string; path: string; act?: (page: Page) => Promise<void> }[] = [
  { name: 'registration', path: '/registration' },
  {
    name: 'registration with errors',
    path: '/registration',
    act: async (page) => {
      await button('Create account')(page);
      await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
    },
  },
  {
    name: 'check your email',
    path: '/registration',
    act: async (page) => {
      await page.getByLabel('Name').fill('Somebody');
      await page.getByLabel('Email').fill(`somebody-${Date.now()}@quartermaster.test`);
      await button('Create account')(page);
      await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeFocused();
    },
  },
  { name: 'registration help', path: '/registration/help' },
  {
    name: 'new password',
    path: pageWithHash(mailPages.confirmRegistration, 'abc'),
    act: async (page) => {
      // If the link cannot be checked, the form is shown.
      const check = '**/v1/registration/link';
      await page.route(check, (route) => route.abort());
      await page.reload();
      await page.getByLabel('New password').fill('Abc');
      await button('Create password')(page);
      await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/./);
      await page.unroute(check);
    },
  },
  {
    name: 'new password with an invalid link',
    path: pageWithHash(mailPages.setPassword, 'abc'),
    act: async (page) => {
      await expect(page.getByRole('heading', { level: 1, name: 'This link does not work' })).toBeVisible();
    },
  },
  { name: 'link without a token', path: mailPages.confirmRegistration },
  { name: 'forgotten password', path: '/password-reset' },
  {
    name: 'forgotten password, sent',
    path: '/password-reset',
    act: async (page) => {
      await page.getByLabel('Email').fill(`nobody-${Date.now()}@quartermaster.test`);
      await button('Send link')(page);
      await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeFocused();
    },
  },
  { name: 'email change', path: pageWithHash(mailPages.emailChanged, 'abc') },
  { name: 'project removal', path: pageWithHash(mailPages.removalCancelled, 'abc') },
];

interface SettingsPlace {
  workspace: string;
  project: string;
  /** Somebody who works in the project. */
  member: number;
}

/** Settings, and dialogs of the dashboard. */
const settingsScreens: {
  name: string;
  path: (place: SettingsPlace) => string;
  act?: (page: Page) => Promise<void>;
  only?: 'narrow';
  without?: string[];
}[] = [
  { name: 'feedback', path: () => '/', act: dialog('Send feedback') },
  { name: 'new project', path: () => '/', act: dialog('New project') },
  { name: 'profile', path: () => '/settings/account' },
  { name: 'name', path: () => '/settings/account', act: dialog('Edit name') },
  { name: 'email', path: () => '/settings/account', act: dialog('Edit email') },
  {
    name: 'email with errors',
    path: () => '/settings/account',
    act: async (page) => {
      await dialog('Edit email')(page);
      await button('Already have code?')(page);
      await button('Change email')(page);
      await expect(page.getByLabel('New email')).toHaveAccessibleDescription(/./);
    },
  },
  { name: 'password', path: () => '/settings/account', act: dialog('Change password') },
  {
    name: 'log out',
    path: () => '/settings/account',
    act: async (page) => {
      if (!isNarrow(page)) await dialog('Log out')(page);
    },
  },
  { name: 'settings as a drawer', path: () => '/settings/account', act: dialog('Open navigation'), only: 'narrow' },
  { name: 'workspace', path: ({ workspace }) => workspace },
  { name: 'another workspace', path: ({ workspace }) => workspace, act: dialog('New workspace') },
  { name: 'members', path: ({ workspace }) => `${workspace}/members` },
  {
    name: 'members with invitations, and what can be done with one',
    path: ({ workspace }) => `${workspace}/members`,
    act: inviteTwo,
    // A menu over a table floats beside the page's landmarks, as the table would cut it.
    without: ['region'],
  },
  { name: 'members without results', path: ({ workspace }) => `${workspace}/members?search=zzzz` },
  {
    name: 'invitation with what is missing',
    path: ({ workspace }) => `${workspace}/members`,
    act: async (page) => {
      await dialog('Invite member')(page);
      await button('Send invitation')(page);
      await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/./);
    },
  },
  {
    name: 'role of a member',
    path: ({ workspace }) => `${workspace}/members?search=admin@`,
    act: fromMenu(/^Actions for /, 'Update role'),
  },
  {
    name: 'removal of a member',
    path: ({ workspace }) => `${workspace}/members?search=admin@`,
    act: fromMenu(/^Actions for /, 'Remove member'),
  },
  { name: 'roles', path: ({ workspace }) => `${workspace}/roles` },
  {
    name: 'deletion of a role',
    path: ({ workspace }) => `${workspace}/roles?search=${heldRole}`,
    act: fromMenu(`Actions for ${heldRole}`, 'Delete role'),
  },
  {
    name: 'new role with what is missing',
    path: ({ workspace }) => `${workspace}/roles/new`,
    act: async (page) => {
      await page.getByRole('switch', { name: 'Can export items' }).check();
      await button('Create role')(page);
      await expect(page.getByLabel('Role name')).toHaveAccessibleDescription(/./);
    },
  },
  { name: 'access log', path: ({ workspace }) => `${workspace}/access-log` },
  { name: 'project', path: ({ project }) => project },
  {
    name: 'member of a project, with what is missing',
    path: ({ project }) => `${project}/members/new`,
    act: async (page) => {
      await button('Add member')(page);
      await expect(page.getByRole('combobox', { name: 'Member' })).toHaveAccessibleDescription(/required/);
    },
  },
  { name: 'roles of a member in a project', path: ({ project, member }) => `${project}/members/${member}/edit` },
  {
    name: 'delete project, with a wrong name',
    path: ({ project }) => project,
    act: async (page) => {
      await dialog('Delete project')(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Delete project' }).click();
      await expect(page.getByRole('dialog').getByRole('textbox')).toHaveAccessibleDescription(/does not match/);
    },
  },
];

/** Narrow and wide layouts. */
const viewports = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

const colourRules = ['color-contrast', 'link-in-text-block'];

/** Checks everything in light, and in dark only the colours, which no width changes. */
async function expectAccessibleInBoth(
  page: Page,
  { name, without = [], only }: Pick<Screen, 'name' | 'without' | 'only'>,
) {
  await untilSettled(page.context());
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page, `${name}, light`, { without });
  if (only === 'narrow' || !isNarrow(page)) {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('[data-mantine-color-scheme="dark"]').first().waitFor({ state: 'attached' });
    await expectAccessible(page, `${name}, dark`, { only: colourRules });
  }
  const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await tooWide(), `${name}: horizontal overflow in pixels`).toBe(0);
}

const isNarrow = (page: Page) => (page.viewportSize()?.width ?? 0) <= 768;

async function untilThere(page: Page) {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await untilSettled(page.context());
}

/** Checks the console’s part of the portal, in both colour schemes. */
async function lookInPortal(page: Page, name: string) {
  await untilSettled(page.context());
  for (const scheme of ['light', 'dark']) {
    // The portal owns the colours; if a dialog covers its switch, only a script reaches it.
    await page.getByLabel('Colours').evaluate((select, value) => {
      (select as HTMLSelectElement).value = value;
      select.dispatchEvent(new Event('change'));
    }, scheme);
    const parts = page.locator('[data-qm-root]');
    for (const part of await parts.all()) await expect(part).toHaveAttribute('data-mantine-color-scheme', scheme);
    // Landmarks of the whole page belong to the portal.
    await expectAccessible(page, `${name}, ${scheme}`, {
      within: ['[data-qm-root]'],
      ...(scheme === 'dark' && { only: colourRules }),
    });
  }
}

for (const viewport of viewports) {
  test.describe(`axe reports nothing in light and dark, ${viewport.width} pixels wide`, () => {
    test.use({ viewport });

    const isShown = ({ only }: Screen) => only === undefined || (only === 'narrow') === viewport.width <= 768;

    for (const [name, part] of Object.entries(screens)) {
      test(`on the screens ${name}`, async ({ page, guard, api, demo, sample }) => {
        // One of the screens shows a missing item, others show failing saves.
        guard.allow(/status of (404|409|503)/);
        const params = { instanceId: demo.dev };
        await api.call(instances.activate, { params });
        const firstOf = async (templateId: string) => {
          const page = await api.call(items.list, { params: { ...params, templateId }, body: { limit: 1 } });
          return page.items[0]?.id ?? 0;
        };
        const report = name === 'of exports' ? (await api.call(reports.start, { params, body: {} })).id : 0;
        const place = { ...demo, ...sample, hero: await firstOf('hero'), ability: await firstOf('ability'), report };
        for (const screen of part.filter(isShown)) {
          await page.emulateMedia({ colorScheme: 'light' });
          await page.goto(screen.path(place));
          await untilThere(page);
          await screen.act?.(page, sample);
          await expectAccessibleInBoth(page, screen);
        }
      });
    }

    test('on the settings, and dialogs that create something', async ({ page, api, demo }) => {
      await api.call(instances.activate, { params: { instanceId: demo.dev } });
      const { workspaces: list } = await api.call(workspaces.list, {});
      const workspace = `/settings/workspaces/${list[0]?.id}`;
      const projectId = list[0]?.projects[0]?.id ?? 0;
      const { accounts } = await api.call(projectMembers.list, { params: { projectId }, query: {} });
      const place = { workspace, project: `${workspace}/projects/${projectId}`, member: accounts[0]?.id ?? 0 };
      for (const { name, path, act, only, without = [] } of settingsScreens) {
        if (only && viewport.width > 768) continue;
        await page.emulateMedia({ colorScheme: 'light' });
        await page.goto(path(place));
        await untilThere(page);
        await act?.(page);
        await expectAccessibleInBoth(page, { name, without, ...(only && { only }) });
      }
    });

    test('on the template editor', async ({ page, guard, api, demo, ownTemplate }) => {
      guard.allow(/status of (404|409)/);
      await api.call(instances.activate, { params: { instanceId: demo.dev } });
      for (const [index, screen] of templateScreens.filter(isShown).entries()) {
        // A separate one for each screen, or the draft of one would be offered on the next.
        const templateId = `axe_${viewport.width}_${index}`;
        ownTemplate(templateId);
        const sample = await createSample(api, demo.dev, templateId);
        await page.emulateMedia({ colorScheme: 'light' });
        await page.goto(screen.path({ ...demo, ...sample, hero: 0, ability: 0, report: 0 }));
        await untilThere(page);
        await screen.act?.(page, sample);
        await expectAccessibleInBoth(page, screen);
      }
    });

    test.describe('without a session', () => {
      test.use({ as: null });

      test('on the sign-in', async ({ page, guard }) => {
        guard.allow(/status of 401/);
        await page.goto('/login');
        await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
        await expectAccessibleInBoth(page, { name: 'sign in' });
        await page.getByRole('button', { name: 'Sign in' }).click();
        await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/./);
        await expectAccessibleInBoth(page, { name: 'sign in with errors' });
        await page.getByLabel('Email').fill('nobody@quartermaster.test');
        await page.getByLabel('Password', { exact: true }).fill('wrong');
        await page.getByRole('button', { name: 'Sign in' }).click();
        await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
        await expectAccessibleInBoth(page, { name: 'rejected sign-in' });
      });

      test('on registration, passwords and the pages of mailed links', async ({ page, guard }) => {
        // The links are invalid, and one of them cannot be checked.
        guard.allow(/status of 404|ERR_FAILED/);
        for (const { name, path, act } of publicScreens) {
          await page.emulateMedia({ colorScheme: 'light' });
          await page.goto(path);
          await untilThere(page);
          await act?.(page);
          await expectAccessibleInBoth(page, { name });
        }
      });
    });

    test('in the portal, on the console', async ({ page, api, demo, sample }) => {
      await api.call(instances.activate, { params: { instanceId: demo.dev } });
      await page.goto(`${devHostUrl}/content`);
      await expect(page.locator('#slot').getByRole('heading', { level: 1 })).toBeVisible();
      await lookInPortal(page, 'dashboard');
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await lookInPortal(page, 'export question');
      await page.goto(`${devHostUrl}/content${itemsPath(demo.dev, 'hero')}`);
      await expect(page.getByRole('link', { name: 'Anti-Mage' })).toBeVisible();
      await lookInPortal(page, 'items list');
      await page.goto(`${devHostUrl}/content${edit({ ...demo, ...sample, hero: 0, ability: 0, report: 0 })}`);
      await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeVisible();
      await lookInPortal(page, 'item');
    });

    test('in the portal, on the template editor', async ({ page, api, demo, sample }) => {
      await api.call(instances.activate, { params: { instanceId: demo.dev } });
      await page.goto(`${devHostUrl}/content${templatePath(demo.dev, sample.templateId)}`);
      await expect(rowOf(page, 'title')).toBeVisible();
      await lookInPortal(page, 'fields of a template');
      await showTab(page, 'Preview form');
      await expect(page.getByRole('form', { name: 'Preview form' })).toBeVisible();
      await lookInPortal(page, 'preview of a template');
      await showTab(page, 'JSON preview');
      await expect(page.getByRole('region', { name: 'JSON preview' })).toHaveAttribute('aria-busy', 'false');
      await lookInPortal(page, 'JSON of a template');
      await showTab(page, 'Details');
      await page.getByRole('textbox', { name: 'Name' }).fill('Other samples');
      await lookInPortal(page, 'details of a template');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await expect(page.getByRole('button', { name: 'Yes, save changes' })).toBeEnabled();
      await lookInPortal(page, 'save of a template');
    });
  });
}

test('a name that is too long for the sidebar of the settings is truncated, with its full text in a tooltip', async ({
  page,
}) => {
  const name = 'Wide'.repeat(16);
  await page.route('**/v1/workspaces', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('"Ancient Works"', `"${name}"`) });
  });
  await page.goto('/settings/account');
  const heading = page.getByRole('heading', { name });
  await expect(heading).toHaveAttribute('title', name);
  await expect(heading).toHaveCSS('overflow', 'hidden');
  await expect(heading).toHaveCSS('text-overflow', 'ellipsis');
});
