import { items } from '@quartermaster/contract/endpoints/items.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import type { Attack } from './support/attack.ts';
import { longText, oneText, storeItems, storeTemplate } from './support/content.ts';
import { together } from './support/together.ts';

const [count, calls, atOnce] = [3000, 120, 60];
const templateId = 'stories';

/** One account has whole instances compared repeatedly, while another works. */
export const checkFlood: Attack = {
  says: `${calls} checks of a sync of ${count} items, ${atOnce} at once`,
  on: ['embedded', 'postgres'],
  prepare: async (database, { instanceId }) => {
    const key = await storeTemplate(database, instanceId, templateId, oneText);
    await storeItems(database, key, 5_000_000, count, longText(2000));
  },
  run: async ({ owners: [owner], free, freeInstanceId, instanceId }) => {
    if (!owner) return ['There is no session.'];
    const problems = new Set<string>();
    const ids = Array.from({ length: count }, (_, index) => 5_000_000 + index);
    const body = { changes: [{ template_id: templateId, is_update_template: true, items: ids }] };
    let answered = 0;
    const flood = together(calls, atOnce, async () => {
      const { status, retryAfter, text } = await owner.ask(sync.check, { params: { instanceId }, body });
      if (status === 200) answered += 1;
      else if (status !== 429 && status !== 503) problems.add(`A check answered ${status}: ${text.slice(0, 200)}`);
      else if (retryAfter === null) problems.add(`A ${status} came without Retry-After.`);
    });
    const list = () =>
      free.ask(items.list, { params: { instanceId: freeInstanceId, templateId: 'image' }, body: { limit: 1 } }, 30_000);
    const ended = flood.then(() => true);
    do {
      const { status, took } = await list();
      if (status !== 200) problems.add(`A list of another workspace answered ${status}.`);
      if (took > 5000) problems.add('A list of another workspace took more than 5 s.');
    } while (!(await Promise.race([ended, Promise.resolve(false)])));
    if (answered === 0) problems.add('No check was answered.');
    return [...problems];
  },
};
