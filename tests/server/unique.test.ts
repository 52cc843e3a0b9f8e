import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import type { ErrorBody } from '@quartermaster/contract/errors.ts';
import { uniqueInRowsSentence } from '@quartermaster/contract/rules/template.ts';
import { comparedText } from '@quartermaster/contract/typed-text.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { settleRepeatedKeys } from '../../server/content/documents/item-keys.ts';
import { changesJob } from '../../server/content/documents/value-changes/change-values.ts';
import { shows } from '../specification/shows.ts';
import { eventually } from '../support/eventually.ts';
import { importFile, jsonLines, outcomesOf } from '../support/import-file.ts';
import { keyedFields, keyedItems, plainFields, saveKeyed, usedBy } from '../support/keyed-items.ts';
import { field, inOrder, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer, urlOf } from '../support/server.ts';
import { migrations } from '../support/server-database.ts';
import { syncOf } from '../support/sync.ts';

/** What `trim` removes. */
const blanks = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
  (one) => one.trim() === '',
);

let server: TestServer;
let keyed: ReturnType<typeof keyedItems>;
const owner = { as: 'owner' } as const;
const params = () => ({ instanceId: server.studio.dev });

beforeEach(async () => {
  server = await startTestServer();
  keyed = keyedItems(server);
  await saveKeyed(server);
});

describe('the setting', () => {
  it('is for texts and integers outside of rows', async () => {
    shows('4.unique.setting');
    const save = async (...fields: Parameters<typeof inOrder>[0]) => {
      const body = { id: 'other', label: 'Other', version: 0, fields: inOrder(fields) };
      const { status, body: answer } = await server.send(templates.save, { params: params(), body }, owner);
      return { status, fields: (answer as ErrorBody).fields };
    };
    const rows = field('rows', 'dynamic-group');
    const inRows = field('code', 'text', { parentId: 'group', unique: true });
    expect(await save(rows, field('group', 'group', { parentId: 'rows' }), inRows)).toEqual({
      status: 422,
      fields: { 'fields.2.settings.unique': uniqueInRowsSentence },
    });
    for (const type of ['float', 'boolean', 'item-link-list'] as const)
      expect((await save(field('code', type, { unique: true }))).status).toBe(422);
    expect((await save(field('code', 'integer', { unique: true }))).status).toBe(200);
  });

  it('is not stored unless it is set', async () => {
    shows('4.unique.absent');
    const off = inOrder([field('sku', 'text', { unique: false })]);
    const on = inOrder([field('sku', 'text', { unique: true })]);
    await saveTemplate(server, 'other', off);
    const read = () =>
      server.app.deps.database.query<{ settings: object; keys: number[] }>(
        `select fields->0->'settings' as settings, unique_keys as keys from templates where id = 'other'`,
        [],
      );
    const plain = {
      type: 'text',
      name: 'sku',
      label: 'The sku',
      required: false,
      minimum: null,
      maximum: null,
    };
    expect(await read()).toEqual([{ settings: plain, keys: [] }]);
    await saveTemplate(server, 'other', on, { version: 1 });
    expect(await read()).toEqual([{ settings: { ...plain, unique: true }, keys: [1] }]);
  });
});

