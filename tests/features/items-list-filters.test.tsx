import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  rememberedFilters,
  rememberedView,
  rememberFilters,
  rememberView,
} from '../../src/features/items/list/list-memory.ts';
import { itemsFormat, toListFilter } from '../../src/features/items/list/list-state.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { fieldInput, labels, openWeapons } from './weapons-list.ts';

test('a filter’s field is chosen by keyboard, starting from the current one', async () => {
  shows('2.2.items.filter-bar');
  const { user } = await openWeapons();
  await screen.findByRole('row', { name: /Sword/ });
  const input = await fieldInput();
  act(() => input.focus());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(input.getAttribute('aria-expanded')).toBe('false'));
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(input.getAttribute('aria-expanded')).toBe('true'));
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '');
  const option = (name: string) => within(list ?? document.body).getByRole('option', { name, hidden: true });
  await waitFor(() => expect(input.getAttribute('aria-activedescendant')).toBe(option('Label').id));
  // While a list is open, Enter picks an option and adds no filter.
  await user.keyboard('{Enter}');
  await waitFor(() => expect(input.getAttribute('aria-expanded')).toBe('false'));
  expect(input).toHaveProperty('value', 'Label');
  expect(screen.getByRole('textbox', { name: 'Filter value' }).getAttribute('aria-invalid')).toBeNull();
});

test("text typed into a filter's field select replaces its content", async () => {
  shows('2.2.items.filter-bar');
  const { user } = await openWeapons();
  await screen.findByRole('row', { name: /Sword/ });
  await user.click(await fieldInput());
  await user.keyboard('mater');
  expect(await fieldInput()).toHaveProperty('value', 'mater');
  await user.click(await screen.findByRole('option', { name: 'Material' }));
  expect(await fieldInput()).toHaveProperty('value', 'Material');
  // The value is typed next, without another click.
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Filter value'));
});

test('Enter selects the field whose name was typed, and adds no filter', async () => {
  shows('2.2.items.filter-bar');
  const { user } = await openWeapons();
  await screen.findByRole('row', { name: /Sword/ });
  await user.click(await fieldInput());
  await user.keyboard('mater{Enter}');
  await waitFor(async () => expect(await fieldInput()).toHaveProperty('value', 'Material'));
  expect(screen.queryByText('Value is required')).toBeNull();
  await user.tab();
  expect(await fieldInput()).toHaveProperty('value', 'Material');
});

test('a filter is typed, shown as a chip, stored in the address and the browser, and removed', async () => {
  shows('2.2.items.filter-bar', '2.2.items.filters-stored', '2.3.filter.label');
  const { user, path, listPath, server, close } = await openWeapons();
  await screen.findByRole('row', { name: /Sword/ });
  await chooseField(user, 'Label');
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
  again.close();
  // Removed filters stay removed.
  const last = await renderConsole(listPath, { as: 'owner', server });
  await waitFor(() => expect(labels()).toEqual(['Sword', 'Axe', 'Bow']));
  expect(last.path()).toBe(listPath);
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
  const choose = async (name: string) => {
    await user.click(await fieldInput());
    await user.click(await screen.findByRole('option', { name }));
  };
  await choose('Cost');
  const add = screen.getByRole('button', { name: 'Apply' });
  await user.click(add);
  expect(screen.getByText('Value is required')).toBeTruthy();
  await user.type(screen.getByLabelText('Filter value'), 'many');
  await user.click(add);
  expect(screen.getByText('should be a number')).toBeTruthy();
  for (const text of ['12many', '1e5', '1 000', '.5', '1.', '0x1F', '--1', '+', 'Infinity']) {
    await user.clear(screen.getByLabelText('Filter value'));
    await user.type(screen.getByLabelText('Filter value'), text);
    expect([text, screen.queryByText('should be a number')?.textContent]).toEqual([text, 'should be a number']);
  }
  await user.clear(screen.getByLabelText('Filter value'));
  await user.type(screen.getByLabelText('Filter value'), '1.5');
  expect(screen.getByText('should be integer')).toBeTruthy();
  // Of a range, each of the two values.
  await user.selectOptions(screen.getByLabelText('Filter condition'), 'between');
  for (const limits of [
    ['many', '2'],
    ['1', 'many'],
  ] as const) {
    for (const [index, name] of ['Filter value', 'Filter value, up to'].entries()) {
      await user.clear(screen.getByLabelText(name));
      await user.type(screen.getByLabelText(name), limits[index] ?? '');
    }
    expect([limits, screen.queryByText('should be a number')?.textContent]).toEqual([limits, 'should be a number']);
  }
  await choose('Weight');
  await user.type(screen.getByLabelText('Filter value'), '1,5');
  await user.click(add);
  expect(screen.getByText("should be a number with '.' as a decimal separator")).toBeTruthy();
  await user.click(screen.getByLabelText('Clear field'));
  await user.click(add);
  expect(screen.getAllByText('required field')).toHaveLength(2);
});

