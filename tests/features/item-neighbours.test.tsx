import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { saveWeapons } from '../support/item-content.ts';
import { startTestServer } from '../support/server.ts';
import { field, type Options, openSword, saveElsewhere, stored } from './sword-form.ts';

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

const goOn = async () => screen.findByRole('button', { name: 'Save and go on' });
const idOf = (path: string) => Number(/items\/(?<id>\d+)/.exec(path)?.groups?.id);

test('the field that has the focus has it in the neighbour, too', async () => {
  shows('4.hands.same-field');
  const { user } = await openFirst();
  await user.click(field(/^Weight/));
  await user.keyboard('{Alt>}{PageDown}{/Alt}');
  await untilAt('Weapon 22');
  await waitFor(() => expect(document.activeElement).toBe(field(/^Weight/)));
  // A pointer does not take the focus out of the form.
  await user.click(button('Previous item'));
  await untilAt('Weapon 23');
  await waitFor(() => expect(document.activeElement).toBe(field(/^Weight/)));
  await user.click(field(/^Label/));
  await user.keyboard('{Alt>}{PageDown}{/Alt}');
  await untilAt('Weapon 22');
  await waitFor(() => expect(document.activeElement).toBe(field(/^Label/)));
  // A button that has the focus keeps it.
  button('Next item').focus();
  await user.keyboard('{Enter}');
  await untilAt('Weapon 21');
  await waitFor(() => expect(document.activeElement).toBe(button('Next item')));
});

test('a field of a row has the focus again if the neighbour has that row', async () => {
  shows('4.hands.same-field');
  const server = await startTestServer();
  const attrib = [{ key: 'a' }, { key: 'b' }];
  const { weapons } = await saveWeapons(server, [
    ['First', { cost: 1, attrib }],
    ['Second', { cost: 2, attrib }],
    ['Without rows', { cost: 3 }],
  ]);
  const path = `/instance/${server.studio.dev}/templates/weapon/items/${weapons[0]}/edit`;
  const { user } = await renderConsole(path, { as: 'owner', server });
  await untilAt('First');
  const key = () => within(screen.getByRole('listitem', { name: 'Attributes row 2' })).getByLabelText(/^Key/);
  await user.click(key());
  await user.keyboard('{Alt>}{PageDown}{/Alt}');
  await untilAt('Second');
  await waitFor(() => expect(document.activeElement).toBe(key()));
  await user.keyboard('{Alt>}{PageDown}{/Alt}');
  await untilAt('Without rows');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
});

test('"Save and go on" saves the item before its neighbour is opened', async () => {
  shows('4.hands.save-and-go-on');
  const { user, server, path } = await openFirst();
  const id = idOf(path());
  await user.type(field(/^Notes/), 'sharp');
  await user.keyboard('{Alt>}{PageDown}{/Alt}');
  await user.click(await goOn());
  await untilAt('Weapon 22');
  await waitFor(() => expect(document.activeElement).toBe(field(/^Notes/)));
  expect((await stored(server, id)).values).toMatchObject({ notes: 'sharp' });
});

test('an invalid item is not left by "Save and go on"', async () => {
  shows('4.hands.save-refused');
  const { user, server, path } = await openFirst();
  const id = idOf(path());
  await user.type(field(/^Notes/), 'sharp');
  await user.clear(field(/^Label/));
  await user.click(button('Next item'));
  await user.click(await goOn());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(field(/^Label/)));
  expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true');
  expect(field(/^Notes/)).toHaveProperty('value', 'sharp');
  expect(await stored(server, id)).toMatchObject({ label: 'Weapon 23', version: 1 });
  await user.type(field(/^Label/), 'Axe');
  await user.click(button('Next item'));
  await user.click(await goOn());
  await untilAt('Weapon 22');
  expect(await stored(server, id)).toMatchObject({ label: 'Axe', values: { notes: 'sharp' } });
});

test('a conflict of "Save and go on" is resolved in the form', async () => {
  shows('4.hands.save-refused');
  const { user, server, id } = await openSword();
  await saveElsewhere(server, id, 'Sword of theirs', 300);
  await user.type(field(/^Notes/), 'mine');
  await user.clear(field(/^Cost/));
  await user.type(field(/^Cost/), '150');
  await user.click(button('Next item'));
  await user.click(await goOn());
  expect(await screen.findByText('Someone else has changed this item in the meantime')).toBeTruthy();
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(field(/^Notes/)).toHaveProperty('value', 'mine');
  expect((await stored(server, id)).version).toBe(2);
});

/** Counts the calls for lists of weapons, and holds them back while `hold` has a promise. */
function watchLists() {
  const lists = { count: 0, hold: Promise.resolve() };
  const intercept: NonNullable<Options['intercept']> = (fetch) => async (input, init) => {
    if (!/\/items\/weapon$/.test(String(input))) return fetch(input, init);
    lists.count += 1;
    await lists.hold;
    return fetch(input, init);
  };
  return { lists, intercept };
}

const isOff = (name: 'Previous item' | 'Next item') => button(name).getAttribute('aria-disabled') === 'true';

test('an item opened by its address has the neighbours of the template in their default order', async () => {
  shows('4.hands.by-address');
  const { lists, intercept } = watchLists();
  const { user, id, axe, untilPath, listPath } = await openSword({ intercept });
  await untilAt('Sword');
  expect(lists.count).toBe(0);
  await user.hover(button('Previous item'));
  await waitFor(() => expect(isOff('Previous item')).toBe(true));
  expect(lists.count).toBe(1);
  await user.click(button('Next item'));
  await untilPath(`${listPath}/${axe}/edit`);
  await untilAt('Axe');
  await waitFor(() => expect(isOff('Next item')).toBe(true));
  await user.keyboard('{Alt>}{PageUp}{/Alt}');
  await untilPath(`${listPath}/${id}/edit`);
  await untilAt('Sword');
});

test('a press before the neighbour is known waits for it, and at the end it is said', async () => {
  shows('4.hands.by-address');
  const { lists, intercept } = watchLists();
  const { user, axe, untilPath, listPath, path } = await openSword({ intercept });
  await untilAt('Sword');
  const opened = path();
  await user.click(field(/^Notes/));
  await user.keyboard('{Alt>}{PageUp}{/Alt}');
  expect(await screen.findByText('This is the first item of the template')).toBeTruthy();
  expect(path()).toBe(opened);
  expect(document.activeElement).toBe(field(/^Notes/));
  const { promise, resolve } = Promise.withResolvers<void>();
  lists.hold = promise;
  // The focus asks, and the press waits for that answer.
  button('Next item').focus();
  await waitFor(() => expect(lists.count).toBe(2));
  await user.keyboard('{Enter}');
  expect(path()).toBe(opened);
  expect(lists.count).toBe(2);
  resolve();
  await untilPath(`${listPath}/${axe}/edit`);
  await untilAt('Axe');
});
