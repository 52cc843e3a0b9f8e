import { randomUUID } from 'node:crypto';
import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Applied, Checked, Door } from '@quartermaster/contract/endpoints/door.ts';
import { replacements } from '@quartermaster/contract/endpoints/replacements.ts';
import { restores } from '@quartermaster/contract/endpoints/trash.ts';
import type { ErrorBody } from '@quartermaster/contract/errors.ts';
import { describe, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { saveTemplate } from '../support/sample-template.ts';
import { sentItems, startCheck } from '../support/save-checks.ts';
import {
  as,
  beginSwordEdits,
  byIds,
  create,
  dev,
  apply as edit,
  expectTidy,
  fields,
  operate,
  read,
  server,
  undo,
} from '../support/sword-edits.ts';
import { contentOfState } from '../support/sync-model/state.ts';
import { trashOf } from '../support/trash.ts';

/** Changes of five items through a door, one of which can be refused. */
interface Made {
  /** In the order of the check. */
  ids: number[];
  input: object;
}

interface DoorCase {
  name: string;
  door: Door;
  /** Creates the items; with `hasRefused`, a rule refuses the third of them. */
  make: (hasRefused: boolean) => Promise<Made>;
  /** Changes what the check has looked at. */
  touch: (made: Made) => Promise<unknown>;
  /** The same door for other changes. */
  other: (made: Made) => object;
  /** An input that changes nothing, and what gives it something to change. */
  nothing?: (made: Made) => { input: object; later: () => Promise<unknown> };
}

const five = [0, 1, 2, 3, 4];
const touchItem = ({ ids }: Made) => edit(byIds(ids[1] ?? 0), operate({ field_id: 'weight', op: 'set', value: 2 }));
const price = (op: 'add' | 'set', value: number) => operate({ field_id: 'price', op, value });

/** Another price for each item; the third of them gets this one. */
const prices = (ids: readonly number[], third: number) =>
  ids.map((id, place) => ({
    id,
    fields: [{ field_id: 'price', value: place === 2 ? third : (third % 100) + 10 * place }],
  }));

const cases: readonly DoorCase[] = [
  {
    name: 'an edit of values',
    door: bulkEdits as unknown as Door,
    make: async (hasRefused) => {
      const ids = await create(...five.map((place) => ({ price: hasRefused && place === 2 ? 1000 : place })));
      return { ids, input: { selection: byIds(...ids), action: price('add', 1) } };
    },
    touch: touchItem,
    other: ({ ids }) => ({ selection: byIds(...ids), action: price('add', 2) }),
    nothing: ({ ids: [id = 0] }) => ({
      input: { selection: byIds(id), action: price('set', 0) },
      later: () => edit(byIds(id), price('set', 7)),
    }),
  },
  {
    name: 'values of each item',
    door: bulkEdits as unknown as Door,
    make: async (hasRefused) => {
      const ids = await create(...five.map((place) => ({ price: place })));
      return { ids, input: { selection: byIds(...ids), action: { values: prices(ids, hasRefused ? 1001 : 12) } } };
    },
    touch: touchItem,
    other: ({ ids }) => ({ selection: byIds(...ids), action: { values: prices(ids, 22) } }),
    nothing: ({ ids: [id = 0] }) => ({
      input: { selection: byIds(id), action: { values: prices([id], 0) } },
      later: () => edit(byIds(id), price('set', 7)),
    }),
  },
  {
    name: 'copies',
    door: bulkEdits as unknown as Door,
    make: async (hasRefused) => {
      const labels = five.map((place) => (hasRefused && place === 2 ? 'A label of many letters' : `Axe ${place}`));
      const ids = await create(...labels.map((label) => ({ label, price: 1 })));
      const duplicate = { times: 2, label: '{label} {n}', fields: [{ field_id: 'title', pattern: '{label}' }] };
      return { ids, input: { selection: byIds(...ids), action: { duplicate } } };
    },
    touch: touchItem,
    other: ({ ids }) => ({ selection: byIds(...ids), action: { duplicate: { times: 1, label: '{label}' } } }),
  },
  {
    name: 'a deletion',
    door: bulkEdits as unknown as Door,
    make: async (hasRefused) => {
      const ids = await create(...five.map((place) => ({ price: place })));
      if (hasRefused) await create({ price: 9, parent: ids[2] ?? 0 });
      return { ids, input: { selection: byIds(...ids), action: { delete: true } } };
    },
    touch: touchItem,
    other: ({ ids }) => ({ selection: byIds(...ids.slice(1)), action: { delete: true } }),
  },
  {
    name: 'a replacement',
    door: replacements as unknown as Door,
    make: async (hasRefused) => {
      const titles = five.map((place) => (hasRefused && place === 2 ? 'old old old' : `old ${place}`));
      const ids = await create(...titles.map((title) => ({ title, price: 1 })));
      return { ids, input: { find: 'old', replace_with: 'older' } };
    },
    touch: touchItem,
    other: () => ({ find: 'old', replace_with: 'new' }),
    nothing: () => ({
      input: { find: 'nowhere', replace_with: 'here' },
      later: () => create({ title: 'nowhere', price: 1 }),
    }),
  },
  {
    name: 'a restore',
    door: restores as unknown as Door,
    make: async (hasRefused) => {
      const ids = await create(...five.map((place) => ({ price: place })));
      const { list, remove } = trashOf(server);
      if (hasRefused) {
        // Its target stays in the trash.
        const [target = 0] = await create({ price: 9 });
        const action = operate({ field_id: 'parent', op: 'set', value: target });
        await edit(byIds(ids[2] ?? 0), action);
        await edit(byIds(ids[2] ?? 0), { delete: true });
        await remove('sword', target);
        await edit(byIds(...ids.filter((_, place) => place !== 2)), { delete: true });
        const { entries } = await list();
        return { ids, input: { entries: entries.filter(({ item_id }) => item_id !== target).map(({ id }) => id) } };
      }
      await edit(byIds(...ids), { delete: true });
      return { ids, input: { matching: { count: 5 } } };
    },
    touch: () => saveTemplate(server, 'sword', fields, { version: 1, label: 'Blades' }),
    other: () => ({ matching: { count: 5, search: 'Sword' } }),
  },
];

describe.each(cases)('$name', ({ door, make, touch, other, nothing }) => {
  beginSwordEdits();

  const check = (body: object): Promise<Checked> =>
    server.call(door.check, { params: dev(), body } as never, as) as unknown as Promise<Checked>;
  const apply = (body: object): Promise<Applied> =>
    server.call(door.apply, { params: dev(), body } as never, as) as unknown as Promise<Applied>;
  const refused = async (body: object) => {
    const answer = await server.send(door.apply, { params: dev(), body } as never, as);
    return { status: answer.status, ...(answer.body as ErrorBody) };
  };
  const content = async () => JSON.stringify(contentOfState(await read()));
  const newest = async () =>
    (await server.call(changeSets.list, { params: dev(), query: {} }, as)).change_sets[0]?.id ?? 0;

  test('the check lists each item once, page by page, changes nothing, and says what is applied and undone', async () => {
    shows('4.bulk.preview');
    const { ids, input } = await make(false);
    const before = await content();
    const pages: Checked[] = [];
    let cursor: string | null = null;
    do {
      pages.push(await check({ ...input, limit: 2, ...(cursor !== null && { cursor }) }));
      cursor = pages.at(-1)?.next_cursor ?? null;
    } while (cursor !== null && pages.length < 9);
    const [first = expect.fail('There is a page.')] = pages;
    expect(pages.map(({ counts, fingerprint }) => [counts, fingerprint])).toEqual(
      pages.map(() => [first.counts, first.fingerprint]),
    );
    const rows = pages.flatMap((page) => page.rows);
    expect([...new Set(rows.map(({ id }) => id))]).toEqual(ids);
    expect(new Set(rows.map(({ id, copy }) => `${id}/${copy}`)).size).toBe(rows.length);
    const countOf = (change: string | null) => rows.filter((row) => row.change === change).length;
    expect(first.counts).toEqual({
      ...{ added: countOf('added'), updated: countOf('updated'), removed: countOf('removed') },
      ...{ unchanged: countOf(null), refused: 0, left_out: 0, templates: 0 },
    });
    expect(await content()).toBe(before);
    const { id, counts } = await apply({ ...input, fingerprint: first.fingerprint });
    const { added, updated, removed } = first.counts;
    expect(counts).toEqual({ added, updated, removed, templates: 0 });
    expect(await content()).not.toBe(before);
    await undo(id);
    expect(await content()).toBe(before);
    await expectTidy();
  });

  test('items are left out', async () => {
    shows('4.bulk.leave-out');
    const { ids, input } = await make(false);
    const whole = await check(input);
    const [, left = 0] = ids;
    const leave_out = [left];
    const now = (await read()).items.get(left);
    const { counts, rows } = await check({ ...input, leave_out });
    expect(counts.left_out).toBe(1);
    expect(rows).toEqual(whole.rows.filter(({ id }) => id !== left));
    await apply({ ...input, leave_out });
    expect((await read()).items.get(left)).toEqual(now);
    await expectTidy();
  });

  test('one that is refused keeps all from being changed, until it is left out', async () => {
    shows('4.bulk.leave-out');
    const { ids, input } = await make(true);
    const before = await content();
    const found = await check(input);
    const [, , id = 0] = ids;
    expect(found.refusals.sample.map((refusal) => refusal.id)).toEqual(found.refusals.sample.map(() => id));
    expect(found.counts.refused).toBeGreaterThan(0);
    const { status, error, details } = await refused(input);
    expect([status, error]).toEqual([422, 'invalid']);
    expect(details).toMatchObject({ counts: found.counts, refusals: found.refusals });
    expect(await content()).toBe(before);
    const without = await check({ ...input, leave_out: [id] });
    const rest = await check({ ...input, leave_out_refused: true });
    expect(rest).toEqual({ ...without, fingerprint: rest.fingerprint });
    expect(rest.counts).toMatchObject({ refused: 0, left_out: 1 });
    const { counts } = await apply({ ...input, leave_out_refused: true, fingerprint: rest.fingerprint });
    const { added, updated, removed } = found.counts;
    expect(counts).toEqual({ added, updated, removed, templates: 0 });
    await expectTidy();
  });

  test('what a webhook refuses that is asked before saves keeps all from being changed, until it is left out', async () => {
    shows('5.check.doors', '5.check.places');
    const { ids, input } = await make(false);
    const { refuse, receiver } = await startCheck(server);
    const before = await content();
    refuse(({ label }) => (/^(Sword|Axe) 2/.test(label) ? { field: 'price', reason: 'is not balanced' } : undefined));
    const found = await check(input);
    if ('action' in input && 'delete' in Object(input.action)) {
      expect([found.counts.refused, receiver.received]).toEqual([0, []]);
      return;
    }
    const [, , id = 0] = ids;
    // A copy has no id yet.
    for (const { item } of receiver.received.flatMap(sentItems)) expect([null, ...ids]).toContain(item.id);
    expect(found.counts.refused).toBeGreaterThan(0);
    const reason = { id, field_id: 'price', reason: 'is not balanced' };
    expect(found.refusals.sample).toMatchObject(found.refusals.sample.map(() => reason));
    const { status, error, details } = await refused(input);
    expect([status, error]).toEqual([422, 'invalid']);
    expect(details).toMatchObject({ counts: found.counts, refusals: found.refusals });
    expect(await content()).toBe(before);
    const rest = await check({ ...input, leave_out_refused: true });
    expect(rest.counts).toMatchObject({ refused: 0, left_out: 1 });
    const { counts } = await apply({ ...input, leave_out_refused: true, fingerprint: rest.fingerprint });
    const { added, updated } = rest.counts;
    expect(counts).toMatchObject({ added, updated });
    await expectTidy();
  });

  test('what was changed since the check is refused', async () => {
    shows('4.bulk.fingerprint');
    const made = await make(false);
    const { fingerprint } = await check(made.input);
    await touch(made);
    const before = await content();
    const set = await newest();
    expect(await refused({ ...made.input, fingerprint })).toMatchObject({ status: 409, error: 'changed' });
    expect([await content(), await newest()]).toEqual([before, set]);
    const now = await check(made.input);
    expect(now.fingerprint).not.toBe(fingerprint);
    expect((await apply({ ...made.input, fingerprint: now.fingerprint })).id).not.toBeNull();
  });

  test('a request that is repeated with its key, at once or later, is made once', async () => {
    const made = await make(false);
    const request = { ...made.input, idempotency_key: randomUUID() };
    const [first, second] = await Promise.all([apply(request), apply(request)]);
    const once = await content();
    const third = await apply(request);
    expect([second?.id, third.id]).toEqual([first?.id, first?.id]);
    expect(third.counts).toEqual(first?.counts);
    expect(await content()).toBe(once);
    const { idempotency_key } = request;
    expect(await refused({ ...other(made), idempotency_key })).toMatchObject({
      status: 422,
      fields: { idempotency_key: 'this key was used with another body' },
    });
    await expectTidy();
  });

  if (!nothing) return;
  test('one that has changed nothing changes nothing later either', async () => {
    const { input, later } = nothing(await make(false));
    const request = { ...input, idempotency_key: randomUUID() };
    const unchanged = { id: null, state: 'applied', counts: { added: 0, updated: 0, removed: 0, templates: 0 } };
    expect(await apply(request)).toMatchObject(unchanged);
    await later();
    const before = await content();
    expect(await apply(request)).toMatchObject(unchanged);
    expect(await content()).toBe(before);
    await expectTidy();
  });
});

describe('what is refused is left out', () => {
  beginSwordEdits();
  const remove = (ids: number[]) => ({
    selection: byIds(...ids),
    action: { delete: true as const },
    leave_out_refused: true,
  });

  test('of more items than a check lists', async () => {
    shows('4.bulk.leave-out');
    const ids = await create(...Array.from({ length: 205 }, (_, place) => ({ price: place < 202 ? 1000 : 1 })));
    const body = { selection: byIds(...ids), action: price('add', 1), leave_out_refused: true };
    const { counts } = await server.call(bulkEdits.apply, { params: dev(), body }, as);
    expect(counts).toMatchObject({ updated: 3 });
    await expectTidy();
  });

  test('with all that its links keep', async () => {
    shows('4.bulk.leave-out');
    const [first = 0, other = 0] = await create({ price: 1 }, { price: 1 });
    const [second = 0] = await create({ price: 2, parent: first });
    const [third = 0] = await create({ price: 3, parent: second });
    await create({ price: 4, parent: third });
    const body = remove([first, second, third, other]);
    const { rows, counts } = await server.call(bulkEdits.check, { params: dev(), body }, as);
    expect(rows.map(({ id, change }) => [id, change])).toEqual([[other, 'removed']]);
    expect(counts).toMatchObject({ removed: 1, refused: 0, left_out: 3 });
    expect((await server.call(bulkEdits.apply, { params: dev(), body }, as)).counts).toMatchObject({ removed: 1 });
    expect([...(await read()).items.keys()]).toEqual(expect.arrayContaining([first, second, third]));
    await expectTidy();
  });
});
