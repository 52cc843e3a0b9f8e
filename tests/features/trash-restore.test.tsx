import { items } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { field, inOrder, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { choose } from './choose-instance.ts';

const fields = inOrder([field('title', 'text', { unique: true })]);

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
});

const inDev = () => ({ instanceId: server.studio.dev });
const trashOf = (instanceId = server.studio.dev) => `/trash?instance=${instanceId}`;

/** Saves swords with these titles, which are also their labels. */
async function saveSwords(...titles: string[]): Promise<number[]> {
  const bodies = titles.map((title) => saveBody('sword', fields, { title }, { label: title }));
  return (await saveAll(server, bodies)).map(({ id }) => id);
}

/** Deletes swords, one after the other. */
async function deleteSwords(ids: readonly number[]) {
  for (const id of ids)
    await server.call(items.delete, { params: { ...inDev(), templateId: 'sword', id } }, { as: 'owner' });
}

const exists = (id: number) =>
  server.call(items.get, { params: { ...inDev(), templateId: 'sword', id } }, { as: 'owner' }).then(
    () => true,
    () => false,
  );

test('deleted items are listed, newest first, and restored from their row at once', async () => {
  shows('4.trash-page.list', '4.trash-page.restore');
  await saveTemplate(server, 'sword', fields, { label: 'Swords' });
  const [sabre = 0, foil = 0] = await saveSwords('Sabre', 'Foil');
  await deleteSwords([sabre, foil]);
  const { user, untilPath } = await renderConsole('/', { server, as: 'owner' });
  await user.click(await screen.findByRole('link', { name: 'Trash' }));
  await untilPath('/trash');
  const rows = async () => (await screen.findAllByRole('row')).slice(1).map((row) => row.textContent);
  await screen.findByText(/kept here for 90 days/);
  await screen.findByRole('row', { name: /Sabre/ });
  const texts = await rows();
  expect(texts.map((text) => /Foil|Sabre/.exec(text ?? '')?.[0])).toEqual(['Foil', 'Sabre']);
  expect(texts[0]).toMatch(new RegExp(`^Foil#${foil}ItemSwordsowner`));

  await user.click(screen.getByRole('button', { name: `Restore Sabre #${sabre}` }));
  await screen.findByText('1 item restored');
  expect(await exists(sabre)).toBe(true);
  await waitFor(() => expect(screen.queryByRole('row', { name: /Sabre/ })).toBeNull());
  expect(screen.getByRole('row', { name: /Foil/ })).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Open it' }));
  await untilPath(`/instance/${server.studio.dev}/templates/sword/items/${sabre}/edit`);
});

test('what clashes is named before anything is restored, and the others can be restored without it', async () => {
  shows('4.trash-page.clashes');
  await saveTemplate(server, 'sword', fields, { label: 'Swords' });
  const [sabre = 0, foil = 0] = await saveSwords('Sabre', 'Foil');
  await deleteSwords([sabre, foil]);
  // Its title is unique.
  await saveSwords('Foil');
  const checks: number[] = [];
  const { user } = await renderConsole(trashOf(), {
    server,
    as: 'owner',
    intercept: (fetch) => async (input, init) => {
      const answer = await fetch(input, init);
      if (String(input).endsWith('/restores/check')) checks.push(answer.status);
      return answer;
    },
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }));
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Restore from the trash' }));
  const refused = within(await dialog.findByRole('region', { name: '1 item cannot be restored' }));
  expect(refused.getByText('Foil').closest('li')?.textContent).toContain(`Foil #${foil}`);
  expect(await exists(sabre)).toBe(false);
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Restore' }).disabled).toBe(true);
  await user.click(refused.getByRole('button', { name: 'Leave them out' }));
  await dialog.findByText(/1 left out/);
  await user.click(await dialog.findByRole('button', { name: 'Restore 1 item' }));
  await screen.findByText('1 item restored');
  expect([await exists(sabre), await exists(foil)]).toEqual([true, false]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByText(/ selected$/)).toBeNull();
  await waitFor(() => expect(screen.queryByRole('row', { name: /Sabre/ })).toBeNull());
  // What was restored is not checked again, which would be refused.
  expect(new Set(checks)).toEqual(new Set([200]));
});

test('a refused restore of a row opens the dialog with the reason', async () => {
  shows('4.trash-page.clashes');
  await saveTemplate(server, 'sword', fields, { label: 'Swords' });
  const [sabre = 0] = await saveSwords('Sabre');
  await deleteSwords([sabre]);
  const { user } = await renderConsole(trashOf(), {
    server,
    as: 'owner',
    intercept: (fetch) => async (input, init) => {
      // Since the check, the title is taken.
      if (String(input).endsWith('/restores')) await saveSwords('Sabre');
      return fetch(input, init);
    },
  });
  await user.click(await screen.findByRole('button', { name: `Restore Sabre #${sabre}` }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Restore from the trash' }));
  expect((await dialog.findByRole('alert')).textContent).toMatch(/were changed in the meantime/);
  await dialog.findByRole('region', { name: '1 item cannot be restored' });
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: `Restore Sabre #${sabre}` }).getAttribute('aria-busy')).toBe('false');
});

