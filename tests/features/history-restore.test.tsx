import { diffItemFields } from '@quartermaster/contract/content/diff-item-fields.ts';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { items, type SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { materialFields, saveWeapons, weapon, weaponFields } from '../support/item-content.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { choose } from './choose-instance.ts';

const tree = buildTree(weaponFields);

const menuOf = (server: TestServer) => {
  const params = { instanceId: server.studio.dev };
  return { params, read: () => server.call(menu.list, { params }, { as: 'owner' }) };
};

/** A sword that cost 5 and now costs 6. */
async function withSword() {
  const server = await startTestServer();
  const { weapons } = await saveWeapons(server, [['Sword', { cost: 5 }]]);
  const [id = 0] = weapons;
  const instanceId = server.studio.dev;
  const params = { instanceId, templateId: 'weapon', id };
  const save = (version: number, before: ItemValues, after: ItemValues) => {
    const fields = diffItemFields(tree, before, after) as SaveItem['fields'];
    const body = { ...weapon('Sword', {}), id, version, fields };
    return server.call(items.save, { params: { instanceId }, body }, { as: 'owner' });
  };
  const costNow = async () => {
    const { item } = await server.call(items.get, { params }, { as: 'owner' });
    return item.fields.find(({ template_field_id: field }) => field === 'cost')?.value;
  };
  await save(1, { cost: 5 }, { cost: 6 });
  return { server, params, save, costNow };
}

test('a version of an item is restored after its difference to now was shown, and the toast undoes it', async () => {
  shows('4.history.restore');
  const { server, params, costNow } = await withSword();
  const { user } = await renderConsole(pathTo(paths.itemHistory, params), { as: 'owner', server });
  await user.click(await screen.findByRole('button', { name: 'Restore Version 1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Restore version 1' }));
  expect((await dialog.findByRole('region', { name: 'What changes' })).textContent).toContain('Cost65');
  expect(await costNow()).toBe(6);
  await user.click(dialog.getByRole('button', { name: 'Restore this version' }));
  await screen.findByText('Version 1 was restored');
  expect(await costNow()).toBe(5);
  await screen.findByRole('link', { name: 'Version 3' });
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText('The changes were undone');
  expect(await costNow()).toBe(6);
  await screen.findByRole('link', { name: 'Version 4' });
});

test('a restore of an item that was changed meanwhile is checked again', async () => {
  shows('4.history.restore');
  const { server, params, save, costNow } = await withSword();
  const { user } = await renderConsole(pathTo(paths.itemHistory, params), { as: 'owner', server });
  await user.click(await screen.findByRole('button', { name: 'Restore Version 1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Restore version 1' }));
  await dialog.findByRole('region', { name: 'What changes' });
  await save(2, { cost: 6 }, { cost: 7 });
  await user.click(dialog.getByRole('button', { name: 'Restore this version' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('The item was changed in the meantime');
  await waitFor(() => expect(dialog.getByRole('region', { name: 'What changes' }).textContent).toContain('Cost75'));
  expect(await costNow()).toBe(7);
  await user.click(dialog.getByRole('button', { name: 'Restore this version' }));
  await screen.findByText('Version 1 was restored');
  expect(await costNow()).toBe(5);
});

test('a restore is not offered while the check of changed content fails', async () => {
  shows('4.history.restore');
  const { server, params, save } = await withSword();
  let isFailing = false;
  const { user } = await renderConsole(pathTo(paths.itemHistory, params), {
    as: 'owner',
    server,
    intercept: (fetch) => async (input, init) =>
      isFailing && String(input).includes('/restore?version=')
        ? Response.json({ status_code: 422, error: 'refused', message: 'Not now' }, { status: 422 })
        : fetch(input, init),
  });
  await user.click(await screen.findByRole('button', { name: 'Restore Version 1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Restore version 1' }));
  await dialog.findByRole('region', { name: 'What changes' });
  await save(2, { cost: 6 }, { cost: 7 });
  isFailing = true;
  await user.click(dialog.getByRole('button', { name: 'Restore this version' }));
  await dialog.findByText('The item was changed in the meantime.');
  expect(dialog.queryByRole('region', { name: 'What changes' })).toBeNull();
  expect(dialog.getByRole('button', { name: 'Restore this version' })).toHaveProperty('disabled', true);
  isFailing = false;
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  expect((await dialog.findByRole('region', { name: 'What changes' })).textContent).toContain('Cost75');
});

test('the editor of a template leads to its versions, and one is restored with the fields that it had', async () => {
  shows('4.history.template');
  const server = await startTestServer();
  await saveWeapons(server, []);
  const params = { instanceId: server.studio.dev };
  const id = 'material';
  const renamed = materialFields.map((field) => ({ ...field, settings: { ...field.settings, label: 'Source' } }));
  await server.call(
    templates.save,
    { params, body: { id, label: 'Ore', version: 1, fields: renamed } },
    { as: 'owner' },
  );
  const { user } = await renderConsole(pathTo(paths.template, { ...params, templateId: id }), { as: 'owner', server });
  await user.click(await within(await screen.findByRole('main')).findByRole('link', { name: 'History' }));
  await screen.findByRole('heading', { level: 1, name: 'History of template Ore' });
  const second = await screen.findByRole('link', { name: 'Version 2' });
  expect(second.closest('li')?.textContent).toContain('Name Material → OreSource: Label Origin → Source');
  expect(screen.getByRole('link', { name: 'Version 1' }).closest('li')?.textContent).toContain('Name and fields');
  await user.click(second);
  const change = await screen.findByRole('complementary', { name: 'Change of Version 2' });
  await waitFor(() => expect(change.textContent).toContain('Source'));
  await user.click(screen.getByRole('button', { name: 'Restore Version 1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Restore version 1' }));
  await dialog.findByRole('region', { name: 'What changes' });
  await user.click(dialog.getByRole('button', { name: 'Restore this version' }));
  await screen.findByText('Version 1 was restored');
  const { fields } = await server.call(templates.get, { params: { ...params, templateId: id } }, { as: 'owner' });
  expect(fields.map(({ settings }) => settings.label)).toEqual(['Origin']);
});

test('the navigation leads to its versions, and an earlier one is restored', async () => {
  shows('4.history.menu');
  const server = await startTestServer();
  await saveWeapons(server, []);
  await choose(server, 'owner', server.studio.dev);
  const { read, params } = menuOf(server);
  const rename = async (label: string) => {
    const { menu: nodes, version } = await read();
    const [first] = nodes;
    if (!first) throw new Error('The menu is empty');
    const body = { version, menu: [{ ...first, label, status: 2 as const }] };
    await server.call(menu.save, { params, body }, { as: 'owner' });
    return first.id;
  };
  const id = await rename('Before');
  await rename('Renamed');
  const { user } = await renderConsole(paths.navigationSetup, { as: 'owner', server });
  await user.click(await within(await screen.findByRole('main')).findByRole('link', { name: 'History' }));
  await screen.findByRole('heading', { level: 1, name: 'History of the navigation' });
  const boxes = await screen.findAllByRole('checkbox', { name: /^Compare/ });
  const [newest, before] = boxes.map((box) => box.closest('li'));
  expect(newest?.textContent).toContain('Renamed: Label Before → Renamed');
  await user.click(within(newest as HTMLElement).getAllByRole('link')[0] as HTMLElement);
  const change = await screen.findByRole('complementary');
  await waitFor(() => expect(change.textContent).toContain('Renamed'));
  await user.click(within(before as HTMLElement).getByRole('button', { name: /^Restore/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Restore the version of / }));
  await dialog.findByRole('region', { name: 'What changes' });
  await user.click(dialog.getByRole('button', { name: 'Restore this version' }));
  await screen.findByText('The navigation was restored');
  expect((await read()).menu.find((node) => node.id === id)?.label).toBe('Before');
});

test('entries of the navigation whose template was deleted are named, and are no change', async () => {
  shows('4.history.menu');
  const server = await startTestServer();
  await saveWeapons(server, []);
  await choose(server, 'owner', server.studio.dev);
  const { read, params } = menuOf(server);
  const { menu: nodes, version } = await read();
  const entry = nodes.find((node) => node.template_id === 'weapon');
  if (!entry) throw new Error('The template is not in the menu');
  const body = { version, menu: [{ ...entry, label: 'Arms', status: 2 as const }] };
  await server.call(menu.save, { params, body }, { as: 'owner' });
  await server.call(templates.delete, { params: { ...params, templateId: 'weapon' } }, { as: 'owner' });
  expect((await read()).menu.map(({ id }) => id)).not.toContain(entry.id);
  const { user } = await renderConsole(paths.menuHistory, { as: 'owner', server });
  const [restore] = await screen.findAllByRole('button', { name: /^Restore/ });
  await user.click(restore as HTMLElement);
  const dialog = within(await screen.findByRole('dialog'));
  const problem = await dialog.findByRole('region', { name: '1 entry does not come back' });
  expect(problem.textContent).toContain('Arms: its template does not exist any more.');
  expect(dialog.queryByRole('region', { name: 'What changes' })).toBeNull();
  expect(dialog.queryByRole('button', { name: 'Restore this version' })).toBeNull();
});

test('a version of the navigation is shown without the one before while that cannot be loaded, with one request', async () => {
  shows('4.history.menu');
  const server = await startTestServer();
  await saveWeapons(server, []);
  await choose(server, 'owner', server.studio.dev);
  const { read, params } = menuOf(server);
  const { menu: nodes, version } = await read();
  const body = { version, menu: nodes.slice(0, 1).map((node) => ({ ...node, label: 'New', status: 2 as const })) };
  await server.call(menu.save, { params, body }, { as: 'owner' });
  let next = 0;
  const { user, path } = await renderConsole(paths.menuHistory, {
    as: 'owner',
    server,
    intercept: (fetch) => async (input, init) => {
      const url = new URL(String(input), 'http://localhost');
      if (!url.pathname.endsWith('/history/menu')) return fetch(input, init);
      if (url.searchParams.has('cursor')) {
        next += 1;
        await waitFor(() => expect(screen.getByRole('button', { name: 'Show more' }).dataset.loading).toBe('true'));
        return Response.json({ status_code: 404, error: 'not_found', message: 'Gone' }, { status: 404 });
      }
      const page = (await (await fetch(input, init)).json()) as { versions: object[] };
      return Response.json({ versions: page.versions.slice(0, 1), next_cursor: '1' });
    },
  });
  const [box] = await screen.findAllByRole('checkbox', { name: /^Compare/ });
  await user.click(within(box?.closest('li') as HTMLElement).getAllByRole('link')[0] as HTMLElement);
  const change = within(await screen.findByRole('complementary'));
  await change.findByText('The change could not be loaded');
  await user.click(box as HTMLElement);
  await waitFor(() => expect(path()).toContain('compare='));
  expect(next).toBe(1);
});

test('a sent address of the history of the navigation opens in its instance', async () => {
  shows('4.history.menu');
  const server = await startTestServer();
  const { dev, stage } = server.studio;
  await choose(server, 'owner', dev);
  await renderConsole(`${paths.menuHistory}?instance=${stage}`, { as: 'owner', server });
  const heading = await screen.findByRole('heading', { level: 1, name: 'History of the navigation' });
  await waitFor(() => expect(heading.parentElement?.textContent).toMatch(/stage/i));
});
