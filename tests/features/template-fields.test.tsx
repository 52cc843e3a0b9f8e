import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { FieldsTab } from '../../src/features/templates/fields/fields-tab.tsx';
import { EditorProvider, useEditor } from '../../src/features/templates/model/editor-context.ts';
import { ServicesContext, useServices } from '../../src/shared/services/services.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { renderEditorPart } from '../support/editor-part.tsx';
import { field, inOrder, sampleFields, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';
import { insertItems } from '../support/server-content.ts';

type Options = Parameters<typeof renderConsole>[1] & {
  fields?: ReturnType<typeof sampleFields>;
  env?: 'dev' | 'stage';
};

const sixFields = inOrder([
  field('name', 'text', { label: 'Name' }),
  field('stats', 'group', { label: 'Stats' }),
  field('damage', 'integer', { label: 'Damage', parentId: 'stats' }),
  field('speed', 'float', { label: 'Speed', parentId: 'stats' }),
  field('levels', 'dynamic-group', { label: 'Levels' }),
  field('cost', 'integer', { label: 'Cost', parentId: 'levels' }),
]);

/** A saved template, opened on its fields. */
async function openFields({ fields = sixFields, ...options }: Options = {}) {
  const server = options.server ?? (await startTestServer());
  await saveTemplate(server, 'sword', fields, { label: 'Sword' });
  const path = `/instance/${server.studio.dev}/templates/sword/edit`;
  const opened = await renderConsole(path, { as: 'owner', ...options, server });
  const tree = await screen.findByRole('tree', { name: 'Fields' });
  return { ...opened, server, tree };
}

const tree = () => screen.getByRole('tree', { name: 'Fields' });
const lines = () => within(tree()).queryAllByRole('treeitem');
const line = (name: string) => within(tree()).getByRole('treeitem', { name: new RegExp(`^\\S.* ${name} \\S+`) });
const labelOf = (item: HTMLElement) => item.querySelector('[title]')?.textContent ?? '';
/** The rendered tree: each label, with a dot for each level. */
const drawn = () => lines().map((item) => '.'.repeat(Number(item.getAttribute('aria-level')) - 1) + labelOf(item));
const chosen = () =>
  lines()
    .filter((item) => item.getAttribute('aria-selected') === 'true')
    .map(labelOf);
const active = () => {
  const item = document.getElementById(tree().getAttribute('aria-activedescendant') ?? '');
  return item ? labelOf(item) : undefined;
};
/** The last live announcement. */
const announcements = () => screen.getAllByRole('status').map((region) => region.textContent?.trim());
const press = (keys: string, target: HTMLElement = tree()) => {
  const parts = keys.split('+');
  fireEvent.keyDown(target, {
    key: parts.at(-1) === 'Space' ? ' ' : parts.at(-1),
    altKey: parts.includes('Alt'),
    ctrlKey: parts.includes('Ctrl'),
    metaKey: parts.includes('Meta'),
    shiftKey: parts.includes('Shift'),
  });
};
const all = ['Name', 'Stats', '.Damage', '.Speed', 'Levels', '.Cost'];
const tool = (name: string) =>
  within(screen.getByRole('group', { name: 'Field actions' })).getByRole('button', { name });
const tab = (name: string) => screen.getByRole('tab', { name });

test('the tree exposes each row’s level, position, number of siblings and expanded state', async () => {
  shows('1.1.template-is-schema');
  await openFields();
  expect(drawn()).toEqual(all);
  const expectAnnounced = (name: string) =>
    ['level', 'posinset', 'setsize', 'expanded', 'selected'].map((part) => line(name).getAttribute(`aria-${part}`));
  expect(expectAnnounced('Stats')).toEqual(['1', '2', '3', 'true', 'false']);
  expect(expectAnnounced('Speed')).toEqual(['2', '2', '2', null, 'false']);
  expect(tree().getAttribute('aria-multiselectable')).toBe('true');
  expect(line('Damage').textContent).toContain('damage');
  expect(within(line('Damage')).getByRole('img', { name: 'Integer' })).toBeTruthy();
});

test('the tree is one tab stop, and points to its active row', async () => {
  await openFields();
  expect(tree().tabIndex).toBe(0);
  expect(lines().filter((item) => item.hasAttribute('tabindex'))).toEqual([]);
  expect(active()).toBe('Name');
  press('ArrowDown');
  expect([active(), chosen()]).toEqual(['Stats', ['Stats']]);
});

test('arrows, Home and End move between rows; left and right collapse and expand, and move to parent and child', async () => {
  await openFields();
  press('End');
  expect(active()).toBe('Cost');
  press('ArrowLeft');
  expect(active()).toBe('Levels');
  press('ArrowLeft');
  expect(drawn()).toEqual(['Name', 'Stats', '.Damage', '.Speed', 'Levels']);
  expect(line('Levels').getAttribute('aria-expanded')).toBe('false');
  press('ArrowRight');
  press('ArrowRight');
  expect([active(), drawn()]).toEqual(['Cost', all]);
  press('Home');
  press('ArrowUp');
  expect(active()).toBe('Name');
});

test('typing letters moves to the next label that starts with them', async () => {
  await openFields();
  press('s');
  expect(active()).toBe('Stats');
  press('p');
  expect(active()).toBe('Speed');
});

test('Space, Shift+arrows and Ctrl+A select several, Escape clears', async () => {
  await openFields();
  press('Home');
  press('Shift+ArrowDown');
  press('Shift+ArrowDown');
  expect(chosen()).toEqual(['Name', 'Stats', 'Damage']);
  press('Ctrl+ArrowDown');
  expect([active(), chosen().length]).toEqual(['Speed', 3]);
  press('Space');
  expect(chosen()).toEqual(['Name', 'Stats', 'Damage', 'Speed']);
  press('Space');
  expect(chosen()).toEqual(['Name', 'Stats', 'Damage']);
  press('Ctrl+a');
  expect(chosen().length).toBe(6);
  press('Escape');
  expect([active(), chosen()]).toEqual(['Speed', []]);
});

test('a click selects a field and shows its settings; with Ctrl and Shift it selects several', async () => {
  shows('2.2.fields.click-opens-settings', '2.2.fields.components-tab', '2.2.fields.settings-tab');
  const { user } = await openFields();
  expect(tab('Components').getAttribute('aria-selected')).toBe('true');
  await user.click(screen.getByText('Damage'));
  expect(tab('Settings').getAttribute('aria-selected')).toBe('true');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Label/ }).value).toBe('Damage');
  fireEvent.click(line('Levels'), { ctrlKey: true });
  expect(chosen()).toEqual(['Damage', 'Levels']);
  fireEvent.click(line('Name'));
  fireEvent.click(line('Speed'), { shiftKey: true });
  expect(chosen()).toEqual(['Name', 'Stats', 'Damage', 'Speed']);
});

