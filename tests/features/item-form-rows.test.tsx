import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { groupColor } from '../../src/shared/item-form/group-color.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { saveWeapons } from '../support/item-content.ts';
import { startTestServer } from '../support/server.ts';
import { field, noteSaves, openSword, saveChanges, stored } from './sword-form.ts';

test('rows are added at the end, moved, removed with undo, and saved in their order', async () => {
  shows(
    '2.2.dynamic-group.add',
    '2.2.dynamic-group.clones',
    '2.2.dynamic-group.remove',
    '2.2.dynamic-group.renumbers',
    '2.3.dynamic-group-row.automatic',
    '2.4.tree.dynamic-group-rows',
  );
  const { user, server, id, untilPath, listPath } = await openSword();
  const group = screen.getByRole('region', { name: 'Attributes' });
  await user.click(within(group).getAllByRole('button', { name: 'Add group' }).at(-1) as HTMLElement);
  await user.type(within(screen.getByRole('listitem', { name: 'Attributes row 3' })).getByLabelText(/^Key/), 'c');
  const third = screen.getByRole('listitem', { name: 'Attributes row 3' });
  await user.click(within(third).getByRole('button', { name: 'Add group' }));
  await user.type(screen.getByLabelText(/Amount/), '5');
  await user.click(screen.getByRole('button', { name: 'Move Attributes row 3 up' }));
  await user.click(screen.getByRole('button', { name: 'Delete Attributes row 1' }));
  expect(screen.getByText('Row 1 removed.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await user.click(screen.getByRole('button', { name: 'Delete Attributes row 3' }));
  await user.keyboard('{Control>}{Enter}{/Control}');
  await untilPath(listPath);
  expect((await stored(server, id)).values.attrib).toEqual([{ key: 'a' }, { key: 'c', levels: [{ amount: 5 }] }]);
});

test('a row is duplicated with its nested rows below it, and has the focus', async () => {
  shows('2.2.dynamic-group.clones', '2.2.dynamic-group.fresh-ids');
  const { user, server, id, untilPath, listPath } = await openSword();
  const first = screen.getByRole('listitem', { name: 'Attributes row 1' });
  await user.click(within(first).getByRole('button', { name: 'Add group' }));
  await user.type(screen.getByLabelText(/Amount/), '5');
  await user.click(screen.getByRole('button', { name: 'Duplicate Attributes row 1' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Duplicate Attributes row 2' }));
  // The copy is a separate row.
  await user.type(within(screen.getByRole('listitem', { name: 'Attributes row 2' })).getByLabelText(/^Key/), '2');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await untilPath(listPath);
  const levels = [{ amount: 5 }];
  expect((await stored(server, id)).values.attrib).toEqual([{ key: 'a', levels }, { key: 'a2', levels }, { key: 'b' }]);
});

test('an added row is sent with its group and path, as are its values, each under a new id', async () => {
  shows(
    '2.2.dynamic-group.fresh-ids',
    '2.3.dynamic-row.entity-field-id',
    '2.3.dynamic-row.field-id',
    '2.3.dynamic-row.group-id',
    '2.3.dynamic-row.group-path',
  );
  const bodies: string[] = [];
  const { user, untilPath, listPath } = await openSword({ intercept: noteSaves(bodies) });
  const group = screen.getByRole('region', { name: 'Attributes' });
  await user.click(within(group).getAllByRole('button', { name: 'Add group' }).at(-1) as HTMLElement);
  const third = screen.getByRole('listitem', { name: 'Attributes row 3' });
  await user.type(within(third).getByLabelText(/^Key/), 'c');
  await user.click(within(third).getByRole('button', { name: 'Add group' }));
  await user.type(within(third).getByLabelText(/Amount/), '5');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await untilPath(listPath);
  const row = (group: string, path: number[]) => ({
    template_group_id: group,
    template_group_path: path,
    status: 1,
  });
  const type = 'dynamic-group-row';
  expect(JSON.parse(bodies[0] ?? '{}').fields).toEqual([
    { ...row('attrib', [2]), id: 'attrib.2.row', template_field_id: 'attrib', template_field_type: type, value: null },
    { ...row('attrib', [2]), id: 'key.2', template_field_id: 'key', template_field_type: 'text', value: 'c' },
    {
      ...row('levels', [2, 0]),
      id: 'levels.2.0.row',
      template_field_id: 'levels',
      template_field_type: type,
      value: null,
    },
    {
      ...row('levels', [2, 0]),
      id: 'amount.2.0',
      template_field_id: 'amount',
      template_field_type: 'integer',
      value: 5,
    },
  ]);
});

test('dynamic groups are coloured by nesting depth', async () => {
  shows('2.2.dynamic-group.colours', '2.2.dynamic-group.colours-depth', '2.9.nesting.colours');
  const { user } = await openSword();
  const outer = screen.getByRole('region', { name: 'Attributes' });
  const inner = within(outer).getAllByRole('region', { name: 'Levels' });
  expect(outer.dataset.color).toBe('grass');
  expect(inner.map(({ dataset }) => dataset.color)).toEqual(['sky', 'sky']);
  expect([0, 1, 2, 3, 4].map(groupColor)).toEqual(['grass', 'sky', 'yellow', 'lime', 'grass']);
  await user.click(screen.getByRole('button', { name: /^Attributes/ }));
  expect(screen.queryByRole('region', { name: 'Levels' })).toBeNull();
});

test('the rows of a nested group belong to the surrounding row', async () => {
  shows('2.4.tree.dynamic-group-nested');
  const server = await startTestServer();
  const levels = (...amounts: number[]) => amounts.map((amount) => ({ amount }));
  const attrib = [{ key: 'a', levels: levels(1, 2) }, { key: 'b' }, { key: 'c', levels: levels(3, 4, 5) }];
  const { weapons } = await saveWeapons(server, [['Nested', { cost: 1, attrib }]]);
  const path = `/instance/${server.studio.dev}/templates/weapon/items/${weapons[0]}/edit`;
  await renderConsole(path, { as: 'owner', server });
  await screen.findByRole('region', { name: 'Attributes' });
  const shown = [1, 2, 3].map((place) =>
    within(screen.getByRole('listitem', { name: `Attributes row ${place}` }))
      .queryAllByLabelText<HTMLInputElement>(/^Amount/)
      .map(({ value }) => value),
  );
  expect(shown).toEqual([['1', '2'], [], ['3', '4', '5']]);
});

test('of 500 rows only those in view render, plus the focused one, an added one and the first invalid one', async () => {
  shows('2.2.dynamic-group.add');
  const server = await startTestServer();
  const attrib = Array.from({ length: 500 }, (_, place) => ({ key: `k${place + 1}` }));
  const { weapons } = await saveWeapons(server, [['Many', { cost: 1, attrib }]]);
  const path = `/instance/${server.studio.dev}/templates/weapon/items/${weapons[0]}/edit`;
  const { user } = await renderConsole(path, { as: 'owner', server });
  const group = await screen.findByRole('region', { name: 'Attributes' });
  const lines = () => [...group.querySelectorAll<HTMLElement>(':scope > div > ol > li')];
  const drawn = () => lines().map(({ dataset }) => Number(dataset.place) + 1);
  const row = (place: number) => within(screen.getByRole('listitem', { name: `Attributes row ${place}` }));
  expect(drawn().length).toBeLessThan(30);
  expect(drawn()).not.toContain(200);
  expect(lines()[0]?.getAttribute('aria-setsize')).toBe('500');

  await user.clear(row(2).getByLabelText(/^Key/));
  await user.click(within(group).getAllByRole('button', { name: 'Add group' }).at(-1) as HTMLElement);
  expect(document.activeElement).toBe(row(501).getByLabelText(/^Key/));
  await user.keyboard('last');
  // The console is scrolled to the end, as a browser does for the focus.
  group.getBoundingClientRect = () => new DOMRect(0, -40_000, 100, 40_000);
  for (const box of group.querySelectorAll<HTMLElement>(':scope > div'))
    box.getBoundingClientRect = () => new DOMRect(0, -39_000, 100, 40_000);
  act(() => void document.dispatchEvent(new Event('scroll')));
  expect(drawn()).not.toContain(2);
  expect(drawn()).toContain(501);

  await user.click(saveChanges());
  expect(await screen.findByText('key is required field')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(row(2).getByLabelText(/^Key/)));
  expect(drawn().slice(0, 4)).toEqual([1, 2, 3, expect.any(Number)]);
  expect(drawn()).toContain(500);
  expect(drawn()).not.toContain(200);
});

test('a group collapsed in a row stays collapsed while the row is scrolled away', async () => {
  shows('2.4.tree.dynamic-group-nested');
  const server = await startTestServer();
  const attrib = Array.from({ length: 100 }, (_, place) => ({ key: `k${place + 1}`, levels: [{ amount: place }] }));
  const { weapons } = await saveWeapons(server, [['Many', { cost: 1, attrib }]]);
  const path = `/instance/${server.studio.dev}/templates/weapon/items/${weapons[0]}/edit`;
  const { user } = await renderConsole(path, { as: 'owner', server });
  const group = await screen.findByRole('region', { name: 'Attributes' });
  const levelsOf = (place: number) =>
    within(screen.getByRole('listitem', { name: `Attributes row ${place}` })).getByRole('button', { name: /^Levels/ });
  const isShown = (place: number) => screen.queryByRole('listitem', { name: `Attributes row ${place}` }) !== null;
  const scrollTo = (top: number) => {
    const box = group.querySelector<HTMLElement>(':scope > div');
    if (box) box.getBoundingClientRect = () => new DOMRect(0, -top, 100, 8000);
    act(() => void document.dispatchEvent(new Event('scroll')));
  };
  await user.click(levelsOf(2));
  expect(levelsOf(2).getAttribute('aria-expanded')).toBe('false');
  // The row in use stays rendered.
  await user.click(within(group).getAllByRole('button', { name: 'Add group' }).at(-1) as HTMLElement);
  scrollTo(7000);
  await waitFor(() => expect(isShown(2)).toBe(false));
  scrollTo(0);
  await waitFor(() => expect(isShown(2)).toBe(true));
  expect([1, 2, 3].map((place) => levelsOf(place).getAttribute('aria-expanded'))).toEqual(['true', 'false', 'true']);
});

test('an item link is picked from the server’s search results, and the list closes', async () => {
  shows('2.2.item.single-select');
  const { user, server, id, steel, untilPath, listPath } = await openSword();
  const picker = field(/^Material/);
  await waitFor(() => expect(picker).toHaveProperty('value', expect.stringMatching(/^Iron #/)));
  await user.click(picker);
  await user.keyboard('stee');
  const option = await screen.findByRole('option', { name: `Steel #${steel}` });
  await waitFor(() => expect(screen.queryByRole('option', { name: /Iron/ })).toBeNull());
  await user.click(option);
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
  expect(picker).toHaveProperty('value', `Steel #${steel}`);
  await user.keyboard('x');
  expect(picker).toHaveProperty('value', 'x');
  await user.keyboard('{Escape}');
  expect(picker).toHaveProperty('value', `Steel #${steel}`);
  await user.keyboard('{Control>}{Enter}{/Control}');
  await untilPath(listPath);
  expect((await stored(server, id)).values.material).toBe(steel);
});

test('an item link list accepts several picks, including duplicates, and can be reordered', async () => {
  shows('2.2.item.multi-select', '2.5.item-link-list.strings');
  const bodies: string[] = [];
  const { user, server, id, iron, steel, untilPath, listPath } = await openSword({ intercept: noteSaves(bodies) });
  await user.click(field(/^Parts/));
  await user.keyboard(String(iron));
  await user.click(await screen.findByRole('option', { name: `Iron #${iron}` }));
  expect(screen.getAllByRole('option').length).toBeGreaterThan(0);
  expect(await screen.findAllByRole('button', { name: 'Remove Iron' })).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Move Steel down' }));
  await user.keyboard('{Control>}{Enter}{/Control}');
  await untilPath(listPath);
  const [sent] = JSON.parse(bodies[0] ?? '{}').fields;
  expect(sent).toMatchObject({ id: 'parts', value: [String(iron), String(steel), String(iron)] });
  expect((await stored(server, id)).values.parts).toEqual([iron, steel, iron]);
});
