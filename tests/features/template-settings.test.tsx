import { type FieldType, fieldTypeOf, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { similarNameSentence } from '@quartermaster/contract/rules/template.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { invalidFields } from '../../src/features/templates/model/check-draft.ts';
import type { NewField } from '../../src/features/templates/model/edits/edits.ts';
import { SettingsPanel } from '../../src/features/templates/settings/settings-panel.tsx';
import { shows } from '../specification/shows.ts';
import { renderEditorPart } from '../support/editor-part.tsx';
import { isOfRow } from '../support/field-values.ts';
import { field, inOrder, sampleFields, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';

type Options = Partial<Parameters<typeof renderEditorPart>[1]>;

async function openPanel(options: Options = {}) {
  const server = await startTestServer();
  if (options.templateId) await saveTemplate(server, 'sword', sampleFields('sword'), { label: 'Sword' });
  return { server, ...(await renderEditorPart(<SettingsPanel />, { server, ...options })) };
}

/** A field that no saved template has. */
const fresh = (
  id: string,
  type: FieldType,
  own: Record<string, unknown> = {},
  children: NewField[] = [],
): NewField => ({
  id,
  settings: field(id, type, own).settings,
  children,
});

const input = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: label });

/** The input’s error, as exposed to a screen reader. */
function reasonAt(element: HTMLElement): string | undefined {
  if (element.getAttribute('aria-invalid') !== 'true') return undefined;
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)).find((found) => found?.id.endsWith('-error'))?.textContent ?? '';
}

test('without a selected field a hint shows; with several, their number', async () => {
  shows('2.2.fields.none-selected');
  const { choose } = await openPanel({ templateId: 'sword' });
  expect(screen.getByText('Click on any field on the right to check the settings')).toBeTruthy();
  choose('title', 'price', 'weight');
  expect(screen.getByText('3 fields are selected. Select one of them to check its settings.')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
});

const own: Record<string, string[]> = {
  text: ['Minimum length', 'Maximum length', 'Required', 'Unique', 'Default', 'Help', 'Placeholder'],
  'long-text': ['Minimum length', 'Maximum length', 'Required', 'Monospace', 'Default', 'Help', 'Placeholder'],
  'localised-text': ['Source language', 'Required', 'Default', 'Help', 'Placeholder'],
  integer: ['Minimum', 'Maximum', 'Required', 'Unique', 'Default', 'Help', 'Placeholder', 'Unit'],
  float: ['Minimum', 'Maximum', 'Required', 'Default', 'Help', 'Placeholder', 'Unit'],
  weight: ['Minimum', 'Maximum', 'Required', 'Sum of all rows', 'Default', 'Help', 'Placeholder', 'Unit'],
  boolean: ['Default', 'Help'],
  choice: ['New option', 'Required', 'Default', 'Help'],
  choices: ['New option', 'Required', 'Default', 'Help'],
  'date-time': ['Required', 'Default', 'Help'],
  'text-list': ['Required', 'New entry', 'Help'],
  'number-list': ['Required', 'New entry', 'Help'],
  'computed-number': ['Formula', 'Help', 'Unit'],
  'computed-text': ['Formula', 'Help'],
  'computed-boolean': ['Formula', 'Help'],
  'item-link': ['Template', 'Required', 'Help'],
  'item-link-list': ['Template', 'Required', 'Help'],
  'mixed-item-link': ['Templates', 'Required', 'Help'],
  group: ['Help'],
  'dynamic-group': ['Help'],
  'dynamic-group-row': [],
  shape: ['Help'],
  'row-type': ['Help'],
  image: ['Required'],
};

const [ofTexts, ofGroups, computed] = [
  ['text', 'long-text', 'text-list'],
  ['group', 'dynamic-group', 'shape'],
  ['computed-number', 'computed-text', 'computed-boolean'],
];

/** The settings that many types have. */
const ofMany = (type: FieldType): string[] => [
  ...(fieldTypes[type].inPalette ? ['Shown when', 'Left out of exports while hidden'] : []),
  ...(fieldTypes[type].inPalette && ![...ofGroups, ...computed].includes(type) ? ['Read-only for members'] : []),
  ...(ofTexts.includes(type) ? ['Pattern', 'Pattern message'] : []),
];

/** A field of a type where fields of it can be. */
function placed(type: FieldType): NewField[] {
  if (!isOfRow(type)) return [fresh('one', type)];
  const kind = fieldTypeOf(type).rows?.is === 'shapeName' ? [] : [fresh('kind', 'row-type')];
  return [fresh('rows', 'dynamic-group', {}, [...kind, fresh('one', type)])];
}

/** The button that folds a group of settings. */
const groupButton = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) });
const unfold = async (user: UserEvent) => {
  for (const heading of screen.getAllByRole('heading', { level: 2 })) {
    const folded = within(heading).queryByRole('button', { expanded: false });
    if (folded) await user.click(folded);
  }
};

