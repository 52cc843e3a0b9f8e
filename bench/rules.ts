import { setTimeout as pause } from 'node:timers/promises';
import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import type { Rule } from '@quartermaster/contract/field-types/rules.ts';
import * as floor from './floor/rule-sql.ts';
import type { Bench } from './support/bench.ts';
import { itemTemplateFields } from './support/content/content.ts';
import { type Filled, fillWorkspace, makeWorkspace, withClient } from './support/content/prepare.ts';
import { alternate, type Side } from './support/load.ts';
import type { Figure } from './support/report.ts';
import { type OwnServer, withOwnServer } from './support/servers/own-server.ts';
import { median } from './support/statistics.ts';
import { templateCalls } from './support/template-calls.ts';
import { timed } from './support/timed.ts';

const [few, many] = [10_000, 100_000];
const rounds = 3;
const saving = { rounds: 7, connections: 4, seconds: 2 };
/** In seconds: how long saves without a trial are measured, and per step while one runs. */
const [alone, atATime] = [3, 0.5];

const tags: SaveTemplateField = {
  id: 'tags',
  parentId: null,
  order: itemTemplateFields.length,
  settings: { type: 'dynamic-group', name: 'tags', label: 'Tags' },
};
const tag: SaveTemplateField = {
  id: 'tag',
  parentId: tags.id,
  order: tags.order + 1,
  settings: { type: 'text', name: 'tag', label: 'Tag', required: false, minimum: null, maximum: null },
};
const tagList: SaveTemplateField = {
  ...tags,
  settings: { type: 'text-list', name: 'tags', label: 'Tags', required: false },
};
const plain: readonly SaveTemplateField[] = [...itemTemplateFields, tags, tag];

/** Of each kind that a designer writes; every item meets them, whatever the place. */
const conditions = [
  (place: number) => `level <= price + ${1000 + place}`,
  (place: number) => `weight == null || weight * 2 < power + ${10_000 + place}`,
  (place: number) => `name.size() > 0 && name != "${place}"`,
  (place: number) => `!tradable || rarity != "legend ${place}"`,
  (place: number) => `bonuses.all(bonus, bonus.amount <= ${1000 + place})`,
];
const ruleAt = (place: number): Rule => ({
  name: `Rule ${place}`,
  condition: conditions[place % conditions.length]?.(place) ?? 'true',
  message: 'must be in balance',
});

const withSettings = (id: string, more: object): SaveTemplateField[] =>
  plain.map((field) =>
    field.id === id ? { ...field, settings: { ...field.settings, ...more } as typeof field.settings } : field,
  );

const computed: SaveTemplateField = {
  id: 'value',
  parentId: null,
  order: plain.length,
  settings: { type: 'computed-number', name: 'value', label: 'Value', formula: 'price * level / 100 + power' },
};
const ruled = [...withSettings('level', { rules: Array.from({ length: 20 }, (_, place) => ruleAt(place)) }), computed];

/** Saves of a template with rules and a computed field, and rules, patterns and conversions that are tried on many items. */
export const rules = (bench: Bench): Promise<Figure[]> =>
  withOwnServer(bench, 'rules', async (server) => {
    const instanceId = await makeWorkspace(server.databaseUrl);
    const { writes, lists } = await fillWorkspace(
      server.databaseUrl,
      instanceId,
      server.session,
      [few, many],
      [...plain],
    );
    const [small, large] = lists;
    if (!small || !large) return [];
    const place = { bench, server, instanceId };
    return [await compareSaves(place, small, writes), ...(await tryAll(place, large))];
  });

interface Place {
  bench: Bench;
  server: OwnServer;
  instanceId: number;
}

const sideOf = ({ product, session }: OwnServer): Side => ({ ...product, headers: () => session.headers() });

/** Saves of items with 20 rules and a computed field, compared with the same saves without them. */
async function compareSaves({ bench, server, instanceId }: Place, list: Filled, without: Filled): Promise<Figure> {
  const template = templateCalls(server.session, instanceId, list.templateId);
  await template.save(ruled);
  await template.untilDone();
  await tidy(server);
  const sides = [list, without].map(({ templateId, firstId, items }) => async () => {
    const job = { kind: 'save', instanceId, templateId, firstId, items } as const;
    return median((await bench.load.round(sideOf(server), job, saving)).latencies);
  });
  await alternate(1, sides);
  const [ruledSaves = [], plainSaves = []] = await alternate(saving.rounds, sides);
  return {
    goal: 'ruledSave',
    name: 'p50 of a save with 20 rules and a computed field, 4 connections',
    unit: 'ms',
    product: median(ruledSaves),
    floor: median(plainSaves),
    against: 'without',
  };
}

