import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderConsole } from '../support/console.tsx';
import { saveWeapons } from '../support/item-content.ts';
import { startTestServer } from '../support/server.ts';
import { field, type Options } from './sword-form.ts';

/** The first of 23 weapons, opened from the list in descending order of cost: Weapon 23 costs most. */
async function openFirst(intercept?: Options['intercept']) {
  const server = await startTestServer();
  await saveWeapons(
    server,
    Array.from({ length: 23 }, (_, place) => [`Weapon ${place + 1}`, { cost: place }]),
  );
  const list = `/instance/${server.studio.dev}/templates/weapon/items?sort=cost:desc&size=10`;
  const opened = await renderConsole(list, { as: 'owner', server, ...(intercept && { intercept }) });
  await opened.user.click(await screen.findByRole('link', { name: 'Weapon 23' }));
  await untilAt('Weapon 23');
  return opened;
}

const untilAt = (label: string) =>
  waitFor(() => expect(screen.getByLabelText(/^Label/, { selector: 'input' })).toHaveProperty('value', label));
const button = (name: 'Previous item' | 'Next item') => screen.getByRole<HTMLButtonElement>('button', { name });

test('the items of a list are visited in its order, by button and by key, across its pages', async () => {
  const { user, path } = await openFirst();
  expect(button('Previous item').disabled).toBe(true);
  await user.click(button('Next item'));
  await untilAt('Weapon 22');
  // The same button has the focus again.
  await waitFor(() => expect(document.activeElement).toBe(button('Next item')));
  for (let number = 21; number >= 13; number -= 1) {
    await user.keyboard('{Alt>}{PageDown}{/Alt}');
    await untilAt(`Weapon ${number}`);
  }
  await user.keyboard('{Alt>}{PageUp}{/Alt}');
  await untilAt('Weapon 14');
  await user.click(button('Next item'));
  await untilAt('Weapon 13');
  await user.click(screen.getByRole('link', { name: /^Back to/ }));
  // The list shows the page that the item is on.
  expect(await screen.findByRole('link', { name: 'Weapon 13' })).toBeTruthy();
  expect(new URLSearchParams(path().split('?')[1]).get('from')).toBe('10');
  await user.click(screen.getByRole('link', { name: 'Weapon 13' }));
  await untilAt('Weapon 13');
  await user.click(button('Previous item'));
  await untilAt('Weapon 14');
});

test('an item that is loading or failed does not block stepping through the list', async () => {
  const notFound = { status_code: 404, error: 'not_found', message: 'Gone' };
  let slow: Promise<void> | undefined;
  let end = () => {};
  const { user } = await openFirst((fetch) => async (input, init) => {
    if (!slow || !/\/items\/weapon\/\d+$/.test(String(input))) return fetch(input, init);
    await slow;
    return Response.json(notFound, { status: 404 });
  });
  const { id } = /items\/(?<id>\d+)/.exec(window.location.pathname)?.groups ?? {};
  const title = (after: number) => ({ level: 1, name: `Weapon | # ${Number(id) - after}` });
  slow = new Promise((resolve) => {
    end = resolve;
  });
  await user.keyboard('{Alt>}{PageDown}{/Alt}');
  await screen.findByRole('heading', title(1));
  expect(screen.queryByLabelText(/^Label/, { selector: 'input' })).toBeNull();
  await user.keyboard('{Alt>}{PageDown}{/Alt}');
  await screen.findByRole('heading', title(2));
  end();
  await screen.findByText('The item could not be loaded');
  slow = undefined;
  await user.keyboard('{Alt>}{PageDown}{/Alt}');
  await screen.findByRole('heading', title(3));
});

test('going to the next item with unsaved changes asks for confirmation', async () => {
  const { user } = await openFirst();
  await user.type(field(/^Notes/), 'x');
  await user.click(button('Next item'));
  await user.click(await screen.findByRole('button', { name: 'Stay on this page' }));
  expect(field(/^Notes/)).toHaveProperty('value', 'x');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(button('Next item'));
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await untilAt('Weapon 22');
});

test('an item that was not opened from a list has no neighbours', async () => {
  const server = await startTestServer();
  const { weapons } = await saveWeapons(server, [['Sword', { cost: 1 }]]);
  const path = `/instance/${server.studio.dev}/templates/weapon/items/${weapons[0]}/edit`;
  await renderConsole(path, { as: 'owner', server });
  await screen.findByLabelText(/^Label/);
  expect(screen.queryByRole('button', { name: 'Next item' })).toBeNull();
});
