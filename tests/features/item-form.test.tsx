import { toItemValues } from '@quartermaster/contract/content/item-values.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { type SaveTemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { groupColor } from '../../src/shared/item-form/group-color.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { saveWeapons, weaponFields } from '../support/item-content.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

type Options = Omit<NonNullable<Parameters<typeof renderConsole>[1]>, 'server'>;

/** A sword in Dev, opened for editing from its list. */
async function openSword(options: Options = {}) {
  const server = await startTestServer();
  const saved = await saveWeapons(server, (iron, steel) => [
    [
      'Sword',
      { cost: 120, weight: 1.5, material: iron, parts: [steel, iron], damage: 7, attrib: [{ key: 'a' }, { key: 'b' }] },
    ],
  ]);
  const id = saved.weapons[0] ?? 0;
  const listPath = `/instance/${server.studio.dev}/templates/weapon/items`;
  const opened = await renderConsole(`${listPath}/${id}/edit`, { as: 'owner', ...options, server });
  await screen.findByRole('heading', { level: 1, name: `Weapon | # ${id}` });
  return { ...opened, ...saved, id, listPath };
}

/** The item as the server has it. */
async function stored({ call, studio }: TestServer, id: number) {
  const params = { instanceId: studio.dev, templateId: 'weapon', id };
  const { item } = await call(items.get, { params }, { as: 'owner' });
  return {
    label: item.header.internal_label,
    version: item.version,
    values: toItemValues(buildTree(weaponFields), item.fields),
  };
}

/** Saves the item’s cost as another user. */
async function saveElsewhere({ call, studio }: TestServer, id: number, label: string, cost: number) {
  const item = { id, version: 1, template_id: 'weapon', internal_label: label };
  const fields = [
    {
      id: 'cost',
      template_field_id: 'cost',
      template_field_type: 'integer' as const,
      template_group_id: null,
      template_group_path: null,
      value: cost,
      status: 2 as const,
    },
  ];
  await call(items.save, { params: { instanceId: studio.dev }, body: { ...item, fields } }, { as: 'admin' });
}

const field = (name: RegExp | string) => screen.getByLabelText(name, { selector: 'input, textarea' });
const saveChanges = () => screen.getByRole('button', { name: 'Save changes' });

/** Records the bodies of item saves. */
const noteSaves =
  (bodies: string[]): NonNullable<Options['intercept']> =>
  (fetch) =>
  (input, init) => {
    if (/\/items$/.test(String(input)) && init?.method === 'POST') bodies.push(String(init.body));
    return fetch(input, init);
  };

test('a save with a changed value asks for confirmation, sends only that value and returns to the list', async () => {
  shows(
    '2.1.items.edit',
    '2.1.roles',
    '2.2.item-edit.title',
    '2.2.item.fields',
    '2.2.item.save-button',
    '2.2.route.item-edit',
    '2.4.item-save.back',
    '2.4.item-save.question',
    '3.calls.version.sent',
  );
  const bodies: string[] = [];
  const { user, server, id, untilPath, listPath } = await openSword({ intercept: noteSaves(bodies) });
  await user.clear(field(/^Cost/));
  await user.type(field(/^Cost/), '150');
  await user.click(saveChanges());
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('Are you sure you want to save the changes to the item?')).toBeTruthy();
  expect(bodies).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Yes, save changes' }));
  await untilPath(listPath);
  const sent = JSON.parse(bodies[0] ?? '{}');
  expect(sent).toMatchObject({ id, version: 1, internal_label: 'Sword' });
  expect(sent.fields).toEqual([expect.objectContaining({ id: 'cost', value: 150, status: 2 })]);
  expect((await stored(server, id)).values).toMatchObject({ cost: 150, damage: 7 });
  expect(await screen.findByText('150')).toBeTruthy();
});

