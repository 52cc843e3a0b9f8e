import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { defaultSize } from '../../src/features/items/list/list-memory.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { saveWeapons } from '../support/item-content.ts';
import { startTestServer } from '../support/server.ts';
import { fieldInput, labels, openWeapons } from './weapons-list.ts';

test('clicking a column header sorts on the server', async () => {
  shows('3.calls.items-page.sort');
  const { user, path, listPath } = await openWeapons();
  await screen.findByRole('row', { name: /Sword/ });
  await user.click(screen.getByRole('button', { name: 'Cost' }));
  await waitFor(() => expect(labels()).toEqual(['Axe', 'Sword', 'Bow']));
  await user.click(screen.getByRole('button', { name: 'Cost' }));
  await waitFor(() => expect(labels()).toEqual(['Bow', 'Sword', 'Axe']));
  expect(path()).toBe(`${listPath}?sort=cost%3Adesc`);
});

test('a second change made before the first one renders keeps the first', async () => {
  const { user, path, listPath } = await openWeapons();
  await screen.findByRole('row', { name: /Sword/ });
  await user.click(await fieldInput());
  await user.click(await screen.findByRole('option', { name: 'Label' }));
  fireEvent.click(screen.getByRole('button', { name: 'Cost' }));
  fireEvent.change(screen.getByLabelText('Filter value'), { target: { value: 'w' } });
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
  expect(screen.queryByRole('list', { name: 'Filters' })).toBeNull();
  await waitFor(() => expect(path()).toBe(`${listPath}?filter=label%3Acontains%3Aw&sort=cost%3Aasc`));
  await waitFor(() => expect(labels()).toEqual(['Sword', 'Bow']));
});

test('an address with an invalid order or cursor still shows the list', async () => {
  shows('2.9.table.page-index');
  await openWeapons('?sort=gone%3Aasc&from=10&cursor=nonsense');
  await waitFor(() => expect(labels()).toEqual(['Sword', 'Axe', 'Bow']));
});

