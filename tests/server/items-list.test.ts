import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { type ItemRow, items } from '@quartermaster/contract/endpoints/items.ts';
import { type Filter, filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { compareTexts, containsText } from '@quartermaster/contract/texts.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { shows } from '../specification/shows.ts';
import { isLong, some } from '../support/long.ts';
import { randomNumbers, sampleFields, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const count = 1300;
/** LIST_ROUNDS=40 tries more combinations of filters, and each of the sequences of filters from the end in each order. */
const rounds = Number(process.env.LIST_ROUNDS ?? (isLong ? 16 : 4));
const fields = sampleFields('thing');

/** Values with ties, gaps, rows and characters of all kinds. Links point to items 1 to 50 of the previous batch. */
function randomItems(firstId: number): { label: string; values: ItemValues }[] {
  const random = randomNumbers(7);
  const below = (limit: number) => Math.floor(random() * limit);
  const words = ['Axe', 'axe', 'Bow of 100%', 'under_score', 'back\\slash', 'Größe', 'quote"d', '剣', "o'neil", 'zeta'];
  const word = () => words[below(words.length)] ?? '';
  const maybe = (probability: number, values: ItemValues): ItemValues => (random() < probability ? values : {});
  return Array.from({ length: count }, (_, index) => ({
    label: `${word()} ${below(40)}`,
    values: {
      ...maybe(0.9, { title: `${word()} ${word()} ${'long '.repeat(below(2) * 30)}${below(9)}` }),
      rarity: index % 3 === 0 ? 'Common' : 'rare',
      ...maybe(0.7, { glow: random() < 0.5 }),
      ...maybe(0.9, { price: below(60) - 5 }),
      ...maybe(0.5, { weight: below(4) === 0 ? below(3) / 10 : random() * 1e6 - 10 }),
      ...maybe(0.01, { parent: firstId + below(50) }),
      ...maybe(0.3, { parts: Array.from({ length: 1 + below(3) }, () => firstId + below(50)) }),
      ...maybe(0.6, {
        bonuses: Array.from({ length: 1 + below(3) }, () => ({
          ...maybe(0.9, { stat: word() }),
          ...maybe(0.9, { amount: below(20) }),
          ...maybe(0.2, { levels: [{ step: below(3) / 2 }, {}] }),
        })),
      }),
    },
  }));
}

interface Stored {
  id: number;
  label: string;
  values: ItemValues;
}

const all: Stored[] = [];
let server: TestServer;

const list = (body: Parameters<typeof server.call<typeof items.list>>[1]['body'], templateId = 'thing') =>
  server.call(items.list, { params: { instanceId: server.studio.dev, templateId }, body }, { as: 'owner' });

beforeAll(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'thing', fields);
  const plain = Array.from({ length: 50 }, (_, index) => ({ label: `Base ${index}`, values: {} }));
  const first = await saveAll(
    server,
    plain.map(({ label, values }) => saveBody('thing', fields, values, { label })),
  );
  const firstId = first[0]?.id ?? 0;
  const random = randomItems(firstId);
  const saved = first.map(({ id }, index) => ({ id, label: `Base ${index}`, values: {} }));
  for (let at = 0; at < random.length; at += 500) {
    const part = random.slice(at, at + 500);
    const ids = await saveAll(
      server,
      part.map(({ label, values }) => saveBody('thing', fields, values, { label })),
    );
    saved.push(...part.map((item, index) => ({ id: ids[index]?.id ?? 0, ...item })));
  }
  all.push(...saved);
  // Items of another template, which must not be in any list of this one.
  const others = sampleFields('other');
  await saveTemplate(server, 'other', others);
  await saveAll(
    server,
    ['Axe', 'zeta'].map((label) => saveBody('other', others, { price: 7, rarity: 'rare', title: 'axe' }, { label })),
  );
});

