import type { Query } from '../../../server/core/database/database.ts';
import { diablo } from '../../../tests/games/diablo.ts';
import type { Game } from '../../../tests/games/game.ts';
import { pokemon } from '../../../tests/games/pokemon.ts';
import { warframe } from '../../../tests/games/warframe.ts';
import { seeded } from '../statistics.ts';

/** Games whose data is published. */
export const games: readonly Game[] = [pokemon, diablo, warframe];

/** How many records of each template are taken, evenly. */
const taken = 10;

/** Gives records of a game, as items of a template, this many versions each: every one changes one field of the one before. Returns how many. */
export async function addGameVersions(
  query: Query,
  { templates }: Game,
  { templateKey, versions }: { templateKey: number; versions: number },
): Promise<number> {
  const random = seeded(1);
  let itemId = 0;
  for (const { records, write } of templates) {
    const every = Math.ceil(records.size / taken);
    for (const [name, record] of [...records].filter((_, place) => place % every === 0)) {
      itemId += 1;
      const documents: unknown[] = [write(record, () => itemId)];
      while (documents.length < versions) documents.push(changed(documents.at(-1), random));
      await query(
        `insert into item_revisions (template_key, item_id, version, action, label, "values", account_id, at)
          select $1, $2, v, case v when 1 then 'create' else 'update' end, $3, d, 1, now() - interval '40 days' + v * interval '1 minute'
          from jsonb_array_elements($4::jsonb) with ordinality x (d, v)`,
        [templateKey, itemId, name, JSON.stringify(documents)],
      );
    }
  }
  return itemId * versions;
}

/** A value with one change somewhere in it, as a designer makes it: another number, a flag, the end of a text, the value of one row. */
function changed(value: unknown, random: () => number): unknown {
  const below = (limit: number) => Math.floor(random() * limit);
  if (typeof value === 'number') return value + 1 + below(9);
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return `${value.replace(/ \d+$/, '')} ${below(1000)}`;
  if (Array.isArray(value)) {
    const at = below(value.length);
    return value.map((part: unknown, index) => (index === at ? changed(part, random) : part));
  }
  const parts = Object.entries(value ?? {});
  const at = below(parts.length);
  return Object.fromEntries(parts.map(([key, part], index) => [key, index === at ? changed(part, random) : part]));
}
