import { expect, it } from 'vitest';
import { syncJob } from '../../server/modules/sync/run/sync-job-service.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';
import { contentOf, openSync, syncOf } from '../support/sync.ts';
import { unitAfter } from '../support/unit.ts';

const items = 20;

// Deleting what earlier attempts left, preparing templates, preparing items, and applying are transactions.
it.each([1, 2, 3, 4])(
  'an attempt presumed dead before its step %i writes nothing after another one has ended',
  async (step) => {
    const server = await startTestServer();
    const { deps } = server.app;
    const { signal } = new AbortController();
    const fields = inOrder([field('title', 'text')]);
    await saveTemplate(server, 'thing', fields);
    for (let made = 0; made < items; made += 1) await saveOne(server, saveBody('thing', fields, { title: `${made}` }));
    const id = await openSync(server);
    let steps = 0;
    const beforeStep = async () => {
      steps += 1;
      if (steps === step) await syncJob.run(deps, { sync_id: id }, signal);
    };
    await syncJob.run({ ...deps, unit: unitAfter(deps.unit, beforeStep) }, { sync_id: id }, signal);
    expect(steps).toBe(step);
    const dev = syncOf(server, server.studio.dev);
    expect((await dev.get(id)).state).toBe('applied');
    expect((await dev.get(id)).progress).toEqual({ done: items, total: items });
    expect(await contentOf(server, server.studio.stage)).toEqual(await contentOf(server, server.studio.dev));
    const kept = 'select count(*)::int as count from change_set_items where change_set_id = $1';
    expect(await deps.database.query(kept, [id])).toEqual([{ count: items }]);
    await dev.undo(id);
    expect((await dev.changes()).counts.added).toBe(items);
  },
);