test('a stale cursor in the URL is replaced by the first page in one step, whatever renders in the meantime', async () => {
  shows('2.9.table.page-index');
  const answer = Promise.withResolvers<void>();
  const { user } = await openWeapons('?from=10&cursor=nonsense', {
    intercept: (fetch) => async (input, init) => {
      if (/\/items\/weapon$/.test(String(input))) await answer.promise;
      return fetch(input, init);
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Columns' }));
  const cost = await screen.findByRole('checkbox', { name: 'Cost' });
  const steps = vi.spyOn(window.history, 'replaceState');
  onTestFinished(() => steps.mockRestore());
  // The target of the step is rendered a moment later than the next click.
  steps.mockImplementationOnce((...step) => {
    History.prototype.replaceState.apply(window.history, step);
    queueMicrotask(() => fireEvent.click(cost));
  });
  answer.resolve();
  await waitFor(() => expect(labels()).toEqual(['Sword', 'Axe', 'Bow']));
  expect(steps).toHaveBeenCalledTimes(1);
});

/** Fifteen weapons, so that there are two pages. */
const fifteen = Array.from({ length: 15 }, (_, place): [string, { cost: number }] => [
  `W${place + 1}`,
  { cost: place },
]);

async function openPages(intercept?: (fetch: typeof globalThis.fetch) => typeof globalThis.fetch) {
  const server = await startTestServer();
  await saveWeapons(server, fifteen);
  const listPath = `/instance/${server.studio.dev}/templates/weapon/items`;
  const options = { as: 'owner', server, ...(intercept ? { intercept } : {}) } as const;
  return { listPath, ...(await renderConsole(listPath, options)) };
}

/** The same, with the answer of the second page delayed until it is released. */
async function openHeldPages() {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const opened = await openPages((fetch) => async (input, init) => {
    const isNext = /\/items\/weapon$/.test(String(input)) && JSON.parse(String(init?.body)).cursor !== undefined;
    if (isNext) await held;
    return fetch(input, init);
  });
  return { ...opened, release };
}

/** False for a button with `aria-disabled`: a focused one is not `disabled`, so that it keeps the focus. */
const isUsable = (name: string) => !screen.getByRole('button', { name }).matches(':disabled, [aria-disabled=true]');

test('paging uses cursors, and each page is a history entry', async () => {
  shows('2.9.table.page-index', '2.9.table.page-size', '3.calls.items-page.console-asks');
  const { user, path } = await openPages();
  expect(await screen.findByText('1–10 of 15')).toBeTruthy();
  expect(labels()).toHaveLength(10);
  expect(screen.getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('11–15 of 15')).toBeTruthy();
  expect(labels()).toEqual(['W11', 'W12', 'W13', 'W14', 'W15']);
  expect(path()).toMatch(/from=10&cursor=/);
  expect(isUsable('Next')).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Previous' }));
  expect(await screen.findByText('1–10 of 15')).toBeTruthy();
  window.history.back();
  expect(await screen.findByText('11–15 of 15')).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Rows'), '25');
  expect(await screen.findByText('1–15 of 15')).toBeTruthy();
});

/** Gives the window and its table a height, which jsdom lacks; the table has a horizontal scrollbar if `scrollbar` is its height. */
function layOut({ window: whole, table, scrollbar = 0 }: { window: number; table: number; scrollbar?: number }) {
  const mocks = [
    vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(whole),
    vi.spyOn(HTMLDivElement.prototype, 'clientHeight', 'get').mockReturnValue(table - scrollbar),
    vi.spyOn(HTMLDivElement.prototype, 'offsetHeight', 'get').mockReturnValue(table),
  ];
  onTestFinished(() => {
    for (const mock of mocks) mock.mockRestore();
  });
}

test('as many rows fit with a scrollbar as without one', async () => {
  layOut({ window: 760, table: 34 + 16 + 12 * 34, scrollbar: 15 });
  await openPages();
  expect(await screen.findByText('1–12 of 15')).toBeTruthy();
});

test('a page has as many rows as fit, and a size chosen for one list is remembered', async () => {
  shows('2.9.table.page-size');
  layOut({ window: 760, table: 34 + 16 + 12 * 34 + 20 });
  const { user, path, listPath, server, close } = await openPages();
  expect(await screen.findByText('1–12 of 15')).toBeTruthy();
  const size = screen.getByLabelText('Rows');
  expect(within(size).getByRole('option', { name: 'Fit (12)' })).toHaveProperty('selected', true);
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('13–15 of 15')).toBeTruthy();
  // Another window height would change the pages.
  expect(path()).toMatch(/size=12&from=12&cursor=/);
  expect(screen.getByLabelText('Rows')).toHaveProperty('value', 'fit');
  await user.click(screen.getByRole('button', { name: 'First' }));
  await waitFor(() => expect(path()).toBe(listPath));
  await user.selectOptions(screen.getByLabelText('Rows'), '10');
  expect(await screen.findByText('1–10 of 15')).toBeTruthy();
  close();
  const again = await renderConsole(listPath, { as: 'owner', server });
  expect(await screen.findByText('1–10 of 15')).toBeTruthy();
  expect(defaultSize({ instanceId: server.studio.dev, templateId: 'image' }, undefined, 12)).toBe(12);
  await again.user.selectOptions(screen.getByLabelText('Rows'), 'Fit (12)');
  expect(await screen.findByText('1–12 of 15')).toBeTruthy();
  expect(localStorage.getItem(`quartermaster:items:${server.studio.dev}:weapon`)).toBeNull();
});

/** Fires once at the start, as those of browsers do. */
class ObserverOfStart implements ResizeObserver {
  readonly #fire: ResizeObserverCallback;
  constructor(fire: ResizeObserverCallback) {
    this.#fire = fire;
  }
  observe() {
    requestAnimationFrame(() => this.#fire([], this));
  }
  unobserve() {}
  disconnect() {}
}

test('the number of rows that fit is that of this table, not of another one', async () => {
  shows('2.9.table.page-size');
  layOut({ window: 760, table: 34 + 16 + 12 * 34 + 20 });
  vi.stubGlobal('ResizeObserver', ObserverOfStart);
  onTestFinished(() => void vi.unstubAllGlobals());
  localStorage.setItem('quartermaster:table-beside', JSON.stringify({ width: 20, height: 580 }));
  await openPages();
  expect(await screen.findByText('1–12 of 15')).toBeTruthy();
  expect(localStorage.getItem('quartermaster:list-taken')).toBe(String(760 - (34 + 16 + 12 * 34 + 20)));
});

test('the last page is one click away, and the pages before it stay the same', async () => {
  shows('2.9.table.page-index', '3.calls.items-page.console-asks');
  const server = await startTestServer();
  await saveWeapons(
    server,
    Array.from({ length: 35 }, (_, place): [string, { cost: number }] => [
      `${place < 30 ? 'W' : 'X'}${place + 1}`,
      { cost: place },
    ]),
  );
  const listPath = `/instance/${server.studio.dev}/templates/weapon/items`;
  const { user, path } = await renderConsole(listPath, { as: 'owner', server });
  await screen.findByText('1–10 of 35');
  await user.click(screen.getByRole('button', { name: 'Last' }));
  expect(await screen.findByText('31–35 of 35')).toBeTruthy();
  expect(labels()).toEqual(['X31', 'X32', 'X33', 'X34', 'X35']);
  expect(path()).toBe(`${listPath}?size=10&from=30&last=5`);
  expect(isUsable('Last')).toBe(false);
  expect(isUsable('Next')).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Previous' }));
  expect(await screen.findByText('21–30 of 35')).toBeTruthy();
  expect(labels()?.[0]).toBe('W21');
  await user.click(screen.getByRole('button', { name: 'Previous' }));
  expect(await screen.findByText('11–20 of 35')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('21–30 of 35')).toBeTruthy();
  expect(labels()?.[9]).toBe('W30');
  await user.click(screen.getByRole('button', { name: 'Previous' }));
  await screen.findByText('11–20 of 35');
  await user.click(screen.getByRole('button', { name: 'Previous' }));
  expect(await screen.findByText('1–10 of 35')).toBeTruthy();
  await waitFor(() => expect(path()).toBe(listPath));
  // A last page that is as long as the others.
  await user.type(screen.getByLabelText('Search label or id'), 'W');
  await screen.findByText('1–10 of 30');
  await user.click(screen.getByRole('button', { name: 'Last' }));
  expect(await screen.findByText('21–30 of 30')).toBeTruthy();
  expect(labels()?.at(-1)).toBe('W30');
});

test('while another page is loading, the range is that of the visible rows', async () => {
  shows('3.calls.items-page.console-asks');
  const { user, release } = await openHeldPages();
  await screen.findByText('1–10 of 15');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  const range = screen.getByText('1–10 of 15');
  await waitFor(() => expect(range.getAttribute('aria-busy')).toBe('true'));
  expect(labels()).toHaveLength(10);
  release();
  expect(await screen.findByText('11–15 of 15')).toBeTruthy();
  expect(range.getAttribute('aria-busy')).toBe('false');
});

test('pages can be turned by keyboard in succession: the button keeps the focus while a page is loading and at the end', async () => {
  const { user, release } = await openHeldPages();
  await screen.findByText('1–10 of 15');
  const next = screen.getByRole('button', { name: 'Next' });
  next.focus();
  await user.keyboard('{Enter}');
  const range = screen.getByText('1–10 of 15');
  await waitFor(() => expect(range.getAttribute('aria-busy')).toBe('true'));
  // A browser blurs disabled elements.
  expect(next).toHaveProperty('disabled', false);
  expect(document.activeElement).toBe(next);
  expect(isUsable('Next')).toBe(false);
  await user.keyboard('{Enter}');
  release();
  expect(await screen.findByText('11–15 of 15')).toBeTruthy();
  expect(next).toHaveProperty('disabled', false);
  expect(document.activeElement).toBe(next);
  expect(isUsable('Next')).toBe(false);
  await user.tab({ shift: true });
  await user.keyboard('{Enter}');
  expect(await screen.findByText('1–10 of 15')).toBeTruthy();
  expect(next).toHaveProperty('disabled', false);
});

test('a page turned before a new order renders does not use the old order’s cursor', async () => {
  shows('3.calls.items-page.console-asks');
  const cursors: unknown[] = [];
  const { path, listPath } = await openPages((fetch) => (input, init) => {
    if (/\/items\/weapon$/.test(String(input))) cursors.push(JSON.parse(String(init?.body)).cursor);
    return fetch(input, init);
  });
  await screen.findByText('1–10 of 15');
  fireEvent.click(screen.getByRole('button', { name: 'Cost' }));
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(path()).toBe(`${listPath}?sort=cost%3Aasc`));
  await waitFor(() => expect(cursors).toEqual([undefined, undefined]));
  await screen.findByText('1–10 of 15');
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('11–15 of 15')).toBeTruthy();
});

test('an address with a position but no cursor shows the first page', async () => {
  shows('2.9.table.page-index');
  await openWeapons('?from=9999');
  expect(await screen.findByText('1–3 of 3')).toBeTruthy();
});

test('if the server does not page, the console does', async () => {
  shows('3.calls.items-page.console-falls-back');
  const { user } = await openPages((fetch) => async (input, init) => {
    const url = String(input);
    if (!/\/items\/weapon$/.test(url)) return fetch(input, init);
    const { limit: _, cursor: __, ...whole } = JSON.parse(String(init?.body));
    return fetch(input, { ...init, body: JSON.stringify(whole) });
  });
  expect(await screen.findByText('1–10 of 15')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('11–15 of 15')).toBeTruthy();
  expect(labels()).toEqual(['W11', 'W12', 'W13', 'W14', 'W15']);
});

test('a list opened from the list of another template has its own filters and hidden columns', async () => {
  shows('2.2.items.stored-by-template');
  const { user, untilPath, listPath } = await openWeapons('?filter=label%3Acontains%3Asw');
  await screen.findByRole('row', { name: /Sword/ });
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('button', { name: 'Hide all' }));
  await user.keyboard('{Escape}');
  const shownColumns = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  await waitFor(() => expect(shownColumns()).toEqual(['', 'ID', 'Label']));
  const sidebar = screen.getByRole('navigation', { name: 'Main' });
  await user.click(await within(sidebar).findByRole('link', { name: 'Material' }));
  await untilPath(listPath.replace('weapon', 'material'));
  await waitFor(() => expect(labels()).toEqual(['Iron', 'Steel']));
  expect(shownColumns()).toEqual(['', 'ID', 'Label', 'Origin', 'Comments', 'Edited', 'Edited by']);
  expect(screen.queryByRole('list', { name: 'Filters' })).toBeNull();
  await user.click(within(sidebar).getByRole('link', { name: 'Weapon' }));
  await untilPath(listPath);
  await waitFor(() => expect(labels()).toEqual(['Sword']));
  expect(shownColumns()).toEqual(['', 'ID', 'Label']);
});

