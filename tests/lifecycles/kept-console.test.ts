import { items } from '@quartermaster/contract/endpoints/items.ts';
import { waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createConsole } from '../../src/app/create-console.tsx';
import { keptFor } from '../../src/lifecycles/recent.ts';
import { apiBase } from '../support/console.tsx';
import { saveWeapons, weapon } from '../support/item-content.ts';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';
import { openShell } from './shell.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  await saveWeapons(server, [['Excalibur', { cost: 120 }]]);
  goTo(listPath());
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  history.replaceState(null, '', '/');
});

type Shell = ReturnType<typeof openShell>;
type Props = Record<string, unknown> & { fetch: typeof globalThis.fetch };

const goTo = (path: string) => history.replaceState(null, '', `/content${path}`);
const listPath = () => `/instance/${server.studio.dev}/templates/weapon/items`;
const row = (shell: Shell) => within(shell.slot).queryByRole('row', { name: /Excalibur/ });
const count = (shell: Shell, type: string) => shell.events.filter((event) => event.type === type).length;

const propsOf = (person: Person): Props => {
  const token = server.bearer(person).replace('Bearer ', '');
  return { apiBase, basename: '/content', fetch: server.browser().fetch, getAccessToken: async () => token };
};

async function show(shell: Shell, props: Props) {
  const before = count(shell, 'shown');
  await shell.mount(props);
  await waitFor(() => expect(count(shell, 'shown')).toBe(before + 1));
}

/** Shows the list and leaves it; returns the row of a weapon. */
async function visit(shell: Shell, props: Props): Promise<HTMLElement> {
  await show(shell, props);
  const shown = row(shell);
  if (!shown) throw new Error('The list has no such row.');
  await shell.unmount();
  return shown;
}

/** Mounts the console again while the server is silent. */
async function returnTo(shell: Shell, props: Props) {
  const calls: string[] = [];
  const { promise: silence, resolve: release } = Promise.withResolvers<void>();
  const before = count(shell, 'ready');
  await shell.mount({
    ...props,
    fetch: async (...request: Parameters<typeof fetch>) => {
      calls.push(String(request[0]));
      await silence;
      return props.fetch(...request);
    },
  });
  await waitFor(() => expect(count(shell, 'ready')).toBe(before + 1));
  return { calls, release };
}

test('the same elements are shown again before any call is answered, scrolled and focused, then with what is true', async () => {
  const shell = openShell(createConsole);
  const props = propsOf('owner');
  await show(shell, props);
  const shown = row(shell);
  const table = within(shell.slot).getByRole('table').parentElement as HTMLElement;
  const link = within(shell.slot).getByRole('link', { name: 'Excalibur' });
  table.scrollTop = 40;
  link.focus();
  await shell.unmount();
  // A browser forgets it with the layout of what is not in the page.
  table.scrollTop = 0;
  expect(document.querySelectorAll('[data-qm-root]')).toHaveLength(0);
  const body = { items: [weapon('Durendal', { cost: 90 })] };
  await server.call(items.saveMany, { params: { instanceId: server.studio.dev }, body }, { as: 'owner' });

  const { calls, release } = await returnTo(shell, props);
  expect(row(shell)).toBe(shown);
  expect(shown.checkVisibility()).toBe(true);
  expect(table.scrollTop).toBe(40);
  expect(document.activeElement).toBe(link);
  expect(within(shell.slot).queryByRole('row', { name: /Durendal/ })).toBeNull();
  await waitFor(() => expect(calls.some((url) => url.endsWith('/items/weapon'))).toBe(true));
  release();
  await within(shell.slot).findByRole('row', { name: /Durendal/ });
  expect(row(shell)).toBe(shown);
});

test('the host of the new mount is told, and asked for tokens and calls', async () => {
  const shell = openShell(createConsole);
  const props = propsOf('owner');
  const before: string[] = [];
  await visit(shell, { ...props, onEvent: ({ type }: { type: string }) => shell.events.push({ type } as never) && before.push(type) });
  const events = before.length;
  const reasons: string[] = [];
  const again = { ...props, getAccessToken: (reason: string) => reasons.push(reason) && propsOf('owner').getAccessToken };
  const token = await (props.getAccessToken as () => Promise<string>)();
  again.getAccessToken = ((reason: string) => {
    reasons.push(reason);
    return token;
  }) as never;
  await show(shell, again);
  expect(reasons).toEqual(['initial']);
  expect(before).toHaveLength(events);
  await userEvent.click(within(shell.slot).getByRole('link', { name: 'Images' }));
  await waitFor(() => expect(shell.events).toContainEqual(expect.objectContaining({ type: 'title', title: 'Images' })));
  expect(before).toHaveLength(events);
});
