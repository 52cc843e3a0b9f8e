import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../../specification/shows.ts';
import { renderConsole } from '../../support/console.tsx';
import { importFile, jsonLines } from '../../support/import-file.ts';
import { weapon } from '../../support/item-content.ts';
import { saveOne } from '../../support/sample-template.ts';
import { emailOf } from '../../support/server-studio.ts';
import { gridOf, openGrid } from './open-grid.ts';

type Opened = Awaited<ReturnType<typeof openGrid>>;

const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' });

/** Labels and costs of all weapons, as they are saved. */
async function savedCosts({ server }: Opened) {
  const params = { instanceId: server.studio.dev, templateId: 'weapon' };
  const { items: rows } = await server.call(items.list, { params, body: { limit: 100 } }, { as: 'owner' });
  return Object.fromEntries(rows.map(({ internal_label, values }) => [internal_label, values.cost]));
}

async function type(opened: Opened, row: number, header: string, text: string) {
  await opened.user.click(opened.cell(row, header));
  await opened.user.keyboard(`${text}{Enter}`);
}

/** Saves a weapon as another member does. */
const saveElsewhere = ({ server, saved }: Opened, place: number, label: string, values: { cost: number }) => {
  const { fields, ...rest } = weapon(label, values);
  const changed = fields.map((one) => ({ ...one, status: 2 as const }));
  return saveOne(server, { ...rest, fields: changed, id: saved.weapons[place] ?? 0, version: 1 }, 'admin');
};

/** Changes label and cost of the first weapon as another member does. */
const changesElsewhere: Record<string, (opened: Opened) => Promise<unknown>> = {
  'by a save of the form': (opened) => saveElsewhere(opened, 0, 'Great sword', { cost: 130 }),
  'by an import': async ({ server, saved }) => {
    const row = { _id: saved.weapons[0], _label: 'Great sword', cost: 130 };
    const { import: applied } = await importFile(server, jsonLines([row]), { as: 'admin', templateId: 'weapon' });
    expect(applied).toMatchObject({ state: 'applied', counts: { changed: 1 } });
  },
};

test('a save sends one change set of what has changed, and its toast undoes it', async () => {
  shows('4.grid.save');
  const opened = await openGrid();
  const { user, server, column } = opened;
  await type(opened, 0, 'Cost', '75');
  await type(opened, 0, 'Label', 'Long sword');
  await type(opened, 2, 'Notes', 'light');
  await user.keyboard('{Control>}s{/Control}');
  await screen.findByText('2 items saved');
  expect(await savedCosts(opened)).toEqual({ 'Long sword': 75, Axe: 90, Bow: 200 });
  await waitFor(() => expect(saveButton().disabled).toBe(true));
  const params = { instanceId: server.studio.dev };
  const { change_sets: sets } = await server.call(changeSets.list, { params, query: {} }, { as: 'owner' });
  expect(sets[0]).toMatchObject({ origin: 'grid', counts: { added: 0, updated: 2, removed: 0 } });
  // The next save is based on the new versions.
  await type(opened, 0, 'Cost', '76');
  await user.click(saveButton());
  const toast = (await screen.findByText('1 item saved')).parentElement as HTMLElement;
  expect(await savedCosts(opened)).toMatchObject({ 'Long sword': 76 });
  expect(opened.events).toContainEqual({
    type: 'saved',
    what: 'items',
    instanceId: server.studio.dev,
    templateId: 'weapon',
    count: 1,
  });
  await user.click(within(toast).getByRole('button', { name: 'Undo' }));
  await screen.findByText('The changes were undone');
  await waitFor(() => expect(column('Cost')[0]).toBe('75'));
});

test('rows that were pasted at the end become items', async () => {
  shows('4.grid.rows', '4.grid.save');
  const opened = await openGrid();
  const { user, cell, column } = opened;
  await user.click(cell(3, 'Label'));
  await user.paste('Club\t\t\t5\nMace\t\t\t6\n');
  expect(column('Label')).toEqual(['Sword', 'Axe', 'Bow', 'Club', 'Mace']);
  await user.click(saveButton());
  await screen.findByText('2 items saved');
  expect(await savedCosts(opened)).toEqual({ Sword: 120, Axe: 90, Bow: 200, Club: 5, Mace: 6 });
  await waitFor(() => expect(column('ID')).not.toContain('New'));
  expect(column('Label')).toEqual(['Sword', 'Axe', 'Bow', 'Club', 'Mace']);
  // They are the same items from now on.
  await type(opened, 3, 'Cost', '7');
  await user.click(saveButton());
  await screen.findByText('1 item saved');
  expect(await savedCosts(opened)).toEqual({ Sword: 120, Axe: 90, Bow: 200, Club: 7, Mace: 6 });
});

