import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { activity } from '@quartermaster/contract/endpoints/activity.ts';
import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import { beforeEach, expect, test } from 'vitest';
import { deleteActivity, insertActivity, type NewActivity } from '../../server/core/events/activity-repository.ts';
import { shows } from '../specification/shows.ts';
import { type Dice, diceOf } from '../support/dice.ts';
import { addMembers, addProject } from '../support/members.ts';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';
import { migrations } from '../support/server-database.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const query = <R>(text: string, values: unknown[] = []) => server.app.deps.database.query<R>(text, values);
type Filters = Input<typeof activity.export>['query'];

/** An entry as the model knows it; the place is that of its insertion. */
interface Known {
  place: number;
  at: number;
  kind: NewActivity['kind'];
  env: 'Dev' | 'Stage' | 'Prod' | null;
  origin: string | null;
  person: number | null;
  templates: string[];
}

const start = Date.parse('2026-10-01T00:00:00Z');
const minute = 60_000;
const origins = ['form', 'grid', 'sync', 'undo', 'template-change'] as const;
const templateIds = ['axe', 'bow', 'sword'];
const envs = ['Dev', 'Stage', 'Prod'] as const;

/** Entries that are nearly in the order of time, some at the same time, a few of them rare. */
function rollEntry(dice: Dice, place: number, people: readonly number[]): Known {
  const at = start + (place + dice.below(8)) * minute;
  const person = dice.percent(2) ? null : dice.percent(70) ? (people[0] ?? 0) : dice.oneOf(people);
  if (dice.percent(5)) return { place, at, kind: 'members', env: null, origin: null, person, templates: [] };
  const env = dice.percent(80) ? 'Dev' : dice.oneOf(envs);
  const shared = { place, at, env, person };
  if (dice.percent(10))
    return {
      ...shared,
      kind: 'change-set',
      origin: dice.oneOf(['sync', 'undo']),
      templates: dice.someOf(templateIds, 3),
    };
  if (dice.percent(5)) return { ...shared, kind: 'export', origin: 'form', templates: [] };
  const kind = dice.percent(5) ? 'template' : 'items';
  const template = dice.percent(85) ? 'sword' : dice.oneOf(templateIds);
  return { ...shared, kind, origin: dice.percent(85) ? 'form' : dice.oneOf(origins), templates: [template] };
}

async function insert(known: readonly Known[]): Promise<void> {
  const { studio } = server;
  const instances = { Dev: studio.dev, Stage: studio.stage, Prod: studio.prod };
  const sets = new Map<number, number>();
  for (const { place, kind, templates, env } of known) {
    if (kind !== 'change-set' || !env) continue;
    const [row] = await query<{ id: number }>(
      `insert into change_sets (target_id, state, note, request, revision, added, updated, removed, templates, created_at)
        values ($1, 'applied', '', '{"selection": null}', '', 1, 0, 0, 0, now()) returning id`,
      [instances[env]],
    );
    sets.set(place, row?.id ?? 0);
    for (const [index, id] of templates.entries())
      await query(
        'insert into change_set_templates (change_set_id, template_id, template_key, label) values ($1, $2, $3, $2)',
        [row?.id, id, index],
      );
  }
  const entries = known.map(({ place, at, kind, env, origin, person, templates }): NewActivity => {
    const set = sets.get(place);
    return {
      kind,
      instance_id: env && instances[env],
      project_id: env ? null : studio.projectId,
      origin: origin as NewActivity['origin'],
      accountId: person,
      actor: person === null ? 'system' : 'account',
      ...(kind !== 'change-set' && templates[0] !== undefined && { template_id: templates[0] }),
      ...(set !== undefined && { change_set_id: set }),
      details: set === undefined ? { place } : { place, change_set_id: set },
      at: new Date(at),
    };
  });
  for (let from = 0; from < entries.length; from += 100)
    await insertActivity(server.app.deps.database.query, entries.slice(from, from + 100));
}

const moment = (at: number) => new Date(at).toISOString();

function rollFilters(dice: Dice, people: readonly number[], count: number): Filters {
  const time = () => start + dice.below(count + 10) * minute;
  return {
    ...(dice.percent(40) && { person: dice.oneOf(people) }),
    ...(dice.percent(40) && { template: dice.oneOf(templateIds) }),
    ...(dice.percent(30) && { env: dice.oneOf(envs) }),
    ...(dice.percent(30) && { origin: dice.oneOf(origins) }),
    ...(dice.percent(30) && { kind: dice.oneOf(['items', 'template', 'change-set', 'export', 'members'] as const) }),
    ...(dice.percent(30) && { from: moment(time()) }),
    ...(dice.percent(30) && { to: moment(time()) }),
  };
}