test.each(Object.keys(fieldTypes) as FieldType[])(
  '%s has a name, a label and the settings of its type',
  async (type) => {
    shows('2.3.settings.boolean-none', '2.3.settings.dynamic-group-none', '2.3.settings.group-none');
    const { choose, user } = await openPanel({ fields: placed(type) });
    choose('one');
    await unfold(user);
    const names = () =>
      (['textbox', 'combobox', 'checkbox', 'button'] as const)
        .flatMap((role) => screen.queryAllByRole<HTMLInputElement>(role))
        // The input of a date is a text until its calendar is loaded, then a button.
        .filter((one) => one.type !== 'button' || one.labels?.length)
        .map((one) => one.labels?.[0]?.textContent?.replace(' *', '') ?? one.getAttribute('aria-label'));
    await waitFor(() =>
      expect(new Set(names())).toEqual(
        new Set(['Label', 'Name', 'Type', ...(own[type] ?? ['unknown']), ...ofMany(type)]),
      ),
    );
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Label' }).value).toBe('The one');
  },
);

test('the settings are in groups: the rarely used ones are folded, by keyboard, too, for all fields', async () => {
  shows('4.field.groups');
  const { choose, user } = await openPanel({ templateId: 'sword' });
  choose('price');
  const groups = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(groups()).toEqual(['Basics', 'Rules', 'Help']);
  expect(within(screen.getByRole('region', { name: 'Basics' })).getAllByRole('textbox')).toHaveLength(2);
  expect(within(screen.getByRole('region', { name: 'Rules' })).getAllByRole('textbox')).toHaveLength(3);
  expect(screen.queryByRole('textbox', { name: 'Help' })).toBeNull();
  groupButton('Rules').focus();
  await user.keyboard('{Enter}');
  expect(groupButton('Rules').getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('textbox', { name: 'Minimum' })).toBeNull();
  await user.tab();
  expect(document.activeElement).toBe(groupButton('Help'));
  await user.keyboard(' ');
  expect(groupButton('Help').getAttribute('aria-controls')).toBe(
    screen.getByRole('region', { name: 'Help' }).lastElementChild?.id,
  );
  await user.type(input('Help'), 'In gold');
  choose('weight');
  expect(screen.queryByRole('textbox', { name: 'Minimum' })).toBeNull();
  expect(input('Help').value).toBe('');
  await user.click(groupButton('Help'));
  choose('price');
  expect(groups()).toEqual(['Basics', 'Rules', 'Help1 set']);
  choose('looks');
  expect(groups()).toEqual(['Basics', 'Rules', 'Help']);
});

test('an error opens its group, which stays open once it is corrected', async () => {
  shows('4.field.groups');
  const { choose, user, editor } = await openPanel({ templateId: 'sword' });
  choose('price');
  await user.click(groupButton('Rules'));
  act(() => editor.setServerErrors({ 'fields.price.minimum': 'too few', 'fields.price.help': 'too rude' }));
  expect(reasonAt(input('Minimum'))).toBe('too few');
  expect(reasonAt(input('Help'))).toBe('too rude');
  await user.type(input('Help'), 'Please');
  expect(reasonAt(input('Help'))).toBeUndefined();
  expect(input('Help').value).toBe('Please');
  expect(document.activeElement).toBe(input('Help'));
});

