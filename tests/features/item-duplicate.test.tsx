import { items } from '@quartermaster/contract/endpoints/items.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { saveWeapons } from '../support/item-content.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { field, openSword, saveChanges, stored } from './sword-form.ts';

const all = async (server: TestServer) => {
  const params = { instanceId: server.studio.dev, templateId: 'weapon' };
  return (await server.call(items.listHeaders, { params }, { as: 'owner' })).items;
};

test('an item is duplicated from its page: nothing is saved until then, and links and rows are copied', async () => {
  const { user, server, id, untilPath, listPath } = await openSword();
  const { values } = await stored(server, id);
  await user.click(await screen.findByRole('button', { name: 'Actions for Sword' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicate item' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'New item' })).toBeTruthy();
  await waitFor(() => expect(field(/^Label/)).toHaveProperty('value', 'Sword (copy)'));
  await waitFor(() => expect(field(/^Material/)).toHaveProperty('value', expect.stringMatching(/^Iron #/)));
  expect(await all(server)).toHaveLength(2);
  await user.click(saveChanges());
  await user.click(await screen.findByRole('button', { name: 'Yes, save changes' }));
  await waitFor(async () => expect(await all(server)).toHaveLength(3));
  const copy = (await all(server)).at(-1)?.id ?? 0;
  expect(await stored(server, copy)).toEqual({ label: 'Sword (copy)', version: 1, values });
  await untilPath(`${listPath}/${id}/edit`);
});

test('an item is duplicated from its row in the list, and the form returns there', async () => {
  const server = await startTestServer();
  await saveWeapons(server, [['Sword', { cost: 1 }]]);
  const list = `/instance/${server.studio.dev}/templates/weapon/items`;
  const { user, untilPath } = await renderConsole(list, { as: 'owner', server });
  const row = await screen.findByRole('row', { name: /Sword/ });
  await user.click(await within(row).findByRole('button', { name: 'Actions for Sword' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicate item' }));
  await waitFor(() => expect(field(/^Label/)).toHaveProperty('value', 'Sword (copy)'));
  await user.keyboard('{Control>}{Enter}{/Control}');
  await untilPath(list);
  expect(await screen.findByRole('link', { name: 'Sword (copy)' })).toBeTruthy();
});

test('members who cannot create items cannot duplicate one', async () => {
  shows('2.6.create-item.creates');
  const { user } = await openSword({ as: 'member' });
  expect(await screen.findByText('Attributes')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Actions for Sword' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['History']);
});
