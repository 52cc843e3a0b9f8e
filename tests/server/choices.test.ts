import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { bulkEdits, type Operation } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { type SaveTemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import type { Option } from '@quartermaster/contract/field-types/options.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { shows } from '../specification/shows.ts';
import { diceOf } from '../support/dice.ts';
import { field, inOrder, saveAll, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer, urlOf } from '../support/server.ts';

const as = { as: 'owner' } as const;
/** By hand, and neither by id nor by label. */
const options: Option[] = [
  { id: 'rare', label: 'Rare', color: 'violet' },
  { id: 'common', label: 'Common' },
  { id: 'mythic', label: 'Mythic, or so' },
  { id: 'epic', label: 'Epic' },
  // Contains the id of another one.
  { id: 'rare_ii', label: 'Rare II' },
];
const ids = options.map(({ id }) => id);
const fieldsWith = (list: readonly Option[]): SaveTemplateField[] =>
  inOrder([
    field('rarity', 'choice', { label: 'Rarity', options: list }),
    field('tags', 'choices', { label: 'Tags', options: list }),
    field('drops', 'dynamic-group', { label: 'Drops' }),
    field('tier', 'choice', { label: 'Tier', options: list, parentId: 'drops' }),
    field('kinds', 'choices', { label: 'Kinds', options: list, parentId: 'drops' }),
  ]);
const fields = fieldsWith(options);

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'loot', fields, { label: 'Loot' });
});

type ListBody = Input<typeof items.list>['body'];
const params = () => ({ instanceId: server.studio.dev, templateId: 'loot' });
const list = (body: ListBody) => server.call(items.list, { params: params(), body }, as);
const filter = (fieldId: string, op: keyof typeof filterOps, value = '') => ({
  template_field_id: fieldId,
  op: filterOps[op],
  value,
});

/** Random items, and their values in the order of saving. */
async function fill(count: number): Promise<{ id: number; values: ItemValues }[]> {
  const dice = diceOf(7);
  const all = Array.from(
    { length: count },
    (): ItemValues => ({
      ...(dice.percent(80) && { rarity: dice.oneOf(ids) }),
      ...(dice.percent(70) && { tags: dice.someOf(ids, 3) }),
      ...(dice.percent(50) && { drops: [{ tier: dice.oneOf(ids) }, { kinds: dice.someOf(ids, 2) }] }),
    }),
  );
  const saved = await saveAll(
    server,
    all.map((values) => saveBody('loot', fields, values)),
  );
  return saved.map(({ id }, index) => ({ id, values: all[index] ?? {} }));
}

/** The ids of a whole list, page by page. */
async function pages(body: ListBody, limit: number): Promise<number[]> {
  const found: number[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await list({ ...body, limit, ...(cursor && { cursor }) });
    found.push(...page.items.map(({ id }) => id));
    expect(new Set(found).size).toBe(found.length);
    if (!page.next_cursor) return found;
    cursor = page.next_cursor;
  }
}

