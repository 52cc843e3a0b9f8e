import { comments } from '@quartermaster/contract/endpoints/comments.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { PartEvent, PartProps } from '../../src/app/context/host-api.ts';
import { createConsole } from '../../src/app/create-console.tsx';
import { shows } from '../specification/shows.ts';
import { apiBase } from '../support/console.tsx';
import { saveWeapons, weapon } from '../support/item-content.ts';
import { patientUser } from '../support/patient-user.ts';
import { startTestServer } from '../support/server.ts';
import { openShell } from './shell.ts';

type Name = 'item-picker' | 'item-form' | 'list' | 'item-card' | 'diff' | 'comments';
type Values<Part extends Name> = Omit<PartProps<Part>, 'domElement' | 'activeInstanceId'>;

/** A page whose portal signs the owner in, with weapons; the parts that it mounts are unmounted at the end of the test. */
async function openPage() {
  const server = await startTestServer();
  const ids = await saveWeapons(server, () => [
    ['Sword', { cost: 120 }],
    ['Axe', { cost: 90 }],
  ]);
  const { lifecycles, overlays } = openShell(createConsole);
  const mount = async <Part extends Name>(name: Part, values: Values<Part>) => {
    const slot = document.createElement('section');
    document.body.append(slot);
    const events: PartEvent[] = [];
    const props = {
      apiBase,
      domElement: slot,
      activeInstanceId: server.studio.dev,
      fetch: server.browser().fetch,
      getAccessToken: () => server.bearer('owner').replace('Bearer ', ''),
      onEvent: (event: PartEvent) => events.push(event),
      ...values,
    };
    const part = await lifecycles.mountPart(name, props as unknown as PartProps<Part>);
    onTestFinished(async () => {
      await part.unmount();
      slot.remove();
    });
    const sent = (type: PartEvent['type']) => events.filter((event) => event.type === type);
    return { part, slot, events, sent, panel: () => slot.querySelector('[data-qm-panel]')?.shadowRoot };
  };
  const stored = async (id: number) => {
    const params = { instanceId: server.studio.dev, templateId: 'weapon', id };
    return (await server.call(items.get, { params }, { as: 'owner' })).item.header.internal_label;
  };
  return { server, ids, mount, stored, overlays, user: patientUser() };
}

afterEach(() => sessionStorage.clear());

const comboboxIn = (slot: HTMLElement, name = 'Item') =>
  within(slot).findByRole<HTMLInputElement>('combobox', { name });

test('an item picker has its name, searches, and sends what is chosen by the keyboard or cleared', async () => {
  shows('5.parts.mount');
  const { server, ids, mount, overlays, user } = await openPage();
  const setting = () => server.call(accounts.getSettings, {}, { as: 'owner' });
  const before = await setting();
  const { part, slot, events, sent } = await mount('item-picker', { templateId: 'weapon', label: 'Weapon' });
  const input = await comboboxIn(slot, 'Weapon');
  expect(within(slot).queryByRole('heading')).toBeNull();
  await user.type(input, 'Axe');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await user.keyboard('{ArrowDown}{Enter}');
  const item = { templateId: 'weapon', id: ids.weapons[1], label: 'Axe' };
  await waitFor(() => expect(sent('picked')).toEqual([{ type: 'picked', item }]));
  expect(input.value).toBe(`Axe #${item.id}`);

  // What the user has chosen stays in an update of something else.
  expect(await part.update({ label: 'Blade' })).toEqual({ isDone: true });
  expect((await comboboxIn(slot, 'Blade')).value).toBe(`Axe #${item.id}`);
  await part.update({ value: { templateId: 'weapon', id: ids.weapons[0] ?? 0 } });
  await waitFor(() => expect(input.value).toBe(`Sword #${ids.weapons[0]}`));
  await user.click(within(slot).getByRole('button', { name: 'Clear' }));
  expect(sent('picked').at(-1)).toEqual({ type: 'picked', item: null });
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['ready', 'shown', 'picked', 'navigate']));

  expect(await setting()).toEqual(before);
  expect(sessionStorage).toHaveLength(0);
  await part.unmount();
  expect(slot.childNodes).toHaveLength(0);
  expect(overlays()).toHaveLength(0);
  expect(events.at(-1)).toEqual({ type: 'disposed' });
});

test('of several templates the user of a picker chooses one first', async () => {
  shows('5.parts.mount');
  const { ids, mount, user } = await openPage();
  const { slot, sent } = await mount('item-picker', { templateId: ['weapon', 'material'], label: 'Drop' });
  const group = await within(slot).findByRole('group', { name: 'Drop' });
  await within(group).findByRole('option', { name: 'Material' });
  await user.selectOptions(within(group).getByRole('combobox', { name: 'Template' }), 'Material');
  await user.click(await comboboxIn(group));
  await user.click(await screen.findByRole('option', { name: /Iron/ }));
  const item = { templateId: 'material', id: ids.iron, label: 'Iron' };
  expect(sent('picked')).toEqual([{ type: 'picked', item }]);
});

