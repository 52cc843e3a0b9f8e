import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { copyInstanceContent } from '../../server/modules/templates/copy-service.ts';
import { createRole, grantRole } from '../../server/modules/workspaces/service.ts';
import {
  defaultSize,
  rememberedFilters,
  rememberedView,
  rememberFilters,
  rememberView,
} from '../../src/features/items/list/list-memory.ts';
import { parseListState, toListFilter } from '../../src/features/items/list/list-state.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { saveWeapons } from '../support/item-content.ts';
import { startTestServer } from '../support/server.ts';

async function openWeapons(
  search = '',
  options: Omit<NonNullable<Parameters<typeof renderConsole>[1]>, 'server'> = {},
) {
  const server = await startTestServer();
  const saved = await saveWeapons(server, (iron, steel) => [
    [
      'Sword',
      {
        cost: 120,
        weight: 1.5,
        magic: true,
        material: iron,
        parts: [steel, iron, steel],
        damage: 7,
        attrib: [{ key: 'a' }, { key: 'b' }],
      },
    ],
    ['Axe', { cost: 90, magic: false, material: steel }],
    ['Bow', { cost: 200 }],
  ]);
  const listPath = `/instance/${server.studio.dev}/templates/weapon/items`;
  return { listPath, saved, ...(await renderConsole(listPath + search, { as: 'owner', ...options, server })) };
}

const fieldInput = () => screen.getByLabelText('Filter field', { selector: 'input' });

const labels = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);

test('a list is titled by its template and has columns for ID, Label and each field', async () => {
  shows(
    '1.2.route.templates',
    '2.2.items.column-fields',
    '2.2.items.column-id',
    '2.2.items.column-id-link',
    '2.2.items.column-label',
    '2.2.items.column-label-link',
    '2.2.items.title',
    '2.2.route.items',
  );
  const { saved, listPath } = await openWeapons();
  expect(await screen.findByRole('heading', { level: 1, name: 'Weapon' })).toBeTruthy();
  const row = await screen.findByRole('row', { name: /Sword/ });
  const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
  expect(heads).toEqual([
    'ID',
    'Label',
    'Notes',
    'Cost',
    'Weight',
    'Magic',
    'Material',
    'Parts',
    'Combat / Damage',
    'Attributes',
  ]);
  await waitFor(() => expect(row.textContent).toContain('SteelIronSteel'));
  const cells = within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
  expect(cells).toEqual(['Sword', '–', '120', '1.5', 'True', 'Iron', 'SteelIronSteel', '7', '2 rows']);
  const edit = listPath.concat(`/${saved.weapons[0]}/edit`);
  expect(within(within(row).getByRole('rowheader')).getByRole('link').getAttribute('href')).toBe(edit);
  expect(within(row).getByRole('link', { name: 'Sword' }).getAttribute('href')).toBe(edit);
});

test('a filter’s field is chosen by keyboard, starting from the current one', async () => {
  const { user } = await openWeapons();
  await screen.findByRole('row', { name: /Sword/ });
  act(() => fieldInput().focus());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(fieldInput().getAttribute('aria-expanded')).toBe('false'));
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(fieldInput().getAttribute('aria-expanded')).toBe('true'));
  const list = document.getElementById(fieldInput().getAttribute('aria-controls') ?? '');
  const option = (name: string) => within(list ?? document.body).getByRole('option', { name, hidden: true });
  await waitFor(() => expect(fieldInput().getAttribute('aria-activedescendant')).toBe(option('Label').id));
  // While a list is open, Enter picks an option and adds no filter.
  await user.keyboard('{Enter}');
  await waitFor(() => expect(fieldInput().getAttribute('aria-expanded')).toBe('false'));
  expect(fieldInput()).toHaveProperty('value', 'Label');
  expect(screen.getByRole('textbox', { name: 'Filter value' }).getAttribute('aria-invalid')).toBeNull();
});

test('what is typed into the field of a filter replaces what stands there', async () => {
  const { user } = await openWeapons();
  await screen.findByRole('row', { name: /Sword/ });
  await user.click(fieldInput());
  await user.keyboard('mater');
  expect(fieldInput()).toHaveProperty('value', 'mater');
  await user.click(await screen.findByRole('option', { name: 'Material' }));
  expect(fieldInput()).toHaveProperty('value', 'Material');
});

