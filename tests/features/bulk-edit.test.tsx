import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { saveWeapons } from '../support/item-content.ts';
import { startTestServer } from '../support/server.ts';
import { openWeapons } from './weapons-list.ts';

type Opened = Awaited<ReturnType<typeof openWeapons>>;
type User = Opened['user'];

async function select(user: User, ...labels: string[]) {
  for (const label of labels) {
    await user.click(await screen.findByRole('checkbox', { name: new RegExp(`^Select ${label} #`) }));
  }
  return screen.findByRole('group', { name: 'Selected rows' });
}

/** Selects items and opens one of the dialogs for them. */
async function openDialog(user: User, action: 'Edit' | 'Duplicate' | 'Delete', ...labels: string[]) {
  const bar = await select(user, ...labels);
  await user.click(within(bar).getByRole('button', { name: action }));
  const title = `${action} ${labels.length === 1 ? '1 item' : `${labels.length} items`}`;
  return within(await screen.findByRole('dialog', { name: title }));
}

type Dialog = Awaited<ReturnType<typeof openDialog>>;

async function choose(user: User, dialog: Dialog, field: string, operation: string, line = 0) {
  await user.click(dialog.getAllByRole('combobox', { name: 'Field' })[line] as HTMLElement);
  await user.click(await screen.findByRole('option', { name: field }));
  await user.selectOptions(dialog.getAllByRole('combobox', { name: 'Operation' })[line] as HTMLElement, operation);
}

/** What the preview shows of each item. */
const preview = (dialog: Dialog) =>
  [...dialog.getByRole('list', { name: 'Preview' }).children].map((one) => one.textContent);

const savedCosts = async ({ server, saved }: Pick<Opened, 'server' | 'saved'>) => {
  const params = { instanceId: server.studio.dev, templateId: 'weapon' };
  const list = await Promise.all(
    saved.weapons.map((id) => server.call(items.get, { params: { ...params, id } }, { as: 'owner' })),
  );
  return list.map(({ item }) => item.fields.find(({ template_field_id: id }) => id === 'cost')?.value);
};

test('an edit shows each item before and after, is applied, and undone from its toast', async () => {
  shows('4.select.edit', '4.select.undo');
  const opened = await openWeapons();
  const { user, saved } = opened;
  const [sword, , bow] = saved.weapons;
  const dialog = await openDialog(user, 'Edit', 'Sword', 'Bow');
  await choose(user, dialog, 'Cost', 'Multiply by');
  await user.type(dialog.getByRole('textbox', { name: 'Value' }), '1.1');
  const apply = await dialog.findByRole('button', { name: 'Apply to 2 items' });
  expect(preview(dialog)).toEqual([`Sword#${sword}Cost120132`, `Bow#${bow}Cost200220`]);
  expect(await savedCosts(opened)).toEqual([120, 90, 200]);
  await user.click(apply);
  const toast = (await screen.findByText('2 items changed')).parentElement as HTMLElement;
  expect(await savedCosts(opened)).toEqual([132, 90, 220]);
  const { dev } = opened.server.studio;
  expect(opened.events).toContainEqual({
    type: 'saved',
    what: 'items',
    instanceId: dev,
    templateId: 'weapon',
    count: 2,
  });
  // The list is loaded again, and the selection stays.
  const row = screen.getByRole('row', { name: /Sword/ });
  await waitFor(() => expect(row.textContent).toContain('132'));
  expect((await screen.findByRole('group', { name: 'Selected rows' })).textContent).toContain('2 selected');
  await user.click(within(toast).getByRole('button', { name: 'Undo' }));
  await screen.findByText('The changes were undone');
  expect(await savedCosts(opened)).toEqual([120, 90, 200]);
  await waitFor(() => expect(row.textContent).not.toContain('132'));
});

