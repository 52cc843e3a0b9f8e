import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import { history } from '@quartermaster/contract/endpoints/history.ts';
import { imports } from '@quartermaster/contract/endpoints/imports.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { releases } from '@quartermaster/contract/endpoints/releases.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { translations } from '@quartermaster/contract/endpoints/translations.ts';
import { restores } from '@quartermaster/contract/endpoints/trash.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { createWorld, type World } from '../support/content-world.ts';
import { eventually } from '../support/eventually.ts';
import { importFile, jsonLines } from '../support/import-file.ts';
import { releasesOf } from '../support/release-calls.ts';
import { saveBody } from '../support/sample-template.ts';
import { type SaveCheck, startCheck } from '../support/save-checks.ts';
import { startTestServer, type TestServer, urlOf } from '../support/server.ts';
import { contentOf } from '../support/sync.ts';

let server: TestServer;
let world: World;
beforeEach(async () => {
  server = await startTestServer();
  world = await createWorld(server);
});

/** What came of a change: its status, and all that it says. */
interface Outcome {
  status: number;
  body: unknown;
}

interface CheckedDoor {
  name: string;
  /** The environment whose items are written; Dev if omitted. */
  target?: 'stage' | undefined;
  /** Prepares a change of items, and returns what makes it. */
  prepare: (world: World) => Promise<() => Promise<Outcome>>;
  /** The message that asks before it is applied, after those of its check, and the status if only that is refused. */
  late?: { message: number; status: number };
}

const pricing = (price: number) => ({ operations: [{ field_id: 'price', op: 'set' as const, value: price }] });

const edit = ({ params, as, item }: World, price: number, ids = [item]) =>
  server.send(
    bulkEdits.apply,
    { params, body: { selection: { template_id: 'sword', ids }, action: pricing(price) } },
    as,
  );

const upload = (records: object[], query: Record<string, unknown> = {}) =>
  importFile(server, jsonLines(records), { query }).then(({ status, error }) => ({ status, body: error }));

const saveBodyOf = async ({ item, read, version, fields, next }: World) => {
  const before = (await read())?.values ?? {};
  const place = { id: item, version: await version(), before, label: 'Sword one' };
  return saveBody('sword', fields, { ...before, price: next() }, place);
};

