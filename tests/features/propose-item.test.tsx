import { type Proposal, proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { proposedRecord } from '../../src/features/items/form/propose/proposed-record.ts';
import { treeOf } from '../../src/shared/data/templates.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { saveSwords, swordsOf } from '../support/import-swords.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { choose } from './choose-instance.ts';

let server: TestServer;
let swords: ReturnType<typeof swordsOf>;
let id: number;
beforeEach(async () => {
  server = await startTestServer();
  swords = swordsOf(server);
  await saveSwords(server);
  [id = 0] = await swords.create({ sku: 'a', price: 1, title: 'A', drops: [{ count: 1 }] });
  await choose(server, 'member', server.studio.dev);
});

const owner = { as: 'owner' } as const;
const place = () => ({ instanceId: server.studio.dev });
const listed = async (): Promise<Proposal[]> =>
  (await server.call(proposals.list, { params: place(), query: {} }, owner)).proposals;

async function openItem(options: Parameters<typeof renderConsole>[1] = {}) {
  const path = `/instance/${server.studio.dev}/templates/sword/items/${id}/edit`;
  const view = await renderConsole(path, { ...options, server, as: 'member' });
  await view.user.click(await screen.findByRole('button', { name: 'Propose a change' }));
  await screen.findByRole('textbox', { name: /^The title/ });
  // Not on the button that discards, which replaces the focused one.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Label/ })));
  return view;
}

test('a member who cannot save an item proposes a change of it', async () => {
  shows('4.proposals.item');
  const { user, overlay } = await openItem();
  const price = screen.getByRole('textbox', { name: /^The price/ });
  await user.clear(price);
  await user.type(price, '-5');
  await user.click(screen.getByRole('button', { name: 'Propose…' }));
  await waitFor(() => expect(price.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.clear(price);
  await user.type(price, '9');
  await user.clear(screen.getByRole('textbox', { name: /^The title/ }));
  await user.click(screen.getByRole('button', { name: 'Propose…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Propose a change' }));
  const title = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Title' });
  expect(title.value).toBe('Change Sword a');
  await user.clear(title);
  await user.click(dialog.getByRole('button', { name: 'Propose' }));
  await dialog.findByText('Title is a required field');
  await user.type(title, 'Dearer');
  await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'It is too cheap.');
  await user.click(dialog.getByRole('button', { name: 'Propose' }));
  await within(overlay).findByText('The change was proposed');
  await screen.findByText('read only');
  const start = screen.getByRole('button', { name: 'Propose a change' });
  await waitFor(() => expect(document.activeElement).toBe(start));
  expect(await swords.valuesOf(id)).toMatchObject({ price: 1, title: 'A' });

  const [made] = await listed();
  expect(made).toMatchObject({
    title: 'Dearer',
    note: 'It is too cheap.',
    origin: 'form',
    by: { name: 'member' },
    items: 1,
  });
  const params = { ...place(), proposalId: made?.id ?? 0 };
  const { check } = await server.call(proposals.get, { params }, owner);
  expect(check?.counts).toMatchObject({ changed: 1, conflict: 0, refused: 0 });
  await server.call(proposals.apply, { params, body: { fingerprint: check?.fingerprint ?? '' } }, owner);
  const after = await swords.valuesOf(id);
  expect(after).toMatchObject({ sku: 'a', price: 9, drops: [{ count: 1 }] });
  expect(after).not.toHaveProperty('title', 'A');
});

test('links, rows and languages arrive as they were typed', async () => {
  shows('4.proposals.item');
  const [linked = 0] = await swords.create({ sku: 'b' });
  // Its key is the id of another one.
  await swords.create({ sku: String(linked) });
  const before = { names: { en: { text: 'Sword' }, de: { text: 'Schwert' } }, title: 'A', drops: [{ count: 1 }] };
  await swords.change(id, before);
  const state = await swords.stateOf(id);
  const tree = treeOf(await server.call(templates.get, { params: { ...place(), templateId: 'sword' } }, owner));
  const base = { label: 'Sword a', version: state?.version ?? 0, values: state?.values ?? {} };
  const values = {
    ...base.values,
    either: `sword:${linked}`,
    parent: linked,
    parts: [linked],
    names: { en: { text: 'Sword' } },
    drops: [{ what: linked, count: 2 }, { count: 3 }],
    title: null,
  };
  const items = [proposedRecord(tree, id, base, { label: 'Sword of proof', values })];
  const body = { title: 'All', changes: [{ template_id: 'sword', items }] };
  const { proposal, check } = await server.call(proposals.create, { params: place(), body }, owner);
  await server.call(
    proposals.apply,
    { params: { ...place(), proposalId: proposal.id }, body: { fingerprint: check.fingerprint } },
    owner,
  );
  const after = await swords.stateOf(id);
  const { title: _, ...kept } = values;
  expect(after?.label).toBe('Sword of proof');
  expect(after?.values).toMatchObject({ ...kept, drops: [{ what: linked, count: 2 }, { count: 3 }] });
  expect(after?.values.names).toEqual({ en: { text: 'Sword' } });
  expect(after?.values.title ?? null).toBeNull();
});

test('without a change nothing is proposed, and what was typed is discarded only by its button', async () => {
  shows('4.proposals.item');
  const { user, overlay } = await openItem();
  await user.click(screen.getByRole('button', { name: 'Propose…' }));
  await within(overlay).findByText('There are no changes to propose');
  await user.type(screen.getByRole('textbox', { name: /^The title/ }), ' sharp');
  await user.click(screen.getByRole('button', { name: 'Propose…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Propose a change' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^The title/ }).value).toBe('A sharp');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await screen.findByText('read only');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Propose a change' }));
  expect(screen.queryByText(/A sharp/)).toBeNull();
  expect(await listed()).toEqual([]);
});

test('a proposal whose answer is lost is made once, also if its dialog is opened again', async () => {
  shows('4.proposals.item', '4.proposals.twice');
  let lost = 0;
  const { user, overlay } = await openItem({
    intercept: (fetch) => async (input, init) => {
      const response = await fetch(input, init);
      if (init?.method !== 'POST' || !String(input).endsWith('/proposals') || lost === 2) return response;
      lost += 1;
      throw new TypeError('Failed to fetch');
    },
  });
  await user.type(screen.getByRole('textbox', { name: /^The title/ }), ' sharp');
  const ask = async () => {
    await user.click(screen.getByRole('button', { name: 'Propose…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Propose a change' }));
    return { dialog, propose: () => user.click(dialog.getByRole('button', { name: 'Propose' })) };
  };
  const first = await ask();
  await user.type(first.dialog.getByRole('textbox', { name: 'Note' }), 'Why.');
  await first.propose();
  await waitFor(() => expect(lost).toBe(1));
  await first.propose();
  await waitFor(() => expect(lost).toBe(2));
  await user.click(first.dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await (await ask()).propose();
  await within(overlay).findByText('The change was proposed');
  expect(await listed()).toMatchObject([{ title: 'Change Sword a', note: 'Why.', items: 1 }]);
  await screen.findByText('read only');

  // Another one with the same content is not the one that was made.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Propose a change' }));
  await user.type(await screen.findByRole('textbox', { name: /^The title/ }), ' sharp');
  await (await ask()).propose();
  await waitFor(async () => expect(await listed()).toMatchObject([{ note: '' }, { note: 'Why.' }]));
});

test('a proposal that is changed after its answer was lost is another one', async () => {
  shows('4.proposals.item');
  let isLost = true;
  const { user, overlay } = await openItem({
    intercept: (fetch) => async (input, init) => {
      const response = await fetch(input, init);
      if (init?.method !== 'POST' || !String(input).endsWith('/proposals') || !isLost) return response;
      isLost = false;
      throw new TypeError('Failed to fetch');
    },
  });
  await user.type(screen.getByRole('textbox', { name: /^The title/ }), ' sharp');
  await user.click(screen.getByRole('button', { name: 'Propose…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Propose a change' }));
  await user.click(dialog.getByRole('button', { name: 'Propose' }));
  await waitFor(() => expect(isLost).toBe(false));
  await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'Why.');
  await user.click(dialog.getByRole('button', { name: 'Propose' }));
  await within(overlay).findByText('The change was proposed');
  expect((await listed()).map(({ note }) => note)).toEqual(['Why.', '']);
});

test('a proposal that the server refuses says why, and what was typed stays', async () => {
  shows('4.proposals.item');
  const [other = 0] = await swords.create({ sku: 'b' });
  expect(other).toBeGreaterThan(0);
  const { user } = await openItem();
  const sku = screen.getByRole<HTMLInputElement>('textbox', { name: /^The sku/ });
  await user.clear(sku);
  await user.type(sku, 'b');
  await user.click(screen.getByRole('button', { name: 'Propose…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Propose a change' }));
  await user.click(dialog.getByRole('button', { name: 'Propose' }));
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^The change would be refused\. The sku: .*\.$/);
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sku.value).toBe('b');
  expect(await listed()).toEqual([]);
});
