import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { field, inOrder, saveAll, saveBody, saveTemplate } from './sample-template.ts';
import type { TestServer } from './server.ts';
import { expectWhole, readState } from './sync-model/state.ts';

/** Fields of swords, with the key field `sku`, links to other swords, rows, and computed and read-only values. */
export const swordFields = inOrder([
  field('sku', 'text', { unique: true, required: true }),
  field('serial', 'integer', { unique: true }),
  field('title', 'text'),
  field('price', 'integer', { minimum: 0 }),
  field('parent', 'item-link', { templateId: 'sword' }),
  field('parts', 'item-link-list', { templateId: 'sword' }),
  field('either', 'mixed-item-link', { templateIds: ['sword', 'image'] }),
  field('drops', 'dynamic-group'),
  field('what', 'item-link', { parentId: 'drops', templateId: 'sword' }),
  field('count', 'integer', { parentId: 'drops' }),
  field('worth', 'computed-number', { parentId: 'drops', formula: 'count * item.price' }),
  field('double', 'computed-number', { formula: 'price * 2' }),
  field('locked', 'text', { readOnly: true }),
  field('names', 'localised-text'),
]);

/** An item with its values. */
type Sword = { id: number; template: string; label: string; version: number } & ItemValues;

/** Swords of a test. */
export const swordsOf = (server: TestServer) => {
  const { query } = server.app.deps.database;
  const { dev } = server.studio;
  const read = async (instanceId = dev) => {
    const state = await readState(query, instanceId);
    await expectWhole(query, instanceId, state);
    return state.items;
  };
  return {
    create: async (...all: ItemValues[]): Promise<number[]> =>
      (
        await saveAll(
          server,
          all.map((values) => saveBody('sword', swordFields, values, { label: `Sword ${values.sku}` })),
        )
      ).map(({ id }) => id),
    /** Changes an item by hand. */
    change: async (id: number, values: ItemValues, label?: string) => {
      const item = (await read()).get(id);
      if (!item) throw new Error(`There is no item ${id}.`);
      const { values: before, version } = item;
      const after = { ...before, ...values };
      await saveAll(server, [
        saveBody('sword', swordFields, after, { id, version, before, label: label ?? item.label }),
      ]);
    },
    remove: (id: number) =>
      server.call(items.delete, { params: { instanceId: dev, templateId: 'sword', id } }, { as: 'owner' }),
    /** All items by the values of their keys, with their ids, after a check that the index is right. */
    bySku: async (instanceId = dev) => {
      const all = await read(instanceId);
      return new Map(
        [...all].map(([id, { values, ...item }]): [string, Sword] => [String(values.sku), { id, ...item, ...values }]),
      );
    },
    valuesOf: async (id: number | undefined) => (await read()).get(id ?? 0)?.values,
    stateOf: async (id: number | undefined) => (await read()).get(id ?? 0),
  };
};

/** Starts a test with the template of swords. */
export const saveSwords = (server: TestServer) => saveTemplate(server, 'sword', swordFields, { label: 'Swords' });