test('several fields are changed at once, each by its own input', async () => {
  shows('4.select.edit');
  const { user, saved } = await openWeapons();
  const dialog = await openDialog(user, 'Edit', 'Axe');
  await choose(user, dialog, 'Label', 'Append');
  await user.type(dialog.getByRole('textbox', { name: 'Text' }), ' of doom');
  await user.click(dialog.getByRole('button', { name: 'Change another field' }));
  expect(document.activeElement).toBe(dialog.getAllByRole('combobox', { name: 'Field' })[1]);
  await choose(user, dialog, 'Magic', 'Set to', 1);
  await user.click(dialog.getByRole('checkbox'));
  await user.click(dialog.getByRole('button', { name: 'Change another field' }));
  await choose(user, dialog, 'Material', 'Clear', 2);
  await dialog.findByRole('button', { name: 'Apply to 1 item' });
  await waitFor(() =>
    expect(preview(dialog)).toEqual([`Axe#${saved.weapons[1]}LabelAxeAxe of doomMagicFalseTrueMaterialSteel`]),
  );
});

test('a field in rows is changed in all rows, or in those that meet a condition', async () => {
  shows('4.select.rows');
  const { user, saved } = await openWeapons();
  const [sword] = saved.weapons;
  const dialog = await openDialog(user, 'Edit', 'Sword');
  await choose(user, dialog, 'Key', 'Append');
  await user.type(dialog.getByRole('textbox', { name: 'Text' }), '!');
  await dialog.findByRole('button', { name: 'Apply to 1 item' });
  expect(preview(dialog)).toEqual([`Sword#${sword}Attributes 1 › Keyaa!Attributes 2 › Keybb!`]);
  await user.click(dialog.getByRole('button', { name: 'Only in some rows' }));
  const condition = within(dialog.getByRole('group', { name: 'Condition on rows' }));
  await user.selectOptions(condition.getByRole('combobox', { name: 'Filter condition' }), 'is');
  await user.type(condition.getByRole('textbox', { name: 'Filter value' }), 'b');
  await waitFor(() => expect(preview(dialog)).toEqual([`Sword#${sword}Attributes 2 › Keybb!`]));
});

test('what a rule refuses is named, and nothing can be applied until it is left out', async () => {
  shows('4.select.leave-out');
  const opened = await openWeapons();
  const { user, saved } = opened;
  const dialog = await openDialog(user, 'Edit', 'Sword', 'Bow');
  await choose(user, dialog, 'Cost', 'Multiply by');
  await user.type(dialog.getByRole('textbox', { name: 'Value' }), '60');
  const problem = await dialog.findByRole('region', { name: '1 item cannot be changed in this way' });
  expect(problem.textContent).toContain(`Bow #${saved.weapons[2]}: Cost: `);
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Apply' }).disabled).toBe(true);
  await user.click(within(problem).getByRole('button', { name: 'Leave them out' }));
  await user.click(await dialog.findByRole('button', { name: 'Apply to 1 item' }));
  await screen.findByText('1 item changed');
  expect(await savedCosts(opened)).toEqual([7200, 90, 200]);
});

test('if items were changed meanwhile, nothing is applied, and the preview is loaded again', async () => {
  shows('4.select.changed');
  const opened = await openWeapons();
  const { user, server } = opened;
  const dialog = await openDialog(user, 'Edit', 'Sword');
  await choose(user, dialog, 'Cost', 'Add');
  await user.type(dialog.getByRole('textbox', { name: 'Value' }), '1');
  const apply = await dialog.findByRole('button', { name: 'Apply to 1 item' });
  const template_id = 'weapon';
  const edit = {
    selection: { template_id, ids: [opened.saved.weapons[0] ?? 0] },
    action: { operations: [{ field_id: 'cost', op: 'set', value: 300 }] },
  } as const;
  const params = { instanceId: server.studio.dev };
  await server.call(bulkEdits.apply, { params, body: structuredClone(edit) as never }, { as: 'owner' });
  await user.click(apply);
  const notice = await dialog.findByText(/^Some of the items were changed in the meantime\./);
  expect(notice).toBeTruthy();
  await waitFor(() => expect(preview(dialog)[0]).toContain('Cost300301'));
  expect(await savedCosts(opened)).toEqual([300, 90, 200]);
  await user.click(await dialog.findByRole('button', { name: 'Apply to 1 item' }));
  await screen.findByText('1 item changed');
  expect(await savedCosts(opened)).toEqual([301, 90, 200]);
});

