import { items } from '@quartermaster/contract/endpoints/items.ts';
import { beforeEach, expect, test } from 'vitest';
import { sampleFields, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const fields = sampleFields('thing');
let server: TestServer;
let own: { id: number; version: number };
let other: { id: number; version: number };

beforeEach(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'thing', fields);
  own = await saveOne(server, saveBody('thing', fields, { title: 'Axe' }));
  other = await saveOne(server, saveBody('thing', fields, { title: 'Bow' }));
});

const save = (title: string, item = own, links = {}) => {
  const body = saveBody('thing', fields, { title, ...links }, item);
  return server.send(items.save, { params: { instanceId: server.studio.dev }, body }, { as: 'owner' });
};

test('the lock timeout of a save does not apply to later work on its connection', async () => {
  const timeout = () => server.app.deps.database.query<{ lock_timeout: string }>('show lock_timeout', []);
  const [before] = await timeout();
  expect((await save('Sword')).status).toBe(200);
  expect(await timeout()).toEqual([before]);
});

// The embedded database has one connection, so it never has locked rows.
if (process.env.DATABASE_URL) {
  const whileLocked = (statement: string, work: () => Promise<void>) =>
    server.app.deps.database.transaction(async (query) => {
      await query(`${statement}`, [own.id]);
      await work();
    });

  test('a save of an item that a sync is writing, or of a link to it, is soon refused, and one of another item is not', async () => {
    const linked = () => save('Long bow', other, { parent: own.id });
    await whileLocked('select 1 from items where id = $1 for update', async () => {
      // Both wait at the same time.
      const [{ status, body, headers }, toLocked] = await Promise.all([save('Sword'), linked()]);
      expect({ status, body }).toMatchObject({ status: 409, body: { error: 'busy' } });
      expect(headers['retry-after']).toBe('1');
      expect(toLocked.body).toMatchObject({ error: 'busy' });
      expect((await save('Longer bow', other)).status).toBe(200);
    });
    other = { ...other, version: other.version + 1 };
    expect((await save('Sword')).status).toBe(200);
    expect((await linked()).status).toBe(200);
  });

  test('a save is refused as well if its template is being written', async () => {
    const ofTemplate =
      'select 1 from templates t join items i on i.template_key = t.key where i.id = $1 for update of t';
    await whileLocked(ofTemplate, async () => {
      expect((await save('Long bow', other)).body).toMatchObject({ error: 'busy' });
    });
    expect((await save('Long bow', other)).status).toBe(200);
  });
}
