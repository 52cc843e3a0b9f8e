import { expect, type Page } from '@playwright/test';
import { diffItemFields } from '@quartermaster/contract/content/diff-item-fields.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { items, type SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import { type SaveTemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { type FieldType, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import type { Api } from '../support/api.ts';
import { itemsPath } from '../support/pages/items-list.ts';
import { chooseField, rowOf, templatePath } from '../support/pages/template-editor.ts';
import { dialog, listIsOpen, type Screen } from './screen.ts';

export const arsenalId = 'arsenal';

interface Settings {
  label: string;
  parentId?: string;
  [setting: string]: unknown;
}

const field = (id: string, type: FieldType, { parentId, ...settings }: Settings): Omit<SaveTemplateField, 'order'> => ({
  id,
  parentId: parentId ?? null,
  settings: { type, name: id, ...fieldTypes[type].defaultSettings, ...settings } as SaveTemplateField['settings'],
});
const options = [
  { id: 'melee', label: 'Melee', color: 'red' },
  { id: 'ranged', label: 'Ranged', color: 'blue' },
  { id: 'siege', label: 'Siege' },
];
const inOrder = { name: 'Order', condition: 'high >= low', message: 'should be at least the lowest damage' };
const big = { name: 'Big', condition: 'high < 1000', message: 'is very much', warning: true };
const fields: SaveTemplateField[] = [
  field('key', 'text', {
    label: 'Key',
    required: true,
    unique: true,
    pattern: '[a-z]+_[0-9]+',
    patternMessage: 'should be like sword_01',
    help: 'How the game names the weapon.',
    placeholder: 'sword_01',
  }),
  field('attack', 'choice', { label: 'Attack', options, default: 'melee', required: true }),
  field('tags', 'choices', { label: 'Tags', options }),
  field('lore', 'long-text', { label: 'Lore' }),
  field('released', 'date-time', { label: 'Released' }),
  field('aliases', 'text-list', { label: 'Aliases' }),
  field('levels', 'number-list', { label: 'Levels' }),
  field('low', 'integer', { label: 'Lowest damage', default: 1, unit: 'HP' }),
  field('high', 'integer', { label: 'Highest damage', unit: 'HP', rules: [inOrder, big] }),
  field('splash', 'float', { label: 'Splash', shownWhen: { field: 'attack', is: ['ranged', 'siege'] } }),
  field('target', 'mixed-item-link', { label: 'Target', templateIds: ['hero', 'ability'] }),
  field('words', 'localised-text', { label: 'Words', source: 'en', required: true }),
  field('dps', 'computed-number', { label: 'DPS', formula: 'low * 2.0' }),
  field('owner', 'text', { label: 'Owner', readOnly: true }),
  field('drops', 'dynamic-group', { label: 'Drops' }),
  field('drop', 'text', { label: 'Drop', parentId: 'drops' }),
  field('chance', 'weight', { label: 'Chance', parentId: 'drops', requiredSum: 100 }),
  field('effects', 'dynamic-group', { label: 'Effects' }),
  field('kind', 'row-type', { name: 'type', label: 'Kind', parentId: 'effects' }),
  field('damage', 'shape', { label: 'Damage', parentId: 'effects' }),
  field('amount', 'integer', { label: 'Amount', parentId: 'damage' }),
  field('heal', 'shape', { label: 'Heal', parentId: 'effects' }),
].map((entry, order) => ({ ...entry, order }));

/** A template with the types and settings that the other samples leave out, and the ID of its one item. */
export interface FieldsPlace {
  dev: number;
  itemId: number;
  /** The path of the project's page. */
  project: string;
}

/** Creates the template with one item, whose German text is outdated. */
export async function createArsenal(api: Api, instanceId: number): Promise<Omit<FieldsPlace, 'project'>> {
  const params = { instanceId };
  await api.call(templates.save, { params, body: { id: arsenalId, label: 'Arsenal', version: 0, fields } });
  const values = {
    key: 'sword_1',
    attack: 'ranged',
    tags: ['melee', 'siege'],
    lore: 'Old.\nVery old.',
    released: '2026-11-01T12:00:00Z',
    aliases: ['blade', 'edge'],
    levels: [1, 2.5],
    low: 1,
    high: 10,
    words: { en: { text: 'A sword' }, de: { text: 'Ein Schwert', from: 'another text' } },
    drops: [
      { drop: 'Gold', chance: 60 },
      { drop: 'Nothing', chance: 40 },
    ],
    effects: [{ kind: 'damage', amount: 3 }, { kind: 'heal' }],
  };
  const changes = diffItemFields(buildTree(fields), {}, values) as SaveItem['fields'];
  const body = { template_id: arsenalId, internal_label: 'Sword', fields: changes };
  const { id } = await api.call(items.save, { params, body });
  return { dev: instanceId, itemId: id };
}