test('if another number matches, the edit says so, and goes on with those', async () => {
  shows('4.select.changed');
  const opened = await openWeapons('?size=10&filter=cost%3Amore%3A100');
  const { user, server, saved } = opened;
  // A page of one, so that all that match are offered.
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }));
  const bar = await screen.findByRole('group', { name: 'Selected rows' });
  expect(bar.textContent).toContain('2 selected');
  const params = { instanceId: server.studio.dev };
  const body = {
    selection: { template_id: 'weapon', ids: [saved.weapons[0] ?? 0] },
    action: { delete: true as const },
  };
  await server.call(bulkEdits.apply, { params, body }, { as: 'owner' });
  await user.click(within(bar).getByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit 2 items' }));
  await choose(user, dialog, 'Cost', 'Add');
  await user.type(dialog.getByRole('textbox', { name: 'Value' }), '1');
  await dialog.findByRole('button', { name: 'Apply to 1 item' });
});

test('a failed call keeps what was entered, and the same edit can be sent again', async () => {
  shows('4.select.failure');
  let isDown = true;
  const keys: unknown[] = [];
  const opened = await openWeapons('', {
    intercept: (fetch) => async (input, init) => {
      if (!String(input).endsWith('/bulk-edits')) return fetch(input, init);
      keys.push(JSON.parse(String(init?.body)).idempotency_key);
      // The first response is lost after the edit was applied.
      const answer = await fetch(input, init);
      if (!isDown) return answer;
      isDown = false;
      throw new TypeError('Failed to fetch');
    },
  });
  const { user } = opened;
  const dialog = await openDialog(user, 'Edit', 'Sword');
  await choose(user, dialog, 'Cost', 'Add');
  await user.type(dialog.getByRole('textbox', { name: 'Value' }), '1');
  await user.click(await dialog.findByRole('button', { name: 'Apply to 1 item' }));
  await dialog.findByRole('alert');
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Value' }).value).toBe('1');
  await user.click(dialog.getByRole('button', { name: 'Apply to 1 item' }));
  await screen.findByText('1 item changed');
  expect(keys[1]).toBe(keys[0]);
  expect(await savedCosts(opened)).toEqual([121, 90, 200]);
});

test('leaving asks for confirmation while an edit is entered, and only then', async () => {
  const { user, path, listPath } = await openWeapons();
  const dialog = await openDialog(user, 'Edit', 'Sword', 'Bow');
  await choose(user, dialog, 'Cost', 'Multiply by');
  // A link behind the dialog, as the browser's back button would.
  fireEvent.click(screen.getByRole('link', { name: 'Images', hidden: true }));
  const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
  expect(question.getByText('The edit of 2 items')).toBeTruthy();
  await user.click(question.getByRole('button', { name: 'Stay on this page' }));
  expect(path()).toBe(listPath);
  expect(dialog.getByRole('combobox', { name: 'Field' })).toHaveProperty('value', 'Cost');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('link', { name: 'Images' }));
  await screen.findByRole('heading', { level: 1, name: 'Images' });
});

test('a large edit shows its progress, and can be cancelled', async () => {
  shows('4.select.progress');
  const held = Promise.withResolvers<void>();
  const calls: string[] = [];
  const { user } = await openWeapons('', {
    intercept: (fetch) => async (input, init) => {
      const path = new URL(String(input)).pathname;
      calls.push(path);
      if (path.endsWith('/cancel')) held.resolve();
      else if (/change-sets\/\d+$/.test(path)) await held.promise;
      const answer = await fetch(input, init);
      if (!path.endsWith('/bulk-edits')) return answer;
      const body = { ...(await answer.json()), state: 'running', progress: { done: 400, total: 1600 } };
      return new Response(JSON.stringify(body), { status: 200, headers: { 'content-type': 'application/json' } });
    },
  });
  const dialog = await openDialog(user, 'Edit', 'Sword');
  await choose(user, dialog, 'Cost', 'Add');
  await user.type(dialog.getByRole('textbox', { name: 'Value' }), '1');
  await user.click(await dialog.findByRole('button', { name: 'Apply to 1 item' }));
  const progress = await dialog.findByRole('progressbar', { name: 'Applying the changes' });
  expect(progress.getAttribute('aria-valuenow')).toBe('25');
  await dialog.findByText('400 of 1,600 items');
  await user.click(dialog.getByRole('button', { name: 'Cancel the changes' }));
  await screen.findByText('1 item changed');
  expect(calls.some((path) => path.endsWith('/cancel'))).toBe(true);
});

