import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { type FieldType, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { isSet, type Setting } from '@quartermaster/contract/field-types/setting.ts';
import { beforeEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { isOfRow, sampleValues } from '../support/field-values.ts';
import {
  field,
  inOrder,
  neededSettings,
  sampleFields,
  saveBody,
  saveOne,
  saveTemplate,
} from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { syncOf } from '../support/sync.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const as = { as: 'owner' } as const;
const inDev = () => ({ instanceId: server.studio.dev });
const read = (templateId = 'thing') => server.call(templates.get, { params: { ...inDev(), templateId } }, as);
const settingsOf = async (id: string): Promise<Record<string, unknown>> => ({
  ...(await read()).fields.find((one) => one.id === id)?.settings,
});
const storedIn = async (instanceId: number) =>
  (
    await server.app.deps.database.query<{ fields: string }>(
      // The same content has the same hash only if it was also saved at the same time.
      "select (select string_agg((f - 'updated_at')::text, ' ') from jsonb_array_elements(fields) f) as fields from templates where instance_id = $1 and id = 'thing'",
      [instanceId],
    )
  )[0];
const refusal = async (settings: Record<string, unknown>) => {
  const body = { id: 'thing', label: 'Thing', version: 0, fields: [field('title', 'text', settings)] };
  const answer = await server.send(templates.save, { params: inDev(), body }, as);
  return [answer.status, (answer.body as { fields?: unknown }).fields];
};

/** A valid value for an optional setting of each kind. */
const exampleOf = ({ kind }: Setting, type: FieldType) => {
  if (kind === 'rules') return [{ name: 'Some rule', condition: 'one == one', message: 'is missing' }];
  if (kind === 'shownWhen') return { field: 'other', is: ['a'] };
  if (kind === 'extension') return 'acme-color';
  return kind === 'value' ? sampleValues(type)[0] : kind === 'flag' ? true : 'Some text';
};

/** Each optional setting of each type, with a value. */
const optional = (Object.keys(fieldTypes) as FieldType[]).flatMap((type) =>
  Object.entries(fieldTypes[type].settings).flatMap(([name, setting]) =>
    setting.isOptional && fieldTypes[type].inPalette && !isOfRow(type)
      ? [{ type, name, setting, value: exampleOf(setting, type) }]
      : [],
  ),
);

test.each(optional)('$name of $type is stored if it is set, and absent once it is cleared', async (one) => {
  shows('4.field.optional');
  const { type, name, value, setting } = one;
  expect(isSet(setting, value), 'an example of each kind').toBe(true);
  const plain = neededSettings(type);
  // The field that can show the other one.
  const other = field('other', 'text', { order: 1 });
  await saveTemplate(server, 'thing', [field('one', type, plain), other]);
  const never = await storedIn(server.studio.dev);
  expect(await settingsOf('one')).not.toHaveProperty(name);
  await saveTemplate(server, 'thing', [field('one', type, { ...plain, [name]: value }), other], { version: 1 });
  expect(await settingsOf('one')).toHaveProperty(name, value);
  expect((await storedIn(server.studio.dev))?.fields).not.toBe(never?.fields);
  await saveTemplate(server, 'thing', [field('one', type, plain), other], { version: 2 });
  expect(await settingsOf('one')).not.toHaveProperty(name);
  expect((await storedIn(server.studio.dev))?.fields).toBe(never?.fields);
});

test('a setting that is sent without a value is not stored, and is no change', async () => {
  shows('4.field.optional');
  expect(await saveTemplate(server, 'thing', [field('title', 'text')])).toBe(1);
  for (const help of ['', ' \n'])
    expect(await saveTemplate(server, 'thing', [field('title', 'text', { help })], { version: 1 })).toBe(1);
  expect(await settingsOf('title')).not.toHaveProperty('help');
});

test('a template without optional settings is stored with those of its type alone', async () => {
  shows('4.field.optional', '4.field.upgrade');
  await saveTemplate(server, 'thing', sampleFields('thing'));
  for (const { settings } of (await read()).fields)
    expect(Object.keys(settings).sort()).toEqual(
      ['label', 'name', 'type', ...Object.keys(fieldTypes[settings.type].defaultSettings)].sort(),
    );
});

test('an unknown setting, one of another kind and one that is too long are refused', async () => {
  shows('4.field.help-length', '4.field.optional');
  expect((await refusal({ hint: 'x' }))[0]).toBe(422);
  expect((await refusal({ help: true }))[0]).toBe(422);
  expect((await refusal({ help: null }))[0]).toBe(422);
  expect(await refusal({ help: 'a'.repeat(501) })).toEqual([
    422,
    { 'fields.0.settings.help': 'must be at most 500 characters' },
  ]);
  expect((await refusal({ help: 'a'.repeat(500) }))[0]).toBe(200);
});

test('a help is synced like any setting, and equal again once it is cleared in both instances', async () => {
  shows('4.field.optional');
  const fields = (help: { help?: string }) => inOrder([field('title', 'text', help), field('price', 'integer')]);
  const dev = syncOf(server, server.studio.dev);
  await saveTemplate(server, 'thing', fields({}));
  await saveOne(server, saveBody('thing', fields({}), { title: 'One' }));
  await dev.all();
  const before = await storedIn(server.studio.stage);
  await saveTemplate(server, 'thing', fields({ help: 'Shown in the shop' }), { version: 1 });
  expect((await dev.changes()).templates).toMatchObject([{ template_id: 'thing' }]);
  await dev.all();
  expect((await storedIn(server.studio.stage))?.fields).toContain('Shown in the shop');
  await saveTemplate(server, 'thing', fields({}), { version: 2 });
  await dev.all();
  expect((await dev.changes()).templates).toEqual([]);
  expect((await storedIn(server.studio.stage))?.fields).toBe(before?.fields);
});
