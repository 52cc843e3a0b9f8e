import { items } from '@quartermaster/contract/endpoints/items.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draftOf, fieldsOf } from '../../src/features/templates/model/draft.ts';
import { addFields, changeField, moveFields, removeFields } from '../../src/features/templates/model/edits/edits.ts';
import { newSettings } from '../../src/features/templates/model/edits/new-field.ts';
import { placeOfNew } from '../../src/features/templates/model/edits/with-shapes.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';
import { abilityFields, abilityValues } from '../support/shape-fields.ts';

const fields = abilityFields();

async function openStorm() {
  const server = await startTestServer();
  await saveTemplate(server, 'ability', fields, { label: 'Ability' });
  const { id } = await saveOne(server, saveBody('ability', fields, abilityValues, { label: 'Storm' }));
  const path = `/instance/${server.studio.dev}/templates/ability/items/${id}/edit`;
  const view = await renderConsole(path, { as: 'owner', server });
  const params = { instanceId: server.studio.dev, templateId: 'ability', id };
  const saved = async () => (await server.call(items.get, { params }, { as: 'owner' })).item;
  const row = (place: number) => screen.findByRole('listitem', { name: `The effects row ${place}` });
  return { ...view, saved, row };
}

const named = (inside: HTMLElement) =>
  [...inside.querySelectorAll('[data-field-label]')].map(({ textContent }) => textContent?.trim());

test('a row shows the fields of its shape; a new one asks for its shape, by keyboard', async () => {
  shows('4.types.shapes-form');
  const { user, row, saved } = await openStorm();
  expect(named(await row(1))).toEqual(['The kind', 'The chance', 'The damage-amount', 'The element']);
  expect(named(await row(2))).toEqual(['The kind', 'The chance', 'The heal-amount', 'The seconds']);
  expect(within(await row(2)).getByRole('group', { name: 'Heal' })).toBeTruthy();
  const add = screen.getByRole('button', { name: 'Add row' });
  add.focus();
  await user.keyboard('{Enter}');
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Damage',
    'Heal',
    'Summon',
  ]);
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(async () => expect((await row(4)).contains(document.activeElement)).toBe(true));
  const added = await row(4);
  expect(named(added)).not.toContain('The element');
  await user.type(within(added).getByLabelText(/The heal-amount/), '12');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(async () => expect((await saved()).version).toBe(2));
  expect((await saved()).fields.filter(({ template_group_path: path }) => path?.[0] === 3)).toMatchObject([
    { id: 'effects.3.row' },
    { id: 'kind.3', value: 'heal' },
    { id: 'heal-amount.3', value: 12 },
  ]);
});

test('another shape takes over fields of the same name, and only what it has is saved', async () => {
  shows('4.types.shapes-form');
  const { user, row, saved } = await openStorm();
  const pick = async (option: string) => {
    await user.click(within(await row(1)).getByRole('combobox', { name: /The kind/ }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  await pick('Heal');
  const amount = async () => within(await row(1)).getByLabelText<HTMLInputElement>(/The heal-amount/);
  await waitFor(async () => expect((await amount()).value).toBe('30'));
  await pick('Damage');
  expect(within(await row(1)).getByDisplayValue('fire')).toBeTruthy();
  await pick('Heal');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(async () => expect((await saved()).version).toBe(2));
  const first = (await saved()).fields.filter(({ template_group_path: path }) => path?.[0] === 0);
  expect(first.map(({ id, value }) => [id, value])).toEqual([
    ['effects.0.row', null],
    ['kind.0', 'heal'],
    ['chance.0', 0.5],
    ['heal-amount.0', 30],
  ]);
});

test('shapes are added, renamed, moved and removed in the tree, and the row type follows', () => {
  shows('4.types.shapes-setting');
  let draft = draftOf({ id: 'ability', label: 'Ability', fields: inOrder([field('effects', 'dynamic-group')]) });
  const place = { parentId: 'effects', before: null };
  const options = () => {
    const type = fieldsOf(draft).find(({ settings }) => settings.type === 'row-type');
    return type && 'options' in type.settings && type.settings.options.map(({ id, label }) => `${id} ${label}`);
  };
  for (const id of ['one', 'two'])
    draft = addFields(draft, [{ id, settings: newSettings(draft, 'effects', 'shape') }], place);
  expect(fieldsOf(draft).map(({ settings: { type, name } }) => `${type} ${name}`)).toEqual([
    'dynamic-group effects',
    'row-type type',
    'shape shape',
    'shape shape_2',
  ]);
  expect(options()).toEqual(['shape Shape', 'shape_2 Shape']);
  // Next to the shape that is selected, not into it.
  expect(placeOfNew(draft, 'shape', { parentId: 'one', before: null })).toEqual({ parentId: 'effects', before: 'two' });
  expect(placeOfNew(draft, 'text', { parentId: 'one', before: null }).parentId).toBe('one');
  draft = changeField(draft, 'one', { type: 'shape', name: 'damage', label: 'Damage' });
  draft = moveFields(draft, ['two'], { parentId: 'effects', before: 'one' });
  expect(options()).toEqual(['shape_2 Shape', 'damage Damage']);
  draft = removeFields(draft, ['two']);
  expect(options()).toEqual(['damage Damage']);
  expect(() => moveFields(draft, ['one'], { parentId: null, before: null })).toThrow(
    'Shape and Row type can only be in',
  );
});
