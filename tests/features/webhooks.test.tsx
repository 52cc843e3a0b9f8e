import { checkLimits } from '@quartermaster/contract/webhook-events.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { webhooksJob } from '../../server/modules/webhooks/record-service.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { eventually } from '../support/eventually.ts';
import { field, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { holdJob } from '../support/server-jobs.ts';
import { setSubscription } from '../support/subscription.ts';
import { webhooksOf } from '../support/webhooks.ts';
import { choose } from './choose-instance.ts';

let server: TestServer;
let of: ReturnType<typeof webhooksOf>;
beforeEach(async () => {
  server = await startTestServer();
  of = webhooksOf(server);
  await choose(server, 'owner', server.studio.dev);
  await holdJob(server.app.deps, webhooksJob);
});

const path = '/settings/exported-data?view=webhooks';
const url = 'https://8.8.8.8/hook';

/** The row of the only webhook. */
const findRow = async () => {
  const list = within(await screen.findByRole('region', { name: 'Webhooks' }));
  return within(await list.findByRole('listitem'));
};

/** The answer of the receiver, which is not called. */
const answering = (status: number, text: string) => {
  const answer = { status, type: 'text/plain', body: Buffer.from(text), isCut: false };
  const { egress } = server.app.deps;
  vi.spyOn(egress, 'call').mockImplementation(async () => answer);
  of.deps.egress = egress;
};
afterEach(() => vi.restoreAllMocks());

test('a webhook is made with a secret that is shown once, changed, turned off, rotated and deleted', async () => {
  shows('4.webhooks.page');
  const { user, overlay } = await renderConsole('/settings/exported-data', { server, as: 'owner', follows: true });
  await user.click(await within(await screen.findByRole('main')).findByRole('link', { name: 'Webhooks' }));
  await user.click(await screen.findByRole('button', { name: 'New webhook' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New webhook' }));
  const address = dialog.getByRole('textbox', { name: 'Address' });
  await waitFor(() => expect(address.ownerDocument.activeElement).toBe(address));
  // By keyboard, and first with an address that the server refuses.
  await user.type(address, 'https://127.0.0.1/{Enter}');
  await waitFor(() => expect(address.getAttribute('aria-invalid')).toBe('true'));
  expect(dialog.getByText(/^This address leads into a private network/)).toBeTruthy();
  await user.clear(address);
  await user.type(address, url);
  // Those of each save are chosen by hand.
  for (const name of ['item.saved', 'template.saved'])
    expect((dialog.getByRole('checkbox', { name }) as HTMLInputElement).checked).toBe(false);
  for (const name of [
    'change_set.applied',
    'export.completed',
    'channel.changed',
    'release.refused',
    'comment.created',
  ])
    await user.click(dialog.getByRole('checkbox', { name }));
  await user.click(dialog.getByRole('button', { name: 'Create webhook' }));
  await dialog.findByText('Choose at least one event');
  await user.click(dialog.getByRole('checkbox', { name: 'export.completed' }));
  await user.click(dialog.getByRole('button', { name: 'Create webhook' }));
  const secret = (await dialog.findByText(/^whsec_/)).textContent;
  expect(dialog.getByRole('button', { name: 'Copy Secret' })).toBeTruthy();
  const done = dialog.getByRole('button', { name: 'Done' });
  await waitFor(() => expect(done.ownerDocument.activeElement).toBe(done));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.body.textContent + overlay.textContent).not.toContain(secret);
  const row = await findRow();
  expect(row.getByText(url)).toBeTruthy();
  expect(row.getByText('export.completed')).toBeTruthy();
  expect(row.getByText('nothing sent yet')).toBeTruthy();
  expect(await of.list()).toMatchObject([{ url, events: ['export.completed'], is_active: true }]);

  const choosing = async (name: string) => {
    await user.click(row.getByRole('button', { name: `Actions for ${url}` }));
    await user.click(await screen.findByRole('menuitem', { name }));
  };
  await choosing('Edit');
  const edit = within(await screen.findByRole('dialog', { name: 'Edit webhook' }));
  expect((edit.getByRole('checkbox', { name: 'export.completed' }) as HTMLInputElement).checked).toBe(true);
  expect((edit.getByRole('checkbox', { name: 'channel.changed' }) as HTMLInputElement).checked).toBe(false);
  await user.click(edit.getByRole('checkbox', { name: 'Call this address' }));
  await user.click(edit.getByRole('button', { name: 'Save webhook' }));
  await row.findByText('off');
  expect(await of.list()).toMatchObject([{ url, events: ['export.completed'], is_active: false }]);

  await choosing('New secret');
  const rotate = within(await screen.findByRole('dialog', { name: 'New secret' }));
  await user.click(rotate.getByRole('button', { name: 'Make a new secret' }));
  expect((await rotate.findByText(/^whsec_/)).textContent).not.toBe(secret);
  expect(rotate.queryByRole('button', { name: 'Close' })).toBeNull();
  await user.keyboard('{Escape}');
  await user.click(rotate.getByRole('button', { name: 'Done' }));
  await row.findByText(/signs with the previous secret, too, until/);

  await choosing('Delete');
  const question = within(await screen.findByRole('dialog', { name: 'Delete webhook' }));
  await user.click(question.getByRole('button', { name: 'Yes, delete webhook' }));
  await screen.findByText('No webhooks yet');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const list = screen.getByRole('region', { name: 'Webhooks' });
  await waitFor(() => expect(list.ownerDocument.activeElement).toBe(list));
  expect(await of.list()).toEqual([]);
});

test('the log shows each attempt with its answer, and messages and tests are sent by hand', async () => {
  shows('4.webhooks.page-log');
  // So that nothing is due before it is meant to be.
  server.clock.stop();
  const { id } = await of.create(url);
  answering(503, 'Under maintenance');
  await of.emit(1);
  await of.run();
  const { user, path: at } = await renderConsole(path, { server, as: 'owner', follows: true });
  const row = await findRow();
  await row.findByText(/^failing since/);
  expect(row.getByText('export.completed; 1 message waiting')).toBeTruthy();
  await user.click(row.getByRole('button', { name: `Send test to ${url}` }));
  await eventually(async () =>
    expect((await of.deliveries(id))[0]).toMatchObject({ event: 'webhook.test', state: 'failed' }),
  );
  // A test that was not taken is no success.
  expect(await screen.findByText(/^The receiver answered with 503\./)).toBeTruthy();
  expect(screen.queryByText(/A test is being sent|has taken the test/)).toBeNull();
  answering(200, 'thanks');
  server.clock.advance(60);
  await of.run();
  await row.findByText('working', undefined, { timeout: 10_000 });

  await user.click(row.getByRole('link', { name: 'Log' }));
  expect(at()).toBe(`${path}&webhook=${id}`);
  const messages = await screen.findByRole('grid', { name: 'Messages' });
  const cells = () =>
    within(messages)
      .getAllByRole('row')
      .slice(1)
      .map((one) =>
        within(one)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      );
  await waitFor(() =>
    expect(cells()).toEqual([
      ['webhook.test', 'failed', '1', 'Sent by hand, and tried once', ''],
      ['export.completed', 'delivered', '2', '', ''],
    ]),
  );
  const choosing = async (name: string) => {
    await user.click(screen.getByRole('button', { name: /^Actions for export.completed/ }));
    await user.click(await screen.findByRole('menuitem', { name }));
  };
  await choosing('Show attempts');
  const dialog = within(await screen.findByRole('dialog', { name: 'export.completed' }));
  await dialog.findByText('Under maintenance');
  expect(dialog.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    expect.stringMatching(/^200.* ms.*thanks$/),
    expect.stringMatching(/^503.* ms.*Under maintenance$/),
  ]);
  expect(dialog.getByText(/"type":"export.completed"/)).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  answering(500, '');
  await choosing('Send again');
  await waitFor(
    () => expect(cells()[1]).toEqual(['export.completed', 'failed', '3', 'Sent by hand, and tried once', '']),
    {
      timeout: 10_000,
    },
  );
  await user.click(screen.getByRole('link', { name: 'All webhooks' }));
  await screen.findByText('last message failed');
});

test('a webhook is made to be asked before saves, and its pause and its calls are shown', async () => {
  shows('5.check.page');
  await saveTemplate(server, 'sword', [field('price', 'integer')]);
  const { user } = await renderConsole(path, { server, as: 'owner', follows: true });
  await user.click(await screen.findByRole('button', { name: 'New webhook' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New webhook' }));
  await user.type(dialog.getByRole('textbox', { name: 'Address' }), url);
  for (const name of [
    'change_set.applied',
    'export.completed',
    'channel.changed',
    'release.refused',
    'comment.created',
  ])
    await user.click(dialog.getByRole('checkbox', { name }));
  const asked = dialog.getByRole('combobox', { name: 'Asked before saves' });
  await user.selectOptions(asked, 'Yes; if it fails, saves are refused');
  await user.click(dialog.getByRole('button', { name: 'Create webhook' }));
  await user.click(await dialog.findByRole('button', { name: 'Done' }));
  const row = await findRow();
  await row.findByText('asked before saves, which are refused if it fails');
  await user.click(row.getByRole('button', { name: `Actions for ${url}` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const edit = within(await screen.findByRole('dialog', { name: 'Edit webhook' }));
  const choice = edit.getByRole('combobox', { name: 'Asked before saves' });
  expect((choice as HTMLSelectElement).value).toBe('closed');
  await user.selectOptions(choice, 'Yes; if it fails, saves go through');
  await user.click(edit.getByRole('button', { name: 'Save webhook' }));
  await row.findByText('asked before saves, which go through if it fails');
  expect(await of.list()).toMatchObject([{ events: [], before_saves: 'open' }]);

  answering(503, 'Under maintenance');
  const values = { price: 7 };
  for (let time = 0; time < checkLimits.failures; time += 1)
    await saveOne(server, saveBody('sword', [field('price', 'integer')], values));
  await user.click(row.getByRole('link', { name: 'Log' }));
  const messages = await screen.findByRole('grid', { name: 'Messages' });
  await waitFor(() => expect(within(messages).getAllByText('Asked once, before a save')).toHaveLength(5));
  const [first = expect.fail('There is a call.')] = screen.getAllByRole('button', {
    name: /^Actions for check.requested/,
  });
  await user.click(first);
  await screen.findByRole('menuitem', { name: 'Show attempts' });
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Show attempts']);
  await user.click(screen.getByRole('menuitem', { name: 'Show attempts' }));
  const call = within(await screen.findByRole('dialog', { name: 'check.requested' }));
  await call.findByText('The answer has the status 503.');
  expect(call.queryByText(/"price"/)).toBeNull();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('link', { name: 'All webhooks' }));
  await screen.findByText(/^not asked before saves until /);
});

test('on Free, the page names the plans, keeps the log, and only deletes', async () => {
  shows('4.webhooks.page-access', '4.webhooks.plan');
  await of.create(url);
  await setSubscription(server, { plan: 'free', status: 'active' });
  const { user } = await renderConsole(path, { server, as: 'owner', follows: true });
  await screen.findByRole('link', { name: 'New webhook Upgrade' });
  const row = await findRow();
  expect(row.queryByRole('button', { name: /^Send test/ })).toBeNull();
  await user.click(row.getByRole('button', { name: `Actions for ${url}` }));
  await screen.findByRole('menuitem', { name: 'Delete' });
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Delete']);
  expect(row.getByRole('link', { name: 'Log' })).toBeTruthy();
});
