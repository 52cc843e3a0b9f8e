import { items } from '@quartermaster/contract/endpoints/items.ts';
import { type SaveTemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import type { Option } from '@quartermaster/contract/field-types/options.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { field, inOrder, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { fieldInput } from './weapons-list.ts';

const type = 'choice';
const common: Option = { id: 'common', label: 'Common' };
const rare: Option = { id: 'rare', label: 'Rare', color: 'violet' };
const epic: Option = { id: 'epic', label: 'Epic' };
const having = (...options: Option[]) =>
  inOrder([
    field('rarity', type, { label: 'Rarity', options }),
    field('drops', 'dynamic-group', { label: 'Drops' }),
    field('tier', type, { label: 'Tier', options, parentId: 'drops' }),
  ]);
const fields = having(common, rare, epic);

const inDev = (server: TestServer) => ({ params: { instanceId: server.studio.dev } });
const as = { as: 'owner' } as const;
const bodyOf = (saved: SaveTemplateField[], version: number) => ({
  ...{ id: 'loot', label: 'Loot', version },
  fields: saved,
});

async function startWithItems() {
  const server = await startTestServer();
  await saveTemplate(server, 'loot', fields, { label: 'Loot' });
  const saved = await saveAll(
    server,
    ['rare', 'common', 'rare', null].map((rarity, index) =>
      saveBody('loot', fields, { rarity, drops: [{ tier: rarity }, { tier: 'common' }] }, { label: `Item ${index}` }),
    ),
  );
  return { server, ids: saved.map(({ id }) => id) };
}

test.each([
  ['no option', [], 'add at least one option'],
  ['an option without a label', [common, { id: 'x', label: ' ' }], 'option 2 has no label'],
  ['an id twice', [common, { id: 'common', label: 'Usual' }], 'two options have the id common'],
  ['ids that differ by case', [common, { id: 'Common', label: 'Usual' }], 'two options have the id Common'],
  ['a label twice', [common, { id: 'usual', label: 'Common' }], 'two options have the label Common'],
  [
    'an id that is no key',
    [{ id: "a'b", label: 'A' }],
    'the id of A must be 1 to 64 Latin letters, numbers, underscores (_) or hyphens (-)',
  ],
])('the server refuses %s', async (_, options, reason) => {
  const server = await startTestServer();
  const { status, body } = await server.send(
    templates.save,
    { ...inDev(server), body: bodyOf(having(...options), 0) },
    as,
  );
  expect([status, (body as { fields: object }).fields]).toEqual([
    422,
    { 'fields.0.settings.options': reason, 'fields.2.settings.options': reason },
  ]);
});

test.each([
  ['a text', 'common'],
  ['an option with more', [{ ...common, size: 1 }]],
  ['an unknown color', [{ ...common, color: '#fff' }]],
])('the server refuses options that are %s', async (_, options) => {
  const server = await startTestServer();
  const saved = [field('rarity', type, { options })];
  expect((await server.send(templates.save, { ...inDev(server), body: bodyOf(saved, 0) }, as)).status).toBe(422);
});

test('the server stores, filters and sorts options, and refuses other values', async () => {
  const { server, ids } = await startWithItems();
  const body = saveBody('loot', fields, { rarity: 'Rare' });
  const refused = await server.send(items.save, { ...inDev(server), body }, as);
  expect(refused.body).toMatchObject({ fields: { 'fields.rarity': 'is not one of the options' } });
  const params = { instanceId: server.studio.dev, templateId: 'loot' };
  const found = async (op: number, value: string) =>
    (
      await server.call(
        items.list,
        {
          params,
          body: { filters: [{ template_field_id: 'rarity', op, value }], sort: { field: 'rarity', direction: 'asc' } },
        },
        as,
      )
    ).items.map(({ id }) => ids.indexOf(id));
  expect(await found(filterOps.equal, 'rare')).toEqual([0, 2]);
  expect(await found(filterOps.equal, 'Rare')).toEqual([0, 2]);
  expect(await found(filterOps.not, 'rare')).toEqual([1, 3]);
  expect(await found(filterOps.empty, '')).toEqual([3]);
  const wrong = { filters: [{ template_field_id: 'rarity', op: filterOps.equal, value: "rare'" }] };
  expect((await server.send(items.list, { params, body: wrong }, as)).body).toMatchObject({
    fields: { 'filters.0.value': 'is not one of the options' },
  });
});

test('an option that is in use cannot be removed, and the dry run names the items', async () => {
  const { server, ids } = await startWithItems();
  const effectsOf = async (saved: SaveTemplateField[]) =>
    (await server.call(templates.dryRun, { ...inDev(server), body: bodyOf(saved, 1) }, as)).effects.map(
      ({ field_id, incompatible }) => [
        field_id,
        incompatible.count,
        incompatible.sample.map(({ id }) => ids.indexOf(id)),
      ],
    );
  expect(await effectsOf(having(common, epic))).toEqual([
    ['rarity', 2, [0, 2]],
    ['tier', 2, [0, 2]],
  ]);
  const { status, body } = await server.send(
    templates.save,
    { ...inDev(server), body: bodyOf(having(common, epic), 1) },
    as,
  );
  expect([status, body]).toMatchObject([
    422,
    { fields: { 'fields.0.settings': `rarity of item ${ids[0]} is not one of the options` } },
  ]);
  // Neither a new label, order or color nor another option affects a value, and an unused option can be removed.
  expect(await effectsOf(fields)).toEqual([]);
  const relabelled = having({ ...rare, label: 'Scarce', color: 'red' }, common);
  expect(await effectsOf(relabelled)).toEqual([
    ['rarity', 0, []],
    ['tier', 0, []],
  ]);
  await saveTemplate(server, 'loot', relabelled, { version: 1, label: 'Loot' });
  expect(await saveTemplate(server, 'loot', structuredClone(relabelled), { version: 2, label: 'Loot' })).toBe(2);
});

test('the settings add, rename, colour, move and remove options', async () => {
  shows('4.choice.settings');
  const { server } = await startWithItems();
  const { user } = await renderConsole(`/instance/${server.studio.dev}/templates/loot/edit`, { as: 'owner', server });
  await user.click(await screen.findByRole('treeitem', { name: /Rarity/ }));
  const labels = () => screen.getAllByLabelText(/^Option \d/).map((input) => (input as HTMLInputElement).value);
  await screen.findByLabelText('Option 1');
  expect(labels()).toEqual(['Common', 'Rare', 'Epic']);
  const save = () => screen.getByRole('button', { name: 'Save changes' });

  // Added by keyboard, one after another; an id is derived from the label, and unique.
  await user.type(screen.getByLabelText('New option'), 'Très rare{Enter}Rare!{Enter}');
  expect(labels()).toEqual(['Common', 'Rare', 'Epic', 'Très rare', 'Rare!']);
  expect(screen.getByLabelText('Option 4').title).toBe('tres_rare');
  expect(screen.getByLabelText('Option 5').title).toBe('rare_2');
  expect((screen.getByLabelText('New option') as HTMLInputElement).value).toBe('');

  // The focus follows an option that moves, so that the same key moves it on.
  screen.getByRole('button', { name: 'Move Rare! up' }).focus();
  await user.keyboard('{Enter}{Enter}');
  expect(labels()).toEqual(['Common', 'Rare', 'Rare!', 'Epic', 'Très rare']);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Rare! up' }));
  await user.keyboard('{Enter}{Enter}');
  expect(labels()).toEqual(['Rare!', 'Common', 'Rare', 'Epic', 'Très rare']);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Rare! down' }));

  await user.click(screen.getByRole('button', { name: 'Remove Rare!' }));
  expect(document.activeElement).toBe(screen.getByLabelText('New option'));
  await user.click(screen.getByRole('button', { name: 'Remove Très rare' }));
  // Back at the saved options, as a new list object: no change.
  await user.click(save());
  const unchanged = await screen.findByRole('dialog');
  expect(unchanged.textContent).toContain('Do you want to save the changes?');
  expect(unchanged.textContent).not.toContain('Options');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await user.clear(screen.getByLabelText('Option 2'));
  expect(await screen.findByText('option 2 has no label')).toBeTruthy();
  await user.type(screen.getByLabelText('Option 2'), 'Scarce');
  await user.selectOptions(screen.getByLabelText('Colour of Scarce'), 'Red');
  await user.click(save());
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Options');
  expect(within(dialog).getByText('Common (common), Rare (rare, violet), Epic (epic)').tagName).toBe('DEL');
  expect(within(dialog).getByText('Common (common), Scarce (rare, red), Epic (epic)').tagName).toBe('INS');
});

test('a save by key includes the option that is typed', async () => {
  shows('4.choice.settings');
  const { server } = await startWithItems();
  const { user } = await renderConsole(`/instance/${server.studio.dev}/templates/loot/edit`, { as: 'owner', server });
  await user.click(await screen.findByRole('treeitem', { name: /Rarity/ }));
  await user.type(await screen.findByLabelText('New option'), 'Mythic{Control>}s{/Control}');
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/Mythic \(mythic\)/).tagName).toBe('INS');
});

