import { setTimeout as pause } from 'node:timers/promises';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import type { Attack, Target } from './support/attack.ts';
import type { Client } from './support/client.ts';
import { longText, oneText, storeItems, storeManyItems, storeTemplate } from './support/content.ts';

const count = 30_000;
const templateId = 'many_items';
const notesId = 'notes';
const noteId = 1;
/** How long another member's save may wait, in milliseconds. */
const patience = 10_000;
const timeLimit = 300_000;

/** A sync of a whole large instance, on a database that has one connection. */
export const embeddedSync: Attack = {
  says: `${count.toLocaleString('en-US')} items are added by a sync, removed by its undo and added again while another account saves`,
  on: ['embedded'],
  prepare: async (database, { instanceId, freeInstanceId }) => {
    const notesKey = await storeTemplate(database, freeInstanceId, notesId, oneText);
    await storeItems(database, notesKey, noteId, 1, longText(32));
    await storeManyItems(database, instanceId, templateId, count);
  },
  run: async (target) => {
    const [owner] = target.owners;
    if (!owner) throw new Error('Nobody is signed in.');
    const { instanceId } = target;
    const steps = ['Adding', 'Undoing', 'Adding again'];
    const problems: string[] = [];
    let syncId = 0;
    for (const step of steps) {
      const work =
        step === 'Undoing'
          ? owner.call(sync.undo, { params: { instanceId, syncId }, body: {} })
          : owner.call(sync.all, { params: { instanceId }, body: {} });
      const moved = work.then(({ id }) => untilApplied(owner, instanceId, id ?? 0));
      const saves = savesUntil(target, moved);
      try {
        syncId = await moved;
      } catch (error) {
        problems.push(`${step} failed: ${error instanceof Error ? error.message : error}`);
      }
      problems.push(...(await saves).map((problem) => `${step}: ${problem}`));
    }
    return problems;
  },
};

/** Returns the id of a sync once it is applied. */
async function untilApplied(owner: Client, instanceId: number, syncId: number): Promise<number> {
  const since = performance.now();
  while (performance.now() - since < timeLimit) {
    const { sync: now } = await owner.call(sync.get, { params: { instanceId, syncId } });
    if (now.state === 'applied') return syncId;
    if (now.state === 'failed') throw new Error(now.error ?? 'without a reason');
    await pause(100);
  }
  throw new Error(`not applied within ${timeLimit / 1000} s`);
}

/** Saves items in another workspace until the work ends, and returns what went wrong. */
async function savesUntil({ free, freeInstanceId }: Target, work: Promise<unknown>): Promise<string[]> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  work.then(over, over);
  const params = { instanceId: freeInstanceId };
  const { item } = await free.call(items.get, { params: { ...params, templateId: notesId, id: noteId } });
  const note = { template_id: notesId, id: noteId, fields: [] };
  let longest = 0;
  for (let saved = 0; !isOver; saved += 1) {
    const body = { ...note, internal_label: `Save ${saved}`, version: item.version + saved };
    const { status, text, took } = await free.ask(items.save, { params, body });
    longest = Math.max(longest, took);
    if (status !== 200) return [`A save answered ${status}: ${text.slice(0, 200)}`];
  }
  return longest > patience ? [`A save took ${(longest / 1000).toFixed(1)} s.`] : [];
}
