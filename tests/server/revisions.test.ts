import { items } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { beforeEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
const fields = inOrder([field('price', 'integer')]);
const query = <R>(text: string, values: unknown[] = []) => server.app.deps.database.query<R>(text, values);

beforeEach(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'thing', fields);
});

const params = () => ({ instanceId: server.studio.dev, templateId: 'thing' });

test('a revision of an item or a template has its creation time', async () => {
  shows('3.calls.revision.when');
  const created = server.clock.now().getTime();
  const { id } = await saveOne(server, saveBody('thing', fields, { price: 1 }));
  server.clock.advance(3600);
  await saveOne(server, saveBody('thing', fields, { price: 2 }, { before: { price: 1 }, id, version: 1 }));
  await saveTemplate(server, 'thing', fields, { version: 1, label: 'Another' });
  const ages = async (table: string) =>
    (await query<{ at: string | Date }>(`select at from ${table} order by version`)).map(({ at }) =>
      Math.round((new Date(at).getTime() - created) / 3_600_000),
    );
  expect(await ages('item_revisions')).toEqual([0, 1]);
  expect((await ages('template_revisions')).at(-1)).toBe(1);
});

test('if a revision cannot be written the change is rolled back too', async () => {
  shows('3.calls.revision.same-transaction');
  const { id } = await saveOne(server, saveBody('thing', fields, { price: 1 }));
  const state = async () => [
    await query('select id, label, version, "values" from items order by id'),
    await query('select number from item_values order by number'),
    await query('select id, label, version from templates order by id'),
    await query('select items from item_counts order by items'),
  ];
  const before = await state();
  const as = { as: 'owner' } as const;
  const change = { before: { price: 1 }, id, version: 1 };
  try {
    for (const table of ['item_revisions', 'template_revisions']) {
      await query(`alter table ${table} add constraint closed check (false) not valid`);
    }
    const body = { id: 'thing', label: 'Another', version: 1, fields: [] };
    const answers = [
      await server.send(items.save, { params: params(), body: saveBody('thing', fields, { price: 2 }) }, as),
      await server.send(items.save, { params: params(), body: saveBody('thing', fields, { price: 2 }, change) }, as),
      await server.send(items.delete, { params: { ...params(), id } }, as),
      await server.send(templates.save, { params: params(), body }, as),
      await server.send(templates.save, { params: params(), body: { ...body, id: 'other', version: 0 } }, as),
      await server.send(templates.delete, { params: params() }, as),
    ];
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500, 500]);
  } finally {
    for (const table of ['item_revisions', 'template_revisions']) {
      await query(`alter table ${table} drop constraint if exists closed`);
    }
  }
  expect(await state()).toEqual(before);
});
