import { isDeepStrictEqual } from 'node:util';
import { type ItemValues, itemFieldPath } from '@quartermaster/contract/content/item-fields.ts';
import { bulkEdits, type Operation } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import type { Checked } from '@quartermaster/contract/endpoints/door.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { mostUntranslated } from '@quartermaster/contract/endpoints/sync.ts';
import type { ErrorBody } from '@quartermaster/contract/errors.ts';
import { inSource, translatedIn } from '@quartermaster/contract/field-types/localised.ts';
import { beforeEach, expect, test } from 'vitest';
import { listLacking, listUntranslated } from '../../server/content/change-sets/untranslated-repository.ts';
import { shows } from '../specification/shows.ts';
import { laxFields, type Mistake, mistakes, strictFields, validLoot } from '../support/mistakes.ts';
import { field, saveAll, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { type Sent, startTestServer, type TestServer, urlOf } from '../support/server.ts';
import { syncOf } from '../support/sync.ts';

const as = { as: 'owner' } as const;
const kinds = Object.entries(mistakes);
/** 200 mistakes in all, as many of each kind. */
const count = Math.ceil(200 / kinds.length);
const unknown = 900_000;

let server: TestServer;
let ids: number[];
beforeEach(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'gear', [field('title', 'text')]);
  await saveTemplate(server, 'loot', strictFields);
  const bodies = Array.from({ length: count }, (_, n) => saveBody('loot', strictFields, validLoot(n)));
  ids = (await saveAll(server, bodies)).map(({ id }) => id);
});

const params = () => ({ instanceId: server.studio.dev });
const idOf = (n: number) => ids[n % count] ?? 0;
const mistakeIn = (kind: string, n: number, values: ItemValues, missing = unknown + n): Mistake => {
  const forms = mistakes[kind] ?? [];
  const others = { known: idOf(n + 1), unknown: missing, usedKey: `loot-${(n + 1) % count}` };
  return forms[n % forms.length]?.(values, n, others) ?? expect.fail(`There is no mistake ${kind}.`);
};

/** The fields at which a call was refused, without their rows; none if it was not refused for its content. */
const refusedAt = ({ status, body }: Sent, within = ''): string[] =>
  status === 422
    ? Object.keys((body as ErrorBody).fields ?? {}).map((path) => path.slice(within.length).split('.')[0] ?? path)
    : [];

const bodyOf = (n: number, { values }: Mistake) =>
  saveBody('loot', strictFields, values, { id: idOf(n), version: 1, before: validLoot(n) });

/** Each door sends a mistake in the item with this number, and returns the fields at which it was refused. */
const doors: Record<string, (n: number, mistake: Mistake) => Promise<string[]>> = {
  'a save': async (n, mistake) =>
    refusedAt(await server.send(items.save, { params: params(), body: bodyOf(n, mistake) }, as), itemFieldPath('')),
  'a new item': async (n, { values, fieldId }) => {
    const own = { ...values, ...(fieldId !== 'sku' && { sku: `new-${n}` }) };
    const body = saveBody('loot', strictFields, own);
    return refusedAt(await server.send(items.save, { params: params(), body }, as), itemFieldPath(''));
  },
  'a batch': async (n, mistake) => {
    const other = saveBody('loot', strictFields, validLoot(n + count));
    const body = { items: [other, bodyOf(n, mistake)] };
    const sent = await server.send(items.saveMany, { params: params(), body }, as);
    return refusedAt(sent, `items.1.${itemFieldPath('')}`);
  },
  'a bulk edit': async (n, { edit }) => {
    const operations: Operation[] = [{ op: 'set', ...edit }];
    const body = { selection: { template_id: 'loot', ids: [idOf(n)] }, action: { operations } };
    const check = await server.send(bulkEdits.check, { params: params(), body }, as);
    const sent = await server.send(bulkEdits.apply, { params: params(), body }, as);
    if (sent.status !== 422) return [];
    // A value that no item can take is refused before the items are read.
    if (check.status === 422) return refusedAt(check).join() === 'action' ? [edit.field_id] : [];
    return (check.body as Checked).refusals.sample.map(({ field_id: fieldId }) => fieldId ?? '');
  },
};

/** A door for fields outside of rows. */
const byRecord = async (n: number, { edit }: Mistake): Promise<string[]> => {
  const { statusCode: status, body } = await server.app.inject({
    method: 'POST',
    url: urlOf(items.saveRecords, { params: { ...params(), templateId: 'loot' } }),
    headers: { authorization: server.bearer('owner'), 'content-type': 'application/jsonl' },
    payload: JSON.stringify({ _id: idOf(n), _version: 1, [edit.field_id]: edit.value ?? null }),
  });
  return refusedAt({ status, headers: {}, body: JSON.parse(body) }, 'lines.1.');
};
const inRows = ['chance', 'item', 'amount', 'kind', 'harm', 'share'];

const contents = async (instanceId = server.studio.dev) =>
  (await server.call(items.list, { params: { instanceId, templateId: 'loot' }, body: { limit: 1000 } }, as)).items;

test('200 of 200 mistakes are refused where they are made', async () => {
  shows('4.rules.mistakes');
  const before = await contents();
  const accepted: unknown[] = [];
  const entrances = Object.keys(doors);
  let planted = 0;
  for (const [kind] of kinds) {
    for (let n = 0; n < count; n++) {
      const mistake = mistakeIn(kind, n, validLoot(n));
      // Each form of a mistake goes through each door.
      const door = entrances[Math.floor(n / (mistakes[kind]?.length ?? 1)) % entrances.length] ?? '';
      const isRecord = door === 'a save' && !inRows.includes(mistake.edit.field_id);
      const at = await (isRecord && n % 2 === 1 ? byRecord : doors[door])?.(n, mistake);
      if (at?.join() !== mistake.fieldId) accepted.push({ kind, door, n, at, mistake });
      planted += 1;
    }
  }
  expect(accepted).toEqual([]);
  expect(planted).toBe(200);
  expect(await contents()).toEqual(before);
});