test('a grid with invalid cells is not sent, and the first of them is selected', async () => {
  shows('4.grid.invalid');
  const opened = await openGrid();
  await type(opened, 1, 'Cost', 'x');
  await type(opened, 0, 'Notes', 'fine');
  await opened.user.click(saveButton());
  await screen.findByText('1 cell is invalid. Correct it, then save again.');
  expect(opened.cell(1, 'Cost').hasAttribute('data-active')).toBe(true);
  expect(await savedCosts(opened)).toEqual({ Sword: 120, Axe: 90, Bow: 200 });
});

test('an invalid cell in a hidden column is shown and selected', async () => {
  shows('4.grid.invalid');
  const opened = await openGrid();
  await type(opened, 1, 'Cost', 'x');
  await opened.user.click(screen.getByRole('button', { name: /^Columns/ }));
  await opened.user.click(await screen.findByRole('checkbox', { name: 'Cost' }));
  await waitFor(() => expect(opened.heads()).not.toContain('Cost'));
  await opened.user.keyboard('{Escape}');
  await opened.user.click(saveButton());
  await waitFor(() => expect(opened.heads()).toContain('Cost'));
  expect(document.activeElement).toBe(opened.cell(1, 'Cost'));
});

test('what the server refuses is marked in its cell, nothing is saved, and all edits stay', async () => {
  shows('4.grid.refused');
  const opened = await openGrid();
  const { user, saved, cell, column } = opened;
  await type(opened, 0, 'Cost', '75');
  await user.click(cell(1, 'Material'));
  // The id of an item of another template, which only the server knows.
  await user.paste(String(saved.weapons[0]));
  await user.click(saveButton());
  const notice = await screen.findByText(/^Nothing was saved: 1 item was refused/);
  expect(await savedCosts(opened)).toMatchObject({ Sword: 120 });
  expect(cell(1, 'Material').getAttribute('aria-invalid')).toBe('true');
  expect(column('Cost')[0]).toBe('75');
  await user.click(within(notice.closest('[role="alert"]') as HTMLElement).getByRole('button', { name: /^Go to/ }));
  expect(document.activeElement).toBe(cell(1, 'Material'));
  expect(screen.getByRole('contentinfo').textContent).toContain('Material: ');
  await user.keyboard('{Delete}');
  expect(cell(1, 'Material').getAttribute('aria-invalid')).toBeNull();
  await user.click(saveButton());
  await screen.findByText('2 items saved');
});

test.each(Object.keys(changesElsewhere))(
  'what was changed %s meanwhile is decided by field, and saved then',
  async (how) => {
    shows('4.grid.conflict');
    const opened = await openGrid();
    const { user, column } = opened;
    await type(opened, 0, 'Cost', '75');
    await type(opened, 0, 'Notes', 'mine');
    await type(opened, 1, 'Cost', '91');
    await changesElsewhere[how]?.(opened);
    await user.click(saveButton());
    await screen.findByText(/^Nothing was saved: someone else has changed 1 item/);
    expect(await savedCosts(opened)).toEqual({ 'Great sword': 130, Axe: 90, Bow: 200 });
    await user.click(screen.getByRole('button', { name: 'Decide' }));
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Someone else has changed this item in the meantime' }),
    );
    await user.click(dialog.getByRole('button', { name: 'Choose field by field' }));
    // Mine for the notes, theirs for the label, which only they have changed; the cost is decided here.
    await user.click(within(dialog.getByRole('group', { name: 'Cost' })).getByRole('radio', { name: /Theirs/ }));
    await user.click(dialog.getByRole('button', { name: 'Save these values' }));
    await screen.findByText('2 items saved');
    expect(await savedCosts(opened)).toEqual({ 'Great sword': 130, Axe: 91, Bow: 200 });
    await waitFor(() => expect(column('Notes')[0]).toBe('mine'));
  },
);

test('changes of others to other fields are merged, and shown after the save', async () => {
  shows('4.grid.conflict');
  const opened = await openGrid();
  await type(opened, 0, 'Notes', 'mine');
  await saveElsewhere(opened, 0, 'Sword', { cost: 130 });
  await opened.user.click(saveButton());
  await screen.findByText('1 item saved');
  await waitFor(() => expect(opened.column('Cost')[0]).toBe('130'));
  expect(opened.column('Notes')[0]).toBe('mine');
});