test('a filter is typed, shown as a chip, stored in the address and the browser, and removed', async () => {
  shows('2.2.items.filter-bar', '2.2.items.filters-stored', '2.3.filter.label');
  const { user, path, listPath, server, close } = await openWeapons();
  await screen.findByRole('row', { name: /Sword/ });
  await user.type(screen.getByLabelText('Filter value'), 'sw{Enter}');
  await waitFor(() => expect(labels()).toEqual(['Sword']));
  expect(path()).toBe(`${listPath}?filter=label%3Acontains%3Asw`);
  expect(screen.getByRole('list', { name: 'Filters' }).textContent).toBe('Label contains sw');

  close();
  const again = await renderConsole(listPath, { as: 'owner', server });
  await waitFor(() => expect(again.path()).toBe(`${listPath}?filter=label%3Acontains%3Asw`));
  await waitFor(() => expect(labels()).toEqual(['Sword']));
  await again.user.click(screen.getByRole('button', { name: 'Remove filter Label contains sw' }));
  await waitFor(() => expect(labels()).toEqual(['Sword', 'Axe', 'Bow']));
  expect(again.path()).toBe(listPath);
});

test('a filter needs a field, a condition and a value that the type can compare', async () => {
  shows(
    '2.5.filter.condition-required',
    '2.5.filter.field-required',
    '2.5.filter.float-number',
    '2.5.filter.integer-number',
    '2.5.filter.integer-whole',
    '2.5.filter.value-required',
  );
  const { user } = await openWeapons();
  await screen.findByRole('row', { name: /Sword/ });
  const add = screen.getByRole('button', { name: 'Add filter' });
  const choose = async (name: string) => {
    await user.click(fieldInput());
    await user.click(await screen.findByRole('option', { name }));
  };
  await user.click(add);
  expect(screen.getByText('Value is required')).toBeTruthy();
  await choose('Cost');
  await user.type(screen.getByLabelText('Filter value'), 'many');
  await user.click(add);
  expect(screen.getByText('should be a number')).toBeTruthy();
  await user.clear(screen.getByLabelText('Filter value'));
  await user.type(screen.getByLabelText('Filter value'), '1.5');
  expect(screen.getByText('should be integer')).toBeTruthy();
  await choose('Weight');
  await user.type(screen.getByLabelText('Filter value'), '1,5');
  await user.click(add);
  expect(screen.getByText("should be a number with '.' as a decimal separator")).toBeTruthy();
  await user.click(screen.getByLabelText('Clear field'));
  await user.click(add);
  expect(screen.getAllByText('required field')).toHaveLength(2);
});

/** The options of the filter bar for each kind of field. */
const numbers = ['equal', 'less', 'less or equal', 'more', 'more or equal', 'between'];
const conditionsOf: [name: string, conditions: string[]][] = [
  ['Label', ['contains', 'equal', 'is not']],
  ['ID', numbers],
  ['Notes', ['contains', 'equal', 'is not', 'is empty']],
  ['Cost', [...numbers, 'is not', 'is empty']],
  ['Weight', [...numbers, 'is not', 'is empty']],
  ['Magic', ['equal', 'is empty']],
  ['Material', ['equal', 'is not', 'is empty']],
  ['Parts', ['contains', 'is empty']],
  ['Attributes / Key (any row)', ['contains', 'equal', 'is not', 'is empty']],
];

test('the conditions depend on the field’s type', async () => {
  shows(
    '2.5.conditions.boolean',
    '2.5.conditions.float',
    '2.5.conditions.id',
    '2.5.conditions.integer',
    '2.5.conditions.item-link',
    '2.5.conditions.item-link-list',
    '2.5.conditions.label',
    '2.5.conditions.text',
  );
  const { user } = await openWeapons();
  await screen.findByRole('row', { name: /Sword/ });
  for (const [name, conditions] of conditionsOf) {
    await user.click(fieldInput());
    await user.click(await screen.findByRole('option', { name }));
    const offered = within(screen.getByLabelText('Filter condition')).getAllByRole('option');
    expect([name, offered.map(({ textContent }) => textContent)]).toEqual([name, conditions]);
  }
  await user.click(fieldInput());
  expect(screen.queryByRole('option', { name: 'Attributes' })).toBeNull();
});

