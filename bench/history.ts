import { history } from '@quartermaster/contract/endpoints/history.ts';
import { compactRevisions, findNextStep } from '../server/content/history/compact-repository.ts';
import type { Query } from '../server/core/database/database.ts';
import { listItemVersions } from '../server/modules/history/item-service.ts';
import * as floor from './floor/history-sql.ts';
import type { Bench } from './support/bench.ts';
import { addGameVersions, games } from './support/content/game-versions.ts';
import { type Filled, fillWorkspace, makeWorkspace, withClient } from './support/content/prepare.ts';
import { alternate, callOf, type Load } from './support/load.ts';
import { pathOf } from './support/path-of.ts';
import type { Figure } from './support/report.ts';
import { type OwnServer, withOwnServer } from './support/servers/own-server.ts';
import { withProductQuery } from './support/servers/product-query.ts';
import { median } from './support/statistics.ts';
import { timed } from './support/timed.ts';

/** Of two lists: one item with many versions, and many items with some. */
const [long, wide] = [1_000, 2_000];
const versions = { long: 10_000, wide: 50, saved: 1_000 };
const rounds = 15;
const saving = { rounds: 9, connections: 4, seconds: 2 };
/** The items that are saved with many versions, and with one. */
const savedItems = 100;

/** The history of an item of 10,000 versions, their bytes as differences, and saves of items with 1,000 versions. */
export const histories = (bench: Bench): Promise<Figure[]> =>
  withOwnServer(bench, 'history', async ({ databaseUrl, product, session }) => {
    const instanceId = await makeWorkspace(databaseUrl);
    const { lists } = await fillWorkspace(databaseUrl, instanceId, session, [long, wide]);
    const [one, many] = lists;
    if (!one || !many) return [];
    return withClient(databaseUrl, async (client) => {
      const query: Query = async <R>(text: string, values: readonly unknown[]) =>
        (await client.query(text, [...values])).rows as R[];
      const keyOf = async ({ templateId }: Filled) =>
        (
          await query<{ key: number }>('select key from templates where instance_id = $1 and id = $2', [
            instanceId,
            templateId,
          ])
        )[0]?.key ?? 0;
      const [oneKey, manyKey] = [await keyOf(one), await keyOf(many)];
      await query('delete from item_revisions where template_key = any($1::int[])', [[oneKey, manyKey]]);
      await query(floor.addVersions, [oneKey, 1, versions.long]);
      await query(floor.addVersions, [manyKey, wide, versions.wide]);
      const bytes = async () => (await query<{ bytes: number }>(floor.storedBytes, [manyKey]))[0]?.bytes ?? 0;
      const whole = await bytes();
      for (const key of [oneKey, manyKey]) await compact(query, key);
      const stored = await bytes();
      await query('vacuum (analyze) item_revisions', []);

      const place = { instanceId, templateId: one.templateId, id: one.firstId };
      const pages = await withProductQuery(databaseUrl, (run) =>
        comparePages({ load: bench.load, product, session, query, run, place, templateKey: oneKey }),
      );
      return [
        ...pages,
        {
          goal: 'historyBytes',
          name: `a version as stored, of ${count(wide * versions.wide)}`,
          unit: 'bytes',
          product: stored,
          floor: whole,
          against: 'whole',
        },
        ...(await bytesOfGames(query, manyKey)),
        await compareSaves({ bench, product, session, query, instanceId, list: many, templateKey: manyKey }),
      ];
    });
  });

const count = (number: number) => number.toLocaleString('en-US');

interface Pages extends Pick<OwnServer, 'product' | 'session'> {
  load: Load;
  /** On a connection of the benchmark. */
  query: Query;
  /** As the product sends its statements. */
  run: Query;
  place: { instanceId: number; templateId: string; id: number };
  templateKey: number;
}

