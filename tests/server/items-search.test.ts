import { items } from '@quartermaster/contract/endpoints/items.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { containsText } from '@quartermaster/contract/texts.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { listPage } from '../../server/content/lists/list-items.ts';
import { streamItems } from '../../server/content/lists/stream-items.ts';
import { shortPatterns } from '../../server/content/lists/trigrams.ts';
import type { Database } from '../../server/core/database/database.ts';
import { textArray } from '../../server/core/database/pg-array.ts';
import { shows } from '../specification/shows.ts';
import { type Dice, diceOf } from '../support/dice.ts';
import { field, inOrder, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const fields = inOrder([
  field('title', 'text'),
  field('bonuses', 'dynamic-group'),
  field('stat', 'text', { parentId: 'bonuses' }),
]);

/** Letters of several scripts. */
const scripts = [
  'abcAB',
  '0129',
  'éüßÉø',
  'ждыЖ',
  'σςΣ',
  'ａＢ',
  '剣盾弓矢',
  'かなカナ',
  '한글검',
  'سيف',
  '🗡️🛡🏹',
  '-_%\\ .\'"',
].map((script) => [...script]);

const textOf = (dice: Dice, length: number): string =>
  Array.from({ length }, () => dice.oneOf(scripts))
    .flatMap((script) => Array.from({ length: 1 + dice.below(4) }, () => dice.oneOf(script)))
    .join('');

interface Stored {
  id: number;
  label: string;
  title: string;
  stats: string[];
}

const all: Stored[] = [];
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'thing', fields);
  await saveTemplate(server, 'few', fields);
  const dice = diceOf(31);
  for (const [templateId, count] of [
    ['thing', 1200],
    ['few', 30],
  ] as const) {
    const made = Array.from({ length: count }, () => ({
      label: textOf(dice, 3).trim() || 'x',
      title: textOf(dice, 6).trim() || 'y',
      stats: Array.from({ length: dice.below(3) }, () => textOf(dice, 2).trim() || 'z'),
    }));
    for (let at = 0; at < made.length; at += 400) {
      const part = made.slice(at, at + 400);
      const bodies = part.map(({ label, title, stats }) =>
        saveBody(templateId, fields, { title, bonuses: stats.map((stat) => ({ stat })) }, { label }),
      );
      const saved = await saveAll(server, bodies);
      if (templateId === 'thing') all.push(...part.map((one, index) => ({ id: saved[index]?.id ?? 0, ...one })));
    }
  }
});

const contains = (template_field_id: string, value: string) => ({ template_field_id, op: filterOps.contains, value });

const places: Record<string, (item: Stored) => string[]> = {
  label: ({ label }) => [label],
  title: ({ title }) => [title],
  stat: ({ stats }) => stats,
};

/** Leaves only the trigram indexes, so that a plan uses them wherever the statement allows it. */
const withoutOthers = `alter table items drop constraint items_template_key_id_pk; drop index items_label; drop index items_label_begins;
  drop index item_values_item; drop index item_values_number; drop index item_values_text`;

/** The generic plans of statements: they depend on no value. */
const generic = new Map<string, string>();

/** The generic plans of a call’s statements, where PostgreSQL has no other index. */
async function plansOf(work: (database: Database) => Promise<unknown>): Promise<string[]> {
  const { database } = server.app.deps;
  const texts = new Set<string>();
  const noting =
    (read: typeof database.query): typeof database.query =>
    (text, values, name) => {
      texts.add(text);
      return read(text, values, name);
    };
  await work({
    ...database,
    query: noting(database.query),
    bytes: (text, values, name) => {
      texts.add(text);
      return database.bytes(text, values, name);
    },
  });
  const plans: string[] = [];
  for (const text of texts) {
    const known = generic.get(text);
    if (known !== undefined) {
      plans.push(known);
      continue;
    }
    const places = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place)));
    const values = places > 0 ? `(${Array.from({ length: places }, () => 'null').join(', ')})` : '';
    const rows = (await database.script(
      `begin; ${withoutOthers}; set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off;
      prepare looked_at as ${text}; explain (costs off) execute looked_at${values}; deallocate looked_at; rollback`,
    )) as { 'QUERY PLAN'?: string }[];
    const plan = rows.flatMap((row) => row['QUERY PLAN'] ?? []).join('\n');
    generic.set(text, plan);
    plans.push(plan);
  }
  return plans;
}

/** Where a plan looks a pattern up in a trigram index. */
const lookups = (plans: readonly string[]) =>
  plans.flatMap((plan) =>
    [...plan.matchAll(/Scan on (\w+_contains)\n\s+Index Cond: [^\n]*~~/g)].map(([, name]) => name),
  );

const instanceId = () => server.studio.dev;

const plansOfSearch = (templateId: string, filters: ReturnType<typeof contains>[]) =>
  plansOf(async (database) => {
    const deps = { database, secrets: server.app.deps.secrets };
    await listPage(deps, instanceId(), templateId, { filters }, 25);
    await listPage(deps, instanceId(), templateId, { filters, sort: { field: 'title', direction: 'asc' } }, 25);
    for await (const _ of await streamItems(database, instanceId(), templateId, { filters }));
  });

it.each(['q', 'Q', '7', 'zq', 'Z7'])('%s is looked up after each ASCII character', async (text) => {
  const { query } = server.app.deps.database;
  const before = ['', ...Array.from({ length: 127 }, (_, code) => String.fromCodePoint(code + 1))];
  const texts = before.flatMap((character) => [`${character}${text}`, `a${character}${text}b`]);
  const patterns = shortPatterns(text) ?? [];
  const rows = await query<{ text: string }>(
    `select text from unnest($1::text::text[]) text where fold(text) !~ all ($2::text::text[])`,
    [textArray(texts), textArray(patterns)],
  );
  expect([patterns.length > 0, rows]).toEqual([true, []]);
});