test('the dialog of a save asks what items get in place of removed options', async () => {
  shows('4.choice.asks');
  const { server, ids } = await startWithItems();
  const { user } = await renderConsole(`/instance/${server.studio.dev}/templates/loot/edit`, { as: 'owner', server });
  await user.click(await screen.findByRole('treeitem', { name: /Rarity/ }));
  await user.click(await screen.findByRole('button', { name: 'Remove Rare' }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  const dialog = within(await screen.findByRole('dialog'));
  const select = await dialog.findByLabelText('2 items have “Rare” and get');
  const confirm = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Yes, save changes' });
  expect(confirm().disabled).toBe(true);
  expect(dialog.getByText(/Choose what items get in place of the removed options/)).toBeTruthy();
  expect(
    within(select)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual([...['Choose', 'Common', 'Epic', 'No value']]);
  await user.selectOptions(select, 'No value');
  expect(confirm().disabled).toBe(false);
  await user.selectOptions(select, 'Choose');
  expect(confirm().disabled).toBe(true);
  await user.selectOptions(select, 'Epic');
  await user.click(confirm());
  await screen.findByText('Template saved');
  const { items: saved } = await server.call(
    items.list,
    { params: { instanceId: server.studio.dev, templateId: 'loot' }, body: {} },
    as,
  );
  expect(saved.map(({ id, values }) => [ids.indexOf(id), values.rarity])).toEqual([
    [0, 'epic'],
    [1, 'common'],
    [2, 'epic'],
    [3, undefined],
  ]);
});

test('the filter bar offers one option or several', async () => {
  shows('4.choice.filter-bar');
  const { server } = await startWithItems();
  const path = `/instance/${server.studio.dev}/templates/loot/items`;
  const { user } = await renderConsole(path, { as: 'owner', server });
  await screen.findByText('Item 0');
  await user.click(await fieldInput());
  await user.keyboard('rari{Enter}');
  await user.selectOptions(screen.getByLabelText('Filter value'), 'Rare');
  await waitFor(() => expect(screen.queryByText('Item 1')).toBeNull());
  const chips = () => screen.getByRole('list', { name: 'Filters' }).textContent;
  expect(chips()).toBe('Rarity is Rare');
  await user.click(screen.getByRole('button', { name: /^Remove filter/ }));
  await user.click(await fieldInput());
  await user.keyboard('rari{Enter}');
  await user.selectOptions(screen.getByLabelText('Filter condition'), 'is one of');
  await user.click(await screen.findByRole('combobox', { name: 'Filter value' }));
  await user.keyboard('com{Enter}ra{Enter}');
  await waitFor(() => expect(chips()).toBe('Rarity is one of Common, Rare'));
  // Its name contains what is visible.
  expect(screen.getByRole('button', { name: 'Edit filter Rarity is one of Common, Rare' })).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Item 3')).toBeNull());
  expect(screen.getByText('Item 1')).toBeTruthy();
});

test('the item form shows the options, and the list their labels', async () => {
  shows('4.choice.form');
  const { server } = await startWithItems();
  const path = `/instance/${server.studio.dev}/templates/loot/items`;
  const { user, untilPath } = await renderConsole(`${path}/new`, { as: 'owner', server });
  await user.type(await screen.findByLabelText(/^Label/), 'Blue');
  await user.click(screen.getByRole('combobox', { name: 'Rarity' }));
  await user.keyboard('ep{Enter}');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await untilPath(path);
  // A colour is a gem before the label; an option without one has a gray gem, as others have one.
  const gemOf = (option: HTMLElement) => option.style.getPropertyValue('--gem');
  expect(gemOf(await screen.findByText('Epic'))).toContain('gray');
  expect(screen.getAllByText('Rare').map(gemOf)).toEqual(Array(2).fill(expect.stringContaining('violet')));
});

test('a save of the item form by key includes the entry that is typed', async () => {
  const server = await startTestServer();
  await saveTemplate(server, 'loot', [field('tags', 'text-list', { label: 'Tags' })], { label: 'Loot' });
  const path = `/instance/${server.studio.dev}/templates/loot/items`;
  const { user, untilPath } = await renderConsole(`${path}/new`, { as: 'owner', server });
  await user.type(await screen.findByLabelText(/^Label/), 'Blue');
  await user.type(screen.getByLabelText('New entry'), 'cold{Control>}{Enter}{/Control}');
  await untilPath(path);
  expect(await screen.findByText('cold')).toBeTruthy();
});
