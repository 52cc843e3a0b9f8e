import { setTimeout as pause } from 'node:timers/promises';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import type { Attack } from './support/attack.ts';
import { comes } from './support/client.ts';

const [calls, limit] = [40, 30_000];

/** A database that accepts connections and then does not answer. */
export const hangingDatabase: Attack = {
  says: 'PostgreSQL does not answer for a while',
  on: ['postgres'],
  run: async ({ owners: [owner], instanceId, databaseProxy }) => {
    if (!owner) return ['There is no session.'];
    const problems = new Set<string>();
    databaseProxy?.hold();
    const answers = await Promise.all(
      Array.from({ length: calls }, () => owner.ask(templates.list, { params: { instanceId } }, limit)),
    );
    for (const { status, retryAfter, text } of answers) {
      if (status !== 503)
        problems.add(`A call answered ${status || 'nothing'} within ${limit / 1000} s: ${text.slice(0, 100)}`);
      else if (retryAfter === null) problems.add('A 503 came without Retry-After.');
    }
    await pause(100);
    databaseProxy?.release();
    const works = async () => (await owner.ask(templates.list, { params: { instanceId } }, limit)).status === 200;
    if (!(await comes(works, 30_000))) problems.add('Calls do not work again once the database answers.');
    return [...problems];
  },
};