test('a help is a setting with at most 500 characters, and is removed with its text', async () => {
  shows('4.field.help-length', '4.field.optional');
  const { choose, user, settings, editor } = await openPanel({ templateId: 'sword' });
  choose('title');
  const before = settings('title');
  await unfold(user);
  await user.type(input('Help'), ' Shown in{Enter}the shop');
  expect(settings('title')).toEqual({ ...before, help: 'Shown in\nthe shop' });
  fireEvent.change(input('Help'), { target: { value: 'a'.repeat(501) } });
  expect(reasonAt(input('Help'))).toBe('must be at most 500 characters');
  fireEvent.change(input('Help'), { target: { value: 'a'.repeat(500) } });
  expect(reasonAt(input('Help'))).toBeUndefined();
  await user.clear(input('Help'));
  expect(settings('title')).toEqual(before);
  expect(editor.read(editor.isDirty)).toBe(false);
});

test('each keystroke updates the draft at once, and a word is one undo step', async () => {
  shows('2.4.fields.in-sync');
  const { choose, user, settings, editor } = await openPanel({ templateId: 'sword' });
  choose('title');
  await user.clear(input('Label'));
  await user.type(input('Label'), 'Head');
  expect(settings('title')).toMatchObject({ label: 'Head', name: 'title' });
  await user.type(input('Name'), '_line');
  expect(settings('title')).toMatchObject({ label: 'Head', name: 'title_line' });
  act(() => editor.undo());
  expect(settings('title')).toMatchObject({ label: 'Head', name: 'title' });
  act(() => editor.undo());
  expect(settings('title')).toMatchObject({ label: 'The title' });
  expect(input('Label').value).toBe('The title');
  expect(editor.read(editor.canUndo)).toBe(false);
});

test('the cursor keeps its position while typing, and undo shows the former value in the focused input', async () => {
  shows('2.4.fields.in-sync');
  const { choose, user, editor } = await openPanel({ templateId: 'sword' });
  choose('title');
  const label = input('Label');
  await user.type(label, 'big ', { initialSelectionStart: 4, initialSelectionEnd: 4 });
  expect(label.value).toBe('The big title');
  expect(label.selectionStart).toBe(8);
  expect(document.activeElement).toBe(label);
  act(() => editor.undo());
  expect(label.value).toBe('The title');
  expect(document.activeElement).toBe(label);
});

test('selecting another field shows its own form, with no state of the previous one', async () => {
  shows('2.2.fields.click-opens-settings', '2.2.fields.settings-tab');
  const { choose, user, settings } = await openPanel({ templateId: 'sword' });
  choose('price');
  await user.type(input('Minimum'), '1x');
  choose('weight');
  expect(input('Minimum').value).toBe('');
  expect(reasonAt(input('Minimum'))).toBeUndefined();
  choose('price');
  expect(input('Minimum').value).toBe('1x');
  expect(settings('price').minimum).toBe('1x');
  choose('title');
  expect(input('Label').value).toBe('The title');
});

test('a name is required, has at most 64 characters, is not "id" and has no other characters', async () => {
  shows(
    '2.5.field-name.characters',
    '2.5.field-name.max',
    '2.5.field-name.required',
    '2.5.field-name.reserved-id',
    '3.calls.field-name-id',
  );
  const { choose, user } = await openPanel({ templateId: 'sword' });
  choose('title');
  const name = input('Name');
  const say = async (text: string) => {
    await user.clear(name);
    if (text) await user.paste(text);
    return reasonAt(name);
  };
  expect(await say('')).toBe('required field');
  expect(await say('id')).toBe('please choose a different name, "id" is reserved');
  for (const wrong of ['a b', 'schön', 'a.b']) {
    expect(await say(wrong)).toBe('name can only consist of Latin letters, numbers, underscores (_) and hyphens (-)');
  }
  expect(await say('a'.repeat(65))).toBe('must be at most 64 characters');
  expect(await say('a'.repeat(64))).toBeUndefined();
  expect(await say('A-z_09')).toBeUndefined();
});

