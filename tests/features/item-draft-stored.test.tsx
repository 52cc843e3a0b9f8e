import { items } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listStored } from '../../src/shared/storage/storage.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { saveWeapons, weapon, weaponFields } from '../support/item-content.ts';
import { saveOne } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { emailOf, password } from '../support/server-studio.ts';

const drafts = () => listStored('draft:');
const field = (name: string | RegExp) =>
  screen.findByLabelText<HTMLInputElement>(name, { selector: 'input, textarea' });

async function studio() {
  const server = await startTestServer();
  const { iron, steel, weapons } = await saveWeapons(server, (material) => [
    ['Sword', { cost: 120, damage: 7, material, attrib: [{ key: 'a' }] }],
  ]);
  const list = `/instance/${server.studio.dev}/templates/weapon/items`;
  return { server, iron, steel, id: weapons[0] ?? 0, list };
}

/** Opens a page of items, once the account and its drafts are known. */
async function open(server: TestServer, path: string) {
  const opened = await renderConsole(path, { server, as: 'owner' });
  await screen.findByTitle(emailOf('owner'));
  await field(/^Label/);
  return opened;
}

/** The form with a changed cost and a new row, as a crash leaves it. */
async function crash() {
  const made = await studio();
  const path = `${made.list}/${made.id}/edit`;
  const { user, close } = await open(made.server, path);
  await user.clear(await field(/^Cost/));
  await user.type(await field(/^Cost/), '99');
  // A browser that discards a page sends at most this event.
  fireEvent(window, new Event('pagehide'));
  expect(drafts()).toHaveLength(1);
  close();
  return { ...made, path };
}

test('text typed into an item is stored shortly after, and nothing is stored without changes', async () => {
  const { server, list, id } = await studio();
  const { user } = await open(server, `${list}/${id}/edit`);
  expect(drafts()).toHaveLength(0);
  await user.type(await field(/^Label/), ' of fire');
  await waitFor(() => expect(drafts()).toHaveLength(1));
  await user.type(await field(/^Label/), '{Backspace>8}');
  await waitFor(() => expect(drafts()).toHaveLength(0));
});

test('after a crash the draft of an item is offered, restored and saved', async () => {
  shows('3.settled.drafts.decided-first');
  const { server, path, list, id } = await crash();
  const { user, untilPath } = await open(server, path);
  expect(await screen.findByText('You have unsaved changes from a moment ago')).toBeTruthy();
  expect((await field(/^Cost/)).value).toBe('120');
  await user.click(screen.getByRole('button', { name: 'Restore' }));
  expect((await field(/^Cost/)).value).toBe('99');
  expect(screen.queryByText(/You have unsaved changes/)).toBeNull();
  await user.keyboard('{Control>}{Enter}{/Control}');
  await untilPath(list);
  expect(drafts()).toEqual([]);
  const { item } = await server.call(
    items.get,
    { params: { instanceId: server.studio.dev, templateId: 'weapon', id } },
    { as: 'owner' },
  );
  expect(item.fields.find((one) => one.template_field_id === 'cost')?.value).toBe(99);
});

test('typing while a stored draft is offered requires a decision first, so that the draft is not lost', async () => {
  shows('3.settled.drafts.decided-first');
  const { server, path } = await crash();
  const { user } = await open(server, path);
  await screen.findByRole('button', { name: 'Restore' });
  await user.type(await field(/^Label/), '!');
  const dialog = await screen.findByRole('dialog', { name: 'Restore your earlier changes?' });
  await user.keyboard(' {Enter}{Escape}');
  await user.click(within(dialog).getByRole('button', { name: 'Restore earlier changes' }));
  await waitFor(async () => expect((await field(/^Cost/)).value).toBe('99'));
  expect((await field(/^Label/)).value).toBe('Sword');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.type(await field(/^Label/), '!');
  expect([(await field(/^Label/)).value, (await field(/^Cost/)).value]).toEqual(['Sword!', '99']);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a discarded draft of an item is not offered again', async () => {
  shows('3.settled.drafts.decided-first');
  const { server, path } = await crash();
  const second = await open(server, path);
  await second.user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(drafts()).toHaveLength(0);
  expect((await field(/^Cost/)).value).toBe('120');
});

test('a restored draft keeps its base version, so that the save reports other members’ changes', async () => {
  shows('3.calls.version.sent');
  const { server, path, id } = await crash();
  const { fields, ...rest } = weapon('Great sword', { cost: 8 });
  await saveOne(server, { ...rest, fields: fields.map((one) => ({ ...one, status: 2 })), id, version: 1 }, 'admin');
  const { user } = await open(server, path);
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(
    await screen.findByRole('dialog', { name: 'Someone else has changed this item in the meantime' }),
  ).toBeTruthy();
});

test('a draft is restored with what was typed in a field that was removed meanwhile, to be copied', async () => {
  shows('5.live.form.template');
  const { server, path } = await crash();
  const params = { instanceId: server.studio.dev };
  const kept = weaponFields.filter(({ id }) => id !== 'cost');
  const body = { id: 'weapon', label: 'Weapon', version: 1, fields: kept } as Parameters<
    typeof server.call<typeof templates.save>
  >[1]['body'];
  await server.call(templates.save, { params, body }, { as: 'owner' });
  const { user } = await open(server, path);
  expect(screen.queryByLabelText(/^Cost/)).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  const notice = (await screen.findByText(/was removed. You had typed:/)).closest('li');
  expect(notice?.textContent).toBe('The field cost was removed. You had typed:99');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(drafts()).toHaveLength(0));
});

