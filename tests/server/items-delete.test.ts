import { items } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { copyInstanceContent } from '../../server/content/schema/copy-content.ts';
import { shows } from '../specification/shows.ts';
import { sampleFields, saveAll, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const fields = sampleFields('thing');
let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'thing', fields);
});

const query = <R>(text: string, values: unknown[] = []) => server.app.deps.database.query<R>(text, values);
const remove = (id: number) =>
  server.send(items.delete, { params: { instanceId: server.studio.dev, templateId: 'thing', id } }, { as: 'owner' });

describe('deleting an item', () => {
  it('deletes its rows, keeps its revisions, and happens once', async () => {
    shows('3.calls.delete-item.call', '3.calls.item-id.unique', '3.calls.revision.item-delete');
    const other = await saveOne(server, saveBody('thing', fields, { price: 4 }, { label: 'Other' }));
    const { id } = await saveOne(
      server,
      saveBody('thing', fields, { price: 3, title: 'x', parent: other.id }, { label: 'Gone' }),
    );
    const { dev, stage, accounts } = server.studio;
    await server.app.deps.database.transaction((run) => copyInstanceContent(run, { from: dev, to: stage }));
    const rows = (instanceId: number) =>
      query<{ id: number }>(
        `select x.id from templates t join (select template_key, id from items union all select template_key, item_id from item_values
            union all select template_key, item_id from item_links) x on x.template_key = t.key
          where t.instance_id = $1 order by x.id`,
        [instanceId],
      );
    const inStage = await rows(stage);
    expect(inStage.length).toBeGreaterThan(3);
    expect((await remove(id)).status).toBe(200);
    // An item and its price.
    expect(await rows(dev)).toEqual([{ id: other.id }, { id: other.id }]);
    expect(await rows(stage)).toEqual(inStage);
    const revisions = await query(
      'select version, action, label, "values", account_id from item_revisions where item_id = $1 order by version',
      [id],
    );
    const values = { price: 3, title: 'x', parent: other.id };
    expect(revisions.at(-1)).toEqual({
      version: 2,
      action: 'delete',
      label: 'Gone',
      values,
      account_id: accounts.owner,
    });
    expect((await remove(id)).status).toBe(404);
    expect(
      await query(
        "select items from item_counts c join templates t on t.key = c.template_key where t.id = 'thing' and t.instance_id = $1",
        [dev],
      ),
    ).toEqual([{ items: 1 }]);
    const next = await saveOne(server, saveBody('thing', fields, {}));
    expect(next.id).toBe(id + 1);
  });

  it('is refused with the places that link to it, at most fifty, and their total', async () => {
    shows('3.calls.delete-item.linked', '3.calls.delete-item.linked-places');
    const { id } = await saveOne(server, saveBody('thing', fields, {}, { label: 'Target' }));
    const saved = await saveAll(
      server,
      Array.from({ length: 60 }, (_, index) =>
        saveBody('thing', fields, index % 2 ? { parent: id, parts: [id] } : { bonuses: [{ source: id }] }, {
          label: `Linker ${index}`,
        }),
      ),
    );
    const { status, body } = await remove(id);
    const { error, details } = body as { error: string; details: { places: unknown[]; count: number } };
    expect([status, error, details.count, details.places.length]).toEqual([409, 'linked', 60, 50]);
    expect(details.places[0]).toEqual({ template_id: 'thing', id: saved[0]?.id, label: 'Linker 0' });
    expect(details.places.map((place) => (place as { id: number }).id)).toEqual(
      saved.slice(0, 50).map((item) => item.id),
    );
    const free = await saveOne(server, saveBody('thing', fields, { parent: saved[0]?.id ?? 0 }));
    expect((await remove(free.id)).status).toBe(200);
    expect(await query('select 1 from items where id = $1', [id])).toHaveLength(1);
  });

  it('does not count an item’s link to itself', async () => {
    shows('3.calls.delete-item.linked');
    const { id } = await saveOne(server, saveBody('thing', fields, {}));
    await saveOne(server, saveBody('thing', fields, { parent: id }, { id, version: 1 }));
    expect((await remove(id)).status).toBe(200);
  });
});

describe('deleting only a version that was seen', () => {
  const params = () => ({ instanceId: server.studio.dev, templateId: 'thing' });

  it('refuses an item that was saved since', async () => {
    shows('5.finding.undo');
    const { id } = await saveOne(server, saveBody('thing', fields, { price: 3 }, { label: 'One' }));
    await saveOne(
      server,
      saveBody('thing', fields, { price: 4 }, { label: 'One', id, version: 1, before: { price: 3 } }),
    );
    const seen = (version: number) =>
      server.send(items.delete, { params: { ...params(), id }, query: { version } }, { as: 'owner' });
    const refused = await seen(1);
    expect([refused.status, refused.body]).toEqual([409, expect.objectContaining({ error: 'version' })]);
    expect((await seen(2)).status).toBe(200);
    expect((await seen(2)).status).toBe(404);
  });

  it('refuses a template that was saved since, or has items', async () => {
    shows('5.finding.undo');
    const remove = (version: number) =>
      server.send(templates.delete, { params: params(), query: { version } }, { as: 'owner' });
    const { id } = await saveOne(server, saveBody('thing', fields, { price: 3 }, { label: 'One' }));
    expect((await remove(1)).status).toBe(409);
    await server.call(items.delete, { params: { ...params(), id } }, { as: 'owner' });
    expect((await remove(2)).status).toBe(409);
    expect((await remove(1)).status).toBe(200);
  });
});