/** The options of the filter bar for each kind of field. */
const numbers = ['is', 'less than (<)', 'at most (≤)', 'more than (>)', 'at least (≥)', 'between'];
const conditionsOf: [name: string, conditions: string[]][] = [
  ['Label', ['contains', 'is', 'is not']],
  ['ID', numbers],
  ['Notes', ['contains', 'is', 'is not', 'is empty', 'is not empty']],
  ['Cost', [...numbers, 'is not', 'is empty', 'is not empty']],
  ['Weight', [...numbers, 'is not', 'is empty', 'is not empty']],
  ['Magic', ['is', 'is empty', 'is not empty']],
  ['Material', ['is', 'is not', 'is empty', 'is not empty']],
  ['Parts', ['contains', 'is empty', 'is not empty']],
  ['Attributes / Key (any row)', ['contains', 'is', 'is not', 'is empty', 'is not empty']],
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
    '3.settled.conditions.not-empty',
    '3.settled.conditions.others',
    '4.designers.list-conditions',
  );
  const { user } = await openWeapons();
  await screen.findByRole('row', { name: /Sword/ });
  for (const [name, conditions] of conditionsOf) {
    await user.click(await fieldInput());
    await user.click(await screen.findByRole('option', { name }));
    const offered = within(screen.getByLabelText('Filter condition')).getAllByRole('option');
    expect([name, offered.map(({ textContent }) => textContent)]).toEqual([name, conditions]);
  }
  await user.click(await fieldInput());
  expect(screen.queryByRole('option', { name: 'Attributes' })).toBeNull();
});

test('several filters must all match; a checkbox is filtered by True or False', async () => {
  shows('2.5.filter.boolean-values');
  const { user } = await openWeapons();
  await screen.findByRole('row', { name: /Sword/ });
  await user.click(await fieldInput());
  await user.click(await screen.findByRole('option', { name: 'Cost' }));
  await user.selectOptions(screen.getByLabelText('Filter condition'), 'more');
  await user.type(screen.getByLabelText('Filter value'), '90{Enter}');
  await waitFor(() => expect(labels()).toEqual(['Sword', 'Bow']));
  await user.click(await fieldInput());
  await user.click(await screen.findByRole('option', { name: 'Magic' }));
  const values = within(screen.getByLabelText('Filter value')).getAllByRole('option');
  expect(values.map(({ textContent }) => textContent)).toEqual(['Choose', 'True', 'False']);
  await user.selectOptions(screen.getByLabelText('Filter value'), 'True');
  await waitFor(() => expect(labels()).toEqual(['Sword']));
  await user.click(screen.getByRole('button', { name: 'Clear all' }));
  await waitFor(() => expect(labels()).toEqual(['Sword', 'Axe', 'Bow']));
  // An item without a value matches neither.
  await user.click(await fieldInput());
  await user.click(await screen.findByRole('option', { name: 'Magic' }));
  await user.selectOptions(screen.getByLabelText('Filter value'), 'False');
  await waitFor(() => expect(labels()).toEqual(['Axe']));
});

test('the form opens with the list of fields; a chosen value applies at once, and another choice replaces it', async () => {
  const { user, path, listPath } = await openWeapons();
  await screen.findByRole('row', { name: /Sword/ });
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  const field = await fieldInput();
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field).toHaveProperty('value', '');
  await user.click(await screen.findByRole('option', { name: 'Magic' }));
  await user.selectOptions(screen.getByLabelText('Filter value'), 'True');
  await waitFor(() => expect(labels()).toEqual(['Sword']));
  await user.selectOptions(screen.getByLabelText('Filter value'), 'False');
  await waitFor(() => expect(labels()).toEqual(['Axe']));
  expect(path()).toBe(`${listPath}?filter=magic%3Aequal%3Afalse`);
  // Another field adds a filter.
  await chooseField(user, 'Weight');
  await user.selectOptions(screen.getByLabelText('Filter condition'), 'is empty');
  await waitFor(() =>
    expect(screen.getByRole('list', { name: 'Filters' }).textContent).toBe('Magic is FalseWeight is emptyClear all'),
  );
});

