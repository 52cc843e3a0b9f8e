import { expect, type Page } from '@playwright/test';
import { chooseField, rowOf, templatePath, treeOf } from '../support/pages/template-editor.ts';
import { button, dialog, listIsOpen, type Place, type Screen } from './screen.ts';

const edit = ({ dev, templateId }: Place) => templatePath(dev, templateId);
const tab = (name: string) => (place: Place) => `${edit(place)}?tab=${name}`;
const base = (instanceId: number) => `/instance/${instanceId}/templates`;

const choose = (id: string) => (page: Page) => chooseField(page, rowOf(page, id));
/** Changes the template’s name, which is possible on every screen. */
const rename = (page: Page) => page.getByRole('textbox', { name: 'Name' }).fill('Other samples');
const saveDialog = (page: Page) => page.getByRole('dialog', { name: 'Save template changes' });
/** Saves the open template from elsewhere. */
const conflict = async (page: Page, sample: Place) => {
  await rename(page);
  await sample.relabel(`Their samples ${Date.now()}`);
  await button('Save changes')(page);
  // The confirmation before the save may still be closing.
  const question = page.getByRole('dialog', { name: 'You have changed this template in another tab in the meantime' });
  await expect(question).toContainText('None of your changes is lost until you choose');
};

/** The screens of the template editor, each with its dialogs. */
export const templateScreens: Screen[] = [
  { name: 'details', path: tab('details') },
  { name: 'fields', path: edit, act: (page) => expect(treeOf(page)).toBeVisible() },
  { name: 'settings', path: edit, act: choose('power'), only: 'wide' },
  {
    name: 'settings with the list of types open',
    path: edit,
    act: async (page) => {
      await choose('power')(page);
      await page.getByRole('combobox', { name: 'Type' }).click();
      await expect(page.getByRole('option', { name: 'Float' })).toBeVisible();
    },
    only: 'wide',
    ...listIsOpen,
  },
  {
    name: 'settings of a link with the list of templates open',
    isLong: true,
    path: edit,
    act: async (page) => {
      await choose('carrier')(page);
      await page.getByRole('combobox', { name: 'Template' }).click();
      await expect(page.getByRole('option', { name: /Heroes/ })).toBeVisible();
    },
    only: 'wide',
    ...listIsOpen,
  },
  {
    name: 'several selected fields',
    isLong: true,
    path: edit,
    act: async (page) => {
      await treeOf(page).press('Control+a');
      await page.getByRole('tab', { name: 'Settings' }).click();
      await expect(page.getByText('Select one of them')).toBeVisible();
    },
    only: 'wide',
  },
  { name: 'keys', path: edit, act: dialog('Keyboard shortcuts'), only: 'wide' },
  {
    name: 'wrong field',
    path: edit,
    act: async (page) => {
      await choose('power')(page);
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('title');
      await button('Save changes')(page);
      await expect(page.getByText('Field title is invalid')).toBeVisible();
    },
    only: 'wide',
  },
  {
    name: 'removal of a group',
    path: edit,
    act: async (page) => {
      await choose('looks')(page);
      await treeOf(page).press('Delete');
      await expect(page.getByRole('dialog', { name: 'Remove field' })).toBeVisible();
    },
    only: 'wide',
  },
  {
    name: 'preview form',
    path: tab('preview'),
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Title', exact: true }).fill('ab');
      await button('Add group')(page);
    },
  },
  {
    name: 'JSON preview',
    isLong: true,
    path: tab('json'),
    act: (page) => expect(page.getByRole('region', { name: 'JSON preview' })).toContainText('"bonuses"'),
  },
  {
    name: 'save',
    path: tab('details'),
    act: async (page) => {
      await rename(page);
      await button('Save changes')(page);
      await expect(saveDialog(page).getByRole('button', { name: 'Yes, save changes' })).toBeEnabled();
    },
  },
  {
    name: 'save without changes',
    isLong: true,
    path: tab('details'),
    act: async (page) => {
      await button('Save changes')(page);
      await expect(saveDialog(page)).toContainText('Do you want to save the changes?');
    },
  },
  { name: 'conflict', isLong: true, path: tab('details'), act: conflict },
  {
    name: 'conflict, field by field',
    path: tab('details'),
    act: async (page, sample) => {
      await conflict(page, sample);
      await button('Choose field by field')(page);
      await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible();
    },
  },
  {
    name: 'leave question',
    isLong: true,
    path: tab('details'),
    act: async (page) => {
      await rename(page);
      await page.getByRole('link', { name: /^Back to/ }).click();
      await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
    },
  },
  {
    name: 'delete question with its id to type',
    path: edit,
    act: async (page) => {
      await dialog('Delete template')(page);
      await expect(page.getByRole('textbox', { name: /^Type .* to confirm$/ })).toBeVisible();
    },
  },
  { name: 'new', isLong: true, path: ({ dev }) => `${base(dev)}/new` },
  {
    name: 'new with errors',
    path: ({ dev }) => `${base(dev)}/new`,
    act: async (page) => {
      await page.getByRole('textbox', { name: 'ID' }).fill('h!');
      await button('Save template')(page);
      await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/required/);
    },
  },
  {
    name: 'new without fields',
    isLong: true,
    path: ({ dev }) => `${base(dev)}/new?tab=fields`,
    act: (page) => expect(page.getByText('No fields yet')).toBeVisible(),
  },
  { name: 'copy', isLong: true, path: ({ dev, templateId }) => `${base(dev)}/${templateId}/copy` },
  { name: 'to look at', path: ({ stage }) => templatePath(stage, 'hero') },
  { name: 'reserved', isLong: true, path: ({ dev }) => templatePath(dev, 'image') },
  { name: 'not there', isLong: true, path: ({ dev }) => templatePath(dev, 'not_there') },
];
