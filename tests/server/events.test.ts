import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { type Action, bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { items, type SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import { jobs } from '@quartermaster/contract/endpoints/jobs.ts';
import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { changesJob, runChanges } from '../../server/content/documents/value-changes/change-values.ts';
import { AppError } from '../../server/core/base/errors.ts';
import { editJob } from '../../server/modules/bulk-edits/edit-job-service.ts';
import { runExport } from '../../server/modules/reports/run-export.ts';
import { openEdit } from '../support/bulk-edits.ts';
import { demandEvents } from '../support/demanded-events.ts';
import { drawPortrait } from '../support/draw-portrait.ts';
import { imageBody } from '../support/image-body.ts';
import { field, inOrder, saveAll, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { insertItems } from '../support/server-content.ts';
import { holdJob } from '../support/server-jobs.ts';
import { syncOf } from '../support/sync.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const as = { as: 'owner' } as const;
const inDev = () => ({ params: { instanceId: server.studio.dev } });
const query = <R>(text: string, values: unknown[] = []) => server.app.deps.database.query<R>(text, values);
const signal = new AbortController().signal;

interface Row {
  id: number;
  instance_id: number;
  kind: string;
  account_id: number | null;
  actor: string;
  origin: string;
  details: object;
}

/** The events that something emits, without their ids. */
async function emittedBy(work: () => Promise<unknown>) {
  const read = (after: number) =>
    query<Row>(
      'select id, instance_id, kind, account_id, actor, origin, details from events where id > $1 order by id',
      [after],
    );
  const last = (await read(0)).at(-1)?.id ?? 0;
  await work();
  return (await read(last)).map(({ id: _, ...event }) => event);
}

/** An event of the owner in Dev. */
const event = (kind: string, details: object, origin = 'form') => ({
  instance_id: server.studio.dev,
  kind,
  account_id: server.studio.accounts.owner,
  actor: 'account',
  origin,
  details,
});

const itemEvent = (action: string, ids: number[], template_id = 'thing') =>
  event('items.changed', { template_id, action, count: ids.length, ids });

const valuesEvent = (details: object) => ({
  ...event('items.changed', { template_id: 'thing', action: 'update', ...details }, 'template-change'),
  account_id: null,
  actor: 'system',
});

const templateEvent = (action: string, version: number, template_id = 'thing') =>
  event('template.changed', { template_id, action, version });

const fields = inOrder([
  field('title', 'text'),
  field('cost', 'integer'),
  field('next', 'item-link', { templateId: 'thing' }),
]);
const create = (title: string) => saveBody('thing', fields, { title });
const update = ({ id, version }: { id: number; version: number }, before: string, title: string) =>
  saveBody('thing', fields, { title }, { id, version, before: { title: before } });
const remove = (id: number) =>
  server.send(items.delete, { params: { ...inDev().params, templateId: 'thing', id } }, as);

describe('items', () => {
  beforeEach(async () => {
    await saveTemplate(server, 'thing', fields);
  });

  test('a save, and a deletion, emit one event with the item', async () => {
    let saved = { id: 0, version: 0 };
    const created = await emittedBy(async () => {
      saved = await saveOne(server, create('One'));
    });
    expect(created).toEqual([itemEvent('create', [saved.id])]);
    const changed = await emittedBy(() => saveOne(server, update(saved, 'One', 'Two')));
    expect(changed).toEqual([itemEvent('update', [saved.id])]);
    expect(await emittedBy(() => remove(saved.id))).toEqual([itemEvent('delete', [saved.id])]);
  });

  test('a batch emits an event for each template and action', async () => {
    await saveTemplate(server, 'other', [field('title', 'text')]);
    const first = await saveOne(server, create('First'));
    let ids: number[] = [];
    const emitted = await emittedBy(async () => {
      const bodies = [create('A'), update(first, 'First', 'Again'), saveBody('other', [field('title', 'text')], {})];
      ids = (await saveAll(server, [...bodies, create('B')])).map(({ id }) => id);
    });
    const [a = 0, changed = 0, other = 0, b = 0] = ids;
    expect(emitted).toEqual([
      itemEvent('create', [a, b]),
      itemEvent('update', [changed]),
      itemEvent('create', [other], 'other'),
    ]);
  });

  test('an event lists up to 100 ids, and then only their number', async () => {
    const batch = (count: number) => Array.from({ length: count }, (_, index) => create(`Item ${index}`));
    const listed = await emittedBy(() => saveAll(server, batch(100)));
    expect(listed).toMatchObject([{ details: { count: 100, ids: expect.any(Array) } }]);
    const counted = await emittedBy(() => saveAll(server, batch(101)));
    expect(counted).toEqual([event('items.changed', { template_id: 'thing', action: 'create', count: 101 })]);
  });

  test('a creation that is repeated with its key emits one event', async () => {
    const body = { ...create('Once'), idempotency_key: '7b1f0f6e-0d0b-4a86-9a7b-0f5b8a3b1c11' };
    const emitted = await emittedBy(async () => {
      await saveOne(server, body);
      await saveOne(server, body);
    });
    expect(emitted).toHaveLength(1);
  });

  test('an upload emits the event of its item', async () => {
    let id = 0;
    const emitted = await emittedBy(async () => {
      id = (await saveOne(server, picture)).id;
    });
    expect(emitted).toEqual([itemEvent('create', [id], imageTemplate.id)]);
  });

  test('what changes nothing, or is refused, emits nothing', async () => {
    const one = await saveOne(server, create('One'));
    const two = await saveOne(server, saveBody('thing', fields, { title: 'Two', next: one.id }));
    const stale = update({ id: two.id, version: two.version + 3 }, 'Two', 'Late');
    const answers: number[] = [];
    const emitted = await emittedBy(async () => {
      const send = async (body: SaveItem) =>
        answers.push((await server.send(items.save, { ...inDev(), body }, as)).status);
      await send(update(one, 'One', 'One'));
      await send(stale);
      await send(saveBody('thing', fields, { next: 424_242 }));
      const body = { items: [create('Three'), stale] };
      answers.push((await server.send(items.saveMany, { ...inDev(), body }, as)).status);
      answers.push((await remove(one.id)).status, (await remove(424_242)).status);
    });
    expect(answers).toEqual([200, 409, 422, 409, 409, 404]);
    expect(emitted).toEqual([]);
  });
});

/** An item of the reserved template with a new image. */
const picture = imageBody(drawPortrait('QM', [10, 20, 30]).toString('base64'));

describe('templates and the menu', () => {
  test('creating, changing and deleting a template emit one event each', async () => {
    expect(await emittedBy(() => saveTemplate(server, 'thing', fields))).toEqual([templateEvent('create', 1)]);
    await saveOne(server, create('One'));
    const renamed = await emittedBy(() => saveTemplate(server, 'thing', fields, { version: 1, label: 'Things' }));
    expect(renamed).toEqual([templateEvent('update', 2)]);
    const same = await emittedBy(() => saveTemplate(server, 'thing', fields, { version: 2, label: 'Things' }));
    expect(same).toEqual([]);
    const deleted = await emittedBy(() =>
      server.call(templates.delete, { params: { ...inDev().params, templateId: 'thing' } }, as),
    );
    expect(deleted).toEqual([templateEvent('delete', 3)]);
  });

  test('a removed field, and its restoration, also emit the items whose values they change', async () => {
    await saveTemplate(server, 'thing', fields);
    const { id } = await saveOne(server, saveBody('thing', fields, { title: 'One', cost: 5 }));
    await saveOne(server, create('Without'));
    const rest = inOrder(fields.filter((one) => one.id !== 'cost'));
    const removed = await emittedBy(() => saveTemplate(server, 'thing', rest, { version: 1 }));
    expect(removed).toEqual([valuesEvent({ count: 1, ids: [id] }), templateEvent('update', 2)]);
    const restored = await emittedBy(() => saveTemplate(server, 'thing', fields, { version: 2 }));
    expect(restored).toEqual([valuesEvent({ count: 1, ids: [id] }), templateEvent('update', 3)]);
  });

  test('the job of a large change emits one event for each step that changes items', async () => {
    await holdJob(server.app.deps, changesJob);
    await insertItems(server.app.deps.database, server.studio.dev, 'thing', 1200);
    await query(`update items set "values" = "values" - 'cost' where id > 1100`);
    const rest = [field('title', 'text')];
    const saved = await emittedBy(() => saveTemplate(server, 'thing', rest, { version: 1 }));
    expect(saved).toEqual([templateEvent('update', 2)]);
    const emitted = await emittedBy(() => runChanges(server.app.deps, signal));
    const counts = emitted.map(({ details }) => (details as { count: number }).count);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1100);
    const ids = { ids: expect.any(Array) };
    expect(emitted).toEqual(counts.map((count) => valuesEvent({ count, ...(count <= 100 && ids) })));
  });

  test('a saved menu emits one event, an unchanged or refused one none', async () => {
    const group = { id: 'group', parent_id: 'root', label: 'Group', template_id: '', order: 9 } as const;
    const save = (status: 1 | 2, more = {}) =>
      server.send(menu.save, { ...inDev(), body: { menu: [{ ...group, ...more, status }] } }, as);
    expect(await emittedBy(() => save(1))).toEqual([event('menu.changed', {})]);
    expect(await emittedBy(() => save(2))).toEqual([]);
    expect(await emittedBy(() => save(2, { parent_id: 'nowhere' }))).toEqual([]);
  });
});

describe('change sets', () => {
  beforeEach(async () => {
    await saveTemplate(server, 'thing', fields);
    await saveAll(server, ['One', 'Two'].map(create));
  });

  const addOne: Action = { operations: [{ field_id: 'cost', op: 'set', value: 3 }] };
  const applied = (change_set_id: number, origin: string, details: object) =>
    event(
      'change_set.applied',
      { change_set_id, undoes_id: null, added: 0, updated: 0, removed: 0, templates: 0, has_menu: false, ...details },
      origin,
    );

  test('a sync, and its undo, emit one event of the target, with their numbers', async () => {
    const { all, undo } = syncOf(server, server.studio.dev);
    let id = 0;
    const synced = await emittedBy(async () => {
      id = (await all()).id ?? 0;
    });
    const inStage = { instance_id: server.studio.stage };
    const numbers = { templates: 1, has_menu: true };
    expect(synced).toEqual([{ ...applied(id, 'sync', { added: 2, ...numbers }), ...inStage }]);
    let undoId = 0;
    const undone = await emittedBy(async () => {
      undoId = (await undo(id)).id ?? 0;
    });
    expect(undone).toEqual([{ ...applied(undoId, 'undo', { undoes_id: id, removed: 2, ...numbers }), ...inStage }]);
  });

  test('a bulk edit in the call, and its undo, emit one event each', async () => {
    const ids = (await query<{ id: number }>('select id from items order by id')).map(({ id }) => id);
    const body = { selection: { template_id: 'thing', ids }, action: addOne };
    let id = 0;
    const edited = await emittedBy(async () => {
      id = (await server.call(bulkEdits.apply, { ...inDev(), body }, as)).id ?? 0;
    });
    expect(edited).toEqual([applied(id, 'bulk-edit', { updated: 2 })]);
    let undoId = 0;
    const undone = await emittedBy(async () => {
      const input = { params: { ...inDev().params, changeSetId: id }, body: {} };
      undoId = (await server.call(changeSets.undo, input, as)).id ?? 0;
    });
    expect(undone).toEqual([applied(undoId, 'undo', { undoes_id: id, updated: 2 })]);
  });

  test('a bulk edit of a job emits one event, a cancelled or failed one none', async () => {
    const ids = (await query<{ id: number }>('select id from items order by id')).map(({ id }) => id);
    const run = (sync_id: number) => editJob.run(server.app.deps, { sync_id }, signal);
    const open = () => openEdit(server, { templateId: 'thing', ids, action: addOne });
    const [first, stale, cancelled] = [await open(), await open(), await open()];
    expect(await emittedBy(() => run(first))).toEqual([applied(first, 'bulk-edit', { updated: 2 })]);
    expect(await emittedBy(() => run(stale))).toEqual([]);
    const cancel = async () => {
      const job = { ...inDev().params, kind: 'change-set', id: String(cancelled) } as const;
      await server.call(jobs.cancel, { params: job }, as);
      await run(cancelled);
    };
    expect(await emittedBy(cancel)).toEqual([]);
    expect(await emittedBy(() => run(first))).toEqual([]);
    const states = await query('select state from change_sets order by id');
    expect(states).toEqual(['applied', 'failed', 'cancelled'].map((state) => ({ state })));
  });
});

test('a completed export emits its event and that of live, and a repeated job none', async () => {
  const [report] = await query<{ id: number }>(
    "insert into reports (instance_id, account_id, path, created_at) values ($1, $2, 'path', now()) returning id",
    [server.studio.dev, server.studio.accounts.owner],
  );
  const id = report?.id ?? 0;
  const run = () => runExport(server.app.deps, { report_id: id }, signal);
  const followed = { channel: 'live', build_id: id, previous_build_id: null, by_hand: false };
  expect(await emittedBy(run)).toEqual([
    event('export.completed', { report_id: id }),
    event('channel.changed', followed),
  ]);
  expect(await emittedBy(run)).toEqual([]);
});

test('a unit that is rolled back emits nothing', async () => {
  const author = { actor: { kind: 'system' }, origin: 'api' } as const;
  const emit = (end: () => void) =>
    server.app.deps.unit(async (unit) => {
      await unit.emit({ kind: 'menu.changed', instanceId: server.studio.dev, author });
      end();
    });
  const failed = emit(() => {
    throw new AppError('conflict');
  });
  await expect(failed).rejects.toThrow(AppError);
  const expected = { ...event('menu.changed', {}, 'api'), account_id: null, actor: 'system' };
  expect(await emittedBy(() => emit(() => {}))).toEqual([expected]);
});

test('events contain no content', async () => {
  const secret = 'xyzzy';
  const hidden = inOrder([field('title', 'text', { label: secret })]);
  await saveTemplate(server, 'thing', hidden, { label: secret });
  const { id } = await saveOne(server, saveBody('thing', hidden, { title: secret }, { label: secret }));
  const group = { id: 'group', parent_id: 'root', label: secret, template_id: '', order: 9, status: 1 } as const;
  await server.call(menu.save, { ...inDev(), body: { menu: [group] } }, as);
  await syncOf(server, server.studio.dev).all({ note: secret });
  const action: Action = { operations: [{ field_id: 'title', op: 'append', value: secret }] };
  await server.call(
    bulkEdits.apply,
    { ...inDev(), body: { selection: { template_id: 'thing', ids: [id] }, action } },
    as,
  );
  const rows = await query<{ text: string }>('select e::text as text from events e');
  expect(rows.length).toBeGreaterThanOrEqual(5);
  expect(rows.filter(({ text }) => text.includes(secret))).toEqual([]);
});

test('a change of content without an event does not commit where events are demanded', async () => {
  await demandEvents(server.app.deps.database);
  await saveTemplate(server, 'thing', fields);
  const { id } = await saveOne(server, create('One'));
  const changes = [
    ['items', `update items set "values" = '{}' where id = ${id}`],
    ['templates', `update templates set label = 'Other' where id = 'thing'`],
    ['menu_nodes', `delete from menu_nodes`],
  ] as const;
  for (const [table, text] of changes)
    await expect(query(text)).rejects.toThrow(`A change of ${table} has emitted no event.`);
});