test('several filters must all match; a checkbox is filtered by True or False', async () => {
  shows('2.5.filter.boolean-values');
  const { user } = await openWeapons();
  await screen.findByRole('row', { name: /Sword/ });
  await user.click(fieldInput());
  await user.click(await screen.findByRole('option', { name: 'Cost' }));
  await user.selectOptions(screen.getByLabelText('Filter condition'), 'more');
  await user.type(screen.getByLabelText('Filter value'), '90{Enter}');
  await waitFor(() => expect(labels()).toEqual(['Sword', 'Bow']));
  await user.click(fieldInput());
  await user.click(await screen.findByRole('option', { name: 'Magic' }));
  const values = within(screen.getByLabelText('Filter value')).getAllByRole('option');
  expect(values.map(({ textContent }) => textContent)).toEqual(['Choose', 'True', 'False']);
  await user.selectOptions(screen.getByLabelText('Filter value'), 'True');
  await user.click(screen.getByRole('button', { name: 'Add filter' }));
  await waitFor(() => expect(labels()).toEqual(['Sword']));
  await user.click(screen.getByRole('button', { name: 'Clear all' }));
  await waitFor(() => expect(labels()).toEqual(['Sword', 'Axe', 'Bow']));
});

const chooseField = async (user: Awaited<ReturnType<typeof openWeapons>>['user'], name: string) => {
  await user.click(fieldInput());
  await user.click(await screen.findByRole('option', { name }));
};

test('items can be found by what they lack, by what they are not and by a range', async () => {
  const { user, path, listPath } = await openWeapons();
  await screen.findByRole('row', { name: /Sword/ });
  await chooseField(user, 'Weight');
  await user.selectOptions(screen.getByLabelText('Filter condition'), 'is empty');
  expect(screen.queryByLabelText('Filter value')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add filter' }));
  await waitFor(() => expect(labels()).toEqual(['Axe', 'Bow']));
  expect(path()).toBe(`${listPath}?filter=weight%3Aempty%3A`);
  await user.click(screen.getByRole('button', { name: 'Remove filter Weight is empty' }));

  await chooseField(user, 'Cost');
  await user.selectOptions(screen.getByLabelText('Filter condition'), 'is not');
  await user.type(screen.getByLabelText('Filter value'), '90{Enter}');
  await waitFor(() => expect(labels()).toEqual(['Sword', 'Bow']));
  await user.click(screen.getByRole('button', { name: 'Remove filter Cost is not 90' }));

  await user.selectOptions(screen.getByLabelText('Filter condition'), 'between');
  await user.type(screen.getByLabelText('Filter value'), '90');
  await user.click(screen.getByRole('button', { name: 'Add filter' }));
  expect(screen.getByText('both values are required')).toBeTruthy();
  await user.type(screen.getByLabelText('Filter value, up to'), '120{Enter}');
  await waitFor(() => expect(labels()).toEqual(['Sword', 'Axe']));
  expect(screen.getByRole('list', { name: 'Filters' }).textContent).toBe('Cost between 90 – 120');
});

test('a field in rows finds the items that have the value in any of them', async () => {
  const { user } = await openWeapons();
  await screen.findByRole('row', { name: /Sword/ });
  await chooseField(user, 'Attributes / Key (any row)');
  await user.type(screen.getByLabelText('Filter value'), 'b{Enter}');
  await waitFor(() => expect(labels()).toEqual(['Sword']));
  expect(screen.getByRole('list', { name: 'Filters' }).textContent).toBe('Attributes / Key (any row) contains b');
});

test('a filter is changed by clicking it, in its place', async () => {
  const { user, path, listPath } = await openWeapons('?filter=cost%3Abetween%3A90..120&filter=label%3Acontains%3Aw');
  await waitFor(() => expect(labels()).toEqual(['Sword']));
  await user.click(screen.getByRole('button', { name: 'Edit filter Cost between 90 – 120' }));
  expect(fieldInput()).toHaveProperty('value', 'Cost');
  expect(screen.getByLabelText('Filter condition')).toHaveProperty('value', 'between');
  const upTo = screen.getByLabelText('Filter value, up to');
  expect([screen.getByLabelText('Filter value'), upTo].map((input) => (input as HTMLInputElement).value)).toEqual([
    '90',
    '120',
  ]);
  expect(document.activeElement).toBe(screen.getByLabelText('Filter value'));
  await user.clear(upTo);
  await user.type(upTo, '300');
  await user.click(screen.getByRole('button', { name: 'Change filter' }));
  await waitFor(() => expect(labels()).toEqual(['Sword', 'Bow']));
  expect(path()).toBe(`${listPath}?filter=cost%3Abetween%3A90+..+300&filter=label%3Acontains%3Aw`);
  expect(screen.getByRole('button', { name: 'Add filter' })).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Edit filter Label contains w' }));
  await user.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Add filter' })).toBeTruthy();
  expect(screen.getByLabelText('Filter value')).toHaveProperty('value', '');
  expect(labels()).toEqual(['Sword', 'Bow']);
});

test('one box searches labels and ids, keeps what is typed, and is in the address', async () => {
  const { user, path, listPath, saved } = await openWeapons();
  await screen.findByRole('row', { name: /Sword/ });
  await user.keyboard('/');
  const box = screen.getByLabelText('Search label or id');
  expect(document.activeElement).toBe(box);
  await user.keyboard('ow');
  await waitFor(() => expect(labels()).toEqual(['Bow']));
  expect(path()).toBe(`${listPath}?search=ow`);
  await user.clear(box);
  await user.type(box, `${saved.weapons[1]}`);
  await waitFor(() => expect(labels()).toEqual(['Axe']));
  await user.clear(box);
  await user.type(box, 'zzz');
  expect(await screen.findByText('No results')).toBeTruthy();
  // What has not reached the address yet survives a change of the filters.
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(labels()).toHaveLength(3));
  expect(box).toHaveProperty('value', '');
  fireEvent.change(box, { target: { value: 'sw' } });
  fireEvent.click(screen.getByRole('button', { name: 'Cost' }));
  await waitFor(() => expect(path()).toBe(`${listPath}?search=sw&sort=cost%3Aasc`));
  expect(box).toHaveProperty('value', 'sw');
});