test('saving without a change says "No changes to save"', async () => {
  shows('2.4.item-save.no-change');
  const { user } = await openSword();
  await user.click(saveChanges());
  expect(await screen.findByText('No changes to save')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('Ctrl+S and Ctrl+click save without confirmation', async () => {
  shows('2.4.item-save.modifier');
  const first = await openSword();
  await first.user.type(field(/^Label/), ' of truth');
  await first.user.keyboard('{Control>}s{/Control}');
  await first.untilPath(first.listPath);
  expect((await stored(first.server, first.id)).label).toBe('Sword of truth');

  await first.user.click(await screen.findByRole('link', { name: 'Sword of truth' }));
  await first.user.type(await screen.findByLabelText(/^Label/), '!');
  await first.user.keyboard('{Meta>}');
  await first.user.click(saveChanges());
  await first.user.keyboard('{/Meta}');
  await first.untilPath(first.listPath);
  expect((await stored(first.server, first.id)).label).toBe('Sword of truth!');
});

test('pressing Ctrl+S twice saves once, and creates one new item', async () => {
  const bodies: string[] = [];
  const { user, untilPath, listPath } = await openSword({ intercept: noteSaves(bodies) });
  const pressTwice = async () => {
    for (let press = 0; press < 2; press += 1) fireEvent.keyDown(document.body, { key: 's', ctrlKey: true });
    await untilPath(listPath);
  };
  await user.type(field(/^Label/), ' of truth');
  await pressTwice();
  await user.click(await screen.findByRole('link', { name: 'Create item' }));
  await screen.findByRole('heading', { level: 1, name: 'New item' });
  await user.type(await screen.findByLabelText(/^Label/), 'Dagger');
  await user.type(field(/^Cost/), '35');
  await pressTwice();
  await screen.findByRole('link', { name: 'Dagger' });
  expect(bodies.map((body) => JSON.parse(body).internal_label)).toEqual(['Sword of truth', 'Dagger']);
});

test('each invalid input shows its error, the first one gets focus, and nothing is sent', async () => {
  shows('2.2.item.label', '2.5.item-label.required', '2.5.item-text.required');
  const { user, server, id } = await openSword();
  await user.clear(field(/^Cost/));
  await user.clear(field(/^Label/));
  await user.clear(within(screen.getByRole('listitem', { name: 'Attributes row 2' })).getByLabelText(/Key/));
  await user.click(saveChanges());
  expect(await screen.findAllByText('required field')).toHaveLength(2);
  expect(screen.getByText('key is required field')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field(/^Label/)));
  expect((await stored(server, id)).version).toBe(1);
});

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
  await user.type(within(screen.getByRole('listitem', { name: 'Attributes row 3' })).getByLabelText(/Key/), 'c');
  const third = screen.getByRole('listitem', { name: 'Attributes row 3' });
  await user.click(within(third).getByRole('button', { name: 'Add group' }));
  await user.type(screen.getByLabelText(/Amount/), '5');
  await user.click(screen.getByRole('button', { name: 'Move Attributes row 3 up' }));
  await user.click(screen.getByRole('button', { name: 'Delete Attributes row 1' }));
  expect(screen.getByText('Row 1 removed.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await user.click(screen.getByRole('button', { name: 'Delete Attributes row 3' }));
  await user.keyboard('{Control>}s{/Control}');
  await untilPath(listPath);
  expect((await stored(server, id)).values.attrib).toEqual([{ key: 'a' }, { key: 'c', levels: [{ amount: 5 }] }]);
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
  await user.type(within(third).getByLabelText(/Key/), 'c');
  await user.click(within(third).getByRole('button', { name: 'Add group' }));
  await user.type(within(third).getByLabelText(/Amount/), '5');
  await user.keyboard('{Control>}s{/Control}');
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

test('the rows of a nested group belong to the row around them', async () => {
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

test('of 500 rows only some render, including added and invalid ones', async () => {
  const server = await startTestServer();
  const attrib = Array.from({ length: 500 }, (_, place) => ({ key: `k${place + 1}` }));
  const { weapons } = await saveWeapons(server, [['Many', { cost: 1, attrib }]]);
  const path = `/instance/${server.studio.dev}/templates/weapon/items/${weapons[0]}/edit`;
  const { user } = await renderConsole(path, { as: 'owner', server });
  const group = await screen.findByRole('region', { name: 'Attributes' });
  const drawn = () =>
    [...group.querySelectorAll<HTMLElement>(':scope > ol > li')].map(({ dataset }) => Number(dataset.place) + 1);
  expect(drawn()).toHaveLength(50);
  await user.clear(within(screen.getByRole('listitem', { name: 'Attributes row 2' })).getByLabelText(/Key/));
  await user.click(within(group).getAllByRole('button', { name: 'Add group' }).at(-1) as HTMLElement);
  expect(drawn()).toHaveLength(50);
  expect(drawn().at(-1)).toBe(501);
  await user.type(within(screen.getByRole('listitem', { name: 'Attributes row 501' })).getByLabelText(/Key/), 'last');
  // Row 2 is already known to be invalid, but it is not the row being edited.
  expect(drawn().at(-1)).toBe(501);
  await user.click(saveChanges());
  expect(await screen.findByText('key is required field')).toBeTruthy();
  expect(drawn()[1]).toBe(2);
  await user.click(screen.getByRole('button', { name: 'Show more rows (451 left)' }));
  expect(drawn()).toHaveLength(100);
});

/** A template of required fields with limits. */
const strictFields: SaveTemplateField[] = [
  { type: 'item-link' as const, name: 'link', label: 'Link', required: true, templateId: 'material' },
  { type: 'item-link-list' as const, name: 'links', label: 'Links', required: true, templateId: 'material' },
  { type: 'float' as const, name: 'ratio', label: 'Ratio', required: true, minimum: 0.5, maximum: 1.5 },
].map((settings, order) => ({ id: settings.name, parentId: null, order, settings }));

test('required links and numbers, and float limits, are validated', async () => {
  shows(
    '2.5.item-float.max',
    '2.5.item-float.min',
    '2.5.item-float.required',
    '2.5.item-link-list.required',
    '2.5.item-link.required',
  );
  const server = await startTestServer();
  await saveWeapons(server, []);
  const body = { id: 'strict', label: 'Strict', version: 0, fields: strictFields };
  await server.call(templates.save, { params: { instanceId: server.studio.dev }, body }, { as: 'owner' });
  const path = `/instance/${server.studio.dev}/templates/strict/items/new`;
  const { user } = await renderConsole(path, { as: 'owner', server });
  await user.type(await screen.findByLabelText(/^Label/), 'Strict one');
  await user.click(saveChanges());
  expect(await screen.findAllByText('required field')).toHaveLength(3);
  await waitFor(() => expect(document.activeElement).toBe(field(/^Link\b/)));
  await user.type(field(/^Ratio/), '0.4');
  expect(screen.getByText('should be at least 0.5')).toBeTruthy();
  await user.clear(field(/^Ratio/));
  await user.type(field(/^Ratio/), '1.6');
  expect(screen.getByText('should be no more than 1.5')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an error found by the server shows at the input', async () => {
  const { user } = await openSword({
    intercept: (fetch) => async (input, init) => {
      if (!/\/items$/.test(String(input)) || init?.method !== 'POST') return fetch(input, init);
      const fields = { 'fields.0.value': 'too heavy', 'key.1': 'taken', elsewhere: 'odd' };
      return new Response(JSON.stringify({ status_code: 422, error: 'invalid', message: 'Invalid.', fields }), {
        status: 422,
      });
    },
  });
  await user.type(field(/^Weight/), '9');
  await user.keyboard('{Control>}s{/Control}');
  expect(await screen.findByText('too heavy')).toBeTruthy();
  expect(within(screen.getByRole('listitem', { name: 'Attributes row 2' })).getByText('taken')).toBeTruthy();
  expect(screen.getByText('elsewhere: odd')).toBeTruthy();
});

test('a network failure keeps the input, and the next attempt saves it', async () => {
  let isDown = true;
  const { user, server, id, untilPath, listPath } = await openSword({
    intercept: (fetch) => (input, init) => {
      if (isDown && /\/items$/.test(String(input))) return Promise.reject(new TypeError('Failed to fetch'));
      return fetch(input, init);
    },
  });
  await user.type(field(/^Notes/), 'sharp');
  await user.keyboard('{Control>}s{/Control}');
  expect((await screen.findAllByText(/The server cannot be reached/)).length).toBeGreaterThan(0);
  expect(field(/^Notes/)).toHaveProperty('value', 'sharp');
  isDown = false;
  await user.keyboard('{Control>}s{/Control}');
  await untilPath(listPath);
  expect((await stored(server, id)).values.notes).toBe('sharp');
});

async function openConflict() {
  const opened = await openSword();
  await saveElsewhere(opened.server, opened.id, 'Sword of theirs', 300);
  await opened.user.clear(field(/^Cost/));
  await opened.user.type(field(/^Cost/), '150');
  await opened.user.type(field(/^Notes/), 'mine');
  await opened.user.keyboard('{Control>}s{/Control}');
  expect(await screen.findByText('Someone else has changed this item meanwhile')).toBeTruthy();
  return opened;
}

test('in a save conflict, the other user’s values can be taken', async () => {
  shows('3.calls.version.choose-theirs');
  const { user, server, id } = await openConflict();
  await user.click(screen.getByRole('button', { name: 'Take theirs and drop my changes' }));
  expect(field(/^Cost/)).toHaveProperty('value', '300');
  expect(field(/^Notes/)).toHaveProperty('value', '');
  expect(await stored(server, id)).toMatchObject({ label: 'Sword of theirs', version: 2 });
});

test('in a save conflict, the user’s own values can overwrite the other’s', async () => {
  shows('3.calls.version.choose-mine');
  const { user, server, id, untilPath, listPath } = await openConflict();
  await user.click(screen.getByRole('button', { name: 'Save mine over theirs' }));
  await untilPath(listPath);
  expect(await stored(server, id)).toMatchObject({ label: 'Sword', version: 3, values: { cost: 150, notes: 'mine' } });
});

test('in a save conflict, each differing field can be chosen', async () => {
  shows('3.calls.version.choose-by-field');
  const { user, server, id, untilPath, listPath } = await openConflict();
  await user.click(screen.getByRole('button', { name: 'Choose field by field' }));
  const dialog = screen.getByRole('dialog');
  const names = within(dialog)
    .getAllByRole('group')
    .map((group) => group.querySelector('legend')?.textContent);
  expect(names).toEqual(['Label', 'Notes', 'Cost']);
  const choice = (name: string, side: RegExp) =>
    within(within(dialog).getByRole('group', { name })).getByRole('radio', { name: side });
  expect(choice('Label', /Theirs/)).toHaveProperty('checked', true);
  expect(choice('Notes', /Mine/)).toHaveProperty('checked', true);
  await user.click(choice('Cost', /Theirs/));
  await user.click(within(dialog).getByRole('button', { name: 'Save these values' }));
  await untilPath(listPath);
  expect(await stored(server, id)).toMatchObject({
    label: 'Sword of theirs',
    version: 3,
    values: { cost: 300, notes: 'mine' },
  });
});

test('if another user has deleted the item, the form says so and keeps its input', async () => {
  const { user, server, id } = await openSword();
  await user.type(field(/^Label/), ' of truth');
  const params = { instanceId: server.studio.dev, templateId: 'weapon', id };
  await server.call(items.delete, { params }, { as: 'admin' });
  await user.click(saveChanges());
  await user.click(await screen.findByRole('button', { name: 'Yes, save changes' }));
  await screen.findAllByText(/^This item is not there any more/);
  // The dialog that showed it closes, and the form shows it.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getAllByText(/^This item is not there any more/)).toHaveLength(1);
  expect(field(/^Label/)).toHaveProperty('value', 'Sword of truth');
});

test('leaving asks for confirmation only if there are unsaved changes', async () => {
  shows('2.2.item.back');
  const { user, path, untilPath, listPath } = await openSword();
  const start = path();
  await user.type(field(/^Notes/), 'x');
  await user.click(screen.getByRole('link', { name: /Back to/ }));
  const dialog = await screen.findByRole('dialog');
  expect(path()).toBe(start);
  await user.click(within(dialog).getAllByRole('button').at(-2) as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.clear(field(/^Notes/));
  await user.click(screen.getByRole('link', { name: /Back to/ }));
  await untilPath(listPath);
});

test('a response that arrives after the form was left does not navigate', async () => {
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  const { user, server, id, path } = await openSword({
    intercept: (fetch) => async (input, init) => {
      if (init?.method === 'POST' && String(input).endsWith('/items')) await held;
      return fetch(input, init);
    },
  });
  await user.type(field(/^Cost/), '0');
  await user.keyboard('{Control>}s{/Control}');
  // To a page of the same kind, so that nothing has to load before a redirect could happen.
  fireEvent.click(screen.getByRole('link', { name: 'Images', hidden: true }));
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await screen.findByRole('heading', { level: 1, name: 'Images' });
  const left = path();
  answer();
  expect(await screen.findByText(/saved/i)).toBeTruthy();
  expect((await stored(server, id)).version).toBe(2);
  expect(path()).toBe(left);
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
  await user.keyboard('{Control>}s{/Control}');
  await untilPath(listPath);
  expect((await stored(server, id)).values.material).toBe(steel);
});

test('an item link list takes several picks, including duplicates, and can be reordered', async () => {
  shows('2.2.item.multi-select', '2.5.item-link-list.strings');
  const bodies: string[] = [];
  const { user, server, id, iron, steel, untilPath, listPath } = await openSword({ intercept: noteSaves(bodies) });
  await user.click(field(/^Parts/));
  await user.keyboard(String(iron));
  await user.click(await screen.findByRole('option', { name: `Iron #${iron}` }));
  expect(screen.getAllByRole('option').length).toBeGreaterThan(0);
  expect(await screen.findAllByRole('button', { name: 'Remove Iron' })).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Move Steel down' }));
  await user.keyboard('{Control>}s{/Control}');
  await untilPath(listPath);
  const [sent] = JSON.parse(bodies[0] ?? '{}').fields;
  expect(sent).toMatchObject({ id: 'parts', value: [String(iron), String(steel), String(iron)] });
  expect((await stored(server, id)).values.parts).toEqual([iron, steel, iron]);
});

test('deleting an item names it, asks for confirmation and returns to the list', async () => {
  const { user, id, untilPath, listPath } = await openSword();
  await user.click(screen.getByRole('button', { name: 'Delete item' }));
  expect(await screen.findByText(`Are you sure you want to delete “Sword” (#${id})?`)).toBeTruthy();
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Yes, delete item' }));
  await untilPath(listPath);
  expect(await screen.findByText('No items yet')).toBeTruthy();
});

test('deleting an item that is linked to names the places', async () => {
  const server = await startTestServer();
  const { iron, weapons } = await saveWeapons(server, (id) => [['Sword', { cost: 1, material: id }]]);
  const path = `/instance/${server.studio.dev}/templates/material/items/${iron}/edit`;
  const { user } = await renderConsole(path, { as: 'owner', server });
  await user.click(await screen.findByRole('button', { name: 'Delete item' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(`Are you sure you want to delete “Iron” (#${iron})?`)).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Yes, delete item' }));
  const place = await within(dialog).findByRole('link', { name: 'Sword' });
  expect(place.getAttribute('href')).toBe(`/instance/${server.studio.dev}/templates/weapon/items/${weapons[0]}/edit`);
  expect(within(dialog).getByText('This is still linked from elsewhere. Remove the links first.')).toBeTruthy();
});

test('a new item is created with all its values', async () => {
  shows(
    '1.1.items-from-templates',
    '1.2.route.templates',
    '2.1.items.create',
    '2.2.item-new.title',
    '2.2.route.item-new',
  );
  const server = await startTestServer();
  await saveWeapons(server, []);
  const listPath = `/instance/${server.studio.dev}/templates/weapon/items`;
  const { user, untilPath } = await renderConsole(`${listPath}/new`, { as: 'owner', server });
  expect(await screen.findByRole('heading', { level: 1, name: 'New item' })).toBeTruthy();
  await user.type(await screen.findByLabelText(/^Label/), 'Dagger');
  await user.type(field(/^Cost/), '35');
  await user.click(screen.getByRole('checkbox', { name: /Magic/ }));
  await user.click(saveChanges());
  await user.click(await screen.findByRole('button', { name: 'Yes, save changes' }));
  await untilPath(listPath);
  const row = await screen.findByRole('row', { name: /Dagger/ });
  const id = Number(within(row).getByRole('rowheader').textContent);
  expect(await stored(server, id)).toEqual({ label: 'Dagger', version: 1, values: { cost: 35, magic: true } });
});

test('in Stage a new item leads to /not-allowed', async () => {
  shows('1.2.route.not-allowed-create', '2.6.dev-only.item-guard');
  const server = await startTestServer();
  const { untilPath } = await renderConsole(`/instance/${server.studio.stage}/templates/image/items/new`, {
    as: 'owner',
    server,
  });
  await untilPath('/not-allowed');
});

test('without the permission an item is read-only', async () => {
  await openSword({ as: 'member' });
  expect(await screen.findByText('Attributes')).toBeTruthy();
  expect(screen.getByText('120')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete item' })).toBeNull();
});

test('a missing item shows a message', async () => {
  const server = await startTestServer();
  await saveWeapons(server, []);
  await renderConsole(`/instance/${server.studio.dev}/templates/weapon/items/999/edit`, { as: 'owner', server });
  expect(await screen.findByText('The item could not be loaded')).toBeTruthy();
});

/** The smallest PNG: one transparent pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('on the Free plan an image has at most 1 MB, and an image item requires one', async () => {
  shows('2.5.image.jpeg', '2.5.image.limit-free', '2.5.item-image.required', '2.9.free.images');
  const server = await startTestServer();
  const path = `/instance/${server.studio.free.dev}/templates/image/items/new`;
  const { user } = await renderConsole(path, { as: 'free', server });
  await user.type(await screen.findByLabelText(/^Label/), 'Big');
  // Until the plan has loaded, the limit is the most that any plan allows.
  await screen.findByText(/smaller than 1 MB$/);
  const big = new File([new Uint8Array(1024 * 1024 + 1)], 'big.jpg', { type: 'image/jpeg' });
  fireEvent.change(screen.getByLabelText('Image file'), { target: { files: [big] } });
  expect(await screen.findByText('Please upload an image smaller than 1MB')).toBeTruthy();
  const small = new File([new Uint8Array(10)], 'small.jpg', { type: 'image/jpeg' });
  fireEvent.change(screen.getByLabelText('Image file'), { target: { files: [small] } });
  expect((await screen.findByAltText('Preview')).getAttribute('src')).toMatch(/^data:image\/jpeg;base64,/);
  await user.click(screen.getByRole('button', { name: 'Delete image' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, remove image' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(saveChanges());
  expect(await screen.findByText('required field')).toBeTruthy();
});

test('an image is validated, previewed, saved, and removed after confirmation', async () => {
  shows(
    '2.2.item.image-delete',
    '2.2.item.image-preview',
    '2.3.image.base64',
    '2.3.image.prefix-stripped',
    '2.3.item-field.upload-id',
    '2.5.image.limit-teams',
    '2.5.image.other',
    '2.5.image.oversize',
    '2.5.image.png',
  );
  const server = await startTestServer();
  const listPath = `/instance/${server.studio.dev}/templates/image/items`;
  const bodies: string[] = [];
  const { user, untilPath } = await renderConsole(`${listPath}/new`, {
    as: 'owner',
    server,
    intercept: (fetch) => (input, init) => {
      if (/\/items$/.test(String(input))) bodies.push(String(init?.body));
      return fetch(input, init);
    },
  });
  await user.type(await screen.findByLabelText(/^Label/), 'Pixel');
  const choose = (file: File) => fireEvent.change(screen.getByLabelText('Image file'), { target: { files: [file] } });
  choose(new File(['GIF89a'], 'a.gif', { type: 'image/gif' }));
  expect(await screen.findByText('Please upload a file of image type (JPG, PNG)')).toBeTruthy();
  choose(new File([new Uint8Array(4 * 1024 * 1024 + 1)], 'big.png', { type: 'image/png' }));
  expect(await screen.findByText('Please upload an image smaller than 4MB')).toBeTruthy();
  choose(new File([Buffer.from(pixel, 'base64')], 'pixel.png', { type: 'image/png' }));
  const preview = await screen.findByAltText('Preview');
  expect(preview.getAttribute('src')).toBe(`data:image/png;base64,${pixel}`);

  await user.click(screen.getByRole('button', { name: 'Delete image' }));
  expect(await screen.findByText('Are you sure you want to remove image?')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'No, keep image' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('{Control>}s{/Control}');
  await untilPath(listPath);
  expect(JSON.parse(bodies[0] ?? '{}').fields).toEqual([
    expect.objectContaining({ id: 'image-img', value: pixel, upload_id: null }),
  ]);
  await user.click(await screen.findByRole('link', { name: 'Pixel' }));
  const stored = await screen.findByAltText('Preview');
  expect(stored.getAttribute('src')).toMatch(/\/v1\/instances\/\d+\/image\/[0-9a-f]{64}\.png$/);
  await user.click(screen.getByRole('button', { name: 'Delete image' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, remove image' }));
  await waitFor(() => expect(screen.queryByAltText('Preview')).toBeNull());
});

test('of two images the last chosen one wins, however long the other takes to read', async () => {
  const readings: { done: (text: string) => void; fail: () => void }[] = [];
  const read = vi.spyOn(FileReader.prototype, 'readAsDataURL').mockImplementation(function (this: FileReader) {
    const tell = (type: string) => this.dispatchEvent(new ProgressEvent(type));
    readings.push({
      done: (text) => {
        Object.defineProperty(this, 'result', { value: `data:image/png;base64,${text}` });
        tell('load');
      },
      fail: () => tell('error'),
    });
  });
  onTestFinished(() => read.mockRestore());
  const server = await startTestServer();
  await renderConsole(`/instance/${server.studio.dev}/templates/image/items/new`, { as: 'owner', server });
  const chooser = await screen.findByLabelText('Image file');
  const choose = () =>
    fireEvent.change(chooser, { target: { files: [new File(['x'], 'x.png', { type: 'image/png' })] } });
  choose();
  choose();
  act(() => readings[1]?.done('second'));
  const preview = await screen.findByAltText('Preview');
  act(() => readings[0]?.done('first'));
  choose();
  act(() => readings[2]?.fail());
  expect(await screen.findByText('The file could not be read')).toBeTruthy();
  expect(preview.getAttribute('src')).toBe('data:image/png;base64,second');
});