/** What is tried on all items of a list, compared with reading them, and the saves of its items meanwhile. */
async function tryAll(place: Place, list: Filled): Promise<Figure[]> {
  const { server, instanceId } = place;
  const template = templateCalls(server.session, instanceId, list.templateId);
  return withClient(server.databaseUrl, async (client) => {
    const { rows } = await client.query<{ key: number; tag: number }>(
      `select key, (f->>'key')::int as tag from templates, jsonb_array_elements(fields) f
        where instance_id = $1 and id = $2 and f->>'id' = $3`,
      [instanceId, list.templateId, tag.id],
    );
    const { key = 0, tag: tagKey = 0 } = rows[0] ?? {};
    await client.query(floor.addTags, [key, tagKey]);
    await tidy(server);
    // A rule that was tried before would not be tried again.
    let tried = 0;
    const withNewRule = () => {
      tried += 1;
      return withSettings('level', { rules: [ruleAt(tried)] });
    };
    const bodies = Array.from({ length: rounds }, withNewRule);
    const [dryRuns = [], saves = [], floors = []] = await alternate(rounds, [
      (round) => timed(() => template.dryRun(bodies[round] ?? [])),
      (round) => timed(() => template.save(bodies[round] ?? [])),
      () => timed(() => client.query(floor.readDocuments, [key])),
    ]);
    const items = `${many.toLocaleString('en-US')} items`;
    const figure = (name: string, times: number[]): Figure => ({
      goal: 'ruleTried',
      name: `${name}, ${items}`,
      unit: 'ms',
      product: median(times),
      floor: median(floors),
    });
    return [
      figure('dry run of a new rule', dryRuns),
      figure('save of a new rule', saves),
      ...(await savesHeld(place, list, [
        { name: 'a rule is tried', change: () => template.save(withNewRule()) },
        {
          name: 'a pattern is tried',
          change: () => {
            tried += 1;
            return template.save(withSettings('description', { pattern: `^[a-z0-9 ,]*[^${tried}]?$` }));
          },
          restore: () => template.save([...plain]),
        },
        {
          name: 'rows become a list',
          change: () => template.save([...itemTemplateFields, { ...tagList, converts: true }]),
          // To revert it would take as long as all of the rest.
          rounds: 1,
        },
      ])),
    ];
  });
}

interface Held {
  name: string;
  change: () => Promise<void>;
  restore?: () => Promise<void>;
  rounds?: number;
}

/** The longest save of a list's items while its template is saved, compared with the longest without. */
async function savesHeld({ bench, server, instanceId }: Place, list: Filled, changes: readonly Held[]) {
  const { templateId, firstId, items } = list;
  const job = { kind: 'save', instanceId, templateId, firstId, items } as const;
  const longest = async (seconds: number) =>
    (await bench.load.round(sideOf(server), job, { connections: 1, seconds })).latencies.at(-1) ?? 0;
  const figures: Figure[] = [];
  for (const { name, change, restore, rounds: times = rounds } of changes) {
    const [without, during]: [number[], number[]] = [[], []];
    for (let round = 0; round < times; round += 1) {
      await tidy(server);
      without.push(await longest(alone));
      let isDone = false;
      const changed = pause(100).then(change);
      const ended = changed.finally(() => {
        isDone = true;
      });
      do during.push(await longest(atATime));
      while (!isDone);
      await ended;
      await restore?.();
    }
    figures.push({
      goal: 'saveHeld',
      name: `longest save while ${name}, ${items.toLocaleString('en-US')} items`,
      unit: 'ms',
      product: Math.max(...during),
      floor: Math.max(...without),
      against: 'without',
    });
  }
  return figures;
}

const tidy = ({ databaseUrl }: OwnServer) =>
  withClient(databaseUrl, async (client) => {
    for (const table of ['items', 'item_values', 'item_revisions', 'templates'])
      await client.query(`vacuum (analyze) ${table}`);
  });