const doors: CheckedDoor[] = [
  {
    name: 'a save',
    prepare: async (world) => {
      const body = await saveBodyOf(world);
      return () => server.send(items.save, { params: world.params, body }, world.as);
    },
  },
  {
    name: 'a creation',
    prepare: async ({ params, as, fields }) => {
      const body = saveBody('sword', fields, { price: 7 });
      return () => server.send(items.save, { params, body }, as);
    },
  },
  {
    name: 'a save of several items',
    prepare: async (world) => {
      const body = { items: [await saveBodyOf(world), saveBody('sword', world.fields, { price: 7 })] };
      return () => server.send(items.saveMany, { params: world.params, body }, world.as);
    },
  },
  {
    name: 'a save of records',
    prepare: async ({ params, item, version, next }) => {
      const payload = jsonLines([{ _id: item, _version: await version(), price: next() }]);
      const url = urlOf(items.saveRecords, { params: { ...params, templateId: 'sword' } });
      return async () => {
        const headers = { authorization: server.bearer('owner'), 'content-type': 'application/jsonl' };
        const { statusCode, body } = await server.app.inject({ method: 'POST', url, headers, payload });
        return { status: statusCode, body: JSON.parse(body) };
      };
    },
  },
  { name: 'a bulk edit', prepare: async (world) => () => edit(world, 77) },
  {
    name: 'an import',
    late: { message: 2, status: 422 },
    prepare: async ({ item, version }) => {
      const record = { _id: item, _version: await version(), price: 77 };
      return () => upload([record, { _label: 'New', price: 78 }]);
    },
  },
  {
    name: 'a save of the grid',
    late: { message: 2, status: 422 },
    prepare: async ({ item, version }) => {
      const record = { _id: item, _version: await version(), price: 77 };
      return () => upload([record], { origin: 'grid' });
    },
  },
  {
    name: 'an import of translations',
    late: { message: 2, status: 422 },
    prepare: async ({ params, as, change }) => {
      await change({ names: { en: { text: 'Blade' }, de: { text: 'Schwert', from: 'outdated' } } });
      const query = { format: 'csv', language: 'de' } as const;
      const { body } = await server.send(translations.download, { params, query }, as);
      const payload = String(body).replace('Schwert', 'Klinge');
      const url = urlOf(translations.upload, { params, query: {} });
      const headers = { authorization: server.bearer('owner'), 'content-type': 'text/csv' };
      return async () => {
        const { statusCode, body } = await server.app.inject({ method: 'POST', url, headers, payload });
        return { status: statusCode, body: JSON.parse(body) };
      };
    },
  },
  {
    name: 'a proposal',
    // It is looked at, too.
    late: { message: 3, status: 422 },
    prepare: async ({ params, as, proposalId }) => {
      const place = { params: { ...params, proposalId } };
      return async () => {
        const { check } = await server.call(proposals.get, place, as);
        return server.send(proposals.apply, { ...place, body: { fingerprint: check?.fingerprint ?? '' } }, as);
      };
    },
  },
  {
    name: 'a restore from the trash',
    late: { message: 2, status: 422 },
    prepare: async ({ params, as, spare, haveSpare }) => {
      await haveSpare(false);
      const body = { item: { template_id: 'sword', id: spare } };
      return () => server.send(restores.apply, { params, body }, as);
    },
  },
  {
    name: 'a restore of a template by a job',
    late: { message: 2, status: 409 },
    prepare: async ({ params, as, haveRelics }) => {
      await haveRelics(false);
      return () => server.send(restores.apply, { params, body: { template: 'relic' } }, as);
    },
  },
  {
    name: 'an import by a job',
    late: { message: 6, status: 409 },
    prepare: async ({ params, as }) => {
      const rows = Array.from({ length: 1001 }, (_, at) => ({ _label: `New ${at}`, price: at }));
      return async () => {
        const { import: sent, status, error } = await importFile(server, jsonLines(rows));
        if (status !== 200) return { status, body: error };
        const place = { params: { ...params, importId: sent.id } };
        const ended = await eventually(async () => {
          const { import: now } = await server.call(imports.get, place, as);
          expect(['checking', 'applying']).not.toContain(now.state);
          return now;
        });
        const { rows: refused } = await server.call(
          imports.listRows,
          { ...place, query: { limit: 1, outcome: 'refused' } },
          as,
        );
        const outcome = ended.state === 'applied' ? 200 : ended.state === 'failed' ? 409 : 422;
        return { status: outcome, body: [ended, refused] };
      };
    },
  },
  {
    name: 'a restore of a version',
    late: { message: 2, status: 422 },
    prepare: async ({ params, as, item, version, change, next }) => {
      await change({ price: next() });
      const body = { version: 1, seen: await version() };
      const place = { ...params, templateId: 'sword', id: item };
      return () => server.send(history.restoreItem, { params: place, body }, as);
    },
  },
  {
    name: 'a replacement of links',
    prepare: async ({ params, as, item, spare }) => {
      const place = { ...params, templateId: 'sword', id: item };
      return () => server.send(items.replaceLinks, { params: place, body: { by: spare } }, as);
    },
  },
  {
    name: 'an undo',
    late: { message: 2, status: 422 },
    prepare: async (world) => {
      const { body } = await edit(world, 77);
      const changeSetId = (body as { id: number | null }).id ?? 0;
      return () => server.send(changeSets.undo, { params: { ...world.params, changeSetId }, body: {} }, world.as);
    },
  },
  {
    name: 'a sync',
    target: 'stage',
    late: { message: 2, status: 409 },
    prepare: async ({ params, as, haveSpare, change }) => {
      await haveSpare(true);
      await change({ price: 77 });
      return () => server.send(sync.all, { params, body: {} }, as);
    },
  },
  {
    name: 'an undo of a sync',
    target: 'stage',
    // It brings back items of two templates.
    late: { message: 3, status: 409 },
    prepare: async (world) => {
      await world.change({ price: 77 });
      const { id } = await world.sync.all();
      return () => server.send(sync.undo, { params: { ...world.params, syncId: id ?? 0 }, body: {} }, world.as);
    },
  },
  {
    name: 'a release',
    target: 'stage',
    prepare: async ({ params, as, change }) => {
      await change({ price: 77 });
      const releaseId = await releasesOf(server).create();
      return () => server.send(releases.publish, { params: { ...params, releaseId }, body: {} }, as);
    },
  },
];

