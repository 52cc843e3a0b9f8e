import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { untilAnswered } from '../support/open-requests.ts';
import { field, inOrder, sampleFields, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';
import { change, confirmSave, openSword, setting, storedTemplate } from '../support/template-page.ts';

type User = Awaited<ReturnType<typeof openSword>>['user'];

const saveChanges = () => screen.getByRole('button', { name: 'Save changes' });
const yes = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Yes, save changes' });
const question = () => screen.findByRole('dialog', { name: 'Save template changes' });
const shownTab = () => screen.getAllByRole('tab', { selected: true })[0]?.textContent;

async function remove(user: User, label: string) {
  await setting(user, label, 'Label');
  await user.click(screen.getByTitle('Remove (Delete)'));
  await user.click(await screen.findByRole('button', { name: 'Yes, remove field' }));
}

/** Records the calls that change templates, and lets a test break the first of them. */
function watchSaves(failing?: RegExp) {
  const sent: string[] = [];
  let isFailing = failing !== undefined;
  const intercept =
    (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
    async (input, init) => {
      const { pathname } = new URL(String(input));
      if (init?.method !== 'POST' || !/\/templates(\/dry-run)?$/.test(pathname)) return fetch(input, init);
      sent.push(pathname.replace(/.*\//, ''));
      if (!isFailing || !failing?.test(pathname)) return fetch(input, init);
      isFailing = false;
      throw new TypeError('Failed to fetch');
    };
  return { sent, intercept };
}

test('a save lists each change and its effect on items, saves after confirmation, and goes to the items', async () => {
  shows(
    '2.4.template-edited.goes-to-items',
    '2.4.template-save.dialog',
    '2.4.template-save.removed-tab',
    '2.4.template-save.updated-tab',
    '2.4.template-save.warning',
    '2.4.template-save.yes',
  );
  const { sent, intercept } = watchSaves();
  const { user, server, untilPath, base } = await openSword({ intercept });
  expect(saveChanges().dataset.variant).toBe('default');
  await change(user, 'The price', 'Name', 'cost');
  await remove(user, 'The weight');
  expect(saveChanges().dataset.variant).toBe('filled');
  await user.click(saveChanges());
  const dialog = within(await question());
  expect(dialog.getByText(/These changes affect all existing items of this template/)).toBeTruthy();
  expect(await dialog.findByText(/1 item loses a value; it is stored and can be/)).toBeTruthy();
  expect(dialog.getByRole('tab', { name: 'Removed (1)', selected: true })).toBeTruthy();
  expect(dialog.getByText('weight', { selector: 'code' })).toBeTruthy();
  expect(dialog.getByRole('tab', { name: 'Added (0)' })).toBeTruthy();
  await user.click(dialog.getByRole('tab', { name: 'Updated (1)' }));
  expect(dialog.getByText('price', { selector: 'del' })).toBeTruthy();
  expect(dialog.getByText('cost', { selector: 'ins' })).toBeTruthy();
  expect(dialog.getByText('2 items keep their value under the new name')).toBeTruthy();
  expect(
    dialog.getByText(/^Exports have it under “\w+” from then on: games that read “\w+” no longer find it\.$/),
  ).toBeTruthy();
  expect(sent).toEqual(['dry-run']);
  await confirmSave(user);
  // Toasts close by themselves, so look for this one first.
  expect(await screen.findByText('Template saved')).toBeTruthy();
  await untilPath(`${base}/sword/items`);
  const stored = await storedTemplate(server);
  expect(stored.header.version).toBe(2);
  const names = stored.fields.map(({ settings }) => settings.name);
  const kept = sampleFields('sword').map(({ settings: { name } }) => (name === 'price' ? 'cost' : name));
  expect(names.toSorted()).toEqual(kept.filter((name) => name !== 'weight').toSorted());
  expect(await screen.findByRole('columnheader', { name: /The price/ })).toBeTruthy();
  expect(screen.queryByRole('columnheader', { name: /The weight/ })).toBeNull();
});

test('the response to a cancelled dialog does not close the next one', async () => {
  shows('2.4.template-save.dialog', '2.4.template-save.no');
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  let tries = 0;
  const { user, server, fields } = await openSword({
    intercept: (fetch) => async (input, init) => {
      if (/\/dry-run$/.test(new URL(String(input)).pathname)) {
        tries += 1;
        if (tries === 1) await held;
      }
      return fetch(input, init);
    },
  });
  await change(user, 'The price', 'Name', 'cost');
  await user.click(saveChanges());
  await user.click(within(await question()).getByRole('button', { name: 'No, keep editing' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(saveChanges());
  await question();
  await waitFor(async () => expect((await yes()).disabled).toBe(false));
  await saveTemplate(server, 'sword', fields, { version: 1, label: 'Changed meanwhile', as: 'admin' });
  // The first save is now rejected, with a template that another user has saved.
  answer();
  await untilAnswered();
  await question();
  expect(screen.queryByRole('dialog', { name: /^Someone else/ })).toBeNull();
  await confirmSave(user);
  // The second one is merged with it.
  expect(await screen.findByText('admin changed Template name meanwhile')).toBeTruthy();
});

test('confirming twice saves once', async () => {
  shows('2.4.template-save.yes');
  const { sent, intercept } = watchSaves();
  const { user, server, untilPath, base } = await openSword({ intercept });
  await change(user, 'The price', 'Name', 'cost');
  await user.click(saveChanges());
  await question();
  await waitFor(async () => expect((await yes()).disabled).toBe(false));
  const button = await yes();
  for (let time = 0; time < 2; time += 1) fireEvent.click(button);
  expect(await screen.findByText('Template saved')).toBeTruthy();
  await untilPath(`${base}/sword/items`);
  expect(sent).toEqual(['dry-run', 'templates']);
  expect((await storedTemplate(server)).header.version).toBe(2);
});

test('a field that becomes required shows how many items have no value', async () => {
  shows('2.4.template-save.updated-tab');
  const { user } = await openSword();
  await setting(user, 'The weight', 'Label');
  await user.click(screen.getByRole('checkbox', { name: /Required/ }));
  await user.keyboard('{Control>}s{/Control}');
  const dialog = within(await question());
  expect(await dialog.findByText('1 item has no value yet and must get one at its next save')).toBeTruthy();
  expect(dialog.getByText('1 item keeps its value')).toBeTruthy();
  await waitFor(async () => expect(document.activeElement).toBe(await yes()));
});

test('incompatible values are listed, link to their items in a new tab, and block the save', async () => {
  shows('2.4.template-save.incompatible', '2.4.template-save.no');
  const { user, base } = await openSword();
  await change(user, 'The price', 'Minimum', '100');
  await user.click(saveChanges());
  const dialog = within(await question());
  expect(await dialog.findByText(/^1 value does not fit/)).toBeTruthy();
  const link = dialog.getByRole('link', { name: /Sting #/ });
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.getAttribute('href')).toMatch(new RegExp(`^${base}/sword/items/\\d+/edit$`));
  expect((await yes()).disabled).toBe(true);
  await user.click(dialog.getByRole('button', { name: 'No, keep editing' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Minimum' }).value).toBe('100');
});

test('renaming the template is listed separately, and the menu shows the new name after the save', async () => {
  shows('2.4.template-edited.goes-to-items', '2.4.template-save.dialog');
  const { user, untilPath, base } = await openSword();
  await user.click(screen.getByRole('tab', { name: 'Details' }));
  fireEvent.change(await screen.findByLabelText(/^Name/, { selector: 'input' }), { target: { value: 'Blade' } });
  await user.click(saveChanges());
  const dialog = within(await question());
  expect(dialog.getByText('Sword', { selector: 'del' })).toBeTruthy();
  expect(dialog.getByText('Blade', { selector: 'ins' })).toBeTruthy();
  expect(dialog.queryByRole('tab')).toBeNull();
  await confirmSave(user);
  await untilPath(`${base}/sword/items`);
  expect(await screen.findByRole('heading', { level: 1, name: 'Blade' })).toBeTruthy();
  expect(await screen.findByRole('link', { name: 'Blade' })).toBeTruthy();
});

test('without a change it asks whether to save, and sends nothing', async () => {
  shows('2.4.template-save.no-diff');
  const { sent, intercept } = watchSaves();
  const { user, untilPath, base } = await openSword({ intercept });
  // A change that was reverted is none.
  for (const name of ['cost', 'price']) await change(user, 'The price', 'Name', name);
  await user.click(saveChanges());
  expect(within(await question()).getByText('Do you want to save the changes?')).toBeTruthy();
  await confirmSave(user);
  await untilPath(`${base}/sword/items`);
  expect(sent).toEqual([]);
});

const invalidLabels = [
  ...['The title', 'The looks', 'The rarity', 'The inner', 'The glow', 'The price'],
  ...['The weight', 'The parent', 'The parts', 'The bonuses', 'The stat', 'The amount'],
];
const toastedNames = () => screen.queryAllByText(/^Field .+ is invalid$/).map((toast) => toast.textContent);

/** Tries to save a template with more invalid fields than fit as toasts; the clock can be advanced. */
async function saveManyInvalid() {
  const { sent, intercept } = watchSaves();
  const { user } = await openSword({ intercept });
  for (const label of invalidLabels) await change(user, label, 'Name', `${label.slice(4)}!`);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  await user.click(saveChanges());
  await waitFor(() => expect(toastedNames()).toHaveLength(9));
  return { user, sent, pass: (time: number) => act(() => vi.advanceTimersByTimeAsync(time)) };
}

test('each invalid field gets a toast by name, nine at a time, and the first one gets focus', async () => {
  shows(
    '2.4.template-save.marks-invalid',
    '2.4.template-save.toast-invalid',
    '2.4.template-save.validates-first',
    '2.8.field.invalid',
  );
  const { sent, pass } = await saveManyInvalid();
  const messages = invalidLabels.map((label) => `Field ${label.slice(4)}! is invalid`);
  expect(toastedNames()).toEqual(messages.slice(0, 9));
  expect(screen.getAllByRole('img', { name: /^Invalid: / })).toHaveLength(12);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' })));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Label' }).value).toBe('The title');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent).toEqual([]);
  await pass(7200);
  await waitFor(() => expect(toastedNames()).toEqual(messages.slice(9)));
});

test('saving selects the first of the invalid fields, and brings its input into view', async () => {
  shows('2.4.fields.scrolls-to-invalid');
  const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollIntoView');
  onTestFinished(() => scrolled.mockRestore());
  const { user } = await openSword();
  // Out of tree order, and neither its first nor its last field.
  for (const label of ['The weight', 'The glow', 'The price']) await change(user, label, 'Name', 'not valid!');
  await user.click(saveChanges());
  const selected = () => screen.getAllByRole('treeitem', { selected: true }).map((row) => row.textContent);
  await waitFor(() => expect(selected()).toEqual([expect.stringContaining('The glow')]));
  await waitFor(() => expect(scrolled.mock.contexts).toEqual([screen.getByRole('textbox', { name: 'Name' })]));
});

test('fixing an invalid field cancels the toasts still to come', async () => {
  shows('2.4.template-save.toast-invalid', '2.8.field.invalid');
  const { user, pass } = await saveManyInvalid();
  await change(user, 'The title', 'Name', 'title');
  await pass(7200);
  await waitFor(() => expect(toastedNames()).toEqual([]));
  await user.click(saveChanges());
  await waitFor(() => expect(toastedNames()).toHaveLength(9));
  expect(toastedNames()).not.toContain('Field title! is invalid');
});

test('an invalid name opens the details tab', async () => {
  shows('2.4.template-save.validates-first');
  const { user } = await openSword();
  await user.click(screen.getByRole('tab', { name: 'Details' }));
  await user.clear(await screen.findByRole('textbox', { name: /^Name/ }));
  await user.click(screen.getByRole('tab', { name: 'Fields' }));
  await screen.findByRole('tree');
  await user.click(saveChanges());
  const name = await screen.findByRole('textbox', { name: /^Name/ });
  await waitFor(() => expect(document.activeElement).toBe(name));
  expect(screen.getByText('Name is a required field')).toBeTruthy();
});

test('if the server cannot report a save’s effects, the user can retry, and nothing is lost', async () => {
  shows('2.4.template-save.yes');
  const { sent, intercept } = watchSaves(/dry-run$/);
  const { user, server, untilPath, base } = await openSword({ intercept });
  await change(user, 'The price', 'Name', 'cost');
  await user.click(saveChanges());
  const dialog = within(await question());
  expect(await dialog.findByText(/The server cannot be reached/)).toBeTruthy();
  expect((await yes()).disabled).toBe(true);
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  await confirmSave(user);
  await untilPath(`${base}/sword/items`);
  expect(sent).toEqual(['dry-run', 'dry-run', 'templates']);
  expect((await storedTemplate(server)).fields.map(({ settings }) => settings.name)).toContain('cost');
});

test('a failed save shows in its dialog and can be retried', async () => {
  shows('1.8.callout.dialogs');
  const { intercept } = watchSaves(/templates$/);
  const { user, untilPath, base } = await openSword({ intercept });
  await change(user, 'The price', 'Name', 'cost');
  await user.click(saveChanges());
  await confirmSave(user);
  expect(await within(await question()).findByText(/The server cannot be reached/)).toBeTruthy();
  await confirmSave(user);
  await untilPath(`${base}/sword/items`);
});

test('a new template is saved, reported and shown in the menu, and its items open', async () => {
  shows(
    '1.1.template-is-schema',
    '2.1.templates',
    '2.4.template-created.goes-to-items',
    '2.4.template-created.invalidates',
    '2.4.template-created.toast',
    '2.4.template-save.added-tab',
  );
  const server = await startTestServer();
  const base = `/instance/${server.studio.dev}/templates`;
  const { user, untilPath } = await renderConsole(`${base}/image/items`, { as: 'owner', server });
  await user.click(await screen.findByRole('link', { name: 'Create template' }));
  await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Magic shield');
  await user.click(screen.getByRole('tab', { name: 'Fields' }));
  await user.click(await screen.findByRole('button', { name: /^Integer/ }));
  await user.click(screen.getByRole('button', { name: 'Save template' }));
  const dialog = within(await question());
  expect(dialog.getByRole('tab', { name: 'Added (1)', selected: true })).toBeTruthy();
  expect(dialog.getByText('integer', { selector: 'code' })).toBeTruthy();
  expect(dialog.queryByText(/affect all existing items/)).toBeNull();
  await confirmSave(user);
  expect(await screen.findByText('Template created')).toBeTruthy();
  await untilPath(`${base}/magic_shield/items`);
  expect(await screen.findByRole('link', { name: 'Magic shield' })).toBeTruthy();
  expect((await storedTemplate(server, 'magic_shield')).fields.map(({ id, settings }) => [id, settings.type])).toEqual([
    ['integer', 'integer'],
  ]);
});

test('new fields get ids of their names, which no other field of the template has had, also if the answer is lost', async () => {
  shows('5.names.new-ids');
  let isLost = false;
  const { user, server, untilPath, base } = await openSword({
    intercept: (fetch) => async (input, init) => {
      const answer = await fetch(input, init);
      if (isLost || init?.method !== 'POST' || !/\/templates$/.test(new URL(String(input)).pathname)) return answer;
      isLost = true;
      throw new TypeError('Failed to fetch');
    },
  });
  await remove(user, 'The weight');
  await user.click(screen.getByRole('tab', { name: 'Components' }));
  await user.click(await screen.findByRole('button', { name: /^Float/ }));
  await change(user, 'Float', 'Name', 'weight');
  await user.click(saveChanges());
  await confirmSave(user);
  const ids = async () => (await storedTemplate(server)).fields.map(({ id }) => id);
  await waitFor(async () => expect(await ids()).toContain('weight-2'));
  expect(await ids()).not.toContain('weight');
  // The same again: it is saved already.
  await confirmSave(user);
  expect(await screen.findByText(/saved the same changes/)).toBeTruthy();
  await user.click(saveChanges());
  await confirmSave(user);
  await untilPath(`${base}/sword/items`);
  expect((await ids()).filter((id) => id.startsWith('weight'))).toEqual(['weight-2']);
});

test('an id that is taken in the meantime is reported at its input, and all edits are kept', async () => {
  shows('2.5.template-id.unique');
  const server = await startTestServer();
  const base = `/instance/${server.studio.dev}/templates`;
  const { user, path } = await renderConsole(`${base}/new`, { as: 'owner', server });
  await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Shield');
  await user.click(screen.getByRole('button', { name: 'Save template' }));
  await question();
  await saveTemplate(server, 'shield', inOrder([field('title', 'text')]), { as: 'admin' });
  await confirmSave(user);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(shownTab()).toBe('Details'));
  expect((await screen.findAllByText('Template ID must be unique')).length).toBeGreaterThan(0);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^ID/ })));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Name/ }).value).toBe('Shield');
  expect(path()).toContain('/new');
});