test('invalid values of a part are named in a panel, or in the result of an update', async () => {
  shows('5.parts.mount');
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => logged.mockRestore());
  const { mount } = await openPage();
  const wrong = { templateId: 7, activeInstanceId: undefined } as unknown as Values<'list'>;
  const { panel, sent, part } = await mount('list', wrong);
  expect(panel()?.textContent).toContain('The prop "templateId" must be a text that is not empty, and it is 7.');
  expect(panel()?.textContent).toContain('A part needs the prop "activeInstanceId".');
  expect(sent('error')).toHaveLength(1);
  expect(await part.update({ query: 'search=axe' })).toMatchObject({ isDone: false, reason: 'invalid' });

  const other = await mount('item-cards' as 'list', { templateId: 'weapon' });
  expect(other.panel()?.textContent).toContain('and not "item-cards"');

  const { part: picker, slot } = await mount('item-picker', { templateId: 'weapon' });
  await comboboxIn(slot);
  const refused = await picker.update({ label: 1 as unknown as string });
  expect(refused).toMatchObject({ isDone: false, message: expect.stringContaining('The prop "label" must be') });
});

test('a part whose user may not see the instance shows no items, and one without a session the sign-in', async () => {
  shows('5.parts.mount');
  const { server, mount } = await openPage();
  const denied = await mount('item-picker', {
    templateId: 'weapon',
    getAccessToken: () => server.bearer('stranger').replace('Bearer ', ''),
  });
  await within(denied.slot).findByRole('heading', { name: 'Page not found' });
  const signedOut = await mount('item-picker', { templateId: 'weapon', getAccessToken: undefined });
  await within(signedOut.slot).findByLabelText('Password');
});

