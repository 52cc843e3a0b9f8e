import { readFileSync } from 'node:fs';
import { screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import type { MenuEntry } from '../../src/app/context/host-api.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { saveWeapons } from '../support/item-content.ts';
import { saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';
import type { Person } from '../support/server-studio.ts';
import { choose } from './choose-instance.ts';

async function open(as: Person) {
  const server = await startTestServer();
  await saveWeapons(server, () => [['Sword', { cost: 1 }]]);
  // Its id is the start of another one's.
  await saveTemplate(server, 'weap', [], { label: 'Weap' });
  await choose(server, as, server.studio.dev);
  const menus: MenuEntry[][] = [];
  const props = { onMenu: (entries: MenuEntry[]) => void menus.push(entries), chrome: { sidebar: false } };
  const view = await renderConsole('/', { server, as, props: { ...props, ownsDocument: false } });
  const labels = () => menus.at(-1)?.map(({ label }) => label);
  return { ...view, menus, labels, base: `/instance/${server.studio.dev}/templates` };
}

const pages = ['Exported data', 'Navigation setup', 'Export settings', 'Find and replace'];
const changes = ['Sync', 'Reviews', 'Proposals', 'Releases', 'History', 'Activity', 'Trash'];
const delivery = ['Builds', 'Channels', 'Webhooks', 'Tokens'];
const all = ['Studio', ...pages, 'Templates', 'Changes', 'Delivery', 'Settings'];

test('the host receives a menu of the pages that its user can open, and its changes', async () => {
  shows('4.host.menu.data', '5.finding.menu');
  const { menus, labels, base, console, user } = await open('owner');
  await waitFor(() => expect(labels()).toEqual(all));
  const last = () => menus.at(-1) ?? [];
  const group = (name: string) => last().find(({ label }) => label === name);
  const labelsIn = (name: string) => group(name)?.entries?.map(({ label }) => label);
  expect([labelsIn('Changes'), labelsIn('Delivery')]).toEqual([changes, delivery]);
  const weapons = () => group('Templates')?.entries?.find(({ label }) => label === 'Weapon');
  expect(weapons()).toEqual({ label: 'Weapon', to: `${base}/weapon/items`, isActive: false });
  expect(last()[0]).toEqual({ label: 'Studio', to: '/', isActive: true });

  console.goTo(new URL(`${location.origin}${base}/weapon/items`), false);
  await waitFor(() => expect(weapons()?.isActive).toBe(true));
  expect(last()[0]?.isActive).toBe(false);
  // No entry but the visible one.
  expect(
    group('Templates')
      ?.entries?.filter(({ isActive }) => isActive)
      .map(({ label }) => label),
  ).toEqual(['Weapon']);

  // An entry is also active on the pages below its own, and on no others.
  const active = () =>
    last().flatMap(({ entries, ...entry }) =>
      [entry, ...(entries ?? [])].flatMap((one) => (one.isActive ? [one.label] : [])),
    );
  console.goTo(new URL('/instance-sync/history', location.origin), false);
  await waitFor(() => expect(active()).toEqual(['Sync']));
  console.goTo(new URL('/instance-sync/releases', location.origin), false);
  await waitFor(() => expect(active()).toEqual(['Releases']));
  console.goTo(new URL('/settings/exported-data?view=builds', location.origin), false);
  await waitFor(() => expect(active()).toEqual(['Builds']));
  expect(weapons()?.isActive).toBe(false);

  const before = menus.length;
  console.goTo(new URL('/settings/account', location.origin), false);
  await waitFor(() => expect(last().at(-1)?.isActive).toBe(true));
  expect(menus.length).toBe(before + 1);
  await user.click(screen.getByRole('button', { name: 'Account' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, log out' }));
  await waitFor(() => expect(last()).toEqual([]));
});

test('the documented menu of a portal has its entries, those in groups and the active one', async () => {
  const { menus, labels, base } = await open('owner');
  await waitFor(() => expect(labels()).toEqual(all));
  const [, code = ''] = /```js\n(function onMenu.*?)```/s.exec(readFileSync('docs/embedding.md', 'utf8')) ?? [];
  const place = document.createElement('ul');
  place.id = 'menu';
  document.body.append(place);
  onTestFinished(() => place.remove());
  new Function(`${code}\nreturn onMenu;`)()(menus.at(-1));
  expect(place.querySelector('[aria-current=page]')?.textContent).toBe('Studio');
  const link = [...place.querySelectorAll('ul ul a')].find(({ textContent }) => textContent === 'Weapon');
  expect(link?.getAttribute('href')).toBe(`/content${base}/weapon/items`);
});

test('a member without the permissions gets a menu without those pages', async () => {
  shows('4.host.menu.data', '5.finding.menu');
  const { labels, menus } = await open('member');
  await waitFor(() => expect(labels()).toContain('Templates'));
  await screen.findByRole('heading', { level: 1, name: 'Studio' });
  expect(labels()).toEqual(['Studio', 'Navigation setup', 'Templates', 'Changes', 'Settings']);
  const entries = menus.at(-1)?.find(({ label }) => label === 'Changes')?.entries;
  expect(entries?.map(({ label }) => label)).toEqual(['Proposals', 'History', 'Activity', 'Trash']);
});