test('200 of 200 mistakes that only the target refuses are shown before a sync', async () => {
  shows('4.rules.mistakes');
  const syncs = syncOf(server, server.studio.dev);
  await syncs.all();
  const before = await contents(server.studio.stage);
  await saveTemplate(server, 'loot', laxFields, { version: 1 });
  // An item that the target lacks.
  const { id: missing } = await saveOne(server, saveBody('loot', laxFields, { sku: 'only in Dev' }));
  const unseen: unknown[] = [];
  let planted = 0;
  for (const [place, [kind]] of kinds.entries()) {
    const made = ids.map((_, n) => mistakeIn(kind, n, validLoot(n), missing));
    const saves = made.map(({ values }, n) =>
      saveBody('loot', laxFields, values, {
        id: idOf(n),
        version: place + 1,
        before: place === 0 ? validLoot(n) : mistakeIn(kinds[place - 1]?.[0] ?? '', n, validLoot(n), missing).values,
      }),
    );
    await saveAll(server, saves);
    for (const [n, { fieldId }] of made.entries()) {
      const body = { changes: [{ template_id: 'loot', is_update_template: false, items: [idOf(n)] }] };
      const check = await syncs.check(body);
      const found = [
        ...check.incompatible.sample.map(({ field_id: at }) => at),
        ...check.missing.sample.filter(({ id }) => id === missing).map(() => fieldId),
      ];
      if (found.join() !== fieldId) unseen.push({ kind, n, found, values: made[n]?.values });
      planted += 1;
    }
  }
  expect(unseen).toEqual([]);
  expect(planted).toBe(200);
  expect(await contents(server.studio.stage)).toEqual(before);
});

test('texts that lack a language are counted over all pages of items, up to a limit', async () => {
  shows('4.localised.sync');
  const { query } = server.app.deps.database;
  const [template] = await query<{ key: number }>(
    `insert into templates (instance_id, id, label, version, fields, next_field_key, created_at, updated_at)
      select instance_id, 'many', 'Many', 1, jsonb_build_array(f || '{"id":"name","key":1}'), 2, created_at, updated_at
      from templates, jsonb_array_elements(fields) f where instance_id = $1 and id = 'loot' and f->'settings' ? 'source' limit 1
      returning key`,
    [server.studio.dev],
  );
  const wanted = ['de', 'fr'].map((language) => ({ key: 1, language, index: translatedIn(language) }));
  const [german, french] = wanted.map(({ index }) => index);
  const key = template?.key ?? 0;
  await query(
    `insert into item_values (template_key, field_key, item_id, number)
      select $1::int, 1, id, number from generate_series(1, 14000) id, unnest($2::text::float8[]) number
      where number <> $3 or id in (3, 13999)`,
    [key, `{${[inSource, german, french].join()}}`, french],
  );
  // As on a server that has run for a minute: without statistics, each page takes seconds.
  await query('analyze item_values', []);
  const all = Array.from({ length: 14_000 }, (_, n) => n + 1);
  // Nobody lacks German.
  const lacking = await listLacking(query, key, wanted);
  expect(lacking).toEqual(wanted.slice(1));
  const list = (ids: number[], limit: number, most: number) =>
    listUntranslated(query, { key, ids, languages: lacking, limit, most });
  const { count: total, sample } = await list(all, 7000, mostUntranslated);
  expect([total, sample.length]).toEqual([mostUntranslated, 7000]);
  expect(sample.at(-1)).toEqual({ id: 7001, field: 1, missing: ['fr'] });
  expect((await list(all, 1, 20_000)).count).toBe(13_998);
});

test('20 of 20 texts that lack a language of the project are shown before a sync, and prevent none', async () => {
  shows('4.localised.sync');
  const syncs = syncOf(server, server.studio.dev);
  const checkOf = (n: number) =>
    syncs.check({ changes: [{ template_id: 'loot', is_update_template: true, items: [idOf(n)] }] });
  expect(await checkOf(0)).not.toHaveProperty('untranslated');
  const { projectId } = server.studio;
  await server.call(projects.setLanguages, { params: { projectId }, body: { languages: ['en', 'de', 'fr'] } }, as);
  // Items with an even number lose their German text.
  const sourceOnly = (n: number) => ({ ...validLoot(n), name: { en: { text: `Loot ${n}` } } });
  const saves = ids.flatMap((id, n) =>
    n % 2 === 0 ? [saveBody('loot', strictFields, sourceOnly(n), { id, version: 1, before: validLoot(n) })] : [],
  );
  await saveAll(server, saves);
  const unseen: unknown[] = [];
  for (const [n, id] of ids.entries()) {
    const { untranslated } = await checkOf(n);
    const languages = n % 2 === 0 ? ['de', 'fr'] : ['fr'];
    const expected = { count: 1, sample: [{ template_id: 'loot', id, name: 'An item', field_id: 'name', languages }] };
    if (!isDeepStrictEqual(untranslated, expected)) unseen.push({ n, untranslated });
  }
  expect(unseen).toEqual([]);
  expect(ids).toHaveLength(20);
  expect((await syncs.check({ all: true, changes: [] })).untranslated?.count).toBe(20);
  expect((await syncs.all()).state).toBe('applied');
  expect((await contents(server.studio.stage)).length).toBe(20);
});
