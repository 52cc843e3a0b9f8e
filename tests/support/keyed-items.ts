import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import type { ErrorBody } from '@quartermaster/contract/errors.ts';
import { expect } from 'vitest';
import { field, inOrder, saveBody, saveTemplate } from './sample-template.ts';
import type { TestServer } from './server.ts';
import { expectWhole, readState } from './sync-model/state.ts';

/** Fields of which `sku` and `number` are unique, one of them in a group. */
export const keyedFields = inOrder([
  field('sku', 'text', { unique: true }),
  field('info', 'group'),
  field('number', 'integer', { parentId: 'info', unique: true }),
  field('title', 'text'),
]);

/** The same fields, none of them unique. */
export const plainFields: SaveTemplateField[] = keyedFields.map((entry) => {
  const { unique: _, ...settings } = entry.settings;
  return { ...entry, settings: settings as SaveTemplateField['settings'] };
});

/** Calls about items of the template `keyed`. */
export const keyedItems = (server: TestServer, instanceId = server.studio.dev) => {
  const params = { instanceId };
  const bodyOf = async (values: ItemValues, id?: number, fields = keyedFields) => {
    if (id === undefined) return saveBody('keyed', fields, values);
    const { items: all } = await readState(server.app.deps.database.query, instanceId);
    const { version = 0, values: before = {} } = all.get(id) ?? {};
    return saveBody('keyed', fields, values, { id, version, before });
  };
  return {
    bodyOf,
    /** Creates an item, or changes it to these values; returns the answer. */
    send: async (values: ItemValues, id?: number, fields = keyedFields) => {
      const { status, body } = await server.send(
        items.save,
        { params, body: await bodyOf(values, id, fields) },
        { as: 'owner' },
      );
      return { status, ...(body as ErrorBody & { id: number; version: number }) };
    },
    /** Creates items and returns their ids. */
    create: async (...all: ItemValues[]): Promise<number[]> => {
      const body = { items: all.map((values) => saveBody('keyed', keyedFields, values)) };
      return (await server.call(items.saveMany, { params, body }, { as: 'owner' })).items.map(({ id }) => id);
    },
    valuesOf: async (...ids: number[]) => {
      const { items: all } = await readState(server.app.deps.database.query, instanceId);
      return ids.map((id) => all.get(id)?.values);
    },
    /** Saves the template of the next version; returns the answer. */
    saveFields: async (fields: SaveTemplateField[]) => {
      const { query } = server.app.deps.database;
      const version = (await readState(query, instanceId)).templates.get('keyed')?.version ?? 0;
      const body = { id: 'keyed', label: 'Keyed', version, fields };
      const answer = await server.send(templates.save, { params, body }, { as: 'owner' });
      return { status: answer.status, ...(answer.body as ErrorBody) };
    },
    expectTidy: async () => {
      const { query } = server.app.deps.database;
      await expectWhole(query, instanceId, await readState(query, instanceId));
    },
  };
};

/** Saves the template `keyed` in Dev. */
export const saveKeyed = (server: TestServer, fields = keyedFields): Promise<number> =>
  saveTemplate(server, 'keyed', fields, { label: 'Keyed' });

/** The answer to a value that an item has. */
export const usedBy = (fieldId: string, id: number | undefined) => ({
  status: 422,
  error: 'invalid',
  fields: { [`fields.${fieldId}`]: `is already used by item ${id ?? expect.fail('There is an item.')}` },
});