test('the id can be filtered', async () => {
  shows('2.3.filter.id');
  const { user, saved } = await openWeapons();
  await screen.findByRole('row', { name: /Sword/ });
  await user.click(fieldInput());
  await user.click(await screen.findByRole('option', { name: 'ID' }));
  await user.selectOptions(screen.getByLabelText('Filter condition'), 'more');
  await user.type(screen.getByLabelText('Filter value'), `${saved.weapons[1]}{Enter}`);
  await waitFor(() => expect(labels()).toEqual(['Bow']));
});

test('a filter has a field, a condition and a value, under an id shared by the address and the list', async () => {
  shows('2.3.filter.shape');
  const { user, path } = await openWeapons();
  await screen.findByRole('row', { name: /Sword/ });
  const value = screen.getByLabelText('Filter value');
  for (const text of ['o', 'w', 'o']) await user.type(value, `${text}{Enter}`);
  await waitFor(() => expect(labels()).toEqual(['Sword', 'Bow']));
  const search = new URLSearchParams(path().slice(path().indexOf('?')));
  expect(parseListState(search, 10).filters).toEqual([
    { internalId: 'label:contains:o', fieldId: 'label', condition: 'contains', value: 'o' },
    { internalId: 'label:contains:w', fieldId: 'label', condition: 'contains', value: 'w' },
  ]);
  expect(
    within(screen.getByRole('list', { name: 'Filters' })).getAllByRole('button', { name: /^Remove/ }),
  ).toHaveLength(2);
});

test('filters added faster than the list updates are all applied', async () => {
  const { user, path, listPath } = await openWeapons();
  await screen.findByRole('row', { name: /Sword/ });
  const value = screen.getByLabelText('Filter value');
  const form = value.closest('form') ?? expect.fail('no form');
  for (const text of ['o', 'r', 'o']) {
    fireEvent.change(value, { target: { value: text } });
    fireEvent.submit(form);
  }
  await waitFor(() => expect(path()).toBe(`${listPath}?filter=label%3Acontains%3Ao&filter=label%3Acontains%3Ar`));
  await waitFor(() => expect(labels()).toEqual(['Sword']));
  await user.click(screen.getByRole('button', { name: 'Remove filter Label contains r' }));
  await waitFor(() => expect(labels()).toEqual(['Sword', 'Bow']));
});

