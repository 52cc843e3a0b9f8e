import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { KeptAnswer, KeptPage } from '../../src/shared/stored-answers/stored-answers.ts';
import { renderConsole } from '../support/console.tsx';
import { saveWeapons } from '../support/item-content.ts';
import { saveOtherwise } from '../support/save-otherwise.ts';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';

function recordKept(restored: KeptAnswer[] = []) {
  const answers = {
    read: async () => [],
    write: vi.fn(async (_path: string, _page: KeptPage) => undefined),
    drop: vi.fn(),
    erase: vi.fn(),
    close: vi.fn(),
  };
  const last = async (path: string): Promise<KeptPage> => {
    await waitFor(() => expect(answers.write.mock.lastCall?.[0]).toBe(path), { timeout: 5000 });
    const page = answers.write.mock.lastCall?.[1];
    if (!page) throw new Error('Nothing was kept.');
    return page;
  };
  return { answers, last, props: { cached: { answers, restored } } };
}
const keysOf = (answers: readonly KeptAnswer[]) => answers.map(({ queryKey }) => queryKey.join(' ')).toSorted();
async function startStudio(person: Person = 'owner') {
  const server = await startTestServer();
  await server.call(instances.activate, { params: { instanceId: server.studio.dev }, body: {} }, { as: person });
  return server;
}
const home = () => screen.findByRole('heading', { level: 1, name: 'Studio' });

test('a page is kept with what it shows: nothing secret, and nothing of other pages', async () => {
  const server = await startStudio();
  const { dev, stage, prod } = server.studio;
  const { last, props, answers } = recordKept();
  await renderConsole(paths.home, { as: 'owner', server, props });
  await home();
  const summaries = [dev, stage, prod].map((id) => `instance ${id} overview summary`);
  await waitFor(async () => expect(keysOf((await last('/')).page)).toEqual([`instance ${dev} overview`, ...summaries]));
  const { shared } = await last('/');
  expect(keysOf(shared)).toEqual([
    'account get',
    'account roles',
    `instance ${dev} menu list`,
    ...[dev, stage, prod].map((id) => `instance ${id} permissions`),
    'workspaces list',
  ]);
  expect(answers.erase).not.toHaveBeenCalled();
  expect(answers.close).not.toHaveBeenCalled();
});

/** Renders a page again from what was kept of it, while the server is silent until it is released. */
async function renderAgain(path: string, server: TestServer) {
  const first = recordKept();
  const { close, browser } = await renderConsole(path, { as: 'owner', server, props: first.props });
  await screen.findByRole('heading', { level: 1 });
  await waitFor(async () => expect((await first.last(path)).page).not.toEqual([]));
  const { page, shared } = await first.last(path);
  close();
  await server.app.deps.database.query(`update workspaces set name = 'Renamed' where name = 'Studio'`, []);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const asked = new Set<string>();
  const again = recordKept([...page, ...shared]);
  await renderConsole(path, {
    server,
    browser,
    props: again.props,
    intercept: (fetch) => async (input, init) => {
      asked.add(new URL(String(input)).pathname);
      await released;
      return fetch(input, init);
    },
  });
  return { asked, release, ...again };
}

test('a restored list is shown before any call is answered, and asks for what is true now', async () => {
  const server = await startStudio();
  await saveWeapons(server, [['Sword', { cost: 1 }]]);
  const path = `/instance/${server.studio.dev}/templates/weapon/items`;
  const { asked, release, answers, last } = await renderAgain(path, server);
  await screen.findByRole('row', { name: /Sword/ });
  await screen.findByRole('link', { name: 'Studio' });
  await waitFor(() => expect(asked).toContain('/v1/workspaces'));
  await waitFor(() => expect(asked).toContain(`/v1/editor/${server.studio.dev}/items/weapon`));
  expect(answers.write).not.toHaveBeenCalled();
  release();
  await screen.findByRole('link', { name: 'Renamed' });
  await last(path);
});

test('a page whose address names no instance waits for the one that the user has chosen', async () => {
  const server = await startStudio();
  const { asked, release } = await renderAgain(paths.home, server);
  await waitFor(() => expect(asked).toContain('/v1/accounts/settings'));
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
  release();
  await screen.findByRole('heading', { level: 1, name: 'Renamed' });
});

test('a page on which something was saved is not shown again with what it was before', async () => {
  const server = await startStudio();
  const { weapons } = await saveWeapons(server, [['Sword', { cost: 1 }]]);
  const path = `/instance/${server.studio.dev}/templates/weapon/items/${weapons[0]}/edit`;
  const { answers, last, props } = recordKept();
  const { user } = await renderConsole(path, { as: 'owner', server, props });
  await waitFor(async () => expect((await last(path)).page).not.toEqual([]));
  expect(answers.drop).not.toHaveBeenCalled();
  await user.type(await screen.findByRole('textbox', { name: 'Label' }), ' of old');
  await saveOtherwise(user, 'Save and stay');
  await screen.findByText('Item saved');
  expect(answers.drop.mock.calls).toEqual([[path]]);
});

test('signing out ends it: what is kept is removed, and nothing more is kept', async () => {
  const { answers, props, last } = recordKept();
  const { user } = await renderConsole(paths.home, { as: 'owner', server: await startStudio(), props });
  await home();
  await last('/');
  await user.click(screen.getByRole('button', { name: 'Account' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  expect(answers.close).not.toHaveBeenCalled();
  await user.click(await screen.findByRole('button', { name: 'Yes, log out' }));
  await waitFor(() => expect(answers.close).toHaveBeenCalled());
});

test('so does a session that the server no longer knows', async () => {
  const { answers, props, last } = recordKept();
  const { user, browser } = await renderConsole(paths.home, { as: 'owner', server: await startStudio(), props });
  await home();
  await last('/');
  browser.cookies.clear();
  await user.click(screen.getByRole('link', { name: 'Trash' }));
  await waitFor(() => expect(answers.close).toHaveBeenCalled());
});

test('what was kept is erased when the server refuses something, and the permissions have changed', async () => {
  const server = await startStudio('member');
  const { answers, props, last } = recordKept();
  const { user } = await renderConsole(paths.home, { as: 'member', server, props });
  await home();
  await last('/');
  await server.app.deps.database.query('delete from instance_members where account_id = $1', [
    server.studio.accounts.member,
  ]);
  await user.click(screen.getByRole('link', { name: 'Trash' }));
  await waitFor(() => expect(answers.erase).toHaveBeenCalled());
});
