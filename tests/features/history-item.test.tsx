import { diffItemFields } from '@quartermaster/contract/content/diff-item-fields.ts';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { items, type SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { saveWeapons, weapon, weaponFields } from '../support/item-content.ts';
import { startTestServer } from '../support/server.ts';

const tree = buildTree(weaponFields);

/** A sword with three versions: it cost 5, then 6, and then got notes. */
async function withVersions() {
  const server = await startTestServer();
  const { weapons } = await saveWeapons(server, [['Sword', { cost: 5 }]]);
  const [id = 0] = weapons;
  const instanceId = server.studio.dev;
  const save = (version: number, label: string, before: ItemValues, after: ItemValues) => {
    const fields = diffItemFields(tree, before, after) as SaveItem['fields'];
    const body = { ...weapon(label, {}), id, version, fields };
    return server.call(items.save, { params: { instanceId }, body }, { as: 'owner' });
  };
  await save(1, 'Sword', { cost: 5 }, { cost: 6 });
  await save(2, 'Long sword', { cost: 6 }, { cost: 6, notes: 'sharp' });
  return { server, item: { instanceId, templateId: 'weapon', id } };
}

test('an item leads to its versions, newest first, and each opens with what it changed', async () => {
  shows('4.history.versions');
  const { server, item } = await withVersions();
  const form = pathTo(paths.item, item);
  const { user, untilPath } = await renderConsole(form, { as: 'owner', server });
  await user.click(await screen.findByRole('button', { name: 'Actions for Long sword' }));
  await user.click(await screen.findByRole('menuitem', { name: 'History' }));
  await untilPath(pathTo(paths.itemHistory, item));
  const list = await screen.findByRole('region', { name: 'Versions' });
  const header = screen.getByRole('heading', { level: 1, name: `History of # ${item.id}` }).closest('header');
  await waitFor(() => expect(header?.textContent).toBe(`Long swordHistory of # ${item.id}`));
  await within(list).findByText('Tick two versions to compare them.');
  await waitFor(() => {
    const rows = within(list).getAllByRole('listitem');
    expect(rows.map((row) => row.querySelector('a')?.textContent)).toEqual(['Version 3', 'Version 2', 'Version 1']);
    expect(rows[0]?.textContent).toContain('Label Sword → Long swordNotes empty → sharp');
    expect(rows[1]?.textContent).toContain('Cost 5 → 6');
    expect(rows[1]?.textContent).toContain('owner, by hand');
    expect(rows[2]?.textContent).toContain('Created with 1 field');
  });
  await user.click(within(list).getByRole('link', { name: 'Version 2' }));
  const change = await screen.findByRole('complementary', { name: 'Change of Version 2' });
  await waitFor(() => expect(change.textContent).toContain('Cost56'));
  await user.click(within(list).getByRole('link', { name: 'Version 1' }));
  const first = await screen.findByRole('complementary', { name: 'Change of Version 1' });
  await waitFor(() => expect(first.textContent).toContain('LabelSword'));
  expect(first.querySelector('del')).toBeNull();
  expect(screen.getByRole('link', { name: `Back to # ${item.id}` }).getAttribute('href')).toBe(form);
});

test('a version shows its first changes with old and new values, with one call for all', async () => {
  shows('5.finding.history');
  const server = await startTestServer();
  const { weapons, iron, steel } = await saveWeapons(server, [['Sword', { cost: 5 }]]);
  const [id = 0] = weapons;
  const instanceId = server.studio.dev;
  const versions: ItemValues[] = [
    { cost: 5, parts: [iron], notes: 'blunt', attrib: [{ key: 'a' }] },
    { cost: 1250, parts: [steel], weight: 2, notes: 'sharp', attrib: [{ key: 'a' }, { key: 'b' }] },
  ];
  let before: ItemValues = { cost: 5 };
  for (const [index, after] of versions.entries()) {
    const fields = diffItemFields(tree, before, after) as SaveItem['fields'];
    const body = { ...weapon('Sword', {}), id, version: index + 1, fields };
    await server.call(items.save, { params: { instanceId }, body }, { as: 'owner' });
    before = after;
  }
  const calls: string[] = [];
  await renderConsole(pathTo(paths.itemHistory, { instanceId, templateId: 'weapon', id }), {
    as: 'owner',
    server,
    intercept: (fetch) => (input, init) => {
      calls.push(new URL(String(input), 'http://localhost').pathname);
      return fetch(input, init);
    },
  });
  const list = await screen.findByRole('region', { name: 'Versions' });
  const rowOf = (version: number) => within(list).getAllByRole('listitem')[3 - version];
  await waitFor(() => {
    expect(rowOf(3)?.textContent).toContain('Notes blunt → sharpCost 5 → 1250Weight empty → 2and 2 more');
    expect(rowOf(2)?.textContent).toContain('Notes empty → blunt');
    expect(rowOf(2)?.textContent).toContain('Parts+ Iron');
    expect(rowOf(2)?.textContent).toContain('Attributes: 1 row added');
  });
  expect([...(rowOf(3)?.querySelectorAll('s') ?? [])].map(({ textContent }) => textContent)).toEqual(['blunt', '5']);
  expect(within(list).getByRole('link', { name: 'Iron' })).toBeTruthy();
  expect(calls.filter((path) => path.includes('/history/'))).toHaveLength(1);
});

test('any two versions are compared', async () => {
  shows('4.history.compare');
  const { server, item } = await withVersions();
  const { user, path } = await renderConsole(pathTo(paths.itemHistory, item), { as: 'member', server });
  await user.click(await screen.findByRole('checkbox', { name: 'Compare Version 3' }));
  await user.click(screen.getByRole('checkbox', { name: 'Compare Version 1' }));
  const change = await screen.findByRole('complementary', { name: 'Change of Version 1 and Version 3' });
  await waitFor(() => expect(change.textContent).toContain('Cost56'));
  expect(change.textContent).toContain('LabelSwordLong sword');
  expect(change.textContent).toContain('sharp');
  expect(path()).toContain('compare=3%2C1');
  await user.click(screen.getByRole('button', { name: 'Close the change' }));
  await waitFor(() => expect(screen.queryByRole('complementary', { name: /^Change of/ })).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Version 3' }));
  expect(screen.queryByRole('button', { name: /^Restore/ })).toBeNull();
});

test('a label of the form leads to the history of its field', async () => {
  shows('4.history.field');
  const { server, item } = await withVersions();
  const { user, path } = await renderConsole(pathTo(paths.item, item), { as: 'owner', server });
  const cost = (await screen.findByRole('textbox', { name: /^Cost/ })).closest<HTMLElement>('[data-leaf]');
  await user.click(within(cost as HTMLElement).getByRole('link', { name: 'History of Cost' }));
  await waitFor(() => expect(path()).toBe(`${pathTo(paths.itemHistory, item)}?field=cost`));
  const rows = () =>
    screen.getAllByRole('listitem').filter((row) => /^Version/.test(row.querySelector('a')?.textContent ?? ''));
  await waitFor(() => {
    expect(rows().map((row) => row.querySelector('a')?.textContent)).toEqual(['Version 2', 'Version 1']);
    expect(rows()[0]?.textContent).toContain('Cost56');
    expect(rows()[1]?.textContent).toContain('Cost5');
    expect(rows()[1]?.querySelector('del')).toBeNull();
  });
});

const numbersShown = () =>
  screen.getAllByRole('link', { name: /^Version/, hidden: true }).map(({ textContent }) => textContent);

test('the item that a history returns to still leads back to the list as it was', async () => {
  const { server, item } = await withVersions();
  const list = `${pathTo(paths.items, item)}?search=${item.id}`;
  const { user, path } = await renderConsole(list, { as: 'owner', server });
  await user.click(await screen.findByRole('link', { name: String(item.id) }));
  await user.click(await screen.findByRole('link', { name: 'History of Cost' }));
  await user.click(await screen.findByRole('link', { name: `Back to # ${item.id}` }));
  const back = await screen.findByRole('link', { name: /^Back to (?!#)/ });
  await user.click(back);
  await waitFor(() => expect(path()).toBe(list));
});

test('the list of fields keeps its focus while another field loads, and has no fields in rows', async () => {
  shows('4.history.field');
  const { server, item } = await withVersions();
  const { user, path } = await renderConsole(pathTo(paths.itemHistory, item), { as: 'owner', server });
  const field = await screen.findByRole('combobox', { name: 'Field' });
  await user.click(field);
  const names = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
  expect(names).toEqual(['Notes', 'Cost', 'Weight', 'Magic', 'Material', 'Parts', 'Damage', 'Attributes']);
  await user.click(screen.getByRole('option', { name: 'Cost' }));
  await waitFor(() => expect(path()).toContain('field=cost'));
  await waitFor(() => expect(numbersShown()).toEqual(['Version 2', 'Version 1']));
  expect(document.activeElement).toBe(field);
});

test('the versions that changed a field are searched further if a page has none of them', async () => {
  shows('4.history.field');
  const { server, item } = await withVersions();
  const pages: (string | null)[] = [];
  await renderConsole(`${pathTo(paths.itemHistory, item)}?field=cost`, {
    as: 'owner',
    server,
    intercept: (fetch) => async (input, init) => {
      const { searchParams, pathname } = new URL(String(input), 'http://localhost');
      const isList = pathname.endsWith(`/history/items/weapon/${item.id}`);
      if (!isList) return fetch(input, init);
      const cursor = searchParams.get('cursor');
      pages.push(cursor);
      return cursor === null ? Response.json({ versions: [], next_cursor: '4' }) : fetch(input, init);
    },
  });
  await waitFor(() => expect(numbersShown()).toEqual(['Version 2', 'Version 1']));
  expect(pages).toEqual([null, '4']);
});

test('it is said that the version before is not kept any more', async () => {
  shows('4.history.versions');
  const { server, item } = await withVersions();
  await renderConsole(`${pathTo(paths.itemHistory, item)}?version=2`, {
    as: 'owner',
    server,
    intercept: (fetch) => async (input, init) =>
      String(input).includes('compare?from=1&')
        ? Response.json({ status_code: 404, error: 'not_found', message: 'Gone' }, { status: 404 })
        : fetch(input, init),
  });
  const change = await screen.findByRole('complementary', { name: 'Change of Version 2' });
  await waitFor(() => expect(change.textContent).toContain('The version before is not kept any more'));
  expect(change.textContent).toContain('LabelSword');
});
