import { items } from '@quartermaster/contract/endpoints/items.ts';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';

const fields = inOrder([field('title', 'text')]);

test('the last edit of items is that of their latest revision that counts, in one statement for all of them', async () => {
  shows('4.hands.edited-columns');
  const server = await startTestServer();
  const { dev, accounts } = server.studio;
  const { query } = server.app.deps.database;
  await saveTemplate(server, 'thing', fields);
  await saveTemplate(server, 'other', fields);
  const [one, two, gone] = [
    await saveOne(server, saveBody('thing', fields, { title: 'One' })),
    await saveOne(server, saveBody('thing', fields, { title: 'Two' })),
    await saveOne(server, saveBody('other', fields, { title: 'Of another template' })),
  ];
  const params = { instanceId: dev, templateId: 'thing' };
  const change = { ...saveBody('thing', fields, { title: 'New' }), id: two.id, version: 1 };
  await server.call(items.save, { params, body: change }, { as: 'admin' });
  const listed = async () => {
    const body = { ids: [two.id, one.id, gone.id, 999_999] };
    return (await server.call(items.listEdits, { params, body }, { as: 'owner' })).edits;
  };
  const names = await query('select id, name from accounts', []);
  const nameOf = (id: number) => names.find((row) => (row as { id: number }).id === id) as { name: string };
  const edits = await listed();
  expect(edits.map(({ id, by }) => [id, by])).toEqual([
    [one.id, nameOf(accounts.owner).name],
    [two.id, nameOf(accounts.admin).name],
  ]);
  const [latest] = await query('select max(at) as at from item_revisions where item_id = $1', [two.id]);
  expect(edits[1]?.at).toBe((latest as { at: Date }).at.toISOString());
  // A revision of a sync that is not applied does not count; a deleted account has no name; nor has an item without a history.
  await query(
    `with running as (insert into change_sets (target_id, actor, state, note, request, revision, added, updated, removed, templates, created_at)
        values ($1, 'system', 'running', '', '{}', '', 0, 0, 0, 0, now()) returning id)
      update item_revisions set change_set_id = running.id from running where item_id = $2 and version = 2`,
    [dev, two.id],
  );
  await query('delete from item_revisions where item_id = $1', [one.id]);
  expect((await listed()).map(({ id, by }) => [id, by])).toEqual([
    [one.id, null],
    [two.id, nameOf(accounts.owner).name],
  ]);
});
