import { items } from '@quartermaster/contract/endpoints/items.ts';
import type { Attack } from './support/attack.ts';
import { Client } from './support/client.ts';

const [bodies, megabytes] = [90, 8];

/** As much as one account, or a stranger, can send concurrently. */
export const parallelBodies: Attack = {
  says: `${bodies} bodies of ${megabytes} MB at once, by an account and by a stranger`,
  on: ['embedded', 'postgres'],
  run: async ({ free, freeInstanceId, origins }) => {
    const problems = new Set<string>();
    const path = items.save.path.replace(':instanceId', String(freeInstanceId));
    // Well-formed to the end and within the allowed number of objects, so that all of it is read and parsed unless
    // something stops that.
    const objects = 100_000;
    const id = 'x'.repeat(Math.floor((megabytes * 1024 * 1024 - 100) / objects) - 9);
    const body = Buffer.from(
      `{"template_id":"image","internal_label":"One","fields":[${`{"id":"${id}"},`.repeat(objects - 1)}{"id":"x"}]}`,
    );
    const stranger = new Client(origins[0] ?? '');
    for (const [who, client, allowed] of [
      ['The account', free, [413, 422, 503]],
      ['The stranger', stranger, [401, 403, 413, 503]],
    ] as const) {
      const answers = await Promise.all(Array.from({ length: bodies }, () => client.send('POST', path, body)));
      for (const { status, text, retryAfter } of answers) {
        if (!(allowed as readonly number[]).includes(status))
          problems.add(`${who} got ${status || 'no answer'}: ${text.slice(0, 100)}`);
        if (status === 503 && retryAfter === null) problems.add('A 503 came without Retry-After.');
      }
    }
    return [...problems];
  },
};