test('filters and hidden columns are stored per instance and template', () => {
  shows('2.2.items.stored-by-instance', '2.2.items.stored-by-template');
  onTestFinished(() => localStorage.clear());
  const filter = toListFilter({ fieldId: 'label', condition: 'contains', value: 'a:b' });
  rememberFilters(1, 'weapon', [filter]);
  const columns = { hidden: ['notes'], order: ['cost', 'notes'], widths: { cost: 200 } };
  rememberView(2, 'weapon', columns);
  expect(rememberedFilters(1, 'weapon')).toEqual([filter]);
  expect(rememberedFilters(2, 'weapon')).toEqual([]);
  expect(rememberedFilters(1, 'material')).toEqual([]);
  expect(rememberedView(2, 'weapon')).toEqual(columns);
  expect(rememberedView(1, 'weapon')).toEqual({ hidden: [], order: [], widths: {} });
  rememberView(1, 'weapon', columns);
  expect(rememberedFilters(1, 'weapon')).toHaveLength(1);
});

test('a link is filtered by picking the linked item', async () => {
  const { user, saved } = await openWeapons();
  await screen.findByRole('row', { name: /Sword/ });
  await user.click(fieldInput());
  await user.click(await screen.findByRole('option', { name: 'Material' }));
  await user.click(await screen.findByPlaceholderText('Search by label or id'));
  await user.click(await screen.findByRole('option', { name: /Steel/ }));
  await user.click(screen.getByRole('button', { name: 'Add filter' }));
  await waitFor(() => expect(labels()).toEqual(['Axe']));
  const chips = screen.getByRole('list', { name: 'Filters' });
  await waitFor(() => expect(chips.textContent).toBe(`Material equal Steel #${saved.steel}`));
});

test('an empty result says "No results" and offers to clear the filters', async () => {
  shows('2.2.items.no-results');
  const { user } = await openWeapons('?filter=label%3Acontains%3Azzz');
  expect(await screen.findByText('No results')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(labels()).toHaveLength(3));
});

test('a filter on a field that the template no longer has is dropped', async () => {
  await openWeapons('?filter=gone%3Aequal%3A1&filter=label%3Acontains%3Aax');
  await waitFor(() => expect(labels()).toEqual(['Axe']));
});

test('clicking a column header sorts on the server', async () => {
  const { user, path, listPath } = await openWeapons();
  await screen.findByRole('row', { name: /Sword/ });
  await user.click(screen.getByRole('button', { name: 'Cost' }));
  await waitFor(() => expect(labels()).toEqual(['Axe', 'Sword', 'Bow']));
  await user.click(screen.getByRole('button', { name: 'Cost' }));
  await waitFor(() => expect(labels()).toEqual(['Bow', 'Sword', 'Axe']));
  expect(path()).toBe(`${listPath}?sort=cost%3Adesc`);
});

