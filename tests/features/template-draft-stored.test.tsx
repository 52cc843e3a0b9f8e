import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { abandonedDrafts, dropAllDrafts, dropDraft, storeDraft } from '../../src/shared/drafts/stored-drafts.ts';
import { listStored, readStoredJson } from '../../src/shared/storage/storage.ts';
import { timeAgo } from '../../src/shared/ui/time-ago.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { field, saveTemplate } from '../support/sample-template.ts';
import { emailOf, type Person } from '../support/server-studio.ts';
import { change, confirmSave, openSword, setting, storedTemplate } from '../support/template-page.ts';

const drafts = () => listStored('draft:');
const untilStored = () => waitFor(() => expect(drafts()).toHaveLength(1));
/** Waits until the account is known and its drafts have been looked up. */
const untilKnown = (person: Person) => screen.findByTitle(emailOf(person));
const nameOf = async (user: Awaited<ReturnType<typeof openSword>>['user'], label: string) =>
  ((await setting(user, label, 'Name')) as HTMLInputElement).value;

/** The sword’s template with a changed price, whose page was unloaded as in a crash. */
async function crash() {
  const opened = await openSword();
  await untilKnown('owner');
  await change(opened.user, 'The price', 'Name', 'cost');
  // A browser that discards a page sends at most this event.
  fireEvent(window, new Event('pagehide'));
  expect(drafts()).toHaveLength(1);
  opened.close();
  return opened;
}

test('changes are stored soon after the last edit, and nothing is stored without changes', async () => {
  const { user } = await openSword();
  await setting(user, 'The price', 'Name');
  expect(drafts()).toHaveLength(0);
  await change(user, 'The price', 'Name', 'cost');
  expect(drafts()).toHaveLength(0);
  await untilStored();
});

test('after a crash the changes are offered, and restored as one step that can be undone', async () => {
  shows('3.settled.drafts.decided-first');
  const { server } = await crash();
  const { user } = await openSword({ server });
  expect(await screen.findByText('You have unsaved changes from a moment ago')).toBeTruthy();
  expect(await nameOf(user, 'The price')).toBe('price');
  await user.click(screen.getByRole('button', { name: 'Restore' }));
  await waitFor(async () => expect(await nameOf(user, 'The price')).toBe('cost'));
  expect(screen.queryByText(/You have unsaved changes/)).toBeNull();
  expect(drafts()).toHaveLength(1);
  // In one step, after which there is nothing left to undo.
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await nameOf(user, 'The price')).toBe('price');
  expect(screen.getByRole('button', { name: 'Undo' }).getAttribute('aria-disabled')).toBe('true');
});

test('a discarded draft is not offered again', async () => {
  shows('3.settled.drafts.decided-first');
  const { server } = await crash();
  const second = await openSword({ server });
  await second.user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(drafts()).toHaveLength(0);
  expect(await nameOf(second.user, 'The price')).toBe('price');
});

const restoreDialog = () => screen.findByRole('dialog', { name: 'Restore your earlier changes?' });

test('editing the template while a draft is offered requires a decision first, and loses neither', async () => {
  shows('3.settled.drafts.decided-first');
  const { server } = await crash();
  const second = await openSword({ server });
  await screen.findByRole('button', { name: 'Restore' });
  await change(second.user, 'The weight', 'Name', 'mass');
  await restoreDialog();
  fireEvent(window, new Event('pagehide'));
  expect(drafts()).toHaveLength(2);
  second.close();
  const third = await openSword({ server });
  await third.user.click(await screen.findByRole('button', { name: 'Restore' }));
  await waitFor(async () => expect(await nameOf(third.user, 'The weight')).toBe('mass'));
  expect(await nameOf(third.user, 'The price')).toBe('price');
  // The other draft would replace it.
  await third.user.click(await screen.findByRole('button', { name: 'Restore' }));
  await third.user.click(within(await restoreDialog()).getByRole('button', { name: 'Restore earlier changes' }));
  await waitFor(async () => expect(await nameOf(third.user, 'The price')).toBe('cost'));
});

