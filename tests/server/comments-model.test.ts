import { comments } from '@quartermaster/contract/endpoints/comments.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { expect, test } from 'vitest';
import type { Query } from '../../server/core/database/database.ts';
import { purgeTrashJob } from '../../server/modules/trash/purge-trash.ts';
import { purgeItems } from '../../server/modules/trash/repository.ts';
import { shows } from '../specification/shows.ts';
import { exportAll } from '../support/export-all.ts';
import { isLong } from '../support/long.ts';
import { field, randomNumbers, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { contentOf, syncOf } from '../support/sync.ts';
import { trashOf } from '../support/trash.ts';

const as = { as: 'owner' } as const;
const fields = [field('price', 'integer')];
const instancesOf = ({ studio: { dev, stage, prod } }: TestServer) => [dev, stage, prod];

const begin = (server: TestServer, instanceId: number, itemId: number, text: string) =>
  server.call(
    comments.create,
    { params: { instanceId }, body: { about: 'item', template_id: 'thing', item_id: itemId, text } },
    as,
  );

async function listIn(server: TestServer, instanceId: number, itemId: number) {
  const query = { about: 'item', template_id: 'thing', item_id: itemId } as const;
  const { status, body } = await server.send(comments.list, { params: { instanceId }, query }, as);
  if (status === 404) return null;
  return (body as { threads: { comments: { text: string; env: string }[] }[] }).threads.map(
    ({ comments: [first] }) => `${first?.env} ${first?.text}`,
  );
}

const purge = (server: TestServer) => purgeTrashJob.run(server.app.deps, {}, new AbortController().signal);

test('threads are shown wherever their item is, through saves, syncs, deletions, restores and new names', async () => {
  shows('5.comments.item');
  const server = await startTestServer();
  const random = randomNumbers(59);
  const pick = <T>(list: readonly T[]) => list[Math.floor(((random() * 1009) % 1) * list.length)] as T;
  let version = await saveTemplate(server, 'thing', fields);
  const ids: number[] = [];
  const said = new Map<number, string[]>();
  const has = async (instanceId: number) => {
    const params = { instanceId, templateId: 'thing' };
    const { status, body } = await server.send(items.list, { params, body: {} }, as);
    return status === 404 ? [] : (body as { items: { id: number }[] }).items.map(({ id }) => id);
  };
  let isDeleted = false;
  const trash = trashOf(server);
  const deleted: number[] = [];
  const steps: Record<string, () => Promise<unknown>> = {
    save: async () => {
      if (isDeleted) return;
      const { id } = await saveOne(server, saveBody('thing', fields, { price: ids.length }));
      ids.push(id);
      said.set(id, []);
    },
    comment: async () => {
      const instanceId = pick(instancesOf(server));
      const there = await has(instanceId);
      if (there.length === 0) return;
      const id = pick(there);
      const text = `comment ${said.get(id)?.length}`;
      const {
        comments: [first],
      } = await begin(server, instanceId, id, text);
      said.get(id)?.push(`${first?.env} ${text}`);
    },
    sync: () => syncOf(server, pick([server.studio.dev, server.studio.stage])).all(),
    delete: async () => {
      const there = isDeleted ? [] : await has(server.studio.dev);
      if (there.length === 0) return;
      const id = pick(there);
      await trash.remove('thing', id);
      deleted.push(id);
    },
    restore: async () => {
      const id = isDeleted ? undefined : deleted.pop();
      if (id !== undefined) await trash.restore({ item: { template_id: 'thing', id } });
    },
    rename: async () => {
      if (!isDeleted) version = await saveTemplate(server, 'thing', fields, { label: `L${random()}`, version });
    },
    template: async () => {
      await (isDeleted ? trash.restore({ template: 'thing' }) : trash.removeTemplate('thing'));
      isDeleted = !isDeleted;
      if (isDeleted) deleted.length = 0;
      else {
        const [row] = await server.app.deps.database.query<{ version: number }>(
          'select version from templates where id = $1 and instance_id = $2',
          ['thing', server.studio.dev],
        );
        version = row?.version ?? 0;
      }
    },
    purge: () => purge(server),
  };
  const names = Object.keys(steps).flatMap((name) =>
    ['save', 'comment', 'sync'].includes(name) ? [name, name, name] : name,
  );
  const counts = { visible: 0, hidden: 0 };
  await steps.save?.();
  for (let step = 0; step < (isLong ? 400 : 120); step++) {
    const name = pick(names);
    // Deleted templates come back soon.
    await steps[isDeleted && step % 3 === 0 ? 'template' : name]?.();
    if (step % 4 !== 3) continue;
    for (const instanceId of instancesOf(server)) {
      const there = await has(instanceId);
      for (const id of ids) {
        const listed = await listIn(server, instanceId, id);
        expect(listed).toEqual(there.includes(id) ? said.get(id) : null);
        counts[listed?.length ? 'visible' : 'hidden'] += 1;
      }
    }
  }
  expect(counts.visible).toBeGreaterThan(30);
  expect(counts.hidden).toBeGreaterThan(30);
});

test('threads go with the last trace of their item, and not before', async () => {
  shows('5.comments.item');
  const server = await startTestServer();
  server.clock.stop();
  const trash = trashOf(server);
  await saveTemplate(server, 'thing', fields);
  const [one, two] = [
    await saveOne(server, saveBody('thing', fields, { price: 1 })),
    await saveOne(server, saveBody('thing', fields, { price: 2 })),
  ];
  await syncOf(server, server.studio.dev).all();
  for (const { id } of [one, two]) await begin(server, server.studio.dev, id, 'Hm');
  const count = async () =>
    (await server.app.deps.database.query<{ item_id: number }>('select item_id from comments order by 1', [])).map(
      ({ item_id }) => item_id,
    );
  await server.app.deps.database.query(
    'delete from items where id = $1 and template_key in (select key from templates where instance_id <> $2)',
    [one.id, server.studio.dev],
  );
  for (const { id } of [one, two]) await trash.remove('thing', id);
  server.clock.advance(89 * 24 * 60 * 60);
  await purge(server);
  expect(await count()).toEqual([one.id, two.id]);
  await trash.removeTemplate('thing');
  server.clock.advance(2 * 24 * 60 * 60);
  await purge(server);
  // Its items could come back with the template.
  expect(await count()).toEqual([one.id, two.id]);
  server.clock.advance(89 * 24 * 60 * 60);
  await purge(server);
  // The other one is in Stage.
  expect(await count()).toEqual([two.id]);
});

test('threads that go are looked up, and not searched for among all comments', async () => {
  const server = await startTestServer();
  server.clock.stop();
  await saveTemplate(server, 'thing', fields);
  const { id } = await saveOne(server, saveBody('thing', fields, { price: 1 }));
  await begin(server, server.studio.dev, id, 'Hm');
  await trashOf(server).remove('thing', id);
  server.clock.advance(91 * 24 * 60 * 60);
  await server.app.deps.database.transaction(async (query) => {
    await query('set local enable_seqscan = off', []);
    const plan: object[] = [];
    const explaining: Query = async (text, values, name) => {
      if (text.includes('delete from comments')) plan.push(...(await query<object>(`explain ${text}`, values)));
      return query(text, values, name);
    };
    expect(await purgeItems(explaining, server.app.deps.clock.now())).toBe(true);
    expect(plan.length).toBeGreaterThan(0);
    // Of all comments, whether in their table or its index.
    expect(JSON.stringify(plan)).not.toMatch(/Seq Scan on comments|hashed SubPlan \d+\) OR \(hashed/);
  });
});

test('comments are in no content: not in hashes, syncs, differences or exports', async () => {
  shows('5.comments.apart');
  const server = await startTestServer();
  await saveTemplate(server, 'thing', fields);
  const { id } = await saveOne(server, saveBody('thing', fields, { price: 1 }));
  const { dev, stage } = server.studio;
  await syncOf(server, dev).all();
  const [inDev, inStage] = [await contentOf(server, dev), await contentOf(server, stage)];
  await begin(server, dev, id, 'UNIQUE-COMMENT');
  expect(await contentOf(server, dev)).toEqual(inDev);
  expect(await contentOf(server, stage)).toEqual(inStage);
  expect((await syncOf(server, dev).changes()).templates).toEqual([]);
  await exportAll(server);
  const params = { instanceId: dev, templateId: 'thing' };
  const list = JSON.stringify(await server.call(items.export, { params, body: { format: 'json' } }, as));
  expect(list).not.toContain('UNIQUE-COMMENT');
});

test('lists show the items with open comments, by their index', async () => {
  shows('5.comments.filter');
  const server = await startTestServer();
  await saveTemplate(server, 'thing', fields);
  const ids: number[] = [];
  for (let price = 0; price < 5; price++) ids.push((await saveOne(server, saveBody('thing', fields, { price }))).id);
  const [first = 0, second = 0, third = 0] = ids;
  const { dev } = server.studio;
  await begin(server, dev, first, 'one');
  await begin(server, dev, first, 'two');
  const { id } = await begin(server, dev, second, 'three');
  await begin(server, dev, third, 'four');
  await server.call(comments.resolve, { params: { instanceId: dev, commentId: id }, body: { resolved: true } }, as);
  const listed = async (op: number, more: object = {}) => {
    const filters = [{ template_field_id: 'comments', op, value: '' }];
    const params = { instanceId: dev, templateId: 'thing' };
    const page = await server.call(items.list, { params, body: { filters, limit: 10, ...more } }, as);
    return [page.items.map((item) => item.id), page.total];
  };
  const sort = { field: 'price', direction: 'desc' } as const;
  expect(await listed(filterOps.notEmpty)).toEqual([[first, third], 2]);
  expect(await listed(filterOps.notEmpty, { sort })).toEqual([[third, first], 2]);
  expect(await listed(filterOps.notEmpty, { sort: { field: 'label', direction: 'asc' } })).toEqual([[first, third], 2]);
  expect((await listed(filterOps.empty))[0]).toEqual(ids.filter((one) => one !== first && one !== third));
  await server.call(comments.resolve, { params: { instanceId: dev, commentId: id }, body: { resolved: false } }, as);
  expect(await listed(filterOps.notEmpty)).toEqual([[first, second, third], 3]);
  const params = { instanceId: dev, templateId: 'thing' };
  const wrong = { filters: [{ template_field_id: 'comments', op: filterOps.contains, value: 'x' }] };
  expect((await server.send(items.list, { params, body: wrong }, as)).status).toBe(422);
});
