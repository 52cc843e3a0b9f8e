import { MantineProvider } from '@mantine/core';
import type { LivePresence } from '@quartermaster/contract/endpoints/live.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import type { Spot } from '@quartermaster/contract/presence-spots.ts';
import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { followFields } from '../../src/shared/presence/follow-fields.ts';
import { People } from '../../src/shared/presence/people.tsx';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { openPresent, type PresentConsole } from '../support/present-console.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';

const fields = inOrder([
  field('title', 'text'),
  field('price', 'integer'),
  field('bonuses', 'dynamic-group'),
  field('stat', 'text', { parentId: 'bonuses' }),
]);
const values = { title: 'Iron', price: 20, bonuses: [{ stat: 'luck' }, { stat: 'might' }] };
let server: TestServer;
let id: number;
const others: PresentConsole[] = [];

beforeEach(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'thing', fields);
  ({ id } = await saveOne(server, saveBody('thing', fields, values, { label: 'Axe' })));
});

afterEach(() => {
  for (const { reader } of others.splice(0)) reader.close();
});

const list: Spot = { kind: 'list', template_id: 'thing' };
const item = (): Spot => ({ kind: 'item', template_id: 'thing', item_id: id });

/** A member who has something open elsewhere. */
async function openOther(at: Spot, as: Person = 'member') {
  const other = await openPresent(server, { as });
  others.push(other);
  await other.announce(at);
  return other;
}

/** A page as an admin sees it, whose console follows the server. */
async function open(path: string, intercept = (fetch: typeof globalThis.fetch) => fetch) {
  const browser = await server.signIn('admin');
  browser.follows = true;
  return renderConsole(path, { server, as: 'admin', browser, intercept });
}

const ofItem = () => pathTo(paths.item, { instanceId: server.studio.dev, templateId: 'thing', id });
const ofList = () => pathTo(paths.items, { instanceId: server.studio.dev, templateId: 'thing' });
const ofGrid = () => pathTo(paths.itemsGrid, { instanceId: server.studio.dev, templateId: 'thing' });
const notes = () =>
  [...document.querySelectorAll('[data-editors]')].map(
    (note) => `${note.closest<HTMLElement>('[data-field]')?.dataset.field}: ${note.textContent}`,
  );

describe('who is there', () => {
  test.each<[string, () => string, () => Spot]>([
    ['list', ofList, () => list],
    ['grid', ofGrid, () => list],
    ['item', ofItem, item],
    [
      'template',
      () => pathTo(paths.template, { instanceId: server.studio.dev, templateId: 'thing' }),
      () => ({ kind: 'template', template_id: 'thing' }),
    ],
    ['sync', () => `${paths.sync}?instance=${server.studio.dev}`, () => ({ kind: 'sync' })],
  ])('is shown next to the title of a %s, and tells others of the user', async (_, path, at) => {
    shows('5.live.presence.here');
    const other = await openOther(at(), 'owner');
    await open(path());
    await screen.findByRole('img', { name: 'owner is here' });
    await waitFor(() => expect(other.here()).toEqual(['admin']));
    await waitFor(() => expect(screen.getAllByText('owner is here')[0]?.getAttribute('role')).toBe('status'));
    await other.announce();
    await waitFor(() => expect(screen.queryByRole('img', { name: 'owner is here' })).toBeNull());
  });

  test('is told of another page once the user is there, with one call for each page and none while nothing happens', async () => {
    shows('5.live.presence');
    const [atList, atItem] = [await openOther(list), await openOther(item())];
    let calls = 0;
    const { user, console } = await open(ofList(), (fetch) => (url, init) => {
      if (/editor.+presence$/.test(String(url))) calls += 1;
      return fetch(url, init);
    });
    await waitFor(() => expect(atList.here()).toEqual(['admin']));
    await user.click(await screen.findByRole('link', { name: 'Axe' }));
    await waitFor(() => expect(atItem.here()).toEqual(['admin']));
    await waitFor(() => expect(atList.here()).toEqual([]));
    expect(calls).toBe(2);
    console.goTo(new URL(paths.account, location.origin), false);
    await waitFor(() => expect(atItem.here()).toEqual([]));
    expect(calls).toBe(3);
  });

  test('has at most five initials and a number', () => {
    shows('5.live.presence.here');
    const people = Array.from({ length: 7 }, (_, at) => ({
      id: at + 1,
      name: `Ann B${at}`,
      is_here: at < 6,
      fields: [],
    }));
    const presence: LivePresence = { type: 'presence', instance_id: 1, at: list, count: 9, people };
    render(
      <MantineProvider>
        <People presence={presence} />
      </MantineProvider>,
    );
    const marks = screen.getByRole('img', { name: 'Ann B0, Ann B1, Ann B2, Ann B3, Ann B4 and 4 others are here' });
    expect([...marks.children].map((one) => one.getAttribute('data-initials') ?? one.textContent)).toEqual([
      ...Array.from({ length: 5 }, () => 'AB'),
      '+4',
    ]);
  });
});

