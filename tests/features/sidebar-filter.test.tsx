import { menu, type SaveMenuNode } from '@quartermaster/contract/endpoints/menu.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';
import { choose } from './choose-instance.ts';

const names = ['Axes', 'Bows', 'Clubs', 'Daggers', 'Swords', 'Shields', 'Boots', 'Helmets', 'Rings', 'Potions'];

/** A menu of the images and ten templates, five of them in a folder. */
async function open(count = names.length) {
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  const inFolder: SaveMenuNode[] = [];
  for (const [order, label] of names.slice(0, count).entries()) {
    const id = label.toLowerCase();
    await saveTemplate(server, id, [], { label });
    if (order < 5)
      inFolder.push({ id: `template-${id}`, parent_id: 'weapons', label, template_id: id, order, status: 2 });
  }
  const folder = { id: 'weapons', parent_id: 'root', label: 'Weapons', template_id: '', order: 0, status: 1 } as const;
  const params = { instanceId: server.studio.dev };
  await server.call(menu.save, { params, body: { menu: [folder, ...inFolder] } }, { as: 'owner' });
  const view = await renderConsole('/', { server, as: 'owner' });
  // Not the placeholder of the sidebar, which has the same name.
  await screen.findByRole('link', { name: 'Axes' });
  const nav = within(screen.getByRole('navigation', { name: 'Main' }));
  return { ...view, server, nav };
}

test('filtering a long menu by name keeps the folders of the matches, and Enter opens the first match', async () => {
  shows('1.2.sidebar.templates-tree', '2.2.sidebar.tree');
  const { user, nav, server, untilPath } = await open();
  const all = nav.getAllByRole('link').length;
  await user.click(nav.getByRole('button', { name: 'Weapons' }));
  expect(nav.queryByRole('link', { name: 'Axes' })).toBeNull();
  const filter = nav.getByRole('textbox', { name: 'Filter templates' });
  await user.type(filter, 'ord');
  expect(nav.getByRole('link', { name: 'Swords' })).toBeTruthy();
  expect(nav.getByRole('button', { name: 'Weapons' }).getAttribute('aria-expanded')).toBe('true');
  expect(nav.queryByRole('link', { name: 'Potions' })).toBeNull();

  await user.clear(filter);
  await user.type(filter, 'WEAP');
  expect(nav.getByRole('link', { name: 'Axes' })).toBeTruthy();
  await user.clear(filter);
  await user.type(filter, 'xyz');
  expect(nav.getByRole('status').textContent).toBe('No template is called that');
  await user.keyboard('{Escape}');
  expect((filter as HTMLInputElement).value).toBe('');
  await user.click(nav.getByRole('button', { name: 'Weapons' }));
  await waitFor(() => expect(nav.getAllByRole('link')).toHaveLength(all));

  await user.type(filter, 'bo{Enter}');
  await untilPath(`/instance/${server.studio.dev}/templates/bows/items`);
});

test('a short menu has no filter', async () => {
  shows('2.2.sidebar.tree');
  const { nav } = await open(5);
  expect(nav.queryByRole('textbox')).toBeNull();
});

test('each template has the number of its items next to its name', async () => {
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  await saveTemplate(server, 'axes', [], { label: 'Axes' });
  await saveTemplate(server, 'bows', [], { label: 'Bows' });
  await saveAll(
    server,
    ['Long bow', 'Short bow'].map((label) => saveBody('bows', [], {}, { label })),
  );
  await renderConsole('/', { server, as: 'owner' });
  const bows = await screen.findByRole('link', { name: 'Bows' });
  await waitFor(() => expect(bows.textContent).toBe('Bows2'));
  expect(screen.getByRole('link', { name: 'Axes' }).textContent).toBe('Axes0');
});