test('copies get their names by a pattern, which is shown before they are created', async () => {
  shows('4.select.duplicate');
  const { user, saved } = await openWeapons();
  const [sword] = saved.weapons;
  const dialog = await openDialog(user, 'Duplicate', 'Sword');
  const times = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Copies of each' });
  // What is typed replaces it.
  await waitFor(() => expect([document.activeElement, times.selectionEnd]).toEqual([times, 1]));
  expect(times.selectionStart).toBe(0);
  const label = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Label' });
  expect(label.value).toBe('{label} (copy)');
  await user.clear(times);
  await user.type(times, '2');
  expect(label.value).toBe('{label} ({n})');
  await user.clear(label);
  await user.type(label, 'sword_{{n:02}');
  await user.click(dialog.getByRole('button', { name: 'Give a field another value' }));
  await user.click(dialog.getByRole('combobox', { name: 'Field' }));
  await user.click(await screen.findByRole('option', { name: 'Notes' }));
  await user.type(dialog.getByRole('textbox', { name: 'Pattern' }), 'like {{label}');
  const create = await dialog.findByRole('button', { name: 'Create 2 items' });
  await waitFor(() => expect(preview(dialog)[0]).toContain(`sword_01copy 1 of #${sword}`));
  expect(preview(dialog)[1]).toContain(`sword_02copy 2 of #${sword}`);
  expect(preview(dialog)[1]).toContain('Noteslike Sword');
  await user.click(create);
  await screen.findByText('2 items created');
  await screen.findByRole('row', { name: /sword_02/ });
});

test('a deletion names the items and what links to them, and clears the selection', async () => {
  shows('4.select.delete', '4.hands.delete-looks-first');
  const server = await startTestServer();
  const saved = await saveWeapons(server, (iron) => [['Sword', { cost: 5, material: iron }]]);
  const path = `/instance/${server.studio.dev}/templates/material/items`;
  const { user } = await renderConsole(path, { as: 'owner', server });
  const dialog = await openDialog(user, 'Delete', 'Iron', 'Steel');
  const problem = await dialog.findByRole('region', { name: '1 item is still linked to' });
  expect(problem.textContent).toContain(`Iron #${saved.iron}, which Sword #${saved.weapons[0]} in Weapon links to`);
  const linking = within(problem).getByRole('link', { name: 'Sword' });
  expect(linking.getAttribute('href')).toBe(
    `/instance/${server.studio.dev}/templates/weapon/items/${saved.weapons[0]}/edit`,
  );
  expect(preview(dialog)).toEqual([
    `Iron#${saved.iron}"Sword" in Weapon links to itLeave out`,
    `Steel#${saved.steel}-Deleted`,
  ]);
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(true);
  await user.click(within(problem).getByRole('button', { name: 'Leave them out' }));
  await user.click(await dialog.findByRole('button', { name: 'Delete 1 item' }));
  await screen.findByText('1 item deleted');
  await waitFor(() => expect(screen.queryByRole('row', { name: /Steel/ })).toBeNull());
  expect(screen.getByRole('row', { name: /Iron/ })).toBeTruthy();
  expect(screen.queryByRole('group', { name: 'Selected rows' })).toBeNull();
});

test('what links to an item since its deletion was checked is named once that is refused', async () => {
  shows('4.select.delete');
  const server = await startTestServer();
  const { iron, weapons } = await saveWeapons(server, [['Sword', { cost: 5 }]]);
  const { dev: instanceId } = server.studio;
  const path = `/instance/${instanceId}/templates/material/items`;
  const { user } = await renderConsole(path, { as: 'owner', server });
  const dialog = await openDialog(user, 'Delete', 'Iron');
  const button = await dialog.findByRole('button', { name: 'Delete 1 item' });
  const selection = { template_id: 'weapon', ids: weapons };
  const action = { operations: [{ field_id: 'material', op: 'set' as const, value: iron }] };
  await server.call(bulkEdits.apply, { params: { instanceId }, body: { selection, action } }, { as: 'owner' });
  await user.click(button);
  const problem = await dialog.findByRole('region', { name: '1 item is still linked to' });
  expect(problem.textContent).toContain(`Iron #${iron}, which Sword #${weapons[0]} in Weapon links to`);
});
