import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import type { Attack } from './support/attack.ts';
import { comes } from './support/client.ts';
import { storeManyItems } from './support/content.ts';

const count = 60_000;
const templateId = 'many_items';
/** How long new exports may be refused after the death of a server, in milliseconds. */
const patience = 15_000;

/** A server dies during an export; the other one has to take it over. */
export const killedServer: Attack = {
  says: `one of two servers is killed while it exports ${count.toLocaleString('en-US')} items`,
  on: ['postgres'],
  prepare: (database, { instanceId }) => storeManyItems(database, instanceId, templateId, count),
  run: async ({ owners, instanceId, kill }) => {
    const [first, second] = owners;
    if (!first || !second) throw new Error('Nobody is signed in.');
    const params = { instanceId };
    const start = (on: typeof first) => on.ask(reports.start, { params, body: {} });
    const started = await start(first);
    if (started.status !== 200) return [`The export was not started: ${started.status} ${started.text.slice(0, 200)}`];
    await kill(0);
    const since = performance.now();
    const refused = await start(second);
    if (refused.status !== 409) return [`Nothing was running any more: the second export answered ${refused.status}.`];
    const isAccepted = await comes(async () => (await start(second)).status === 200, 4 * patience);
    const took = performance.now() - since;
    if (!isAccepted) return [`No export was accepted within ${(4 * patience) / 1000} s.`];
    return took > patience ? [`The next export was accepted after ${(took / 1000).toFixed(1)} s.`] : [];
  },
};