test('a draft of a new item is stored too, one per template', async () => {
  shows('3.settled.drafts.decided-first');
  const { server, list } = await studio();
  const { user, close } = await open(server, `${list}/new`);
  await user.type(await field(/^Label/), 'Axe');
  fireEvent(window, new Event('pagehide'));
  close();
  const other = await open(server, `/instance/${server.studio.dev}/templates/material/items/new`);
  expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
  other.close();
  const second = await open(server, `${list}/new`);
  await second.user.click(await screen.findByRole('button', { name: 'Restore' }));
  expect((await field(/^Label/)).value).toBe('Axe');
});

test('a draft that is restored in place of a copy stays stored', async () => {
  const { server, list, id } = await studio();
  const { user, close } = await open(server, `${list}/new`);
  await user.type(await field(/^Label/), 'Axe');
  fireEvent(window, new Event('pagehide'));
  close();
  await open(server, `${list}/new?copy=${id}`);
  fireEvent.click(await screen.findByRole('button', { name: 'Restore' }));
  expect(drafts()).not.toEqual([]);
  await waitFor(() => expect(drafts()).toHaveLength(1));
});

test('nothing stays stored after leaving without saving, or after deleting the item', async () => {
  const { server, list, id } = await studio();
  const first = await open(server, `${list}/${id}/edit`);
  await first.user.type(await field(/^Label/), ' of fire');
  await waitFor(() => expect(drafts()).toHaveLength(1));
  await first.user.click(screen.getByRole('link', { name: 'Quartermaster, home' }));
  await first.user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await first.untilPath('/');
  expect(drafts()).toEqual([]);
  first.close();
  const second = await open(server, `${list}/${id}/edit`);
  await second.user.type(await field(/^Label/), ' of ice');
  await waitFor(() => expect(drafts()).toHaveLength(1));
  await second.user.click(screen.getByRole('button', { name: 'Delete item' }));
  await second.user.click(await screen.findByRole('button', { name: /^Yes, delete/ }));
  await second.untilPath(list);
  expect(drafts()).toEqual([]);
});

test('deleting an item also deletes a draft of it that was offered and not decided about', async () => {
  const { server, path, list } = await crash();
  const { user, untilPath } = await open(server, path);
  await screen.findByRole('button', { name: 'Discard' });
  await user.click(screen.getByRole('button', { name: 'Delete item' }));
  await user.click(await screen.findByRole('button', { name: /^Yes, delete/ }));
  await untilPath(list);
  expect(drafts()).toEqual([]);
});

test('a session that ends during a save is reported once, and the typed text is restored after signing in again', async () => {
  const { server, list, id } = await studio();
  const path = `${list}/${id}/edit`;
  const { user, browser, events, overlay, untilPath } = await open(server, path);
  const expired = () => events.filter(({ type }) => type === 'session-expired');
  const save = async (beforeSending = () => {}) => {
    await user.click(await screen.findByRole('button', { name: 'Save changes' }));
    const yes = await screen.findByRole('button', { name: 'Yes, save changes' });
    beforeSending();
    await user.click(yes);
  };
  // As late as that: any other call would notice it first.
  const endSession = () => browser.cookies.clear();
  const signIn = async () => {
    await untilPath('/login');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(overlay.querySelectorAll('[role=alert]')).toHaveLength(0);
    expect(await screen.findByText(/^You were signed out.*Your unsaved input is stored/)).toBeTruthy();
    await user.type(await screen.findByLabelText('Email'), emailOf('owner'));
    await user.type(screen.getByLabelText('Password'), password);
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await untilPath(path);
  };
  await user.clear(await field(/^Cost/));
  await user.type(await field(/^Cost/), '99');
  await save(endSession);
  await signIn();
  await waitFor(async () => expect((await field(/^Cost/)).value).toBe('99'));
  expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
  expect(expired()).toHaveLength(1);

  // A second end of a session is reported again.
  await save(endSession);
  await signIn();
  await waitFor(async () => expect((await field(/^Cost/)).value).toBe('99'));
  expect(expired()).toHaveLength(2);
  await save();
  await untilPath(list);
  expect(drafts()).toHaveLength(0);
});

test('if the draft cannot be stored when the session ends, one dialog is shown before it is lost', async () => {
  const { server, list, id } = await studio();
  const { user, browser, path } = await open(server, `${list}/${id}/edit`);
  await user.clear(await field(/^Cost/));
  await user.type(await field(/^Cost/), '99');
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  onTestFinished(() => void vi.restoreAllMocks());
  browser.cookies.clear();
  await user.click(await screen.findByRole('button', { name: 'Save changes' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, save changes' }));
  const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  expect(await screen.findAllByText(/^This browser has no room to store your unsaved changes/)).toHaveLength(1);
  await waitFor(() => expect(screen.getAllByRole('dialog')).toEqual([dialog]));
  await user.click(within(dialog).getByRole('button', { name: 'Stay on this page' }));
  expect((await field(/^Cost/)).value).toBe('99');
  expect(path()).toContain(`/items/${id}/edit`);
});

test('logging out warns about drafts of other tabs, and discards them only when confirmed', async () => {
  const { server } = await crash();
  const { user, untilPath } = await renderConsole('/settings/account', { server, as: 'owner' });
  const warning = /This browser has unsaved changes/;
  const logOut = await screen.findByRole('button', { name: 'Log out' });
  await user.click(logOut);
  expect(await screen.findByText(warning)).toBeTruthy();
  const stay = screen.getByRole('button', { name: 'No, stay in the app' });
  await waitFor(() => expect(document.activeElement).toBe(stay));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByText(warning)).toBeNull());
  expect(drafts()).toHaveLength(1);
  await user.click(logOut);
  await user.click(await screen.findByRole('button', { name: 'Yes, log out' }));
  await untilPath('/login');
  await waitFor(() => expect(drafts()).toHaveLength(0));
});