test('a second change made before the first one renders keeps the first', async () => {
  const { path, listPath } = await openWeapons();
  await screen.findByRole('row', { name: /Sword/ });
  fireEvent.click(screen.getByRole('button', { name: 'Cost' }));
  fireEvent.change(screen.getByLabelText('Filter value'), { target: { value: 'w' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add filter' }));
  expect(screen.queryByRole('list', { name: 'Filters' })).toBeNull();
  await waitFor(() => expect(path()).toBe(`${listPath}?filter=label%3Acontains%3Aw&sort=cost%3Aasc`));
  await waitFor(() => expect(labels()).toEqual(['Sword', 'Bow']));
});

test('an address with an invalid order or cursor still shows the list', async () => {
  await openWeapons('?sort=gone%3Aasc&page=2&cursor=nonsense');
  await waitFor(() => expect(labels()).toEqual(['Sword', 'Axe', 'Bow']));
});

test('an address whose cursor makes no sense any more leads to the first page in one step, whatever is drawn meanwhile', async () => {
  const answer = Promise.withResolvers<void>();
  const { user } = await openWeapons('?page=2&cursor=nonsense', {
    intercept: (fetch) => async (input, init) => {
      if (/\/items\/weapon$/.test(String(input))) await answer.promise;
      return fetch(input, init);
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Columns' }));
  const cost = await screen.findByRole('checkbox', { name: 'Cost' });
  const steps = vi.spyOn(window.history, 'pushState');
  onTestFinished(() => steps.mockRestore());
  // Where the step leads is drawn a moment later than what somebody does now.
  steps.mockImplementationOnce((...step) => {
    History.prototype.pushState.apply(window.history, step);
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

test('paging uses cursors, and each page is a history entry', async () => {
  shows('2.9.table.page-index', '2.9.table.page-size', '3.calls.items-page.console-asks');
  const { user, path } = await openPages();
  expect(await screen.findByText('1–10 of 15')).toBeTruthy();
  expect(labels()).toHaveLength(10);
  expect(screen.getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('11–15 of 15')).toBeTruthy();
  expect(labels()).toEqual(['W11', 'W12', 'W13', 'W14', 'W15']);
  expect(path()).toMatch(/page=2&cursor=/);
  expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('button', { name: 'Previous' }));
  expect(await screen.findByText('1–10 of 15')).toBeTruthy();
  window.history.back();
  expect(await screen.findByText('11–15 of 15')).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Rows'), '25');
  expect(await screen.findByText('1–15 of 15')).toBeTruthy();
});

/** Gives the window and the table in it a height, which jsdom has not. */
function layOut({ window: whole, table }: { window: number; table: number }) {
  const root = vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(whole);
  const parts = vi.spyOn(HTMLDivElement.prototype, 'clientHeight', 'get').mockReturnValue(table);
  onTestFinished(() => {
    root.mockRestore();
    parts.mockRestore();
  });
}

test('a page has as many rows as fit, and a choice for one list is remembered', async () => {
  layOut({ window: 760, table: 36 + 16 + 12 * 36 + 20 });
  const { user, path, listPath, server, close } = await openPages();
  expect(await screen.findByText('1–12 of 15')).toBeTruthy();
  const size = screen.getByLabelText('Rows');
  expect(within(size).getByRole('option', { name: 'Fit (12)' })).toHaveProperty('selected', true);
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('13–15 of 15')).toBeTruthy();
  // Another window would have other pages.
  expect(path()).toMatch(/size=12&page=2&cursor=/);
  expect(screen.getByLabelText('Rows')).toHaveProperty('value', 'fit');
  await user.click(screen.getByRole('button', { name: 'First' }));
  await waitFor(() => expect(path()).toBe(listPath));
  await user.selectOptions(screen.getByLabelText('Rows'), '10');
  expect(await screen.findByText('1–10 of 15')).toBeTruthy();
  close();
  const again = await renderConsole(listPath, { as: 'owner', server });
  expect(await screen.findByText('1–10 of 15')).toBeTruthy();
  expect(defaultSize(server.studio.dev, 'image', 12)).toBe(12);
  await again.user.selectOptions(screen.getByLabelText('Rows'), 'Fit (12)');
  expect(await screen.findByText('1–12 of 15')).toBeTruthy();
  expect(localStorage.getItem(`quartermaster:items:${server.studio.dev}:weapon`)).toBeNull();
});

test('the last page is one click away, and the pages before it are as before', async () => {
  const server = await startTestServer();
  await saveWeapons(
    server,
    Array.from({ length: 35 }, (_, place): [string, { cost: number }] => [`W${place + 1}`, { cost: place }]),
  );
  const listPath = `/instance/${server.studio.dev}/templates/weapon/items`;
  const { user, path } = await renderConsole(listPath, { as: 'owner', server });
  await screen.findByText('1–10 of 35');
  await user.click(screen.getByRole('button', { name: 'Last' }));
  expect(await screen.findByText('31–35 of 35')).toBeTruthy();
  expect(labels()).toEqual(['W31', 'W32', 'W33', 'W34', 'W35']);
  expect(path()).toBe(`${listPath}?size=10&page=4&last=5`);
  for (const name of ['Last', 'Next']) expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
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
});

test('while another page is loading, the range is that of the rows that are shown', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { user } = await openPages((fetch) => async (input, init) => {
    const isNext = /\/items\/weapon$/.test(String(input)) && JSON.parse(String(init?.body)).cursor !== undefined;
    if (isNext) await held;
    return fetch(input, init);
  });
  await screen.findByText('1–10 of 15');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  const range = screen.getByText('1–10 of 15');
  await waitFor(() => expect(range.getAttribute('aria-busy')).toBe('true'));
  expect(labels()).toHaveLength(10);
  release();
  expect(await screen.findByText('11–15 of 15')).toBeTruthy();
  expect(range.getAttribute('aria-busy')).toBe('false');
});

test('a page turned before a new order renders does not use the old order’s cursor', async () => {
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

test('an address with a page but no cursor shows the first page', async () => {
  shows('2.9.table.page-index');
  await openWeapons('?page=9999');
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
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['ID', 'Label']);
});

const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);
const widthOf = (name: string) => Number(screen.getByRole('separator', { name: `Width of ${name}` }).ariaValueNow);

test('a column is sized by keyboard and by dragging, and back to its content', async () => {
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
  const { user, listPath, server, close } = await openWeapons();
  await screen.findByRole('row', { name: /Sword/ });
  const before = heads();
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  const grip = await screen.findByRole('button', { name: 'Move Notes' });
  act(() => grip.focus());
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(heads().slice(0, 5)).toEqual(['ID', 'Label', 'Cost', 'Weight', 'Notes']);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Notes' }));
  expect(screen.getByText('Notes: place 3 of 8')).toBeTruthy();
  fireEvent.pointerDown(screen.getByRole('button', { name: 'Move Cost' }), { button: 0 });
  fireEvent.pointerMove(document, { clientY: 300 });
  fireEvent.pointerUp(document);
  fireEvent.pointerMove(document, { clientY: 300 });
  expect(heads().slice(0, 5)).toEqual(['ID', 'Label', 'Weight', 'Cost', 'Notes']);
  close();
  const again = await renderConsole(listPath, { as: 'owner', server });
  await screen.findByRole('row', { name: /Sword/ });
  expect(heads().slice(0, 5)).toEqual(['ID', 'Label', 'Weight', 'Cost', 'Notes']);
  await again.user.click(screen.getByRole('button', { name: 'Columns' }));
  await again.user.click(await screen.findByRole('button', { name: 'Reset order and widths' }));
  expect(heads()).toEqual(before);
  expect(screen.queryByRole('button', { name: 'Reset order and widths' })).toBeNull();
});

test('in Dev "Create item" opens a new item', async () => {
  shows('2.2.items.create', '2.2.items.create-dev-only');
  const { listPath } = await openWeapons();
  const create = await screen.findByRole('link', { name: 'Create item' });
  expect(create.getAttribute('href')).toBe(`${listPath}/new`);
});

test.each(['Stage', 'Prod'] as const)('in %s "Create item" says where items can be created', async (env) => {
  shows('2.2.items.create-dev-only', '2.2.items.create-popover');
  const server = await startTestServer();
  await saveWeapons(server, []);
  const instanceId = server.studio[env === 'Stage' ? 'stage' : 'prod'];
  const { user } = await renderConsole(`/instance/${instanceId}/templates/image/items`, {
    as: 'owner',
    server,
  });
  await user.click(await screen.findByRole('button', { name: 'Create image' }));
  expect(
    await screen.findByText(
      'You can only create items in the development environment. Here, you can review or manage existing items.',
    ),
  ).toBeTruthy();
});

test('without the permission there is no "Create item"', async () => {
  await openWeapons('', { as: 'member' });
  await screen.findByRole('row', { name: /Sword/ });
  expect(screen.queryByText('Create item')).toBeNull();
});

test('a user who may save templates can edit or copy the template from the list', async () => {
  shows('2.2.items.clone-button', '2.2.items.edit-template', '2.6.create-template.label');
  const { user, listPath, untilPath } = await openWeapons('?sort=cost');
  const edit = await screen.findByRole('link', { name: 'Edit template' });
  expect(edit.getAttribute('href')).toBe(listPath.replace(/items$/, 'edit'));
  expect(screen.queryByRole('link', { name: 'View template' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'More actions' }));
  const copy = await screen.findByRole('menuitem', { name: 'Copy template' });
  expect(copy.getAttribute('href')).toBe(listPath.replace(/items$/, 'copy'));
  await user.click(edit);
  await untilPath(listPath.replace(/items$/, 'edit'));
  // The router stores an entry’s state as `usr`.
  expect(window.history.state.usr).toEqual({ back: `${listPath}?sort=cost` });
});

test('without CREATE_TEMPLATE, and outside of Dev, the template can only be viewed', async () => {
  shows('2.2.items.view-template', '2.6.create-template.label', '3.outside-dev.view-template');
  const { listPath, close } = await openWeapons('', { as: 'member' });
  const view = await screen.findByRole('link', { name: 'View template' });
  expect(view.getAttribute('href')).toBe(listPath.replace(/items$/, 'edit'));
  expect(screen.queryByRole('link', { name: 'Edit template' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull();
  close();
  const server = await startTestServer();
  const { dev, stage } = server.studio;
  await saveWeapons(server, []);
  await server.app.deps.database.transaction((_, query) => copyInstanceContent(query, { from: dev, to: stage }));
  await renderConsole(`/instance/${stage}/templates/weapon/items`, { as: 'owner', server });
  expect(await screen.findByRole('link', { name: 'View template' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Edit template' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull();
});

// The menu links to a new template.
const toTemplate = /^(Edit|View) template$/;

test('the template menu shows no links before the template has loaded', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const words = new Set<string>();
  const watch = new MutationObserver(() => {
    for (const { textContent } of screen.queryAllByRole('link', { name: toTemplate })) words.add(textContent ?? '');
  });
  watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  onTestFinished(() => watch.disconnect());
  await openWeapons('', {
    intercept: (fetch) => async (input, init) => {
      if (/\/permissions$/.test(new URL(String(input)).pathname)) await held;
      return fetch(input, init);
    },
  });
  await screen.findByRole('row', { name: /Sword/ });
  expect([...words]).toEqual([]);
  release();
  await screen.findByRole('link', { name: 'Edit template' });
  expect([...words]).toEqual(['Edit template']);
});

test('without READ a list and an item lead to /access-denied', async () => {
  const server = await startTestServer();
  const { workspaceId, stage, accounts } = server.studio;
  await server.app.deps.database.transaction(async (tx) => {
    const roleId = await createRole(tx, { workspaceId, name: 'Exporter', allowed: ['EXPORT'] });
    await grantRole(tx, { workspaceId, instanceId: stage, accountId: accounts.member, roleId });
  });
  const list = `/instance/${stage}/templates/image/items`;
  const first = await renderConsole(list, { as: 'member', server });
  await first.untilPath('/access-denied');
  first.close();
  const second = await renderConsole(`${list}/1/edit`, { as: 'member', server });
  await second.untilPath('/access-denied');
});

test('the image template says "No images" while it has none', async () => {
  shows('2.2.items.create-image', '2.2.items.no-images', '2.2.route.images');
  const server = await startTestServer();
  await renderConsole(`/instance/${server.studio.dev}/templates/image/items`, { as: 'owner', server });
  expect(await screen.findByText('No images')).toBeTruthy();
  expect((await screen.findAllByRole('link', { name: 'Create image' })).length).toBeGreaterThan(0);
});

test('the image template can be neither edited nor copied', async () => {
  shows('2.2.items.template-button-image');
  const server = await startTestServer();
  await renderConsole(`/instance/${server.studio.dev}/templates/image/items`, { as: 'owner', server });
  // The create button requires the same permissions as the template links: if it shows, they would show too.
  expect((await screen.findAllByRole('link', { name: 'Create image' })).length).toBeGreaterThan(0);
  expect(screen.queryByRole('link', { name: toTemplate })).toBeNull();
  expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull();
});

test('a missing template offers no new item', async () => {
  const server = await startTestServer();
  await renderConsole(`/instance/${server.studio.dev}/templates/gone/items`, { as: 'owner', server });
  expect(await screen.findByText('The items could not be loaded')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Create item' })).toBeNull();
});

test('a failure shows in place of the rows, with a retry button', async () => {
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
