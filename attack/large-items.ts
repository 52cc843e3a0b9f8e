import { items } from '@quartermaster/contract/endpoints/items.ts';
import type { Attack } from './support/attack.ts';
import { longText, oneText, storeItems, storeTemplate } from './support/content.ts';
import { exportEnds } from './support/exports.ts';

const [count, megabytes] = [90, 7];
const templateId = 'long_stories';

/** More than fits into one response, or into one server’s memory. */
export const largeItems: Attack = {
  says: `listing and exporting ${count} items of one text of ${megabytes} MB`,
  on: ['embedded', 'postgres'],
  prepare: async (database, { freeInstanceId }) => {
    const key = await storeTemplate(database, freeInstanceId, templateId, oneText);
    await storeItems(database, key, 1000, count, longText(megabytes * 1_000_000));
  },
  run: async ({ free, freeInstanceId: instanceId }) => {
    const params = { instanceId, templateId };
    const problems: string[] = [];
    const seen = new Set<number>();
    let cursor: string | null | undefined;
    do {
      const { status, text } = await free.ask(items.list, { params, body: { limit: 80, ...(cursor && { cursor }) } });
      if (status !== 200) return [`A page answered ${status}: ${text.slice(0, 200)}`];
      const page = JSON.parse(text) as { items: { id: number }[]; next_cursor: string | null };
      if (page.items.length === 0) return ['A page was empty.'];
      for (const item of page.items) seen.add(item.id);
      cursor = page.next_cursor;
    } while (cursor && seen.size < count / 2);
    // Only the first one: this process has no memory for a page of 80, either.
    const [first] = seen;
    const one = await free.ask(items.get, { params: { ...params, id: first ?? 0 } });
    if (one.status !== 200) problems.push(`One item answered ${one.status}: ${one.text.slice(0, 200)}`);
    return [...problems, ...(await exportEnds(free, instanceId, 180_000))];
  },
};
