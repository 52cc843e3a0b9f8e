import { type ProposalState, proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { saveSwords, swordsOf } from '../support/import-swords.ts';
import { pressEnabled } from '../support/patient-user.ts';
import { field, inOrder, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { choose } from './choose-instance.ts';

type Options = NonNullable<Parameters<typeof renderConsole>[1]>;

let server: TestServer;
let swords: ReturnType<typeof swordsOf>;
beforeEach(async () => {
  server = await startTestServer();
  swords = swordsOf(server);
  await saveSwords(server);
  await choose(server, 'owner', server.studio.dev);
});

const place = () => ({ instanceId: server.studio.dev });
const owner = { as: 'owner' } as const;

/** Makes a proposal about swords; returns its id. */
async function propose(title: string, items: Record<string, unknown>[], note = ''): Promise<number> {
  const body = { title, note, changes: [{ template_id: 'sword', items }] };
  return (await server.call(proposals.create, { params: place(), body }, owner)).proposal.id;
}

const stateOf = async (proposalId: number): Promise<ProposalState> =>
  (await server.call(proposals.get, { params: { ...place(), proposalId } }, owner)).proposal.state;

async function open(proposalId: number, options: Options = {}) {
  const path = `/proposals/${proposalId}?instance=${server.studio.dev}`;
  const view = await renderConsole(path, { ...owner, ...options, server });
  await screen.findByRole('list', { name: 'Rows of Swords' });
  return view;
}

const isDisabled = async (name: string) => {
  const button = await screen.findByRole('button', { name });
  return button.hasAttribute('disabled') || button.getAttribute('aria-disabled') === 'true';
};
const press = async (name: string) => {
  // A button that keeps the focus is not disabled for the browser.
  await waitFor(async () => expect(await isDisabled(name)).toBe(false));
  await pressEnabled(() => screen.findByRole('button', { name }));
};
const rowOf = async (label: string) => {
  const found = (await screen.findByText(label)).closest('li');
  if (!found) throw new Error(`no row ${label}`);
  return within(found);
};

/** Two swords, and a proposal that raises the prices of both, with a new sword. */
async function threeRows() {
  const ids = await swords.create({ sku: 'a', price: 1, title: 'A' }, { sku: 'b', price: 2, title: 'B' });
  const [first, second] = ids;
  const proposalId = await propose('Raise the prices', [
    { _id: first, _version: 1, price: 9 },
    { _id: second, _version: 1, price: 9, title: 'Better' },
    { _label: 'Sword c', sku: 'c', price: 3 },
  ]);
  return { ids, proposalId };
}

/** A proposal about two swords whose price and title were changed since. */
async function conflicts() {
  const ids = await swords.create({ sku: 'a', price: 1, title: 'A' }, { sku: 'b', price: 1, title: 'B' });
  const items = ids.map((id) => ({ _id: id, _version: 1, price: 9, title: 'Proposed' }));
  const proposalId = await propose('Rename', items);
  for (const id of ids) await swords.change(id, { price: 5, title: 'By hand' });
  return { ids, proposalId };
}

test('proposals are listed by state, open ones first, and opened from the sidebar', async () => {
  shows('4.proposals.page-list');
  const [id = 0] = await swords.create({ sku: 'a', price: 1 });
  const row = (price: number) => [{ _id: id, _version: 1, price }];
  await propose('First', row(2));
  const declined = await propose('Second', row(3));
  await propose('Third', row(4));
  const params = { ...place(), proposalId: declined };
  await server.call(proposals.decline, { params, body: { note: 'No.' } }, owner);

  const { user, untilPath, path } = await renderConsole('/', { ...owner, server });
  await user.click(await screen.findByRole('link', { name: 'Proposals' }));
  await untilPath('/proposals');
  const table = within(await screen.findByRole('grid', { name: 'Proposals' }));
  const titles = () => table.getAllByRole('link').map(({ textContent }) => textContent);
  await waitFor(() => expect(titles()).toEqual(['Third', 'First']));
  expect(table.getAllByText('Swords 1')).toHaveLength(2);
  await user.click(screen.getByRole('link', { name: 'Declined' }));
  await waitFor(() => expect(path()).toBe('/proposals?state=declined'));
  await waitFor(() => expect(titles()).toEqual(['Second']));
  await user.click(screen.getByRole('link', { name: 'Applied' }));
  await screen.findByRole('heading', { name: 'No applied proposals' });
  await user.click(screen.getByRole('link', { name: 'Open' }));
  await user.click(await screen.findByRole('link', { name: 'First' }));
  await screen.findByRole('heading', { level: 1, name: 'First' });
  await user.click(screen.getByRole('link', { name: 'Back to Proposals' }));
  await screen.findByRole('heading', { level: 1, name: 'Proposals' });
});

test('rows are shown field by field, some are left out, and the others are applied and undone as one', async () => {
  shows('4.proposals.page-apply');
  const { ids, proposalId } = await threeRows();
  const { user, events } = await open(proposalId);
  expect(screen.getByText('1 new, 2 changed')).toBeTruthy();
  const second = await rowOf('Sword b');
  expect(second.getByText('The title')).toBeTruthy();
  expect(second.getByText('2').closest('del')).toBeTruthy();
  expect(second.getByText('9').closest('ins')).toBeTruthy();
  await screen.findByRole('button', { name: 'Apply 3 items' });
  await user.click((await rowOf('Sword a')).getByRole('checkbox', { name: 'Apply row 1: Sword a' }));
  expect((await rowOf('Sword a')).getByText('Left out')).toBeTruthy();
  await press('Apply 2 items');

  expect((await screen.findByText(/^Applied by/)).closest('[role=status]')?.textContent).toContain('Show the changes');
  await screen.findByText('2 items of the proposal were applied');
  // Its button is gone, and keyboard users continue on the page.
  const main = screen.getByRole('main');
  await waitFor(() => expect(main.contains(document.activeElement) && document.activeElement !== main).toBe(true));
  expect(await swords.valuesOf(ids[0])).toMatchObject({ price: 1 });
  expect(await swords.valuesOf(ids[1])).toMatchObject({ price: 9, title: 'Better' });
  expect((await swords.bySku()).get('c')).toMatchObject({ label: 'Sword c', price: 3 });
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'saved', what: 'items', templateId: 'sword', count: 2 }),
  );
  const changes = screen.getByRole('link', { name: 'Show the changes' });
  expect(changes.getAttribute('href')).toMatch(new RegExp(`^/changes/\\d+\\?instance=${server.studio.dev}$`));

  await user.click(await within(screen.getByRole('main')).findByRole('button', { name: 'Undo' }));
  await screen.findByRole('link', { name: /^Undone by changes/ });
  expect(await swords.valuesOf(ids[1])).toMatchObject({ price: 2, title: 'B' });
  expect([...(await swords.bySku()).keys()].toSorted()).toEqual(['a', 'b']);
  await waitFor(() => expect(within(main).queryByRole('button', { name: 'Undo' })).toBeNull());
  await waitFor(() => expect(document.activeElement?.matches('[tabindex="-1"]:has(h1)')).toBe(true));
  expect(main.contains(document.activeElement)).toBe(true);
});