const matches =
  ({ person, template, env, origin, kind, from, to }: Filters, sees: (entry: Known) => boolean) =>
  (entry: Known): boolean =>
    sees(entry) &&
    (person === undefined || entry.person === person) &&
    (template === undefined || entry.templates.includes(template)) &&
    (env === undefined || entry.env === env) &&
    (origin === undefined || entry.origin === origin) &&
    (kind === undefined || entry.kind === kind) &&
    (from === undefined || entry.at >= Date.parse(from)) &&
    (to === undefined || entry.at < Date.parse(to));

/** The places of all entries that match, page by page. */
async function readPages(filters: Filters, limit: number, as: Person): Promise<number[]> {
  const params = { projectId: server.studio.projectId };
  const ids: number[] = [];
  for (let cursor: string | undefined; ; ) {
    const paged = { ...filters, limit, ...(cursor !== undefined && { cursor }) };
    const { entries, next_cursor } = await server.call(activity.list, { params, query: paged }, { as });
    expect(entries.length).toBeLessThanOrEqual(limit);
    ids.push(...entries.map(({ id }) => id));
    if (next_cursor === null) break;
    expect(entries).toHaveLength(limit);
    cursor = next_cursor;
  }
  return ids;
}

const newestFirst = (a: Known, b: Known) => b.at - a.at || b.place - a.place;

/** Who calls, and which entries they may see. */
const callers: [Person, (entry: Known) => boolean][] = [
  ['owner', () => true],
  ['admin', () => true],
  ['member', ({ env }) => env === 'Dev'],
];

test.for([1, 2, 3])('random filters return what a model in memory does, page by page (%i)', async (seed) => {
  shows('4.activity.filters');
  const dice = diceOf(seed);
  const people = [
    server.studio.accounts.owner,
    server.studio.accounts.admin,
    ...(await addMembers(server, ['Ann', 'Bob', 'Cem'], 'member')),
  ];
  const count = 900;
  const known = Array.from({ length: count }, (_, place) => rollEntry(dice, place, people));
  // Entries of another project must not show.
  const other = await addProject(server, 'Other');
  await insert(known);
  await insertActivity(server.app.deps.database.query, [
    {
      ...{ kind: 'menu', instance_id: other.dev, project_id: null, origin: 'form', accountId: people[0] ?? 0 },
      actor: 'account',
      details: {},
      at: new Date(start),
    },
  ]);
  const rows = await query<{ id: number; place: number }>(`select id, (details->>'place')::int as place from activity`);
  const placeOf = new Map(rows.map(({ id, place }) => [id, place]));
  let kept = known;
  const compare = async (filters: Filters, limit: number) => {
    const [as, sees] = dice.oneOf(callers);
    const expected = kept.filter(matches(filters, sees)).toSorted(newestFirst);
    const found = await readPages(filters, limit, as);
    const label = `${as} ${JSON.stringify({ ...filters, limit })}`;
    expect([label, found.map((id) => placeOf.get(id))]).toEqual([label, expected.map(({ place }) => place)]);
    return expected.length;
  };
  for (const [as, sees] of callers) {
    const expected = known.filter(sees).toSorted(newestFirst);
    expect((await readPages({}, 100, as)).map((id) => placeOf.get(id))).toEqual(expected.map(({ place }) => place));
  }
  let found = 0;
  for (let turn = 0; turn < 60; turn += 1) {
    const limit = dice.oneOf([1, 3, 20, 100]);
    const filters = rollFilters(dice, people, count);
    // Otherwise one would read many pages of single entries.
    found += await compare(filters, Object.keys(filters).length < 3 ? 100 : Math.max(limit, 3));
  }
  expect(found).toBeGreaterThan(500);
  // As the retention does: whatever is left is found as before.
  const before = start + (count / 2) * minute;
  while (await deleteActivity(server.app.deps.database.query, server.studio.projectId, new Date(before)));
  kept = known.filter(({ at }) => at >= before);
  for (let turn = 0; turn < 15; turn += 1) await compare(rollFilters(dice, people, count), 50);
});

test('entries from before they could be filtered without their groups get what was added', async () => {
  const dice = diceOf(4);
  const known = Array.from({ length: 200 }, (_, place) => rollEntry(dice, place, [server.studio.accounts.owner]));
  await insert(known);
  const read = () => query('select id, instance_id, account_id, template_id from activity order by id');
  const written = await read();
  await query('update activity set instance_id = null, account_id = null, template_id = null');
  expect(await read()).not.toEqual(written);
  const migration = await readFile(join(migrations, '0040_activity_filters.sql'), 'utf8');
  for (const text of migration.split('--> statement-breakpoint'))
    if (text.trim().startsWith('UPDATE')) await query(text);
  expect(await read()).toEqual(written);
});