test('a linked template that was deleted is reported at the field that links to it', async () => {
  shows('2.5.item-link.template-required');
  const { user, server } = await openSword();
  await saveTemplate(server, 'gem', inOrder([field('title', 'text')]));
  await setting(user, 'The parent', 'Label');
  const select = await screen.findByRole('combobox', { name: /Template/ });
  await user.click(select);
  await user.click(await screen.findByRole('option', { name: /gem/ }));
  await server.call(
    templates.delete,
    { params: { instanceId: server.studio.dev, templateId: 'gem' } },
    { as: 'admin' },
  );
  await user.click(saveChanges());
  expect((await screen.findAllByText('there is no such template')).length).toBeGreaterThan(0);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Label' }).value).toBe('The parent');
});

/** Types the id of the template in the question. */
async function confirmDeletion(user: Awaited<ReturnType<typeof openSword>>['user']) {
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete template' }));
  await user.type(await dialog.findByRole('textbox', { name: 'Type sword to confirm' }), 'sword');
  await user.click(dialog.getByRole('button', { name: 'Delete template' }));
}

test('after confirmation a template is deleted with its items, and home opens', async () => {
  shows('3.calls.delete-template.call', '4.hands.named-toasts');
  const { user, server, untilPath, base } = await openSword();
  await saveTemplate(server, 'shield', inOrder([field('title', 'text')]), { label: 'Shield' });
  await user.click(screen.getByRole('button', { name: 'Delete template' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await storedTemplate(server)).id).toBe('sword');
  await user.click(screen.getByRole('button', { name: 'Delete template' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete template' }));
  expect((await dialog.findByText(/^This deletes/)).textContent).toMatch(/^This deletes Sword with its 2 items\./);
  await user.type(dialog.getByRole('textbox', { name: 'Type sword to confirm' }), 'sword');
  await user.click(dialog.getByRole('button', { name: 'Delete template' }));
  const toast = (await screen.findByText('Template deleted')).closest('[role=status]');
  expect(toast?.textContent).toMatch(/^Template deletedSword/);
  await untilPath('/');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Sword' })).toBeNull());
  await expect(storedTemplate(server)).rejects.toThrow('404');
  expect((await storedTemplate(server, 'shield')).id).toBe('shield');
  expect(base).toBeTruthy();
});

test('a deleted template is not requested again', async () => {
  const requests: { call: string; at: string }[] = [];
  const { user, untilPath } = await openSword({
    intercept: (fetch) => (input, init) => {
      requests.push({
        call: `${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`,
        at: window.location.pathname,
      });
      return fetch(input, init);
    },
  });
  const editor = window.location.pathname;
  await waitFor(() => expect(requests.some(({ call }) => call.includes('/templates/sword/'))).toBe(true));
  await user.click(screen.getByRole('button', { name: 'Delete template' }));
  await confirmDeletion(user);
  await untilPath('/');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Sword' })).toBeNull());
  const after = requests.slice(requests.findIndex(({ call }) => call.startsWith('DELETE')) + 1);
  expect(after.length).toBeGreaterThan(0);
  expect(after.filter(({ call }) => /\/templates\/sword(\/|$)/.test(call))).toEqual([]);
  // An open page is unchanged.
  expect(after.filter(({ at }) => at === editor)).toEqual([]);
});

test('a template that others link to is not deleted, and the places are listed', async () => {
  shows('3.calls.delete-template.linked', '3.calls.delete-template.linked-places', '4.hands.delete-looks-first');
  const { user, server, base } = await openSword();
  await user.click(screen.getByRole('button', { name: 'Delete template' }));
  await screen.findByRole('dialog', { name: 'Delete template' });
  // The link is added after the console has looked for links.
  await saveTemplate(server, 'hero', inOrder([field('weapon', 'item-link', { templateId: 'sword' })]));
  await confirmDeletion(user);
  const place = await screen.findByRole('link', { name: 'The weapon' });
  expect(place.getAttribute('href')).toBe(`${base}/hero/edit`);
  expect((await storedTemplate(server)).id).toBe('sword');
  // The next time it is found before the question.
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Delete template' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete template' }));
  const places = dialog.getByRole('list', { name: /\(sword\) cannot be deleted/ });
  expect(within(places).getByRole('link', { name: 'The weapon' }).getAttribute('href')).toBe(`${base}/hero/edit`);
  expect(within(places).getByRole('listitem').textContent).toBe('The weapon (field of The hero)');
  expect(dialog.queryByText(/Are you sure/)).toBeNull();
  expect(dialog.queryByRole('button', { name: 'Yes, delete template' })).toBeNull();
});

test('a response that arrives after the page was left does not navigate', async () => {
  shows('2.4.template-edited.goes-to-items');
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  const { user, server, path } = await openSword({
    intercept: (fetch) => async (input, init) => {
      if (init?.method === 'POST' && /\/templates$/.test(new URL(String(input)).pathname)) await held;
      return fetch(input, init);
    },
  });
  await change(user, 'The price', 'Name', 'cost');
  await user.click(saveChanges());
  await confirmSave(user);
  // To a page of the same kind, so that a redirect would not have to wait for code.
  fireEvent.click(screen.getByRole('link', { name: 'Images', hidden: true }));
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await screen.findByRole('heading', { level: 1, name: 'Images' });
  const left = path();
  answer();
  expect(await screen.findByText('Template saved')).toBeTruthy();
  expect((await storedTemplate(server)).header.version).toBe(2);
  expect(path()).toBe(left);
});

test('a template opened again right after a save is not shown in its previous version first', async () => {
  const late = Promise.withResolvers<void>();
  let isSaved = false;
  const { user, console, base, untilPath } = await openSword({
    intercept: (fetch) => async (input, init) => {
      const { pathname } = new URL(String(input));
      const method = init?.method ?? 'GET';
      if (isSaved && method === 'GET' && /\/templates\/sword$/.test(pathname)) await late.promise;
      const answer = await fetch(input, init);
      isSaved ||= method === 'POST' && /\/templates$/.test(pathname);
      return answer;
    },
  });
  await change(user, 'The price', 'Label', 'The costs');
  await user.click(saveChanges());
  await confirmSave(user);
  await untilPath(`${base}/sword/items`);
  await screen.findByRole('grid');
  console.goTo(new URL(`${base}/sword/edit`, window.location.origin), false);
  await untilPath(`${base}/sword/edit`);
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
  expect(screen.queryByRole('tree')).toBeNull();
  late.resolve();
  expect(await screen.findByRole('treeitem', { name: /The costs/ })).toBeTruthy();
});