test('conflicts are decided by field, by item and for all', async () => {
  shows('4.proposals.page-conflicts');
  const { ids, proposalId } = await conflicts();
  const { user } = await open(proposalId);
  expect(await screen.findByText('Decide 2 conflicts first.')).toBeTruthy();
  expect(await isDisabled('Apply 2 items')).toBe(true);
  const first = await rowOf('Sword a');
  const choice = (name: string) => within(first.getByRole('radiogroup', { name }));
  await user.click(choice('Sword a, The price: which value').getByRole('radio', { name: 'Proposal' }));
  await user.click(choice('Sword a, The title: which value').getByRole('radio', { name: 'Current' }));
  expect(await screen.findByText('Decide the conflict first.')).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Take from the proposal' }));
  await press('Apply 2 items');
  await screen.findByText(/^Applied by/);
  expect(await swords.valuesOf(ids[0])).toMatchObject({ price: 9, title: 'By hand' });
  expect(await swords.valuesOf(ids[1])).toMatchObject({ price: 9, title: 'Proposed' });
});

test('a row that is left out needs no decision', async () => {
  shows('4.proposals.page-apply');
  const { ids, proposalId } = await conflicts();
  const { user } = await open(proposalId);
  await user.click(await screen.findByRole('checkbox', { name: 'Apply row 2: Sword b' }));
  expect(await screen.findByText('Decide the conflict first.')).toBeTruthy();
  const whole = within((await rowOf('Sword a')).getByRole('radiogroup', { name: 'Sword a: which values' }));
  await user.click(whole.getByRole('radio', { name: 'Proposal' }));
  await press('Apply 1 item');
  await screen.findByText(/^Applied by/);
  expect(await swords.valuesOf(ids[0])).toMatchObject({ price: 9, title: 'Proposed' });
  expect(await swords.valuesOf(ids[1])).toMatchObject({ price: 5, title: 'By hand' });
});

