import { setTimeout as pause } from 'node:timers/promises';
import { fieldStatus } from '@quartermaster/contract/content/item-fields.ts';
import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { type ChangeSet, changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Applied } from '@quartermaster/contract/endpoints/door.ts';
import { items as calls } from '@quartermaster/contract/endpoints/items.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import type { Client } from 'pg';
import { editedItems, editedItemsAsOne } from './floor/bulk-sql.ts';
import type { Bench } from './support/bench.ts';
import { fillWorkspace, makeWorkspace, withClient } from './support/content/prepare.ts';
import { alternate } from './support/load.ts';
import { freshContext, openBrowser, signedInState } from './support/pages/browser.ts';
import { editRows, saveRow } from './support/pages/edit-page.ts';
import type { Figure } from './support/report.ts';
import { type OwnServer, withOwnServer } from './support/servers/own-server.ts';
import { median } from './support/statistics.ts';

const many = 100_000;
const few = 20;
const rounds = 2;
const looks = 25;
const paints = 9;

interface Place {
  instanceId: number;
  templateId: string;
  templateKey: number;
  priceKey: number;
}

/** Edits of all of 100,000 items, and of a few of them in one call. */
export const bulk = (bench: Bench): Promise<Figure[]> =>
  withOwnServer(bench, 'bulk', async (server) => {
    const place = await prepare(server);
    return withClient(server.databaseUrl, async (client) => [
      await editsOfFew(server, client, place),
      await paintedEdits(server, place),
      ...(await editsOfAll(server, client, place)),
    ]);
  });

async function prepare({ databaseUrl, session }: OwnServer): Promise<Place> {
  const instanceId = await makeWorkspace(databaseUrl);
  const content = await fillWorkspace(databaseUrl, instanceId, session, [many]);
  const templateId = content.lists[0]?.templateId ?? '';
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ key: number; fields: { id: string; key: number }[] }>(
      'select key, fields from templates where instance_id = $1 and id = $2',
      [instanceId, templateId],
    );
    const [template] = rows;
    const priceKey = template?.fields.find(({ id }) => id === 'price')?.key ?? 0;
    return { instanceId, templateId, templateKey: template?.key ?? 0, priceKey };
  });
}

const addOne = { operations: [{ field_id: 'price', op: 'add', value: 1 }] };

/** An edit, until it is applied. */
async function edit({ session }: OwnServer, { instanceId, templateId }: Place, selection: object): Promise<void> {
  const pathOf = (path: string, id = 0) =>
    path.replace(':instanceId', String(instanceId)).replace(':changeSetId', String(id));
  const body = { selection: { template_id: templateId, ...selection }, action: addOne };
  const started = await session.call<Applied>('POST', pathOf(bulkEdits.apply.path), body);
  if (started.state === 'applied') return;
  for (;;) {
    const { change_set: set } = await session.call<{ change_set: ChangeSet }>(
      'GET',
      pathOf(changeSets.get.path, started.id ?? 0),
    );
    if (set.state === 'applied') return;
    if (set.state !== 'running') throw new Error(set.error ?? 'The edit was not applied.');
    await pause(50);
  }
}

/** All items, compared with the bare SQL that writes the same rows, and with that of separate saves. */
async function editsOfAll(server: OwnServer, client: Client, place: Place): Promise<Figure[]> {
  // Prices below the largest, so that no rule refuses one.
  await client.query(
    `update items set "values" = jsonb_set("values", '{price}', to_jsonb((("values"->>'price')::int % 1000)))
      where template_key = $1`,
    [place.templateKey],
  );
  const filters = [{ template_field_id: 'id', op: filterOps.more, value: '0' }];
  const edited = { ...place, fieldId: 'price', fieldKey: place.priceKey, items: many };
  const floor = (statements: ReturnType<typeof editedItems>) => async () => {
    await client.query('begin');
    for (const [text, values] of statements) await client.query(text, values);
    await client.query('commit');
  };
  const sides = [
    () => edit(server, place, { filters, count: many }),
    floor(editedItemsAsOne(edited)),
    floor(editedItems(edited)),
  ].map((work) => async () => {
    await tidy(client);
    return timed(work);
  });
  const [products = [], floors = [], plain = []] = await alternate(rounds, sides);
  const figure = { unit: 's', product: median(products) / 1000 };
  const name = `edit of ${many.toLocaleString('en-US')} items`;
  return [
    { ...figure, goal: 'bulkMany', name, floor: median(floors) / 1000 },
    { ...figure, goal: 'bulkManySaves', name, floor: median(plain) / 1000, against: 'without its history' },
  ];
}

/** A few items in one call, compared with a save of one of them. */
async function editsOfFew(server: OwnServer, client: Client, place: Place): Promise<Figure> {
  const { rows } = await client.query<{ id: number }>(
    'select id from items where template_key = $1 order by id limit $2',
    [place.templateKey, few + 1],
  );
  const [saved = 0, ...ids] = rows.map(({ id }) => id);
  let price = 1;
  const path = calls.save.path.replace(':instanceId', String(place.instanceId));
  const { rows: labels } = await client.query<{ label: string; version: number }>(
    'select label, version from items where template_key = $1 and id = $2',
    [place.templateKey, saved],
  );
  let version = labels[0]?.version ?? 0;
  const save = async () => {
    price += 1;
    const field = {
      ...{ id: 'price', template_field_id: 'price', template_field_type: 'integer', template_group_id: null },
      ...{ template_group_path: null, value: price, status: fieldStatus.updated },
    };
    const item = { id: saved, template_id: place.templateId, internal_label: labels[0]?.label, version };
    const body = { ...item, fields: [field] };
    ({ version } = await server.session.call<{ version: number }>('POST', path, body));
  };
  const sides = [() => timed(() => edit(server, place, { ids })), () => timed(save)];
  await alternate(5, sides);
  const [edits = [], saves = []] = await alternate(looks, sides);
  return {
    goal: 'bulkFew',
    name: `edit of ${few} items in one call, against a save of one`,
    unit: 'ms',
    product: median(edits),
    floor: median(saves),
  };
}

/** The same in the console, from the click until the rows with the new values were painted. */
async function paintedEdits({ product }: OwnServer, { instanceId, templateId }: Place): Promise<Figure> {
  const browser = await openBrowser();
  try {
    const origin = `http://127.0.0.1:${product.port}`;
    const context = await freshContext(browser, { state: signedInState(browser, origin) });
    const page = await context.newPage();
    const list = `${origin}/instance/${instanceId}/templates/${templateId}/items?size=25`;
    let price = 1;
    const save = () => {
      // Never the price that the edit before has left.
      price += 10;
      return saveRow(page, list, price);
    };
    const sides = [() => editRows(page, list, few), save];
    await alternate(2, sides);
    const [edits = [], saves = []] = await alternate(paints, sides);
    const name = `from the click to the painted rows of ${few} edited items, against a save of one`;
    return { goal: 'bulkFewPainted', name, unit: 'ms', product: median(edits), floor: median(saves) };
  } finally {
    await browser.close();
  }
}

async function tidy(client: Client): Promise<void> {
  for (const table of ['items', 'item_values', 'item_revisions', 'change_set_items', 'change_set_index'])
    await client.query(`vacuum (analyze) ${table}`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}
