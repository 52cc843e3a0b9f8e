import { type SaveTemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';
import { type RestartableServer, restartableServer } from './restartable-server.ts';
import { inOrder } from './sample-template.ts';
import { indexItems, insertItems } from './server-content.ts';
import { timeout } from './timeout.ts';

/** PostgreSQL takes a tenth of the time of the embedded database, and must not have finished when it is killed. */
const count = process.env.DATABASE_URL ? 10_000 : 3000;

/** A server with items whose template is changed, killed and started again. */
export async function startKilled() {
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
