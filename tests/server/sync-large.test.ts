import { expect, it } from 'vitest';
import { buildUndo } from '../../server/content/change-sets/build-undo.ts';
import { getStoredChangeSet } from '../../server/content/change-sets/change-set-repository.ts';
import { checkChangeSet } from '../../server/content/change-sets/check-change-set.ts';
import type { Query } from '../../server/core/database/database.ts';
import { buildChangeSet } from '../../server/modules/sync/pairs/build-change-set.ts';
import { findPair } from '../../server/modules/sync/pairs/pair.ts';
import { syncJob } from '../../server/modules/sync/run/sync-job-service.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';
import { openSync, syncOf } from '../support/sync.ts';
import { unitWithQuery } from '../support/unit.ts';

const count = 6;
const megabyte = 1_000_000;

it('a sync and its undo read and write large items a few at a time, also when merging and checking them', async () => {
  const server = await startTestServer();
  const { deps } = server.app;
  const { studio } = server;
  const dev = syncOf(server, studio.dev);
  const fields = inOrder([field('title', 'text'), field('story', 'text')]);
  await saveTemplate(server, 'tale', fields);
  const ids: number[] = [];
  for (let made = 0; made < count; made += 1)
    ids.push((await saveOne(server, saveBody('tale', fields, { title: 'One' }))).id);
  await dev.all();
  const fill = (instanceId: number, story: string, title: string) =>
    deps.database.query(
      `update items i set "values" = jsonb_build_object('title', $2::text, 'story', repeat($3, ${megabyte})), version = i.version + 1
        from templates t where t.key = i.template_key and t.instance_id = $1`,
      [instanceId, title, story],
    );
  await fill(studio.dev, 'x', 'Source');
  await fill(studio.stage, 'y', 'One');

  let most = 0;
  const note = (value: unknown) => {
    most = Math.max(most, JSON.stringify(value)?.length ?? 0);
  };
  const measured =
    (query: Query): Query =>
    async <R>(...[text, values, name]: Parameters<Query>) => {
      note(values);
      const rows = await query<R>(text, values, name);
      note(rows);
      return rows;
    };
  const query = measured(deps.database.query);
  const database: typeof deps.database = { ...deps.database, query };
  const unit = unitWithQuery(deps.unit, measured);
  const run = (id: number) => syncJob.run({ ...deps, database, unit }, { sync_id: id }, new AbortController().signal);

  const decisions = ids.map((id) => ({
    template_id: 'tale',
    id,
    take: 'fields' as const,
    fields: [{ field_id: 'story', take: 'source' as const }],
  }));
  const pair = await findPair(query, studio.dev);
  await checkChangeSet({ ...deps, database }, await buildChangeSet(query, pair, { selection: null, decisions }));
  const id = await openSync(server, { decisions });
  await run(id);
  expect((await dev.get(id)).state).toBe('applied');
  expect((await dev.changes()).counts.updated).toBe(0);
  const undone = (await getStoredChangeSet(query, id)) ?? expect.fail('The sync is stored.');
  await checkChangeSet({ ...deps, database }, await buildUndo(query, undone, {}));
  const undo = await openSync(server, {}, undone);
  await run(undo);
  expect((await dev.get(undo)).state).toBe('applied');
  expect((await dev.changes()).counts.updated).toBe(count);
  // Two sides, and their last synced state.
  expect(most).toBeLessThan(4.5 * megabyte);
});