test('a job shows its progress, which can be opened again, and its end takes neither focus nor selection', async () => {
  await saveTemplate(server, 'sword', fields, { label: 'Swords' });
  const [sabre = 0, foil = 0, saw = 0] = await saveSwords('Sabre', 'Foil', 'Saw');
  await deleteSwords([sabre, foil, saw]);
  const held = Promise.withResolvers<void>();
  const { user } = await renderConsole(trashOf(), {
    server,
    as: 'owner',
    intercept: (fetch) => async (input, init) => {
      const { pathname } = new URL(String(input));
      if (/change-sets\/\d+$/.test(pathname)) await held.promise;
      const answer = await fetch(input, init);
      if (!pathname.endsWith('/restores')) return answer;
      const body = { ...(await answer.json()), state: 'running', progress: { done: 0, total: 1 } };
      return new Response(JSON.stringify(body), { status: 200, headers: { 'content-type': 'application/json' } });
    },
  });
  const ofSabre = () => screen.getByRole('button', { name: `Restore Sabre #${sabre}` });
  const dialog = () => screen.findByRole('dialog', { name: 'Restore from the trash' });
  const close = async () => {
    await user.click(
      within(await dialog())
        .getAllByRole('button', { name: 'Close' })
        .at(-1) ?? document.body,
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await user.click(await screen.findByRole('button', { name: `Restore Sabre #${sabre}` }));
  await within(await dialog()).findByRole('progressbar', { name: 'Applying the changes' });
  await close();
  expect(ofSabre().getAttribute('aria-busy')).toBe('true');
  const other = screen.getByRole('button', { name: `Restore Foil #${foil}` });
  expect([other.getAttribute('aria-disabled'), other.title]).toEqual(['true', 'Something else is being restored']);
  await user.click(ofSabre());
  await within(await dialog()).findByRole('progressbar', { name: 'Applying the changes' });
  await close();

  await user.click(screen.getByRole('checkbox', { name: `Select Foil #${foil}` }));
  const box = screen.getByRole('checkbox', { name: `Select Saw #${saw}` });
  await user.click(box);
  held.resolve();
  await screen.findByText('1 item restored');
  await waitFor(() => expect(screen.queryByRole('row', { name: /Sabre/ })).toBeNull());
  expect(document.activeElement).toBe(box);
  expect(screen.getAllByText('2 selected').length).toBeGreaterThan(0);
  expect(other.getAttribute('aria-disabled')).toBeNull();
});

test('if another number matches than was selected, the dialog says so, and restores those that match now', async () => {
  shows('4.trash-page.all-matching');
  await saveTemplate(server, 'sword', fields, { label: 'Swords' });
  const ids = await saveSwords(...Array.from({ length: 13 }, (_, index) => `Blade ${index}`));
  await deleteSwords(ids.slice(1));
  const { user } = await renderConsole(trashOf(), { server, as: 'owner' });
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }));
  await user.click(await screen.findByRole('button', { name: 'Select all 12 that match' }));
  await deleteSwords(ids.slice(0, 1));
  await user.click(screen.getByRole('button', { name: 'Restore' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Restore from the trash' }));
  await dialog.findByText(/^13 items match now instead of 12\./);
  await screen.findAllByText('13 selected');
  await user.click(await dialog.findByRole('button', { name: 'Restore 13 items' }));
  await screen.findByText('13 items restored');
  expect(await exists(ids[0] ?? 0)).toBe(true);
  await waitFor(() => expect(screen.queryByText('13 selected')).toBeNull());
});

test('clearing the filters of an empty list puts the focus into the search', async () => {
  const { user } = await renderConsole(`${trashOf()}&search=nothing`, { server, as: 'owner' });
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
  await screen.findByRole('heading', { level: 2, name: 'The trash is empty' });
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search name or id' }));
});

test('all that match are restored without those that were deselected', async () => {
  shows('4.trash-page.all-matching');
  await saveTemplate(server, 'sword', fields, { label: 'Swords' });
  const ids = await saveSwords(...Array.from({ length: 12 }, (_, index) => `Blade ${index}`));
  await deleteSwords(ids);
  const { user } = await renderConsole(`${trashOf()}&search=blade`, { server, as: 'owner' });
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }));
  await user.click(await screen.findByRole('button', { name: 'Select all 12 that match' }));
  const last = ids.at(-1) ?? 0;
  await user.click(screen.getByRole('checkbox', { name: `Select Blade 11 #${last}` }));
  await screen.findAllByText('11 selected');
  await user.click(screen.getByRole('button', { name: 'Restore' }));
  await screen.findByText('11 items restored');
  expect([await exists(ids[0] ?? 0), await exists(last)]).toEqual([true, false]);
});

