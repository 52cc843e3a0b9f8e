import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { eventually } from '../support/eventually.ts';
import { field, inOrder, sampleFields, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';

type Intercept = NonNullable<Parameters<typeof renderConsole>[1]>['intercept'];

/** Opens a new template in an instance that already has the template `sword`. */
async function openNew(intercept?: Intercept) {
  const server = await startTestServer();
  await saveTemplate(server, 'sword', inOrder([field('title', 'text')]), { label: 'Sword' });
  const path = `/instance/${server.studio.dev}/templates/new`;
  const view = await renderConsole(path, { as: 'owner', server, ...(intercept && { intercept }) });
  await screen.findByRole('heading', { level: 1, name: 'Create template' });
  return view;
}

const input = (label: string) => screen.findByRole<HTMLInputElement>('textbox', { name: label });

/** The input’s error, as exposed to a screen reader. */
function reasonAt(element: HTMLElement): string | undefined {
  if (element.getAttribute('aria-invalid') !== 'true') return undefined;
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)).find((found) => found?.id.endsWith('-error'))?.textContent ?? '';
}

/** The lines of the checklist. */
const checklist = () =>
  within(screen.getByRole('list', { name: 'What an ID has to be' }))
    .getAllByRole('listitem')
    .map((line) => line.textContent);

const untilChecklist = (...lines: string[]) => waitFor(() => expect(checklist()).toEqual(lines));

const kept = [
  'At least 3 characters OK',
  'At most 64 characters OK',
  'Only Latin letters and numbers, or underscores OK',
];

/** Replaces an input’s text by pasting, and blurs it. */
async function fill(user: Awaited<ReturnType<typeof openNew>>['user'], label: string, text: string) {
  const element = await input(label);
  await user.clear(element);
  if (text) await user.paste(text);
  await user.tab();
  return reasonAt(element);
}

test('the name is required and has 3 to 64 characters', async () => {
  shows('2.5.template-name.max', '2.5.template-name.min', '2.5.template-name.required');
  const { user } = await openNew();
  expect(reasonAt(await input('Name'))).toBeUndefined();
  expect(await fill(user, 'Name', '')).toBe('Name is a required field');
  expect(await fill(user, 'Name', '  ')).toBe('Name is a required field');
  expect(await fill(user, 'Name', 'ab')).toBe('Name must be at least 3 characters');
  expect(await fill(user, 'Name', 'a'.repeat(65))).toBe('Name must be at most 64 characters');
  expect(await fill(user, 'Name', 'a'.repeat(64))).toBeUndefined();
  expect(await fill(user, 'Name', 'abc')).toBeUndefined();
});

test('the id is required and has 3 to 64 Latin letters, digits and underscores', async () => {
  shows('2.5.template-id.characters', '2.5.template-id.max', '2.5.template-id.min', '2.5.template-id.required');
  const { user } = await openNew();
  expect(await fill(user, 'ID', '')).toBe('ID is a required field');
  expect(await fill(user, 'ID', 'ab')).toBe('ID must be at least 3 characters');
  expect(await fill(user, 'ID', 'a'.repeat(65))).toBe('ID must be at most 64 characters');
  for (const wrong of ['my id', 'my-id', 'mÿid']) {
    expect(await fill(user, 'ID', wrong)).toBe('Must include only Latin letters and numbers');
  }
  expect(await fill(user, 'ID', 'a'.repeat(64))).toBeUndefined();
  expect(await fill(user, 'ID', 'My_1')).toBeUndefined();
  expect(await fill(user, 'ID', 'abc')).toBeUndefined();
});

test('a checklist updates as the id is typed', async () => {
  shows(
    '2.5.template-id.checklist-characters',
    '2.5.template-id.checklist-max',
    '2.5.template-id.checklist-min',
    '2.5.template-id.checklist-unique',
    '3.settled.template-id.checklist',
  );
  const { user } = await openNew();
  const id = await input('ID');
  expect(checklist()).toEqual([
    'At least 3 characters Not yet',
    'At most 64 characters Not yet',
    'Only Latin letters and numbers, or underscores Not yet',
    'Unique across templates Not yet',
  ]);
  await user.type(id, 'ab');
  expect(checklist()[0]).toBe('At least 3 characters Not OK');
  expect(screen.getByText('ID must be at least 3 characters', { selector: '[role="status"]' })).toBeTruthy();
  await user.type(id, 'c');
  expect(checklist()[0]).toBe('At least 3 characters OK');
  await untilChecklist(...kept, 'Unique across templates Free');
  expect(screen.getByText('This ID is free', { selector: '[role="status"]' })).toBeTruthy();
  await user.type(id, '-');
  expect(checklist().slice(2)).toEqual([
    'Only Latin letters and numbers, or underscores Not OK',
    'Unique across templates Not yet',
  ]);
  await user.type(id, '{Backspace}');
  await user.paste('d'.repeat(61));
  expect(checklist()[1]).toBe('At most 64 characters OK');
  await user.type(id, 'd');
  expect(checklist()[1]).toBe('At most 64 characters Not OK');
});

