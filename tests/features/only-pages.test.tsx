import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { ConsoleProps } from '../../src/app/context/console-props.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { saveWeapons } from '../support/item-content.ts';
import { startTestServer } from '../support/server.ts';
import { password } from '../support/server-studio.ts';
import { choose } from './choose-instance.ts';

/** A server with weapons, and the path of their list. */
async function prepare() {
  const server = await startTestServer();
  const { dev } = server.studio;
  await saveWeapons(server, () => [['Sword', { cost: 1 }]]);
  await choose(server, 'owner', dev);
  const template = `/instance/${dev}/templates/weapon`;
  const open = (path: string, props: Partial<ConsoleProps>) =>
    renderConsole(path, { server, as: 'owner', props: { ownsDocument: false, ...props } });
  return { server, open, items: `${template}/items`, edit: `${template}/edit` };
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const editTemplate = () => screen.findByRole('link', { name: 'Edit template' });
const banner = () => screen.queryByRole('link', { name: 'Quartermaster, home' });
const menu = () => screen.queryByRole('navigation', { name: 'Main' });

test('only the pages below a path are shown, until an update shows all again', async () => {
  shows('4.host.only.shown');
  const { open, items } = await prepare();
  const { console, root, path, user } = await open('/settings/account', { only: '/instance-sync/' });
  await heading('Instance sync');
  expect([path(), banner(), menu()]).toEqual(['/instance-sync', null, null]);

  await user.click(await screen.findByRole('link', { name: 'History' }));
  await waitFor(() => expect(path()).toMatch(/^\/instance-sync\/history/));
  // The host's own navigation opens the start.
  console.goTo(new URL(items, location.origin), false);
  await waitFor(() => expect(path()).toBe('/instance-sync'));
  history.pushState({ ...history.state, idx: history.state.idx + 1 }, '', '/settings/account');
  act(() => void dispatchEvent(new PopStateEvent('popstate')));
  await waitFor(() => expect(path()).toBe('/instance-sync'));
  await heading('Instance sync');

  console.update({ chrome: { sidebar: true } });
  await waitFor(() => expect(menu()).not.toBeNull());
  expect(banner()).toBeNull();
  console.update({ only: items, chrome: undefined });
  await heading('Weapon');
  expect([path(), banner(), menu()]).toEqual([items, null, null]);

  const frame = root.firstElementChild;
  act(() => console.update({ only: undefined }));
  await waitFor(() => expect(menu()).not.toBeNull());
  expect(banner()).not.toBeNull();
  expect(path()).toBe(items);
  expect(root.firstElementChild).toBe(frame);
});

test('a page whose path only starts with the same letters is not shown', async () => {
  shows('4.host.only.shown');
  const { server, open } = await prepare();
  const only = `/settings/workspaces/${server.studio.workspaceId}`;
  const { path } = await open(`${only}0`, { only });
  await waitFor(() => expect(path()).toBe(only));
});

test('signing in opens the only page, also without URLs', async () => {
  shows('4.host.only.shown');
  const { server } = await prepare();
  const { user, root } = await renderConsole('/', {
    server,
    props: { ownsDocument: false, routing: 'memory', only: '/instance-sync' },
  });
  await user.type(await screen.findByLabelText(/^Email/), 'owner@studio.test');
  await user.type(screen.getByLabelText(/^Password/), password);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await heading('Instance sync');
  expect(root.querySelector('[data-qm-account]')).not.toBeNull();
});

test('a link to another page is passed to the host, and the page stays', async () => {
  shows('4.host.only.left');
  const { server, open, items, edit } = await prepare();
  const onLeave = vi.fn();
  const { console, user, path, events, expectNoToast } = await open(items, { only: items, onLeave });
  await user.click(await editTemplate());
  await waitFor(() => expect(onLeave.mock.calls).toEqual([[edit]]));
  // The path's own instance takes precedence.
  act(() => console.update({ activeInstanceId: server.studio.stage }));
  await user.click(await editTemplate());
  await waitFor(() => expect(onLeave.mock.calls).toEqual([[edit], [edit]]));
  await heading('Weapon');
  expect(path()).toBe(items);
  expect(events.filter(({ type }) => type === 'navigate')).toEqual([]);
  await expectNoToast();

  // A host may navigate at once.
  onLeave.mockImplementation((only: string) => console.update({ only }));
  await user.click(await editTemplate());
  await waitFor(() => expect(path()).toBe(edit));
});

test('without onLeave a link to another page explains that it is not shown', async () => {
  shows('4.host.only.left');
  const { open, items } = await prepare();
  const { user, path } = await open(items, { only: items });
  await user.click(await editTemplate());
  expect(await screen.findByText('That page is not shown here')).toBeTruthy();
  expect(path()).toBe(items);
});