test('discarding the earlier changes of a template keeps the current edits', async () => {
  shows('3.settled.drafts.decided-first');
  const { server } = await crash();
  const second = await openSword({ server });
  await screen.findByRole('button', { name: 'Restore' });
  await change(second.user, 'The weight', 'Name', 'mass');
  await second.user.click(within(await restoreDialog()).getByRole('button', { name: 'Discard earlier changes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await nameOf(second.user, 'The weight')).toBe('mass');
  expect(await nameOf(second.user, 'The price')).toBe('price');
  fireEvent(window, new Event('pagehide'));
  expect(drafts()).toHaveLength(1);
});

test('a restored draft keeps its base version, so that a save is merged with what others have saved', async () => {
  shows('3.calls.version.sent');
  const { server, fields } = await crash();
  await saveTemplate(server, 'sword', [...fields, field('extra', 'text', { order: 60 })], {
    version: 1,
    label: 'Sword',
    as: 'admin',
  });
  const { user } = await openSword({ server });
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('admin changed The extra meanwhile')).toBeTruthy();
  await confirmSave(user);
  await waitFor(async () => expect((await storedTemplate(server)).header.version).toBe(3));
  expect((await storedTemplate(server)).fields.some(({ id }) => id === 'extra')).toBe(true);
});

test('nothing stays stored after a save', async () => {
  const { user, untilPath, base } = await openSword();
  await change(user, 'The price', 'Name', 'cost');
  await untilStored();
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await confirmSave(user);
  await untilPath(`${base}/sword/items`);
  expect(drafts()).toEqual([]);
});

test('nothing stays stored after leaving without saving', async () => {
  const { user, untilPath } = await openSword();
  await change(user, 'The price', 'Name', 'cost');
  await untilStored();
  await user.click(screen.getByRole('link', { name: 'Quartermaster, home' }));
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await untilPath('/');
  expect(drafts()).toEqual([]);
});

test('nothing stays stored after signing out', async () => {
  const { user, untilPath } = await openSword();
  await change(user, 'The price', 'Name', 'cost');
  await untilStored();
  await storeDraft('something else', { at: 1, value: 1 });
  // The page of a list that was shown last, with its ids and search.
  localStorage.setItem('quartermaster:items-page:1:thing', '{"search":"?search=secret","ids":[1]}');
  await user.click(screen.getByRole('button', { name: 'Account' }));
  await user.click(await screen.findByRole('menuitem', { name: /Log out/ }));
  await user.click(await screen.findByRole('button', { name: 'Yes, log out' }));
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await untilPath('/login');
  await waitFor(() => expect(drafts()).toEqual([]));
  expect(localStorage.getItem('quartermaster:items-page:1:thing')).toBeNull();
});

test('another user of the same browser is not offered the draft', async () => {
  const { server } = await crash();
  await openSword({ server, as: 'admin' });
  await untilKnown('admin');
  expect(screen.queryByText(/You have unsaved changes/)).toBeNull();
  expect(drafts()).toHaveLength(1);
});

test('a new template’s draft is stored too, separately from others', async () => {
  const { server, base, close } = await openSword();
  close();
  const first = await renderConsole(`${base}/new`, { as: 'owner', server });
  fireEvent.change(await screen.findByRole('textbox', { name: /^Name/ }), { target: { value: 'Shield' } });
  await untilStored();
  first.close();
  const second = await openSword({ server });
  await untilKnown('owner');
  expect(screen.queryByText(/You have unsaved changes/)).toBeNull();
  second.close();
  const third = await renderConsole(`${base}/new`, { as: 'owner', server });
  await third.user.click(await screen.findByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Name/ }).value).toBe('Shield'));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^ID/ }).value).toBe('shield');
});

test('drafts stored by an earlier version in another format are left untouched', async () => {
  const { server } = await crash();
  const [key = ''] = drafts();
  localStorage.setItem(`quartermaster:${key}`, '{"at":1,"value":{"version":1,"draft":{}}}');
  const { user } = await openSword({ server });
  await untilKnown('owner');
  expect(await nameOf(user, 'The price')).toBe('price');
  expect(screen.queryByText(/You have unsaved changes/)).toBeNull();
});

/** Makes storage reject new draft keys while `isFull` returns true, until the test ends. */
function limitStorage(isFull: (storage: Storage, key: string) => boolean) {
  const store = Storage.prototype.setItem;
  const spy = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    if (this.getItem(key) === null && isFull(this, key)) throw new DOMException('full', 'QuotaExceededError');
    store.call(this, key, value);
  });
  onTestFinished(() => {
    spy.mockRestore();
    dropAllDrafts();
  });
}

const keptValue = (key: string) => readStoredJson<{ value: unknown } | null>(`draft:${key}`, null)?.value;

/** Makes the browser report these drafts as belonging to open tabs. */
function holdLocks(keys: string[]) {
  const held = keys.map((key) => ({ name: `quartermaster:draft:${key}` }));
  vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: { query: async () => ({ held }) } } }));
  onTestFinished(() => void vi.unstubAllGlobals());
}

test('if storage is full the oldest drafts of closed tabs are evicted first, and no more than needed', async () => {
  let isFull = (storage: Storage, _key: string) => storage.length >= 4;
  limitStorage((storage, key) => isFull(storage, key));
  holdLocks(['living']);
  for (const [key, at] of [
    ['living', 0],
    ['b', 2],
    ['a', 1],
    ['c', 3],
  ] as const)
    expect(await storeDraft(key, { at, value: key })).toBe(true);
  expect(await storeDraft('d', { at: 4, value: 'd' })).toBe(true);
  expect(['living', 'a', 'b', 'd'].map(keptValue)).toEqual(['living', undefined, 'b', 'd']);
  // Not even without all the others.
  isFull = (_, key) => key.endsWith(':e');
  expect(await storeDraft('e', { at: 5, value: 'e' })).toBe(false);
  expect(['living', 'b', 'c', 'd', 'e'].map(keptValue)).toEqual(['living', 'b', 'c', 'd', undefined]);
});