test('a taken or reserved id is rejected', async () => {
  shows('2.5.template-id.unique');
  const { user } = await openNew();
  const id = await input('ID');
  await user.type(id, 'sword');
  await untilChecklist(...kept, 'Unique across templates Taken');
  expect(reasonAt(id)).toBe('Template ID must be unique');
  expect(screen.getByText('Template ID must be unique', { selector: '[role="status"]' })).toBeTruthy();
  await user.type(id, 's');
  expect(reasonAt(id)).toBeUndefined();
  await untilChecklist(...kept, 'Unique across templates Free');
  await user.clear(id);
  await user.type(id, 'image');
  expect(checklist()[3]).toBe('Unique across templates Reserved');
  expect(reasonAt(id)).toBe('This ID is reserved: no template can have the ID image, batch, manifest');
});

test('the id is checked on the server 400 ms after the last keystroke, once per text', async () => {
  shows('2.5.template-id.unique-debounce', '2.9.unique.debounce');
  const checkedIds: string[] = [];
  await openNew((fetch) => (input, init) => {
    const id = /templates\/(\w+)\/unique/.exec(String(input instanceof Request ? input.url : input))?.[1];
    if (id) checkedIds.push(id);
    return fetch(input, init);
  });
  const id = await input('ID');
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  for (const text of ['shi', 'shie', 'shiel', 'shield']) {
    fireEvent.change(id, { target: { value: text } });
    await pass(399);
    expect(checklist()[3]).toBe('Unique across templates Checking…');
  }
  expect(checkedIds).toEqual([]);
  await pass(1);
  expect(checkedIds).toEqual(['shield']);
  await eventually(() => expect(checklist()).toEqual([...kept, 'Unique across templates Free']));
  expect(checkedIds).toEqual(['shield']);
});

test('if the server does not answer, the editor shows a message and can retry the check', async () => {
  shows('2.5.template-id.checklist-unique');
  let isDown = true;
  const { user } = await openNew((fetch) => async (input, init) => {
    if (isDown && String(input instanceof Request ? input.url : input).endsWith('/unique'))
      throw new TypeError('offline');
    return fetch(input, init);
  });
  await user.type(await input('ID'), 'shield');
  await waitFor(() => expect(checklist()[3]).toContain('Could not be checked'));
  expect(screen.queryByRole('alert')).toBeNull();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  await untilChecklist(...kept, 'Unique across templates Free');
});

test('the id follows the name until the user edits it', async () => {
  shows('2.2.template-new.tab-details');
  const { user } = await openNew();
  const [name, id] = [await input('Name'), await input('ID')];
  await user.type(name, 'Épée à deux mains!');
  expect(id.value).toBe('epee_a_deux_mains');
  await user.clear(name);
  expect(id.value).toBe('');
  await user.type(name, 'Shield');
  expect(id.value).toBe('shield');
  await user.type(id, '_2');
  await user.type(name, ' wall');
  expect([name.value, id.value]).toEqual(['Shield wall', 'shield_2']);
});

test('a name that produces a taken id shows an error at once, before blur', async () => {
  shows('2.5.template-id.unique');
  const { user } = await openNew();
  await user.type(await input('Name'), 'Sword');
  await untilChecklist(...kept, 'Unique across templates Taken');
  expect(reasonAt(await input('ID'))).toBe('Template ID must be unique');
  expect(document.activeElement).toBe(await input('Name'));
});

/** Opens the details of the saved template `sword`, with 15 fields and 2 items. */
async function openSaved(as: 'owner' | 'member') {
  const server = await startTestServer();
  const fields = sampleFields('sword');
  await saveTemplate(server, 'sword', fields, { label: 'Sword' });
  await saveAll(server, [saveBody('sword', fields, { title: 'a' }), saveBody('sword', fields, { title: 'b' })]);
  const path = `/instance/${server.studio.dev}/templates/sword/edit?tab=details`;
  return renderConsole(path, { as, server });
}

const fact = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent;

test('a saved template’s id is fixed and can be copied; its name can be changed', async () => {
  shows('2.5.template-id.fixed');
  const { user } = await openSaved('owner');
  const name = await input('Name');
  expect(screen.getAllByRole('textbox')).toEqual([name]);
  expect(screen.getByText('sword', { selector: 'code' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Copy ID' })).toBeTruthy();
  expect(screen.queryByRole('list', { name: 'What an ID has to be' })).toBeNull();
  expect([fact('Version'), fact('Fields')]).toEqual(['1', '15']);
  await waitFor(() => expect(fact('Items')).toBe('2'));
  await user.clear(name);
  expect(reasonAt(name)).toBe('Name is a required field');
  await user.type(name, 'Blade');
  expect(reasonAt(name)).toBeUndefined();
  expect(screen.getByText('sword', { selector: 'code' })).toBeTruthy();
});

test('a user without write access sees name and id read-only', async () => {
  const { user } = await openSaved('member');
  await screen.findByRole('heading', { level: 1, name: 'View template Sword' });
  const name = await input('Name');
  await user.type(name, 'x');
  expect(name.value).toBe('Sword');
  expect(name.readOnly).toBe(true);
});
