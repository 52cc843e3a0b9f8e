import { items } from '@quartermaster/contract/endpoints/items.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { describe, expect, test } from 'vitest';
import { type Arena, beginArena, race } from '../support/arena.ts';
import { eventually } from '../support/eventually.ts';
import { field, inOrder, saveBody } from '../support/sample-template.ts';
import { timeout } from '../support/timeout.ts';

const times = Number(process.env.SYNC_RACES ?? (process.env.DATABASE_URL ? 20 : 5));
const fields = inOrder([field('title', 'text'), field('link', 'item-link', { templateId: 'raced' })]);

let arena: Arena;
beginArena((opened) => {
  arena = opened;
});

interface Row {
  id: number;
  title: string | null;
  version: number;
}

const dev = () => ({ instanceId: arena.studio.dev });

async function expectStatus<Body>(expected: number, given: ReturnType<Arena['send']>): Promise<Body> {
  const { status, body } = await given;
  expect([status, body]).toEqual([expected, expect.anything()]);
  return body as Body;
}

const saveTemplate =
  (version: number, label = 'Raced') =>
  (server: 0 | 1) =>
    arena.send(server, 'owner', templates.save, { params: dev(), body: { id: 'raced', label, version, fields } });

const create = async (title: string): Promise<number> =>
  (
    await expectStatus<{ id: number }>(
      200,
      arena.send(0, 'owner', items.save, { params: dev(), body: saveBody('raced', fields, { title }) }),
    )
  ).id;

const rowsOf = (instanceId: number): Promise<Row[]> =>
  arena.database.query<Row>(
    `select i.id, i."values"->>'title' as title, i.version from items i join templates t on t.key = i.template_key where t.instance_id = $1 order by i.id`,
    [instanceId],
  );

/** Saves an item as it is now. */
const edit = (instanceId: number, id: number, values: { title?: string; link?: number }) => async (server: 0 | 1) => {
  const [row] = await arena.database.query<{ version: number; values: object }>(
    'select i.version, i."values" from items i join templates t on t.key = i.template_key where t.instance_id = $1 and i.id = $2',
    [instanceId, id],
  );
  const before = (row?.values ?? {}) as Record<string, string>;
  const body = saveBody('raced', fields, values, { id, version: row?.version ?? 0, before });
  return arena.send(server, 'owner', items.save, { params: { instanceId }, body });
};

/** A call answers before its sync has ended where that takes long. */
async function untilEnded(given: ReturnType<Arena['send']>): ReturnType<Arena['send']> {
  const answer = await given;
  const { id, state } = answer.body as { id?: number; state?: string };
  if (state !== 'running') return answer;
  return eventually(
    async () => {
      const params = { ...dev(), syncId: id ?? 0 };
      const { body } = await arena.send(0, 'owner', sync.get, { params });
      const { sync: current } = body as { sync: { state: string } };
      expect(current.state).not.toBe('running');
      return current.state === 'applied' ? answer : { status: 409, body: { error: 'changed' } };
    },
    { timeout: 10 * timeout },
  );
}

const syncAll =
  (body: object = {}) =>
  (server: 0 | 1) =>
    untilEnded(arena.send(server, 'owner', sync.all, { params: dev(), body }));

const errorOf = (answer: { status: number; body: unknown }) =>
  answer.status === 200 ? 'ok' : (answer.body as { error: string }).error;

/** The index rows and links of an instance that do not lead from an item to an item. */
const dangling = (instanceId: number) =>
  arena.database.query(
    `select l.item_id, l.target_id from item_links l where l.instance_id = $1
      and not (exists (select 1 from items i join templates t on t.key = i.template_key where t.instance_id = $1 and i.id = l.target_id)
        and exists (select 1 from items i where i.template_key = l.template_key and i.id = l.item_id))`,
    [instanceId],
  );

async function prepare(): Promise<number> {
  if ((await arena.database.query("select 1 from templates where id = 'raced'", [])).length === 0)
    await expectStatus(200, saveTemplate(0)(0));
  const id = await create('One');
  await expectStatus(200, syncAll({ conflicts: 'source' })(0));
  return id;
}

