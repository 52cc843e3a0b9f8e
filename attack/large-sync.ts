import { type StartedSync, sync } from '@quartermaster/contract/endpoints/sync.ts';
import type { Database } from '../server/core/database/database.ts';
import type { Attack } from './support/attack.ts';
import { type Client, comes } from './support/client.ts';
import { storeItems, storeTemplate, texts } from './support/content.ts';

const [count, perItem, characters] = [500, 8, 250_000];
const templateId = 'long_tales';
const limit = 300_000;

/** SQL of a document with that many texts. They compress well, as the attack is not about the disk. */
const tale = (seed: string): string =>
  `(select jsonb_object_agg('text_' || n, repeat(md5('${seed}' || n || $2::text), ${Math.ceil(characters / 32)})) from generate_series(0, ${perItem - 1}) n)`;

/** A gigabyte of documents within all limits, half of which the target has with other content. */
export const largeSync: Attack = {
  says: `checking, syncing, merging and undoing ${count} items of ${perItem} texts of ${characters} characters`,
  on: ['embedded', 'postgres'],
  prepare: async (database, { instanceId }) => {
    const key = await storeTemplate(database, instanceId, templateId, texts(perItem));
    await storeItems(database, key, 1000, count, tale('source'));
    const target = await findTarget(database, instanceId);
    const other = await storeTemplate(database, target, templateId, texts(perItem + 1));
    await storeItems(database, other, 1000, count / 2, tale('target'));
  },
  run: async ({ owners: [owner], instanceId }) => {
    if (!owner) return ['Nobody is signed in.'];
    const params = { instanceId };
    const take = { take: 'fields' as const, label: 'source' as const };
    const fields = Array.from({ length: perItem }, (_, index) => ({
      field_id: `text_${index}`,
      take: index === 0 ? ('target' as const) : ('source' as const),
    }));
    const decisions = Array.from({ length: count / 2 }, (_, index) => ({
      template_id: templateId,
      id: 1000 + index,
      ...take,
      fields,
    }));
    const body = { decisions };
    const checked = await owner.ask(sync.check, { params, body: { all: true, changes: [], ...body } }, limit);
    if (checked.status !== 200) return [`The check answered ${checked.status}: ${checked.text.slice(0, 200)}`];
    const synced = await owner.ask(sync.all, { params, body }, limit);
    if (synced.status !== 200) return [`The sync answered ${synced.status}: ${synced.text.slice(0, 200)}`];
    const { id } = JSON.parse(synced.text) as StartedSync;
    const failure = await ends(owner, instanceId, id ?? 0);
    if (failure) return [`The sync ${failure}`];
    const undone = await owner.ask(sync.undo, { params: { instanceId, syncId: id ?? 0 }, body: {} }, limit);
    if (undone.status !== 200) return [`The undo answered ${undone.status}: ${undone.text.slice(0, 200)}`];
    const undoFailure = await ends(owner, instanceId, (JSON.parse(undone.text) as StartedSync).id ?? 0);
    return undoFailure ? [`The undo ${undoFailure}`] : [];
  },
};

/** The Stage instance of a project, by its Dev instance. */
async function findTarget({ query }: Database, instanceId: number): Promise<number> {
  const [row] = await query<{ id: number }>(
    "select t.id from instances s join instances t on t.project_id = s.project_id and t.env = 'Stage' where s.id = $1",
    [instanceId],
  );
  return row?.id ?? 0;
}

/** Waits for the end of a sync; returns its problems. */
async function ends(client: Client, instanceId: number, syncId: number): Promise<string | undefined> {
  let state = 'did not answer.';
  const hasEnded = await comes(async () => {
    const { status, text } = await client.ask(sync.get, { params: { instanceId, syncId } }, 10_000);
    if (status !== 200) return false;
    const { sync: now } = JSON.parse(text) as { sync: { state: string; error: string | null } };
    state = `is ${now.state}: ${now.error}`;
    return now.state !== 'running';
  }, limit);
  return hasEnded && state.startsWith('is applied') ? undefined : state;
}