test('hidden columns stay hidden on the next visit', async () => {
  shows('2.2.items.columns-menu', '2.2.items.columns-stored');
  const { user, listPath, server, close } = await openWeapons();
  await screen.findByRole('row', { name: /Sword/ });
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.type(await screen.findByLabelText('Search columns'), 'no');
  await user.click(await screen.findByRole('checkbox', { name: 'Notes' }));
  expect(screen.queryByRole('columnheader', { name: 'Notes' })).toBeNull();
  close();
  const again = await renderConsole(listPath, { as: 'owner', server });
  await screen.findByRole('row', { name: /Sword/ });
  expect(screen.queryByRole('columnheader', { name: 'Notes' })).toBeNull();
  await again.user.click(screen.getByRole('button', { name: 'Columns (1 hidden)' }));
  await again.user.click(await screen.findByRole('button', { name: 'Show all' }));
  expect(screen.getByRole('columnheader', { name: 'Notes' })).toBeTruthy();
  await again.user.click(screen.getByRole('button', { name: 'Hide all' }));
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['', 'ID', 'Label']);
  await again.user.click(screen.getByRole('checkbox', { name: 'Cost' }));
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    '',
    'ID',
    'Label',
    'Cost',
  ]);
  again.close();
  // Another list has its own columns; this one has those last chosen.
  const other = await renderConsole(listPath.replace('weapon', 'material'), { as: 'owner', server });
  expect(await screen.findByRole('columnheader', { name: 'Origin' })).toBeTruthy();
  other.close();
  await renderConsole(listPath, { as: 'owner', server });
  await screen.findByRole('row', { name: /Sword/ });
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    '',
    'ID',
    'Label',
    'Cost',
  ]);
});

