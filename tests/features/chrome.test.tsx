import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { startTestServer } from '../support/server.ts';
import { choose } from './choose-instance.ts';

/** The console of an owner in Dev or Prod, in a host that hides the parts around the pages. */
async function open(path: string, chrome: { header?: boolean; sidebar?: boolean }, env: 'dev' | 'prod' = 'dev') {
  const server = await startTestServer();
  await choose(server, 'owner', server.studio[env]);
  return renderConsole(path, { server, as: 'owner', props: { chrome, ownsDocument: false } });
}

const banner = () => screen.queryByRole('link', { name: 'Quartermaster, home' });
const menu = () => screen.queryByRole('navigation', { name: 'Main' });
const skip = () => screen.queryByRole('button', { name: 'Skip to content' });

test('header and sidebar can be hidden and shown again without a remount', async () => {
  shows('4.host.chrome.left-out');
  const { console, root, events } = await open('/', { header: false, sidebar: false });
  const heading = await screen.findByRole('heading', { level: 1, name: 'Studio' });
  expect([banner(), menu(), skip()]).toEqual([null, null, null]);

  console.update({ chrome: { header: false } });
  await waitFor(() => expect(menu()).not.toBeNull());
  expect(banner()).toBeNull();
  // The first tab stop, as it skips the others.
  expect(root.querySelector('a, button')).toBe(skip());

  console.update({ chrome: { sidebar: false } });
  await waitFor(() => expect(banner()).not.toBeNull());
  expect(menu()).toBeNull();
  expect(skip()).not.toBeNull();

  act(() => console.update({ colorScheme: 'dark' }));
  expect(menu()).toBeNull();
  console.update({ chrome: undefined });
  await waitFor(() => expect(menu()).not.toBeNull());
  expect(banner()).not.toBeNull();
  expect(heading.isConnected).toBe(true);
  expect(events.filter(({ type }) => type === 'title')).toHaveLength(1);
});

test('a page of the sidebar has a back arrow only where the sidebar is hidden', async () => {
  const { console } = await open('/activity', {});
  await screen.findByRole('heading', { level: 1, name: 'Activity' });
  const back = () => screen.queryByRole('link', { name: 'Back to Studio' });
  expect(back()).toBeNull();
  console.update({ chrome: { sidebar: false } });
  await waitFor(() => expect(back()).not.toBeNull());
});

test('what header and sidebar offer can be reached without them', async () => {
  shows('4.host.chrome.reachable');
  const { console, root, user } = await open('/settings/exported-data', { header: false, sidebar: false }, 'prod');
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  expect(await screen.findByRole('dialog', { name: 'Export' })).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(root.querySelector('[data-env=Prod]')).not.toBeNull();
  await waitFor(() => expect(root.querySelector<HTMLElement>('[data-qm-account]')?.title).toBe('owner@studio.test'));

  console.goTo(new URL('/settings/account', location.origin), false);
  await user.click(await screen.findByRole('button', { name: 'Log out' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, log out' }));
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy();
});

test('without a header no text refers to it', async () => {
  shows('4.host.chrome.reachable');
  const { server, close } = await open('/settings/exported-data', { header: false });
  expect(await screen.findByText(/^An export turns the items of every template into a JSON file/)).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Export' }).length).toBeGreaterThan(0);
  close();
  await choose(server, 'owner', 0);
  const dashboard = await renderConsole('/', { server, as: 'owner', props: { chrome: { header: false } } });
  const place = 'in the application around this console';
  expect(await screen.findByText(`Choose an instance ${place} to see its templates.`)).toBeTruthy();
  dashboard.close();
  await renderConsole('/instance-sync', { server, as: 'owner', props: { chrome: { header: false } } });
  expect(await screen.findByText(`Choose an instance ${place} to see this page.`)).toBeTruthy();
});

test('in a narrow console without a header a button opens the sidebar', async () => {
  shows('4.host.chrome.reachable');
  const before = Object.getOwnPropertyDescriptor(Element.prototype, 'clientWidth');
  Object.defineProperty(Element.prototype, 'clientWidth', { configurable: true, get: () => 390 });
  try {
    const { console, user } = await open('/', { header: false });
    await user.click(await screen.findByRole('button', { name: 'Open navigation' }));
    const drawer = await screen.findByRole('dialog', { name: 'Navigation' });
    expect(await within(drawer).findByRole('link', { name: 'Images' })).toBeTruthy();
    console.update({ chrome: { header: true, sidebar: false } });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Open navigation' })).toBeNull();
  } finally {
    if (before) Object.defineProperty(Element.prototype, 'clientWidth', before);
  }
});
