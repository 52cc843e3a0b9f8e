import { syncReviews } from '@quartermaster/contract/endpoints/sync.ts';
import type { Attack } from './support/attack.ts';
import { oneText, storeTemplate } from './support/content.ts';
import { together } from './support/together.ts';

const [calls, allowed] = [100, 20];

/** One account floods its colleagues with requests for review, each with the largest allowed selection. */
export const reviewFlood: Attack = {
  says: `${calls} requests for review of 0.9 MB each`,
  on: ['embedded', 'postgres'],
  prepare: async (database, { instanceId }) => {
    await storeTemplate(database, instanceId, 'stories', oneText);
  },
  run: async ({ owners: [owner], instanceId }) => {
    if (!owner) return ['There is no session.'];
    const problems = new Set<string>();
    const ids = Array.from({ length: 100_000 }, (_, index) => 1_000_000 + index);
    const body = { changes: [{ template_id: 'stories', is_update_template: true, items: ids }], note: 'Please' };
    let accepted = 0;
    await together(calls, 8, async () => {
      const { status, retryAfter, text } = await owner.ask(syncReviews.create, { params: { instanceId }, body });
      if (status === 200) accepted += 1;
      else if (status !== 429) problems.add(`A request answered ${status}: ${text.slice(0, 200)}`);
      else if (retryAfter === null) problems.add('A 429 came without Retry-After.');
    });
    if (accepted === 0) problems.add('No request was accepted.');
    if (accepted > allowed) problems.add(`${accepted} requests were accepted.`);
    return [...problems];
  },
};