test('the toast after deleting an item has an undo, which opens the trash with the reason if it is refused', async () => {
  shows('4.trash-page.undo');
  await saveTemplate(server, 'sword', fields, { label: 'Swords' });
  const [sabre = 0] = await saveSwords('Sabre');
  const item = `/instance/${server.studio.dev}/templates/sword/items/${sabre}/edit`;
  const first = await renderConsole(item, { server, as: 'owner' });
  const deleteIt = async (user: typeof first.user) => {
    await user.click(await screen.findByRole('button', { name: 'Delete item' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, delete item' }));
    await screen.findByText('Item deleted');
  };
  await deleteIt(first.user);
  await first.user.click(screen.getByRole('button', { name: 'Undo' }));
  const toast = await screen.findByText('Item restored');
  // It was an undo itself.
  expect(within(toast.closest('[role="status"]') as HTMLElement).queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(await exists(sabre)).toBe(true);
  first.close();

  const { user, path } = await renderConsole(item, { server, as: 'owner' });
  await deleteIt(user);
  await saveSwords('Sabre');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Restore from the trash' }));
  await dialog.findByRole('region', { name: '1 item cannot be restored' });
  expect(path()).toMatch(/^\/trash\?/);
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Restore' }).disabled).toBe(true);
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(path()).toBe(trashOf()));
  expect(screen.getByRole('row', { name: /Sabre/ })).toBeTruthy();
});

test('deleting a template with items asks for its exact id, and undo brings back both', async () => {
  shows('4.trash-page.typed-id', '4.trash-page.undo-template');
  await saveTemplate(server, 'sword', fields, { label: 'Swords' });
  const [sabre = 0] = await saveSwords('Sabre');
  const path = `/instance/${server.studio.dev}/templates/sword/edit`;
  const { user, untilPath } = await renderConsole(path, { server, as: 'owner' });
  await user.click(await screen.findByRole('button', { name: 'Delete template' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete template' }));
  await dialog.findByText(/with its 1 item\./);
  const input = dialog.getByRole('textbox', { name: 'Type sword to confirm' });
  const confirm = dialog.getByRole('button', { name: 'Delete template' });
  await user.type(input, 'Sword');
  await user.click(confirm);
  await dialog.findByText('The id you entered does not match sword');
  expect(await exists(sabre)).toBe(true);
  await user.clear(input);
  await user.type(input, 'sword');
  await user.click(confirm);
  await untilPath('/');
  await screen.findByText('Template deleted');
  expect(await exists(sabre)).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Template restored');
  expect(await exists(sabre)).toBe(true);
  const params = { ...inDev(), templateId: 'sword' };
  expect((await server.call(templates.get, { params }, { as: 'owner' })).header.label).toBe('Swords');
});

test('members who can only read see the trash without any control, and an empty trash says what it is for', async () => {
  shows('4.trash-page.access', '4.trash-page.empty');
  await saveTemplate(server, 'sword', fields, { label: 'Swords' });
  const first = await renderConsole(trashOf(), { server, as: 'member' });
  await screen.findByRole('heading', { level: 2, name: 'The trash is empty' });
  first.close();
  await deleteSwords(await saveSwords('Sabre'));
  await renderConsole(trashOf(), { server, as: 'member' });
  const row = await screen.findByRole('row', { name: /Sabre/ });
  expect(within(row).queryByRole('button')).toBeNull();
  expect(within(row).queryByRole('checkbox')).toBeNull();
});

test('what is restored from the trash is drawn before it is, without what is refused', async () => {
  shows('5.numbers.before-after');
  const priced = inOrder([...fields, field('price', 'integer')]);
  await saveTemplate(server, 'sword', priced, { label: 'Swords' });
  const save = (title: string, price: number) =>
    saveAll(server, [saveBody('sword', priced, { title, price }, { label: title })]);
  const [sabre, foil] = [...(await save('Sabre', 3)), ...(await save('Foil', 4))];
  await deleteSwords([sabre?.id ?? 0, foil?.id ?? 0]);
  await save('Foil', 1);
  const { user } = await renderConsole(trashOf(), { server, as: 'owner' });
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }));
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Restore from the trash' }));
  await user.click(await dialog.findByRole('button', { name: 'Chart' }));
  const statistics = await dialog.findByRole('table', { name: 'Statistics' });
  expect(statistics.textContent).toContain('sum14+300 %');
});
