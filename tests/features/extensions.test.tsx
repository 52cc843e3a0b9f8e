import { extensions } from '@quartermaster/contract/endpoints/extensions.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import type { EditorContext, EditorElement, HostExtension } from '@quartermaster/contract/extensions/extension-api.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { publishExtension } from '../support/published-extension.ts';
import { startReceiver } from '../support/receiver.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { allowPrivate } from '../support/webhooks.ts';

const fields = inOrder([field('title', 'text'), field('level', 'integer', { editor: 'acme-level', maximum: 9 })]);

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'thing', fields, { label: 'Thing' });
});
afterEach(() => vi.restoreAllMocks());

let told: EditorContext[] = [];

/** Counts up with a button, as a portal's own element does. */
class LevelElement extends HTMLElement implements EditorElement {
  declare editor: EditorElement['editor'];
  #context: EditorContext | undefined;

  connectedCallback() {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'One more';
    button.onclick = () => this.editor.change(Number(this.#context?.value ?? 0) + 1);
    this.append(button);
  }

  get context(): EditorContext {
    return this.#context ?? expect.fail('It is told something first.');
  }

  set context(context: EditorContext) {
    this.#context = context;
    told.push(context);
    if (context.value === 3) throw new Error('It cannot count further.');
  }
}

class BrokenElement extends HTMLElement {
  connectedCallback() {
    throw new Error('It is broken.');
  }
}

customElements.define('acme-level', LevelElement);
customElements.define('acme-broken', BrokenElement);

const level: HostExtension = {
  name: 'acme-level',
  title: 'Level',
  editorTypes: ['integer'],
  element: 'acme-level',
  cell: (value) => ({ text: `level ${value}`, color: '#ff0000' }),
};

async function openForm(...hosted: HostExtension[]) {
  told = [];
  const path = `/instance/${server.studio.dev}/templates/thing/items/new`;
  const console = await renderConsole(path, { server, as: 'owner', props: { extensions: hosted } });
  const title = await screen.findByRole('textbox', { name: 'The title' });
  return { ...console, title };
}

const itemsOf = async () =>
  (
    await server.call(
      items.list,
      { params: { instanceId: server.studio.dev, templateId: 'thing' }, body: {} },
      { as: 'owner' },
    )
  ).items;

test('an element of the host edits a value, is told of it and of nothing else, and the value is saved', async () => {
  shows('5.parts.extensions-host');
  const { user, title } = await openForm(level);
  await user.type(title, 'Sword');
  await user.type(screen.getByRole('textbox', { name: 'Label' }), 'A sword');
  await user.click(await screen.findByRole('button', { name: 'One more' }));
  await waitFor(() => expect(told.at(-1)?.value).toBe(1));
  await user.click(screen.getByRole('button', { name: 'One more' }));
  await waitFor(() => expect(told.at(-1)?.value).toBe(2));
  expect(told[0]).toMatchObject({ value: null, item: { templateId: 'thing', id: null }, error: null });
  expect(told[0]?.field).toEqual({ name: 'level', label: 'The level', type: 'integer', isRequired: false, maximum: 9 });
  expect(JSON.stringify(told)).not.toContain('Sword');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, save changes' }));
  await waitFor(async () => expect(await itemsOf()).toHaveLength(1));
  expect((await itemsOf())[0]?.values).toMatchObject({ title: 'Sword', level: 2 });
});

test.each<[what: string, hosted: HostExtension[], note: string]>([
  ['is not there', [], 'The extension “acme-level” is not available here.'],
  [
    'does not edit the type',
    [{ ...level, editorTypes: ['text'] }],
    'The extension “Level” does not edit fields of this type.',
  ],
  ['breaks when it is added', [{ ...level, element: 'acme-broken' }], 'The extension “Level” has stopped working.'],
])('where the extension %s there is the ordinary input, and a line says so', async (_, hosted, note) => {
  shows('5.parts.extensions-fallback');
  vi.spyOn(window, 'reportError').mockImplementation(() => undefined);
  const ignore = (event: ErrorEvent) => event.preventDefault();
  window.addEventListener('error', ignore);
  const { user } = await openForm(...hosted);
  expect(await screen.findByText(`${note} This is the ordinary input.`)).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: 'The level' }), '7');
  expect((screen.getByRole('textbox', { name: 'The level' }) as HTMLInputElement).value).toBe('7');
  window.removeEventListener('error', ignore);
});

