import { diffItemFields } from '@quartermaster/contract/content/diff-item-fields.ts';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import type { SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import { beforeEach, expect, it } from 'vitest';
import { listChanges, streamChanges } from '../../server/modules/sync/differences/list-service.ts';
import { shows } from '../specification/shows.ts';
import { saveWeapons, weapon, weaponFields } from '../support/item-content.ts';
import { saveOne } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { syncOf } from '../support/sync.ts';

let server: TestServer;
let dev: ReturnType<typeof syncOf>;

beforeEach(async () => {
  server = await startTestServer();
  dev = syncOf(server, server.studio.dev);
});

/** What a change from one state of a weapon to another is listed as. */
async function differenceOf(before: ItemValues, after: ItemValues, label = 'Sword') {
  const { weapons } = await saveWeapons(server, [['Sword', before]]);
  await dev.all();
  const fields = diffItemFields(buildTree(weaponFields), before, after) as SaveItem['fields'];
  await saveOne(server, { ...weapon(label, {}), fields, id: weapons[0] ?? 0, version: 1 });
  const { templates } = await dev.changes({ limit: 10 });
  return templates[0]?.items[0]?.difference;
}

const row = (key: string, amount?: number) => ({ key, ...(amount !== undefined && { levels: [{ amount }] }) });

it.each<[string, ItemValues, ItemValues, unknown]>([
  ['a value', { cost: 4000 }, { cost: 4200 }, { label: 'Cost', before: '4000', after: '4200', rows: null }],
  ['no value before', { cost: 1 }, { cost: 1, notes: 'Old' }, { label: 'Notes', before: '', after: 'Old', rows: null }],
  ['a link', { cost: 1 }, { cost: 1, material: 1 }, { label: 'Material', before: null, after: null, rows: null }],
  [
    'rows',
    { cost: 1, attrib: [row('a'), row('b'), row('c')] },
    { cost: 1, attrib: [row('x'), row('b')] },
    { label: 'Attributes', before: null, after: null, rows: { added: 0, updated: 1, removed: 1 } },
  ],
  [
    'rows with another first field, on either side of an unchanged one',
    { cost: 1, attrib: [row('b'), row('c')] },
    { cost: 1, attrib: [row('a'), row('b')] },
    { label: 'Attributes', before: null, after: null, rows: { added: 1, updated: 0, removed: 1 } },
  ],
  [
    'rows that are named by their first field',
    { cost: 1, attrib: [row('a', 1), row('b', 1)] },
    { cost: 1, attrib: [row('b', 2), row('c', 1)] },
    { label: 'Attributes', before: null, after: null, rows: { added: 1, updated: 1, removed: 1 } },
  ],
  [
    'the order of rows',
    { cost: 1, attrib: [row('a'), row('b')] },
    { cost: 1, attrib: [row('b'), row('a')] },
    { label: 'Attributes', before: null, after: null, rows: { added: 0, updated: 0, removed: 0 } },
  ],
])('a list with a limit says what changes: %s', async (_, before, after, only) => {
  shows('4.designers.sync-what');
  expect(await differenceOf(before, after)).toEqual({ fields: 1, only });
});

it('texts of several lines are not quoted', async () => {
  shows('4.designers.sync-what');
  expect(await differenceOf({ cost: 1 }, { cost: 1, notes: 'One line\nand another' })).toEqual({
    fields: 1,
    only: { label: 'Notes', before: null, after: null, rows: null },
  });
});

it('several fields are counted', async () => {
  shows('4.designers.sync-what');
  expect(await differenceOf({ cost: 1 }, { cost: 2, magic: true, damage: 3 })).toEqual({ fields: 3, only: null });
});

it('a new label counts as a field if others change as well', async () => {
  shows('4.designers.sync-what');
  expect(await differenceOf({ cost: 1 }, { cost: 2 }, 'Axe')).toEqual({ fields: 2, only: null });
});

it('a new label alone is named', async () => {
  shows('4.designers.sync-what');
  const only = { label: 'Label', before: 'Sword', after: 'Axe', rows: null };
  expect(await differenceOf({ cost: 1 }, { cost: 1 }, 'Axe')).toEqual({ fields: 1, only });
});

it('one statement compares the items, and only the updated ones of a limited list', async () => {
  shows('4.designers.sync-what-bounded');
  await differenceOf({ cost: 1 }, { cost: 2 });
  await saveOne(server, weapon('Axe', { cost: 2 }));
  const { database } = server.app.deps;
  const read: string[] = [];
  const counted = {
    ...database,
    query: <R>(text: string, values: readonly unknown[], name?: string) => {
      read.push(name ?? '');
      return database.query<R>(text, values, name);
    },
  };
  const { templates } = await listChanges({ database: counted }, server.studio.dev, { limit: 10 });
  expect(templates.flatMap(({ items }) => items.map(({ difference }) => difference?.fields))).toEqual([1, undefined]);
  expect(read.filter((name) => name === 'changes-differences')).toHaveLength(1);
  read.length = 0;
  await (await streamChanges({ database: counted }, server.studio.dev, {})).toArray();
  expect(read).not.toContain('changes-differences');
});

it('items past 4 MiB are listed without what changes', async () => {
  shows('4.designers.sync-what-bounded');
  const { weapons } = await saveWeapons(server, [
    ['Sword', { cost: 1 }],
    ['Axe', { cost: 1 }],
  ]);
  await dev.all();
  for (const [at, id] of weapons.entries())
    await server.app.deps.database.query(
      `update items set "values" = "values" || jsonb_build_object('cost', 9, 'notes', repeat('x', $3::int))
        where id = $1 and template_key in (select key from templates where instance_id = $2)`,
      [id, server.studio.dev, at === 0 ? 10 : 5 * 1024 * 1024],
    );
  const { templates } = await dev.changes({ limit: 10 });
  expect(templates[0]?.items.map(({ difference }) => difference?.fields)).toEqual([2, undefined]);
});
