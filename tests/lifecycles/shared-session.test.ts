import { items } from '@quartermaster/contract/endpoints/items.ts';
import { waitFor, within } from '@testing-library/dom';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { HostEvent, PartProps } from '../../src/app/context/host-api.ts';
import { createConsole } from '../../src/app/create-console.tsx';
import type { PageSession } from '../../src/app/page-session.ts';
import { shows } from '../specification/shows.ts';
import { apiBase } from '../support/console.tsx';
import { saveWeapons, weapon } from '../support/item-content.ts';
import { patientUser } from '../support/patient-user.ts';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';
import { emailOf, password } from '../support/server-studio.ts';
import { openShell } from './shell.ts';

type Name = 'item-picker' | 'item-form' | 'list' | 'item-card' | 'diff';

let server: TestServer;
let ids: number[];
beforeEach(async () => {
  server = await startTestServer();
  ({ weapons: ids } = await saveWeapons(server, () => [
    ['Sword', { cost: 120 }],
    ['Axe', { cost: 90 }],
  ]));
});
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});

const tokenOf = (person: Person) => server.bearer(person).replace('Bearer ', '');

/** A page with one module, whose host signs the owner in; counts the calls that its consoles and parts make. */
function openPage() {
  const sessions: PageSession[] = [];
  const shell = openShell((props) => createConsole(props, { sessions }));
  const calls: string[] = [];
  const { fetch: send } = server.browser();
  const host = {
    apiBase,
    fetch: vi.fn<typeof globalThis.fetch>((input, init) => {
      calls.push(`${init?.method} ${new URL(String(input)).pathname.replace('/v1/', '')}`);
      return send(input, init);
    }),
    getAccessToken: vi.fn<(reason: string) => string>(() => tokenOf('owner')),
  };
  const mount = async <Part extends Name>(name: Part, values: Record<string, unknown> = {}) => {
    const slot = document.createElement('section');
    document.body.append(slot);
    const events: HostEvent[] = [];
    const part = await shell.lifecycles.mountPart(name, {
      ...host,
      domElement: slot,
      activeInstanceId: server.studio.dev,
      templateId: 'weapon',
      onEvent: (event: HostEvent) => events.push(event),
      ...values,
    } as unknown as PartProps<Part>);
    const leave = async () => {
      await part.unmount();
      slot.remove();
    };
    onTestFinished(leave);
    const untilShown = () => waitFor(() => expect(events.map(({ type }) => type)).toContain('shown'));
    return { part, slot, events, leave, untilShown, has: (text: string) => within(slot).findByText(text) };
  };
  const countOf = (call: string) => calls.filter((one) => one === call).length;
  return { shell, sessions, host, calls, countOf, mount, user: patientUser() };
}

/** What every page of an instance reads first. */
const bootstrapCalls = () => [
  'GET accounts/settings',
  'GET accounts/workspaces',
  'GET workspaces',
  `GET instances/${server.studio.dev}/permissions`,
];

const labelIn = (slot: HTMLElement) => within(slot).findByRole<HTMLInputElement>('textbox', { name: /^Label/ });

test('five parts at once ask for one token, and read once what all of them need', async () => {
  shows('5.parts.shared');
  const { host, calls, countOf, mount } = openPage();
  const [id] = ids;
  const parts = await Promise.all([
    mount('item-picker'),
    mount('item-card', { id }),
    mount('item-form', { id }),
    mount('list'),
    mount('diff', { id }),
  ]);
  await Promise.all(parts.map(({ untilShown }) => untilShown()));
  expect(host.getAccessToken.mock.calls).toEqual([['initial']]);
  for (const call of bootstrapCalls()) expect([call, countOf(call)]).toEqual([call, 1]);
  // What differs in an item counts as outdated at once.
  const shared = calls.filter((call) => !call.includes('/changes/'));
  expect(shared.filter((call, index) => shared.indexOf(call) !== index)).toEqual([]);
});