const edit = ({ dev, itemId }: FieldsPlace) => `${itemsPath(dev, arsenalId)}/${itemId}/edit`;
// Its name has the unit, too.
const highest = (page: Page) => page.getByRole('textbox', { name: /^Highest damage/ });
const grid = ({ dev }: FieldsPlace) => `${itemsPath(dev, arsenalId)}/grid`;
/** Selects the cell of a field in the first row of a grid. */
async function selectCell(page: Page, header: string) {
  const head = page.getByRole('columnheader', { name: header, exact: true });
  const column = await head.getAttribute('aria-colindex');
  await page.locator(`[aria-rowindex="2"] > [aria-colindex="${column}"]`).click();
}
const key = (page: Page) => page.getByRole('textbox', { name: 'Key', exact: true });

/** The settings of a field; the group of rarely used ones stays open once it was opened. */
const settings = (id: string): Screen<FieldsPlace> => ({
  name: `settings of ${id}`,
  path: ({ dev }) => templatePath(dev, arsenalId),
  act: async (page) => {
    await chooseField(page, rowOf(page, id));
    const help = page.getByRole('button', { name: /^Help/ });
    if ((await help.getAttribute('aria-expanded')) === 'false') await help.click();
    await expect(page.getByRole('textbox', { name: 'Help', exact: true })).toBeVisible();
  },
  only: 'wide',
});

export const fieldScreens: readonly Screen<FieldsPlace>[] = [
  ...['attack', 'high', 'words', 'chance'].map(settings),
  ...['key', 'splash', 'target', 'dps', 'kind'].map((id): Screen<FieldsPlace> => ({ ...settings(id), isLong: true })),
  { name: 'list', path: ({ dev }) => itemsPath(dev, arsenalId) },
  { name: 'item', path: edit, act: (page) => expect(key(page)).toHaveValue('sword_1') },
  {
    name: 'grid with an invalid cell',
    path: grid,
    act: async (page) => {
      await selectCell(page, 'Key');
      await page.keyboard.type('Sword');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Shift+ArrowRight');
      await expect(page.getByRole('gridcell', { name: 'Sword', exact: true })).toHaveAttribute('aria-invalid', 'true');
    },
  },
  {
    name: 'grid with an open input',
    path: grid,
    ...listIsOpen,
    act: async (page) => {
      await selectCell(page, 'Attack');
      await page.keyboard.press('F2');
      await expect(page.getByRole('combobox', { name: 'Attack' })).toBeFocused();
    },
  },
  {
    name: 'rows of a group as a grid',
    path: grid,
    act: async (page) => {
      await page.keyboard.press('Escape');
      await page.locator('[aria-rowindex="2"] > [aria-colindex="1"]').click();
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('F2');
      await expect(page.getByRole('grid', { name: 'Rows of Drops' })).toBeVisible();
    },
  },
  {
    name: 'item with a warning',
    path: edit,
    act: async (page) => {
      await highest(page).fill('2000');
      await expect(page.getByText('is very much')).toBeVisible();
    },
  },
  {
    name: 'item that breaks a pattern, a rule and a required sum',
    path: edit,
    act: async (page) => {
      await key(page).fill('Sword');
      await highest(page).fill('0');
      await page.getByRole('textbox', { name: 'Chance', exact: true }).first().fill('50');
      await page.keyboard.press('Control+s');
      await expect(page.getByText('should be like sword_01')).toBeVisible();
      await expect(page.getByText('should be at least the lowest damage')).toBeVisible();
      await expect(page.getByText('the rows sum to 90 and should sum to 100')).toBeVisible();
    },
  },
  { name: 'languages and translations of a project', path: ({ project }) => project },
  { name: 'export for translation', path: ({ project }) => project, act: dialog('Export for translation') },
  { name: 'import of translations', path: ({ project }) => project, act: dialog('Import translations') },
  {
    name: 'translations on the dashboard',
    path: () => '/',
    act: async (page) => {
      await page.getByText('German').first().click();
      await expect(page.getByRole('link', { name: /outdated/ }).first()).toBeVisible();
    },
  },
  {
    name: 'calendar of a date',
    path: edit,
    act: async (page) => {
      await page.getByRole('button', { name: /^Released/ }).click();
      await expect(page.getByRole('dialog').getByRole('table')).toBeVisible();
    },
  },
];