describe('a list sorted by a choice', () => {
  const expected = (all: { id: number; values: ItemValues }[], order: readonly string[], isDescending: boolean) => {
    const rankOf = ({ values }: { values: ItemValues }) => order.indexOf(String(values.rarity));
    const [held, empty] = [all.filter((item) => rankOf(item) >= 0), all.filter((item) => rankOf(item) < 0)];
    const sorted = held.toSorted((a, b) => rankOf(a) - rankOf(b) || a.id - b.id);
    const behind = empty.map(({ id }) => id);
    return [
      ...(isDescending ? sorted.reverse() : sorted).map(({ id }) => id),
      ...(isDescending ? behind.reverse() : behind),
    ];
  };

  it('follows the order of the options, whatever the size of the page', async () => {
    shows('4.choice.sorted-by-hand');
    const all = await fill(60);
    for (const direction of ['asc', 'desc'] as const) {
      const sort = { field: 'rarity', direction };
      const wanted = expected(all, ids, direction === 'desc');
      expect((await list({ sort })).items.map(({ id }) => id)).toEqual(wanted);
      for (const limit of [1, 7, 60]) expect(await pages({ sort }, limit)).toEqual(wanted);
      const backwards: number[] = [];
      for (let cursor: string | undefined, isDone = false; !isDone; ) {
        const page = await list({ sort, from_end: true, limit: 8, ...(cursor && { cursor }) });
        backwards.unshift(...page.items.map(({ id }) => id));
        expect(new Set(backwards).size).toBe(backwards.length);
        cursor = page.next_cursor ?? undefined;
        isDone = cursor === undefined;
      }
      expect(backwards).toEqual(wanted);
      const some = all.filter(({ values }) => values.rarity === 'epic' || values.rarity === 'rare');
      const filters = [filter('rarity', 'anyOf', 'epic,rare')];
      expect(await pages({ sort, filters }, 7)).toEqual(expected(some, ids, direction === 'desc'));
      const others = all.filter(({ values }) => values.rarity !== 'epic');
      const not = { sort, filters: [filter('rarity', 'not', 'epic')] };
      expect(await pages(not, 7)).toEqual(expected(others, ids, direction === 'desc'));
      const tagged = all.filter(({ values }) => (values.tags as string[] | undefined)?.includes('rare'));
      const both = { sort, filters: [filter('tags', 'contains', 'rare')] };
      expect(await pages(both, 7)).toEqual(expected(tagged, ids, direction === 'desc'));
    }
  });

  it('follows a new order at once, without a new version of any item', async () => {
    shows('4.choice.keeps-items');
    const all = await fill(30);
    const before = await server.app.deps.database.query('select id, version, hash::text from items order by id', []);
    const sort = { field: 'rarity', direction: 'asc' } as const;
    const first = await list({ sort, limit: 5 });
    const order = ['epic', 'rare_ii', 'mythic', 'rare', 'common'];
    const moved = order.map((id) => ({ id, label: `New ${id}`, color: 'red' as const }));
    await saveTemplate(server, 'loot', fieldsWith(moved), { version: 1, label: 'Loot' });
    expect(await pages({ sort }, 4)).toEqual(expected(all, order, false));
    expect(await server.app.deps.database.query('select id, version, hash::text from items order by id', [])).toEqual(
      before,
    );
    // A place in the former order is none in the new one.
    const stale = { sort, limit: 5, cursor: String(first.next_cursor) };
    expect((await server.send(items.list, { params: params(), body: stale }, as)).status).toBe(422);
  });

  it('has values that are no longer options at its end', async () => {
    const all = await fill(20);
    const { query } = server.app.deps.database;
    const gone = all.find(({ values }) => values.rarity === 'rare')?.id ?? 0;
    await query(`update items set "values" = jsonb_set("values", '{rarity}', '"former"') where id = $1`, [gone]);
    await query(
      `update item_values set text = 'former' where item_id = $1 and text = 'rare' and field_key = (
        select (f->>'key')::int from templates, jsonb_array_elements(fields) f where f->>'id' = 'rarity')`,
      [gone],
    );
    const now = all.map((item) => (item.id === gone ? { ...item, values: { rarity: 'former' } } : item));
    for (const direction of ['asc', 'desc'] as const)
      expect(await pages({ sort: { field: 'rarity', direction } }, 3)).toEqual(
        expected(now, ids, direction === 'desc'),
      );
  });

  it('is refused for several choices, and in rows', async () => {
    for (const name of ['tags', 'tier', 'kinds'])
      expect(
        (await server.send(items.list, { params: params(), body: { sort: { field: name, direction: 'asc' } } }, as))
          .body,
      ).toMatchObject({ fields: { 'sort.field': 'items cannot be sorted by this field' } });
  });
});

describe('a filter', () => {
  it('finds choices by one and by several options, in lists and in rows', async () => {
    shows('4.choice.filter-several');
    const all = await fill(80);
    const valuesAt: Record<string, (values: ItemValues) => unknown[]> = {
      rarity: ({ rarity }) => (rarity === undefined ? [] : [rarity]),
      tags: ({ tags }) => (tags ?? []) as string[],
      tier: ({ drops }) => rowsOf(drops).flatMap(({ tier }) => (tier === undefined ? [] : [tier])),
      kinds: ({ drops }) => rowsOf(drops).flatMap(({ kinds }) => (kinds ?? []) as string[]),
    };
    const found = async (...filters: NonNullable<ListBody['filters']>) =>
      (await list({ filters })).items.map(({ id }) => id);
    const having = (name: string, test: (values: unknown[]) => boolean) =>
      all.filter(({ values }) => test(valuesAt[name]?.(values) ?? [])).map(({ id }) => id);
    for (const name of Object.keys(valuesAt)) {
      const isList = name === 'tags' || name === 'kinds';
      expect(await found(filter(name, isList ? 'contains' : 'equal', 'epic'))).toEqual(
        having(name, (values) => values.includes('epic')),
      );
      for (const wanted of [['epic'], ['epic', 'common'], ['mythic', 'rare', 'epic'], ['legendary', 'rare']]) {
        const value = wanted.join(', ');
        if (wanted.includes('legendary')) {
          const refused = await server.send(
            items.list,
            { params: params(), body: { filters: [filter(name, 'anyOf', value)] } },
            as,
          );
          expect(refused.body).toMatchObject({ fields: { 'filters.0.value': 'is not one of the options' } });
          continue;
        }
        const some = having(name, (values) => values.some((one) => wanted.includes(String(one))));
        expect(await found(filter(name, 'anyOf', value))).toEqual(some);
        const rare = having('rarity', (values) => values.includes('rare'));
        expect(await found(filter(name, 'anyOf', value), filter('rarity', 'equal', 'Rare'))).toEqual(
          some.filter((id) => rare.includes(id)),
        );
      }
      expect(await found(filter(name, 'empty'))).toEqual(having(name, (values) => values.length === 0));
      expect(await found(filter(name, 'notEmpty'))).toEqual(having(name, (values) => values.length > 0));
    }
    expect(await found(filter('rarity', 'not', 'rare'))).toEqual(
      having('rarity', (values) => !values.includes('rare')),
    );
  });

  it.each([
    ['too many', Array.from({ length: 21 }, () => 'rare').join(), 'choose at most 20'],
    ['nothing', '', 'Value is required'],
    ['a missing one', 'rare,,epic', 'a value is missing'],
    ['an unknown one', "rare,epic'", 'is not one of the options'],
  ])('by several is refused for %s', async (_, value, reason) => {
    const body = { filters: [filter('rarity', 'anyOf', value)] };
    expect((await server.send(items.list, { params: params(), body }, as)).body).toMatchObject({
      fields: { 'filters.0.value': reason },
    });
    const long = { filters: [filter('rarity', 'anyOf', 'x'.repeat(1301))] };
    expect((await server.send(items.list, { params: params(), body: long }, as)).status).toBe(422);
  });
});

