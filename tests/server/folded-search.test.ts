import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { containsText, foldText } from '@quartermaster/contract/texts.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { textArray } from '../../server/core/database/pg-array.ts';
import { shows } from '../specification/shows.ts';
import { field, inOrder, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { migrations } from '../support/server-database.ts';

const fields = inOrder([field('title', 'text')]);

/** Spellings of one word: each finds all of them. */
const words: readonly (readonly string[])[] = [
  ['Işık', 'ışık', 'İŞİK', 'isik', 'ISIK', 'i\u0307s\u0327i\u0307k'],
  ['Œuvre', 'œuvre', 'OEUVRE', 'oeuvre'],
  ['Ægir', 'ægir', 'AEGIR', 'Ǽgir'],
  ['Straße', 'STRASSE', 'STRAẞE', 'strasse'],
  ['Þórr', 'þorr', 'THORR', 'Thórr'],
  ['Ðrauð', 'drauð', 'DRAUD'],
  ['Ħamrun', 'hamrun'],
  ['ひらがなー', 'ヒラガナー', 'ﾋﾗｶﾞﾅｰ', 'ヒラカ\u3099ナー'],
  ['ゔぁゝ', 'ヴァヽ', 'ｳﾞｧヽ'],
  ['שלום', 'שָׁלוֹם', '\ufb2aלום'],
  ['كتاب', 'كِتَاب', 'كـــتاب', 'كِتَٰاب'],
  ['ܫܠܡܐ', 'ܫܠܳܡܳܐ'],
];

/** Words that readers tell apart, although they differ by a small sign. */
const different: readonly (readonly [string, string])[] = [
  ['はは', 'ばば'],
  ['はは', 'ぱぱ'],
  ['きよう', 'きょう'],
  ['おじさん', 'おじーさん'],
  ['कल', 'कील'],
  ['มา', 'ม้า'],
  ['oeil', 'ail'],
];

let server: TestServer;
const idOf = new Map<string, number>();
const all = [...words, ...different].flat();

beforeAll(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'word', fields);
  const labels = [...new Set(all)];
  const saved = await saveAll(
    server,
    labels.map((label) => saveBody('word', fields, { title: `x ${label} x` }, { label })),
  );
  for (const [at, label] of labels.entries()) idOf.set(label, saved[at]?.id ?? 0);
});

const found = async (place: string, value: string) => {
  const params = { instanceId: server.studio.dev, templateId: 'word' };
  const body = { filters: [{ template_field_id: place, op: filterOps.contains, value }], limit: 100 };
  const { items: page } = await server.call(items.list, { params, body }, { as: 'owner' });
  return page.map(({ id }) => id);
};

describe('a search', () => {
  it.each(words.map((spellings) => [spellings[0], spellings] as const))(
    'finds every spelling of %s',
    async (_, known) => {
      shows('5.names.folded');
      const ids = known.map((label) => idOf.get(label));
      for (const sought of known)
        for (const place of ['label', 'title']) {
          const answered = await found(place, sought);
          const missing = ids.filter((id) => id === undefined || !answered.includes(id));
          expect([place, sought, missing]).toEqual([place, sought, []]);
        }
      for (const text of known)
        for (const sought of known) expect([text, sought, containsText(text, sought)]).toEqual([text, sought, true]);
    },
  );

  it.each(different)('tells %s from %s', async (one, other) => {
    expect([containsText(one, other), containsText(other, one)]).toEqual([false, false]);
    for (const place of ['label', 'title'])
      expect([await found(place, one), await found(place, other)]).toEqual([[idOf.get(one)], [idOf.get(other)]]);
  });
});

it('the database folds every character, and marks after letters, as the console does', async () => {
  shows('5.names.folded');
  const { query } = server.app.deps.database;
  const isSurrogate = (code: number) => code >= 0xd8_00 && code < 0xe0_00;
  // Of the last letters of two blocks, versions of Unicode know more or fewer.
  const isNew = (code: number) => (code >= 0xa7_c0 && code < 0xa8_00) || (code >= 0x1c_80 && code < 0x1c_90);
  const codes = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
  const kana = [...codes(0x1_af_f0, 0x1_b1_70), ...codes(0x1_f2_00, 0x1_f3_00)];
  const characters = [...codes(1, 0x1_00_00), ...kana]
    .filter((code) => !isSurrogate(code) && !isNew(code))
    .map((code) => String.fromCodePoint(code));
  const marks = characters.filter((character) => /\p{M}/u.test(character));
  const marked = ['ש', 'ك', 'ا', 'か', 'カ', 'ｶ', 'æ', 'ı', 'İ', 'ܐ', 'e'].flatMap((letter) =>
    marks.map((mark) => `${letter}${mark}`),
  );
  const rows = await query<{ text: string; folded: string }>(
    'select text, fold(text) as folded from unnest($1::text::text[]) text',
    [textArray([...characters.map((character) => `a${character}b`), ...marked, ...all])],
  );
  expect(rows).toHaveLength(characters.length + marked.length + all.length);
  expect(rows.filter(({ text, folded }) => foldText(text) !== folded)).toEqual([]);
});

it('an upgrade builds what is searched again', async () => {
  shows('5.names.folded');
  const { database } = server.app.deps;
  const fold = /CREATE FUNCTION "fold".*?END;/s;
  const [before = ''] = fold.exec(await readFile(join(migrations, '0047_natural_order.sql'), 'utf8')) ?? [];
  const upgrade = await readFile(join(migrations, '0073_folded_letters.sql'), 'utf8');
  const rows = await database.script(
    `begin; ${before.replace('CREATE', 'CREATE OR REPLACE')}
    create temp table word on commit drop as
      select i.template_key, i.id from items i join templates t on t.key = i.template_key
        where t.instance_id = ${server.studio.dev} and i.label = 'Işık';
    update items set label = 'Kılıçbalığı' where (template_key, id) in (select template_key, id from word);
    update item_values set text = 'Kılıçbalığı' where (template_key, item_id) in (select template_key, id from word) and text is not null;
    insert into item_keys (template_key, field_key, value, item_id, begins)
      select v.template_key, v.field_key, item_key_value(v.number, v.text), v.item_id, left(fold(v.text), 64)
        from item_values v join word w on v.template_key = w.template_key and v.item_id = w.id where v.text is not null;
    ${upgrade}
    set local enable_seqscan = off;
    select 'label' as place from items i join word w using (template_key) where left(fold(i.label), 64) collate "C" = 'kilicbaligi'
    union all select 'trigrams' from items i join word w using (template_key) where fold(i.label) like '%cbalig%'
    union all select 'value' from item_values v join word w using (template_key) where fold(v.text) like '%cbalig%'
    union all select 'key' from item_keys k join word w on k.template_key = w.template_key and k.item_id = w.id where k.begins = 'kilicbaligi';
    rollback`,
  );
  const places = (rows as { place?: string }[]).flatMap(({ place }) => place ?? []);
  expect(places.sort()).toEqual(['key', 'label', 'trigrams', 'value']);
});
