import { InvalidRowError } from '@quartermaster/contract/content/item-values.ts';
import { type Item, items } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useItemWithTemplate } from '../../src/features/items/item/use-item-with-template.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { saveWeapons, weapon, weaponFields } from '../support/item-content.ts';
import { startSentry } from '../support/sentry.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

type Fetch = typeof globalThis.fetch;
type Fields = Item['fields'];

/** A sword with two rows in Dev, and its paths. */
async function saveSword() {
  const server = await startTestServer();
  const { weapons } = await saveWeapons(server, [['Sword', { cost: 120, attrib: [{ key: 'a' }, { key: 'b' }] }]]);
  const id = weapons[0] ?? 0;
  const listPath = `/instance/${server.studio.dev}/templates/weapon/items`;
  return { server, id, listPath, path: `${listPath}/${id}/edit` };
}

/** Another user adds a field to the rows of weapons, and fills it in the sword’s first row. */
async function addRankElsewhere({ call, studio }: TestServer, id: number) {
  const params = { instanceId: studio.dev };
  const rank = { type: 'text', name: 'rank', label: 'Rank', required: false, minimum: null, maximum: null } as const;
  const fields = [...weaponFields, { id: 'rank', parentId: 'attrib', order: 99, settings: rank }];
  const body = { id: 'weapon', label: 'Weapon', version: 1, fields };
  await call(templates.save, { params, body }, { as: 'admin' });
  const value = {
    id: 'rank.0',
    template_field_id: 'rank',
    template_field_type: 'text' as const,
    template_group_id: 'attrib',
    template_group_path: [0],
    value: 'first',
    status: 1 as const,
  };
  const save = { ...weapon('Sword', {}), id, version: 1, fields: [value] };
  await call(items.save, { params, body: save }, { as: 'admin' });
}

/** Makes the server answer an item with other fields, and counts the page’s calls. */
function breaking(change: (fields: Fields) => Fields, count = { item: 0, template: 0 }) {
  return (fetch: Fetch): Fetch =>
    async (input, init) => {
      const { pathname } = new URL(String(input));
      const answer = await fetch(input, init);
      if (/\/templates\/weapon$/.test(pathname)) count.template += 1;
      if (!/\/items\/weapon\/\d+$/.test(pathname)) return answer;
      count.item += 1;
      const { item } = (await answer.json()) as { item: Item };
      return Response.json({ item: { ...item, fields: change(item.fields) } });
    };
}

test.each<[what: string, change: (fields: Fields) => Fields]>([
  ['is missing', (fields) => fields.filter(({ template_group_path: path }) => path?.[0] !== 0)],
  [
    'has an unknown field',
    ([first, ...others]) => [
      { ...(first as Fields[0]), template_field_id: 'gone', template_group_path: [0] },
      ...others,
    ],
  ],
  [
    'is outside of any dynamic group',
    (fields) =>
      fields.map((field) => ({
        ...field,
        template_group_path: field.template_group_path && [0, ...field.template_group_path],
      })),
  ],
])(
  'an item in which a row %s is refetched once, redirects to the error page, and is reported under its id',
  async (_, change) => {
    shows('2.8.dynamic-group-row.error-route', '2.8.dynamic-group-row.reported');
    const { dsn, envelopes } = await startSentry();
    const { server, listPath } = await saveSword();
    const count = { item: 0, template: 0 };
    const { user, untilPath } = await renderConsole(listPath, {
      server,
      as: 'owner',
      intercept: breaking(change, count),
      props: { sentry: { dsn } },
    });
    await user.click(await screen.findByRole('link', { name: 'Sword' }));
    await untilPath('/error');
    expect(await screen.findByRole('heading', { level: 1, name: 'Oops! Something went wrong' })).toBeTruthy();
    expect(count).toEqual({ item: 2, template: 2 });
    await waitFor(() => expect(envelopes).toHaveLength(1));
    const { event } = envelopes[0] ?? expect.fail('no envelope');
    expect(event).toMatchObject({ level: 'fatal', exception: { values: [{ type: 'InvalidRowError' }] } });
    expect(screen.getByText(event.event_id)).toBeTruthy();
    window.history.back();
    await untilPath(listPath);
  },
);