/** Refuses everything from a message on. */
const refuseFrom = ({ receiver, refuse }: SaveCheck, first: number) =>
  refuse(() => (receiver.received.length >= first ? { field: 'title', reason: 'is not balanced' } : undefined));

const titlesIn = async (instanceId: number) => {
  const { items: all } = (await contentOf(server, instanceId)) as {
    items: { id: number; label: string; values: Record<string, unknown> }[];
  };
  return new Map(all.map(({ id, label, values }) => [id, [label, values.title ?? null, values.price ?? null]]));
};

describe.each(doors)('$name', ({ prepare, target, late }) => {
  test('writes what the webhook was asked about, and nothing that it refuses', async () => {
    shows('5.check.doors', '5.check.places');
    const make = await prepare(world);
    const instanceId = target === 'stage' ? server.studio.stage : server.studio.dev;
    const check = await startCheck(server, { instanceId });
    const before = await contentOf(server, instanceId);
    for (const { message, status } of [{ message: 1, status: 422 }, ...(late ? [late] : [])]) {
      check.receiver.received.length = 0;
      refuseFrom(check, message);
      const answer = await make();
      expect({ message, status: answer.status }, JSON.stringify(answer.body)).toEqual({ message, status });
      expect(JSON.stringify(answer.body)).toContain('is not balanced');
      expect(await contentOf(server, instanceId)).toEqual(before);
    }
    check.receiver.received.length = 0;
    check.refuse();
    const { status, body } = await make();
    expect([status, body]).toEqual([200, expect.anything()]);
    await eventually(async () => expect(await contentOf(server, instanceId)).not.toEqual(before));
    const asked = check.asked();
    expect(asked.length).toBeGreaterThan(0);
    // A job writes in several steps.
    await eventually(async () => {
      const now = await titlesIn(instanceId);
      for (const { label, item } of asked) {
        const { id, title = null, price = null } = item;
        const stored = id === null ? [...now.values()] : [now.get(id)];
        expect(stored).toContainEqual([label, title, price]);
      }
    });
  });
});

test('an import that was checked is asked about again when it is applied, and decided conflicts for the first time', async () => {
  shows('5.check.doors');
  const { params, as, item, change, version, read } = world;
  const at = await version();
  await change({ price: 50 });
  const check = await startCheck(server);
  const { import: checked } = await importFile(server, jsonLines([{ _id: item, _version: at, price: 60 }]), {
    query: { dry_run: true },
  });
  expect(checked.counts.conflict).toBe(1);
  expect(check.asked()).toEqual([]);
  refuseFrom(check, 1);
  const body = { conflicts: 'new' } as Input<typeof imports.apply>['body'];
  const apply = () => server.send(imports.apply, { params: { ...params, importId: checked.id }, body }, as);
  expect(await apply()).toMatchObject({ status: 422, body: { message: expect.stringContaining('is not balanced') } });
  check.refuse();
  expect((await apply()).status).toBe(200);
  expect(check.asked().at(-1)?.item).toMatchObject({ id: item, price: 60 });
  expect((await read())?.values.price).toBe(60);
});

test('a deletion is not asked about', async () => {
  const { params, as, spare, haveSpare } = world;
  await haveSpare(true);
  const check = await startCheck(server);
  refuseFrom(check, 0);
  expect((await server.send(items.delete, { params: { ...params, templateId: 'sword', id: spare } }, as)).status).toBe(
    200,
  );
  expect(check.asked()).toEqual([]);
});