describe('a save', () => {
  it('is refused for a value that another item has, and names that item', async () => {
    shows('4.unique.save', '4.unique.empty');
    const [first = 0, second = 0] = await keyed.create({ sku: 'a', number: 1 }, { sku: 'b', title: 'same' });
    expect(await keyed.send({ sku: 'a' })).toMatchObject(usedBy('sku', first));
    expect(await keyed.send({ number: 1 }, second)).toMatchObject(usedBy('number', first));
    // Equal values, and only in the same field; empty ones are not compared.
    for (const values of [{ sku: 'A' }, { sku: '1' }, { number: 11 }, { title: 'same' }, {}, {}])
      expect((await keyed.send(values)).status).toBe(200);
    // An item keeps its value, and gives it up.
    expect((await keyed.send({ sku: 'a', number: 1, title: 'new' }, first)).status).toBe(200);
    expect((await keyed.send({ sku: 'c' }, first)).status).toBe(200);
    expect((await keyed.send({ sku: 'a' })).status).toBe(200);
    await server.call(items.delete, { params: { ...params(), templateId: 'keyed', id: first } }, owner);
    expect((await keyed.send({ sku: 'c' })).status).toBe(200);
    await keyed.expectTidy();
  });

  it('of several items names each by its place, and can exchange values', async () => {
    shows('4.unique.swap');
    const [first = 0, second = 0] = await keyed.create({ sku: 'a' }, { sku: 'b' });
    const send = async (...all: Awaited<ReturnType<typeof keyed.bodyOf>>[]) => {
      const { status, body } = await server.send(items.saveMany, { params: params(), body: { items: all } }, owner);
      return { status, fields: (body as ErrorBody).fields };
    };
    const refused = await send(
      await keyed.bodyOf({ sku: 'new' }),
      await keyed.bodyOf({ sku: 'a' }),
      await keyed.bodyOf({ sku: 'new' }),
    );
    expect(refused).toEqual({
      status: 422,
      fields: {
        'items.1.fields.sku': `is already used by item ${first}`,
        'items.2.fields.sku': 'another item of this request has this value',
      },
    });
    const swap = await send(await keyed.bodyOf({ sku: 'b' }, first), await keyed.bodyOf({ sku: 'a' }, second));
    expect(swap.status).toBe(200);
    expect(await keyed.valuesOf(first, second)).toEqual([{ sku: 'b' }, { sku: 'a' }]);
    // One gives up its value, and another one takes it.
    const passed = await send(await keyed.bodyOf({ sku: 'b' }), await keyed.bodyOf({}, first));
    expect(passed.status).toBe(200);
    await keyed.expectTidy();
  });

  it('of records names the line and the column', async () => {
    shows('4.unique.records');
    const [first] = await keyed.create({ sku: 'a' });
    const { statusCode, body } = await server.app.inject({
      method: 'POST',
      url: urlOf(items.saveRecords, { params: { ...params(), templateId: 'keyed' } }),
      headers: { authorization: server.bearer('owner'), 'content-type': 'text/csv' },
      payload: '_label,sku\nOne,b\nTwo,a\n',
    });
    expect({ statusCode, fields: (JSON.parse(body) as ErrorBody).fields }).toEqual({
      statusCode: 422,
      fields: { 'lines.3.sku': `is already used by item ${first}` },
    });
  });
});

describe('a template', () => {
  it('with repeated values cannot make them unique; the dry run counts and names them', async () => {
    shows('4.unique.dry-run');
    await keyed.saveFields(plainFields);
    const ids = await keyed.create({ sku: 'a' }, { sku: 'a', number: 7 }, { sku: 'b' }, { sku: 'a' }, {}, {});
    const body = { id: 'keyed', label: 'Keyed', version: 2, fields: keyedFields };
    const { effects } = await server.call(templates.dryRun, { params: params(), body }, owner);
    const repeated = {
      count: 2,
      sample: [ids[1], ids[3]].map((id) => ({
        id,
        label: 'An item',
        value: 'a',
        reason: `is already used by item ${ids[0]}`,
      })),
    };
    expect(effects).toMatchObject([
      { field_id: 'sku', incompatible: repeated },
      { field_id: 'number', incompatible: { count: 0, sample: [] } },
    ]);
    const refused = await keyed.saveFields(keyedFields);
    expect(refused).toMatchObject({
      status: 422,
      fields: { 'fields.0.settings': `sku of item ${ids[1]} is already used by item ${ids[0]}` },
      details: { effects: [{ field_id: 'sku', incompatible: repeated }] },
    });
    for (const id of [ids[1], ids[3]]) expect((await keyed.send({}, id, plainFields)).status).toBe(200);
    expect((await keyed.saveFields(keyedFields)).status).toBe(200);
    await keyed.expectTidy();
    expect(await keyed.send({ sku: 'a' })).toMatchObject(usedBy('sku', ids[0]));
    expect((await keyed.saveFields(plainFields)).status).toBe(200);
    await keyed.expectTidy();
    expect((await keyed.send({ sku: 'a' }, undefined, plainFields)).status).toBe(200);
  });

  it('gives back the values of a unique field that was removed, once no two are the same', async () => {
    shows('4.unique.restore');
    const [, ...others] = keyedFields;
    const [first = 0, second = 0] = await keyed.create({ sku: 'a' }, { sku: 'b' });
    await keyed.saveFields(others);
    await keyed.expectTidy();
    expect((await keyed.saveFields(keyedFields)).status).toBe(200);
    expect(await keyed.valuesOf(first, second)).toEqual([{ sku: 'a' }, { sku: 'b' }]);
    await keyed.expectTidy();
    expect(await keyed.send({ sku: 'b' })).toMatchObject(usedBy('sku', second));
    // Removed while it was not unique, and saved as a unique one.
    await keyed.saveFields(plainFields);
    expect((await keyed.send({ sku: 'a' }, second, plainFields)).status).toBe(200);
    await keyed.saveFields(others);
    expect(await keyed.saveFields(keyedFields)).toMatchObject({
      status: 422,
      fields: { 'fields.0.settings': `sku of item ${second} is already used by item ${first}` },
    });
    await server.call(items.delete, { params: { ...params(), templateId: 'keyed', id: first } }, owner);
    expect((await keyed.saveFields(keyedFields)).status).toBe(200);
    expect(await keyed.valuesOf(second)).toEqual([{ sku: 'a' }]);
    await keyed.expectTidy();
  });

  it('of many items reserves the values that a job brings back', async () => {
    shows('4.unique.restore');
    const [, ...others] = keyedFields;
    const all = Array.from({ length: 1001 }, (_, n) => saveBody('keyed', keyedFields, { sku: `s${n}` }));
    const ids: number[] = [];
    for (let from = 0; from < all.length; from += 200) {
      const body = { items: all.slice(from, from + 200) };
      ids.push(...(await server.call(items.saveMany, { params: params(), body }, owner)).items.map(({ id }) => id));
    }
    const { deps } = server.app;
    const finish = async () => {
      await changesJob.run(deps, {}, new AbortController().signal);
      // The server may run it, too.
      await eventually(async () => expect(await deps.database.query('select 1 from template_changes', [])).toEqual([]));
    };
    await keyed.saveFields(others);
    await finish();
    await keyed.expectTidy();
    expect((await keyed.saveFields(keyedFields)).status).toBe(200);
    const last = ids.at(-1) ?? 0;
    const gone = ids.at(-2) ?? 0;
    await server.call(items.delete, { params: { ...params(), templateId: 'keyed', id: gone } }, owner);
    expect(await keyed.send({ sku: 's1000' })).toMatchObject(usedBy('sku', last));
    await finish();
    expect(await keyed.valuesOf(last)).toEqual([{ sku: 's1000' }]);
    await keyed.expectTidy();
    expect((await keyed.send({ sku: 's999' })).status).toBe(200);
  });
});