test('Alt+arrows move a field up, down, in and out, and each move is announced', async () => {
  shows('2.2.fields.move-down', '2.2.fields.move-up', '2.2.fields.tree-drag');
  await openFields();
  press('Home');
  press('Alt+ArrowDown');
  expect(drawn()).toEqual(['Stats', '.Damage', '.Speed', 'Name', 'Levels', '.Cost']);
  expect(announcements()).toContain('Moved Name to the top level, position 2 of 3');
  press('Alt+ArrowRight');
  expect(drawn()).toEqual(['Stats', '.Damage', '.Speed', '.Name', 'Levels', '.Cost']);
  expect(announcements()).toContain('Moved Name into Stats, position 3 of 3');
  press('Alt+ArrowUp');
  press('Alt+ArrowLeft');
  expect([drawn(), active()]).toEqual([['Stats', '.Damage', '.Speed', 'Name', 'Levels', '.Cost'], 'Name']);
  press('Alt+ArrowLeft');
  expect(announcements()).toContain('Already at the top level');
});

test('a move that the tree’s rules forbid is rejected with the rule', async () => {
  shows('2.5.tree.only-groups-have-children', '2.8.tree.message');
  await openFields();
  press('End');
  press('ArrowLeft');
  press('Alt+ArrowUp');
  press('Alt+ArrowRight');
  expect(await screen.findByText('Only Group and Dynamic group can have children')).toBeTruthy();
  expect(screen.getByText('Move field')).toBeTruthy();
  expect(drawn()).toEqual(['Name', 'Levels', '.Cost', 'Stats', '.Damage', '.Speed']);
});

