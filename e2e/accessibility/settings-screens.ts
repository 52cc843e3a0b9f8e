import { expect, type Page } from '@playwright/test';
import { workspaceRoles } from '@quartermaster/contract/access.ts';
import type { Invitation } from '@quartermaster/contract/endpoints/people/members.ts';
import type { Subscription } from '@quartermaster/contract/endpoints/workspaces.ts';
import { button, dialog, fromMenu, menu, type Screen } from './screen.ts';

/** A role of the demo's workspace that a member holds. */
const heldRole = 'Viewer';
/** All seats of the demo's workspace are taken, so no member can be invited: this answers as if only two were. */
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

/** Replaces the subscription of the demo's workspace in answers. */
function asSubscription(as: Partial<Subscription>) {
  return async (page: Page) => {
    const read = '**/v1/workspaces/*/subscriptions';
    await page.route(read, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), ...as } });
    });
    await page.reload();
    await expect(page.getByRole('region', { name: 'Plans' })).toBeVisible();
    await page.unroute(read);
  };
}

export interface SettingsPlace {
  workspace: string;
  project: string;
  /** A member of the project. */
  member: number;
}

/** Settings, and dialogs of the dashboard. */
export const settingsScreens: Screen<SettingsPlace>[] = [
  { name: 'feedback', path: () => '/', act: dialog('Send feedback') },
  { name: 'new project', isLong: true, path: () => '/', act: dialog('New project') },
  { name: 'profile', path: () => '/settings/account' },
  { name: 'name', isLong: true, path: () => '/settings/account', act: dialog('Edit name') },
  { name: 'email', isLong: true, path: () => '/settings/account', act: dialog('Edit email') },
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
  { name: 'billing', isLong: true, path: () => '/settings/billing' },
  {
    name: 'billing with the price of a seat',
    path: () => '/settings/billing',
    act: async (page) => {
      await button('One seat more')(page);
      await expect(page.getByRole('row', { name: /^Total/ })).toContainText('$');
    },
  },
  { name: 'cancellation', isLong: true, path: () => '/settings/billing', act: dialog('Cancel subscription') },
  {
    name: 'another plan with its price',
    path: () => '/settings/billing',
    act: async (page) => {
      await dialog('Downgrade to Starter')(page);
      await expect(page.getByRole('row', { name: /^Total/ })).toContainText('$');
    },
  },
  {
    name: 'billing past due',
    isLong: true,
    path: () => '/settings/billing',
    act: asSubscription({ status: 'past_due' }),
  },
  { name: 'billing on trial', path: () => '/settings/billing', act: asSubscription({ status: 'trial' }) },
  {
    name: 'billing, canceled',
    isLong: true,
    path: () => '/settings/billing',
    act: asSubscription({ status: 'canceled' }),
  },
  { name: 'password', isLong: true, path: () => '/settings/account', act: dialog('Change password') },
  {
    name: 'log out',
    isLong: true,
    path: () => '/settings/account',
    act: dialog('Log out'),
    only: 'wide',
  },
  { name: 'settings as a drawer', path: () => '/settings/account', act: dialog('Open navigation'), only: 'narrow' },
  { name: 'workspace', path: ({ workspace }) => workspace },
  { name: 'another workspace', isLong: true, path: ({ workspace }) => workspace, act: dialog('New workspace') },
  { name: 'members', path: ({ workspace }) => `${workspace}/members` },
  {
    name: 'members with invitations, and what can be done with one',
    path: ({ workspace }) => `${workspace}/members`,
    act: inviteTwo,
    // A menu over a table floats outside the page's landmarks, as the table would clip it.
    without: ['region'],
  },
  { name: 'members without results', isLong: true, path: ({ workspace }) => `${workspace}/members?search=zzzz` },
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
    isLong: true,
    path: ({ workspace }) => `${workspace}/members?search=admin@`,
    act: fromMenu(/^Actions for /, 'Update role'),
  },
  {
    name: 'removal of a member',
    isLong: true,
    path: ({ workspace }) => `${workspace}/members?search=admin@`,
    act: fromMenu(/^Actions for /, 'Remove member'),
  },
  { name: 'roles', path: ({ workspace }) => `${workspace}/roles` },
  {
    name: 'deletion of a role',
    isLong: true,
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
  {
    name: 'access log of days, with the calendar',
    path: ({ workspace }) => `${workspace}/access-log?days=2026-01-05..2026-01-07`,
    act: dialog(/^Dates: /),
  },
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