it('keys follow the fields whose keys a sync changes, as those of a template that was created again', async () => {
  const { dev, stage } = server.studio;
  const sync = syncOf(server, dev);
  await keyed.create({ sku: 'a', number: 1, title: 'same' }, { sku: 'b', number: 2, title: 'same' });
  await sync.all();
  const [sku, ...others] = keyedFields;
  if (!sku) throw new Error('There is a first field.');
  for (const fields of [[...others.slice(0, 2), sku, ...others.slice(2)], [...others, sku], keyedFields]) {
    await server.call(templates.delete, { params: { ...params(), templateId: 'keyed' } }, owner);
    await saveKeyed(server, inOrder(fields));
    const changes = [{ template_id: 'keyed', is_update_template: true, items: [] }];
    expect((await sync.some({ changes })).state).toBe('applied');
    await keyedItems(server, stage).expectTidy();
  }
});

it('keys follow the index rows in whichever order these are written', async () => {
  const [first = 0, second = 0] = await keyed.create({ sku: 'a' }, { sku: 'b' });
  const { query, transaction } = server.app.deps.database;
  const copy = 'insert into item_values (template_key, field_key, item_id, number, text)';
  const keys = () =>
    query(
      `select k.item_id, v.text from item_keys k join item_values v on v.item_id = k.item_id and item_key_value(v.number, v.text) = k.value
        order by 1`,
      [],
    );
  await query(
    `with added as (${copy} select template_key, field_key, item_id, number, text from item_values where item_id = $1 returning item_id)
      delete from item_values v using added a where v.item_id = a.item_id`,
    [first],
  );
  expect(await keys()).toEqual([
    { item_id: first, text: 'a' },
    { item_id: second, text: 'b' },
  ]);
  await transaction(async (inside) => {
    await inside(
      `${copy} select template_key, field_key, item_id, number, case text when 'a' then 'b' else 'a' end from item_values`,
      [],
    );
    await inside(`delete from item_values where (item_id = $1) = (text = 'a')`, [first]);
  });
  const swapped = [
    { item_id: first, text: 'b' },
    { item_id: second, text: 'a' },
  ];
  expect(await keys()).toEqual(swapped);
  const repeat = query(`${copy} select template_key, field_key, $1, number, text from item_values where item_id = $2`, [
    first,
    second,
  ]);
  await expect(repeat).rejects.toMatchObject({ code: '23505', constraint: 'item_keys_value' });
  expect(await keys()).toEqual(swapped);
});

