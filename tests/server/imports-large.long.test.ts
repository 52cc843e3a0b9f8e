import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { imports } from '@quartermaster/contract/endpoints/imports.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { type Cell, csvLine } from '@quartermaster/contract/sheets/csv-text.ts';
import { beforeEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { eventually } from '../support/eventually.ts';
import { importFile, jsonLines } from '../support/import-file.ts';
import { saveSwords, swordFields, swordsOf } from '../support/import-swords.ts';
import { saveAll, saveBody } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { timeout } from '../support/timeout.ts';

let server: TestServer;
let swords: ReturnType<typeof swordsOf>;
const owner = { as: 'owner' } as const;
const count = 5000;
const changedHere = 100;

beforeEach(async () => {
  server = await startTestServer();
  swords = swordsOf(server);
  await saveSwords(server);
});

const place = (importId: number) => ({ params: { instanceId: server.studio.dev, importId } });
const get = async (importId: number) => (await server.call(imports.get, place(importId), owner)).import;
const ended = (importId: number) =>
  eventually(
    async () => {
      const found = await get(importId);
      expect(['checked', 'applied', 'failed', 'cancelled']).toContain(found.state);
      return found;
    },
    { timeout },
  );
const newRows = (from: number) =>
  Array.from({ length: count }, (_, index) => ({
    _label: `Sword ${from + index}`,
    sku: `s${from + index}`,
    price: index,
    // In a circle.
    parent: `s${from + ((index + 1) % count)}`,
  }));

test('a file of 5,000 rows, edited elsewhere while 100 of its items change here, has 100 conflicts and loses nothing', {
  timeout: 4 * timeout,
}, async () => {
  shows('4.import.conflict');
  const created = await ended((await importFile(server, jsonLines(newRows(0)))).import.id);
  expect(created).toMatchObject({
    state: 'applied',
    counts: { added: count },
    progress: { done: count, total: count },
  });
  const params = { instanceId: server.studio.dev, templateId: 'sword' };
  const { body: file } = await server.send(items.export, { params, body: { format: 'cells' } }, owner);
  const before = await swords.bySku();

  // Here, the prices and the titles of 100 items change, and others get a serial number.
  const hereChanged = [...before.values()].filter((_, index) => index % (count / changedHere) === 0);
  const alsoHere = [...before.values()].filter((_, index) => index % (count / changedHere) === 1);
  const change = (all: typeof hereChanged, valuesOf: (index: number) => object) =>
    saveAll(
      server,
      all.map(({ id, version, label, template: _, ...values }, index) =>
        saveBody('sword', swordFields, { ...values, ...valuesOf(index) }, { id, version, label, before: values }),
      ),
    );
  await change(hereChanged, (index) => ({ price: 1_000_000 + index, title: 'Here' }));
  await change(alsoHere, (index) => ({ serial: index + 1 }));

  // Elsewhere, all prices are raised by one.
  const [names = [], ...lines] = String(file)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Cell[]);
  const at = names.indexOf('price');
  const csv = [names, ...lines.map((line) => line.with(at, Number(line[at]) + 1))].map(csvLine).join('');
  const tried = await importFile(server, csv, { type: 'text/csv', query: { dry_run: true } });
  const checked = await ended(tried.import.id);
  expect(checked).toMatchObject({
    state: 'checked',
    counts: { added: 0, changed: count - changedHere, unchanged: 0, conflict: changedHere, refused: 0 },
  });
  const { rows, next_cursor } = await server.call(
    imports.listRows,
    { ...place(checked.id), query: { outcome: 'conflict', limit: 1000 } },
    owner,
  );
  expect(new Set(rows.map(({ item_id }) => item_id))).toEqual(new Set(hereChanged.map(({ id }) => id)));
  expect(next_cursor).toBeNull();

  await server.call(imports.apply, { ...place(checked.id), body: { conflicts: 'current' } }, owner);
  const applied = await ended(checked.id);
  expect(applied).toMatchObject({ state: 'applied', error: null });
  const after = await swords.bySku();
  const lost = [...before].filter(([sku, item]) => {
    const now = after.get(sku);
    const index = hereChanged.findIndex(({ id }) => id === item.id);
    const other = alsoHere.findIndex(({ id }) => id === item.id);
    const price = index < 0 ? Number(item.price) + 1 : 1_000_000 + index;
    const kept = index < 0 || now?.title === 'Here';
    const serial = other < 0 ? undefined : other + 1;
    return now?.id !== item.id || now.price !== price || !kept || now.serial !== serial || now.parent !== item.parent;
  });
  expect(lost).toEqual([]);
  expect(after.size).toBe(count);

  const changeSetId = applied.change_set_id ?? 0;
  const undone = await server.call(
    changeSets.undo,
    { params: { instanceId: server.studio.dev, changeSetId }, body: {} },
    owner,
  );
  await eventually(
    async () => {
      const { change_set } = await server.call(
        changeSets.get,
        { params: { instanceId: server.studio.dev, changeSetId: undone.id ?? 0 } },
        owner,
      );
      expect(change_set.state).toBe('applied');
    },
    { timeout },
  );
  const last = await swords.bySku();
  expect([...last].filter(([sku, { price }]) => price !== before.get(sku)?.price)).toHaveLength(changedHere);
});

test('a large import is cancelled while it is checked or applied, and then nothing is changed or left', {
  timeout: 2 * timeout,
}, async () => {
  shows('4.import.cancel');
  const { query } = server.app.deps.database;
  const send = importFile(server, jsonLines(newRows(0)));
  const [running] = await eventually(
    async () => {
      const rows = await query<{ id: number }>(`select id from imports where state in ('checking', 'applying')`, []);
      expect(rows).toHaveLength(1);
      return rows;
    },
    { timeout },
  );
  const id = running?.id ?? 0;
  expect((await server.call(imports.cancel, place(id), owner)).import.state).toBe('cancelled');
  expect((await send).import).toMatchObject({ id, state: 'cancelled' });
  await eventually(
    async () => {
      const left = await query(
        'select import_id as id from import_parts union all select import_id from import_results union all select change_set_id from change_set_items union all select change_set_id from change_set_index',
        [],
      );
      expect(left).toEqual([]);
    },
    { timeout },
  );
  expect((await swords.bySku()).size).toBe(0);
});
