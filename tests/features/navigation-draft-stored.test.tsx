import { menu, type SaveMenuNode } from '@quartermaster/contract/endpoints/menu.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listStored } from '../../src/shared/storage/storage.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { emailOf } from '../support/server-studio.ts';
import { choose } from './choose-instance.ts';

const as = { as: 'owner' } as const;
const drafts = () => listStored('draft:');
const tree = () => screen.findByRole('tree', { name: 'Navigation' });
const names = async () =>
  within(await tree())
    .getAllByRole('treeitem')
    .map((item) => item.querySelector('[title]')?.textContent);

async function open(server: TestServer) {
  const view = await renderConsole('/settings/navigation-setup', { ...as, server });
  await screen.findByTitle(emailOf('owner'));
  await tree();
  return view;
}

/** The menu with a new group, as a crash leaves it. */
async function crash() {
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  await saveTemplate(server, 'sword', [], { label: 'Swords' });
  const { user, close } = await open(server);
  await user.click(screen.getByRole('button', { name: 'Add group' }));
  const form = await screen.findByRole('dialog', { name: 'Add group' });
  await user.type(within(form).getByRole('textbox', { name: 'Name' }), 'Weapons');
  await user.click(within(form).getByRole('button', { name: 'Add group' }));
  await waitFor(async () => expect(await names()).toContain('Weapons'));
  // A browser that discards a page sends at most this event.
  fireEvent(window, new Event('pagehide'));
  expect(drafts()).toHaveLength(1);
  close();
  return server;
}

const saved = async (server: TestServer) =>
  (await server.call(menu.list, { params: { instanceId: server.studio.dev } }, as)).menu.map(({ label }) => label);

test('after a crash the draft of the navigation is offered, restored and saved', async () => {
  shows('2.2.navigation.save');
  const server = await crash();
  const { user, untilPath } = await open(server);
  expect(await screen.findByText('You have unsaved changes from a moment ago')).toBeTruthy();
  expect(await names()).not.toContain('Weapons');
  await user.click(screen.getByRole('button', { name: 'Restore' }));
  expect(await names()).toContain('Weapons');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, save changes' }));
  await untilPath('/');
  expect(drafts()).toEqual([]);
  expect(await saved(server)).toContain('Weapons');
});

test('a restored draft is merged with other members’ saves', async () => {
  const server = await crash();
  const group: SaveMenuNode = {
    id: 'others',
    parent_id: 'root',
    label: 'Others',
    template_id: '',
    order: 9,
    status: 1,
  };
  await server.call(menu.save, { params: { instanceId: server.studio.dev }, body: { menu: [group] } }, as);
  const { user, untilPath } = await open(server);
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, save changes' }));
  await untilPath('/');
  expect(await saved(server)).toEqual(expect.arrayContaining(['Weapons', 'Others']));
});

test('a change of the navigation while a draft is offered requires a decision first, so that it is not lost', async () => {
  shows('3.settled.drafts.decided-first');
  const server = await crash();
  const { user } = await open(server);
  await screen.findByRole('button', { name: 'Restore' });
  await user.click(screen.getByRole('button', { name: 'Add group' }));
  const form = await screen.findByRole('dialog', { name: 'Add group' });
  await user.type(within(form).getByRole('textbox', { name: 'Name' }), 'Armour');
  await user.click(within(form).getByRole('button', { name: 'Add group' }));
  const dialog = await screen.findByRole('dialog', { name: 'Restore your earlier changes?' });
  await user.click(within(dialog).getByRole('button', { name: 'Restore earlier changes' }));
  await waitFor(async () => expect(await names()).toContain('Weapons'));
  expect(await names()).not.toContain('Armour');
});

test('leaving without saving discards the draft', async () => {
  const server = await crash();
  const { user } = await open(server);
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(drafts()).toHaveLength(1));
  await user.click(screen.getByRole('link', { name: /^Swords/ }));
  await user.click(await screen.findByRole('button', { name: /leave/i }));
  await waitFor(() => expect(drafts()).toEqual([]));
});
