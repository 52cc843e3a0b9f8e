import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createUnsavedChanges } from '../../src/shared/services/unsaved-changes.ts';
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

/** A material in its form, whose saves are held back while `saves.hold` is pending. */
async function openMithril() {
  const server = await startTestServer();
  const { iron } = await saveWeapons(server, []);
  await choose(server, 'owner', server.studio.dev);
  const saves = { count: 0, hold: Promise.resolve() };
  const list = `/instance/${server.studio.dev}/templates/material/items`;
  const view = await renderConsole(`${list}/${iron}/edit`, {
    server,
    as: 'owner',
    intercept: (fetch) => async (input, init) => {
      if (!/\/items$/.test(String(input)) || init?.method !== 'POST') return fetch(input, init);
      saves.count += 1;
      await saves.hold;
      return fetch(input, init);
    },
  });
  const labels = async () =>
    (await server.app.deps.database.query('select label from items', [])).map(
      (row) => (row as { label: string }).label,
    );
  await screen.findByRole('textbox', { name: /^Label/ });
  await screen.findByRole('link', { name: 'Images' });
  return { ...view, saves, labels, page: `${list}/${iron}/edit`, images: list.replace('material', 'image') };
}

const toImages = async (user: Awaited<ReturnType<typeof openMithril>>['user']) => {
  await user.click(screen.getByRole('link', { name: 'Images' }));
  await user.click(await screen.findByRole('button', { name: 'Save and go on' }));
};

test('"Save and go on" opens the page that was asked for, and not before the save has succeeded', async () => {
  shows('4.hands.save-and-go-on');
  const { user, path, untilPath, saves, labels, page, images } = await openMithril();
  const { promise, resolve } = Promise.withResolvers<void>();
  saves.hold = promise;
  await user.type(screen.getByRole('textbox', { name: /^Label/ }), '!');
  await toImages(user);
  await waitFor(() => expect(saves.count).toBe(1));
  expect(path()).toBe(page);
  resolve();
  await untilPath(images);
  expect(await labels()).toContain('Iron!');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a question that is open when the running save ends is answered: the page opens', async () => {
  const { user, path, untilPath, saves, labels, page, images } = await openMithril();
  const { promise, resolve } = Promise.withResolvers<void>();
  saves.hold = promise;
  await user.type(screen.getByRole('textbox', { name: /^Label/ }), '!');
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(saves.count).toBe(1));
  await user.click(screen.getByRole('link', { name: 'Images' }));
  await screen.findByRole('dialog', { name: 'Leave without saving?' });
  expect(path()).toBe(page);
  resolve();
  await untilPath(images);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await labels()).toContain('Iron!');
});

test('changes that are unsaved again at once are not reported as saved, and a removed listener is not called', async () => {
  const changes = createUnsavedChanges(() => undefined);
  const [first, second] = [vi.fn(), vi.fn()];
  changes.set('form', true);
  changes.onceClean(first);
  changes.set('form', false);
  changes.set('form', true);
  await Promise.resolve();
  expect(first).not.toHaveBeenCalled();
  const stop = changes.onceClean(second);
  changes.set('form', false);
  // As when the page and the dialog are unmounted together.
  stop();
  await Promise.resolve();
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0]);
});

test.each([
  ['the same', '', 1, 'Iron!'],
  ['more that was typed in the meantime', '?', 2, 'Iron!?'],
])('"Save and go on" waits for a save that is running, and saves %s', async (_, more, count, label) => {
  shows('4.hands.save-running');
  const { user, path, untilPath, saves, labels, page, images } = await openMithril();
  const { promise, resolve } = Promise.withResolvers<void>();
  saves.hold = promise;
  await user.type(screen.getByRole('textbox', { name: /^Label/ }), '!');
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(saves.count).toBe(1));
  if (more) await user.type(screen.getByRole('textbox', { name: /^Label/ }), more);
  await toImages(user);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(path()).toBe(page);
  resolve();
  await untilPath(images);
  expect(saves.count).toBe(count);
  expect(await labels()).toContain(label);
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