it('a value is the same without outer blanks and in any form of Unicode, and has no invisible character', async () => {
  shows('5.same.texts', '5.same.invisible');
  const [first = 0] = await keyed.create({ sku: 'Zo\u00eb' });
  expect(await keyed.send({ sku: ' Zoe\u0308\u3000' })).toMatchObject(usedBy('sku', first));
  expect((await keyed.send({ sku: 'Zoe\u0308' }, first)).status).toBe(200);
  expect(await keyed.send({ sku: 'zo\u200be' })).toMatchObject({
    fields: { 'fields.sku': 'has an invisible character (U+200B) after "zo"' },
  });
  const two = await server.send(
    items.saveMany,
    { params: params(), body: { items: [await keyed.bodyOf({ sku: 'b' }), await keyed.bodyOf({ sku: 'b\u00a0' })] } },
    owner,
  );
  expect((two.body as ErrorBody).fields).toEqual({
    'items.1.fields.sku': 'another item of this request has this value',
  });
  // A row finds its item, whose value stays as it is.
  const file = await importFile(server, jsonLines([{ sku: 'Zo\u00eb ', title: 'Found' }]), {
    ...{ templateId: 'keyed', query: { key: 'sku' } },
  });
  expect(outcomesOf(file)).toEqual(['1 changed']);
  expect(await keyed.valuesOf(first)).toEqual([{ sku: 'Zoe\u0308', title: 'Found' }]);
  const texts = [
    '',
    ' a ',
    '\u00e9',
    'e\u0301',
    '\ufb01',
    '\u1100\u1161',
    ...blanks.map((blank) => `${blank}x${blank}y${blank}`),
  ];
  const folded = await server.app.deps.database.query<{ text: string }>(
    `select compared_text(value) as text from jsonb_array_elements_text($1::text::jsonb) with ordinality x (value, at) order by at`,
    [JSON.stringify(texts)],
  );
  expect(folded.map(({ text }) => text)).toEqual(texts.map(comparedText));
});

it('an upgrade leaves values that become equal, lists them, and a save of one is refused', async () => {
  shows('5.same.upgrade');
  const [axe = 0, blank = 0, late = 0] = await keyed.create({ sku: 'axe' }, { sku: 'x' }, { sku: 'y', title: 'Late' });
  const { query, script } = server.app.deps.database;
  // As the release before wrote them.
  for (const [id, text] of [
    [blank, ' axe'],
    [late, 'Zoe\u0308 '],
  ]) {
    await query(`update items set "values" = "values" || jsonb_build_object('sku', $2::text) where id = $1`, [
      id,
      text,
    ]);
    await query('alter table item_values disable trigger user', []);
    await query("update item_values set text = $2 where item_id = $1 and text in ('x', 'y')", [id, text]);
    await query('alter table item_values enable trigger user', []);
    await query('update item_keys set value = md5($2)::uuid where item_id = $1', [id, text]);
  }
  const before = await query('select id, version, "values" from items order by id', []);
  const upgrade = readFileSync(join(migrations, '0048_compared_keys.sql'), 'utf8').replace(
    'CREATE FUNCTION',
    'CREATE OR REPLACE FUNCTION',
  );
  await script(`begin; drop table repeated_keys; ${upgrade} commit;`);
  expect(await query('select id, version, "values" from items order by id', [])).toEqual(before);
  const listed = { itemId: blank, holder: axe, templateId: 'keyed', fieldId: 'sku', env: 'Dev' };
  expect(await settleRepeatedKeys(query)).toMatchObject([listed]);
  expect(await keyed.send({ sku: ' axe', title: 'changed' }, blank)).toMatchObject(usedBy('sku', axe));
  expect((await keyed.send({ sku: 'axe', title: 'changed' }, axe)).status).toBe(200);
  expect((await keyed.send({ sku: 'Zoe\u0308 ', title: 'Later' }, late)).status).toBe(200);
  expect(await keyed.send({ sku: 'Zo\u00eb' })).toMatchObject(usedBy('sku', late));
  expect((await keyed.send({ sku: 'bow' }, blank)).status).toBe(200);
  expect(await settleRepeatedKeys(query)).toEqual([]);
  await keyed.expectTidy();
});
