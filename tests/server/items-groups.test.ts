import { type ItemGroups, items } from '@quartermaster/contract/endpoints/items.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { beforeAll, expect, test } from 'vitest';
import { field, inOrder, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const options = ['rare', 'epic', 'common'].map((id) => ({ id, label: id }));
const fields = inOrder([
  field('rarity', 'choice', { options }),
  field('magic', 'boolean'),
  field('parent', 'item-link', { templateId: 'sword' }),
  field('price', 'integer'),
  field('bonuses', 'dynamic-group'),
  field('kind', 'choice', { options, parentId: 'bonuses' }),
]);

let server: TestServer;
let ids: number[];

/** 0 to 129: every second one is rare and every fifth epic; some are magic; each links to one of three items, or one of its own. */
const count = 130;
const valuesOf = (index: number, targets: readonly number[]) => ({
  ...(index % 2 === 0 ? { rarity: 'rare' } : index % 5 === 0 ? { rarity: 'epic' } : {}),
  ...(index % 3 === 0 ? {} : { magic: index % 3 === 1 }),
  ...(index < 10 ? {} : { parent: targets[index % 10 < 7 ? index % 3 : index % targets.length] ?? 0 }),
  price: index,
});

beforeAll(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'sword', fields);
  const targets = await saveAll(
    server,
    Array.from({ length: count }, (_, index) => saveBody('sword', fields, {}, { label: `Target ${index}` })),
  );
  await saveTemplate(server, 'item', fields);
  ids = targets.map(({ id }) => id);
  await saveAll(
    server,
    Array.from({ length: count }, (_, index) =>
      saveBody('item', fields, valuesOf(index, ids), { label: `Item ${index % 7}` }),
    ),
  );
});

type Body = Parameters<typeof server.call<typeof items.groups>>[1]['body'];
const params = () => ({ instanceId: server.studio.dev, templateId: 'item' });
const groups = (body: Body) => server.call(items.groups, { params: params(), body }, { as: 'owner' });

/** The same, counted from the values of the items. */
function counted(fieldId: 'rarity' | 'magic' | 'parent', isMatching: (index: number) => boolean = () => true) {
  const counts = new Map<unknown, number>();
  for (let index = 0; index < count; index += 1) {
    const value = (valuesOf(index, ids) as Record<string, unknown>)[fieldId] ?? null;
    if (isMatching(index)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}
const toMap = ({ groups: list }: ItemGroups) => new Map<unknown, number>(list.map(({ value, count: n }) => [value, n]));

test('the items of a list are counted by a choice, a checkbox and a link', async () => {
  for (const fieldId of ['rarity', 'magic', 'parent'] as const) {
    const answer = await groups({ field: fieldId });
    expect([fieldId, toMap(answer)]).toEqual([fieldId, counted(fieldId)]);
    expect(answer.others).toEqual({ groups: 0, items: 0 });
    const sizes = answer.groups.filter(({ value }) => value !== null).map(({ count: n }) => n);
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  }
  expect((await groups({ field: 'rarity' })).groups.at(-1)).toMatchObject({ value: null });
});

test('only items that match the filters and the search count', async () => {
  const filters = [{ template_field_id: 'price', op: filterOps.less, value: '50' }];
  const isMatching = (index: number) => index < 50 && index % 7 === 3;
  for (const fieldId of ['rarity', 'magic', 'parent'] as const)
    expect(toMap(await groups({ field: fieldId, filters, search: 'Item 3' }))).toEqual(counted(fieldId, isMatching));
  const rare = [{ template_field_id: 'rarity', op: filterOps.equal, value: 'rare' }];
  expect(toMap(await groups({ field: 'rarity', filters: rare }))).toEqual(new Map([['rare', 65]]));
  const nothing = [{ template_field_id: 'price', op: filterOps.more, value: '1000' }];
  expect(await groups({ field: 'rarity', filters: nothing })).toEqual({ groups: [], others: { groups: 0, items: 0 } });
});

test('at most a hundred groups are listed, and the others counted', async () => {
  const many = inOrder([field('parent', 'item-link', { templateId: 'sword' })]);
  await saveTemplate(server, 'link', many);
  const links = [...ids, ids[0], ids[0], ids[1]].map((parent) => saveBody('link', many, { parent: parent ?? 0 }));
  await saveAll(server, [...links, saveBody('link', many, {})]);
  const call = { params: { ...params(), templateId: 'link' }, body: { field: 'parent' } };
  const answer = await server.call(items.groups, call, { as: 'owner' });
  expect(answer.groups).toHaveLength(101);
  expect(answer.groups.slice(0, 2)).toEqual([
    { value: ids[0], count: 3 },
    { value: ids[1], count: 2 },
  ]);
  expect(answer.groups.at(-1)).toEqual({ value: null, count: 1 });
  expect(answer.others).toEqual({ groups: 30, items: 30 });
});

test('fields in rows and of other types have no groups', async () => {
  for (const fieldId of ['price', 'kind', 'bonuses', 'nothing']) {
    const call = server.call(items.groups, { params: params(), body: { field: fieldId } }, { as: 'owner' });
    await expect(call).rejects.toMatchObject({ body: { fields: { field: 'lists cannot be grouped by this field' } } });
  }
});

test('a list in the order of a link has the items of one after another, without a link last, on all pages', async () => {
  for (const [direction, from_end] of [
    ['asc', false],
    ['desc', false],
    ['asc', true],
  ] as const) {
    const parents: (number | null)[] = [];
    let cursor: string | null | undefined;
    do {
      const body = {
        sort: { field: 'parent', direction },
        limit: 17,
        ...(from_end && { from_end }),
        ...(cursor && { cursor }),
      };
      const page = await server.call(items.list, { params: params(), body }, { as: 'owner' });
      const ofPage = page.items.map(({ values }) => (values.parent as number | undefined) ?? null);
      if (from_end) parents.unshift(...ofPage);
      else parents.push(...ofPage);
      cursor = page.next_cursor;
    } while (cursor);
    expect(parents).toHaveLength(count);
    const linked = parents.filter((parent) => parent !== null);
    expect(parents.slice(linked.length)).toEqual(Array.from({ length: 10 }, () => null));
    expect(linked).toEqual(linked.toSorted((a, b) => (direction === 'asc' ? a - b : b - a)));
  }
});
