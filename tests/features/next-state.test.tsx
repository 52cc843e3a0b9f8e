import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderConsole } from '../support/console.tsx';
import { weapon } from '../support/item-content.ts';
import { setPlan } from '../support/members.ts';
import { untilAnswered } from '../support/open-requests.ts';
import { saveOne } from '../support/sample-template.ts';
import { saveOtherwise } from '../support/save-otherwise.ts';
import { field, openSword } from './sword-form.ts';
import { syncAll, withWeapons } from './sync-studio.ts';

test('the header of an item says how it differs from the next environment, and leads to the difference', async () => {
  const { user, server, id, path } = await openSword();
  expect((await screen.findByText('Not in stage yet')).tagName).toBe('A');
  await syncAll(server);
  await user.clear(field(/^Cost/));
  await user.type(field(/^Cost/), '130');
  await user.type(field(/^Label/), ' of fire');
  await saveOtherwise(user, 'Save and stay');
  await user.click(await screen.findByRole('link', { name: '2 fields differ from stage' }));
  await screen.findByRole('heading', { level: 1, name: 'Instance sync' });
  expect(path()).toBe(`/instance-sync?instance=${server.studio.dev}&show=item.weapon.${id}`);
});

test('an item that is the same says so; one that was edited there, too, is named as that', async () => {
  const { server, weapons } = await withWeapons();
  await syncAll(server);
  const [id = 0] = weapons;
  const address = `/instance/${server.studio.dev}/templates/weapon/items/${id}/edit`;
  const first = await renderConsole(address, { server, as: 'owner' });
  expect((await screen.findByText('Same in stage')).tagName).toBe('SPAN');
  first.close();
  await saveOne(server, { ...weapon('Sword', { cost: 7 }), id, version: 1 });
  await saveOne(server, { ...weapon('Sword', { cost: 8 }), id, version: 1 }, 'owner', server.studio.stage);
  const second = await renderConsole(address, { server, as: 'owner' });
  expect((await screen.findByText('Edited in stage, too')).dataset.conflict).toBe('true');
  second.close();
});

test('users who may not see changes are not told', async () => {
  const { server, weapons } = await withWeapons();
  await setPlan(server, { plan: 'free' });
  await renderConsole(`/instance/${server.studio.dev}/templates/weapon/items/${weapons[0]}/edit`, {
    server,
    as: 'owner',
  });
  await screen.findByRole('textbox', { name: /^Label/ });
  await untilAnswered();
  expect(screen.queryByText(/in stage/)).toBeNull();
});
