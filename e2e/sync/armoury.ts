import { diffItemFields } from '@quartermaster/contract/content/diff-item-fields.ts';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { toItemValues } from '@quartermaster/contract/content/item-values.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { items, type SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import { type SyncSelection, sync } from '@quartermaster/contract/endpoints/sync.ts';
import { type SaveTemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import type { Api } from '../support/api.ts';
import { test as base, expect } from '../support/test.ts';

/** Two templates of a test’s own: weapons are made of materials, and materials of other materials. */
export interface Armoury {
  weapons: string;
  materials: string;
  /** Creates an item in Dev; its fields are those of its template. */
  create: (templateId: string, label: string, values?: ItemValues) => Promise<number>;
  /** The label and values of an item as stored in an instance; `null` if the instance lacks it. */
  read: (instanceId: number, templateId: string, id: number) => Promise<{ label: string; values: ItemValues } | null>;
  /** Syncs everything of both templates from Dev to Stage. */
  syncAll: () => Promise<void>;
}

const noLimits = { required: false, minimum: null, maximum: null };

/** Tests with an armoury, which is removed from Dev and Stage at their end. */
export const test = base.extend<{ armoury: Armoury }>({
  armoury: async ({ api, demo, guard }, use, { testId }) => {
    const own = testId.replaceAll(/\W/g, '_');
    const [weapons, materials] = [`weapons_${own}`, `materials_${own}`];
    const link = (id: string, label: string): Omit<SaveTemplateField, 'order'> => ({
      id,
      parentId: null,
      settings: { type: 'item-link', name: id, label, required: false, templateId: materials },
    });
    const fields: Record<string, SaveTemplateField[]> = {
      [materials]: ordered([link('ore', 'Ore')]),
      [weapons]: ordered([
        { id: 'cost', parentId: null, settings: { type: 'integer', name: 'cost', label: 'Cost', ...noLimits } },
        { id: 'notes', parentId: null, settings: { type: 'text', name: 'notes', label: 'Notes', ...noLimits } },
        link('material', 'Material'),
      ]),
    };
    const params = { instanceId: demo.dev };
    const labels = { [materials]: 'Materials', [weapons]: 'Weapons' };
    for (const id of [materials, weapons])
      await api.call(templates.save, {
        params,
        body: { id, label: labels[id] ?? id, version: 0, fields: fields[id] ?? [] },
      });

    const treeOf = (templateId: string) => buildTree(fields[templateId] ?? []);
    const selection = {
      changes: [materials, weapons].map((template_id) => ({
        template_id,
        is_update_template: true,
        items: [],
        all_items: true,
      })),
    };
    await use({
      weapons,
      materials,
      create: async (templateId, label, values = {}) => {
        const changes = diffItemFields(treeOf(templateId), {}, values) as SaveItem['fields'];
        const body = { template_id: templateId, internal_label: label, fields: changes };
        return (await api.call(items.save, { params, body })).id;
      },
      read: async (instanceId, templateId, id) => {
        const { items: found } = await api.call(items.listByIds, {
          params: { instanceId, templateId },
          body: { ids: [id] },
        });
        if (found.length === 0) return null;
        const { item } = await api.call(items.get, { params: { instanceId, templateId, id } });
        return { label: item.header.internal_label, values: toItemValues(treeOf(templateId), item.fields) };
      },
      syncAll: () => syncSelection(api, demo.dev, selection),
    });
    // A page that is still open may be requesting it.
    await guard.close();
    for (const templateId of [weapons, materials])
      await api.call(templates.delete, { params: { ...params, templateId } });
    await syncSelection(api, demo.dev, selection);
  },
});

const ordered = (fields: Omit<SaveTemplateField, 'order'>[]): SaveTemplateField[] =>
  fields.map((field, order) => ({ ...field, order }) as SaveTemplateField);

/** Syncs and waits for the end; conflicts are resolved with the source’s content. */
async function syncSelection(api: Api, instanceId: number, selection: SyncSelection): Promise<void> {
  const params = { instanceId };
  const { id } = await api.call(sync.some, { params, body: { ...selection, conflicts: 'source' } });
  if (id === null) return;
  const state = async () => (await api.call(sync.get, { params: { ...params, syncId: id } })).sync.state;
  await expect.poll(state, { timeout: 60_000 }).toBe('applied');
}
