import { setTimeout as pause } from 'node:timers/promises';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import type { Attack } from './support/attack.ts';
import { comes } from './support/client.ts';
import { oneText, storeTemplate } from './support/content.ts';

const templateId = 'stories';
const [cuts, workers] = [10, 8];

/** A database fail-over: all connections break at the same time, in the middle of transactions. */
export const brokenConnections: Attack = {
  says: `${cuts} times all connections to PostgreSQL break under load`,
  on: ['postgres'],
  prepare: async (database, { instanceId }) => {
    await storeTemplate(database, instanceId, templateId, oneText);
  },
  run: async ({ owners, instanceId, databaseProxy }) => {
    let isOver = false;
    const wrong = new Set<string>();
    const body = {
      items: Array.from({ length: 50 }, () => ({ template_id: templateId, internal_label: 'One', fields: [] })),
    };
    const save = (index: number) =>
      owners[index % owners.length]?.ask(items.saveMany, { params: { instanceId }, body }, 20_000);
    const work = Array.from({ length: workers }, async (_, index) => {
      while (!isOver) {
        const answer = await save(index);
        if (answer && answer.status !== 200 && answer.status !== 503)
          wrong.add(`A save answered ${answer.status}: ${answer.text.slice(0, 200)}`);
        if (answer?.status === 503) {
          if (answer.retryAfter === null) wrong.add('A 503 came without Retry-After.');
          await pause(100);
        }
      }
    });
    for (let cut = 0; cut < cuts; cut += 1) {
      await pause(500);
      databaseProxy?.cut();
    }
    isOver = true;
    await Promise.all(work);
    for (const index of owners.keys())
      if (!(await comes(async () => (await save(index))?.status === 200, 20_000)))
        wrong.add(`Server ${index + 1} does not save any more.`);
    return [...wrong];
  },
};
