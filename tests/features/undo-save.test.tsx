import { diffItemFields } from '@quartermaster/contract/content/diff-item-fields.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { items, type SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { trash } from '@quartermaster/contract/endpoints/trash.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { saveWeapons, weapon, weaponFields } from '../support/item-content.ts';
import { saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { change, confirmSave, openSword as openTemplate, setting, storedTemplate } from '../support/template-page.ts';
import { choose } from './choose-instance.ts';
import { field, openSword, saveElsewhere, stored } from './sword-form.ts';

type User = Awaited<ReturnType<typeof openSword>>['user'];

/** The toast with a text. */
async function toast(text: string) {
  const found = (await screen.findByText(text)).closest<HTMLElement>('[role="status"]');
  return within(found ?? expect.fail('not in a toast'));
}

async function clickUndo(user: User, saved: string): Promise<void> {
  await user.click((await toast(saved)).getByRole('button', { name: 'Undo' }));
}

async function type(user: User, name: RegExp, text: string): Promise<void> {
  await user.clear(field(name));
  await user.type(field(name), text);
}

const saveAndStay = (user: User) => user.keyboard('{Control>}s{/Control}');

/** Saves the cost of a sword as another member, based on a version. */
async function saveCost({ call, studio }: TestServer, id: number, version: number, before: number, cost: number) {
  const fields = diffItemFields(buildTree(weaponFields), { cost: before }, { cost }) as SaveItem['fields'];
  const body = { ...weapon('Sword', {}), id, version, fields };
  await call(items.save, { params: { instanceId: studio.dev }, body }, { as: 'admin' });
}

test('the save of an item is undone from its toast, and the open form has the values from before', async () => {
  shows('5.finding.undo');
  const { user, server, id } = await openSword();
  await type(user, /^Cost/, '150');
  await saveAndStay(user);
  await clickUndo(user, 'Item saved');
  const undone = await toast('Save undone');
  expect(undone.getByText(/Sword/)).toBeTruthy();
  expect(undone.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(await stored(server, id)).toMatchObject({ version: 3, values: { cost: 120 } });
  await waitFor(() => expect(field(/^Cost/)).toHaveProperty('value', '120'));
  // The next save is based on it.
  await type(user, /^Notes/, 'next');
  await saveAndStay(user);
  await waitFor(async () =>
    expect(await stored(server, id)).toMatchObject({ version: 4, values: { cost: 120, notes: 'next' } }),
  );
});

test('what is typed after a save stays when the save is undone, and is merged into it', async () => {
  shows('5.finding.undo');
  const { user, server, id } = await openSword();
  await type(user, /^Cost/, '150');
  await saveAndStay(user);
  const saved = await toast('Item saved');
  await type(user, /^Notes/, 'typed on');
  await user.click(saved.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Save undone');
  expect(field(/^Notes/)).toHaveProperty('value', 'typed on');
  await user.type(field(/^Notes/), ' here');
  await saveAndStay(user);
  await waitFor(async () =>
    expect(await stored(server, id)).toMatchObject({ version: 4, values: { cost: 120, notes: 'typed on here' } }),
  );
  await waitFor(() => expect(field(/^Cost/)).toHaveProperty('value', '120'));
});

test('the undo of a merged save keeps what others had saved before it', async () => {
  shows('5.finding.undo');
  const { user, server, id } = await openSword();
  await saveElsewhere(server, id, 'Sword', 300, 9.5);
  await type(user, /^Notes/, 'mine');
  await saveAndStay(user);
  await clickUndo(user, 'Item saved');
  await screen.findByText('Save undone');
  const after = await stored(server, id);
  expect(after).toMatchObject({ version: 4, values: { cost: 300, weight: 9.5 } });
  expect(after.values).not.toHaveProperty('notes');
});

test('a merged save that leaves nothing to write has no undo: the version is that of the other member', async () => {
  shows('5.finding.undo');
  const { user, server, id } = await openSword();
  await saveElsewhere(server, id, 'Sword of all', 300);
  await type(user, /^Label/, 'Sword of all');
  await saveAndStay(user);
  expect((await toast('Item saved')).queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(await stored(server, id)).toMatchObject({ version: 2, values: { cost: 300 } });
});

test('the save of an item that was saved again is not undone, and the toast leads to the history', async () => {
  shows('5.finding.undo');
  const { user, server, id, untilPath, listPath } = await openSword();
  await type(user, /^Cost/, '150');
  await saveAndStay(user);
  const saved = await toast('Item saved');
  await saveCost(server, id, 2, 150, 160);
  await user.click(saved.getByRole('button', { name: 'Undo' }));
  const refused = (await screen.findByText(/“Sword” was changed since, so nothing was undone/)).closest(
    '[role="alert"]',
  );
  expect(await stored(server, id)).toMatchObject({ version: 3, values: { cost: 160 } });
  // The form shows what was saved since.
  await waitFor(() => expect(field(/^Cost/)).toHaveProperty('value', '160'));
  await user.click(within(refused as HTMLElement).getByRole('link', { name: 'Open the history' }));
  await untilPath(`${listPath}/${id}/history`);
});

test('an item that is saved between the check of an undo and its restore stays as it is then', async () => {
  shows('5.finding.undo');
  const opened = await openSword({
    intercept: (fetch) => async (input, init) => {
      if (/\/restore$/.test(String(input))) await saveCost(opened.server, opened.id, 2, 150, 160);
      return fetch(input, init);
    },
  });
  const { user, server, id } = opened;
  await type(user, /^Cost/, '150');
  await saveAndStay(user);
  await clickUndo(user, 'Item saved');
  await screen.findByText(/“Sword” was changed since/);
  expect(await stored(server, id)).toMatchObject({ version: 3, values: { cost: 160 } });
});

test('if a value does not come back, the undo opens the history and asks', async () => {
  shows('5.finding.undo');
  const { user, server, id, axe, untilPath, listPath } = await openSword();
  await type(user, /^Cost/, '150');
  await saveAndStay(user);
  const saved = await toast('Item saved');
  // The cost from before breaks a rule that applies by now.
  const { fields, header } = await storedTemplate(server, 'weapon');
  const strict = fields.map((one) =>
    one.id === 'cost' ? { ...one, settings: { ...one.settings, minimum: 130 } } : one,
  );
  await saveCost(server, axe, 1, 90, 140);
  const body = { id: 'weapon', label: header.label, version: header.version, fields: strict };
  await server.call(templates.save, { params: { instanceId: server.studio.dev }, body }, { as: 'owner' });
  await user.click(saved.getByRole('button', { name: 'Undo' }));
  await untilPath(`${listPath}/${id}/history`);
  const dialog = within(await screen.findByRole('dialog', { name: 'Restore version 1' }));
  expect(await dialog.findByText('This version cannot be restored')).toBeTruthy();
  expect(await stored(server, id)).toMatchObject({ version: 2, values: { cost: 150 } });
  await user.click(dialog.getByText('Close'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

const trashed = async ({ call, studio }: TestServer) =>
  (await call(trash.list, { params: { instanceId: studio.dev }, query: {} }, { as: 'owner' })).entries.map(
    ({ name }) => name,
  );

/** The form of a new weapon, filled in. */
async function newSpear() {
  const server = await startTestServer();
  await saveWeapons(server, []);
  const listPath = `/instance/${server.studio.dev}/templates/weapon/items`;
  const opened = await renderConsole(`${listPath}/new`, { as: 'owner', server });
  await screen.findByRole('button', { name: 'Save changes' });
  await type(opened.user, /^Label/, 'Spear');
  await type(opened.user, /^Cost/, '5');
  return { ...opened, server, listPath };
}

test('a new item is moved to the trash by the undo of its creation, and its page is left', async () => {
  shows('5.finding.undo');
  const { user, server, listPath, untilPath } = await newSpear();
  await saveAndStay(user);
  await screen.findByRole('heading', { level: 1, name: /^Weapon \| # \d+/ });
  await clickUndo(user, 'Item saved');
  const undone = await toast('New item moved to the trash');
  expect(undone.getByText(/Spear/)).toBeTruthy();
  await untilPath(listPath);
  expect(await trashed(server)).toEqual(['Spear']);
});

test('a new item that was changed since is not deleted by the undo of its creation', async () => {
  shows('5.finding.undo');
  const { user, server, listPath, untilPath } = await newSpear();
  await user.keyboard('{Control>}{Enter}{/Control}');
  await untilPath(listPath);
  const saved = await toast('Item saved');
  const { items: list } = await server.call(
    items.list,
    { params: { instanceId: server.studio.dev, templateId: 'weapon' }, body: {} },
    { as: 'owner' },
  );
  await saveCost(server, list[0]?.id ?? 0, 1, 5, 6);
  await user.click(saved.getByRole('button', { name: 'Undo' }));
  await screen.findByText(/“Spear” was changed since, so nothing was undone/);
  expect(await trashed(server)).toEqual([]);
});

async function saveChanges(user: User) {
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await confirmSave(user);
}

async function removeField(user: User, label: string) {
  await setting(user, label, 'Label');
  await user.click(screen.getByTitle('Remove (Delete)'));
  await user.click(await screen.findByRole('button', { name: 'Yes, remove field' }));
}

const nameOfPrice = async (server: TestServer) =>
  (await storedTemplate(server)).fields.find(({ id }) => id === 'price')?.settings.name;

test('the save of a template is undone from its toast, and a removed field comes back with its values', async () => {
  shows('5.finding.undo');
  const { user, server } = await openTemplate();
  const valuesNow = async () => {
    const params = { instanceId: server.studio.dev, templateId: 'sword' };
    const { items: rows } = await server.call(items.list, { params, body: {} }, { as: 'owner' });
    return rows.map(({ values }) => values);
  };
  const before = await valuesNow();
  await change(user, 'The price', 'Name', 'cost');
  await removeField(user, 'The weight');
  await saveChanges(user);
  const saved = await toast('Template saved');
  expect(await nameOfPrice(server)).toBe('cost');
  await waitFor(async () => expect(await valuesNow()).not.toEqual(before));
  await user.click(saved.getByRole('button', { name: 'Undo' }));
  const undone = await toast('Save undone');
  expect(undone.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect((await storedTemplate(server)).header.version).toBe(3);
  expect(await nameOfPrice(server)).toBe('price');
  await waitFor(async () => expect(await valuesNow()).toEqual(before));
  // The list of its items, where the save has led to, shows the field again.
  expect(await screen.findByRole('columnheader', { name: /The weight/ })).toBeTruthy();
});

test('the save of a template that was saved again is not undone', async () => {
  shows('5.finding.undo');
  const { user, server, untilPath, base } = await openTemplate();
  await change(user, 'The price', 'Name', 'cost');
  await saveChanges(user);
  const saved = await toast('Template saved');
  const { fields } = await storedTemplate(server);
  await saveTemplate(server, 'sword', fields, { version: 2, label: 'Swords', as: 'admin' });
  await user.click(saved.getByRole('button', { name: 'Undo' }));
  const refused = (await screen.findByText(/was changed since/)).closest('[role="alert"]');
  expect(await nameOfPrice(server)).toBe('cost');
  await user.click(within(refused as HTMLElement).getByRole('link', { name: 'Open the history' }));
  await untilPath(`${base}/sword/history`);
});

/** The sword's template without one of its fields, just saved, and the toast of that save. */
async function withoutField(label: string) {
  const opened = await openTemplate();
  await removeField(opened.user, label);
  await saveChanges(opened.user);
  return { ...opened, saved: await toast('Template saved') };
}

test('if values do not come back, the undo of a template opens the history and asks', async () => {
  shows('5.finding.undo');
  const { user, server, base, saved, untilPath } = await withoutField('The weight');
  await server.app.deps.database.query('delete from field_removals', []);
  await user.click(saved.getByRole('button', { name: 'Undo' }));
  await untilPath(`${base}/sword/history`);
  const dialog = within(await screen.findByRole('dialog', { name: 'Restore version 1' }));
  expect(await dialog.findByText('The values of 1 field do not come back')).toBeTruthy();
  expect((await storedTemplate(server)).header.version).toBe(2);
  await user.click(dialog.getByRole('button', { name: 'Restore this version' }));
  await screen.findByText('Version 1 was restored');
  expect((await storedTemplate(server)).header.version).toBe(3);
});

test('if items have got values in a new field, the undo of a template opens the history and asks', async () => {
  shows('5.finding.undo');
  const { user, server, base, untilPath, fields } = await openTemplate();
  await user.click(screen.getByRole('button', { name: /^Integer/ }));
  await saveChanges(user);
  const saved = await toast('Template saved');
  const { fields: now } = await storedTemplate(server);
  const added = now.find(({ id }) => fields.every((one) => one.id !== id));
  const sword = saveBody('sword', now, { title: 'Joyeuse', price: 8, [added?.id ?? '']: 5 }, { label: 'Joyeuse' });
  await server.call(items.save, { params: { instanceId: server.studio.dev }, body: sword }, { as: 'admin' });
  await user.click(saved.getByRole('button', { name: 'Undo' }));
  await untilPath(`${base}/sword/history`);
  await screen.findByRole('dialog', { name: 'Restore version 1' });
  expect((await storedTemplate(server)).header.version).toBe(2);
});

/** A new template of relics, just created, and the toast of that. */
async function newRelics() {
  const server = await startTestServer();
  const base = `/instance/${server.studio.dev}/templates`;
  const opened = await renderConsole(`${base}/new`, { as: 'owner', server });
  await opened.user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Relics');
  await opened.user.click(screen.getByRole('tab', { name: 'Fields' }));
  await opened.user.click(await screen.findByRole('button', { name: /^Integer/ }));
  await opened.user.click(screen.getByRole('button', { name: 'Save template' }));
  await confirmSave(opened.user);
  const created = await toast('Template created');
  await opened.untilPath(`${base}/relics/items`);
  return { ...opened, server, created };
}

test('a new template is moved to the trash by the undo of its creation, and its list is left', async () => {
  shows('5.finding.undo');
  const { user, server, created, untilPath } = await newRelics();
  await user.click(created.getByRole('button', { name: 'Undo' }));
  await screen.findByText('New template moved to the trash');
  await untilPath('/');
  expect(await trashed(server)).toEqual(['Relics']);
});

test('a new template that has items by then is not deleted by the undo of its creation', async () => {
  shows('5.finding.undo');
  const { user, server, created } = await newRelics();
  const body = saveBody('relics', (await storedTemplate(server, 'relics')).fields, {}, { label: 'Grail' });
  await server.call(items.save, { params: { instanceId: server.studio.dev }, body }, { as: 'admin' });
  await user.click(created.getByRole('button', { name: 'Undo' }));
  await screen.findByText('“Relics” has items since, so it was not deleted.');
  expect(await trashed(server)).toEqual([]);
});

const menuNow = async ({ call, studio }: TestServer) =>
  call(menu.list, { params: { instanceId: studio.dev } }, { as: 'owner' });

/** The page of the navigation, which has no version yet, with a template. */
async function openNavigation() {
  const server = await startTestServer();
  await saveTemplate(server, 'sword', [], { label: 'Swords' });
  await choose(server, 'owner', server.studio.dev);
  const opened = await renderConsole('/settings/navigation-setup', { as: 'owner', server });
  await screen.findByRole('tree', { name: 'Navigation' });
  return { ...opened, server, before: await menuNow(server) };
}

async function saveWithoutSwords({ user, untilPath }: Awaited<ReturnType<typeof openNavigation>>) {
  await user.click(screen.getByRole('button', { name: 'Add group' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add group' }));
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'Melee');
  await user.click(form.getByRole('button', { name: 'Add group' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(within(screen.getByRole('tree', { name: 'Navigation' })).getByText('Swords'));
  await user.keyboard('{Delete}');
  await saveChanges(user);
  await untilPath('/');
}

test('the save of the navigation is undone from its toast, also the first one', async () => {
  shows('5.finding.undo');
  const opened = await openNavigation();
  const { user, server, before } = opened;
  await saveWithoutSwords(opened);
  expect((await menuNow(server)).menu.map(({ label }) => label)).toEqual(['Images', 'Melee']);
  await clickUndo(user, 'Navigation updated');
  const undone = await toast('Save undone');
  expect(undone.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(await menuNow(server)).toEqual(before);
});

test('the save of a navigation that was changed since is not undone', async () => {
  shows('5.finding.undo');
  const opened = await openNavigation();
  const { user, server, untilPath } = opened;
  await saveWithoutSwords(opened);
  const saved = await toast('Navigation updated');
  await saveTemplate(server, 'bow', [], { label: 'Bows' });
  await user.click(saved.getByRole('button', { name: 'Undo' }));
  const refused = (await screen.findByText(/“Navigation” was changed since/)).closest('[role="alert"]');
  expect((await menuNow(server)).menu.map(({ label }) => label)).toEqual(['Images', 'Melee', 'Bows']);
  await user.click(within(refused as HTMLElement).getByRole('link', { name: 'Open the history' }));
  await untilPath('/settings/navigation-setup/history');
});