test('a part that is mounted next to another one asks for nothing that is known', async () => {
  shows('5.parts.shared');
  const { host, calls, mount } = openPage();
  await (await mount('item-card', { id: ids[0] })).has('Sword');
  calls.length = 0;
  const other = await mount('item-card', { id: ids[1] });
  await other.has('Axe');
  await other.untilShown();
  expect(calls).toEqual([`GET editor/${server.studio.dev}/items/weapon/${ids[1]}`]);
  expect(host.getAccessToken).toHaveBeenCalledTimes(1);
});

test('a save in one part is seen in the others, by one call for each answer', async () => {
  shows('5.parts.shared');
  const { calls, countOf, mount, user } = openPage();
  const [id] = ids;
  const [form, card, twin, list] = await Promise.all([
    mount('item-form', { id }),
    mount('item-card', { id }),
    mount('item-card', { id }),
    mount('list'),
  ]);
  await Promise.all([form, card, twin, list].map(({ untilShown }) => untilShown()));
  const label = await labelIn(form.slot);
  calls.length = 0;
  await user.clear(label);
  await user.type(label, 'Durendal');
  const saved = await form.part.save();
  expect(saved).toMatchObject({ isDone: true });
  await Promise.all([card.has('Durendal'), twin.has('Durendal'), list.has('Durendal')]);
  expect(countOf(`GET editor/${server.studio.dev}/items/weapon/${id}`)).toBe(1);
  for (const call of bootstrapCalls()) expect([call, countOf(call)]).toEqual([call, 0]);
  // The toast and the event are of the part that saved.
  expect([form, card, list].map(({ events }) => events.filter(({ type }) => type === 'saved').length)).toEqual([
    1, 0, 0,
  ]);
});

test('a whole console shares with parts, and the part outlives it', async () => {
  shows('5.parts.shared');
  const { shell, host, countOf, mount } = openPage();
  const card = await mount('item-card', { id: ids[0] });
  await card.has('Sword');
  await shell.mount({ ...host, basename: '/content', activeInstanceId: server.studio.dev });
  await within(shell.slot).findByRole('heading', { level: 1, name: 'Studio' });
  expect(host.getAccessToken).toHaveBeenCalledTimes(1);
  for (const call of bootstrapCalls()) expect([call, countOf(call)]).toEqual([call, 1]);
  await shell.unmount();
  await card.part.update({ id: ids[1] ?? 0 });
  await card.has('Axe');
});

test('the last unmount ends the session: the next part asks for a token, and reads everything again', async () => {
  shows('5.parts.shared');
  const { sessions, host, countOf, mount } = openPage();
  const one = await mount('list');
  const other = await mount('item-card', { id: ids[0] });
  await Promise.all([one.has('Sword'), other.has('Sword')]);
  expect(sessions).toHaveLength(1);
  await one.leave();
  expect(sessions).toHaveLength(1);
  await other.leave();
  expect(sessions).toHaveLength(0);
  const body = { items: [weapon('Durendal', { cost: 90 })] };
  await server.call(items.saveMany, { params: { instanceId: server.studio.dev }, body }, { as: 'owner' });
  await (await mount('list')).has('Durendal');
  expect(host.getAccessToken).toHaveBeenCalledTimes(2);
  for (const call of bootstrapCalls()) expect([call, countOf(call)]).toEqual([call, 2]);
});

