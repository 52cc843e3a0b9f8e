import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import type { Client } from 'pg';
import * as floor from './floor/template-sql.ts';
import type { Bench } from './support/bench.ts';
import { itemTemplateFields, largestPrice } from './support/content/content.ts';
import { type Filled, withClient } from './support/content/prepare.ts';
import { alternate } from './support/load.ts';
import type { Figure } from './support/report.ts';
import { savesMeanwhile } from './support/saves-meanwhile.ts';
import { median } from './support/statistics.ts';
import { templateCalls } from './support/template-calls.ts';
import { timed } from './support/timed.ts';

const rounds = 3;
/** A dry run changes nothing and is cheap: each round repeats it. */
const dryRuns = 9;
/** Exceeded by every tenth price, and about half of the descriptions. */
const [maximum, length] = [largestPrice * 0.9, 90];
const removedId = 'description';

type Fields = SaveTemplateField[];
const templateIn = ({ content, session }: Bench, { templateId }: Filled) =>
  templateCalls(session, content.instanceId, templateId);
const withMaximum = (id: string, limit: number): Fields =>
  itemTemplateFields.map((field) =>
    field.id === id ? { ...field, settings: { ...field.settings, maximum: limit } as typeof field.settings } : field,
  );
const without = (...ids: string[]): Fields => itemTemplateFields.filter(({ id }) => !ids.includes(id));
const withoutRows = without('bonuses', 'stat', 'amount');

/**
 * The effects of a change on all items of a long list: its dry run compared with bare SQL, and saves while it is applied.
 */
export async function templateChange(bench: Bench): Promise<Figure[]> {
  const { content, databaseUrl } = bench;
  const [shortest] = content.lists;
  const longest = content.lists.at(-1);
  const saved = content.lists.find(({ items }) => items >= 100_000) ?? longest;
  if (!shortest || !longest || !saved) return [];
  const template = templateIn(bench, longest);
  return withClient(databaseUrl, async (client) => {
    const keys = await keysOf(client, longest.templateId);
    const sql = (text: string, ...values: unknown[]) =>
      often(() => timed(() => client.query(text, [keys.template, ...values])));
    const timeDryRun = (fields: Fields) => often(() => timed(() => template.dryRun(fields)));
    await tidy(client);
    const present = await alternate(rounds, [
      async () => ({
        maximum: await timeDryRun(withMaximum('price', maximum)),
        length: await timeDryRun(withMaximum(removedId, length)),
        removed: await timeDryRun(without(removedId)),
      }),
      async () => ({
        maximum: await sql(floor.findAboveMaximum, keys.fields.price, maximum),
        length: await sql(floor.findAboveLength, keys.fields[removedId], length),
        removed: await sql(floor.countRemoved, keys.fields[removedId]),
      }),
    ]);
    const rows = await alternate(
      rounds,
      [longest, shortest].map((list) => {
        const { dryRun } = templateIn(bench, list);
        return () => often(() => timed(() => dryRun(withoutRows)));
      }),
    );
    await template.save(without(removedId));
    await template.untilDone();
    await tidy(client);
    const restored = await alternate(rounds, [
      () => timeDryRun(itemTemplateFields),
      () => sql(floor.countRestored, keys.fields[removedId]),
    ]);
    await template.save(itemTemplateFields);
    await template.untilDone();
    await tidy(client);

    const items = `${longest.items.toLocaleString('en-US')} items`;
    const figure = (name: string, [ours = [], floors = []]: number[][]): Figure => ({
      goal: 'changeTold',
      name: `${name}, ${items}`,
      unit: 'ms',
      product: median(ours),
      floor: median(floors),
    });
    const of = (what: 'maximum' | 'length' | 'removed') => present.map((side) => side.map((round) => round[what]));
    const changing = templateIn(bench, saved);
    const { isRunning } = changing;
    return [
      figure('dry run of a lower maximum', of('maximum')),
      figure('dry run of a shorter length', of('length')),
      figure('dry run of a removed field', of('removed')),
      figure('dry run of a restored field', restored),
      {
        ...figure('dry run of removed rows', rows),
        goal: 'changeToldRows',
        against: `${shortest.items.toLocaleString('en-US')} items`,
      },
      ...(await savesMeanwhile(bench, saved, [
        { name: 'a field is removed', begin: () => changing.save(without(removedId)), isRunning },
        { name: 'it is restored', begin: () => changing.save(itemTemplateFields), isRunning },
      ])),
    ];
  });
}

async function often(work: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  while (times.length < dryRuns) times.push(await work());
  return median(times);
}

/** Cleans the tables for both sides: a change leaves as many dead rows as there are items. */
async function tidy(client: Client): Promise<void> {
  for (const table of ['items', 'item_values', 'item_revisions', 'removed_values', 'removed_documents', 'templates'])
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
