import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { restores } from '@quartermaster/contract/endpoints/trash.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { purgeTrashJob } from '../../server/modules/trash/purge-trash.ts';
import { shows } from '../specification/shows.ts';
import { field, inOrder, saveAll, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { insertItems } from '../support/server-content.ts';
import { expectWhole, readState } from '../support/sync-model/state.ts';
import { trashOf } from '../support/trash.ts';

let server: TestServer;
let trash: ReturnType<typeof trashOf>;
beforeEach(async () => {
  server = await startTestServer();
  trash = trashOf(server);
});

const query = <R>(text: string, values: unknown[] = []) => server.app.deps.database.query<R>(text, values);
const read = () => readState(server.app.deps.database.query, server.studio.dev);
const expectTidy = async () => expectWhole(server.app.deps.database.query, server.studio.dev, await read());

const fields = inOrder([
  field('sku', 'text', { unique: true }),
  field('price', 'integer'),
  field('note', 'text'),
  field('next', 'item-link', { templateId: 'gem' }),
  field('parts', 'dynamic-group'),
  field('amount', 'integer', { parentId: 'parts' }),
]);
const gem = (values: object, label: string) => saveBody('gem', fields, values as never, { label });

test('a unique value that another item has by now, or that two would have, is named with the item that has it', async () => {
  shows('4.trash.clashes');
  await saveTemplate(server, 'gem', fields);
  const { id: a } = await saveOne(server, gem({ sku: 'x' }, 'A'));
  await trash.remove('gem', a);
  const { id: b } = await saveOne(server, gem({ sku: 'x' }, 'B'));
  const clash = (id: number, name: string, holder: number) => ({
    template_id: 'gem',
    id,
    label: name,
    field_id: 'sku',
    path: null,
    linked_by: null,
    reason: expect.stringContaining(String(holder)),
  });
  expect((await trash.check({ item: { template_id: 'gem', id: a } })).refusals).toEqual({
    count: 1,
    sample: [clash(a, 'A', b)],
  });
  await trash.remove('gem', b);
  expect((await trash.check({ matching: { count: 2 } })).refusals).toEqual({
    count: 2,
    sample: [clash(a, 'A', b), clash(b, 'B', a)],
  });
  await trash.restore({ item: { template_id: 'gem', id: b } });
  expect(await trash.refused({ item: { template_id: 'gem', id: a } })).toMatchObject({ status: 422, error: 'invalid' });
  await expectTidy();
});

test('any number of values that others have by now are found at once', async () => {
  shows('4.trash.clashes');
  await saveTemplate(server, 'gem', fields);
  const each = async <R>(work: (from: number) => Promise<R>) => [await work(0), await work(550)];
  const createAll = () =>
    each((from) =>
      saveAll(
        server,
        Array.from({ length: 550 }, (_, index) => gem({ sku: `s${from + index}` }, 'A')),
      ),
    );
  for (const saved of await createAll()) {
    const body = {
      selection: { template_id: 'gem', ids: saved.map(({ id }) => id) },
      action: { delete: true } as const,
    };
    await server.call(bulkEdits.apply, { params: { instanceId: server.studio.dev }, body }, { as: 'owner' });
  }
  await createAll();
  const sent = vi.spyOn(server.app.deps.database, 'query');
  const { refusals, counts } = await trash.check({ matching: { count: 1100 } });
  const found = sent.mock.calls.filter(([text]) => text.includes('repeated as ('));
  sent.mockRestore();
  expect([refusals.count, counts.added, found.length]).toEqual([1100, 0, 1]);
});

test('what depends on what is left out stays, too', async () => {
  shows('4.trash.clashes');
  await saveTemplate(server, 'gem', fields);
  const [x, y, z, free] = (
    await saveAll(
      server,
      ['x', 'y', 'z', 'free'].map((sku) => gem({ sku }, sku.toUpperCase())),
    )
  ).map(({ id }) => id) as [number, number, number, number];
  const link = (id: number, sku: string, next: number) =>
    saveOne(
      server,
      saveBody('gem', fields, { sku, next }, { label: sku.toUpperCase(), id, version: 1, before: { sku } }),
    );
  await link(y, 'y', x);
  await link(z, 'z', y);
  for (const id of [z, y, x, free]) await trash.remove('gem', id);
  await saveOne(server, gem({ sku: 'x' }, 'New'));
  const { refusals, counts } = await trash.check({ matching: { count: 4 } });
  expect([counts.added, refusals.sample.map(({ label, field_id }) => [label, field_id]).toSorted()]).toEqual([
    1,
    [
      ['X', 'sku'],
      ['Y', 'next'],
      ['Z', 'next'],
    ],
  ]);
  expect((await trash.refused({ matching: { count: 4 } })).status).toBe(422);
  expect((await read()).items.size).toBe(1);
  await trash.restore({ matching: { count: 4 }, leave_out_refused: true });
  expect([...(await read()).items.keys()]).toContain(free);
  expect((await trash.names()).toSorted()).toEqual(['X', 'Y', 'Z']);
  await expectTidy();
});

test('values of fields that the template no longer has, or has with another type, are left out and named', async () => {
  shows('4.trash.partial');
  await saveTemplate(server, 'gem', fields);
  const { id } = await saveOne(server, gem({ sku: 'a', price: 3, note: 'n', parts: [{ amount: 4 }] }, 'A'));
  const { id: other } = await saveOne(server, gem({ sku: 'b' }, 'B'));
  await trash.remove('gem', id);
  await trash.remove('gem', other);
  const changed = inOrder([
    ...fields.filter((entry) => entry.id !== 'note' && entry.id !== 'amount'),
    field('size', 'integer', { parentId: 'parts' }),
  ]);
  await saveTemplate(server, 'gem', changed, { version: 1 });
  const body = { matching: { count: 2 } };
  expect((await trash.check(body)).partial).toEqual({
    count: 1,
    sample: [{ template_id: 'gem', id, label: 'A', fields: ['The note', 'The amount'] }],
  });
  await trash.restore(body);
  expect((await read()).items.get(id)?.values).toEqual({ sku: 'a', price: 3, parts: [{}] });
  await expectTidy();
});

test('what a rule of the template refuses by now is named', async () => {
  shows('4.trash.clashes');
  await saveTemplate(server, 'gem', fields);
  const { id } = await saveOne(server, gem({ sku: 'a', price: 300 }, 'A'));
  const { id: fine } = await saveOne(server, gem({ sku: 'b', price: 3 }, 'B'));
  for (const gone of [id, fine]) await trash.remove('gem', gone);
  const strict = inOrder([
    field('sku', 'text', { unique: true }),
    field('price', 'integer', { maximum: 10 }),
    ...fields.slice(2),
  ]);
  await saveTemplate(server, 'gem', strict, { version: 1 });
  expect(await trash.refused({ matching: { count: 2 } })).toMatchObject({
    status: 422,
    details: {
      refusals: { count: 1, sample: [{ id, label: 'A', field_id: 'price', reason: 'should be no more than 10' }] },
      counts: { added: 1, refused: 1 },
    },
  });
  await trash.restore({ matching: { count: 2 }, leave_out_refused: true });
  expect([...(await read()).items.keys()]).toEqual([fine]);
});

test('no more items come back than the plan allows', async () => {
  shows('4.trash.clashes');
  const { free, accounts } = server.studio;
  const as = { as: 'free' } as const;
  const params = { instanceId: free.dev };
  expect(accounts.free).toBeGreaterThan(0);
  await insertItems(server.app.deps.database, free.dev, 'thing', 800, 1_000_000);
  await server.call(items.delete, { params: { ...params, templateId: 'thing', id: 1_000_000 } }, as);
  await insertItems(server.app.deps.database, free.dev, 'other', 1, 2_000_000);
  const body = { item: { template_id: 'thing', id: 1_000_000 } };
  expect((await server.call(restores.check, { params, body }, as)).refusals).toMatchObject({
    count: 1,
    sample: [{ id: 1_000_000, reason: 'your plan allows 800 items, and there would be more' }],
  });
  expect(await server.send(restores.apply, { params, body }, as)).toMatchObject({
    status: 402,
    body: { error: 'item_limit' },
  });
  await server.call(items.delete, { params: { ...params, templateId: 'other', id: 2_000_000 } }, as);
  expect(await server.send(restores.apply, { params, body }, as)).toMatchObject({ status: 200 });
});

test('what was deleted 90 days ago is deleted for good, with what is left of it, but not what came back', async () => {
  shows('4.trash.days');
  await saveTemplate(server, 'gem', fields);
  await saveTemplate(
    server,
    'axe',
    fields.filter(({ id }) => id !== 'next'),
  );
  const [a, b] = (await saveAll(server, [gem({ note: 'a' }, 'A'), gem({ note: 'b' }, 'B')])).map(({ id }) => id) as [
    number,
    number,
  ];
  const axe = await saveOne(server, saveBody('axe', fields, { note: 'axe' }));
  const without = inOrder(fields.filter(({ id }) => id !== 'note'));
  await saveTemplate(server, 'gem', without, { version: 1 });
  await saveTemplate(
    server,
    'axe',
    without.filter(({ id }) => id !== 'next'),
    { version: 1 },
  );
  const left = async () =>
    (
      await query<{ id: number }>(
        'select item_id as id from removed_values union select item_id from removed_documents order by 1',
      )
    ).map(({ id }) => id);
  expect(await left()).toEqual([a, b, axe.id]);
  await trash.remove('gem', a);
  await trash.removeTemplate('axe');
  await trash.remove('gem', b);
  await trash.restore({ item: { template_id: 'gem', id: b } });
  const purge = () => purgeTrashJob.run(server.app.deps, {}, new AbortController().signal);
  await purge();
  expect([await left(), (await trash.list()).total]).toEqual([[a, b, axe.id], 2]);
  server.clock.advance(90 * 24 * 60 * 60 + 1);
  await purge();
  expect(await query('select 1 from trash')).toEqual([]);
  expect(await left()).toEqual([b]);
  // It comes back with the field.
  await saveTemplate(server, 'gem', fields, { version: 2 });
  expect((await read()).items.get(b)?.values).toEqual({ note: 'b' });
});
