import { type SaveTemplateField, type Template, templates } from '@quartermaster/contract/templates.ts';
import type { Client } from 'pg';
import * as floor from './floor/template-sql.ts';
import type { Bench } from './support/bench.ts';
import { itemTemplateFields, largestPrice } from './support/content.ts';
import { alternate } from './support/load.ts';
import { withClient } from './support/prepare.ts';
import type { Figure } from './support/report.ts';
import { median } from './support/statistics.ts';

const rounds = 3;
/** Telling changes nothing and takes little: each round asks several times. */
const asked = 9;
/** Every tenth price, and about half of the descriptions. */
const [maximum, length] = [largestPrice * 0.9, 90];
const removedId = 'description';

type Fields = SaveTemplateField[];
const withMaximum = (id: string, limit: number): Fields =>
  itemTemplateFields.map((field) =>
    field.id === id ? { ...field, settings: { ...field.settings, maximum: limit } as typeof field.settings } : field,
  );
const withoutOne = itemTemplateFields.filter(({ id }) => id !== removedId);

/** What a change does to all items of the longest list: telling it, and applying it, beside the SQL alone. */
export async function templateChange({ content, session, databaseUrl }: Bench): Promise<Figure[]> {
  const list = content.lists.at(-1);
  if (!list) return [];
  const { instanceId } = content;
  const { templateId } = list;
  const path = (of: string) => of.replace(':instanceId', String(instanceId)).replace(':templateId', templateId);
  const version = async () =>
    (await session.call<Template>(templates.get.method, path(templates.get.path))).header.version;
  const call = async (endpoint: { method: string; path: string }, fields: Fields): Promise<number> => {
    const body = { id: templateId, label: templateId, version: await version(), fields };
    return timed(() => session.call(endpoint.method, path(endpoint.path), body));
  };
  const told = (endpoint: { method: string; path: string }, fields: Fields) => often(() => call(endpoint, fields));
  return withClient(databaseUrl, async (client) => {
    const keys = await keysOf(client, templateId);
    const sql = (text: string, ...values: unknown[]) => timed(() => client.query(text, [keys.template, ...values]));
    const removed = [keys.fields[removedId], removedId, 1] as const;
    const measured = await alternate(rounds, [
      async () => {
        await tidy(client);
        return {
          tellMaximum: await told(templates.dryRun, withMaximum('price', maximum)),
          tellLength: await told(templates.dryRun, withMaximum('description', length)),
          tellRemoved: await told(templates.dryRun, withoutOne),
          remove: await call(templates.save, withoutOne),
          tellRestored: await told(templates.dryRun, itemTemplateFields),
          restore: await call(templates.save, itemTemplateFields),
        };
      },
      async () => {
        await tidy(client);
        const telling = {
          tellMaximum: await often(() => sql(floor.tellMaximum, keys.fields.price, maximum)),
          tellLength: await often(() => sql(floor.tellLength, keys.fields.description, length)),
          tellRemoved: await often(() => sql(floor.tellRemoved, removed[0])),
        };
        await client.query('begin');
        const both = async (texts: readonly string[]) => {
          let sum = 0;
          for (const text of texts) sum += await sql(text, ...removed);
          return sum;
        };
        const remove = await both(floor.remove);
        const tellRestored = await often(() => sql(floor.tellRestored, removed[0]));
        const restore = await both(floor.restore);
        const commit = await timed(() => client.query('commit'));
        return { ...telling, remove: remove + commit, tellRestored, restore: restore + commit };
      },
    ]);
    const [ours = [], floors = []] = measured;
    const items = `${list.items.toLocaleString('en-US')} items`;
    const figure = (goal: Figure['goal'], what: keyof (typeof ours)[number], name: string): Figure => ({
      goal,
      name: `${name}, ${items}`,
      unit: 'ms',
      product: median(ours.map((round) => round[what])),
      floor: median(floors.map((round) => round[what])),
    });
    return [
      figure('changeTold', 'tellMaximum', 'telling of a lower maximum'),
      figure('changeTold', 'tellLength', 'telling of a shorter length'),
      figure('changeTold', 'tellRemoved', 'telling of a removed field'),
      figure('changeTold', 'tellRestored', 'telling of a field that comes back'),
      figure('changeApplied', 'remove', 'removing a field'),
      figure('changeApplied', 'restore', 'bringing a field back'),
    ];
  });
}

async function often(work: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  while (times.length < asked) times.push(await work());
  return median(times);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}

/** Each side finds the tables as tidy as the other does: a round leaves as many dead rows as there are items. */
async function tidy(client: Client): Promise<void> {
  for (const table of ['items', 'item_values', 'item_revisions', 'removed_values', 'templates'])
    await client.query(`vacuum (analyze) ${table}`);
}

async function keysOf(client: Client, templateId: string) {
  const { rows } = await client.query<{ key: number; fields: { id: string; key: number }[] }>(
    'select key, fields from templates where id = $1',
    [templateId],
  );
  const [row] = rows;
  if (!row) throw new Error(`There is no template ${templateId}.`);
  return { template: row.key, fields: Object.fromEntries(row.fields.map(({ id, key }) => [id, key])) };
}