const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);
const widthOf = (name: string) => Number(screen.getByRole('separator', { name: `Width of ${name}` }).ariaValueNow);

test('a column is resized by keyboard and by dragging, and reset to its content', async () => {
  const { user, listPath, server, close } = await openWeapons();
  await screen.findByRole('row', { name: /Sword/ });
  const before = widthOf('Cost');
  act(() => screen.getByRole('separator', { name: 'Width of Cost' }).focus());
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
  expect(widthOf('Cost')).toBe(before + 16);
  const handle = screen.getByRole('separator', { name: 'Width of Cost' });
  fireEvent.pointerDown(handle, { button: 0, clientX: 500 });
  fireEvent.pointerMove(handle, { clientX: 540 });
  expect(widthOf('Cost')).toBe(before + 56);
  fireEvent.pointerUp(handle, { clientX: 530 });
  expect(widthOf('Cost')).toBe(before + 46);
  // Sorting is another part of the header.
  expect(screen.getByRole('columnheader', { name: 'Cost' }).getAttribute('aria-sort')).toBe('none');
  close();
  const again = await renderConsole(listPath, { as: 'owner', server });
  await screen.findByRole('row', { name: /Sword/ });
  expect(widthOf('Cost')).toBe(before + 46);
  await again.user.dblClick(screen.getByRole('separator', { name: 'Width of Cost' }));
  expect(widthOf('Cost')).toBe(before);
});