test('a column that the list is sorted or filtered by comes into view next to the columns that stay there', async () => {
  shows('4.designers.list-reveals');
  const width = vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(700);
  onTestFinished(() => width.mockRestore());
  const { user, ...view } = await openWeapons();
  await screen.findByRole('row', { name: /Sword/ });
  const table = () => screen.getByRole('region', { name: 'Weapon' });
  expect(table().scrollLeft).toBe(0);
  await chooseField(user, 'Attributes / Key (any row)');
  await user.type(screen.getByLabelText('Filter value'), 'a{Enter}');
  await waitFor(() => expect(table().scrollLeft).toBeGreaterThan(0));
  const ofRows = table().scrollLeft;
  await user.click(screen.getByRole('button', { name: 'Notes' }));
  await waitFor(() => expect(table().scrollLeft).toBe(0));
  await user.click(screen.getByRole('button', { name: 'Combat / Damage' }));
  await waitFor(() => expect(table().scrollLeft).toBeGreaterThan(0));
  expect(table().scrollLeft).toBeLessThan(ofRows);

  const { path, server, close } = view;
  close();
  await renderConsole(path(), { server, as: 'owner' });
  await screen.findByRole('row', { name: /Sword/ });
  await waitFor(() => expect(table().scrollLeft).toBeGreaterThan(0));
});

const chooseField = async (user: Awaited<ReturnType<typeof openWeapons>>['user'], name: string) => {
  await user.click(await fieldInput());
  await user.click(await screen.findByRole('option', { name }));
};

test('items can be filtered by missing values, by exclusion and by range', async () => {
  shows('2.5.filter.value-required', '3.settled.conditions.not-empty', '3.settled.conditions.others');
  const { user, path, listPath } = await openWeapons();
  await screen.findByRole('row', { name: /Sword/ });
  await chooseField(user, 'Weight');
  await user.selectOptions(screen.getByLabelText('Filter condition'), 'is empty');
  expect(screen.queryByLabelText('Filter value')).toBeNull();
  await waitFor(() => expect(labels()).toEqual(['Axe', 'Bow']));
  expect(path()).toBe(`${listPath}?filter=weight%3Aempty%3A`);
  await user.click(screen.getByRole('button', { name: 'Remove filter Weight is empty' }));

  await chooseField(user, 'Weight');
  await user.selectOptions(screen.getByLabelText('Filter condition'), 'is not empty');
  expect(screen.queryByLabelText('Filter value')).toBeNull();
  await waitFor(() => expect(labels()).toEqual(['Sword']));
  expect(path()).toBe(`${listPath}?filter=weight%3AnotEmpty%3A`);
  await user.click(screen.getByRole('button', { name: 'Remove filter Weight is not empty' }));

  await chooseField(user, 'Cost');
  await user.selectOptions(screen.getByLabelText('Filter condition'), 'is not');
  await user.type(screen.getByLabelText('Filter value'), '90{Enter}');
  await waitFor(() => expect(labels()).toEqual(['Sword', 'Bow']));
  await user.click(screen.getByRole('button', { name: 'Remove filter Cost is not 90' }));

  await chooseField(user, 'Cost');
  await user.selectOptions(screen.getByLabelText('Filter condition'), 'between');
  await user.type(screen.getByLabelText('Filter value'), '90');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(screen.getByText('both values are required')).toBeTruthy();
  await user.type(screen.getByLabelText('Filter value, up to'), '120{Enter}');
  await waitFor(() => expect(labels()).toEqual(['Sword', 'Axe']));
  expect(screen.getByRole('list', { name: 'Filters' }).textContent).toBe('Cost between 90 – 120');
});

test('a filter on a field in rows finds items with the value in any row', async () => {
  shows('2.2.items.filter-bar', '2.5.conditions.text');
  const { user } = await openWeapons();
  await screen.findByRole('row', { name: /Sword/ });
  await chooseField(user, 'Attributes / Key (any row)');
  await user.type(screen.getByLabelText('Filter value'), 'b{Enter}');
  await waitFor(() => expect(labels()).toEqual(['Sword']));
  expect(screen.getByRole('list', { name: 'Filters' }).textContent).toBe('Attributes / Key (any row) contains b');
});