test('a label that another field of the level has is named while typing, and is not an error', async () => {
  shows('4.hands.same-label');
  const { choose, user, editor } = await openPanel({ templateId: 'sword' });
  const warning = 'Another field at this level has the same label.';
  choose('price');
  await user.clear(input('Label'));
  await user.type(input('Label'), 'the titl');
  expect(screen.queryByText(warning)).toBeNull();
  await user.type(input('Label'), 'e ');
  expect(screen.getByText(warning).getAttribute('role')).toBe('status');
  expect(reasonAt(input('Label'))).toBeUndefined();
  expect(invalidFields(editor.read(editor.draft))).toEqual([]);
  choose('title');
  expect(screen.getByText(warning)).toBeTruthy();
  // A field of a group has inputs of its own.
  choose('rarity');
  await user.clear(input('Label'));
  await user.type(input('Label'), 'The title');
  expect(screen.queryByText(warning)).toBeNull();
});

test('only the name "id" is reserved', async () => {
  shows('3.calls.field-name-id');
  const { choose, user } = await openPanel({ templateId: 'sword' });
  choose('title');
  for (const free of ['ID', 'label', 'type', 'name', 'image-img', 'constructor', '__proto__']) {
    await user.clear(input('Name'));
    await user.paste(free);
    expect([input('Name').value, reasonAt(input('Name'))]).toEqual([free, undefined]);
  }
});

test('a name is unique within its parent only', async () => {
  shows('4.hands.same-name');
  shows('2.5.field-name.unique', '2.5.field-name.unique-other-parent');
  const { choose, user } = await openPanel({ templateId: 'sword' });
  choose('price');
  await user.clear(input('Name'));
  await user.type(input('Name'), 'title');
  expect(reasonAt(input('Name'))).toBe('name must be unique within the same parent');
  choose('rarity');
  await user.clear(input('Name'));
  await user.type(input('Name'), 'title');
  expect(reasonAt(input('Name'))).toBeUndefined();
});

test('a name that differs from a sibling’s only by case is rejected, unless it was already saved', async () => {
  shows('2.5.field-name.unique');
  const { choose, user } = await openPanel({ templateId: 'sword' });
  choose('price');
  await user.clear(input('Name'));
  await user.type(input('Name'), 'Title');
  expect(reasonAt(input('Name'))).toBe(similarNameSentence);
  choose('title');
  expect(reasonAt(input('Name'))).toBeUndefined();
  choose('rarity');
  await user.clear(input('Name'));
  await user.type(input('Name'), 'Title');
  expect(reasonAt(input('Name'))).toBeUndefined();
});

test('rows of a dynamic group do not count as siblings', async () => {
  shows('2.5.field-name.unique-rows-ignored');
  const rows = ['row-1', 'row-2'].map((id) => fresh(id, 'dynamic-group-row', { name: 'amount' }));
  const all = fresh('all', 'dynamic-group', {}, [...rows, fresh('amount', 'integer'), fresh('same', 'integer')]);
  const { choose, user, editor } = await openPanel({ fields: [all] });
  act(() => editor.markSaveAttempted());
  for (const id of ['row-1', 'row-2', 'amount']) {
    choose(id);
    expect(reasonAt(input('Name'))).toBeUndefined();
  }
  choose('same');
  await user.clear(input('Name'));
  await user.type(input('Name'), 'amount');
  expect(reasonAt(input('Name'))).toBe('name must be unique within the same parent');
});

test('a label is required and has at most 96 characters', async () => {
  shows('2.5.field-label.max', '2.5.field-label.required');
  const { choose, user } = await openPanel({ templateId: 'sword' });
  choose('title');
  await user.clear(input('Label'));
  expect(reasonAt(input('Label'))).toBe('required field');
  fireEvent.change(input('Label'), { target: { value: 'a'.repeat(97) } });
  expect(reasonAt(input('Label'))).toBe('must be at most 96 characters');
  fireEvent.change(input('Label'), { target: { value: 'a'.repeat(96) } });
  expect(reasonAt(input('Label'))).toBeUndefined();
});