test('columns are moved by keyboard and by dragging, and reset', async () => {
  shows('2.2.items.columns-menu');
  const { user, listPath, server, close } = await openWeapons();
  await screen.findByRole('row', { name: /Sword/ });
  const before = heads();
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  const grip = await screen.findByRole('button', { name: 'Move Notes' });
  act(() => grip.focus());
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(heads().slice(1, 6)).toEqual(['ID', 'Label', 'Cost', 'Weight', 'Notes']);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Notes' }));
  expect(screen.getByText('Notes: place 3 of 11')).toBeTruthy();
  fireEvent.pointerDown(screen.getByRole('button', { name: 'Move Cost' }), { button: 0 });
  fireEvent.pointerMove(document, { clientY: 300 });
  fireEvent.pointerUp(document);
  fireEvent.pointerMove(document, { clientY: 300 });
  expect(heads().slice(1, 6)).toEqual(['ID', 'Label', 'Weight', 'Cost', 'Notes']);
  close();
  const again = await renderConsole(listPath, { as: 'owner', server });
  await screen.findByRole('row', { name: /Sword/ });
  expect(heads().slice(1, 6)).toEqual(['ID', 'Label', 'Weight', 'Cost', 'Notes']);
  await again.user.click(screen.getByRole('button', { name: 'Columns' }));
  await again.user.click(await screen.findByRole('button', { name: 'Reset order and widths' }));
  expect(heads()).toEqual(before);
  expect(screen.queryByRole('button', { name: 'Reset order and widths' })).toBeNull();
});

test('a failure shows in place of the rows, with a retry button', async () => {
  shows('2.8.call.component');
  let isBroken = true;
  const { user } = await openPages((fetch) => async (input, init) => {
    if (isBroken && /\/items\/weapon$/.test(String(input))) {
      return new Response(JSON.stringify({ status_code: 422, error: 'invalid', message: 'No such list.' }), {
        status: 422,
      });
    }
    return fetch(input, init);
  });
  expect(await screen.findByText('The items could not be loaded')).toBeTruthy();
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('1–10 of 15')).toBeTruthy();
});
