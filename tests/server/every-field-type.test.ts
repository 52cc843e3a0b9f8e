import { exportedValue } from '@quartermaster/contract/content/exported-value.ts';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { bulkEdits, type Operation } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { type FieldValue, isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { filterOps, takesLanguage, takesValue } from '@quartermaster/contract/field-types/filters.ts';
import {
  type FieldSettings,
  type FieldType,
  fieldTypeOf,
  fieldTypes,
  isFileType,
} from '@quartermaster/contract/field-types/registry.ts';
import { meetsFilter } from '@quartermaster/contract/rules/filter.ts';
import { compareTexts } from '@quartermaster/contract/texts.ts';
import { expect, test } from 'vitest';
import { exportItem } from '../../server/core/files/export-item.ts';
import { shows } from '../specification/shows.ts';
import { isOfRow, ownSettings, sampleValues } from '../support/field-values.ts';
import { field, inOrder, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, urlOf } from '../support/server.ts';
import { syncOf } from '../support/sync.ts';
import { expectWhole, readState } from '../support/sync-model/state.ts';

const types = (Object.keys(fieldTypes) as FieldType[]).filter(
  (type) => fieldTypes[type].holds === 'value' && !isFileType(type) && !isOfRow(type),
);
const as = { as: 'owner' } as const;

/** The types of the fields that computed fields read in these tests: a value is set in these. */
const readTypes = { number: 'float', text: 'text', boolean: 'boolean' } as const;

/** The fields to set so that `one` and `inner` have a value. */
const placesOf = (type: FieldType) =>
  fieldTypeOf(type).computes ? { one: 'source', inner: 'innerSource' } : { one: 'one', inner: 'inner' };

/** A template with a field of the type, alone and in rows, and items with its sample values, the last of which is empty. */
async function startWith(type: FieldType) {
  const server = await startTestServer();
  const own = ownSettings(type, 'thing');
  const { computes } = fieldTypeOf(type);
  const formulas = computes ? [{ formula: 'source' }, { formula: 'innerSource' }] : [];
  const fields = inOrder([
    field('one', type, { ...own, ...formulas[0] }),
    field('rows', 'dynamic-group'),
    field('inner', type, { ...own, ...formulas[1], parentId: 'rows' }),
    field('title', 'text'),
    ...(computes
      ? [field('source', readTypes[computes]), field('innerSource', readTypes[computes], { parentId: 'rows' })]
      : []),
  ]);
  await saveTemplate(server, 'thing', fields, { label: 'Thing' });
  // Links lead to the first items.
  const samples = sampleValues(type);
  const contents: ItemValues[] = [...samples, null].map((value, place) => {
    const other = samples[(place + 1) % samples.length] ?? null;
    const one = { one: value, ...(computes && { source: value }) };
    const inner = { inner: other, ...(computes && { innerSource: other }) };
    return { ...(value !== null && one), rows: [inner, {}], title: `t${place % 2}` };
  });
  await saveAll(
    server,
    contents.map((_, place) => saveBody('thing', fields, {}, { label: `Thing ${place}` })),
  );
  const saved = await saveAll(
    server,
    contents.map((values, place) =>
      saveBody('thing', fields, values, { label: `Thing ${place}`, id: place + 1, version: 1 }),
    ),
  );
  const { query } = server.app.deps.database;
  const dev = server.studio.dev;
  const read = async (instanceId = dev) => {
    const state = await readState(query, instanceId);
    await expectWhole(query, instanceId, state);
    return state.items;
  };
  const settings = fields[0]?.settings as FieldSettings;
  return { server, dev, fields, settings, contents, ids: saved.map(({ id }) => id), read };
}

const at = (values: ItemValues | undefined): FieldValue => (values?.one ?? null) as FieldValue;

test.each(types)('%s is saved, read and exported as it was given', async (type) => {
  shows('4.types.everywhere');
  const { server, dev, fields, settings, contents, ids, read } = await startWith(type);
  const contract = fieldTypeOf(type);
  const stored = await read();
  for (const [place, id] of ids.entries()) {
    expect(stored.get(id)?.values).toEqual(contents[place]);
    const value = at(contents[place]);
    const { item } = await server.call(items.get, { params: { instanceId: dev, templateId: 'thing', id } }, as);
    const flat = item.fields;
    const sent = flat.find((one) => one.id === 'one')?.value ?? null;
    expect(sent).toEqual(isEmpty(value) ? null : contract.wire.write(value, settings));
    const exported = JSON.parse(exportItem(buildTree(fields), id, contents[place] ?? {}));
    expect(exported.one).toEqual(exportedValue(settings, value));
    const { json } = await server.call(
      templates.exampleExport,
      { params: { instanceId: dev }, body: { template_id: 'thing', template_fields: fields, item_fields: flat } },
      as,
    );
    expect(JSON.parse(json).one).toEqual(exported.one);
  }
});

test.each(types)('%s is filtered and sorted by the server as by its contract', async (type) => {
  shows('4.types.everywhere');
  const { server, dev, settings, contents, ids } = await startWith(type);
  const { filter, format, index } = fieldTypeOf(type);
  const params = { instanceId: dev, templateId: 'thing' };
  const list = async (body: object) => {
    const { items: rows } = await server.call(items.list, { params, body: { limit: 50, ...body } }, as);
    return rows.map(({ id }) => id);
  };
  const texts = contents.flatMap((values) => {
    const value = at(values);
    const entry = Array.isArray(value) ? (value.slice(0, 1) as FieldValue) : value;
    return isEmpty(entry) || entry === ' ' ? [] : [format(entry, settings)];
  });
  for (const condition of filter.conditions) {
    const op = filterOps[condition];
    const values = !takesValue(condition)
      ? ['']
      : condition === 'between'
        ? texts.map((text) => `${text} .. ${text}`)
        : takesLanguage(condition)
          ? ['de', 'pt-BR', 'fr']
          : texts;
    for (const value of values) {
      const expected = ids.filter((_, place) => meetsFilter({ op, value }, at(contents[place]), settings));
      const filter = { template_field_id: 'one', op, value };
      expect([condition, value, await list({ filters: [filter] })]).toEqual([condition, value, expected]);
      // Items that are scanned in another order are tested by their document.
      const byLabel = { sort: { field: 'label', direction: 'asc' } };
      expect([condition, value, await list({ filters: [filter], ...byLabel })]).toEqual([condition, value, expected]);
      const titled = { template_field_id: 'title', op: filterOps.equal, value: 't0' };
      expect(await list({ filters: [titled, filter] })).toEqual(
        expected.filter((id) => contents[ids.indexOf(id)]?.title === 't0'),
      );
      const inRows = { ...filter, template_field_id: 'inner' };
      const rowsOf = (place: number) => contents[place]?.rows as ItemValues[];
      const anyRow = (place: number) =>
        rowsOf(place).some(({ inner }) => meetsFilter({ op, value }, inner as FieldValue, settings));
      const everyRow = (place: number) =>
        rowsOf(place).every(({ inner }) => meetsFilter({ op, value }, inner as FieldValue, settings));
      // No row has the value; no row has any.
      const meets = condition === 'not' || condition === 'empty' ? everyRow : anyRow;
      expect([condition, value, await list({ filters: [inRows] })]).toEqual([
        condition,
        value,
        ids.filter((_, place) => meets(place)),
      ]);
    }
  }
  const { sortsBy, ranks } = index;
  if (!sortsBy) return;
  const keyOf = (place: number) => {
    const { numbers = [], texts: words = [] } = isEmpty(at(contents[place]))
      ? {}
      : index.entries(at(contents[place]), settings);
    if (sortsBy === 'number') return numbers[0];
    return sortsBy === 'rank' && words[0] !== undefined ? ranks?.(settings).indexOf(words[0]) : words[0];
  };
  const ascending = ids.toSorted((a, b) => {
    const [x, y] = [keyOf(ids.indexOf(a)), keyOf(ids.indexOf(b))];
    if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined);
    return typeof x === 'number' ? x - Number(y) : compareTexts(x, String(y));
  });
  const empty = ids.filter((_, place) => keyOf(place) === undefined);
  const descending = [...ascending.filter((id) => !empty.includes(id)).reverse(), ...empty];
  const titled = { filters: [{ template_field_id: 'label', op: filterOps.contains, value: 'Thing' }] };
  for (const more of [{}, titled]) {
    expect(await list({ ...more, sort: { field: 'one', direction: 'asc' } })).toEqual(ascending);
    expect(await list({ ...more, sort: { field: 'one', direction: 'desc' } })).toEqual(descending);
  }
});