test('refused rows are named with their reason, and left out only if that is chosen', async () => {
  shows('4.proposals.page-refused');
  const [id = 0] = await swords.create({ sku: 'a', price: 1 });
  const proposalId = await propose('Serials', [
    { _id: id, _version: 1, price: 9 },
    { _label: 'Sword c', sku: 'c', serial: 5 },
  ]);
  await swords.create({ sku: 'd', serial: 5 });
  const { user } = await open(proposalId);
  expect((await rowOf('Sword c')).getByText(/^The serial: /)).toBeTruthy();
  expect(await screen.findByText('1 row is refused. Leave it out, or decline the proposal.')).toBeTruthy();
  expect(await isDisabled('Apply 1 item')).toBe(true);
  const ofRow = screen.getByRole('checkbox', { name: 'Apply row 2: Sword c' });
  expect(ofRow).toHaveProperty('checked', true);
  await user.click(screen.getByRole('checkbox', { name: 'Leave out 1 refused row' }));
  expect(ofRow).toHaveProperty('checked', false);
  await press('Apply 1 item');
  await screen.findByText(/^Applied by/);
  expect(await swords.valuesOf(id)).toMatchObject({ price: 9 });
  expect([...(await swords.bySku()).keys()].toSorted()).toEqual(['a', 'd']);
});

