import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { type SaveTemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import {
  type Conversion,
  type ConvertedValue,
  conversions,
  convertedSettings,
  convertValue,
} from '@quartermaster/contract/field-types/conversions.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { shows } from '../specification/shows.ts';
import { fieldOf, nameOf, someConvertible } from '../support/conversions.ts';
import { field, inOrder, randomNumbers, saveAll, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { syncOf } from '../support/sync.ts';
import { expectWhole, readState } from '../support/sync-model/state.ts';

const as = { as: 'owner' } as const;
let server: TestServer;
const query = <R>(text: string, values: readonly unknown[] = []) => server.app.deps.database.query<R>(text, values);
const dev = () => ({ instanceId: server.studio.dev });
const params = () => ({ ...dev(), templateId: 'thing' });
const bodyOf = (fields: SaveTemplateField[], version: number) => ({ id: 'thing', label: 'Thing', version, fields });
const send = (fields: SaveTemplateField[], version: number) =>
  server.send(templates.save, { params: dev(), body: bodyOf(fields, version) }, as);
const save = (fields: SaveTemplateField[], version: number) =>
  server.call(templates.save, { params: dev(), body: bodyOf(fields, version) }, as);
const dryRun = (fields: SaveTemplateField[], version: number) =>
  server.call(templates.dryRun, { params: dev(), body: bodyOf(fields, version) }, as);
const whole = async (instanceId = server.studio.dev) =>
  expectWhole(query, instanceId, await readState(query, instanceId));
const stored = (instanceId = server.studio.dev) =>
  query<{ id: number; values: ItemValues; version: number; hash: string }>(
    `select i.id, i."values", i.version, i.hash::text from items i join templates t on t.key = i.template_key
      where t.instance_id = $1 and t.id = 'thing' order by i.id`,
    [instanceId],
  );
const converting = (fields: SaveTemplateField[]): SaveTemplateField[] =>
  fields.map((one) => (one.id.startsWith('converted') ? { ...one, converts: true } : one));

beforeEach(async () => {
  server = await startTestServer();
});

/** A template with the field of a conversion at the top and in rows, and its state after the conversion. */
function worldOf(conversion: Conversion, values: readonly ConvertedValue[]) {
  const { field: outer, only } = fieldOf(conversion);
  // Some rows have no value.
  const optional = (settings: object) => ('required' in settings ? { required: false } : {});
  const placed = (id: string, parentId: string | null): SaveTemplateField[] => [
    {
      ...field(id, conversion.from, { parentId }),
      settings: { ...outer.settings, ...optional(outer.settings), name: id } as never,
    },
    ...(only
      ? [
          {
            ...field(`only ${id}`.replace(' ', '_'), only.settings.type, { parentId: id }),
            settings: only.settings as never,
          },
        ]
      : []),
  ];
  const fields = inOrder([
    field('price', 'integer'),
    ...placed('converted', null),
    field('rows', 'dynamic-group'),
    ...placed('converted_inner', 'rows'),
    field('count', 'integer', { parentId: 'rows' }),
  ]);
  const from = (one: SaveTemplateField) => ({
    field: one as never,
    only: (fields.find(({ parentId }) => parentId === one.id && one.id !== 'rows') ?? null) as never,
  });
  const found = conversion.usesFound ? (values as string[]) : [];
  const after = inOrder(
    fields.flatMap((one): SaveTemplateField[] => {
      if (one.id.startsWith('only')) return [];
      if (!one.id.startsWith('converted')) return [one];
      return [{ ...one, settings: convertedSettings(conversion, from(one), found) as never }];
    }),
  );
  return { fields, after };
}

/** The values of an item whose field has this value at the top and in its rows. */
function documentOf(value: ConvertedValue, others: readonly ConvertedValue[]): ItemValues {
  const at = (id: string, one: ConvertedValue) =>
    Array.isArray(one) && typeof one[0] === 'object'
      ? (one as unknown as { only: never }[]).map(({ only }) => ({ [`only_${id}`]: only }))
      : (one as never);
  return {
    price: 1,
    converted: at('converted', value),
    rows: [...others.map((one) => ({ converted_inner: at('converted_inner', one), count: 2 })), { count: 3 }],
  };
}

describe.each(conversions.map((conversion) => [nameOf(conversion), conversion] as const))('%s', (_, conversion) => {
  let values: ConvertedValue[];
  let world: ReturnType<typeof worldOf>;
  let ids: number[];
  const converted = (value: ConvertedValue) => {
    const { after } = world;
    const to = after.find(({ id }) => id === 'converted');
    const sides = { from: fieldOf(conversion), to: { field: to as never, only: null } };
    const next = convertValue(conversion, sides, value, false);
    if ('reason' in next) throw new Error(next.reason);
    return next.value;
  };

  beforeEach(async () => {
    const random = randomNumbers(5);
    // Links lead to the items that are made first.
    const isLink = conversion.from === 'item-link' || conversion.of === 'item-link';
    const short = (value: ConvertedValue) => (typeof value === 'string' ? value.trim().slice(0, 90) || 'x' : value);
    const some = () => (isLink ? linkValue(conversion, random) : short(someConvertible(conversion, random)));
    values = [...new Map(Array.from({ length: 12 }, some).map((value) => [JSON.stringify(value), value])).values()];
    world = worldOf(conversion, values);
    await saveTemplate(server, 'thing', world.fields, { label: 'Thing' });
    if (isLink)
      await saveAll(
        server,
        [1, 2].map(() => saveBody('thing', world.fields, { price: 9 })),
      );
    const bodies = values.map((value, place) =>
      saveBody('thing', world.fields, documentOf(value, values.slice(place, place + 3))),
    );
    ids = (await saveAll(server, bodies)).map(({ id }) => id);
  });
  const version = async () => (await server.call(templates.get, { params: params() }, as)).header.version;

  it('converts documents, index and links, and gives them back as they were', async () => {
    shows('4.conversion.whole', '4.conversion.undone');
    const before = await stored();
    const v = await version();
    // Without being told to, a save changes nothing.
    expect((await send(world.after, v)).status).toBe(422);
    expect(await stored()).toEqual(before);
    const shown = Math.min(5, values.length);
    const { effects } = await dryRun(converting(world.after), v);
    expect(effects.map(({ field_id, incompatible }) => [field_id, incompatible])).toEqual([
      ['converted', { count: 0, sample: [] }],
      ['converted_inner', { count: 0, sample: [] }],
    ]);
    expect(effects.map((effect) => effect.converted?.length)).toEqual([shown, shown]);
    await save(converting(world.after), v);
    const now = await stored();
    expect(now.filter(({ id }) => ids.includes(id)).map((item) => item.values.converted)).toEqual(
      values.map(converted),
    );
    expect(now.map((item) => item.version)).toEqual(before.map((item) => item.version));
    await whole();
    const { converted: listed } = await server.call(templates.removedFields, { params: params() }, as);
    expect(listed?.map(({ id, before: was }) => [id, was.type])).toEqual([
      ['converted', conversion.from],
      ['converted_inner', conversion.from],
    ]);
    await save(converting(world.fields), v + 1);
    expect(await stored()).toEqual(before);
    await whole();
    expect(await server.call(templates.removedFields, { params: params() }, as)).toEqual({ fields: [] });
  });

  it('is tried on all items, with the values that become settings', async () => {
    shows('4.conversion.tried');
    const body = { field_id: 'converted', to: conversion.to } as const;
    const trial = await server.call(templates.tryConversion, { params: params(), body }, as);
    expect(trial.effect).toMatchObject({ field_id: 'converted', incompatible: { count: 0 } });
    expect(trial.effect.items).toBe(values.length);
    expect(trial.effect.converted?.length).toBe(Math.min(5, values.length));
    expect(trial.found?.toSorted()).toEqual(conversion.usesFound ? (values as string[]).toSorted() : undefined);
    expect((await stored()).find(({ id }) => id === ids[0])?.values.converted).toEqual(
      documentOf(values[0] ?? null, []).converted,
    );
    const other = { field_id: 'price', to: 'boolean' } as const;
    expect((await server.send(templates.tryConversion, { params: params(), body: other }, as)).status).toBe(422);
  });

  it('converts the items of a sync’s target in the same way, and its undo gives them back', async () => {
    shows('4.conversion.sync');
    const ofDev = syncOf(server, server.studio.dev);
    const ofStage = server.studio.stage;
    await ofDev.all();
    const before = await stored(ofStage);
    await save(converting(world.after), await version());
    // The template alone converts them: then nothing differs.
    const alone = { changes: [{ template_id: 'thing', is_update_template: true, items: [] }] };
    const { id } = await ofDev.some(alone);
    expect((await ofDev.changes()).templates).toEqual([]);
    // Nobody has edited the items of the target: the next edit of one in the source is no conflict.
    expect(await query('select id from items where synced_hash <> hash')).toEqual([]);
    await whole(ofStage);
    await ofDev.undo(id ?? 0);
    expect((await stored(ofStage)).map(({ version: _, ...item }) => item)).toEqual(
      before.map(({ version: _, ...item }) => item),
    );
    await whole(ofStage);
    // So do the items with it, and an edit since.
    const next = { ...(await stored()).find((item) => item.id === ids[0])?.values, price: 7 };
    const [item] = (await stored()).filter((one) => one.id === ids[0]);
    if (!item) throw new Error('There is an item');
    await saveOne(
      server,
      saveBody('thing', world.after, next, { id: item.id, version: item.version, before: item.values }),
    );
    const all = await ofDev.all();
    expect((await ofDev.changes()).templates).toEqual([]);
    await whole(ofStage);
    await ofDev.undo(all.id ?? 0);
    expect((await stored(ofStage)).map((one) => one.values)).toEqual(before.map((one) => one.values));
    await whole(ofStage);
    // What is reverted in Dev is reverted there, too.
    await ofDev.all();
    await save(converting(world.fields), await version());
    await ofDev.some(alone);
    expect((await ofDev.changes()).templates).toEqual([]);
    await whole(ofStage);
  });
});

/** A link, or rows with links, to the first two items. */
function linkValue({ of }: Conversion, random: () => number): ConvertedValue {
  const link = () => 1 + Math.floor(random() * 2);
  return of ? Array.from({ length: 1 + random() * 3 }, () => ({ only: link() })) : link();
}
