import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';
import { insertItems } from '../support/server-content.ts';
import { choose } from './choose-instance.ts';

/** The console of a user in Dev, with one kind of response held back. */
async function open(server: TestServer, path: string, isHeld: (call: string) => boolean, as: Person = 'owner') {
  const held = Promise.withResolvers<void>();
  const requested = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await choose(server, as, server.studio.dev);
  const view = await renderConsole(path, {
    server,
    as,
    intercept: (fetch) => async (input, init) => {
      const response = fetch(input, init);
      if (!isHeld(`${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`)) return response;
      // The signal is left out on purpose: the response arrives however late.
      await response;
      requested.resolve();
      await held.promise;
      setTimeout(answered.resolve);
      return response;
    },
  });
  const release = () => {
    held.resolve();
    return answered.promise;
  };
  return { ...view, requested: requested.promise, release };
}

async function changeTo(env: string, user: Awaited<ReturnType<typeof open>>['user']) {
  await user.click(await screen.findByRole('button', { name: /^Change instance/ }));
  await user.click(await screen.findByRole('combobox', { name: 'Instance' }));
  await user.click(await screen.findByRole('option', { name: env }));
  await user.click(screen.getByRole('button', { name: 'Change instance' }));
}

const isIn = (env: string) =>
  waitFor(() => expect(screen.getByRole('button', { name: /^Change instance/ }).textContent).toContain(env));

test('a response for the old instance that arrives after the switch is not shown', async () => {
  shows('1.4.instance.change-goes-home');
  const server = await startTestServer();
  const { dev, stage } = server.studio;
  await insertItems(server.app.deps.database, dev, 'only_in_dev', 2);
  const list = `/instance/${dev}/templates/only_in_dev/items`;
  const { user, requested, release, untilPath, root, expectNoToast } = await open(
    server,
    list,
    (call) => call.startsWith(`POST /v1/editor/${dev}/items`) || call === `GET /v1/editor/${dev}/menu`,
  );
  await requested;
  await changeTo('stage', user);
  await untilPath('/');
  await isIn('stage');
  await release();
  await screen.findByRole('link', { name: 'Images' });
  expect(screen.getByRole('link', { name: 'Images' }).getAttribute('href')).toBe(
    `/instance/${stage}/templates/image/items`,
  );
  expect(root.textContent).not.toContain('only_in_dev');
  // The focused element was removed with the old instance.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  await expectNoToast();
});

test('a save in the old instance that ends after the switch does not navigate', async () => {
  const server = await startTestServer();
  const { dev } = server.studio;
  await insertItems(server.app.deps.database, dev, 'sword', 1);
  const { user, requested, release, untilPath, path } = await open(
    server,
    `/instance/${dev}/templates/sword/items/1/edit`,
    (call) => call === `POST /v1/editor/${dev}/items`,
  );
  await user.type(await screen.findByRole('textbox', { name: /^title/ }), ' more');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await requested;
  await user.click(await screen.findByRole('button', { name: /^Change instance/ }));
  await user.click(await screen.findByRole('combobox', { name: 'Instance' }));
  await user.click(await screen.findByRole('option', { name: 'stage' }));
  await user.click(screen.getByRole('button', { name: 'Change instance' }));
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await untilPath('/');
  await isIn('stage');
  await release();
  await screen.findByRole('heading', { level: 1, name: 'Studio' });
  expect(path()).toBe('/');
  await isIn('stage');
});

test('permissions of the old instance that arrive after the switch allow nothing in the new one', async () => {
  shows('1.4.instance.permissions-per-instance');
  const server = await startTestServer();
  const { dev, stage } = server.studio;
  const { query } = server.app.deps.database;
  // All permissions in Dev, and READ in Stage.
  await query("update roles set permission_ids = '{1,2,6,7}' where id = $1", [server.studio.viewerRoleId]);
  const [looker] = await query<{ id: number }>(
    "insert into roles (workspace_id, name, is_admin, permission_ids) values ($1, 'Looker', false, '{1}') returning id",
    [server.studio.workspaceId],
  );
  await query('insert into instance_members (instance_id, account_id, role_id) values ($1, $2, $3)', [
    stage,
    server.studio.accounts.member,
    looker?.id,
  ]);
  const { user, untilPath, requested, release } = await open(
    server,
    '/',
    (call) => call === `GET /v1/instances/${dev}/permissions`,
    'member',
  );
  await requested;
  await changeTo('stage', user);
  await untilPath('/');
  await isIn('stage');
  await screen.findByRole('link', { name: 'Images' });
  await release();
  await screen.findByRole('heading', { level: 1, name: 'Studio' });
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  expect(screen.queryByRole('link', { name: /^Exported data/ })).toBeNull();
});

test('a switch by the host closes open dialogs', async () => {
  shows('1.4.instance.change-closes-dialog');
  const server = await startTestServer();
  const { dev, stage } = server.studio;
  await choose(server, 'owner', dev);
  const { user, console } = await renderConsole('/', { server, as: 'owner' });
  const dialogs = [
    ['Export', 'Yes, export'],
    ['Send feedback', 'Cancel'],
  ] as const;
  for (const [index, [button, inside]] of dialogs.entries()) {
    await user.click(await screen.findByRole('button', { name: button }));
    await within(await screen.findByRole('dialog')).findByRole('button', { name: inside });
    console.update({ activeInstanceId: index === 0 ? stage : dev });
    await isIn(index === 0 ? 'stage' : 'dev');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
});

test('an item created after the switch goes to the new instance, even while the old one is still loading', async () => {
  shows('1.4.instance.change-refreshes-id');
  const server = await startTestServer();
  const { dev, stage } = server.studio;
  const { user, requested, release, untilPath } = await open(
    server,
    '/',
    (call) => call === `GET /v1/editor/${dev}/menu`,
  );
  await requested;
  await changeTo('stage', user);
  await untilPath('/');
  await isIn('stage');
  await release();
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, export' }));
  await waitFor(async () => {
    const reports = await server.app.deps.database.query<{ instance_id: number }>(
      'select instance_id from reports',
      [],
    );
    expect(reports.map(({ instance_id }) => instance_id)).toEqual([stage]);
  });
  expect((await server.call(templates.list, { params: { instanceId: dev } }, { as: 'owner' })).templates).toHaveLength(
    1,
  );
});

test('a reloaded tab stays in its instance, whichever another tab has changed to, and a new tab opens the account’s', async () => {
  shows('1.1.one-active-instance');
  const server = await startTestServer();
  const { dev, stage } = server.studio;
  await choose(server, 'owner', dev);
  const first = await renderConsole('/', { server, as: 'owner' });
  await isIn('dev');
  first.close();
  await choose(server, 'owner', stage);
  const reloaded = await renderConsole('/', { server, as: 'owner', isReload: true });
  await isIn('dev');
  reloaded.close();
  await choose(server, 'owner', stage);
  await renderConsole('/', { server, as: 'owner' });
  await isIn('stage');
});
