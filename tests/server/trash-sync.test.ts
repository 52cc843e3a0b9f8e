import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { saveBody, saveOne } from '../support/sample-template.ts';
import {
  apply,
  as,
  beginSwordEdits,
  byIds,
  create,
  dev,
  expectTidy,
  fields,
  operate,
  read,
  server,
  undo,
} from '../support/sword-edits.ts';
import { syncOf } from '../support/sync.ts';
import { trashOf } from '../support/trash.ts';

beginSwordEdits();

const counts = async () => (await server.call(sync.listChanges, { params: dev(), query: {} }, as)).counts;

test('a restore leaves a next sync what it had before: nothing, an update, an addition or a conflict', async () => {
  shows('4.trash.sync');
  const trash = trashOf(server);
  const syncs = syncOf(server, server.studio.dev);
  const ids = await create({ price: 1 }, { price: 2 }, { price: 3 }, { price: 4 });
  const [same = 0, edited = 0, gone = 0, conflicting = 0] = ids;
  await syncs.all();
  await apply(byIds(edited), operate({ field_id: 'price', op: 'set', value: 20 }));
  await apply(byIds(conflicting), operate({ field_id: 'price', op: 'set', value: 40 }));
  await saveOne(
    server,
    saveBody('sword', fields, { price: 41 }, { label: 'Sword 3', id: conflicting, version: 1, before: { price: 4 } }),
    'owner',
    server.studio.stage,
  );
  await trash.remove('sword', gone);
  await syncs.items('sword', [gone]);
  expect((await read(server.studio.stage)).items.has(gone)).toBe(false);
  // Outside of Dev, nothing goes into the trash.
  expect((await trash.list()).total).toBe(1);
  const before = { added: 0, updated: 2, removed: 0, conflicts: 1 };
  expect(await counts()).toMatchObject(before);
  await apply(byIds(same, edited, conflicting), { delete: true });
  expect(await counts()).toMatchObject({ removed: 3 });
  const set = await trash.restore({ matching: { count: 4 } });
  expect(await counts()).toMatchObject({ ...before, added: 1 });
  // Synced after it, and undone after that.
  const { id } = await syncs.items('sword', [gone, edited]);
  expect((await read(server.studio.stage)).items.get(gone)?.values).toEqual({ price: 3 });
  expect(await counts()).toMatchObject({ added: 0, updated: 1, conflicts: 1 });
  await syncs.undo(id ?? 0);
  expect(await counts()).toMatchObject({ ...before, added: 1 });
  await undo(set);
  expect(await counts()).toMatchObject({ added: 0, updated: 0, removed: 3, conflicts: 1 });
  await expectTidy();
  await expectTidy(server.studio.stage);
});

test('a restored template is the same for a next sync', async () => {
  shows('4.trash.sync');
  const trash = trashOf(server);
  const syncs = syncOf(server, server.studio.dev);
  await create({ price: 1 }, { price: 2 });
  await syncs.all();
  const nothing = await counts();
  await trash.removeTemplate('sword');
  expect(await counts()).not.toEqual(nothing);
  await trash.restore({ template: 'sword' });
  expect(await counts()).toEqual(nothing);
  await trash.removeTemplate('sword');
  await syncs.all();
  expect((await read(server.studio.stage)).templates.has('sword')).toBe(false);
  await trash.restore({ template: 'sword' });
  await syncs.all();
  expect((await read(server.studio.stage)).items.size).toBe(2);
  expect(await counts()).toMatchObject({ added: 0, updated: 0, removed: 0, conflicts: 0 });
  await expectTidy();
  await expectTidy(server.studio.stage);
});
