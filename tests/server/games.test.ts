import { isDeepStrictEqual } from 'node:util';
import { isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { describe, expect, test } from 'vitest';
import type { Source } from '../games/codec.ts';
import { diablo } from '../games/diablo.ts';
import { fieldAt, firstTypes, pathOf } from '../games/game.ts';
import { pokemon } from '../games/pokemon.ts';
import { saveGame } from '../games/saved-game.ts';
import { warframe } from '../games/warframe.ts';
import { shows } from '../specification/shows.ts';

/** How many records of each template are saved, besides those that they link to; `GAMES=all` saves all. */
const count = process.env.GAMES === 'all' ? Number.MAX_SAFE_INTEGER : Number(process.env.GAMES ?? 15);

const games = [pokemon, diablo, warframe];

const inPart = (part: Source | undefined, name: string): unknown => (part?.type === name ? part : part?.[name]);

/** The values at a path of a record, in all rows; a row has the fields of its shape without a level for it. */
const valuesAt = (source: unknown, [name, ...rest]: readonly string[]): unknown[] =>
  name === undefined
    ? [source]
    : [source].flat().flatMap((part) => valuesAt(inPart(part as Source | undefined, name), rest));

/** Expects the same keys, and equal values of each; a difference of all of them would take minutes to describe. */
function expectEach<K>(found: ReadonlyMap<K, unknown>, expected: ReadonlyMap<K, unknown>): void {
  expect([...found.keys()].sort()).toEqual([...expected.keys()].sort());
  for (const [key, value] of expected)
    if (!isDeepStrictEqual(found.get(key), value)) expect([key, found.get(key)]).toEqual([key, value]);
}

test('47 places, and more, are expressed by the types that they need', () => {
  shows('4.types.games');
  expect(games.flatMap(({ places }) => places).length).toBeGreaterThanOrEqual(47);
  for (const { name, templates, places } of games) {
    const unused = places.filter(({ template, path }) => {
      const records = templates.find(({ id }) => id === template)?.records.values() ?? [];
      return ![...records].some((record) => valuesAt(record, path.split('.')).some((value) => !isEmpty(value)));
    });
    expect([name, unused]).toEqual([name, []]);
  }
});

describe.each(games)('$name', ({ templates, places, ...game }) => {
  test('all values come back equal, in lists and in the export', async () => {
    shows('4.types.games');
    const saved = await saveGame({ ...game, templates, places }, count);
    const delivered = await saved.export();
    for (const { id: templateId, records, read } of templates) {
      const { fields } = await saved.template(templateId);
      const own = places.filter(({ template }) => template === templateId);
      expect(own.map(({ path }) => [path, fieldAt(fields, path)?.settings.type])).toEqual(
        own.map(({ path, is }) => [path, is]),
      );
      const later = fields.filter(({ settings }) => !firstTypes.includes(settings.type));
      expect(later.map(({ id }) => pathOf(fields, id)).sort()).toEqual(own.map(({ path }) => path).sort());
      const listed = await saved.list(templateId);
      expectEach(new Map(listed.map(({ id, values }) => [id, values])), saved.saved(templateId));
      const exported = await delivered(templateId);
      expectEach(
        new Map(exported.map((item) => [saved.nameOf(templateId, Number(item.id)), read(item, saved.nameOf)])),
        new Map(saved.sample.get(templateId)?.map((name) => [name, records.get(name)])),
      );
    }
  });
});