/** Types into a limit; returns the input’s text, the draft’s value and the error. */
async function limitOf(id: string, minimumLabel: string, maximumLabel: string) {
  const { choose, user, settings } = await openPanel({ templateId: 'sword' });
  choose(id);
  const boxes = { minimum: input(minimumLabel), maximum: input(maximumLabel) };
  return {
    boxes,
    settings: () => settings(id),
    type: async (setting: 'minimum' | 'maximum', text: string) => {
      await user.clear(boxes[setting]);
      if (text) await user.type(boxes[setting], text);
      expect(boxes[setting].value).toBe(text);
      return [settings(id)[setting], reasonAt(boxes[setting])];
    },
  };
}

test.each([
  ['an integer', 'price', 'Minimum', 'Maximum'],
  ['a text', 'title', 'Minimum length', 'Maximum length'],
])('limits of %s are whole numbers in order, or empty', async (_what, id, minimum, maximum) => {
  shows(
    '2.3.settings.integer-maximum',
    '2.3.settings.integer-minimum',
    '2.3.settings.text-maximum',
    '2.3.settings.text-minimum',
    '2.5.integer-limits.empty',
    '2.5.integer-limits.integer',
    '2.5.integer-limits.maximum-order',
    '2.5.integer-limits.minimum-order',
    '2.5.integer-limits.number',
    '2.5.text-limits.empty',
    '2.5.text-limits.integer',
    '2.5.text-limits.maximum-order',
    '2.5.text-limits.minimum-order',
    '2.5.text-limits.number',
  );
  const { type, boxes } = await limitOf(id, minimum, maximum);
  for (const setting of ['minimum', 'maximum'] as const) {
    expect(await type(setting, 'abc')).toEqual(['abc', 'should be a number']);
    expect(await type(setting, '1,5')).toEqual(['1,5', 'should be a number']);
    expect(await type(setting, '1.5')).toEqual([1.5, 'should be integer']);
    expect(await type(setting, '')).toEqual([null, undefined]);
  }
  expect(await type('minimum', '5')).toEqual([5, undefined]);
  expect(await type('maximum', '4')).toEqual([4, 'must be greater than or equal to minimum value']);
  expect(reasonAt(boxes.minimum)).toBe('must be less than or equal to maximum value');
  expect(await type('maximum', '5')).toEqual([5, undefined]);
  expect(reasonAt(boxes.minimum)).toBeUndefined();
  // 0 is a limit, too.
  expect(await type('minimum', '0')).toEqual([0, undefined]);
  expect(await type('maximum', '0')).toEqual([0, undefined]);
  expect(await type('minimum', '1')).toEqual([1, 'must be less than or equal to maximum value']);
  expect(await type('maximum', '')).toEqual([null, undefined]);
  expect(reasonAt(boxes.minimum)).toBeUndefined();
});

test('length limits of a text cannot be negative', async () => {
  shows('2.3.settings.text-maximum', '2.3.settings.text-minimum');
  const { type } = await limitOf('title', 'Minimum length', 'Maximum length');
  for (const setting of ['minimum', 'maximum'] as const) {
    expect(await type(setting, '-1')).toEqual([-1, 'should be 0 or more']);
    expect(await type(setting, '0')).toEqual([0, undefined]);
  }
});

test('limits of a float may have decimals after a point, in order, or be empty', async () => {
  shows(
    '2.3.settings.float-maximum',
    '2.3.settings.float-minimum',
    '2.5.float-limits.empty',
    '2.5.float-limits.fraction',
    '2.5.float-limits.maximum-order',
    '2.5.float-limits.minimum-order',
    '2.5.float-limits.number',
  );
  const { type, boxes } = await limitOf('weight', 'Minimum', 'Maximum');
  const noNumber = "should be a number with '.' as a decimal separator";
  for (const setting of ['minimum', 'maximum'] as const) {
    expect(await type(setting, 'abc')).toEqual(['abc', noNumber]);
    expect(await type(setting, '1,5')).toEqual(['1,5', noNumber]);
    expect(await type(setting, '1.')).toEqual([1, undefined]);
    expect(await type(setting, '1.50')).toEqual([1.5, undefined]);
    expect(await type(setting, '')).toEqual([null, undefined]);
  }
  expect(await type('minimum', '0.5')).toEqual([0.5, undefined]);
  expect(await type('maximum', '-0.5')).toEqual([-0.5, 'must be greater than or equal to minimum value']);
  expect(reasonAt(boxes.minimum)).toBe('must be less than or equal to maximum value');
  expect(await type('minimum', '-0.5')).toEqual([-0.5, undefined]);
  expect(reasonAt(boxes.maximum)).toBeUndefined();
  expect(await type('minimum', '0')).toEqual([0, 'must be less than or equal to maximum value']);
  expect(await type('maximum', '0')).toEqual([0, undefined]);
});

