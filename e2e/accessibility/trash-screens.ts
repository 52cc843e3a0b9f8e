import { expect, type Page } from '@playwright/test';
import { diffItemFields } from '@quartermaster/contract/content/diff-item-fields.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { items, type SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import { type SaveTemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import type { Api } from '../support/api.ts';
import { dialog, type Screen } from './screen.ts';

/** The template of the deleted items. */
export const trashedId = 'axe_trash';

const fields: SaveTemplateField[] = [
  {
    id: 'title',
    parentId: null,
    order: 0,
    settings: {
      type: 'text',
      name: 'title',
      label: 'Title',
      required: false,
      minimum: null,
      maximum: null,
      unique: true,
    },
  },
];

/** Deletes two items, one of which cannot be restored: another item has its unique title. */
export async function fillTrash(api: Api, instanceId: number): Promise<void> {
  const params = { instanceId };
  await api.call(templates.save, { params, body: { id: trashedId, label: 'Deleted', version: 0, fields } });
  const save = async (title: string) => {
    const changes = diffItemFields(buildTree(fields), {}, { title }) as SaveItem['fields'];
    const body = { template_id: trashedId, internal_label: title, fields: changes };
    return (await api.call(items.save, { params, body })).id;
  };
  for (const id of [await save('Sabre'), await save('Foil')])
    await api.call(items.delete, { params: { instanceId, templateId: trashedId, id } });
  await save('Foil');
}

type TrashScreen = Screen<{ dev: number }>;

const path: TrashScreen['path'] = ({ dev }) => `/trash?instance=${dev}&template=${trashedId}`;
const select = async (page: Page) => {
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await expect(page.getByRole('group', { name: 'Selected rows' })).toBeVisible();
};

/** The trash with rows, a selection, and the question about what clashes. */
export const trashScreens: readonly TrashScreen[] = [
  { name: 'trash', isLong: true, path, act: (page) => expect(page.getByRole('row', { name: /Sabre/ })).toBeVisible() },
  { name: 'trash with selected rows', path, act: select },
  {
    name: 'trash with a clash',
    path,
    act: async (page) => {
      await select(page);
      await dialog('Restore')(page);
      await expect(page.getByRole('region', { name: '1 item cannot be restored' })).toBeVisible();
    },
  },
];
