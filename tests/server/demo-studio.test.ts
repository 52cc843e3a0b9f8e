import { expect, test } from 'vitest';
import type { Database } from '../../server/core/database/database.ts';
import { demoStudio } from '../../server/demo/demo-studio.ts';
import { shows } from '../specification/shows.ts';
import { field } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';

test('the demo saves its items in batches, each in one transaction', async () => {
  shows('3.calls.batch.demo');
  const { app, studio } = await startTestServer();
  let transactions = 0;
  const database: Database = {
    ...app.deps.database,
    transaction: (work) => {
      transactions += 1;
      return app.deps.database.transaction(work);
    },
  };
  const saver = {
    accountId: studio.accounts.owner,
    instanceId: studio.dev,
    projectId: studio.projectId,
    plan: 'teams',
    mayRead: true,
  };
  // A unique id: templates of earlier tests may still be cached, and a save that finds one retries.
  const demo = demoStudio({ ...app.deps, database }, saver as Parameters<typeof demoStudio>[1], () => undefined);
  await demo.saveTemplate('demo_sword', 'Sword', [field('title', 'text')]);
  const entries = Array.from({ length: 1001 }, (_, place) => ({
    key: `k${place}`,
    label: `Sword ${place}`,
    values: { title: `t${place}` },
  }));
  transactions = 0;
  await demo.saveEntries('demo_sword', entries.slice(0, 1000));
  expect(transactions).toBe(2);
  await demo.saveEntries('demo_sword', entries);
  const rows = await app.deps.database.query<{ items: number; revisions: number }>(
    'select (select count(*) from items)::int as items, (select count(*) from item_revisions)::int as revisions',
    [],
  );
  expect(rows).toEqual([{ items: 1001, revisions: 1001 }]);
});