test('a filter is edited in place by clicking it', async () => {
  shows('2.2.items.filter-bar', '2.3.filter.shape');
  const { user, path, listPath } = await openWeapons('?filter=cost%3Abetween%3A90..120&filter=label%3Acontains%3Aw');
  await waitFor(() => expect(labels()).toEqual(['Sword']));
  await user.click(screen.getByRole('button', { name: 'Edit filter Cost between 90 – 120' }));
  expect(await fieldInput()).toHaveProperty('value', 'Cost');
  expect(screen.getByLabelText('Filter condition')).toHaveProperty('value', 'between');
  const upTo = screen.getByLabelText('Filter value, up to');
  expect([screen.getByLabelText('Filter value'), upTo].map((input) => (input as HTMLInputElement).value)).toEqual([
    '90',
    '120',
  ]);
  expect(document.activeElement).toBe(screen.getByLabelText('Filter value'));
  await user.clear(upTo);
  await user.type(upTo, '300');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(labels()).toEqual(['Sword', 'Bow']));
  expect(path()).toBe(`${listPath}?filter=cost%3Abetween%3A90+..+300&filter=label%3Acontains%3Aw`);
  const toggle = screen.getByRole('button', { name: 'Filter' });
  expect([toggle.getAttribute('aria-expanded'), document.activeElement]).toEqual(['false', toggle]);

  // Escape, and a press elsewhere, keep a filter as it was.
  for (const leave of [() => user.keyboard('{Escape}'), () => user.click(screen.getByRole('heading', { level: 1 }))]) {
    await user.click(screen.getByRole('button', { name: 'Edit filter Label contains w' }));
    expect(toggle.getAttribute('aria-expanded')).toBe('true');
    await user.keyboard('x');
    await leave();
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
    expect(labels()).toEqual(['Sword', 'Bow']);
  }
  await user.click(screen.getByRole('button', { name: 'Edit filter Label contains w' }));
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(path()).toBe(`${listPath}?filter=cost%3Abetween%3A90+..+300`));
});