test('parts with other functions of their host share nothing', async () => {
  const { sessions, host, mount } = openPage();
  const getAccessToken = vi.fn(() => tokenOf('owner'));
  const parts = [await mount('item-card', { id: ids[0] }), await mount('item-card', { id: ids[0], getAccessToken })];
  await Promise.all(parts.map(({ has }) => has('Sword')));
  expect(sessions).toHaveLength(2);
  expect([host.getAccessToken, getAccessToken].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

test('the end of the session is shown in every part, each host is notified, and one recovery serves all', async () => {
  const { host, mount } = openPage();
  const parts = await Promise.all([mount('item-card', { id: ids[0] }), mount('item-card', { id: ids[0] })]);
  await Promise.all(parts.map(({ has }) => has('Sword')));
  host.getAccessToken.mockImplementation(() => {
    throw new Error('signed out');
  });
  host.fetch.mockImplementation(async () =>
    Response.json({ status_code: 401, error: 'x', message: 'x' }, { status: 401 }),
  );
  await parts[0]?.part.update({ id: ids[1] ?? 0 });
  for (const { slot, events } of parts) {
    await within(slot).findByText('signed out');
    expect(events.filter(({ type }) => type === 'session-expired')).toHaveLength(1);
  }
  expect(host.getAccessToken.mock.calls.filter(([reason]) => reason === 'unauthorized')).toHaveLength(1);
});

test('a later part of another user ends what the parts before it show', async () => {
  const { host, mount } = openPage();
  const first = await mount('item-form', { id: ids[0] });
  const label = await labelIn(first.slot);
  await patientUser().type(label, ' of Ann');
  expect(label.value).toBe('Sword of Ann');
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 10_000);
  const token = tokenOf('admin');
  host.getAccessToken.mockImplementation(() => token);
  const later = await mount('item-card', { id: ids[1] });
  await later.has('Axe');
  await waitFor(async () => expect((await labelIn(first.slot)).value).toBe('Sword'));
  expect(host.getAccessToken.mock.calls).toEqual([['initial'], ['initial']]);
  const used = host.fetch.mock.calls.slice(-3).map(([, init]) => new Headers(init?.headers).get('authorization'));
  expect(new Set(used)).toEqual(new Set([`Bearer ${token}`]));
});

test('a later part whose host has no token any more shows no content, and those before it stay', async () => {
  const { host, mount } = openPage();
  const first = await mount('item-card', { id: ids[0] });
  await first.has('Sword');
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 10_000);
  host.getAccessToken.mockImplementation(() => {
    throw new Error('Nobody is signed in.');
  });
  const later = await mount('item-card', { id: ids[1] });
  await later.has('Nobody is signed in.');
  expect(later.slot.textContent).not.toContain('Axe');
  await first.has('Sword');
});

test('an item that one part cannot show leaves the other parts alone', async () => {
  const { mount } = openPage();
  const card = await mount('item-card', { id: ids[0] });
  await card.has('Sword');
  const form = await mount('item-form', { id: 99_999 });
  await waitFor(() => expect(form.slot.textContent).not.toBe(''));
  await form.untilShown();
  await card.has('Sword');
  expect(card.events.filter(({ type }) => type === 'error')).toEqual([]);
});

test('a sign-in in one part continues the others, and a sign-out ends them', async () => {
  const sessions: PageSession[] = [];
  const shell = openShell((props) => createConsole(props, { sessions }));
  const { fetch } = server.browser();
  const user = patientUser();
  const slot = document.createElement('section');
  document.body.append(slot);
  const activeInstanceId = server.studio.dev;
  const events: HostEvent[] = [];
  const part = await shell.lifecycles.mountPart('item-card', {
    apiBase,
    fetch,
    domElement: slot,
    activeInstanceId,
    templateId: 'weapon',
    id: ids[0] ?? 0,
    onEvent: (event) => events.push(event),
  });
  onTestFinished(async () => {
    await part.unmount();
    slot.remove();
  });
  await within(slot).findByLabelText('Email');
  await shell.mount({ apiBase, fetch, basename: '/content', activeInstanceId });
  await user.type(await within(shell.slot).findByLabelText('Email'), emailOf('owner'));
  await user.type(within(shell.slot).getByLabelText('Password'), password);
  await user.click(within(shell.slot).getByRole('button', { name: 'Sign in' }));
  await within(shell.slot).findByRole('heading', { level: 1, name: 'Studio' });
  await within(slot).findByText('Sword');
  expect(sessions).toHaveLength(1);

  await user.click(await within(shell.slot).findByRole('button', { name: 'Account' }));
  await user.click(await within(document.body).findByRole('menuitem', { name: 'Log out' }));
  await user.click(await within(document.body).findByRole('button', { name: 'Yes, log out' }));
  await within(shell.slot).findByLabelText('Email');
  await within(slot).findByLabelText('Email');
  expect(within(slot).queryByText('Sword')).toBeNull();
  expect(events.filter(({ type }) => type === 'session-expired').length).toBeGreaterThan(0);
});