test('a value can be made required', async () => {
  shows(
    '2.3.settings.float-required',
    '2.3.settings.integer-required',
    '2.3.settings.item-link-list-required',
    '2.3.settings.item-link-required',
    '2.3.settings.text-required',
  );
  const { choose, user, settings } = await openPanel({ templateId: 'sword' });
  for (const id of ['title', 'price', 'weight', 'parent', 'parts']) {
    choose(id);
    await user.click(screen.getByRole('checkbox', { name: 'Required' }));
    expect(settings(id).required).toBe(true);
  }
  // And optional again, one at a time.
  choose('price');
  await user.click(screen.getByRole('checkbox', { name: 'Required' }));
  expect(['title', 'price', 'weight'].map((id) => settings(id).required)).toEqual([true, false, true]);
});

const template = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Template' });

test.each(['item-link', 'item-link-list'] as const)('%s needs a template, found by name or id', async (type) => {
  shows(
    '2.3.settings.item-link-list-template',
    '2.3.settings.item-link-template',
    '2.5.item-link-list.template-required',
    '2.5.item-link.template-required',
  );
  const { server, choose, user, settings } = await openPanel({ fields: [fresh('one', type)] });
  await saveTemplate(server, 'sword', inOrder([field('title', 'text')]), { label: 'Blade' });
  await saveTemplate(server, 'shield', inOrder([field('title', 'text')]), { label: 'Guard' });
  choose('one');
  expect(reasonAt(template())).toBeUndefined();
  await user.click(template());
  await user.tab();
  expect(reasonAt(template())).toBe('required field');
  await user.type(template(), 'sWo');
  const option = await screen.findByRole('option', { name: /Blade/ });
  expect(screen.queryByRole('option', { name: /Guard/ })).toBeNull();
  await user.click(option);
  expect(settings('one').templateId).toBe('sword');
  expect(template().value).toBe('Blade');
  expect(reasonAt(template())).toBeUndefined();
});

test('typing into a selected template searches for another one, and Enter picks the first', async () => {
  shows('2.3.settings.item-link-template');
  const { server, choose, user, settings } = await openPanel({ templateId: 'sword' });
  await saveTemplate(server, 'shield', inOrder([field('title', 'text')]), { label: 'Guard' });
  choose('parent');
  await screen.findByDisplayValue('Sword');
  await user.tab();
  while (document.activeElement !== template()) await user.tab();
  await user.keyboard('gua');
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Guardshield']);
  await user.keyboard('{Enter}');
  expect(settings('parent').templateId).toBe('shield');
  expect(template().value).toBe('Guard');
});

test('a template that links to itself is in its own list', async () => {
  shows('2.3.settings.item-link-template');
  const { choose, user } = await openPanel({ templateId: 'sword' });
  choose('parent');
  expect(await screen.findByDisplayValue('Sword')).toBe(template());
  await user.click(template());
  const options = within(screen.getByRole('listbox')).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([expect.stringContaining('sword')]),
  );
});

test('a new field’s name follows its label until the user edits the name; a saved one’s never does', async () => {
  const { choose, user, settings } = await openPanel({
    templateId: 'sword',
    fields: [fresh('new', 'boolean', { label: 'Checkbox', name: 'boolean' })],
  });
  choose('new');
  await user.clear(input('Label'));
  expect(settings('new').name).toBe('boolean');
  await user.type(input('Label'), 'Größe in %');
  expect(settings('new').name).toBe('gro_e_in');
  await user.clear(input('Label'));
  await user.type(input('Label'), 'Price');
  expect(settings('new').name).toBe('price_2');
  await user.clear(input('Label'));
  await user.type(input('Label'), 'ID');
  expect(settings('new').name).toBe('id_2');
  await user.clear(input('Name'));
  await user.type(input('Name'), 'own');
  await user.type(input('Label'), ' card');
  expect(settings('new')).toMatchObject({ label: 'ID card', name: 'own' });
});