describe('a field', () => {
  test('says who edits it, also in rows that others come before here, and nothing is locked', async () => {
    shows('5.live.presence.field');
    const other = await openOther(item());
    const { user } = await open(ofItem());
    await screen.findByRole('img', { name: 'member is here' });
    await other.announce(item(), { item_id: id, path: 'values.price' });
    await waitFor(() => expect(notes()).toEqual(['values.price: member is editing this field']));
    const price = screen.getByLabelText<HTMLInputElement>('The price', { selector: 'input' });
    await user.type(price, '5');
    expect(price.value).toBe('205');
    await waitFor(() =>
      expect(screen.getAllByText('member is editing this field').map((one) => one.getAttribute('role'))).toContain(
        'status',
      ),
    );
    await other.announce(item(), { item_id: id, path: 'values.bonuses.1.stat' });
    await waitFor(() => expect(notes()).toEqual(['values.bonuses.1.stat: member is editing this field']));
    screen.getByRole('button', { name: 'Move The bonuses row 2' }).focus();
    await user.keyboard('{ArrowUp}');
    await waitFor(() => expect(notes()).toEqual(['values.bonuses.0.stat: member is editing this field']));
    await other.announce(item());
    await waitFor(() => expect(notes()).toEqual([]));
  });

  test('is told of by the focus, as it is saved, and not before its row is', async () => {
    shows('5.live.presence.field');
    const other = await openOther(item());
    const { user } = await open(ofItem());
    await waitFor(() => expect(other.here()).toEqual(['admin']));
    const told = () => other.latest()?.people[0]?.fields;
    await user.click(await screen.findByLabelText('The title', { selector: 'input, textarea' }));
    await waitFor(() => expect(told()).toEqual([{ item_id: id, path: 'values.title' }]));
    screen.getByRole('button', { name: 'Move The bonuses row 2' }).focus();
    await user.keyboard('{ArrowUp}');
    const stats = screen.getAllByLabelText('The stat', { selector: 'input, textarea' });
    await user.click(stats[0] as HTMLElement);
    await waitFor(() => expect(told()).toEqual([{ item_id: id, path: 'values.bonuses.1.stat' }]));
    await user.click(screen.getByRole('button', { name: 'Add group' }));
    await user.click(screen.getAllByLabelText('The stat', { selector: 'input, textarea' })[2] as HTMLElement);
    await waitFor(() => expect(told()).toEqual([]));
  });

  test('has a frame in the grid, and the active cell is told', async () => {
    shows('5.live.presence.field');
    const other = await openOther(list);
    const { user } = await open(ofGrid());
    await screen.findByRole('img', { name: 'member is here' });
    await other.announce(list, { item_id: id, path: 'values.price' });
    const price = () => screen.getByRole('gridcell', { name: '20' });
    await waitFor(() => expect(price().title).toBe('member is editing this field'));
    expect(price().dataset.editors).toBe('true');
    await user.click(price());
    await waitFor(() =>
      expect(screen.getByRole('status', { name: 'Others at the active cell' }).textContent).toBe(
        'member is editing this field',
      ),
    );
    await waitFor(() => expect(other.latest()?.people[0]?.fields).toEqual([{ item_id: id, path: 'values.price' }]));
    await other.announce(list);
    await waitFor(() => expect(price().dataset.editors).toBeUndefined());
  });

  test('has a frame in rows that the grid loads later', async () => {
    shows('5.live.presence.field');
    const { id: next } = await saveOne(server, saveBody('thing', fields, values, { label: 'Bow' }));
    const other = await openOther(list);
    await other.announce(list, { item_id: id, path: 'label' });
    await other.announce(list, { item_id: next, path: 'label' }, { console: 'e'.repeat(32) });
    const { promise: isSeen, resolve: load } = Promise.withResolvers<void>();
    await open(ofGrid(), (fetch) => async (url, init) => {
      const sent = String(init?.body ?? '');
      if (!sent.includes('"limit":500')) return fetch(url, init);
      if (sent.includes('"cursor":"')) await isSeen;
      return fetch(url, { ...init, body: sent.replace('"limit":500', '"limit":1') });
    });
    const edited = () => [...document.querySelectorAll('[data-editors]')].map((one) => one.textContent);
    await waitFor(() => expect(edited()).toHaveLength(1));
    load();
    await waitFor(() => expect(edited().toSorted()).toEqual(['Axe', 'Bow']));
  });

  test('is told until 30 s after the last key, and of keys at most every 10 s', () => {
    shows('5.live.presence.field');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const root = document.createElement('div');
    const input = root.appendChild(document.createElement('input'));
    document.body.append(root);
    const told: (string | undefined)[] = [];
    const price = { item_id: 1, path: 'values.price' };
    const stop = followFields({ current: () => (document.activeElement === input ? price : undefined) }, root, {
      edit: (edited) => told.push(edited?.path),
    });
    const press = () => input.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
    input.focus();
    press();
    expect(told).toEqual(['values.price']);
    vi.advanceTimersByTime(9000);
    press();
    expect(told).toHaveLength(1);
    vi.advanceTimersByTime(2000);
    press();
    expect(told).toEqual(['values.price', 'values.price']);
    vi.advanceTimersByTime(29_900);
    expect(told).toHaveLength(2);
    vi.advanceTimersByTime(200);
    expect(told.at(-1)).toBeUndefined();
    press();
    expect(told.at(-1)).toBe('values.price');
    stop();
    root.remove();
    vi.useRealTimers();
  });
});

test('the profile turns off that others see the user', async () => {
  shows('5.live.presence.off');
  const { user } = await open(paths.account);
  const other = await openOther(list);
  const me = await openPresent(server, { as: 'admin' });
  others.push(me);
  await me.announce(list);
  await waitFor(() => expect(other.here()).toEqual(['admin']));
  const shown = await screen.findByRole<HTMLInputElement>('switch', { name: /^Show others where I am/ });
  await waitFor(() => expect([shown.checked, shown.disabled]).toEqual([true, false]));
  await user.click(shown);
  await waitFor(() => expect(other.here()).toEqual([]));
  await waitFor(() => expect(shown.checked).toBe(false));
});