test('a search that is typed last before an item is opened does not lead back to the list', async () => {
  const { path } = await openWeapons();
  const link = await screen.findByRole('link', { name: 'Sword' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  fireEvent.change(screen.getByLabelText('Search label or id'), { target: { value: 'bow' } });
  fireEvent.click(link);
  act(() => vi.advanceTimersByTime(1000));
  await screen.findByRole('heading', { name: /Sword|Weapon/, level: 1 });
  await waitFor(() => expect(path()).toMatch(/\/items\/\d+\/edit/));
});

test('one box searches labels and ids, keeps the typed text, and is in the URL', async () => {
  shows('2.2.items.no-results');
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
  expect(screen.getByText('No item is called “zzz”.')).toBeTruthy();
  // Text that is not in the URL yet survives a change of the filters.
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  await waitFor(() => expect(labels()).toHaveLength(3));
  expect(box).toHaveProperty('value', '');
  fireEvent.change(box, { target: { value: 'sw' } });
  fireEvent.click(screen.getByRole('button', { name: 'Cost' }));
  await waitFor(() => expect(path()).toBe(`${listPath}?search=sw&sort=cost%3Aasc`));
  expect(box).toHaveProperty('value', 'sw');
});

test('the list can be filtered by id', async () => {
  shows('2.3.filter.id');
  const { user, saved } = await openWeapons();
  await screen.findByRole('row', { name: /Sword/ });
  await user.click(await fieldInput());
  await user.click(await screen.findByRole('option', { name: 'ID' }));
  await user.selectOptions(screen.getByLabelText('Filter condition'), 'more');
  await user.type(screen.getByLabelText('Filter value'), `${saved.weapons[1]}{Enter}`);
  await waitFor(() => expect(labels()).toEqual(['Bow']));
});

test('a filter has a field, a condition and a value, under an id shared by the address and the list', async () => {
  shows('2.3.filter.shape');
  const { user, path } = await openWeapons();
  await screen.findByRole('row', { name: /Sword/ });
  for (const text of ['o', 'w', 'o']) {
    await chooseField(user, 'Label');
    await user.type(screen.getByLabelText('Filter value'), `${text}{Enter}`);
  }
  await waitFor(() => expect(labels()).toEqual(['Sword', 'Bow']));
  const search = new URLSearchParams(path().slice(path().indexOf('?')));
  expect(itemsFormat.parse(search).filters).toEqual([
    { internalId: 'label:contains:o', fieldId: 'label', condition: 'contains', value: 'o' },
    { internalId: 'label:contains:w', fieldId: 'label', condition: 'contains', value: 'w' },
  ]);
  expect(
    within(screen.getByRole('list', { name: 'Filters' })).getAllByRole('button', { name: /^Remove/ }),
  ).toHaveLength(2);
});

test.each(['sw', 'a:b', 'a:b:c', ':', 'https://x.test/?a=1&b=2#c', 'a, b', ' ü % + ', 'a\nb'])(
  'a filter for %j survives being stored in the address and the browser',
  (value) => {
    shows('2.2.items.filters-stored');
    onTestFinished(() => localStorage.clear());
    const filters = [value, 'last'].map((text) =>
      toListFilter({ fieldId: 'label', condition: 'contains', value: text }),
    );
    const params = new URLSearchParams();
    itemsFormat.format({ search: '', filters, sort: undefined }, params);
    expect(itemsFormat.parse(new URLSearchParams(params.toString())).filters).toEqual(filters);
    rememberFilters(1, 'weapon', filters);
    expect(rememberedFilters(1, 'weapon')).toEqual(filters);
  },
);

test('filters added faster than the list updates are all applied', async () => {
  shows('2.2.items.filters-stored', '2.3.filter.shape');
  const { user, path, listPath } = await openWeapons();
  await screen.findByRole('row', { name: /Sword/ });
  for (const text of ['o', 'r', 'o']) {
    await chooseField(user, 'Label');
    const value = screen.getByLabelText<HTMLInputElement>('Filter value');
    fireEvent.change(value, { target: { value: text } });
    fireEvent.submit(value.form ?? expect.fail('no form'));
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
  const columns = { hidden: ['notes'], order: ['cost', 'notes'], widths: { cost: 200 }, bars: ['cost'] };
  rememberView({ instanceId: 2, templateId: 'weapon' }, columns);
  expect(rememberedFilters(1, 'weapon')).toEqual([filter]);
  expect(rememberedFilters(2, 'weapon')).toEqual([]);
  expect(rememberedFilters(1, 'material')).toEqual([]);
  expect(rememberedView({ instanceId: 2, templateId: 'weapon' })).toEqual(columns);
  for (const [instanceId, templateId] of [
    [1, 'weapon'],
    [2, 'material'],
  ] as const)
    expect(rememberedView({ instanceId, templateId })).toEqual({ hidden: [], order: [], widths: {}, bars: [] });
  rememberView({ instanceId: 1, templateId: 'weapon' }, columns);
  expect(rememberedFilters(1, 'weapon')).toHaveLength(1);
  // Neither one affects the other.
  rememberFilters(1, 'weapon', []);
  expect(rememberedFilters(1, 'weapon')).toEqual([]);
  expect(rememberedView({ instanceId: 1, templateId: 'weapon' })).toEqual(columns);
  rememberView({ instanceId: 1, templateId: 'weapon' }, { hidden: [], order: [], widths: {}, bars: [] });
  expect(rememberedView({ instanceId: 2, templateId: 'weapon' })).toEqual(columns);
});

test('a link is filtered by picking the linked item', async () => {
  shows('2.5.conditions.item-link');
  const { user, saved } = await openWeapons();
  await screen.findByRole('row', { name: /Sword/ });
  await user.click(await fieldInput());
  await user.click(await screen.findByRole('option', { name: 'Material' }));
  await user.click(await screen.findByPlaceholderText('Search by label or id'));
  await user.click(await screen.findByRole('option', { name: /Steel/ }));
  await waitFor(() => expect(labels()).toEqual(['Axe']));
  const chips = screen.getByRole('list', { name: 'Filters' });
  await waitFor(() => expect(chips.textContent).toBe(`Material is Steel #${saved.steel}`));
});

test('an empty result says "No results" and offers to clear the filters', async () => {
  shows('2.2.items.no-results');
  const { user } = await openWeapons('?filter=label%3Acontains%3Azzz');
  expect(await screen.findByText('No results')).toBeTruthy();
  expect(screen.getByText('No item matches all of the filters.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(labels()).toHaveLength(3));
});

test('a filter on a field that the template no longer has is dropped', async () => {
  shows('2.2.items.filters-stored');
  await openWeapons('?filter=gone%3Aequal%3A1&filter=label%3Acontains%3Aax');
  await waitFor(() => expect(labels()).toEqual(['Axe']));
});