/** Every value that an item has in a field, in any row. */
function valuesOf(values: ItemValues, fieldId: string): unknown[] {
  const own = values[fieldId];
  const inRows = Object.values(values).flatMap((value) => rowsOf(value).flatMap((row) => valuesOf(row, fieldId)));
  return own === undefined ? inRows : [own, ...inRows];
}

const comparisons: Record<number, (a: number, b: number) => boolean> = {
  [filterOps.less]: (a, b) => a < b,
  [filterOps.lessOrEqual]: (a, b) => a <= b,
  [filterOps.more]: (a, b) => a > b,
  [filterOps.moreOrEqual]: (a, b) => a >= b,
  [filterOps.equal]: (a, b) => a === b,
};

/** A filter’s meaning, without any index. */
function meets(item: Stored, wanted: Filter): boolean {
  const { id, label, values } = item;
  const { template_field_id, op, value } = wanted;
  if (op === filterOps.empty) return valuesOf(values, template_field_id).length === 0;
  if (op === filterOps.notEmpty) return valuesOf(values, template_field_id).length > 0;
  if (op === filterOps.not) return !meets(item, { ...wanted, op: filterOps.equal });
  if (op === filterOps.between) {
    const [low = '', high = ''] = value.split('..');
    // Both limits hold for the same value.
    if (template_field_id === 'id') return id >= Number(low) && id <= Number(high);
    return valuesOf(values, template_field_id).some((one) => Number(one) >= Number(low) && Number(one) <= Number(high));
  }
  if (template_field_id === 'id') return comparisons[op]?.(id, Number(value)) ?? false;
  const type = fields.find((entry) => entry.id === template_field_id)?.settings.type;
  const candidates = template_field_id === 'label' ? [label] : valuesOf(values, template_field_id);
  return candidates.some((candidate) => {
    if (typeof candidate === 'boolean') return String(candidate) === value;
    if (type === 'item-link-list') return (candidate as number[]).includes(Number(value));
    if (typeof candidate === 'number') return comparisons[op]?.(candidate, Number(value));
    const found = String(candidate);
    return op === filterOps.equal ? found === value : containsText(found, value);
  });
}

type Sort = { field: string; direction: 'asc' | 'desc' };

const sortKey = ({ id, label, values }: Stored, fieldId: string): string | number | null => {
  const value = fieldId === 'id' ? id : fieldId === 'label' ? label : values[fieldId];
  if (value === undefined) return null;
  return typeof value === 'string' ? [...value].slice(0, 64).join('') : Number(value);
};

function inOrder(found: Stored[], { field, direction }: Sort): Stored[] {
  const sign = direction === 'asc' ? 1 : -1;
  return found.toSorted((a, b) => {
    const [left, right] = [sortKey(a, field), sortKey(b, field)];
    if (left === null || right === null) {
      if (left !== right) return left === null ? 1 : -1;
    } else if (left !== right) {
      const isBelow = typeof left === 'string' ? compareTexts(left, String(right)) < 0 : left < Number(right);
      return isBelow ? -sign : sign;
    }
    return (a.id - b.id) * sign;
  });
}

const filter = (template_field_id: string, op: keyof typeof filterOps, value: string): Filter => ({
  template_field_id,
  op: filterOps[op],
  value,
});

async function readPages(
  body: Parameters<typeof list>[0],
  limit: number,
  templateId?: string,
): Promise<{ rows: ItemRow[]; totals: unknown[] }> {
  const rows: ItemRow[] = [];
  const totals: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ ...body, limit, ...(cursor && { cursor }) }, templateId);
    rows.push(...page.items);
    totals.push([page.total, page.total_is_exact]);
    expect(page.items.length).toBeLessThanOrEqual(limit);
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return { rows, totals };
}