describe('choices', () => {
  it('are stored and exported as ids in the order of choosing, without repeats', async () => {
    shows('4.choice.ids');
    const values = { rarity: 'rare', tags: ['epic', 'rare'], drops: [{ kinds: ['common'] }] };
    const { id } = await saveOne(server, saveBody('loot', fields, values));
    expect((await list({})).items[0]?.values).toEqual(values);
    const { item } = await server.call(items.get, { params: { ...params(), id } }, as);
    const { json } = await server.call(
      templates.exampleExport,
      {
        params: { instanceId: server.studio.dev },
        body: { template_id: 'loot', template_fields: fields, item_fields: item.fields },
      },
      as,
    );
    expect(JSON.parse(json)).toMatchObject({
      rarity: 'rare',
      tags: ['epic', 'rare'],
      drops: [{ tier: null, kinds: ['common'] }],
    });
    for (const [tags, reason] of [
      [['rare', 'rare'], 'has an option twice'],
      [['rare', 'former'], 'has an entry that is not one of the options'],
      [[1], 'should be a list of options'],
      ['rare', 'should be a list of options'],
    ] as const) {
      const body = saveBody('loot', fields, { tags: tags as unknown as string[] });
      expect(
        (await server.send(items.save, { params: { instanceId: server.studio.dev }, body }, as)).body,
      ).toMatchObject({ fields: { 'fields.tags': reason } });
    }
  });

  it('are set, cleared, added and removed in many items', async () => {
    shows('4.choice.bulk');
    const saved = await saveAll(server, [
      saveBody('loot', fields, { rarity: 'rare', tags: ['epic'] }),
      saveBody('loot', fields, { tags: ['common', 'epic', 'rare'] }),
    ]);
    const selection = { template_id: 'loot', ids: saved.map(({ id }) => id) };
    const edit = async (...operations: Operation[]) => {
      const body = { selection, action: { operations } };
      await server.call(bulkEdits.apply, { params: { instanceId: server.studio.dev }, body }, as);
      return (await list({})).items.map(({ values }) => [values.rarity, values.tags]);
    };
    expect(await edit({ field_id: 'tags', op: 'append', value: ['mythic', 'epic'] })).toEqual([
      ['rare', ['epic', 'mythic']],
      [undefined, ['common', 'epic', 'rare', 'mythic']],
    ]);
    expect(
      await edit(
        { field_id: 'tags', op: 'remove', value: ['epic', 'mythic'] },
        { field_id: 'rarity', op: 'set', value: 'epic' },
      ),
    ).toEqual([
      ['epic', undefined],
      ['epic', ['common', 'rare']],
    ]);
    expect(await edit({ field_id: 'rarity', op: 'clear' }, { field_id: 'tags', op: 'set', value: ['rare'] })).toEqual([
      [undefined, ['rare']],
      [undefined, ['rare']],
    ]);
  });

  it('are read from records by id or label', async () => {
    shows('4.choice.records');
    const { statusCode } = await server.app.inject({
      method: 'POST',
      url: urlOf(items.saveRecords, { params: params() }),
      headers: { authorization: server.bearer('owner'), 'content-type': 'text/csv' },
      payload: '_label,rarity,tags\nA,Epic,"Rare, common"\nB,"Mythic, or so",\n',
    });
    expect(statusCode).toBe(200);
    expect((await list({})).items.map(({ values }) => values)).toEqual([
      { rarity: 'epic', tags: ['rare', 'common'] },
      { rarity: 'mythic' },
    ]);
  });
});
