import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { items as calls } from '@quartermaster/contract/endpoints/items.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import type { Bench } from './support/bench.ts';
import { fillWorkspace, makeWorkspace, withClient } from './support/content/prepare.ts';
import { alternate } from './support/load.ts';
import { pathOf } from './support/path-of.ts';
import type { Figure } from './support/report.ts';
import { withOwnServer } from './support/servers/own-server.ts';
import { median } from './support/statistics.ts';

const few = 10_000;
const many = Number(process.env.LISTS_ITEMS ?? 1_000_000);
const rounds = 15;

interface List {
  filters?: { template_field_id: string; op: number; value: string }[];
  sort?: { field: string; direction: 'asc' | 'desc' };
  from_end?: boolean;
}

const having = (field: string, text: string) => ({
  filters: [{ template_field_id: field, op: filterOps.contains, value: text }],
});
const by = (field: string) => ({ sort: { field, direction: 'asc' as const } });
const ofCategory = { filters: [{ template_field_id: 'category', op: filterOps.equal, value: 'sword' }] };

/** A label is a rarity, a category and a number; a description, sixteen random words. */
const lists: Record<string, List> = {
  all: {},
  'all, by price': by('price'),
  'last page': { from_end: true },
  'last page, by price': { ...by('price'), from_end: true },
  'a category, by price': { ...ofCategory, ...by('price') },
  'label contains a text of 5 %': having('label', 'sword'),
  'label contains a text of 5 %, by price': { ...having('label', 'sword'), ...by('price') },
  'label contains a text of 5 %, by label': { ...having('label', 'sword'), ...by('label') },
  'label contains a text of none': having('label', 'nowhere'),
  'label contains two letters of 5 %': having('label', 'sw'),
  'label contains two letters of none': having('label', 'zq'),
  'label contains a letter of none': having('label', 'q'),
  'text contains a phrase of 2 %': having('description', 'worth more'),
  'text contains a phrase of one in 1,500': having('description', 'worth more than'),
  'text contains two letters of none': having('description', 'zq'),
  'text contains two letters of none, by price': { ...having('description', 'zq'), ...by('price') },
  'text contains a letter of none': having('description', 'q'),
};

/** Pages of lists of many items compared with those of few, the count of a selection, and the bytes of an item. */
export const longLists = (bench: Bench): Promise<Figure[]> =>
  withOwnServer(bench, 'lists', async ({ databaseUrl, session }) => {
    const content = await fillWorkspace(databaseUrl, await makeWorkspace(databaseUrl), session, [few, many]);
    const { instanceId } = content;
    const against = `${few.toLocaleString('en-US')} items`;
    const compare = async (name: string, callOn: (templateId: string) => Promise<unknown>): Promise<Figure> => {
      const sides = content.lists.toReversed().map(({ templateId }) => async () => {
        const since = performance.now();
        await callOn(templateId);
        return performance.now() - since;
      });
      // PostgreSQL has ten connections to prepare a statement on.
      await alternate(10, sides);
      const [long = [], short = []] = await alternate(rounds, sides);
      return { goal: 'listScale', name, unit: 'ms', product: median(long), floor: median(short), against };
    };
    const figures: Figure[] = [];
    for (const [name, list] of Object.entries(lists)) {
      const page = (templateId: string) =>
        session.call('POST', pathOf(calls.list.path, { instanceId, templateId }), { ...list, limit: 25 });
      figures.push(await compare(`list of ${many.toLocaleString('en-US')}: ${name}`, page));
    }
    const count = (template_id: string) =>
      session.call('POST', pathOf(bulkEdits.count.path, { instanceId }), { template_id, ...having('label', 'sword') });
    figures.push(await compare('count of a selection of 5 %', count));
    return [...figures, await bytesOfItem(databaseUrl)];
  });

/** With index rows, links, sums and the first version; all tables are of this template, but for a few items. */
const bytesOfItem = (databaseUrl: string): Promise<Figure> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ bytes: number }>(
      `select (sum(pg_total_relation_size(name)) / (select count(*) from items))::float8 as bytes
      from unnest(array['items', 'item_values', 'item_links', 'item_keys', 'item_sums', 'item_revisions']::regclass[]) name`,
    );
    return {
      goal: 'itemBytes',
      name: 'bytes of an item and its first version',
      unit: 'B',
      product: rows[0]?.bytes ?? Number.NaN,
    };
  });
