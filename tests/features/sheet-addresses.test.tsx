import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { saveWeapons } from '../support/item-content.ts';
import { startTestServer } from '../support/server.ts';

const filtered = '?filter=cost:more:100&sort=cost:desc';

async function openList(as: 'owner' | 'member') {
  const server = await startTestServer();
  const { weapons } = await saveWeapons(server, [
    ['Sword', { cost: 120 }],
    ['Axe', { cost: 90 }],
    ['Bow', { cost: 200 }],
  ]);
  const list = `/instance/${server.studio.dev}/templates/weapon/items${filtered}`;
  return { ...(await renderConsole(list, { as, server })), server, weapons };
}

test('a list gets an address, which is shown once, reads the list as it is shown, and is revoked', async () => {
  shows('4.sheets.address-page');
  const { server, weapons, user } = await openList('owner');
  await user.click(await screen.findByRole('button', { name: 'Export items' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Addresses for sheets' }));
  const dialog = await screen.findByRole('dialog', { name: 'Addresses for sheets' });
  await user.type(within(dialog).getByRole('textbox', { name: 'What it is for' }), 'Price list');
  await user.click(within(dialog).getByRole('button', { name: 'Make address' }));
  const made = await within(dialog).findByRole('status');
  const url = /=IMPORTDATA\("([^"]+)"\)/.exec(made.textContent ?? '')?.[1] ?? '';
  expect(within(dialog).queryByRole('button', { name: 'Close' })).toBeNull();
  await user.keyboard('{Escape}');
  await user.click(within(made).getByRole('button', { name: 'Done' }));
  const { pathname, search } = new URL(url);
  const answer = await server.app.inject({ method: 'GET', url: pathname + search });
  expect(answer.body.split('\r\n').map((line) => line.split(',')[0])).toEqual([
    '"_id"',
    String(weapons[2]),
    String(weapons[0]),
    '',
  ]);
  expect(await within(dialog).findByText('Made by owner, not used yet')).toBeTruthy();

  await user.click(within(dialog).getByRole('button', { name: 'Revoke Price list' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, revoke' }));
  await waitFor(() => expect(within(dialog).queryByText('Price list')).toBeNull());
  expect((await server.app.inject({ method: 'GET', url: pathname + search })).statusCode).toBe(401);

  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Export items' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Addresses for sheets' }));
  await screen.findByRole('textbox', { name: 'What it is for' });
  expect(document.body.textContent).not.toContain('token=');
});

test('addresses are offered to members who may export', async () => {
  const { user } = await openList('member');
  await user.click(await screen.findByRole('button', { name: 'Export items' }));
  await screen.findByRole('menuitem', { name: 'CSV' });
  expect(screen.queryByRole('menuitem', { name: 'Addresses for sheets' })).toBeNull();
});
