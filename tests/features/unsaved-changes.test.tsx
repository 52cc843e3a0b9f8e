import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { saveWeapons } from '../support/item-content.ts';
import { startTestServer } from '../support/server.ts';
import { insertItems } from '../support/server-content.ts';
import { choose } from './choose-instance.ts';

/** A new sword with an unsaved label. */
async function typeLabel() {
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  await insertItems(server.app.deps.database, server.studio.dev, 'sword', 1);
  const path = `/instance/${server.studio.dev}/templates/sword/items/new`;
  const view = await renderConsole('/', { server, as: 'owner' });
  await view.user.click(await screen.findByRole('link', { name: 'sword' }));
  await view.user.click(await screen.findByRole('link', { name: 'Create item' }));
  // The list on the previous page has a column of that name.
  await view.user.type(await screen.findByRole('textbox', { name: /^Label/ }), 'Excalibur');
  await waitFor(() => expect(view.events).toContainEqual({ type: 'dirty', isDirty: true }));
  return { ...view, itemPath: path };
}

const label = () => screen.getByLabelText<HTMLInputElement>(/^Label/).value;

test('following a link with unsaved changes needs a confirmation; staying loses nothing, leaving navigates', async () => {
  shows('4.host.history.inside');
  const { user, path, itemPath, untilPath, events } = await typeLabel();
  await user.click(screen.getByRole('link', { name: 'Images' }));
  const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  // Enter, pressed out of habit, loses nothing.
  const stay = within(dialog).getByRole('button', { name: 'Stay on this page' });
  await waitFor(() => expect(document.activeElement).toBe(stay));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(path()).toBe(itemPath);
  expect(label()).toBe('Excalibur');

  await user.click(screen.getByRole('link', { name: 'Images' }));
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await untilPath(itemPath.replace('sword/items/new', 'image/items'));
  expect(events.findLast((event) => event.type === 'dirty')).toEqual({ type: 'dirty', isDirty: false });
});

test('"Save and go on" saves a new item and then opens the page', async () => {
  shows('4.hands.save-and-go-on');
  const server = await startTestServer();
  await saveWeapons(server, []);
  await choose(server, 'owner', server.studio.dev);
  const path = `/instance/${server.studio.dev}/templates/material/items`;
  const { user, untilPath } = await renderConsole(`${path}/new`, { server, as: 'owner' });
  await user.type(await screen.findByRole('textbox', { name: /^Label/ }), 'Mithril');
  await user.click(screen.getByRole('link', { name: 'Images' }));
  await user.click(await screen.findByRole('button', { name: 'Save and go on' }));
  await untilPath(path.replace('material', 'image'));
  const saved = await server.app.deps.database.query("select id from items where label = 'Mithril'", []);
  expect(saved).toHaveLength(1);
});

test('going back in history needs a confirmation too', async () => {
  const { path, itemPath } = await typeLabel();
  window.history.back();
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeTruthy();
  expect(path()).toBe(itemPath);
});

test('closing the tab asks while there are unsaved changes, and the listener is removed afterwards', async () => {
  const { user, untilPath, itemPath } = await typeLabel();
  const closing = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(closing()).toBe(true);
  await user.click(screen.getByRole('link', { name: 'Images' }));
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await untilPath(itemPath.replace('sword/items/new', 'image/items'));
  expect(closing()).toBe(false);
});

test('changing the instance asks inside the switcher', async () => {
  const { user, path, itemPath, untilPath } = await typeLabel();
  const openAndPick = async () => {
    await user.click(await screen.findByRole('button', { name: /^Change instance:/ }));
    await user.click(await screen.findByRole('combobox', { name: 'Instance' }));
    await user.click(await screen.findByRole('option', { name: 'stage' }));
    await user.click(screen.getByRole('button', { name: 'Change instance' }));
  };
  await openAndPick();
  await user.click(await screen.findByRole('button', { name: 'Stay on this page' }));
  expect(path()).toBe(itemPath);
  expect(label()).toBe('Excalibur');
  await user.click(screen.getByRole('button', { name: 'Change instance' }));
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await untilPath('/');
  await waitFor(() => expect(screen.getByRole('button', { name: /^Change instance/ }).textContent).toContain('stage'));
});
