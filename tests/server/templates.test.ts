import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { type FieldEffect, type SaveTemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { type FieldType, fieldTypes, isRowType } from '@quartermaster/contract/field-types/registry.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { copyInstanceContent } from '../../server/content/schema/copy-content.ts';
import { shows } from '../specification/shows.ts';
import { field, inOrder, sampleFields, saveAll, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** Rows are saved with the items, not with the template. */
const savedTypes = (Object.keys(fieldTypes) as FieldType[]).filter((type) => !isRowType(type));

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const params = (templateId = 'thing') => ({ instanceId: server.studio.dev, templateId });
const query = <R>(text: string, values: unknown[] = []) => server.app.deps.database.query<R>(text, values);

async function refusal(id: string, fields: SaveTemplateField[], version = 0, label = 'A template') {
  const { status, body } = await server.send(
    templates.save,
    { params: params(), body: { id, label, version, fields } },
    { as: 'owner' },
  );
  return {
    status,
    ...(body as {
      error?: string;
      message?: string;
      fields?: Record<string, string>;
      details?: { effects: FieldEffect[] };
    }),
  };
}

const read = (templateId = 'thing') => server.call(templates.get, { params: params(templateId) }, { as: 'owner' });
const valuesOf = async (id: number) =>
  (await query<{ values: ItemValues; version: number }>('select "values", version from items where id = $1', [id]))[0];

const reservedId = 'This ID is reserved: no template can have the ID image, batch, manifest';

describe('a template', () => {
  it('is saved as it was read, and an id that is none is refused with the text of the specification', async () => {
    shows('2.3.field.children', '2.5.template-id.characters', '2.5.template-id.min', '2.5.template-id.max');
    await saveTemplate(
      server,
      'thing',
      inOrder([field('looks', 'group'), field('size', 'integer', { parentId: 'looks' })]),
    );
    const { id, header, fields } = await read();
    const body = { id, ...header, fields: fields.map((entry) => ({ ...entry })) };
    expect((await server.send(templates.save, { params: params(), body }, { as: 'owner' })).status).toBe(200);
    expect((await read()).fields.map(({ children }) => children)).toEqual([['size'], []]);
    const idReason = async (wrong: string) => (await refusal(wrong, [])).fields;
    expect(await idReason('a thing')).toEqual({ id: 'Must include only Latin letters and numbers' });
    expect(await idReason('ab')).toEqual({ id: 'ID must be at least 3 characters' });
    expect(await idReason('a'.repeat(65))).toEqual({ id: 'ID must be at most 64 characters' });
  });

  it('is created with version 1 and read back as saved, with the children of each group', async () => {
    shows(
      '2.3.field.children',
      '2.3.field.id',
      '2.3.field.order',
      '2.3.field.parent',
      '2.3.field.settings-label',
      '2.3.field.settings-name',
      '2.3.field.settings-template',
      '2.3.field.settings-type',
      '2.3.template.fields',
      '2.3.template.header-label',
      '2.3.template.header-version',
      '2.7.template.get',
      '2.7.template.save',
      '2.7.template.save-version-zero',
      '3.calls.version.template',
    );
    const fields = sampleFields('thing');
    expect(await saveTemplate(server, 'thing', fields, { label: 'Things' })).toBe(1);
    const { header, fields: found } = await read();
    expect(header).toEqual({ label: 'Things', version: 1 });
    const siblings = Map.groupBy(fields, ({ parentId }) => parentId);
    const expected = fields.map((one) => ({ ...one, order: siblings.get(one.parentId)?.indexOf(one) }));
    expect(found.map(({ id, settings, parentId, order }) => ({ id, settings, parentId, order }))).toEqual(expected);
    expect(found.find(({ id }) => id === 'bonuses')?.children).toEqual(['stat', 'amount', 'source', 'levels']);
    expect(found.find(({ id }) => id === 'looks')?.children).toEqual(['rarity', 'inner']);
  });

  it('is listed with its items, and is added to the menu', async () => {
    shows(
      '2.3.menu.label',
      '2.3.menu.order',
      '2.3.menu.parent-id',
      '2.3.menu.parent-root',
      '2.3.menu.template-id',
      '2.3.template.list-entry',
      '2.7.menu.get',
      '2.7.templates.get',
    );
    await saveTemplate(server, 'thing', sampleFields('thing'), { label: 'Things' });
    await saveAll(server, [saveBody('thing', [], {}), saveBody('thing', [], {})]);
    // By label, ignoring case and id.
    await saveTemplate(server, 'zzz', sampleFields('zzz'), { label: 'axes' });
    await saveOne(server, saveBody('zzz', [], {}));
    await saveTemplate(server, 'axes_of_stage', []);
    await query("update templates set instance_id = $1 where id = 'axes_of_stage'", [server.studio.stage]);
    await query("delete from menu_nodes where template_id = 'axes_of_stage'");
    const { templates: list } = await server.call(templates.list, { params: params() }, { as: 'member' });
    expect(list).toEqual([
      { id: 'zzz', header: { label: 'axes', version: 1 }, item_count: 1 },
      { id: 'image', header: { label: 'Images', version: 1 }, item_count: 0 },
      { id: 'thing', header: { label: 'Things', version: 1 }, item_count: 2 },
    ]);
    const nodes = (await server.call(menu.list, { params: params() }, { as: 'member' })).menu;
    expect(nodes.map(({ label, template_id, parent_id, order }) => [label, template_id, parent_id, order])).toEqual([
      ['Images', 'image', 'root', 0],
      ['Things', 'thing', 'root', 1],
      ['axes', 'zzz', 'root', 2],
    ]);
  });

  it('has an id that is unique in its instance', async () => {
    shows('2.7.template.unique', '3.errors.status.409-taken');
    const isUnique = async () =>
      (await server.call(templates.isUnique, { params: params() }, { as: 'owner' })).is_unique;
    expect(await isUnique()).toBe(true);
    await saveTemplate(server, 'thing', []);
    expect(await isUnique()).toBe(false);
    const inStage = { params: { instanceId: server.studio.stage, templateId: 'thing' } };
    expect((await server.call(templates.isUnique, inStage, { as: 'owner' })).is_unique).toBe(true);
    const { status, error, fields } = await refusal('thing', []);
    expect([status, error, fields]).toEqual([409, 'taken', { id: 'Template ID must be unique' }]);
    const answers = await Promise.all([1, 2, 3].map(() => refusal('other', [])));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
  });

  it('has an id that differs from all others by more than letter case', async () => {
    shows('2.5.template-id.unique');
    await saveTemplate(server, 'thing', []);
    const isUnique = await server.call(
      templates.isUnique,
      { params: { instanceId: server.studio.dev, templateId: 'THING' } },
      { as: 'owner' },
    );
    expect(isUnique).toEqual({ is_unique: false });
    const { status, error, fields } = await refusal('Thing', []);
    expect([status, error, fields]).toEqual([409, 'taken', { id: 'Template ID must be unique' }]);
    const tried = await server.send(
      templates.dryRun,
      { params: params(), body: { id: 'Thing', label: 'Thing', version: 0, fields: [] } },
      { as: 'owner' },
    );
    expect(tried.status).toBe(409);
    // The existing one can still be saved, and of several concurrent ones only one can be created.
    expect(await saveTemplate(server, 'thing', [], { version: 1, label: 'Another' })).toBe(2);
    const answers = await Promise.all(['other', 'Other', 'OTHER'].map((id) => refusal(id, [])));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
  });

  it('with an older reserved id, or older names that differ only by case, can still be saved', async () => {
    const fields = inOrder([field('a', 'text', { name: 'Damage' }), field('b', 'text', { name: 'other' })]);
    await saveTemplate(server, 'thing', fields);
    await query(
      `update templates set id = 'manifest', fields = replace(fields::text, '"other"', '"damage"')::jsonb where id = 'thing'`,
    );
    const similar = inOrder([field('a', 'text', { name: 'Damage' }), field('b', 'text', { name: 'damage' })]);
    expect(await saveTemplate(server, 'manifest', similar, { version: 1, label: 'From before' })).toBe(2);
    const { status, fields: wrong } = await refusal(
      'manifest',
      [...similar, { ...field('c', 'text', { name: 'DAMAGE' }), order: 2 }],
      2,
    );
    expect([status, Object.keys(wrong ?? {})]).toEqual([422, ['fields.2.settings.name']]);
  });

  it('saved from an outdated version is rejected with the current one', async () => {
    shows('3.calls.version.conflict-template', '3.errors.status.409-version');
    await saveTemplate(server, 'thing', inOrder([field('title', 'text')]));
    await saveTemplate(server, 'thing', inOrder([field('title', 'text'), field('price', 'integer')]), { version: 1 });
    const { status, details } = await refusal('thing', [], 1);
    expect([status, details]).toEqual([
      409,
      {
        version: 2,
        template: await read(),
        saved: { by: expect.any(String), by_id: expect.any(Number), at: expect.any(String) },
      },
    ]);
    expect((await refusal('nothing', [], 3)).status).toBe(404);
  });

  it('without changes is not saved again', async () => {
    shows('3.calls.revision.template-save');
    const fields = sampleFields('thing');
    await saveTemplate(server, 'thing', fields);
    expect(await saveTemplate(server, 'thing', fields, { version: 1 })).toBe(1);
    expect(await saveTemplate(server, 'thing', fields, { version: 1, label: 'Another' })).toBe(2);
    const revisions = await query(
      "select version, action, label from template_revisions where template_id = 'thing' order by version",
    );
    expect(revisions).toEqual([
      { version: 1, action: 'create', label: 'The thing' },
      { version: 2, action: 'update', label: 'Another' },
    ]);
  });

  it.each([
    ['a short name', 'thing', [], 'ab', { label: 'Name must be at least 3 characters' }],
    ['no name', 'thing', [], '   ', { label: 'Name is a required field' }],
    ['the id of an endpoint', 'batch', [], 'Batch', { id: reservedId }],
    ['the id of the file list', 'manifest', [], 'Manifest', { id: reservedId }],
    ['a reserved id in capitals', 'IMAGE', [], 'Image', { id: reservedId }],
    [
      'names that differ by case only',
      'thing',
      [field('a', 'text', { name: 'Damage' }), field('b', 'text', { name: 'damage' })],
      'Thing',
      {
        'fields.1.settings.name': 'another name in the same parent differs from this one by upper and lower case only',
      },
    ],
    [
      'a limit that no number satisfies',
      'thing',
      [field('a', 'integer', { maximum: 2 ** 53 })],
      'Thing',
      {
        'fields.0.settings.maximum':
          'should be between -9007199254740991 and 9007199254740991, as larger numbers are not stored exactly',
      },
    ],
    [
      'an unknown type',
      'thing',
      [{ ...field('a', 'text'), settings: { type: 'colour', name: 'a', label: 'A' } as never }],
      'Thing',
      {
        'fields.0.settings.type': `must be one of ${savedTypes.join(', ')}`,
      },
    ],
    [
      'a field without a name',
      'thing',
      [field('a', 'text', { name: '' })],
      'Thing',
      { 'fields.0.settings.name': 'required field' },
    ],
    [
      'a field named id',
      'thing',
      [field('a', 'text', { name: 'id' })],
      'Thing',
      { 'fields.0.settings.name': 'please choose a different name, "id" is reserved' },
    ],
    [
      'names that are equal',
      'thing',
      [field('a', 'text', { name: 'x' }), field('b', 'text', { name: 'x' })],
      'Thing',
      { 'fields.1.settings.name': 'name must be unique within the same parent' },
    ],
    [
      'children of a text',
      'thing',
      [field('a', 'text'), field('b', 'text', { parentId: 'a' })],
      'Thing',
      { 'fields.1.parentId': 'Only Group and Dynamic group can have children' },
    ],
    [
      'an only child',
      'thing',
      [field('a', 'dynamic-group'), field('b', 'dynamic-group', { parentId: 'a' })],
      'Thing',
      { 'fields.1.parentId': 'Dynamic group cannot have another dynamic group as its only child' },
    ],
    [
      'a group in itself',
      'thing',
      [field('a', 'group', { parentId: 'b' }), field('b', 'group', { parentId: 'a' })],
      'Thing',
      {
        'fields.0.parentId': 'a field cannot be inside itself',
        'fields.1.parentId': 'a field cannot be inside itself',
      },
    ],
    [
      'a missing parent',
      'thing',
      [field('a', 'text', { parentId: 'x' })],
      'Thing',
      { 'fields.0.parentId': 'the field that holds this one is missing' },
    ],
    [
      'the same id twice',
      'thing',
      [field('a', 'text'), field('a', 'text', { name: 'b' })],
      'Thing',
      { 'fields.1.id': 'another field has this id' },
    ],
    [
      'a link to no template',
      'thing',
      [field('a', 'item-link', { templateId: 'gone' })],
      'Thing',
      { 'fields.0.settings.templateId': 'there is no such template' },
    ],
    [
      'a link without template',
      'thing',
      [field('a', 'item-link')],
      'Thing',
      { 'fields.0.settings.templateId': 'required field' },
    ],
    ['an image', 'thing', [field('a', 'image')], 'Thing', { 'fields.0.settings.type': 'this type cannot be added' }],
    [
      'limits the wrong way',
      'thing',
      [field('a', 'integer', { minimum: 5, maximum: 4 })],
      'Thing',
      {
        'fields.0.settings.minimum': 'must be less than or equal to maximum value',
        'fields.0.settings.maximum': 'must be greater than or equal to minimum value',
      },
    ],
    [
      'a length with a fraction',
      'thing',
      [field('a', 'text', { minimum: 1.5 })],
      'Thing',
      { 'fields.0.settings.minimum': 'should be integer' },
    ],
    [
      'a negative length',
      'thing',
      [field('a', 'text', { maximum: -1 })],
      'Thing',
      { 'fields.0.settings.maximum': 'should be 0 or more' },
    ],
  ])('is rejected with %s', async (_, id, fields, label, expected) => {
    const { status, fields: wrong } = await refusal(id, fields, 0, label);
    expect([status, wrong]).toEqual([422, expected]);
  });
});

describe('the image template', () => {
  it('is in every instance and cannot be changed or deleted', async () => {
    shows(
      '2.3.image.field-id',
      '2.3.template.image-protected',
      '2.6.image-template.not-modified',
      '2.9.image.field-id',
      '2.9.image.template-id',
      '3.calls.image-template.everywhere',
    );
    for (const instanceId of [server.studio.dev, server.studio.stage, server.studio.prod]) {
      const { fields } = await server.call(
        templates.get,
        { params: { instanceId, templateId: 'image' } },
        { as: 'owner' },
      );
      expect(fields.map(({ id, settings }) => [id, settings.type])).toEqual([['image-img', 'image']]);
      const { templates: listed } = await server.call(templates.list, { params: { instanceId } }, { as: 'owner' });
      expect(listed.map(({ id }) => id)).toContain('image');
    }
    const sentence =
      'This is a reserved template and cannot be modified. Any changes to this template are restricted to ensure its integrity.';
    expect(await refusal('image', [], 1)).toMatchObject({ status: 403, message: sentence });
    const { status, body } = await server.send(templates.delete, { params: params('image') }, { as: 'owner' });
    expect([status, (body as { message: string }).message]).toEqual([403, sentence]);
  });
});

describe('a change of a template whose items have values', () => {
  const before = inOrder([
    field('title', 'text'),
    field('price', 'integer'),
    field('rows', 'dynamic-group'),
    field('stat', 'text', { parentId: 'rows' }),
    field('amount', 'integer', { parentId: 'rows' }),
    field('inner', 'dynamic-group', { parentId: 'rows' }),
    field('step', 'float', { parentId: 'inner' }),
    field('parent', 'item-link', { templateId: 'thing' }),
  ]);
  const values: ItemValues = {
    title: 'Axe',
    price: 5,
    rows: [{ stat: 'a', amount: 1, inner: [{ step: 1 }, { step: 2 }] }, { amount: 2 }, {}],
  };
  const without = (...ids: string[]) => inOrder(before.filter(({ id }) => !ids.includes(id)));
  let id = 0;
  beforeEach(async () => {
    await saveTemplate(server, 'thing', before);
    id = (await saveOne(server, saveBody('thing', before, values))).id;
    await saveOne(server, saveBody('thing', before, { price: 9 }));
  });

  it('renames, relabels, moves between groups, reorders and adds without touching an item', async () => {
    const after = inOrder([
      field('more', 'group'),
      field('price', 'integer', { name: 'cost', label: 'Cost', parentId: 'more' }),
      field('new', 'text', { required: true }),
      ...before.filter((one) => one.id !== 'price'),
    ]);
    expect(await saveTemplate(server, 'thing', after, { version: 1 })).toBe(2);
    expect(await valuesOf(id)).toEqual({ values, version: 1 });
    const keys = await query<{ fields: { id: string; key: number }[] }>(
      "select fields from templates where id = 'thing'",
    );
    const keyOf = Object.fromEntries((keys[0]?.fields ?? []).map((one) => [one.id, one.key]));
    expect([keyOf.price, keyOf.title, keyOf.more, keyOf.new]).toEqual([2, 1, 9, 10]);
  });

  it('deletes the values of removed fields, in rows too, with their index rows; the item keeps its version', async () => {
    expect(await saveTemplate(server, 'thing', without('price', 'stat', 'step', 'inner'), { version: 1 })).toBe(2);
    expect(await valuesOf(id)).toEqual({
      values: { title: 'Axe', rows: [{ amount: 1 }, { amount: 2 }, {}] },
      version: 1,
    });
    const numbers = await query(
      'select field_key, number, text from item_values where item_id = $1 order by field_key, number',
      [id],
    );
    expect(numbers).toEqual([
      { field_key: 1, number: null, text: 'Axe' },
      { field_key: 5, number: 1, text: null },
      { field_key: 5, number: 2, text: null },
    ]);
    const revisions = await query(
      'select version, action, "values" from item_revisions where item_id = $1 order by version',
      [id],
    );
    expect(revisions).toEqual([{ version: 1, action: 'create', values }]);
  });

  it('deletes a whole dynamic group, or one nested in the rows of another', async () => {
    await saveTemplate(server, 'thing', without('inner', 'step'), { version: 1 });
    expect((await valuesOf(id))?.values).toEqual({ ...values, rows: [{ stat: 'a', amount: 1 }, { amount: 2 }, {}] });
    await saveTemplate(server, 'thing', without('rows', 'stat', 'amount', 'inner', 'step'), { version: 2 });
    expect((await valuesOf(id))?.values).toEqual({ title: 'Axe', price: 5 });
    const versions = await query('select version from items order by id');
    expect(versions).toEqual([{ version: 1 }, { version: 1 }]);
  });

  const changed = (fieldId: string, to: SaveTemplateField) =>
    inOrder(before.map((one) => (one.id === fieldId ? to : one)));

  it.each([
    ['another type', changed('title', field('title', 'integer')), 'fields.0.settings'],
    ['a limit below a value', changed('price', field('price', 'integer', { maximum: 8 })), 'fields.1.settings'],
    [
      'a limit below a value in a row',
      changed('amount', field('amount', 'integer', { maximum: 1, parentId: 'rows' })),
      'fields.4.settings',
    ],
    ['a group instead of a value', changed('title', field('title', 'group')), 'fields.0.settings'],
    [
      'a move into a dynamic group',
      changed('price', field('price', 'integer', { parentId: 'rows' })),
      'fields.1.parentId',
    ],
    ['a move out of one', changed('stat', field('stat', 'text')), 'fields.3.parentId'],
  ])('is rejected with the values that do not fit: %s', async (_, fields, path) => {
    const { status, fields: wrong, details } = await refusal('thing', fields, 1);
    expect([status, Object.keys(wrong ?? {})]).toEqual([422, [path]]);
    expect(details?.effects.every(({ incompatible }) => incompatible.count > 0)).toBe(true);
    expect(details?.effects).not.toEqual([]);
    expect(await read()).toMatchObject({ header: { version: 1 } });
  });

  it('is allowed if the values fit', async () => {
    const after = inOrder(
      before.map((one) =>
        one.id === 'price'
          ? field('price', 'float', { minimum: 5, maximum: 9 })
          : one.id === 'parent'
            ? field('parent', 'item-link-list', { templateId: 'thing' })
            : one,
      ),
    );
    expect(await saveTemplate(server, 'thing', after, { version: 1 })).toBe(2);
    expect(await valuesOf(id)).toEqual({ values, version: 1 });
  });

  it('concurrent with a save of an item leaves no values of unknown fields', async () => {
    for (let round = 0; round < 5; round += 1) {
      const name = `round${round}`;
      await saveTemplate(server, name, before);
      const saves = Array.from({ length: 4 }, () =>
        server.send(
          items.save,
          { params: params(), body: saveBody(name, before, { title: 'x', price: 1 }) },
          { as: 'owner' },
        ),
      );
      const [template, ...answers] = await Promise.all([refusal(name, without('price'), 1), ...saves]);
      expect(template.status).toBe(200);
      for (const { status } of answers) expect([200, 422]).toContain(status);
      expect(
        await query(
          `select 1 from items i join templates t on t.key = i.template_key where t.id = $1 and i."values" ? 'price'`,
          [name],
        ),
      ).toEqual([]);
      expect(
        await query(
          'select 1 from item_values v join templates t on t.key = v.template_key where t.id = $1 and v.number is not null',
          [name],
        ),
      ).toEqual([]);
    }
  });
});

describe('deleting a template', () => {
  const remove = (templateId: string) => server.send(templates.delete, { params: params(templateId) }, { as: 'owner' });

  it('removes its items and its menu entry, and keeps their revisions', async () => {
    shows('3.calls.delete-template.call', '3.calls.revision.template-delete');
    const note = inOrder([field('note', 'text')]);
    await saveTemplate(server, 'stays', note);
    const { id: kept } = await saveOne(server, saveBody('stays', note, { note: 'x' }));
    await saveTemplate(server, 'thing', sampleFields('thing'));
    const { dev, stage } = server.studio;
    await server.app.deps.database.transaction((run) => copyInstanceContent(run, { from: dev, to: stage }));
    const [first] = await saveAll(server, [
      saveBody('thing', sampleFields('thing'), { price: 1 }),
      saveBody('thing', [], {}),
    ]);
    await saveOne(server, saveBody('thing', sampleFields('thing'), { parent: first?.id ?? 0 }));
    await query(
      `insert into menu_nodes (instance_id, id, parent_id, label, template_id, "order") values ($1, 'another', 'root', 'Another link', 'thing', 9)`,
      [dev],
    );
    expect((await remove('thing')).status).toBe(200);
    expect((await remove('thing')).status).toBe(404);
    expect(
      await query(
        `select x.id from templates t join (select template_key, id from items union all select template_key, item_id from item_values
            union all select template_key, item_id from item_links) x on x.template_key = t.key where t.instance_id = $1`,
        [dev],
      ),
    ).toEqual([{ id: kept }, { id: kept }]);
    expect(await query('select id from templates where instance_id = $1 order by id', [stage])).toEqual([
      { id: 'image' },
      { id: 'stays' },
      { id: 'thing' },
    ]);
    expect(await query("select count(*) as count from item_revisions where action = 'delete'")).toEqual([{ count: 3 }]);
    expect(
      await query(
        "select action, version from template_revisions where template_id = 'thing' and instance_id = $1 order by version",
        [dev],
      ),
    ).toEqual([
      { action: 'create', version: 1 },
      { action: 'delete', version: 2 },
    ]);
    expect(
      (await server.call(menu.list, { params: params() }, { as: 'owner' })).menu.map(({ template_id }) => template_id),
    ).toEqual(['image', 'stays']);
  });

  it('is rejected while fields or items of other templates link to it', async () => {
    shows('3.calls.delete-template.linked', '3.calls.delete-template.linked-places');
    const linking = inOrder([field('to', 'item-link', { templateId: 'thing', label: 'Made of' })]);
    await saveTemplate(server, 'thing', []);
    await saveTemplate(server, 'other', linking);
    const { id: target } = await saveOne(server, saveBody('thing', [], {}));
    const { id } = await saveOne(server, saveBody('other', linking, { to: target }, { label: 'Linker' }));
    const { status, body } = await remove('thing');
    const { error, details } = body as { error: string; details: unknown };
    expect([status, error]).toEqual([409, 'linked']);
    expect(details).toEqual({
      count: 2,
      places: [
        { template_id: 'other', id: null, label: 'Made of' },
        { template_id: 'other', id, label: 'Linker' },
      ],
    });
    await saveTemplate(server, 'other', [], { version: 1 });
    // Its own links do not count.
    const own = inOrder([field('next', 'item-link', { templateId: 'thing' })]);
    await saveTemplate(server, 'thing', own, { version: 1 });
    await saveOne(server, saveBody('thing', own, { next: target }));
    expect((await remove('thing')).status).toBe(200);
  });
});
