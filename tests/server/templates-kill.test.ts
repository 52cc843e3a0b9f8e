import { type SaveTemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { afterEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { eventually } from '../support/eventually.ts';
import { type RestartableServer, restartableServer } from '../support/restartable-server.ts';
import { field, inOrder } from '../support/sample-template.ts';
import { indexItems, insertItems } from '../support/server-content.ts';
import { cleanUp } from '../support/server-process.ts';
import { timeout } from '../support/timeout.ts';

afterEach(cleanUp);

/** PostgreSQL takes a tenth of the time of the embedded database, and must not have finished when it is killed. */
const count = process.env.DATABASE_URL ? 10_000 : 3000;

/** A server with items whose template is changed, killed and started again. */
async function startKilled() {
  const server = await restartableServer(async (database, { dev }) => {
    await insertItems(database, dev, 'thing', count);
    await indexItems(database, dev);
    await database.query('update projects set next_item_id = $1', [count + 1]);
  });
  const { studio, begin, call, onDatabase } = server;
  const params = { instanceId: studio.dev, templateId: 'thing' };
  const progress = async () => (await call(templates.progress, { params })).change;
  let { output, child, ended: exit } = await begin();
  return {
    onDatabase,
    save: (version: number, fields: SaveTemplateField[]) =>
      call(templates.save, {
        params: { instanceId: studio.dev },
        body: { id: 'thing', label: 'thing', version, fields: inOrder(fields) },
      }),
    /** Kills the server as soon as the job has changed some items, and starts it again; `changed` is a condition for an item. */
    killHalfway: async (changed: string) => {
      await eventually(async () => expect((await progress())?.done).toBeGreaterThan(0), { interval: 5 });
      child.kill('SIGKILL');
      expect(await exit).toBe('SIGKILL');
      await expectHalf(onDatabase, changed);
      ({ output, child, ended: exit } = await begin());
    },
    /** Waits until the change has ended; on a busy machine that takes long, but each step has a timeout. */
    ended: async () => {
      for (let open = await progress(); open; ) {
        const { done } = open;
        open = await eventually(
          async () => {
            const now = await progress();
            expect(now?.done, `No step was done after ${done} items: ${output()}`).not.toBe(done);
            return now;
          },
          { timeout: 2 * timeout, interval: 250 },
        );
      }
    },
    stop: async () => {
      expect(child.kill('SIGTERM')).toBe(true);
      expect(await exit).toBe(0);
    },
  };
}

/** The items that are changed are those that the progress counts, and not all. */
async function expectHalf(onDatabase: RestartableServer['onDatabase'], changed: string): Promise<void> {
  const [half] = await onDatabase(({ query }) =>
    query<{ changed: number; open: number; done: number }>(
      `select (select count(*)::int from items where ${changed}) as changed, (select count(*)::int from template_changes) as open,
        (select done from job_progress where kind = 'template-change') as done`,
      [],
    ),
  );
  expect(half?.open).toBe(1);
  expect(half?.changed).toBeGreaterThan(0);
  expect(half?.changed).toBeLessThan(count);
  expect(half?.done).toBe(half?.changed);
}

const [title, cost] = [field('title', 'text'), field('cost', 'integer')];

test('after a server is killed while removing values, the next one resumes where it stopped', async () => {
  const { save, killHalfway, ended, stop, onDatabase } = await startKilled();
  await save(1, [title]);
  await killHalfway(`not "values" ? 'cost'`);
  await ended();
  await save(2, [title, cost]);
  await ended();
  await stop();
  const wrong = await onDatabase(({ query }) =>
    query(`select id from items where ("values"->>'cost')::int is distinct from id * 2 or version <> 1 limit 5`, []),
  );
  expect(wrong).toEqual([]);
});

test('and so it does while converting values, and while computing them', async () => {
  shows('4.conversion.resumed');
  const { save, killHalfway, ended, stop, onDatabase } = await startKilled();
  const asText: SaveTemplateField = { ...field('cost', 'text'), converts: true };
  const double = field('double', 'computed-text', { formula: 'cost + cost' });
  const kinds = [
    {
      fields: [title, asText],
      changed: `"values"->'cost' = to_jsonb((id * 2)::text)`,
      indexed: '(id * 2)::text',
      key: 2,
    },
    {
      fields: [title, field('cost', 'text'), double],
      changed: `"values"->'double' = to_jsonb(id * 2 || '' || id * 2)`,
      indexed: `id * 2 || '' || id * 2`,
      key: 3,
    },
  ];
  for (const [index, { fields, changed }] of kinds.entries()) {
    await save(index + 1, fields);
    await killHalfway(changed);
    await ended();
  }
  await stop();
  for (const { changed, indexed, key } of kinds) {
    const wrong = await onDatabase(({ query }) =>
      query(
        `select id from items i where not coalesce(${changed}, false) or version <> 1
          or (select array_agg(text) from item_values v where v.template_key = i.template_key and v.item_id = i.id and v.field_key = $1)
            is distinct from array[${indexed}] limit 5`,
        [key],
      ),
    );
    expect(wrong).toEqual([]);
  }
});