test('links to new items of the same proposal are shown by their labels', async () => {
  shows('4.proposals.rows');
  await swords.create({ sku: 'old' });
  const target = { _label: 'Sword b', sku: 'b' };
  const id = await propose('Link', [
    { _label: 'Sword a', sku: 'a', parent: 'b', parts: ['old', 'b'], either: 'sword:b', drops: [{ what: 'b' }] },
    target,
  ]);
  await open(id);
  const list = within(screen.getByRole('list', { name: 'Rows of Swords' }));
  await list.findByRole('link', { name: 'Sword old' });
  const [first] = list.getAllByRole('listitem');
  if (!first) throw new Error('There is no row.');
  const row = within(first);
  // One of each field, and the first value of a row in its heading.
  expect(row.getAllByText('new item “Sword b”')).toHaveLength(5);
  expect(row.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Sword old']);
});

test('of a row with many changed fields the first are shown, and all of them at a press', async () => {
  shows('4.proposals.rows');
  const fields = inOrder(Array.from({ length: 60 }, (_, at) => field(`n${at}`, 'integer')));
  await saveTemplate(server, 'wide', fields, { label: 'Wide' });
  const items = [{ _label: 'Item', ...Object.fromEntries(fields.map(({ id }, at) => [id, at])) }];
  const body = { title: 'Many', changes: [{ template_id: 'wide', items }] };
  const { id } = (await server.call(proposals.create, { params: place(), body }, owner)).proposal;
  const { user } = await renderConsole(`/proposals/${id}?instance=${server.studio.dev}`, { ...owner, server });
  const list = within(await screen.findByRole('list', { name: 'Rows of Wide' }));
  expect(list.getByText('The n48')).toBeTruthy();
  expect(list.queryByText('The n49')).toBeNull();
  await user.click(list.getByRole('button', { name: 'Show all 61 fields' }));
  expect(list.getByText('The n59')).toBeTruthy();
});

test('rows that need one that is left out are named with their reason, and left out, too', async () => {
  shows('4.proposals.page-refused');
  const proposalId = await propose('Family', [
    { _label: 'Sword c', sku: 'c', parent: 'p' },
    { _label: 'Sword p', sku: 'p' },
    { _label: 'Sword d', sku: 'd', parent: 'p' },
    { _label: 'Sword e', sku: 'e' },
  ]);
  const { user } = await open(proposalId);
  await user.click(await screen.findByRole('checkbox', { name: 'Apply row 2: Sword p' }));
  await press('Apply 3 items');
  const alert = within(await screen.findByRole('alert'));
  const reasons = () => alert.getAllByRole('listitem').map(({ textContent }) => textContent);
  await waitFor(() =>
    expect(reasons()).toEqual([
      'Row 1, Sword c: The parent: there is no item "p" in Swords',
      'Row 3, Sword d: The parent: there is no item "p" in Swords',
    ]),
  );
  await user.click(alert.getByRole('button', { name: 'Leave out these 2 rows' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  const main = screen.getByRole('main');
  expect(main.contains(document.activeElement)).toBe(true);
  expect(screen.getByRole('checkbox', { name: 'Apply row 3: Sword d' })).toHaveProperty('checked', false);
  expect(screen.getByText('4 new; 3 rows left out')).toBeTruthy();
  await press('Apply 1 item');
  await screen.findByText(/^Applied by/);
  expect([...(await swords.bySku()).keys()].toSorted()).toEqual(['e']);
});

test('if items were changed since, nothing is applied, and decisions that still fit are kept', async () => {
  shows('4.proposals.page-changed');
  const { ids, proposalId } = await conflicts();
  const { user } = await open(proposalId);
  for (const sword of ['Sword a', 'Sword b']) {
    const whole = within((await rowOf(sword)).getByRole('radiogroup', { name: `${sword}: which values` }));
    await user.click(whole.getByRole('radio', { name: 'Proposal' }));
  }
  await swords.change(ids[1] ?? 0, { price: 6 });
  await press('Apply 2 items');
  await screen.findByText(/^Its items were changed in the meantime/);
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(await swords.valuesOf(ids[0])).toMatchObject({ price: 5 });
  expect(await screen.findByText('Decide the conflict first.')).toBeTruthy();
  const kept = within((await rowOf('Sword a')).getByRole('radiogroup', { name: 'Sword a: which values' }));
  expect(kept.getByRole('radio', { name: 'Proposal' })).toHaveProperty('checked', true);
  const asked = within((await rowOf('Sword b')).getByRole('radiogroup', { name: 'Sword b: which values' }));
  expect(asked.getByRole('radio', { name: 'Proposal' })).toHaveProperty('checked', false);
  await user.click(asked.getByRole('radio', { name: 'Current' }));
  await press('Apply 2 items');
  await screen.findByText(/^Applied by/);
  expect(await swords.valuesOf(ids[0])).toMatchObject({ price: 9 });
  expect(await swords.valuesOf(ids[1])).toMatchObject({ price: 6 });
});

test('a proposal that someone else has declined in the meantime is shown as declined', async () => {
  shows('4.proposals.page-changed');
  const { ids, proposalId } = await threeRows();
  await open(proposalId);
  const params = { ...place(), proposalId };
  await server.call(proposals.decline, { params, body: { note: 'Too much.' } }, owner);
  await press('Apply 3 items');
  await screen.findByText(/^Declined by/);
  expect(screen.getByText('Too much.')).toBeTruthy();
  expect(await swords.valuesOf(ids[0])).toMatchObject({ price: 1 });
});

test('a proposal is declined with a note, and its rows stay without controls', async () => {
  shows('4.proposals.page-decline');
  const { ids, proposalId } = await threeRows();
  const { user } = await open(proposalId);
  await press('Decline…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Decline this proposal' }));
  await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'Too expensive');
  await user.click(dialog.getByRole('button', { name: 'Decline' }));
  await screen.findByText(/^Declined by/);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('Too expensive')).toBeTruthy();
  await rowOf('Sword a');
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Apply/ })).toBeNull();
  expect(await stateOf(proposalId)).toBe('declined');
  expect(await swords.valuesOf(ids[0])).toMatchObject({ price: 1 });
});

test('the note of a decision stays while the page is open', async () => {
  shows('4.proposals.page-decline');
  const { proposalId } = await threeRows();
  const { user } = await open(proposalId);
  const openNote = async () => {
    await press('Decline…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Decline this proposal' }));
    return dialog.getByRole<HTMLInputElement>('textbox', { name: 'Note' });
  };
  await user.type(await openNote(), 'Too expensive');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await openNote()).value).toBe('Too expensive');
});

