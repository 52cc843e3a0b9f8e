import { setTimeout as pause } from 'node:timers/promises';
import { type ChangeSet, changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { type Import, imports } from '@quartermaster/contract/endpoints/imports.ts';
import { items as calls } from '@quartermaster/contract/endpoints/items.ts';
import { newItem } from './load/jobs.ts';
import type { Bench } from './support/bench.ts';
import { fillWorkspace, makeWorkspace, withClient } from './support/content/prepare.ts';
import { pathOf } from './support/path-of.ts';
import type { Figure } from './support/report.ts';
import { watchMemory } from './support/servers/children.ts';
import { type OwnServer, withOwnServer } from './support/servers/own-server.ts';
import { timed } from './support/timed.ts';

const many = Number(process.env.IMPORT_ROWS ?? 100_000);
const batch = 1000;

interface Place {
  instanceId: number;
  templateId: string;
}

/** An import of 100,000 new items against batch saves of as many, its memory, and its undo. */
export const importRows = (bench: Bench): Promise<Figure[]> =>
  withOwnServer(bench, 'import', async (server) => {
    const instanceId = await makeWorkspace(server.databaseUrl);
    const { writes } = await fillWorkspace(server.databaseUrl, instanceId, server.session, []);
    const place = { instanceId, templateId: writes.templateId };
    const random = Math.random;
    await save(server, place, [newItem(random, place.templateId)]);
    await importFile(server, place, [newItem(random, place.templateId)]);
    const rows = Array.from({ length: many }, () => newItem(random, place.templateId));
    const ofSaves = watchMemory(server.product.pid);
    const saved = await timed(async () => {
      for (let at = 0; at < many; at += batch) await save(server, place, rows.slice(at, at + batch));
    });
    const savesMemory = ofSaves.stop();
    await tidy(server);
    const ofImport = watchMemory(server.product.pid);
    let changeSetId = 0;
    const imported = await timed(async () => {
      changeSetId = (await importFile(server, place, rows)).change_set_id ?? 0;
    });
    const importMemory = ofImport.stop();
    await tidy(server);
    const undone = await timed(() => undo(server, place, changeSetId));
    const name = `import of ${many.toLocaleString('en-US')} rows`;
    const peaks = { product: importMemory, floor: savesMemory };
    const rate = (milliseconds: number) => many / (milliseconds / 1000);
    const about = { name: `${name}, against batch saves`, unit: 'rows/s' };
    return [
      { goal: 'importRate', ...about, product: rate(imported), floor: rate(saved) },
      { goal: 'importMemory', name: `peak memory of an ${name}, against batch saves`, unit: 'MB', ...peaks },
      { goal: 'importUndone', name: `undo of an ${name}`, unit: 's', product: undone / 1000, floor: imported / 1000 },
    ];
  });

type Item = ReturnType<typeof newItem>;

const save = ({ session }: OwnServer, place: Place, items: readonly Item[]) =>
  session.call('POST', pathOf(calls.saveMany.path, { ...place }), { items });

/** Imports items as JSON lines, until they are applied. */
async function importFile({ session, product }: OwnServer, place: Place, items: readonly Item[]): Promise<Import> {
  const body = items.map((item) => `${JSON.stringify(toRecord(item))}\n`).join('');
  const response = await fetch(`http://127.0.0.1:${product.port}/v1${pathOf(imports.upload.path, { ...place })}`, {
    method: 'POST',
    headers: { ...(await session.headers()), 'content-type': 'application/jsonl' },
    body,
  });
  const answer = (await response.json()) as { import: Import; message?: string };
  if (!response.ok) throw new Error(answer.message);
  for (let { import: state } = answer; ; ) {
    if (state.state === 'applied') return state;
    if (state.state !== 'checking' && state.state !== 'applying')
      throw new Error(state.error ?? `The import is ${state.state}.`);
    await pause(50);
    const path = pathOf(imports.get.path, { ...place, importId: state.id });
    ({ import: state } = await session.call<{ import: Import }>('GET', path));
  }
}

/** The item as a record: its rows as objects. */
function toRecord({ internal_label: _label, fields }: Item): object {
  const own = fields.filter(({ template_group_id: group }) => group === null);
  const inRows = fields.filter(({ template_group_id: group, template_field_id: id }) => group !== null && group !== id);
  const bonuses = Map.groupBy(inRows, ({ template_group_path: path }) => path?.[0] ?? 0);
  return { _label, ...valuesOf(own), bonuses: [...bonuses.values()].map(valuesOf) };
}

const valuesOf = (fields: Item['fields']): Record<string, unknown> =>
  Object.fromEntries(fields.map(({ template_field_id: id, value }) => [id, value]));

async function undo({ session }: OwnServer, place: Place, changeSetId: number): Promise<void> {
  const path = pathOf(changeSets.undo.path, { ...place, changeSetId });
  const started = await session.call<{ id: number | null; state: string }>('POST', path, {});
  for (let { state } = started; state !== 'applied'; ) {
    if (state !== 'running') throw new Error(`The undo is ${state}.`);
    await pause(50);
    const path = pathOf(changeSets.get.path, { ...place, changeSetId: started.id ?? 0 });
    state = (await session.call<{ change_set: ChangeSet }>('GET', path)).change_set.state;
  }
}

const tidy = ({ databaseUrl }: OwnServer) =>
  withClient(databaseUrl, async (client) => {
    for (const table of ['items', 'item_values', 'item_revisions', 'item_links'])
      await client.query(`vacuum (analyze) ${table}`);
  });