test.each([
  ['text', 'long-text'],
  ['integer', 'weight'],
] as const)('values of %s stay as %s, and the other way', async (from, to) => {
  shows('4.types.long-text');
  const server = await startTestServer();
  const value = from === 'text' ? 'a\nb' : 3;
  const body = (type: FieldType, version: number) => ({
    params: { instanceId: server.studio.dev },
    body: { id: 'thing', label: 'Thing', version, fields: [field('one', type)] },
  });
  await server.call(templates.save, body(from, 0), as);
  await saveAll(server, [saveBody('thing', [field('one', from)], { one: value })]);
  for (const [type, version] of [
    [to, 1],
    [from, 2],
  ] as const) {
    await server.call(templates.save, body(type, version), as);
    const filters = [{ template_field_id: 'one', op: filterOps.equal, value: String(value) }];
    const params = { instanceId: server.studio.dev, templateId: 'thing' };
    const { items: rows } = await server.call(items.list, { params, body: { filters } }, as);
    expect(rows.map(({ values }) => values.one)).toEqual([value]);
  }
  expect((await server.send(templates.save, body('boolean', 3), as)).status).toBe(422);
});

test.each(types)('%s is set by records of JSON lines and CSV', async (type) => {
  shows('4.types.everywhere');
  const { server, dev, settings, contents, ids, read } = await startWith(type);
  const [first = 0, second = 0] = ids;
  const { format, wire } = fieldTypeOf(type);
  const { one } = placesOf(type);
  const send = async (contentType: string, payload: string) => {
    const answer = await server.app.inject({
      method: 'POST',
      url: urlOf(items.saveRecords, { params: { instanceId: dev, templateId: 'thing' } }),
      headers: { authorization: server.bearer('owner'), 'content-type': contentType },
      payload,
    });
    expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()]);
  };
  const sent = (value: FieldValue) => wire.write(value, settings);
  await send('application/jsonl', JSON.stringify({ _id: first, _version: 2, [one]: sent(at(contents[1])) }));
  await send(
    'text/csv',
    `_id,_version,${one}\n${second},2,"${format(at(contents[0]), settings).replaceAll('"', '""')}"\n`,
  );
  const after = await read();
  expect(at(after.get(first)?.values)).toEqual(at(contents[1]));
  expect(at(after.get(second)?.values)).toEqual(at(contents[0]));
  await send('application/jsonl', JSON.stringify({ _id: first, _version: 3, [one]: null }));
  expect((await read()).get(first)?.values).not.toHaveProperty('one');
});