describe('a pattern without three consecutive letters', () => {
  const patterns = ['q', 'q%', '__', '\\', 'q-w', 'qw-', '--- ---', '🗡', '🗡🗡🗡🗡', '剣', '剣剣', "' '"];

  it.each(patterns)('does not use a trigram index: %s', async (value) => {
    for (const templateId of ['few', 'thing']) {
      for (const place of Object.keys(places)) {
        const filters = [contains(place, value)];
        expect([templateId, place, lookups(await plansOfSearch(templateId, filters))]).toEqual([templateId, place, []]);
      }
      const both = [contains('label', value), contains('stat', value)];
      expect([templateId, lookups(await plansOfSearch(templateId, both))]).toEqual([templateId, []]);
    }
  });

  it('uses the other conditions’ indexes if they have trigrams', async () => {
    const plans = await plansOfSearch('thing', [contains('label', 'q'), contains('title', 'qwe')]);
    expect(new Set(lookups(plans))).toEqual(new Set(['item_values_contains']));
  });
});

it('looks up a pattern of three letters in its column’s index', async () => {
  for (const [place, index] of [
    ['label', 'items_label_contains'],
    ['title', 'item_values_contains'],
    ['stat', 'item_values_contains'],
  ] as const)
    expect([place, new Set(lookups(await plansOfSearch('thing', [contains(place, 'qwe')])))]).toEqual([
      place,
      new Set([index]),
    ]);
});

it('looks up three letters beyond ASCII if the database considers them letters', async () => {
  const letter = 'select cardinality(show_trgm($1)) > 0 as "isLetter"';
  const [row] = await server.app.deps.database.query<{ isLetter: boolean }>(letter, ['剣']);
  const index = row?.isLetter ? ['items_label_contains'] : [];
  expect([...new Set(lookups(await plansOfSearch('thing', [contains('label', '剣盾弓')])))]).toEqual(index);
});

it.each(['id', 'label', 'title'])('an item with two rows that match is listed once, sorted by %s', async (sorted) => {
  const bonuses = [{ stat: 'qwertz one' }, { stat: 'qwertz two' }];
  const bodies = ['A', 'B', 'C'].map((label) => saveBody('few', fields, { title: label, bonuses }, { label }));
  const saved = (await saveAll(server, bodies)).map(({ id }) => id);
  const params = { instanceId: instanceId(), templateId: 'few' };
  const sort = { field: sorted, direction: 'asc' as const };
  const body = { filters: [contains('stat', 'qwertz')], sort };
  const page = await server.call(items.list, { params, body }, { as: 'owner' });
  expect(page.items.map(({ id }) => id).filter((id) => saved.includes(id))).toEqual(saved);
});

describe('texts of one to five characters', () => {
  /** A substring of an existing text, or a random one. */
  const patternOf = (dice: Dice, place: string): string => {
    const characters = [...(dice.percent(80) ? (places[place]?.(dice.oneOf(all))[0] ?? '') : textOf(dice, 2))];
    const start = dice.below(Math.max(1, characters.length - 1));
    return characters.slice(start, start + 1 + dice.below(5)).join('') || 'a';
  };
  const found = async (body: Parameters<typeof server.call<typeof items.list>>[1]['body']) => {
    const ids: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await server.call(
        items.list,
        { params: { instanceId: instanceId(), templateId: 'thing' }, body: { ...body, ...(cursor && { cursor }) } },
        { as: 'owner' },
      );
      ids.push(...page.items.map(({ id }) => id));
      if (!cursor && page.total !== undefined) totals.push([page.total, page.total_is_exact === true]);
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    return ids;
  };
  let totals: [number, boolean][] = [];

  it.each(Array.from({ length: 60 }, (_, seed) => seed))(
    'are found as a plain filter finds them (%i)',
    async (seed) => {
      const dice = diceOf(seed);
      const filters = dice.someOf(Object.keys(places), 2).map((place) => contains(place, patternOf(dice, place)));
      const sort = { field: dice.oneOf(['id', 'label', 'title']), direction: dice.oneOf(['asc', 'desc'] as const) };
      const expected = all
        .filter((item) =>
          filters.every(({ template_field_id, value }) =>
            places[template_field_id]?.(item).some((text) => containsText(text, value)),
          ),
        )
        .map(({ id }) => id);
      totals = [];
      const ids = await found({ filters, sort, limit: dice.oneOf([7, 25, 400]) });
      expect([filters, ids.toSorted((a, b) => a - b)]).toEqual([filters, expected]);
      const [total, isExact] = totals[0] ?? [0, false];
      expect([filters, isExact ? total === expected.length : total <= expected.length]).toEqual([filters, true]);
      expect((await found({ filters })).toSorted((a, b) => a - b)).toEqual(expected);
    },
  );

  it.each(Array.from({ length: 60 }, (_, seed) => seed + 60))(
    'are found by the index of short ones, if the first items do not have them (%i)',
    async (seed) => {
      shows('5.running.short-texts');
      const dice = diceOf(seed);
      const place = dice.oneOf(Object.keys(places));
      const value = [...patternOf(dice, place)].slice(0, 1 + dice.below(2)).join('');
      const sort = { field: dice.oneOf(['id', 'label', 'title']), direction: dice.oneOf(['asc', 'desc'] as const) };
      const expected = all.filter((item) => places[place]?.(item).some((text) => containsText(text, value)));
      const limit = expected.length > 100 ? 25 : 1 + dice.below(3);
      const ids = await found({ filters: [contains(place, value)], sort, limit });
      expect([value, ids.toSorted((a, b) => a - b)]).toEqual([value, expected.map(({ id }) => id)]);
    },
  );
});