test('a draft deleted while it waits for space is not stored', async () => {
  await storeDraft('other', { at: 1, value: 1 });
  let isFull = true;
  limitStorage(() => isFull);
  const kept = storeDraft('a', { at: 2, value: 2 });
  dropDraft('a');
  isFull = false;
  expect(await kept).toBe(false);
  expect(drafts()).toEqual(['draft:other']);
});

test('a restored draft keeps its old key until there is space for it under this tab’s', async () => {
  const { server } = await crash();
  const [old = ''] = drafts();
  let isFull = true;
  limitStorage((_, key) => isFull && key.includes('draft:') && !key.endsWith(old));
  const { user } = await openSword({ server });
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  await waitFor(async () => expect(await nameOf(user, 'The price')).toBe('cost'));
  expect(drafts()).toEqual([old]);
  isFull = false;
  await change(user, 'The weight', 'Name', 'mass');
  fireEvent(window, new Event('pagehide'));
  await waitFor(() => expect(drafts()).not.toContain(old));
  expect(drafts()).toHaveLength(1);
});

test('a restored draft is not offered again after a save, whichever key it was stored under', async () => {
  const { server } = await crash();
  const [old = ''] = drafts();
  limitStorage((_, key) => key.includes('draft:') && !key.endsWith(old));
  const { user, untilPath, base } = await openSword({ server });
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await confirmSave(user);
  await untilPath(`${base}/sword/items`);
  expect(drafts()).toEqual([]);
});

test('a draft stored by an earlier version, without a tab’s key, is offered and deleted like the others', async () => {
  onTestFinished(dropAllDrafts);
  await storeDraft('thing', { at: Date.now(), value: 'bare' });
  await storeDraft('thing2', { at: Date.now(), value: 'other' });
  expect((await abandonedDrafts('thing')).map(({ value }) => value)).toEqual(['bare']);
  await storeDraft('thing', { at: 1, value: 'old' });
  expect(await abandonedDrafts('thing')).toEqual([]);
  expect(drafts()).toEqual(['draft:thing2']);
});

test('of closed tabs’ drafts, the newest five from the last 30 days are kept', async () => {
  const day = 24 * 60 * 60 * 1000;
  const ages = [31, 29, 3, 6, 5, 4, 2, 40];
  for (const age of ages) await storeDraft(`thing#${age}`, { at: Date.now() - age * day, value: age });
  await storeDraft('thing2#1', { at: Date.now(), value: 'other' });
  expect((await abandonedDrafts('thing')).map(({ value }) => value)).toEqual([2, 3, 4, 5, 6]);
  expect(drafts().toSorted()).toEqual(
    ['thing#2', 'thing#3', 'thing#4', 'thing#5', 'thing#6', 'thing2#1'].map((key) => `draft:${key}`),
  );
  dropAllDrafts();
  await storeDraft('thing#31', { at: Date.now() - 31 * day, value: 31 });
  expect(await abandonedDrafts('thing')).toEqual([]);
  expect(drafts()).toEqual([]);
});

test('elapsed time is shown in whole units', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  const ago = (seconds: number) => timeAgo(now - seconds * 1000, now);
  expect([ago(0), ago(59), ago(60), ago(300), ago(7300), ago(90_000)]).toEqual([
    'a moment ago',
    'a moment ago',
    '1 minute ago',
    '5 minutes ago',
    '2 hours ago',
    '1 day ago',
  ]);
});

test('deleting a template deletes all its drafts, even if the page is left before the server answers', async () => {
  const { server } = await crash();
  const held = Promise.withResolvers<void>();
  let isSent = false;
  const { user, untilPath } = await openSword({
    server,
    intercept: (fetch) => async (input, init) => {
      const answer = await fetch(input, init);
      if (init?.method !== 'DELETE') return answer;
      isSent = true;
      await held.promise;
      return answer;
    },
  });
  await screen.findByText('You have unsaved changes from a moment ago');
  await user.click(screen.getByRole('button', { name: 'Delete template' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete template' }));
  await user.type(dialog.getByRole('textbox', { name: 'Type sword to confirm' }), 'sword');
  await user.click(dialog.getByRole('button', { name: 'Delete template' }));
  await waitFor(() => expect(isSent).toBe(true));
  act(() => {
    window.history.pushState(null, '', '/');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await untilPath('/');
  await waitFor(() => expect(screen.queryByRole('tree')).toBeNull());
  expect(drafts()).toHaveLength(1);
  held.resolve();
  await waitFor(() => expect(drafts()).toEqual([]));
});

test('deleting a template deletes all its drafts, including those without a decision', async () => {
  const { server } = await crash();
  const { user, untilPath } = await openSword({ server });
  await screen.findByText('You have unsaved changes from a moment ago');
  await change(user, 'The weight', 'Name', 'mass');
  await user.click(screen.getByRole('button', { name: 'Delete template' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete template' }));
  await user.type(dialog.getByRole('textbox', { name: 'Type sword to confirm' }), 'sword');
  await user.click(dialog.getByRole('button', { name: 'Delete template' }));
  await untilPath('/');
  expect(drafts()).toEqual([]);
});
