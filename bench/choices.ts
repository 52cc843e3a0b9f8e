import { setTimeout as pause } from 'node:timers/promises';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { type SaveTemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import type { Option } from '@quartermaster/contract/field-types/options.ts';
import type { Client } from 'pg';
import * as floor from './floor/choice-sql.ts';
import type { Bench } from './support/bench.ts';
import { itemTemplateFields, rarities } from './support/content/content.ts';
import { fillWorkspace, makeWorkspace, withClient } from './support/content/prepare.ts';
import { alternate } from './support/load.ts';
import type { Figure } from './support/report.ts';
import { withOwnServer } from './support/servers/own-server.ts';
import { median } from './support/statistics.ts';
import { timed } from './support/timed.ts';

const many = 100_000;
const rounds = 3;
const looks = 25;
const added: Option = { id: 'fabled', label: 'Fabled' };
const all: Option[] = rarities.map((id) => ({ id, label: id }));

const fieldsWith = (options: readonly Option[], replaced?: { id: string; by: string }): SaveTemplateField[] =>
  itemTemplateFields.map((field) =>
    field.id === 'rarity'
      ? {
          ...field,
          settings: { type: 'choice', name: 'rarity', label: 'Rarity', required: false, options: [...options] },
          ...(replaced && { replaced_options: [replaced] }),
        }
      : field,
  );

/** Changes of the options of 100,000 items, compared with bare SQL that writes them, and lists of these items. */
export const choices = (bench: Bench): Promise<Figure[]> =>
  withOwnServer(bench, 'choices', async ({ databaseUrl, session }) => {
    const instanceId = await makeWorkspace(databaseUrl);
    const { lists } = await fillWorkspace(databaseUrl, instanceId, session, [many], fieldsWith(all));
    const templateId = lists[0]?.templateId ?? '';
    const pathOf = ({ path }: { path: string }) =>
      path.replace(':instanceId', String(instanceId)).replace(':templateId', templateId);
    let version = 1;
    const save = async (fields: SaveTemplateField[]) => {
      const body = { id: templateId, label: templateId, version, fields };
      ({ version } = await session.call<{ version: number }>('POST', pathOf(templates.save), body));
      while ((await session.call<{ change: object | null }>('GET', pathOf(templates.progress))).change !== null)
        await pause(10);
    };
    return withClient(databaseUrl, async (client) => {
      const { rows } = await client.query<{ key: number; field_key: number }>(
        `select key, (f->>'key')::int as field_key from templates, jsonb_array_elements(fields) f
          where instance_id = $1 and id = $2 and f->>'id' = 'rarity'`,
        [instanceId, templateId],
      );
      const { key = 0, field_key: fieldKey = 0 } = rows[0] ?? {};
      const replace = (from: string, to: string) => client.query(floor.replacedOption, [key, fieldKey, from, to]);
      const compare = async (name: string, product: () => Promise<void>, bare: Bare): Promise<Figure> => {
        const sides = [
          { work: product, restore: async () => undefined },
          { work: bare.work, restore: bare.restore },
        ].map(({ work, restore }) => async () => {
          await tidy(client);
          const time = await timed(work);
          await restore();
          return time;
        });
        const [products = [], floors = []] = await alternate(rounds, sides);
        return {
          goal: 'choiceChanged',
          name: `${name}, ${many.toLocaleString('en-US')} items`,
          unit: 'ms',
          product: median(products),
          floor: median(floors),
        };
      };
      const [first = added, second = added, third = added, ...others] = all;
      const rewritten: Bare = {
        work: () => replace(third.id, 'spare'),
        restore: () => replace('spare', third.id),
      };
      // A round that repeated another one would change nothing.
      let round = 0;
      const next = () => {
        round += 1;
        return round;
      };
      const renamed = () => save(fieldsWith([{ ...first, label: `Label ${next()}` }, second, third, ...others]));
      const reordered = () => {
        const from = next() % all.length;
        return save(fieldsWith([...all.slice(from), ...all.slice(0, from)]));
      };
      let held = second;
      const removed = () => {
        const [from, to] = held === second ? [second, added] : [added, second];
        held = to;
        return save(fieldsWith([first, to, third, ...others], { id: from.id, by: to.id }));
      };
      const ids = [...all, added].map(({ id }) => id);
      const figures = [
        await compare('an option is renamed', renamed, rewritten),
        await compare('the options are reordered', reordered, {
          work: () => client.query(floor.reorderedOptions, [key, fieldKey, ids]),
          restore: () => client.query(floor.reorderedOptions, [key, fieldKey, []]),
        }),
        await compare('an option is removed and replaced', removed, rewritten),
      ];
      const at = (place: number) => all[place % all.length]?.id ?? '';
      const look = (body: (place: number) => object) => async () => {
        const times: number[] = [];
        for (let place = 0; place < looks; place += 1)
          times.push(await timed(() => session.call('POST', pathOf(items.list), { limit: 25, ...body(place) })));
        return median(times);
      };
      const rarity = (op: number, value: string) => ({ filters: [{ template_field_id: 'rarity', op, value }] });
      const sortedBy = (field: string) => ({ sort: { field, direction: 'asc' } });
      const pairs = [
        {
          name: 'page filtered by three options, against one',
          product: (place: number) => rarity(filterOps.anyOf, [at(place), at(place + 1), at(place + 2)].join()),
          floor: (place: number) => rarity(filterOps.equal, at(place)),
        },
        {
          name: 'page sorted by a choice, against a number',
          product: () => sortedBy('rarity'),
          floor: () => sortedBy('price'),
        },
      ];
      // Later filters know all of them.
      await save(fieldsWith([...all, added]));
      for (const { name, ...sides } of pairs) {
        await alternate(1, [look(sides.product), look(sides.floor)]);
        const [ours = [], theirs = []] = await alternate(rounds, [look(sides.product), look(sides.floor)]);
        figures.push({ goal: 'choiceListed', name, unit: 'ms', product: median(ours), floor: median(theirs) });
      }
      return figures;
    });
  });

/** Bare SQL that is timed, and what makes its next round equal. */
interface Bare {
  work: () => Promise<unknown>;
  restore: () => Promise<unknown>;
}

async function tidy(client: Client): Promise<void> {
  for (const table of ['items', 'item_values', 'templates']) await client.query(`vacuum (analyze) ${table}`);
}