test.each(types)('%s is edited and copied in bulk, and both are undone', async (type) => {
  shows('4.types.everywhere');
  const { server, dev, settings, contents, ids, read } = await startWith(type);
  const before = await read();
  const [first = 0, second = 0] = ids;
  const params = { instanceId: dev };
  const run = async (selected: number[], action: object): Promise<number> => {
    const body = { selection: { template_id: 'thing', ids: selected }, action } as Parameters<
      typeof server.call<typeof bulkEdits.apply>
    >[1]['body'];
    const { id } = await server.call(bulkEdits.apply, { params, body }, as);
    return id ?? expect.fail('Something was changed.');
  };
  const undo = (changeSetId: number) =>
    server.call(changeSets.undo, { params: { ...params, changeSetId }, body: {} }, as);
  const { wire } = fieldTypeOf(type);
  const { one, inner } = placesOf(type);
  const value = wire.write(at(contents[1]), settings);
  const operations = (...all: object[]) => ({ operations: all as Operation[] });
  const set = await run(
    [first],
    operations({ field_id: one, op: 'set', value }, { field_id: inner, op: 'set', value }),
  );
  const edited = (await read()).get(first)?.values;
  expect(edited).toMatchObject({
    one: at(contents[1]),
    rows: [{ inner: at(contents[1]) }, { inner: at(contents[1]) }],
  });
  await undo(set);
  const cleared = await run([first, second], operations({ field_id: one, op: 'clear' }));
  expect((await read()).get(second)?.values).not.toHaveProperty('one');
  await undo(cleared);
  const copied = await run([second], { duplicate: { times: 1, label: '{label} copy' } });
  const copy = [...(await read()).values()].find(({ label }) => label.endsWith('copy'));
  expect(copy?.values).toEqual(before.get(second)?.values);
  await undo(copied);
  const contentOf = (all: typeof before) => new Map([...all].map(([id, { label, values }]) => [id, { label, values }]));
  expect(contentOf(await read())).toEqual(contentOf(before));
});

test.each(types)('%s is synced, and restored by the undo of a sync', async (type) => {
  shows('4.types.everywhere');
  const { server, dev, fields, contents, ids, read } = await startWith(type);
  const toStage = syncOf(server, dev);
  const [first = 0] = ids;
  await toStage.all();
  const synced = (await read(server.studio.stage)).get(first);
  expect(synced?.values).toEqual((await read()).get(first)?.values);
  expect((await toStage.changes()).templates).toEqual([]);
  const before = (await read()).get(first)?.values ?? {};
  const changed = { ...before, one: at(contents[1]), [placesOf(type).one]: at(contents[1]) };
  await saveAll(server, [saveBody('thing', fields, changed, { label: 'Thing 0', id: first, version: 2, before })]);
  expect((await toStage.changes()).templates).toMatchObject([{ template_id: 'thing', items: [{ id: first }] }]);
  const { id } = await toStage.items('thing', [first]);
  expect((await read(server.studio.stage)).get(first)?.values).toEqual(changed);
  await toStage.undo(id ?? 0);
  expect((await read(server.studio.stage)).get(first)?.values).toEqual(before);
});
