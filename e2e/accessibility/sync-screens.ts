import { expect, type Page } from '@playwright/test';
import { button, dialog, listIsOpen, type Screen } from './screen.ts';

/** Data of the screens of instance sync: a template and its item, which was edited in Dev and in Stage since it was synced. */
export interface SyncPlace {
  dev: number;
  templateId: string;
  itemId: number;
  /** The ids of a sync of both, of a review and of a planned release. */
  syncId: number;
  reviewId: number;
  releaseId: number;
}

const list = ({ templateId }: SyncPlace) => `/instance-sync?template=${templateId}`;
const history = '/instance-sync/history';

/** Waits until the change next to the list is loaded. */
const showsChange = async (page: Page) => {
  const panel = page.getByRole('complementary', { name: /^Change of/ });
  await expect(panel.locator('ins, [role="tab"]').first()).toBeVisible();
};

const conflicts = async (page: Page) => {
  await page.getByRole('checkbox', { name: 'Select A sample' }).check();
  await dialog('Sync selected')(page);
  await expect(page.getByRole('dialog').getByRole('radio', { name: 'By field' })).toBeVisible();
};

/** The screens of instance sync in Dev: the list, changes next to it, decisions, reviews and releases. */
export const syncScreens: readonly Screen<SyncPlace>[] = [
  {
    name: 'list of changes',
    path: () => '/instance-sync',
    act: (page) => expect(page.getByRole('checkbox', { name: /^Select .* #/ }).first()).toBeVisible(),
  },
  {
    name: 'list with selected changes',
    isLong: true,
    path: list,
    act: (page) => page.getByRole('checkbox', { name: 'Select A sample' }).check(),
  },
  {
    name: 'list with its choice of kinds open',
    path: () => '/instance-sync',
    act: async (page) => {
      await page.getByRole('combobox', { name: 'Kind of change' }).click();
      await expect(page.getByRole('option', { name: 'Updated' })).toBeVisible();
    },
    ...listIsOpen,
  },
  {
    name: 'list without results',
    isLong: true,
    path: () => '/instance-sync?search=zzzz',
    act: (page) => expect(page.getByRole('heading', { name: 'No results' })).toBeVisible(),
  },
  {
    name: 'item next to the list',
    path: (place) => `${list(place)}&show=item.${place.templateId}.${place.itemId}`,
    act: showsChange,
  },
  {
    name: 'template next to the list',
    isLong: true,
    path: (place) => `${list(place)}&show=template.${place.templateId}`,
    act: showsChange,
  },
  { name: 'menu next to the list', path: () => '/instance-sync?show=menu', act: showsChange },
  {
    name: 'history',
    path: () => history,
    act: (page) => expect(page.getByRole('row', { name: /applied/ }).first()).toBeVisible(),
  },
  {
    name: 'sync in the history',
    isLong: true,
    path: ({ syncId, templateId, itemId }) => `${history}/${syncId}?show=item.${templateId}.${itemId}`,
    act: showsChange,
  },
  { name: 'dialog with a conflict', isLong: true, path: list, act: conflicts },
  {
    name: 'dialog with a conflict, field by field',
    path: list,
    act: async (page) => {
      await conflicts(page);
      await page.getByRole('dialog').getByRole('radio', { name: 'By field' }).check();
      await expect(page.getByRole('dialog').getByRole('group', { name: 'Power' })).toBeVisible();
    },
  },
  { name: 'request of a review', path: list, act: dialog('Send for review') },
  {
    name: 'undo of a sync',
    path: ({ syncId }) => `${history}/${syncId}`,
    act: async (page) => {
      await dialog('Undo this sync')(page);
      await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible();
    },
  },
  { name: 'reviews', path: ({ dev }) => `/instance-sync/reviews?instance=${dev}` },
  {
    name: 'review',
    path: ({ reviewId, dev, templateId, itemId }) =>
      `/instance-sync/reviews/${reviewId}?instance=${dev}&show=item.${templateId}.${itemId}`,
    act: showsChange,
  },
  {
    name: 'decline of a review',
    isLong: true,
    path: ({ reviewId, dev }) => `/instance-sync/reviews/${reviewId}?instance=${dev}`,
    act: async (page) => {
      await button('Decline')(page);
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'releases',
    path: () => `/instance-sync/releases?date=${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}`,
    act: async (page) => {
      await expect(page.getByRole('link', { name: /^Halloween ?, planned/ })).toBeVisible();
    },
  },
  {
    name: 'release next to the calendar',
    isLong: true,
    path: ({ releaseId }) => `/instance-sync/releases?release=${releaseId}`,
    act: async (page) => {
      await expect(page.getByRole('link', { name: 'List' })).toBeVisible();
    },
  },
  { name: 'new release', isLong: true, path: () => '/instance-sync/releases', act: dialog('New release') },
  {
    name: 'release',
    path: ({ releaseId, dev, templateId, itemId }) =>
      `/instance-sync/releases/${releaseId}?instance=${dev}&show=item.${templateId}.${itemId}`,
    act: showsChange,
  },
  {
    name: 'time of a release',
    path: ({ releaseId, dev }) => `/instance-sync/releases/${releaseId}?instance=${dev}`,
    act: dialog('Change time'),
  },
];