test('after a template change, rows render in full, and no value is lost', async () => {
  const { server, id, listPath } = await saveSword();
  const { user, untilPath } = await renderConsole(listPath, { server, as: 'owner' });
  const link = await screen.findByRole('link', { name: 'Sword' });
  await addRankElsewhere(server, id);
  await user.click(link);
  const first = await screen.findByRole('listitem', { name: 'Attributes row 1' });
  expect(within(first).getByLabelText(/Rank/)).toHaveProperty('value', 'first');
  await user.click(screen.getByRole('button', { name: 'Move Attributes row 2 up' }));
  await user.keyboard('{Control>}{Enter}{/Control}');
  await untilPath(listPath);
  const params = { instanceId: server.studio.dev, templateId: 'weapon', id };
  const { item } = await server.call(items.get, { params }, { as: 'owner' });
  const inRows = item.fields.filter(({ template_group_path: path, value }) => path && value !== null);
  expect(inRows.map((field) => [field.id, field.value])).toEqual([
    ['key.0', 'b'],
    ['key.1', 'a'],
    ['rank.1', 'first'],
  ]);
});

test('a conflict with rows that the form cannot show keeps the input and explains what to do', async () => {
  const { server, id, path } = await saveSword();
  const { user } = await renderConsole(path, { server, as: 'owner' });
  const notes = await screen.findByLabelText(/^Notes/);
  await addRankElsewhere(server, id);
  await user.type(notes, 'mine');
  await user.type(within(screen.getByRole('listitem', { name: 'Attributes row 1' })).getByLabelText(/Key/), 'x');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText(/^Someone else has changed this item and its template\./)).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(notes).toHaveProperty('value', 'mine');
});

/** Renders the hook on the sword; `broken` is an answer whose first row is missing. */
async function fitSword(refetch: () => Promise<{ error: Error | null }>) {
  const { server, id } = await saveSword();
  const params = { instanceId: server.studio.dev, templateId: 'weapon' };
  const template = await server.call(templates.get, { params }, { as: 'owner' });
  const { item } = await server.call(items.get, { params: { ...params, id } }, { as: 'owner' });
  const isOfFirstRow = (field: string) => field === 'attrib.0.row' || field === 'key.0';
  const broken = { ...item, version: 2, fields: item.fields.filter((field) => !isOfFirstRow(field.id)) };
  const result = <T,>(data: T) => ({ data, refetch }) as unknown as UseQueryResult<T>;
  const show = (initial: Item) =>
    renderHook(({ read }) => useItemWithTemplate(result(template), result(read)), { initialProps: { read: initial } });
  return { item, broken, show };
}

test('valid data stays while newer data is invalid, and both queries are refetched once each time', async () => {
  const refetch = vi.fn(async () => ({ error: null }));
  const { item, broken, show } = await fitSword(refetch);
  const { result, rerender } = show(item);
  const opened = result.current.fitting;
  expect(opened?.saved).toMatchObject({ label: 'Sword', version: 1 });
  rerender({ read: broken });
  await waitFor(() => expect(refetch).toHaveBeenCalledTimes(2));
  expect(result.current).toEqual({ fitting: opened });
  rerender({ read: { ...item, version: 3 } });
  expect(result.current.fitting?.saved.version).toBe(3);
  rerender({ read: { ...broken, version: 4 } });
  await waitFor(() => expect(refetch).toHaveBeenCalledTimes(4));
  expect(result.current.fitting?.saved.version).toBe(3);
});

test('if the refetch fails, the rows are not reported as invalid, and it can be retried', async () => {
  const refetch = vi.fn(async (): Promise<{ error: Error | null }> => ({ error: new Error('no line') }));
  const { broken, show } = await fitSword(refetch);
  const { result } = show(broken);
  await waitFor(() => expect(result.current.unread?.error.message).toBe('no line'));
  expect(result.current.invalid).toBeUndefined();
  refetch.mockResolvedValue({ error: null });
  act(() => result.current.unread?.retry());
  await waitFor(() => expect(result.current.invalid).toBeInstanceOf(InvalidRowError));
  expect(refetch).toHaveBeenCalledTimes(4);
});
