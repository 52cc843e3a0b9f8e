import { fieldStatus } from '@quartermaster/contract/content/item-fields.ts';
import { type ImportedRow, imports } from '@quartermaster/contract/endpoints/imports.ts';
import { items as calls, type SavedItem } from '@quartermaster/contract/endpoints/items.ts';
import { newItem } from './load/jobs.ts';
import type { Bench } from './support/bench.ts';
import { fillWorkspace, makeWorkspace } from './support/content/prepare.ts';
import { alternate } from './support/load.ts';
import { pathOf } from './support/path-of.ts';
import type { Figure } from './support/report.ts';
import { type OwnServer, withOwnServer } from './support/servers/own-server.ts';
import { median } from './support/statistics.ts';
import { timed } from './support/timed.ts';

const count = 1000;
const rounds = 5;

interface Place {
  instanceId: number;
  templateId: string;
}

/** Ten new values of each of 1,000 items, as the grid saves a paste, against a batch save of them. */
export const paste = (bench: Bench): Promise<Figure[]> =>
  withOwnServer(bench, 'paste', async (server) => {
    const instanceId = await makeWorkspace(server.databaseUrl);
    const { writes } = await fillWorkspace(server.databaseUrl, instanceId, server.session, []);
    const place = { instanceId, templateId: writes.templateId };
    const pasted = await newItems(server, place);
    const saved = await newItems(server, place);
    const sides = [
      () => timed(() => saveGrid(server, place, pasted)),
      () => timed(() => saveBatch(server, place, saved)),
    ];
    await alternate(1, sides);
    const [product = [], floor = []] = await alternate(rounds, sides);
    const name = `paste of ${count.toLocaleString('en-US')} by 10 cells, against a batch save`;
    return [{ goal: 'gridPasted', name, unit: 'ms', product: median(product), floor: median(floor) }];
  });

async function newItems({ session }: OwnServer, place: Place): Promise<SavedItem[]> {
  const items = Array.from({ length: count }, () => newItem(Math.random, place.templateId));
  const path = pathOf(calls.saveMany.path, { ...place });
  return (await session.call<{ items: SavedItem[] }>('POST', path, { items })).items;
}

/** The values of a new item outside of rows, ten of them. */
const valuesFor = ({ templateId }: Place) =>
  newItem(Math.random, templateId).fields.filter(({ template_group_id: group }) => group === null);

async function saveGrid({ session, product }: OwnServer, place: Place, items: SavedItem[]): Promise<void> {
  const lines = items.map(({ id, version }) => {
    const values = valuesFor(place).map(({ template_field_id: field, value }) => [field, value]);
    return `${JSON.stringify({ _id: id, _version: version, _label: `Saved ${id}`, ...Object.fromEntries(values) })}\n`;
  });
  const path = pathOf(imports.upload.path, { ...place });
  const response = await fetch(`http://127.0.0.1:${product.port}/v1${path}?origin=grid`, {
    method: 'POST',
    headers: { ...(await session.headers()), 'content-type': 'application/jsonl' },
    body: lines.join(''),
  });
  const answer = (await response.json()) as { import: { state: string }; rows: ImportedRow[]; message?: string };
  if (!response.ok || answer.import.state !== 'applied') throw new Error(answer.message ?? 'The paste was not saved.');
  for (const item of items) item.version += 1;
}

async function saveBatch({ session }: OwnServer, place: Place, items: SavedItem[]): Promise<void> {
  const body = items.map(({ id, version }) => ({
    id,
    version,
    template_id: place.templateId,
    internal_label: `Saved ${id}`,
    fields: valuesFor(place).map((field) => ({ ...field, status: fieldStatus.updated })),
  }));
  await session.call('POST', pathOf(calls.saveMany.path, { ...place }), { items: body });
  for (const item of items) item.version += 1;
}
