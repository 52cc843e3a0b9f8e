import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { afterEach, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { restartableServer } from '../support/restartable-server.ts';
import { field, inOrder } from '../support/sample-template.ts';
import { insertItems } from '../support/server-content.ts';
import { cleanUp } from '../support/server-process.ts';
import { timeout } from '../support/timeout.ts';

afterEach(cleanUp);

/** PostgreSQL takes a tenth of the time of the embedded database, and must not have finished when it is killed. */
const count = process.env.DATABASE_URL ? 10_000 : 3000;

test('after a server is killed while removing values, the next one resumes where it stopped', async () => {
  const { studio, begin, call, onDatabase } = await restartableServer(async (database, { dev }) => {
    await insertItems(database, dev, 'thing', count);
    await database.query(
      `insert into item_values (template_key, item_id, field_key, number) select template_key, id, 2, ("values"->>'cost')::int from items`,
      [],
    );
    await database.query('update projects set next_item_id = $1', [count + 1]);
  });
  const params = { instanceId: studio.dev, templateId: 'thing' };
  const progress = async () => (await call(templates.progress, { params })).change;
  const save = (version: number, fields = inOrder([field('title', 'text'), field('cost', 'integer')])) =>
    call(templates.save, {
      params: { instanceId: studio.dev },
      body: { id: 'thing', label: 'thing', version, fields },
    });

  const first = await begin();
  await save(1, [field('title', 'text')]);
  await eventually(async () => expect((await progress())?.done).toBeGreaterThan(0), { interval: 5 });
  first.child.kill('SIGKILL');
  expect(await first.ended).toBe('SIGKILL');
  const left = () =>
    onDatabase(async ({ query }) => {
      const [row] = await query<{ left: number; open: number; done: number }>(
        `select (select count(*)::int from items where "values" ? 'cost') as left, (select count(*)::int from template_changes) as open,
          (select done from job_progress where kind = 'template-change') as done`,
        [],
      );
      return row;
    });
  const half = await left();
  expect(half?.open).toBe(1);
  expect(half?.left).toBeGreaterThan(0);
  expect(half?.left).toBeLessThan(count);
  expect(half?.done).toBe(count - (half?.left ?? 0));

  const second = await begin();
  /** Waits until the change has ended; on a busy machine that takes long, but each step has a timeout. */
  const ended = async () => {
    for (let open = await progress(); open; ) {
      const { done } = open;
      open = await eventually(
        async () => {
          const now = await progress();
          expect(now?.done, `No step was done after ${done} items: ${second.output()}`).not.toBe(done);
          return now;
        },
        { timeout: 2 * timeout, interval: 250 },
      );
    }
  };
  await ended();
  await save(2);
  await ended();
  expect(await second.child.kill('SIGTERM')).toBe(true);
  expect(await second.ended).toBe(0);
  const wrong = await onDatabase(({ query }) =>
    query<{ id: number }>(
      `select id from items where ("values"->>'cost')::int is distinct from id * 2 or version <> 1 limit 5`,
      [],
    ),
  );
  expect(wrong).toEqual([]);
});