test('after a lost answer the same save is repeated first, so that no row is created twice', async () => {
  shows('4.grid.save');
  let isDown = true;
  const opened = await openGrid('', {
    intercept: (fetch) => async (input, init) => {
      const answer = await fetch(input, init);
      if (!isDown || !String(input).includes('/imports')) return answer;
      isDown = false;
      throw new TypeError('Failed to fetch');
    },
  });
  const { user, cell } = opened;
  await user.click(cell(3, 'Label'));
  await user.paste('Club\t\t\t5\n');
  await user.click(saveButton());
  const notice = await screen.findByText(/Your edits are still here\.$/);
  await type(opened, 0, 'Cost', '75');
  await user.click(within(notice.closest('[role="alert"]') as HTMLElement).getByRole('button', { name: 'Try again' }));
  await waitFor(async () => expect(await savedCosts(opened)).toMatchObject({ Sword: 75, Club: 5 }));
  const params = { instanceId: opened.server.studio.dev, templateId: 'weapon' };
  const { items: rows } = await opened.server.call(items.list, { params, body: { limit: 100 } }, { as: 'owner' });
  expect(rows.filter(({ internal_label }) => internal_label === 'Club')).toHaveLength(1);
});

test('after a save that has failed on the server, the next one is another save', async () => {
  shows('4.grid.save');
  const keys: (string | null)[] = [];
  const opened = await openGrid('', {
    intercept: (fetch) => async (input, init) => {
      const url = new URL(String(input instanceof Request ? input.url : input), 'http://localhost');
      if (!url.pathname.endsWith('/imports') || !url.searchParams.has('idempotency_key')) return fetch(input, init);
      keys.push(url.searchParams.get('idempotency_key'));
      const answer = await fetch(input, init);
      if (keys.length > 1) return answer;
      const body = await answer.json();
      const failed = {
        ...body.import,
        state: 'failed',
        error: 'The save was stopped. Save again.',
        change_set_id: null,
      };
      return Response.json({ ...body, import: failed }, { status: answer.status });
    },
  });
  await type(opened, 0, 'Cost', '75');
  await opened.user.click(saveButton());
  await screen.findByText(/^The save was stopped/);
  await opened.user.click(saveButton());
  await waitFor(() => expect(keys).toHaveLength(2));
  expect(keys[1]).not.toBe(keys[0]);
});

test('rows beyond those of the answer have their new versions before the items are loaded again', async () => {
  shows('4.grid.save');
  let isHeld = false;
  const opened = await openGrid('', {
    intercept: (fetch) => async (input, init) => {
      const url = new URL(String(input instanceof Request ? input.url : input), 'http://localhost');
      if (isHeld && String(init?.body ?? '').includes('"limit":500')) return new Promise(() => undefined);
      const answer = await fetch(input, init);
      if (!url.searchParams.has('idempotency_key')) return answer;
      isHeld = true;
      return Response.json({ ...(await answer.json()), rows: [] }, { status: answer.status });
    },
  });
  await type(opened, 0, 'Cost', '75');
  await opened.user.click(saveButton());
  await screen.findByText('1 item saved');
  await waitFor(() => expect(saveButton().disabled).toBe(true));
  await type(opened, 0, 'Cost', '76');
  await opened.user.click(saveButton());
  await waitFor(async () => expect(await savedCosts(opened)).toMatchObject({ Sword: 76 }));
});

test('new rows are removed, and their removal is undone', async () => {
  shows('4.grid.rows');
  const { user, cell, column } = await openGrid();
  await user.click(cell(3, 'Label'));
  await user.paste('Club\nMace\n');
  await user.click(screen.getByRole('button', { name: 'Remove new rows' }));
  expect(column('Label')).toEqual(['Sword', 'Axe', 'Bow']);
  expect(saveButton().disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(column('Label')).toEqual(['Sword', 'Axe', 'Bow', 'Club', 'Mace']);
});

test('a save whose answer was lost is repeated with its key after a reload, too', async () => {
  shows('4.grid.save', '4.grid.draft');
  const first = await openGrid('', {
    intercept: (fetch) => async (input, init) => {
      const answer = await fetch(input, init);
      if (String(input).includes('/imports')) throw new TypeError('Failed to fetch');
      return answer;
    },
  });
  await screen.findByTitle(emailOf('owner'));
  await first.user.click(first.cell(3, 'Label'));
  await first.user.paste('Club\t\t\t5\n');
  await first.user.click(saveButton());
  await screen.findByText(/Your edits are still here\.$/);
  fireEvent(window, new Event('pagehide'));
  first.close();
  const { user } = await renderConsole(`${first.listPath}/grid`, { server: first.server, as: 'owner' });
  const { column } = await gridOf();
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  await user.click(saveButton());
  await screen.findByText('1 item saved');
  await waitFor(() => expect(column('Label')).toEqual(['Sword', 'Axe', 'Bow', 'Club']));
  expect(await savedCosts(first)).toEqual({ Sword: 120, Axe: 90, Bow: 200, Club: 5 });
  const params = { instanceId: first.server.studio.dev, templateId: 'weapon' };
  const { items: rows } = await first.server.call(items.list, { params, body: { limit: 100 } }, { as: 'owner' });
  expect(rows).toHaveLength(4);
});