test('a form opens, creates, saves and discards as its host calls, and refuses to lose what is unsaved', async () => {
  shows('5.parts.mount');
  const { ids, mount, stored, user } = await openPage();
  const [sword = 0, axe = 0] = ids.weapons;
  const { part, slot, sent } = await mount('item-form', { templateId: 'weapon', id: sword });
  const label = () => within(slot).findByRole<HTMLInputElement>('textbox', { name: /^Label/ });
  await user.type(await label(), ' of fire');
  expect(sent('dirty')).toEqual([{ type: 'dirty', isDirty: true }]);
  const refused = { isDone: false, reason: 'unsaved' };
  expect(await part.open({ templateId: 'weapon', id: axe })).toMatchObject(refused);
  expect(await part.create()).toMatchObject(refused);
  expect(await part.discard()).toEqual({ isDone: true });
  await waitFor(async () => expect((await label()).value).toBe('Sword'));
  expect(sent('discarded')).toHaveLength(1);

  await user.type(await label(), ' of ice');
  // Keys that are pressed elsewhere in the page are the page's.
  fireEvent.keyDown(document.body, { key: 's', code: 'KeyS', ctrlKey: true });
  expect(sent('saved')).toHaveLength(0);
  const twice = await Promise.all([part.save(), part.save()]);
  expect(twice[0]).toEqual({ isDone: true, item: { templateId: 'weapon', id: sword } });
  expect(twice[1]).toMatchObject({ isDone: true });
  expect(sent('saved')).toHaveLength(1);
  expect(await stored(sword)).toBe('Sword of ice');
  expect(await part.save()).toEqual({ isDone: true, item: null });

  expect(await part.open({ templateId: 'weapon', id: axe })).toEqual({ isDone: true });
  await waitFor(async () => expect((await label()).value).toBe('Axe'));
  expect(await part.create({ cost: 7, 'combat.damage': 3 }, 'Dagger')).toEqual({ isDone: true });
  expect(within(slot).getByRole<HTMLInputElement>('textbox', { name: /^Cost/ }).value).toBe('7');
  const saved = await part.save();
  if (!saved.isDone || !saved.item) throw new Error(`The new item was not saved: ${JSON.stringify(saved)}`);
  expect(await stored(saved.item.id)).toBe('Dagger');
  // It is edited from then on.
  await within(slot).findByText(/#\s*\d+/);
  await user.clear(await label());
  expect(await part.save()).toMatchObject({ isDone: false, reason: 'not-saved' });
  expect(await part.update({ templateId: 'material' } as object)).toMatchObject({ reason: 'invalid' });
  await part.unmount();
  expect(await part.save()).toMatchObject({ isDone: false, reason: 'unmounted' });
});

test('a form saves by its button and stays, and says which values of its host it cannot take', async () => {
  shows('5.parts.mount');
  const { mount, stored, user } = await openPage();
  const { slot, sent } = await mount('item-form', {
    templateId: 'weapon',
    label: 'Bow',
    values: { cost: 5, colour: 'red', magic: 'yes' },
  });
  await screen.findByText('The template has no fields for these values: colour, magic.');
  const [button] = await within(slot).findAllByRole('button', { name: 'Save changes' });
  await user.click(button as HTMLElement);
  await user.click(await screen.findByRole('button', { name: /^Yes/ }));
  await waitFor(() => expect(sent('saved')).toHaveLength(1));
  const [event] = sent('saved');
  if (event?.type !== 'saved' || event.itemId === undefined) throw new Error('The event has no item.');
  expect(await stored(event.itemId)).toBe('Bow');
  await waitFor(() => expect(slot.querySelector('[data-qm-root]')?.getAttribute('data-qm-page')).toMatch(/edit$/));
});

test('a list sends which item is to be opened, and follows its query', async () => {
  shows('5.parts.mount');
  const { server, ids, mount, user } = await openPage();
  const left: string[] = [];
  const { part, slot, sent } = await mount('list', {
    templateId: 'weapon',
    query: 'search=axe',
    onLeave: (to) => left.push(to),
  });
  const link = await within(slot).findByRole('link', { name: /Axe/ });
  expect(within(slot).queryByRole('link', { name: /Sword/ })).toBeNull();
  await user.click(link);
  const item = { templateId: 'weapon', id: ids.weapons[1] };
  const to = `/instance/${server.studio.dev}/templates/weapon/items/${item.id}/edit`;
  await waitFor(() => expect(sent('opened')).toEqual([{ type: 'opened', item, to }]));
  expect(await part.update({ query: '' })).toEqual({ isDone: true });
  await within(slot).findByRole('link', { name: /Sword/ });
  await user.click(within(slot).getByRole('link', { name: 'Edit template' }));
  await waitFor(() => expect(left).toEqual([expect.stringContaining('/templates/weapon/edit')]));
  await part.update({ templateId: 'material' });
  await within(slot).findByRole('link', { name: /Iron/ });
});

test('a card shows an item in short, and sends that it is to be opened', async () => {
  shows('5.parts.mount');
  const { ids, mount, user } = await openPage();
  const [sword = 0, axe = 0] = ids.weapons;
  const { part, slot, sent } = await mount('item-card', { templateId: 'weapon', id: sword });
  const card = await within(slot).findByRole('article', { name: 'Sword' });
  expect(
    within(card)
      .getAllByRole('term')
      .map(({ textContent }) => textContent),
  ).toEqual(['Notes', 'Cost', 'Weight']);
  expect(card.textContent).toContain(`Weapon #${sword}`);
  await part.update({ id: axe, fields: ['cost', 'combat.damage'] });
  const other = await within(slot).findByRole('article', { name: 'Axe' });
  expect(
    within(other)
      .getAllByRole('definition')
      .map(({ textContent }) => textContent),
  ).toEqual(['90', '–']);
  await user.click(within(other).getByRole('link', { name: 'Axe' }));
  await waitFor(() => expect(sent('opened')).toMatchObject([{ item: { templateId: 'weapon', id: axe } }]));
});

test('a difference is of an item and the next environment, or of two of its versions', async () => {
  shows('5.parts.mount');
  const { server, ids, mount } = await openPage();
  const [sword = 0] = ids.weapons;
  const body = { ...weapon('Sword', { cost: 150 }), id: sword, version: 1 };
  await server.call(items.save, { params: { instanceId: server.studio.dev }, body }, { as: 'owner' });
  const { part, slot } = await mount('diff', { templateId: 'weapon', id: sword, versions: { from: 1, to: 2 } });
  await within(slot).findByText('120');
  await within(slot).findByText('150');
  await part.update({ versions: undefined });
  await within(slot).findByText('Open in dev');
  expect(within(slot).queryByText('120')).toBeNull();
});

test('comments are those of an item and its fields; a new thread is sent, and one of an event is shown', async () => {
  shows('5.comments.part', '5.parts.mount-others');
  const { server, ids, mount, user } = await openPage();
  const [sword = 0, axe = 0] = ids.weapons;
  const params = { instanceId: server.studio.dev };
  const about = { about: 'item', template_id: 'weapon', item_id: sword } as const;
  const begin = (text: string) =>
    server.call(comments.create, { params, body: { ...about, field_id: 'cost', text } }, { as: 'admin' });
  const { id } = await begin('Too dear?');
  await begin('Or not?');
  const { part, slot, sent } = await mount('comments', { templateId: 'weapon', id: sword });
  const panel = within(await within(slot).findByRole('region', { name: 'Comments' }));
  await panel.findByText('Too dear?');
  expect(within(slot).queryByRole('button', { name: 'Close comments' })).toBeNull();
  await user.type(await panel.findByRole('textbox', { name: 'Comment on the item' }), 'Mine');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await panel.findByText('Mine');
  const { threads } = await server.call(comments.list, { params, query: about }, { as: 'owner' });
  const item = { templateId: 'weapon', id: sword };
  expect(sent('commented')).toEqual([{ type: 'commented', item, threadId: threads.at(-1)?.id }]);
  expect(await part.update({ threadId: id })).toEqual({ isDone: true });
  await waitFor(() => expect(document.activeElement?.getAttribute('data-thread')).toBe(String(id)));
  expect(await part.update({ threadId: 0 })).toMatchObject({ isDone: false, reason: 'invalid' });
  await part.update({ id: axe, threadId: undefined });
  await waitFor(() => expect(within(slot).queryByText('Mine')).toBeNull());
  await within(slot).findByText('No open comments.');
});

test('each thing that opens has an address, at which the whole console shows it', async () => {
  shows('5.parts.addresses');
  const { server, ids, mount, user } = await openPage();
  const [sword = 0, axe = 0] = ids.weapons;
  const items = `/instance/${server.studio.dev}/templates/weapon/items`;
  const addresses = (part: { sent: (type: 'navigate') => PartEvent[] }) =>
    part.sent('navigate').map((event) => ('to' in event ? event.to : undefined));

  const form = await mount('item-form', { templateId: 'weapon', id: sword });
  await within(form.slot).findByDisplayValue('Sword');
  await form.part.open({ templateId: 'weapon', id: axe });
  await form.part.create({ cost: 7 }, 'Dagger');
  const saved = await form.part.save();
  const dagger = saved.isDone ? saved.item?.id : undefined;
  const forms = [`${items}/${sword}/edit`, `${items}/${axe}/edit`, `${items}/new`, `${items}/${dagger}/edit`];
  await waitFor(() => expect(addresses(form)).toEqual(forms));

  const list = await mount('list', { templateId: 'weapon', query: 'search=axe' });
  await within(list.slot).findByRole('link', { name: /Axe/ });
  await list.part.update({ query: 'search=sword' });
  await waitFor(() => expect(addresses(list)).toEqual([`${items}?search=axe`, `${items}?search=sword`]));

  const card = await mount('item-card', { templateId: 'weapon', id: sword });
  await card.part.update({ id: axe, fields: ['cost'] });
  await card.part.update({ fields: ['weight'] });
  await waitFor(() => expect(addresses(card)).toEqual([`${items}/${sword}/edit`, `${items}/${axe}/edit`]));

  const picker = await mount('item-picker', { templateId: 'weapon' });
  await user.click(await comboboxIn(picker.slot));
  await user.click(await screen.findByRole('option', { name: /Sword/ }));
  await waitFor(() => expect(addresses(picker)).toEqual([`${items}/${sword}/edit`]));

  const diff = await mount('diff', { templateId: 'weapon', id: dagger ?? 0 });
  const change = `/instance-sync?instance=${server.studio.dev}&show=item.weapon.${dagger}`;
  await waitFor(() => expect(addresses(diff)).toEqual([change]));
  await diff.part.update({ versions: { from: 1, to: 2 } });
  await waitFor(() => expect(addresses(diff)).toEqual([change, `${items}/${dagger}/history?compare=1,2`]));

  const said = await mount('comments', { templateId: 'weapon', id: sword });
  await said.part.update({ threadId: 7 });
  const panels = [`${items}/${sword}/edit?comments`, `${items}/${sword}/edit?thread=7`];
  await waitFor(() => expect(addresses(said)).toEqual(panels));

  const signedOut = await mount('list', { templateId: 'weapon', getAccessToken: undefined });
  await within(signedOut.slot).findByLabelText('Password');
  expect(addresses(signedOut)).toEqual([items]);
  await openInConsole(server, addresses(form)[0] ?? '', async (slot) => {
    await within(slot).findByDisplayValue('Sword');
  });
  await openInConsole(server, change, async (slot) => {
    await waitFor(() => expect(slot.textContent).toContain('Dagger'));
  });
});

/** Opens an address of a part in a whole console. */
async function openInConsole(
  server: Awaited<ReturnType<typeof startTestServer>>,
  to: string,
  look: (slot: HTMLElement) => Promise<void>,
) {
  const shell = openShell(createConsole);
  history.replaceState(null, '', `/content${to}`);
  await shell.mount({
    apiBase,
    basename: '/content',
    fetch: server.browser().fetch,
    getAccessToken: () => server.bearer('owner').replace('Bearer ', ''),
  });
  await look(shell.slot);
  await shell.unmount();
  history.replaceState(null, '', '/');
}