test('a field moved into a collapsed group becomes visible', async () => {
  await openFields();
  press('s');
  press('ArrowLeft');
  press('End');
  press('ArrowLeft');
  press('Alt+ArrowRight');
  expect([drawn(), active()]).toEqual([['Name', 'Stats', '.Damage', '.Speed', '.Levels', '..Cost'], 'Levels']);
});

test('several fields are moved together', async () => {
  await openFields();
  press('s');
  press('ArrowDown');
  press('Shift+ArrowDown');
  press('Alt+ArrowLeft');
  expect(drawn()).toEqual(['Name', 'Stats', 'Damage', 'Speed', 'Levels', '.Cost']);
  expect(announcements()).toContain('Moved 2 fields to the top level, position 3 of 5');
  expect(chosen()).toEqual(['Damage', 'Speed']);
});

test('Enter focuses the field’s settings, and Escape returns to the field', async () => {
  shows('2.2.fields.settings-tab');
  await openFields();
  press('End');
  press('Enter');
  const label = await screen.findByRole('textbox', { name: /^Label/ });
  expect(tab('Settings').getAttribute('aria-selected')).toBe('true');
  expect(document.activeElement?.closest('aside')).toBeTruthy();
  expect((label as HTMLInputElement).value).toBe('Cost');
  expect(document.activeElement).toBe(label);
  for (const inside of [label, screen.getByRole('button', { name: 'Rules', expanded: true })]) {
    act(() => inside.focus());
    press('Escape', inside);
    expect(document.activeElement).toBe(tree());
  }
});

test('Ctrl+D inserts a copy after the field, with its contents and a new name', async () => {
  await openFields();
  press('s');
  press('Ctrl+d');
  expect(drawn()).toEqual(['Name', 'Stats', '.Damage', '.Speed', 'Stats', '.Damage', '.Speed', 'Levels', '.Cost']);
  expect(lines()[4]?.textContent).toContain('stats_2');
  expect(announcements()).toContain('Copied Stats to the top level, position 3 of 4');
  press('Ctrl+z');
  expect(drawn()).toEqual(all);
});

test('Delete asks for confirmation, lists everything that is removed, and moves to the next field', async () => {
  shows('2.4.fields.remove-question', '2.4.fields.remove-toast', '2.4.fields.remove-yes');
  const { user } = await openFields();
  press('s');
  press('Delete');
  const dialog = await screen.findByRole('dialog', { name: 'Remove field' });
  expect(within(dialog).getByText('Are you sure you want to remove this field?')).toBeTruthy();
  expect(within(dialog).getByText('Stats, with 2 fields inside')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Yes, remove field' }));
  expect(await screen.findByText('Field removed')).toBeTruthy();
  expect([drawn(), active()]).toEqual([['Name', 'Levels', '.Cost'], 'Levels']);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(tree()));
  press('Ctrl+z');
  expect([drawn(), chosen(), announcements()]).toEqual([all, ['Stats'], expect.arrayContaining(['Undone'])]);
  press('Ctrl+Shift+z');
  expect(drawn()).toEqual(['Name', 'Levels', '.Cost']);
});

