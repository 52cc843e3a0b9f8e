import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { type Action, bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { imports, type UploadedRows } from '@quartermaster/contract/endpoints/imports.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { restores } from '@quartermaster/contract/endpoints/trash.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { expect } from 'vitest';
import type { Database } from '../../../server/core/database/database.ts';
import type { Row } from '../../specification/row.ts';
import { eventually } from '../eventually.ts';
import { jsonLines } from '../import-file.ts';
import { swordFields } from '../import-swords.ts';
import { fillLinked } from '../linked-items.ts';
import type { RestartableServer } from '../restartable-server.ts';
import { field, inOrder } from '../sample-template.ts';
import { urlOf } from '../server.ts';
import { indexItems, insertItems } from '../server-content.ts';
import type { seedStudio } from '../server-studio.ts';
import { contentOfState, type InstanceState } from '../sync-model/state.ts';
import { timeout } from '../timeout.ts';

/** The change set of a request, null if there is none, and its state. */
export interface Sent {
  id: number | null;
  state: string;
}

/** Changes of much content as one change set, and what puts the content back. */
export interface KilledCalls {
  /** Creates the content that the changes are about. */
  prepare: () => Promise<unknown>;
  /** Applies the changes; with the same key, the same ones. */
  apply: (key: string) => Promise<Sent>;
  /** Puts the content back, as a change set or otherwise. */
  putBack: (changeSetId: number) => Promise<Sent>;
  /** Calls that change nothing, and take as long as a job that cleans up. */
  idle?: () => Promise<unknown>;
}

/** A feature whose servers are killed. */
export interface KilledFeature {
  name: string;
  /** The row that it shows. */
  row?: Row['id'];
  target: 'dev' | 'stage';
  /** True if putting the content back is an undo, which is killed, too. */
  isUndone: boolean;
  /** Fills the new database. */
  fill?: (database: Database, studio: Awaited<ReturnType<typeof seedStudio>>) => Promise<void>;
  contentOf: (state: InstanceState) => string;
  calls: (server: KilledServer) => KilledCalls;
}

/** A server that outlives its processes. */
export interface KilledServer extends RestartableServer {
  /** Runs calls on a process of its own. */
  served: <T>(work: () => Promise<T>) => Promise<T>;
  /** Waits for the end of a change set, which has to be applied. */
  applied: (changeSetId: number) => Promise<void>;
}

const contentOf = (state: InstanceState): string => JSON.stringify(contentOfState(state));

const undoOf =
  ({ call, studio }: KilledServer) =>
  (changeSetId: number): Promise<Sent> =>
    call(changeSets.undo, { params: { instanceId: studio.dev, changeSetId }, body: {} });

const things = 3000;

/** A bulk edit of 3,000 items. */
export const bulkEdit: KilledFeature = {
  ...{ name: 'bulk edit', row: '4.bulk.whole', target: 'dev', isUndone: true, contentOf },
  fill: async (database, { dev, accounts }) => {
    await fillThings(database, dev, things);
    await database.query(
      `insert into item_revisions (template_key, item_id, version, action, label, "values", account_id, at)
        select template_key, id, 1, 'create', label, "values", $1, now() from items`,
      [accounts.owner],
    );
  },
  calls: (server) => ({
    prepare: async () => {},
    apply: (idempotency_key) => {
      const filters = [{ template_field_id: 'id', op: filterOps.more, value: '0' }];
      const action: Action = {
        operations: [
          { field_id: 'cost', op: 'multiply', value: 3 },
          { field_id: 'label', op: 'append', value: '+' },
        ],
      };
      const body = { selection: { template_id: 'thing', filters, count: things }, action, idempotency_key };
      return server.call(bulkEdits.apply, { params: { instanceId: server.studio.dev }, body });
    },
    putBack: undoOf(server),
  }),
};

const linked = 2000;
const ofTemplate = 500;
const linkedFields = (templateId: string) =>
  inOrder([field('price', 'integer'), field('parent', 'item-link', { templateId })]);

/** A restore of 2,000 items that link to each other, and of a template with 500 more. */
export const restore: KilledFeature = {
  ...{ name: 'restore', row: '4.trash.whole', target: 'dev', isUndone: false, contentOf },
  calls: ({ call, studio, served, applied, onDatabase }) => {
    const params = { instanceId: studio.dev };
    const remove = async (): Promise<Sent> => {
      const selection = { template_id: 'sword', filters: [], count: linked };
      const { id } = await call(bulkEdits.apply, { params, body: { selection, action: { delete: true } } });
      await applied(id ?? 0);
      await call(templates.delete, { params: { ...params, templateId: 'gem' } });
      return { id: null, state: 'applied' };
    };
    return {
      prepare: async () => {
        await served(async () => {
          for (const id of ['sword', 'gem'])
            await call(templates.save, { params, body: { id, label: id, version: 0, fields: linkedFields(id) } });
        });
        await onDatabase(async (database) => {
          const place = { instanceId: studio.dev };
          await fillLinked(database, { ...place, templateId: 'sword', count: linked, firstId: 1 });
          await fillLinked(database, { ...place, templateId: 'gem', count: ofTemplate, firstId: linked + 1 });
        });
        await served(remove);
      },
      apply: (idempotency_key) =>
        call(restores.apply, { params, body: { matching: { count: linked + 1 }, idempotency_key } }),
      putBack: remove,
    };
  },
};

const rows = 1500;

/** Rows that change half of the items, and create as many, which link to each other and to those. */
const rowsOf = (price: number, from: number) =>
  Array.from({ length: rows }, (_, index) => ({
    _label: `Sword ${from + index}`,
    sku: `s${from + index}`,
    price: price + index,
    parent: `s${from + ((index + 1) % rows)}`,
    drops: [{ what: `s${from + index}`, count: 1 }],
  }));

/** The content of items by their keys, whatever their ids. */
function contentBySku({ items }: InstanceState): string {
  const skuOf = (id: unknown) => String(items.get(Number(id))?.values.sku);
  const described = [...items.values()].map(({ label, values: { parent, drops = [], ...values } }) => [
    values.sku,
    label,
    values,
    skuOf(parent),
    (drops as ItemValues[]).map(({ what, ...row }) => [skuOf(what), row]),
  ]);
  return JSON.stringify(described.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}

/** An import of 1,500 rows. */
export const rowImport: KilledFeature = {
  ...{ name: 'import', row: '4.import.whole', target: 'dev', isUndone: true, contentOf: contentBySku },
  calls: (server) => {
    const { call, studio, served, url, headers } = server;
    const params = { instanceId: studio.dev };
    const send = async (some: readonly object[], key: string): Promise<Sent> => {
      const place = { params: { ...params, templateId: 'sword' }, query: { idempotency_key: key } };
      const response = await fetch(url + urlOf(imports.upload, place), {
        method: 'POST',
        headers: { ...headers(), 'content-type': 'application/jsonl' },
        body: jsonLines(some),
      });
      if (!response.ok) throw new Error(await response.text());
      const { import: started } = (await response.json()) as UploadedRows;
      return eventually(
        async () => {
          const { import: found } = await call(imports.get, { params: { ...params, importId: started.id } });
          expect(found).toMatchObject({ state: 'applied', error: null });
          return { id: found.change_set_id, state: found.state };
        },
        { timeout: 2 * timeout },
      );
    };
    return {
      prepare: () =>
        served(async () => {
          const body = { id: 'sword', label: 'Swords', version: 0, fields: swordFields };
          await call(templates.save, { params, body });
          await send(rowsOf(0, 0), crypto.randomUUID());
        }),
      apply: (key) => send(rowsOf(5000, rows / 2), key),
      putBack: undoOf(server),
      idle: () => send(rowsOf(0, 0), crypto.randomUUID()),
    };
  },
};

const synced = 1000;

/** A sync that adds, updates and removes items, and changes their template. */
export const syncOfAll: KilledFeature = {
  ...{ name: 'sync', target: 'stage', isUndone: true, contentOf },
  fill: (database, { dev }) => fillThings(database, dev, synced),
  calls: ({ call, studio, served, applied, onDatabase }) => {
    const params = { instanceId: studio.dev };
    const syncAll = () => call(sync.all, { params, body: { note: 'killed' } });
    return {
      prepare: async () => {
        await served(async () => applied((await syncAll()).id ?? 0));
        await onDatabase((database) => changeThings(database, studio.dev));
      },
      apply: syncAll,
      putBack: (syncId) => call(sync.undo, { params: { ...params, syncId }, body: { note: 'killed' } }),
    };
  },
};

async function fillThings(database: Database, instanceId: number, count: number): Promise<void> {
  await insertItems(database, instanceId, 'thing', count);
  await indexItems(database, instanceId);
  await database.query('update projects set next_item_id = $1', [2 * count]);
}

/** Changes, removes and adds items, and changes their template. */
async function changeThings(database: Database, instanceId: number): Promise<void> {
  const { query } = database;
  const [template] = await query<{ key: number }>(
    `update templates set label = 'Things', version = 2 where instance_id = $1 and id = 'thing' returning key`,
    [instanceId],
  );
  const key = template?.key;
  await query(`delete from items where template_key = $1 and id % 7 = 0`, [key]);
  await query(
    `update items set label = label || ' changed', "values" = "values" || '{"title": "Changed"}', version = 2 where template_key = $1 and id % 3 = 0`,
    [key],
  );
  await query(
    `insert into items (template_key, id, label, "values", version, created_at, updated_at)
      select $1, id, 'New ' || id, jsonb_build_object('title', 'New'), 1, now(), now() from generate_series($2::int + 1, $2::int + 200) id`,
    [key, synced],
  );
  await query(
    'update item_counts set items = (select count(*) from items where template_key = $1) where template_key = $1',
    [key],
  );
  await indexItems(database, instanceId);
}