describe('filters', () => {
  const cases: Filter[] = [
    filter('id', 'less', '40'),
    filter('id', 'more', '1200'),
    filter('id', 'equal', '99999999999999999999'),
    filter('id', 'moreOrEqual', '-3'),
    filter('label', 'contains', 'AXE'),
    filter('label', 'contains', '%'),
    filter('label', 'contains', '_'),
    filter('label', 'contains', '\\'),
    filter('label', 'equal', 'Axe 1'),
    filter('label', 'contains', 'nowhere'),
    filter('label', 'contains', '剣'),
    filter('title', 'contains', 'bow of'),
    filter('title', 'contains', 'e"'),
    filter('title', 'contains', 'long long'),
    filter('title', 'contains', "o'n"),
    filter('title', 'contains', 'GRÖSSE'),
    filter('rarity', 'equal', 'Common'),
    filter('rarity', 'equal', 'common'),
    filter('rarity', 'contains', 'a'),
    filter('glow', 'equal', 'true'),
    filter('glow', 'equal', 'false'),
    filter('price', 'equal', '7'),
    filter('price', 'less', '0'),
    filter('price', 'lessOrEqual', '0'),
    filter('price', 'more', '53'),
    filter('price', 'moreOrEqual', '-100'),
    filter('weight', 'equal', '0.1'),
    filter('weight', 'less', '0.1'),
    filter('weight', 'lessOrEqual', '.1'),
    filter('weight', 'more', '1e5'),
    filter('weight', 'more', '0'),
    filter('weight', 'less', '1e999'),
    filter('parent', 'equal', '9'),
    filter('parts', 'contains', '9'),
    filter('parent', 'equal', '99999999999'),
    filter('stat', 'equal', 'zeta'),
    filter('stat', 'contains', 'slash'),
    filter('amount', 'more', '17'),
    filter('amount', 'equal', '3'),
    filter('step', 'equal', '0.5'),
    filter('title', 'empty', ''),
    filter('glow', 'empty', ''),
    filter('price', 'empty', ''),
    filter('parent', 'empty', ''),
    filter('parts', 'empty', ''),
    filter('stat', 'empty', ''),
    filter('step', 'empty', ''),
    ...['title', 'glow', 'price', 'weight', 'parent', 'parts', 'stat', 'step'].map((field) =>
      filter(field, 'notEmpty', ''),
    ),
    filter('label', 'not', 'Axe 1'),
    filter('rarity', 'not', 'rare'),
    filter('price', 'not', '7'),
    filter('parent', 'not', '9'),
    filter('stat', 'not', 'zeta'),
    filter('amount', 'not', '3'),
    filter('price', 'between', '-2..3'),
    filter('weight', 'between', '.1 .. 1e3'),
    filter('amount', 'between', '5..5'),
    filter('id', 'between', '20..60'),
  ];
  const orders: Sort[] = [
    { field: 'id', direction: 'asc' },
    { field: 'price', direction: 'desc' },
    { field: 'price', direction: 'asc' },
    { field: 'weight', direction: 'asc' },
    { field: 'label', direction: 'desc' },
    { field: 'glow', direction: 'asc' },
  ];
  /** Small lists have several pages, and large ones not very many. */
  const limit = 130;
  // Link targets have different ids in every run.
  const own = (wanted: Filter): Filter =>
    ['parent', 'parts', 'id'].includes(wanted.template_field_id) && /^\d{1,4}$/.test(wanted.value)
      ? { ...wanted, value: String(Number(wanted.value) + (all[0]?.id ?? 1) - 1) }
      : wanted;

  it.each(
    cases.map((wanted, index) => ({
      name: `${wanted.template_field_id} ${wanted.op} ${wanted.value}`,
      wanted,
      sort: orders[index % orders.length] as Sort,
    })),
  )('return the items with $name, sorted', async ({ wanted, sort }) => {
    shows(
      '2.7.op.contains',
      '2.7.op.equal',
      '2.7.op.less',
      '2.7.op.less-or-equal',
      '2.7.op.more',
      '2.7.op.more-or-equal',
      '3.settled.conditions.not-empty',
    );
    const filters = [own(wanted)];
    const expected = inOrder(
      all.filter((item) => filters.every((one) => meets(item, one))),
      sort,
    );
    const { rows, totals } = await readPages({ filters, sort }, limit);
    expect(rows.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect(rows).toEqual(expected.map(({ id, label, values }) => ({ id, internal_label: label, version: 1, values })));
    const [total, isExact] = totals[0] as [number, boolean];
    if (isExact) expect(total).toBe(expected.length);
    else expect([total <= expected.length, expected.length > limit]).toEqual([true, true]);
    expect(new Set(totals.map(String)).size).toBe(1);
    // An index cannot find items that lack a value or contain a text, so these are not counted.
    const isUncounted = [filterOps.contains, filterOps.not, filterOps.empty].some((op) => op === wanted.op);
    if (expected.length <= 1000) expect([wanted, isExact || isUncounted]).toEqual([wanted, true]);
    const streamed = await list({ filters, sort });
    expect(streamed.items).toEqual(rows);
  });

  it('combine with and', async () => {
    shows('2.7.items.filter-shape', '2.7.items.list');
    const random = randomNumbers(99);
    for (let round = 0; round < rounds; round += 1) {
      const filters = Array.from({ length: 2 + Math.floor(random() * 2) }, () =>
        own(cases[Math.floor(random() * cases.length)] as Filter),
      );
      const sort = orders[Math.floor(random() * orders.length)] as Sort;
      const expected = inOrder(
        all.filter((item) => filters.every((one) => meets(item, one))),
        sort,
      );
      const { rows, totals } = await readPages({ filters, sort }, 100);
      expect([filters, sort, rows.map(({ id }) => id)]).toEqual([filters, sort, expected.map(({ id }) => id)]);
      const [total, isExact] = totals[0] as [number, boolean];
      expect([filters, isExact ? total === expected.length : total <= expected.length]).toEqual([filters, true]);
    }
  });

  it.each([
    // 450 items match the first condition, few enough to be listed first; the other two on price match too many.
    [filter('rarity', 'equal', 'Common'), filter('weight', 'more', '0')],
    [filter('price', 'moreOrEqual', '-100'), filter('weight', 'more', '0')],
    [filter('price', 'moreOrEqual', '-100'), filter('price', 'less', '1000')],
  ])('combine in the order of a field however many items have the first: %o', async (...filters) => {
    for (const direction of ['asc', 'desc'] as const) {
      for (const sort of [
        { field: 'price', direction },
        { field: 'glow', direction },
      ]) {
        const expected = inOrder(
          all.filter((item) => filters.every((one) => meets(item, one))),
          sort,
        );
        // Again, as the server caches which conditions match too many items to be listed.
        for (const limit of [40, 41]) {
          const { rows } = await readPages({ filters, sort }, limit);
          expect(rows.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
        }
        // The cached count of several conditions does not prevent counting one of them alone.
        const alone = all.filter((item) => meets(item, filters[0] as Filter)).length;
        const { total, total_is_exact } = await list({ filters: filters.slice(0, 1), sort, limit: 40 });
        expect([total, total_is_exact]).toEqual([Math.min(alone, 1000), alone <= 1000]);
        const last = await list({ filters, sort, from_end: true, limit: 30 });
        expect(last.items.map(({ id }) => id)).toEqual(expected.slice(-30).map(({ id }) => id));
      }
    }
  });

  it('return all items of a condition that matches far more than when it was last used', async () => {
    const { query } = server.app.deps.database;
    const filters = [filter('rarity', 'equal', 'Common'), filter('weight', 'more', '0')];
    const sort = { field: 'price', direction: 'asc' } as const;
    const found = async () => (await readPages({ filters, sort }, 40)).rows.map(({ id }) => id);
    const rename = async (from: string, to: string, ids: string) => {
      await query(`update item_values set text = $2 where text = $1 and ${ids.replace('id', 'item_id')}`, [from, to]);
      await query(
        `update items set "values" = "values" || jsonb_build_object('rarity', $2::text) where "values"->>'rarity' = $1 and ${ids}`,
        [from, to],
      );
    };
    const some = inOrder(
      all.filter((item) => filters.every((one) => meets(item, one))),
      sort,
    ).map(({ id }) => id);
    expect(await found()).toEqual(some);
    await rename('rare', 'Common', 'id > 0');
    const every = inOrder(
      all.filter((item) => item.values.rarity && meets(item, filter('weight', 'more', '0'))),
      sort,
    ).map(({ id }) => id);
    expect(every.length).toBeGreaterThan(some.length);
    expect(await found()).toEqual(every);
    const rare = all.filter(({ values }) => values.rarity === 'rare').map(({ id }) => id);
    await rename('Common', 'rare', `id in (${rare.join()})`);
  });

  it('reject invalid conditions and values, and name them', async () => {
    shows('2.7.items.filter-shape');
    const wrong = [
      [filter('price', 'contains', '1'), 'filters.0.op'],
      [filter('price', 'equal', '1.5'), 'filters.0.value'],
      [filter('price', 'equal', 'x'), 'filters.0.value'],
      [filter('weight', 'equal', '1,5'), 'filters.0.value'],
      [filter('glow', 'equal', 'maybe'), 'filters.0.value'],
      [filter('label', 'less', '1'), 'filters.0.op'],
      [filter('id', 'equal', 'a'), 'filters.0.value'],
      [filter('nothing', 'equal', '1'), 'filters.0.template_field_id'],
      [filter('bonuses', 'equal', '1'), 'filters.0.template_field_id'],
      [filter('looks', 'equal', '1'), 'filters.0.template_field_id'],
      [filter('parts', 'equal', '1'), 'filters.0.op'],
      [filter('parent', 'equal', '-'), 'filters.0.value'],
      [filter('constructor', 'equal', '1'), 'filters.0.template_field_id'],
      [filter('label', 'empty', ''), 'filters.0.op'],
      [filter('label', 'notEmpty', ''), 'filters.0.op'],
      [filter('title', 'equal', ''), 'filters.0.value'],
      [filter('price', 'between', '3'), 'filters.0.value'],
      [filter('price', 'between', '3..x'), 'filters.0.value'],
      [filter('price', 'between', '4..3'), 'filters.0.value'],
      [filter('title', 'between', 'a..b'), 'filters.0.op'],
    ] as const;
    for (const [one, path] of wrong) {
      const { status, body } = await server.send(
        items.list,
        { params: { instanceId: server.studio.dev, templateId: 'thing' }, body: { filters: [one], limit: 5 } },
        { as: 'owner' },
      );
      expect([one, status, Object.keys((body as { fields: object }).fields)]).toEqual([one, 422, [path]]);
    }
  });
});

describe('a search', () => {
  it.each(['axe', 'AXE 1', 'x', '%', '1', '2', '#3', 'ase 4', '99999999999', 'nowhere'])(
    'finds labels that contain it, and the item that has it as its id: %s',
    async (typed) => {
      // Ids are different in every run.
      const search = /^[12]$/.test(typed) ? String((all[0]?.id ?? 0) + Number(typed) + 500) : typed;
      for (const sort of [{ field: 'id', direction: 'asc' } as const, { field: 'price', direction: 'desc' } as const]) {
        const expected = inOrder(
          all.filter(({ id, label }) => containsText(label, search) || `${id}` === search.replace('#', '')),
          sort,
        ).map(({ id }) => id);
        const { rows } = await readPages({ search, sort }, 60);
        expect(rows.map(({ id }) => id)).toEqual(expected);
        expect((await list({ search, sort })).items).toEqual(rows);
      }
    },
  );

  it('is combined with filters', async () => {
    const filters = [filter('price', 'more', '10')];
    const expected = all.filter((item) => /axe/i.test(item.label) && filters.every((one) => meets(item, one)));
    const { rows } = await readPages({ search: 'axe', filters }, 60);
    expect(rows.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  });
});

describe('pages', () => {
  const sorts = ['id', 'label', 'price', 'weight', 'glow', 'rarity', 'parent'].flatMap((name, at) =>
    some(['asc', 'desc'] as const, at, 1).map((direction) => ({ field: name, direction })),
  );

  it.each(sorts)(
    'are complete and in order by $field $direction, including ties and items without a value',
    async (sort) => {
      shows(
        '3.calls.items-page.cursor',
        '3.calls.items-page.limit',
        '3.calls.items-page.next-cursor',
        '3.calls.items-page.sort',
        '3.calls.items-page.total',
        '3.calls.items-page.without',
        '3.calls.lists.paged',
      );
      const expected = inOrder(all, sort).map(({ id }) => id);
      const { rows, totals } = await readPages({ sort }, 101);
      expect(rows.map(({ id }) => id)).toEqual(expected);
      expect(new Set(totals.map(String))).toEqual(new Set([`${all.length},true`]));
      expect((await list({ sort })).items.map(({ id }) => id)).toEqual(expected);
    },
  );

  it.each(sorts)('are the same from the end, by $field $direction', async (sort) => {
    const expected = inOrder(all, sort).map(({ id }) => id);
    const last = expected.length % 101;
    let { items: rows, next_cursor, total } = await list({ sort, from_end: true, limit: last });
    expect([rows.map(({ id }) => id), total]).toEqual([expected.slice(-last), all.length]);
    const found = [...rows];
    while (next_cursor) {
      ({ items: rows, next_cursor } = await list({ sort, from_end: true, limit: 101, cursor: next_cursor }));
      expect(rows).toHaveLength(101);
      found.unshift(...rows);
      expect(found.length).toBeLessThanOrEqual(expected.length);
    }
    expect(found.map(({ id }) => id)).toEqual(expected);
    const forward = await list({ sort, limit: 101 });
    const { status } = await server.send(
      items.list,
      {
        params: { instanceId: server.studio.dev, templateId: 'thing' },
        body: { sort, from_end: true, limit: 101, cursor: forward.next_cursor ?? '' },
      },
      { as: 'owner' },
    );
    expect(status).toBe(422);
  });

  it('are the same from the end of a filtered list', async () => {
    const random = randomNumbers(17);
    for (const [index, sort] of sorts.entries()) {
      const wanted = [
        filter('price', 'less', String(Math.floor(random() * 60))),
        filter('rarity', 'not', 'Common'),
        filter('weight', 'empty', ''),
        filter('title', 'contains', 'axe'),
        filter('parts', 'notEmpty', ''),
      ];
      const parts = [wanted.slice(0, 1), wanted.slice(1, 3), wanted.slice(3, 4), wanted.slice(0, 2), wanted.slice(3)];
      // Two of them for each order, so that each of them has four or five.
      for (const filters of parts.filter((_, at) => rounds >= 40 || (at + index) % 5 < 2)) {
        const expected = inOrder(
          all.filter((item) => filters.every((one) => meets(item, one))),
          sort,
        ).map(({ id }) => id);
        const found: number[] = [];
        let cursor: string | undefined;
        do {
          const page = await list({ filters, sort, from_end: true, limit: 90, ...(cursor && { cursor }) });
          found.unshift(...page.items.map(({ id }) => id));
          expect(found.length).toBeLessThanOrEqual(expected.length);
          cursor = page.next_cursor ?? undefined;
        } while (cursor);
        expect([sort, filters, found]).toEqual([sort, filters, expected]);
      }
    }
  });

  it('are the same from the end if pages begin and end among items without a value', async () => {
    const filters = [filter('parent', 'notEmpty', '')];
    for (const sort of sorts) {
      const expected = inOrder(
        all.filter((item) => filters.every((one) => meets(item, one))),
        sort,
      ).map(({ id }) => id);
      const found: number[] = [];
      let cursor: string | undefined;
      do {
        const page = await list({ filters, sort, from_end: true, limit: 2, ...(cursor && { cursor }) });
        found.unshift(...page.items.map(({ id }) => id));
        cursor = page.next_cursor ?? undefined;
      } while (cursor);
      expect([sort, found]).toEqual([sort, expected]);
    }
  });

  it('from the end require a limit', async () => {
    const { status } = await server.send(
      items.list,
      { params: { instanceId: server.studio.dev, templateId: 'thing' }, body: { from_end: true } },
      { as: 'owner' },
    );
    expect(status).toBe(422);
  });

  it('sort texts as people do: by letter before accent and case, and numbers by their value', async () => {
    const texts = ['Äpfel', 'apple', 'Apple', 'Item 2', 'item 2', 'Item 10', 'ITEM 10b', 'Zebra', 'Ägypten', 'Ωmega'];
    const sorted = ['Ägypten', 'Äpfel', 'apple', 'Apple', 'item 2', 'Item 2', 'Item 10', 'ITEM 10b', 'Zebra', 'Ωmega'];
    const saved = texts.map((title) => saveBody('sorted', fields, { title }, { label: title }));
    await saveTemplate(server, 'sorted', fields);
    await saveAll(server, saved);
    for (const field of ['label', 'title'])
      for (const [direction, expected] of [
        ['asc', sorted],
        ['desc', sorted.toReversed()],
      ] as const) {
        const { rows } = await readPages({ sort: { field, direction } }, 3, 'sorted');
        expect([field, rows.map(({ internal_label }) => internal_label)]).toEqual([field, expected]);
        const filters = [filter('title', 'contains', 'A')];
        const found = await readPages({ sort: { field, direction }, filters }, 2, 'sorted');
        expect(found.rows.map(({ internal_label }) => internal_label)).toEqual(
          expected.filter((text) => !/item/i.test(text)),
        );
      }
  });

  it('reject sorting by a field that cannot be sorted', async () => {
    for (const name of ['parts', 'stat', 'bonuses', 'looks', 'nothing']) {
      const { status } = await server.send(
        items.list,
        {
          params: { instanceId: server.studio.dev, templateId: 'thing' },
          body: { sort: { field: name, direction: 'asc' }, limit: 5 },
        },
        { as: 'owner' },
      );
      expect([name, status]).toEqual([name, 422]);
    }
  });

  const sendWith = (body: object) =>
    server.send(items.list, { params: { instanceId: server.studio.dev, templateId: 'thing' }, body }, { as: 'owner' });

  it('reject a cursor of another list, a broken one and one without a limit', async () => {
    const sort = { field: 'price', direction: 'asc' } as const;
    const cursor = (await list({ limit: 10, sort })).next_cursor ?? '';
    const bodies = [
      { limit: 10, cursor },
      { limit: 10, cursor, sort: { ...sort, direction: 'desc' } },
      { limit: 10, cursor, sort, filters: [filter('price', 'more', '1')] },
      { limit: 10, sort, cursor: 'x' },
      { limit: 10, sort, cursor: '' },
      { sort, cursor },
    ];
    for (const body of bodies) expect([body, (await sendWith(body)).status]).toEqual([body, 422]);
    const { body } = await sendWith({ limit: 10, cursor });
    expect(body).toMatchObject({
      fields: { cursor: 'this cursor was not made for this list: begin with its first page, without a cursor' },
    });
  });

  it.each(isLong ? ['id', 'label', 'title', 'price', 'weight'] : ['label'])(
    'reject a cursor of a list by %s in which a character was changed',
    async (name) => {
      const sort = { field: name, direction: 'asc' } as const;
      const first = (await list({ limit: 1000, sort })).next_cursor ?? '';
      // The second one is among the items without a value, which come last.
      const second = (await list({ limit: 345, sort, cursor: first })).next_cursor ?? '';
      for (const cursor of [first, second]) {
        expect((await sendWith({ limit: 1, sort, cursor })).status).toBe(200);
        // Each character becomes another, and is left out; which other one does not matter to a hash.
        const changed = [...cursor].flatMap((character, at) =>
          [['A', '9', '-'].find((other, turn) => other !== character && turn >= at % 2) ?? 'B', ''].map(
            (other) => `${cursor.slice(0, at)}${other}${cursor.slice(at + 1)}`,
          ),
        );
        const statuses = await Promise.all(
          changed.map(async (tampered) => (await sendWith({ limit: 1, sort, cursor: tampered })).status),
        );
        expect(Object.groupBy(statuses, String)).toEqual({ 422: statuses });
      }
    },
  );

  it('accept a page size from 1 to 1000', async () => {
    shows('3.calls.items-page.limit');
    for (const [limit, status] of [
      [0, 422],
      [1, 200],
      [1000, 200],
      [1001, 422],
    ]) {
      expect(
        (
          await server.send(
            items.list,
            { params: { instanceId: server.studio.dev, templateId: 'thing' }, body: { limit } },
            { as: 'owner' },
          )
        ).status,
      ).toBe(status);
    }
  });

  it('filtered by a group suggest its fields instead', async () => {
    const fieldErrorsOf = async (fieldId: string) => {
      const filters = [filter(fieldId, 'equal', '1')];
      const params = { instanceId: server.studio.dev, templateId: 'thing' };
      const { body } = await server.send(items.list, { params, body: { filters } }, { as: 'owner' });
      return (body as { fields: object }).fields;
    };
    const expected = {
      'filters.0.template_field_id': 'a group has no value of its own to filter by; name one of its fields',
    };
    expect(await fieldErrorsOf('bonuses')).toEqual(expected);
    expect(await fieldErrorsOf('looks')).toEqual(expected);
    expect(await fieldErrorsOf('nothing')).toEqual({ 'filters.0.template_field_id': 'the template has no such field' });
  });

  it('answer 404 for a missing template', async () => {
    for (const body of [{}, { limit: 5 }]) {
      expect(
        (
          await server.send(
            items.list,
            { params: { instanceId: server.studio.dev, templateId: 'nothing' }, body },
            { as: 'owner' },
          )
        ).status,
      ).toBe(404);
    }
  });
});

describe('headers', () => {
  it('are returned for all items, or for the requested ids', async () => {
    shows('2.3.item.list-entry', '2.7.items.by-id', '2.7.items.headers');
    const params = { instanceId: server.studio.dev, templateId: 'thing' };
    const headers = all.map(({ id, label }) => ({ id, internal_label: label }));
    expect((await server.call(items.listHeaders, { params }, { as: 'owner' })).items).toEqual(headers);
    const otherId = (all.at(-1)?.id ?? 0) + 1;
    const ofOther = { params: { ...params, templateId: 'other' } };
    expect((await server.call(items.listHeaders, ofOther, { as: 'owner' })).items).toEqual([
      { id: otherId, internal_label: 'Axe' },
      { id: otherId + 1, internal_label: 'zeta' },
    ]);
    const ids = [all[3]?.id ?? 0, all[1]?.id ?? 0, 999_999, otherId];
    expect((await server.call(items.listByIds, { params, body: { ids } }, { as: 'owner' })).items).toEqual([
      headers[1],
      headers[3],
    ]);
    // Also as texts, the format of lists of links.
    const texts = { ids: ids.map(String) };
    expect((await server.call(items.listByIds, { params, body: texts }, { as: 'owner' })).items).toEqual([
      headers[1],
      headers[3],
    ]);
  });
});
