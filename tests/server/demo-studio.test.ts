import { expect, test } from 'vitest';
import { demoStudio } from '../../server/demo/demo-studio.ts';
import { shows } from '../specification/shows.ts';
import { field } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';
import { unitAfter } from '../support/unit.ts';

test('the demo saves its items in batches, each in one transaction', async () => {
  shows('3.calls.batch.demo');
  const { app, studio } = await startTestServer();
  let transactions = 0;
  const unit = unitAfter(app.deps.unit, async () => {
    transactions += 1;
  });
  const saver = {
    actor: { kind: 'account', accountId: studio.accounts.owner },
    origin: 'form',
    instanceId: studio.dev,
    projectId: studio.projectId,
    plan: 'teams',
    mayRead: true,
  };
  // A unique id: templates of earlier tests may still be cached, and a save that finds one retries.
  const demo = demoStudio({ ...app.deps, unit }, saver as Parameters<typeof demoStudio>[1], () => undefined);
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