describe(`${times} times at the same moment`, () => {
  test('two syncs: one of them, or one after the other', async () => {
    for (let turn = 0; turn < times; turn += 1) {
      await prepare();
      await create(`Turn ${turn}`);
      const answers = await race(turn, syncAll(), syncAll());
      const errors = answers.map(errorOf);
      expect(errors).toContain('ok');
      for (const error of errors) expect(['ok', 'running', 'changed']).toContain(error);
      expect((await rowsOf(arena.studio.stage)).map(({ id, title }) => ({ id, title }))).toEqual(
        (await rowsOf(arena.studio.dev)).map(({ id, title }) => ({ id, title })),
      );
    }
  });

  test('a sync and a save of the same item in the target: nothing is overwritten silently', async () => {
    const { stage } = arena.studio;
    for (let turn = 0; turn < times; turn += 1) {
      const id = await prepare();
      await expectStatus(200, edit(arena.studio.dev, id, { title: `Source ${turn}` })(0));
      const [synced, saved] = await race(turn, syncAll(), edit(stage, id, { title: `Hotfix ${turn}` }));
      const title = (await rowsOf(stage)).find((row) => row.id === id)?.title;
      if (saved.status === 200) {
        // The save came first, and the sync has met it; or the save started from what was synced.
        expect(title).toBe(`Hotfix ${turn}`);
      } else {
        expect([errorOf(saved), errorOf(synced), title]).toEqual(['version', 'ok', `Source ${turn}`]);
      }
      if (synced.status !== 200) expect(['changed', 'conflict']).toContain(errorOf(synced));
      const revisions = await arena.database.query<{ title: string }>(
        `select r."values"->>'title' as title from item_revisions r join templates t on t.key = r.template_key
          where t.instance_id = $1 and r.item_id = $2 order by r.version, r.sync_id`,
        [stage, id],
      );
      const expected = [
        'One',
        ...(synced.status === 200 ? [`Source ${turn}`] : []),
        ...(saved.status === 200 ? [`Hotfix ${turn}`] : []),
      ];
      expect(revisions.map((revision) => revision.title)).toEqual(expected);
    }
  });

  test('a sync that removes an item and a save that links to it: the link leads somewhere, or is refused', async () => {
    const { stage } = arena.studio;
    for (let turn = 0; turn < times; turn += 1) {
      const gone = await prepare();
      const linking = await prepare();
      await expectStatus(
        200,
        arena.send(0, 'owner', items.delete, { params: { ...dev(), templateId: 'raced', id: gone } }),
      );
      const removal = (server: 0 | 1) =>
        untilEnded(
          arena.send(server, 'owner', sync.some, {
            params: dev(),
            body: { changes: [{ template_id: 'raced', is_update_template: false, items: [gone] }] },
          }),
        );
      const [synced, saved] = await race(turn, removal, edit(stage, linking, { title: 'One', link: gone }));
      expect([synced.status === 200, saved.status === 200]).not.toEqual([true, true]);
      expect(await dangling(stage)).toEqual([]);
      expect((await rowsOf(stage)).some(({ id }) => id === gone)).toBe(synced.status !== 200);
      await expectStatus(200, syncAll({ conflicts: 'source' })(0));
    }
  });

  test('a sync and a save in the source: it is synced whole or not at all', async () => {
    const { stage } = arena.studio;
    for (let turn = 0; turn < times; turn += 1) {
      const id = await prepare();
      await expectStatus(200, edit(arena.studio.dev, id, { title: `First ${turn}` })(0));
      const [synced, saved] = await race(turn, syncAll(), edit(arena.studio.dev, id, { title: `Second ${turn}` }));
      expect(saved.status).toBe(200);
      const title = (await rowsOf(stage)).find((row) => row.id === id)?.title;
      if (synced.status === 200) expect([`First ${turn}`, `Second ${turn}`]).toContain(title);
      else expect([errorOf(synced), title]).toEqual(['changed', 'One']);
      const index = await arena.database.query<{ text: string }>(
        'select v.text from item_values v join templates t on t.key = v.template_key where t.instance_id = $1 and v.item_id = $2',
        [stage, id],
      );
      expect(index).toEqual([{ text: title }]);
    }
  });

  test('a sync and a change of the template: the target has one state of it', async () => {
    const { stage } = arena.studio;
    for (let turn = 0; turn < times; turn += 1) {
      const id = await prepare();
      await expectStatus(200, edit(arena.studio.dev, id, { title: `Turn ${turn}` })(0));
      const [row] = await arena.database.query<{ version: number }>(
        "select version from templates where instance_id = $1 and id = 'raced'",
        [arena.studio.dev],
      );
      const [synced, saved] = await race(turn, syncAll(), saveTemplate(row?.version ?? 0, `Turn ${turn}`));
      expect(saved.status).toBe(200);
      if (synced.status !== 200) expect(errorOf(synced)).toBe('changed');
      await expectStatus(200, syncAll()(0));
      const labels = await arena.database.query<{ label: string }>(
        "select label from templates where id = 'raced' and instance_id = any(array[$1, $2]::int[])",
        [arena.studio.dev, stage],
      );
      expect(labels).toEqual([{ label: `Turn ${turn}` }, { label: `Turn ${turn}` }]);
    }
  });
});
