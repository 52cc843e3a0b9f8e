import { items } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
const old = inOrder([field('title', 'text')]);
const newer = inOrder([field('title', 'text'), field('price', 'integer')]);

beforeEach(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'thing', old);
  // Makes this server load the template.
  await saveOne(server, saveBody('thing', old, { title: 'x' }));
  await saveTemplate(server, 'thing', newer, { version: 1 });
});

describe('a template changed by another server', () => {
  const params = () => ({ instanceId: server.studio.dev, templateId: 'thing' });

  it('is used to validate a saved item', async () => {
    const { id } = await saveOne(server, saveBody('thing', newer, { price: 3 }));
    const { item } = await server.call(items.get, { params: { ...params(), id } }, { as: 'owner' });
    expect(item.fields.map(({ template_field_id, value }) => [template_field_id, value])).toEqual([['price', 3]]);
  });

  it('is used to read a list', async () => {
    const filters = [{ template_field_id: 'price', op: filterOps.equal, value: '3' }];
    for (const body of [{ filters, limit: 5 }, { filters }]) {
      expect((await server.call(items.list, { params: params(), body }, { as: 'owner' })).items).toEqual([]);
    }
  });

  it('has its own version after a change and its reversal', async () => {
    const read = () => server.call(templates.get, { params: params() }, { as: 'owner' });
    const { header } = await read();
    await saveTemplate(server, 'thing', newer, { version: header.version, label: 'For a while' });
    await saveTemplate(server, 'thing', newer, { version: header.version + 1, label: header.label });
    expect((await read()).header).toEqual({ label: header.label, version: header.version + 2 });
  });

  it('rejects values of fields that it no longer has', async () => {
    await saveOne(server, saveBody('thing', newer, { price: 3 }));
    await saveTemplate(server, 'thing', old, { version: 2 });
    const { status } = await server.send(
      items.save,
      { params: params(), body: saveBody('thing', newer, { price: 4 }) },
      { as: 'owner' },
    );
    expect(status).toBe(422);
    expect(
      (await server.call(items.list, { params: params(), body: { limit: 5 } }, { as: 'owner' })).items,
    ).toHaveLength(2);
  });
});