test('an extension that breaks later, or sends a value of another type, leaves the value that was there', async () => {
  shows('5.parts.extensions-fallback');
  vi.spyOn(window, 'reportError').mockImplementation(() => undefined);
  const { user } = await openForm(level);
  const more = await screen.findByRole('button', { name: 'One more' });
  await user.click(more);
  await waitFor(() => expect(told.at(-1)?.value).toBe(1));
  const element = more.closest('acme-level') as LevelElement;
  element.editor.change('a text');
  const input = await screen.findByRole('textbox', { name: 'The level' });
  expect((input as HTMLInputElement).value).toBe('1');
  expect(screen.getByText(/has stopped working/)).toBeTruthy();
});

test('a list draws the values as the extension says', async () => {
  shows('5.parts.extensions-cells');
  await saveOne(server, saveBody('thing', fields, { level: 4 }));
  await renderConsole(`/instance/${server.studio.dev}/templates/thing/items`, {
    server,
    as: 'owner',
    props: { extensions: [level] },
  });
  const cell = await screen.findByRole('cell', { name: 'level 4' });
  expect(cell.querySelector('[style*="background"]')).not.toBeNull();
});

test('an owner allows an extension by its address, chooses it in a template, and removes it', async () => {
  shows('5.parts.extensions-allowed', '5.parts.extensions-asks');
  allowPrivate(server.app.deps);
  const address = await publishExtension(await startReceiver());
  const { user } = await renderConsole(`/settings/workspaces/${server.studio.workspaceId}/extensions`, {
    server,
    as: 'owner',
  });
  await user.click(await screen.findByRole('button', { name: 'Allow extension' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Allow extension' }));
  const input = dialog.getByRole('textbox', { name: 'Address of its manifest' });
  await user.type(input, 'acme{Enter}');
  await dialog.findByText('Must be an address that begins with https://, without a user name and password');
  await user.clear(input);
  await user.type(input, `${address}x{Enter}`);
  await dialog.findByText('The manifest cannot be read: the server answers 404, where 200 is needed.');
  expect((input as HTMLInputElement).value).toBe(`${address}x`);
  await user.type(input, '{Backspace}{Enter}');
  const asked = within(await dialog.findByRole('region', { name: 'What it asks for' }));
  expect(asked.getAllByRole('listitem').map(({ textContent }) => textContent?.split('. ')[0])).toEqual([
    'Edits fields of the type Text that name it',
    'Draws the values of these fields in lists, grids and comparisons',
    'Has the action “Spread colors” for selected items of all templates',
  ]);
  expect(asked.getByText(/It sees all values of the items that someone has selected, up to 1,000/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Allow extension' }));
  const list = within(await screen.findByRole('region', { name: 'Allowed extensions' }));
  const row = within(await list.findByRole('listitem'));
  expect(row.getByText('Has the action “Spread colors” for selected items of all templates.')).toBeTruthy();
  const { extensions: running } = await server.call(
    extensions.running,
    { params: { instanceId: server.studio.dev } },
    { as: 'owner' },
  );
  expect(running).toHaveLength(1);
  await user.click(row.getByRole('button', { name: 'Actions for Color' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, remove extension' }));
  await screen.findByText('No extensions yet');
});

test('an update that asks for more says what is new, and is allowed only then', async () => {
  shows('5.parts.extensions-asks');
  allowPrivate(server.app.deps);
  const studio = await startReceiver();
  const address = await publishExtension(studio);
  const params = { workspaceId: server.studio.workspaceId };
  await server.call(extensions.allow, { params, body: { address } }, { as: 'owner' });
  await publishExtension(studio, { version: '2.0.0', panel: { title: 'Weight', templates: ['thing'] } });
  const { user } = await renderConsole(`/settings/workspaces/${params.workspaceId}/extensions`, {
    server,
    as: 'owner',
  });
  await user.click(await screen.findByRole('button', { name: 'Actions for Color' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Update' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Update Color' }));
  await user.click(dialog.getByRole('button', { name: 'Show what it asks for' }));
  await dialog.findByText(/instead of 1\.1\.0, asks for more than was allowed:/);
  const marked = dialog.getAllByRole('listitem').filter(({ textContent }) => textContent?.startsWith('New'));
  expect(marked.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Has the panel “Weight” next to the form of items of thing.'),
  ]);
  // Published again in the meantime: it is shown again before it is allowed.
  await publishExtension(studio, { version: '3.0.0', card: { title: 'Links' } });
  await user.click(dialog.getByRole('button', { name: 'Update extension' }));
  await dialog.findByText('It was published again since you looked at it. Look at it once more.');
  await user.click(dialog.getByRole('button', { name: 'Show what it asks for' }));
  await dialog.findByText(/Has the card “Links” on the dashboard\./);
  await user.click(dialog.getByRole('button', { name: 'Update extension' }));
  await screen.findByText('3.0.0');
});