/** First pages of the versions of an item, and of those of a field: the whole call, and the product's statements alone. */
async function comparePages({ load, product, session, query, run, place, templateKey }: Pages): Promise<Figure[]> {
  const path = `/v1${pathOf(history.listItem.path, place)}`;
  const page = { limit: 50 };
  const compare = async (
    goal: Figure['goal'],
    name: string,
    { field, text }: { field?: string; text: string },
  ): Promise<Figure[]> => {
    const filter = field === undefined ? {} : { field };
    const address = `${path}?${new URLSearchParams({ ...filter, limit: String(page.limit) })}`;
    const values = [templateKey, place.id, ...Object.values(filter)];
    const sides = [
      () => callOf(load, { ...product, headers: () => session.headers() }, address),
      () => timed(() => listItemVersions(run, place, { ...page, ...filter })),
      () => timed(() => query(text, values)),
    ];
    await alternate(6, sides);
    const [call = [], statements = [], bare = []] = await alternate(rounds, sides);
    const shared = { goal, unit: 'ms', floor: median(bare), against: 'bare SQL' };
    return [
      { ...shared, name: `${name}, the call`, product: median(call) },
      { ...shared, name: `${name}, its statements`, product: median(statements) },
    ];
  };
  const of = `of ${count(versions.long)} versions`;
  return [
    ...(await compare('historyPage', `first page ${of}`, { text: floor.firstPage })),
    ...(await compare('historyField', `first page of a field, ${of}`, { field: 'tradable', text: floor.pageOfField })),
  ];
}

/** The bytes of a version of published games, of which each changes one field. */
async function bytesOfGames(query: Query, freeKey: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [index, game] of games.entries()) {
    // There is no template of this key, as revisions need none.
    const templateKey = freeKey + 1000 + index;
    const made = await addGameVersions(query, game, { templateKey, versions: versions.wide });
    const bytes = async () => (await query<{ bytes: number }>(floor.storedBytes, [templateKey]))[0]?.bytes ?? 0;
    const whole = await bytes();
    await query('analyze item_revisions', []);
    await compact(query, templateKey);
    figures.push({
      goal: 'historyGames',
      name: `a version as stored, of ${count(made)} of ${game.name}`,
      unit: 'bytes',
      product: await bytes(),
      floor: whole,
      against: 'whole',
    });
  }
  return figures;
}

/** Stores older versions as differences, as the product's job does. */
async function compact(query: Query, templateKey: number): Promise<void> {
  let after = { itemId: 0, version: 0 };
  for (let to = await findNextStep(query, templateKey, after); to; to = await findNextStep(query, templateKey, after)) {
    await compactRevisions(query, { templateKey, after, to }, { before: new Date(), since: null });
    after = to;
  }
}

interface Place extends Pick<OwnServer, 'product' | 'session'> {
  bench: Bench;
  query: Query;
  instanceId: number;
  list: Filled;
  templateKey: number;
}

/** Saves of items with 1,000 versions, compared with saves of other items of the same template with one. */
async function compareSaves({ bench, product, session, query, instanceId, list, templateKey }: Place): Promise<Figure> {
  const { templateId, firstId } = list;
  const other = firstId + savedItems;
  await query('delete from item_revisions where template_key = $1', [templateKey]);
  await query(floor.addVersions, [templateKey, 2 * savedItems, versions.saved]);
  const former = 'delete from item_revisions where template_key = $1 and item_id >= $2 and version < $3';
  await query(former, [templateKey, other, versions.saved]);
  await query('vacuum (analyze) item_revisions', []);
  await query('vacuum (analyze) items', []);
  const side = { ...product, headers: () => session.headers() };
  const sides = [firstId, other].map((first) => async () => {
    const saved = { instanceId, templateId, firstId: first, items: savedItems, version: versions.saved };
    const { latencies, seconds } = await bench.load.round(side, { kind: 'save', ...saved }, saving);
    return latencies.length / seconds;
  });
  await alternate(2, sides);
  const [withMany = [], withOne = []] = await alternate(saving.rounds, sides);
  return {
    goal: 'historySave',
    name: `saving an item of ${count(versions.saved)} versions, 4 connections`,
    unit: 'saves/s',
    product: median(withMany),
    floor: median(withOne),
    against: 'of one version',
  };
}