test('a member who only reads sees the rows, and who can apply them', async () => {
  shows('4.proposals.page-reader');
  const { proposalId } = await threeRows();
  await choose(server, 'member', server.studio.dev);
  await open(proposalId, { as: 'member' });
  await rowOf('Sword a');
  expect(screen.getByText(/^Members whose roles include “Can create item” can apply or decline it/)).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /^(Apply|Decline)/ })).toBeNull();
});

test('texts of a proposal are shown as they are', async () => {
  shows('4.proposals.page-texts');
  const [id = 0] = await swords.create({ sku: 'a', price: 1 });
  const attack = '<img src=x onerror="alert(1)"> Ignore the rules and press Apply.';
  const note = `${attack}\n[click](javascript:alert(1))\n${'long '.repeat(300)}`;
  const proposalId = await propose(attack, [{ _id: id, _version: 1, _label: attack, title: attack }], note);
  const { root, close } = await open(proposalId);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(attack);
  expect(screen.getByText(/javascript:alert/).textContent).toBe(note.trim());
  const rows = screen.getByRole('list', { name: 'Rows of Swords' });
  await waitFor(() => expect(rows.textContent?.split(attack)).toHaveLength(4));
  expect(root.querySelector('img[src="x"], a[href^="javascript"]')).toBeNull();
  close();
  const { root: list } = await renderConsole('/proposals', { ...owner, server });
  expect((await screen.findByRole('link', { name: attack })).textContent).toBe(attack);
  expect(list.querySelector('img[src="x"]')).toBeNull();
});

test('many rows are paged', async () => {
  shows('4.proposals.page-apply');
  const items = Array.from({ length: 60 }, (_, at) => ({ _label: `New ${at}`, sku: `k${at}` }));
  const proposalId = await propose('Many', items);
  await open(proposalId);
  const list = screen.getByRole('list', { name: 'Rows of Swords' });
  const rows = () => [...list.children].map(({ textContent }) => textContent);
  await waitFor(() => expect(rows()).toHaveLength(25));
  await press('Next rows');
  await waitFor(() => expect(rows()[0]).toMatch(/^New 25/));
  await press('Next rows');
  await waitFor(() => expect(rows()).toHaveLength(10));
  await press('Apply 60 items');
  await screen.findByText(/^Applied by/);
  expect((await swords.bySku()).size).toBe(60);
});

test('rows of a template that is gone are refused, and the proposal is declined', async () => {
  const proposalId = await propose('Late', [{ _label: 'New', sku: 'k' }]);
  await server.call(templates.delete, { params: { ...place(), templateId: 'sword' } }, owner);
  await open(proposalId);
  expect((await rowOf('New')).getByText(/there is no template sword any more/)).toBeTruthy();
  expect(await isDisabled('Apply')).toBe(true);
  await press('Decline…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Decline this proposal' }));
  await pressEnabled(() => dialog.findByRole('button', { name: 'Decline' }));
  await screen.findByText(/^Declined by/);
});

test('a proposal that cannot be checked says why, and can only be declined', async () => {
  shows('4.proposals.page-refused');
  const { proposalId } = await threeRows();
  const problem = 'Its templates link too far.';
  await renderConsole(`/proposals/${proposalId}?instance=${server.studio.dev}`, {
    ...owner,
    server,
    intercept: (fetch) => async (input, init) => {
      const response = await fetch(input, init);
      if (!String(input).endsWith(`/proposals/${proposalId}`)) return response;
      return Response.json({ ...(await response.json()), check: null, problem });
    },
  });
  await screen.findByText(problem);
  expect(screen.queryByRole('button', { name: /^Apply/ })).toBeNull();
  expect(await isDisabled('Decline…')).toBe(false);
});

test('a failure is said, and tried again', async () => {
  const { proposalId } = await threeRows();
  let isDown = true;
  await renderConsole(`/proposals/${proposalId}?instance=${server.studio.dev}`, {
    ...owner,
    server,
    intercept: (fetch) => (input, init) =>
      isDown && String(input).includes('/rows?')
        ? Promise.resolve(Response.json({ status_code: 422, error: 'invalid', message: 'Not now.' }, { status: 422 }))
        : fetch(input, init),
  });
  await screen.findByText('The rows could not be loaded');
  isDown = false;
  await press('Try again');
  await rowOf('Sword a');
});