test('several fields are removed with one confirmation', async () => {
  shows('2.4.fields.remove-question', '2.4.fields.remove-toast', '2.4.fields.remove-yes');
  const { user } = await openFields();
  press('Home');
  press('Shift+ArrowDown');
  await user.click(tool('Remove'));
  const dialog = await screen.findByRole('dialog', { name: 'Remove fields' });
  expect(within(dialog).getByText('Are you sure you want to remove these 2 fields?')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Yes, remove 2 fields' }));
  expect(await screen.findByText('2 fields removed')).toBeTruthy();
  expect(drawn()).toEqual(['Levels', '.Cost']);
});

test('when the last field is removed, focus stays in the empty tree, and undo returns it to the rows', async () => {
  const { user } = await openFields();
  press('Home');
  press('Ctrl+a');
  press('Delete');
  await user.click(await screen.findByRole('button', { name: 'Yes, remove 3 fields' }));
  const empty = await screen.findByRole('group', { name: 'Fields' });
  expect(within(empty).getByText('No fields yet')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(empty));
  press('Ctrl+z', empty);
  expect([drawn(), document.activeElement]).toEqual([all, tree()]);
});

test('cancelling a removal removes nothing', async () => {
  shows('2.4.fields.remove-question');
  const { user } = await openFields();
  press('Home');
  press('Delete');
  await user.click(await screen.findByRole('button', { name: 'No, keep field' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(tree()));
  expect(drawn()).toEqual(all);
});

test('a removal that would leave a dynamic group alone in a dynamic group is rejected with the rule', async () => {
  shows('2.5.tree.dynamic-group-only-child', '2.8.tree.message');
  await openFields({
    fields: inOrder([
      field('levels', 'dynamic-group', { label: 'Levels' }),
      field('cost', 'integer', { label: 'Cost', parentId: 'levels' }),
      field('steps', 'dynamic-group', { label: 'Steps', parentId: 'levels' }),
    ]),
  });
  press('c');
  press('Delete');
  expect(await screen.findByText('Dynamic group cannot have another dynamic group as its only child')).toBeTruthy();
  expect(screen.getByText('Remove field')).toBeTruthy();
  expect([drawn(), screen.queryByRole('dialog')]).toEqual([['Levels', '.Cost', '.Steps'], null]);
});

/** The tab in an editor whose edits throw an unexpected error. */
function WithFailingEdits({ children }: { children: ReactNode }) {
  const editor = useEditor();
  const services = useServices();
  const edit = () => {
    throw new Error('The draft is lost');
  };
  return (
    <ServicesContext value={{ ...services, root: document.body, overlay: document.createElement('div') }}>
      <EditorProvider value={{ ...editor, edit }}>{children}</EditorProvider>
    </ServicesContext>
  );
}

test('a removal that fails for another reason shows an error id', async () => {
  shows('2.8.remove-field.id', '2.8.remove-field.text', '2.8.remove-field.title', '2.8.tree.unexpected');
  const server = await startTestServer();
  await saveTemplate(server, 'sword', sixFields);
  const { user } = await renderEditorPart(
    <WithFailingEdits>
      <FieldsTab />
    </WithFailingEdits>,
    { server, templateId: 'sword' },
  );
  press('Home');
  press('Delete');
  await user.click(await screen.findByRole('button', { name: 'Yes, remove field' }));
  const dialog = await screen.findByRole('dialog', { name: 'Error removing field' });
  expect(dialog.textContent).toMatch(
    /An error occurred while attempting to remove the field\. Please try again later\. If the problem persists, reach out to our support team for assistance with error id: [0-9a-f]{32}/,
  );
  expect(drawn()).toEqual(all);
  press('Alt+ArrowDown');
  expect(await screen.findByText(/^An unexpected error occurred/)).toBeTruthy();
});

test('the palette lists every type that can be added, in order, and no image', async () => {
  shows(
    '2.2.fields.palette-checkbox',
    '2.2.fields.palette-dynamic-group',
    '2.2.fields.palette-float',
    '2.2.fields.palette-group',
    '2.2.fields.palette-integer',
    '2.2.fields.palette-item-link',
    '2.2.fields.palette-item-link-list',
    '2.2.fields.palette-no-image',
    '2.2.fields.palette-text',
    '2.3.dynamic-group-row.not-chosen',
    '2.3.type.boolean-checkbox',
  );
  await openFields();
  const palette = screen.getByRole('list', { name: 'Components' });
  expect(
    within(palette)
      .getAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual([
    ...['Text', 'Long text', 'Localised text', 'Integer', 'Float', 'Weight', 'Checkbox', 'Choice', 'Choices'],
    ...['Date and time', 'Text list', 'Number list', 'Computed number', 'Computed text', 'Computed checkbox'],
    ...['Item link', 'Item link list', 'Mixed item link'],
    ...['Group', 'Dynamic group', 'Shape', 'Row type'],
  ]);
});

test('a component is inserted where the palette indicates: after the active field or into the group', async () => {
  shows('2.1.templates.groups');
  const { user } = await openFields();
  expect(screen.getByText(/^A click adds it at the end\.$/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Group' }));
  expect(screen.getByText(/^A click adds it at the end of Group\.$/)).toBeTruthy();
  expect([drawn(), active()]).toEqual([[...all, 'Group'], 'Group']);
  await user.click(screen.getByRole('button', { name: 'Checkbox' }));
  await user.click(screen.getByRole('button', { name: 'Checkbox' }));
  expect(drawn()).toEqual([...all, 'Group', '.Checkbox', '.Checkbox']);
  expect(announcements()).toContain('Added Checkbox into Group, position 2 of 2');
  expect(lines().at(-1)?.textContent).toContain('boolean_2');
  expect(screen.getByText(/^A click adds it after Checkbox\.$/)).toBeTruthy();
});

test('an added component opens its settings with the label selected, and the next one can be added there', async () => {
  shows('2.2.fields.components-tab');
  const { user } = await openFields();
  await user.click(screen.getByRole('button', { name: 'Text' }));
  expect(tab('Settings').getAttribute('aria-selected')).toBe('true');
  const label = screen.getByRole<HTMLInputElement>('textbox', { name: 'Label' });
  expect(document.activeElement).toBe(label);
  expect([label.selectionStart, label.selectionEnd]).toEqual([0, label.value.length]);
  await user.keyboard('Title');
  expect(drawn().at(-1)).toBe('Title');
  const another = within(screen.getByRole('region', { name: 'Add another field' }));
  await user.click(another.getByRole('button', { name: 'Integer' }));
  await user.keyboard('Cost');
  expect(drawn().slice(-2)).toEqual(['Title', 'Cost']);
});

test('a component can be inserted into a dynamic group, and into a group inside it', async () => {
  shows('2.1.templates.dynamic-groups');
  const { user } = await openFields();
  const add = (name: string) => user.click(screen.getByRole('button', { name }));
  await add('Dynamic group');
  await add('Text');
  await add('Group');
  await add('Integer');
  expect(drawn()).toEqual([...all, 'Dynamic group', '.Text', '.Group', '..Integer']);
});

test('a component that the position forbids is rejected with the rule', async () => {
  shows('2.5.tree.dynamic-group-only-child');
  const { user } = await openFields({ fields: inOrder([field('levels', 'dynamic-group', { label: 'Levels' })]) });
  press('Home');
  await user.click(screen.getByRole('button', { name: 'Dynamic group' }));
  expect(await screen.findByText('Dynamic group cannot have another dynamic group as its only child')).toBeTruthy();
  expect(drawn()).toEqual(['Levels']);
});

test('a row’s buttons do the same as the keys, keep focus, and explain why they are disabled', async () => {
  shows('2.2.fields.move-down', '2.2.fields.move-up');
  const { user } = await openFields();
  press('End');
  press('ArrowLeft');
  const button = (name: string) => within(line('Levels')).getByRole('button', { name });
  expect(button('Move down').title).toBe('Already last at this level');
  await user.click(button('Move down'));
  expect(drawn()).toEqual(all);
  await user.click(button('Move up'));
  expect(drawn()).toEqual(['Name', 'Levels', '.Cost', 'Stats', '.Damage', '.Speed']);
  await waitFor(() => expect(document.activeElement).toBe(button('Move up')));
  await user.keyboard('{Enter}');
  expect(drawn()).toEqual(['Levels', '.Cost', 'Name', 'Stats', '.Damage', '.Speed']);
  await user.click(button('Move down'));
  expect(drawn()).toEqual(['Name', 'Levels', '.Cost', 'Stats', '.Damage', '.Speed']);
});

test('the buttons above the tree act on the selection, and explain why they are disabled', async () => {
  shows('2.2.fields.move-down', '2.2.fields.move-up');
  const { user } = await openFields();
  const disabled = (name: string) => tool(name).getAttribute('aria-disabled');
  expect(tool('Remove').title).toBe('No field is selected');
  expect(tool('Undo').title).toBe('There is nothing to undo');
  press('Home');
  expect([tool('Move up').title, disabled('Move up')]).toEqual(['Already first at this level', 'true']);
  await user.click(tool('Move down'));
  await user.click(tool('Duplicate'));
  expect(drawn()).toEqual(['Stats', '.Damage', '.Speed', 'Name', 'Name', 'Levels', '.Cost']);
  await user.click(tool('Undo'));
  await user.click(tool('Undo'));
  expect([drawn(), disabled('Undo'), disabled('Redo')]).toEqual([all, 'true', null]);
  await user.click(tool('Redo'));
  expect(drawn()).toEqual(['Stats', '.Damage', '.Speed', 'Name', 'Levels', '.Cost']);
});

test('all groups can be collapsed and expanded together, and hidden rows are deselected', async () => {
  const { user } = await openFields();
  press('End');
  await user.click(tool('Collapse all'));
  expect([drawn(), active(), chosen()]).toEqual([['Name', 'Stats', 'Levels'], 'Levels', ['Levels']]);
  await user.click(tool('Expand all'));
  expect(drawn()).toEqual(all);
});

test('the row updates with each letter typed into the settings, and undo reverts the whole word', async () => {
  shows('2.4.fields.in-sync');
  const { user } = await openFields();
  await user.click(screen.getByText('Damage'));
  const label = screen.getByRole<HTMLInputElement>('textbox', { name: /^Label/ });
  await user.type(label, 's');
  expect(drawn()).toContain('.Damages');
  await user.type(label, '!');
  expect(drawn()).toContain('.Damages!');
  press('Ctrl+z', label);
  expect([drawn(), label.value, document.activeElement]).toEqual([all, 'Damage', label]);
  press('Ctrl+y', label);
  expect(label.value).toBe('Damages!');
});

test('an invalid field is marked with the reason as soon as it is invalid', async () => {
  shows('2.4.fields.marks-invalid');
  const { user } = await openFields();
  await user.click(screen.getByText('Speed'));
  const name = screen.getByRole('textbox', { name: /^Name/ });
  await user.clear(name);
  expect(within(line('Speed')).getByRole('img', { name: 'Invalid: name: required field' })).toBeTruthy();
  press('Ctrl+z', name);
  expect(within(tree()).queryByRole('img', { name: /Invalid/ })).toBeNull();
});

test('each change also validates the other fields', async () => {
  shows('2.4.fields.revalidates');
  const { user } = await openFields();
  await user.click(screen.getByText('Damage'));
  const name = screen.getByRole('textbox', { name: /^Name/ });
  await user.clear(name);
  await user.type(name, 'speed');
  const reason = 'Invalid: name must be unique within the same parent';
  expect(within(line('Speed')).getByRole('img', { name: reason })).toBeTruthy();
  await user.type(name, '2');
  expect(within(tree()).queryByRole('img', { name: /Invalid/ })).toBeNull();
});

test('nested dynamic groups have the same colours as in the form', async () => {
  shows('2.2.dynamic-group.colours-depth');
  await openFields({ fields: sampleFields('sword') });
  const colors = (label: string) =>
    [...line(label).querySelectorAll<HTMLElement>('[data-color]')].map((bar) => bar.dataset.color);
  expect([colors('The title'), colors('The amount'), colors('The step')]).toEqual([[], ['grass'], ['grass', 'sky']]);
});

test('a template without fields explains how to begin', async () => {
  const server = await startTestServer();
  const path = `/instance/${server.studio.dev}/templates/new?tab=fields`;
  const { user } = await renderConsole(path, { as: 'owner', server });
  expect(await screen.findByText(/^Drag a component here/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Text' }));
  expect(drawn()).toEqual(['Text']);
});

test('without the permission the fields are read-only', async () => {
  shows('2.6.create-template.label');
  const { user } = await openFields({ as: 'member' });
  press('s');
  press('Alt+ArrowUp');
  press('Delete');
  press('Ctrl+d');
  expect([drawn(), active(), screen.queryByRole('dialog')]).toEqual([all, 'Stats', null]);
  expect(screen.queryByRole('list', { name: 'Components' })).toBeNull();
  expect(within(tree()).queryByRole('button')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  press('ArrowLeft');
  expect(drawn()).toEqual(['Name', 'Stats', 'Levels', '.Cost']);
  await user.click(screen.getByText('Name', { selector: '[role="treeitem"] *' }));
  expect(await screen.findByRole<HTMLInputElement>('textbox', { name: /^Label/ })).toHaveProperty('readOnly', true);
});

test('in Stage the fields are read-only', async () => {
  const server = await startTestServer();
  await insertItems(server.app.deps.database, server.studio.stage, 'potion', 0);
  await renderConsole(`/instance/${server.studio.stage}/templates/potion/edit`, { as: 'owner', server });
  await screen.findByRole('tree', { name: 'Fields' });
  press('Home');
  press('Alt+ArrowDown');
  expect(drawn()).toEqual(['title', 'cost']);
  expect(screen.queryByRole('list', { name: 'Components' })).toBeNull();
});

test('on a narrow screen a warning shows above a template that cannot be edited on any tab, saved or deleted', async () => {
  shows('2.2.fields.mobile-unsupported', '2.2.fields.mobile-warning', '3.settled.template.mobile-read-only');
  const before = Object.getOwnPropertyDescriptor(Element.prototype, 'clientWidth');
  Object.defineProperty(Element.prototype, 'clientWidth', { configurable: true, get: () => 767 });
  try {
    const { user, server, close } = await openFields();
    const warning = 'Template editing is not supported on mobile. Please use a desktop to edit templates.';
    expect(screen.getByText(warning)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^(Save|Create|Delete)/ })).toBeNull();
    expect(screen.queryByRole('list', { name: 'Components' })).toBeNull();
    press('Home');
    press('Alt+ArrowDown');
    expect(drawn()).toEqual(all);
    press('Delete');
    expect(drawn()).toEqual(all);
    await user.click(screen.getByRole('tab', { name: 'Details' }));
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveProperty('readOnly', true);
    expect(screen.getByText(warning)).toBeTruthy();
    close();
    await renderConsole(`/instance/${server.studio.dev}/templates/new`, { as: 'owner', server });
    expect(await screen.findByText(warning)).toBeTruthy();
    expect(screen.queryAllByRole('tab')).toEqual([]);
  } finally {
    if (before) Object.defineProperty(Element.prototype, 'clientWidth', before);
  }
});

test('2,000 fields render no more rows than 100 do, always including the active one', async () => {
  shows('2.2.fields.tree-virtual');
  const many = (count: number) => inOrder(Array.from({ length: count }, (_, place) => field(`f${place}`, 'text')));
  const { server, close } = await openFields({ fields: many(100) });
  const ofHundred = lines().length;
  close();
  await saveTemplate(server, 'long', many(2000));
  await renderConsole(`/instance/${server.studio.dev}/templates/long/edit`, { as: 'owner', server });
  await screen.findByRole('tree', { name: 'Fields' });
  expect([ofHundred < 50, lines().length]).toEqual([true, ofHundred]);
  press('End');
  expect([active(), lines().length]).toEqual(['The f1999', ofHundred + 1]);
});