test('the type can be changed: settings shared by both types stay, and what the tree forbids is rejected', async () => {
  shows('2.5.tree.only-groups-have-children');
  const { choose, user, settings } = await openPanel({ templateId: 'sword' });
  const pick = async (name: string) => {
    await user.click(screen.getByRole('combobox', { name: 'Type' }));
    await user.click(await screen.findByRole('option', { name }));
  };
  choose('price');
  await user.type(input('Minimum'), '3');
  await pick('Float');
  expect(settings('price')).toEqual({
    type: 'float',
    name: 'price',
    label: 'The price',
    required: false,
    minimum: 3,
    maximum: null,
  });
  await pick('Checkbox');
  expect(settings('price')).toEqual({ type: 'boolean', name: 'price', label: 'The price' });
  choose('parent');
  await pick('Item link list');
  expect(settings('parent')).toMatchObject({ type: 'item-link-list', templateId: 'sword' });

  choose('looks');
  await pick('Text');
  expect((await screen.findByRole('alert')).textContent).toContain('Only Group and Dynamic group can have children');
  expect(settings('looks').type).toBe('group');
  await user.click(screen.getByRole('combobox', { name: 'Type' }));
  expect(screen.queryByRole('option', { name: 'Image' })).toBeNull();
});

test('a new field shows no errors before it was visited or a save was attempted', async () => {
  shows('2.4.fields.marks-invalid', '2.5.item-link.template-required');
  const { choose, user, editor } = await openPanel({ fields: [fresh('one', 'item-link'), fresh('two', 'item-link')] });
  choose('one');
  expect(reasonAt(template())).toBeUndefined();
  await user.click(template());
  await user.tab();
  expect(reasonAt(template())).toBe('required field');
  choose('two');
  expect(reasonAt(template())).toBeUndefined();
  choose('one');
  expect(reasonAt(template())).toBe('required field');
  choose('two');
  act(() => editor.markSaveAttempted());
  expect(reasonAt(template())).toBe('required field');
});

test('a server error shows until the value changes', async () => {
  const { choose, user, editor } = await openPanel({ templateId: 'sword' });
  act(() => editor.setServerErrors({ 'fields.title.name': 'no such luck', 'fields.price.name': 'nor here' }));
  choose('title');
  expect(reasonAt(input('Name'))).toBe('no such luck');
  expect(reasonAt(input('Label'))).toBeUndefined();
  await user.type(input('Label'), '!');
  expect(reasonAt(input('Name'))).toBe('no such luck');
  await user.type(input('Name'), 's');
  expect(reasonAt(input('Name'))).toBeUndefined();
  await user.type(input('Name'), '{Backspace}');
  expect(reasonAt(input('Name'))).toBe('no such luck');
  act(() => editor.setServerErrors({}));
  expect(reasonAt(input('Name'))).toBeUndefined();
});

test('read-only settings can be read and copied, but not changed', async () => {
  const { choose, user, settings, editor } = await openPanel({ templateId: 'sword', mode: 'view' });
  choose('price');
  const before = settings('price');
  await user.type(input('Label'), 'x');
  await user.type(input('Minimum'), '1{ArrowUp}');
  expect(input('Required').value).toBe('No');
  expect(input('Type').value).toBe('Integer');
  expect(screen.queryByRole('combobox') ?? screen.queryByRole('checkbox')).toBeNull();
  expect(settings('price')).toEqual(before);
  choose('parent');
  await waitFor(() => expect(input('Template').value).toBe('Sword'));
  await user.type(input('Template'), 'x');
  expect(settings('parent').templateId).toBe('sword');
  choose('price');
  expect(editor.read(editor.isDirty)).toBe(false);
  expect(screen.getByRole('button', { name: 'Copy field id' })).toBeTruthy();
  expect(screen.getByText('price', { selector: 'code' })).toBeTruthy();
});
