import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderConsole } from '../support/console.tsx';
import { saveWeapons } from '../support/item-content.ts';
import { startTestServer } from '../support/server.ts';

test('the form of an item lists the items that link to it on demand, and opens one next to it', async () => {
  const server = await startTestServer();
  const { iron, weapons } = await saveWeapons(server, (material) =>
    Array.from({ length: 30 }, (_, place) => [`Sword ${place + 1}`, { cost: place, material }]),
  );
  const calls: string[] = [];
  const { user, untilPath } = await renderConsole(
    `/instance/${server.studio.dev}/templates/material/items/${iron}/edit`,
    {
      as: 'owner',
      server,
      intercept: (fetch) => (input, init) => {
        if (/\/uses/.test(String(input))) calls.push(String(input));
        return fetch(input, init);
      },
    },
  );
  await user.click(await screen.findByRole('button', { name: 'Used by', expanded: false }));
  const list = await screen.findByRole('list', { name: 'Weapon › Material' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(25);
  expect(calls).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  const last = await within(list).findByRole('link', { name: `Sword 30 #${weapons[29]}` });
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  await user.click(last);
  const openPanel = await screen.findByRole('dialog', { name: `Weapon | # ${weapons[29]}` });
  await user.click(await within(openPanel).findByRole('button', { name: 'Used by', expanded: false }));
  expect(await within(openPanel).findByText('No other item links to this one.')).toBeTruthy();
  await user.click(within(openPanel).getByRole('link', { name: 'Open' }));
  await untilPath(`/instance/${server.studio.dev}/templates/weapon/items/${weapons[29]}/edit`);
});
