import { billing } from '@quartermaster/contract/endpoints/billing.ts';
import { invitations, members } from '@quartermaster/contract/endpoints/people/members.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { reconcile } from '../../server/modules/billing/reconcile-service.ts';
import { shows } from '../specification/shows.ts';
import { buy, readSubscription, setUnpaid, signedWebhook, simulatorOf } from '../support/billing.ts';
import { eventually } from '../support/eventually.ts';
import { hashOf, mailTo } from '../support/mailbox.ts';
import { addMembers, errorOf } from '../support/members.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { emailOf } from '../support/server-studio.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  await setUnpaid(server, 'teams', 'trial', 3);
});

const as = { as: 'owner' } as const;
const inStudio = () => ({ params: { workspaceId: server.studio.workspaceId } });
const rename = () => server.send(workspaces.rename, { ...inStudio(), body: { name: 'Studio' } }, as);
const invite = (email: string) => server.send(members.invite, { ...inStudio(), body: { email, role_id: 3 } }, as);
const addSix = () => addMembers(server, ['Ada', 'Ben', 'Cleo', 'Dina', 'Emil', 'Fay'], 'member');
const heldSeats = async () =>
  (await simulatorOf(server).look(server.studio.workspaceId)).subscriptions.map((held) => held.members);
const untilRaised = (count: number) =>
  eventually(async () => expect(await readSubscription(server)).toMatchObject({ members: count, used_members: count }));

/** Runs with a payment provider that refuses every change. */
async function whileChangesFail(work: () => Promise<unknown>): Promise<void> {
  const { payments } = server.app.deps;
  server.app.deps.payments = { ...payments, change: () => Promise.reject(new Error('down')) };
  try {
    await work();
  } finally {
    server.app.deps.payments = payments;
  }
}

describe('a purchase of fewer seats than are used', () => {
  test('is raised to the used number at the payment provider', async () => {
    shows('3.settled.seats.raised');
    await addSix();
    await invite('more@studio.test');
    await buy(server, 'teams', 1);
    await untilRaised(10);
    expect(await heldSeats()).toEqual([10]);
    // Unused seats stay.
    await server.call(billing.setMembers, { ...inStudio(), body: { new_value: 12 } }, as);
    expect([await heldSeats(), (await readSubscription(server)).members]).toEqual([[12], 12]);
    expect((await readSubscription(server)).is_short_of_seats).toBe(false);
    expect((await rename()).status).toBe(200);
  });

  test('leaves the workspace read-only until the payment provider has raised it', async () => {
    shows('3.settled.seats.read-only');
    const added = await addSix();
    await whileChangesFail(async () => {
      await buy(server, 'teams', 1);
      await eventually(async () => expect((await readSubscription(server)).is_short_of_seats).toBe(true));
      const refused = await rename();
      expect(errorOf(refused)).toEqual([402, 'unpaid_seats']);
      // Members read it too, who can change none of it.
      expect(refused.body).toMatchObject({ message: expect.stringContaining('An owner can add seats in billing') });
      expect(errorOf(await invite('more@studio.test'))).toEqual([402, 'unpaid_seats']);
      const thing = { id: 'thing', label: 'Thing', version: 0, fields: [] };
      const instance = { params: { instanceId: server.studio.dev } };
      expect(errorOf(await server.send(templates.save, { ...instance, body: thing }, as))).toEqual([
        402,
        'unpaid_seats',
      ]);
      expect((await server.send(templates.list, instance, as)).status).toBe(200);
      // A member can still be removed.
      const body = { member_id: added[0] ?? 0 };
      expect((await server.send(members.remove, { ...inStudio(), body }, as)).status).toBe(200);
    });
    const { lastWebhook } = (await simulatorOf(server).look(server.studio.workspaceId)).settings;
    // The payment provider repeats the event that failed, and may send it twice at once.
    const repeat = () => server.app.inject(signedWebhook(server, String(lastWebhook)));
    expect((await Promise.all([repeat(), repeat()])).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    await untilRaised(8);
    expect(await heldSeats()).toEqual([8]);
    expect((await rename()).status).toBe(200);
  });

  test('is raised by a job if no further event arrives', async () => {
    await addSix();
    await whileChangesFail(async () => {
      await buy(server, 'starter', 2);
      await expect(reconcile(server.app.deps, new AbortController().signal)).rejects.toThrow('down');
    });
    await reconcile(server.app.deps, new AbortController().signal);
    await untilRaised(9);
    expect(await heldSeats()).toEqual([9]);
  });

  test('can be raised by an owner, and suffices once enough members have left', async () => {
    const { query } = server.app.deps.database;
    await invite('open@studio.test');
    await whileChangesFail(() => buy(server, 'teams', 3));
    expect(errorOf(await rename())).toEqual([402, 'unpaid_seats']);
    const { invitations: open } = await server.call(invitations.list, { ...inStudio(), query: {} }, as);
    const params = { ...inStudio().params, invitationId: open[0]?.id ?? 0 };
    expect((await server.send(invitations.withdraw, { params }, as)).status).toBe(200);
    expect((await rename()).status).toBe(200);
    expect((await readSubscription(server)).is_short_of_seats).toBe(false);
    await query('update subscriptions set members = 2 where workspace_id = $1', [server.studio.workspaceId]);
    expect(errorOf(await rename())).toEqual([402, 'unpaid_seats']);
    expect((await server.send(billing.setMembers, { ...inStudio(), body: { new_value: 3 } }, as)).status).toBe(200);
    expect((await rename()).status).toBe(200);
  });

  test('counts members who are invited or join while the event arrives', async () => {
    await invite(emailOf('stranger'));
    const hash = hashOf(await mailTo(server.app, emailOf('stranger')));
    const accept = () => server.send(invitations.accept, { body: { hash } }, { as: 'stranger' });
    const [joined, invited] = await Promise.all([accept(), invite('late@studio.test'), buy(server, 'teams', 1)]);
    await eventually(async () => {
      const { members: paid, used_members: used } = await readSubscription(server);
      expect(paid).toBe(used);
    });
    // Refused only if the purchase was first; the invitation is not lost in either case.
    if (joined.status !== 200) expect(errorOf(joined)).toEqual([402, 'seats']);
    if (joined.status !== 200) expect((await accept()).status).toBe(200);
    const { members: paid, used_members: used } = await readSubscription(server);
    expect([paid, used]).toEqual(invited.status === 200 ? [5, 5] : [4, 4]);
  });
});

test('a user who left the workspace of their trial gets no second trial', async () => {
  shows('3.settled.trial.once');
  const create = async () => (await server.call(workspaces.create, { body: { name: 'Mine' } }, { as: 'member' })).id;
  const subscriptionOf = (workspaceId: number) =>
    server.call(workspaces.getSubscription, { params: { workspaceId } }, { as: 'member' });
  const first = await create();
  expect(await subscriptionOf(first)).toMatchObject({ type: 'teams', status: 'trial' });
  const { accounts } = server.studio;
  const { query } = server.app.deps.database;
  await query('update workspace_members set account_id = $2 where workspace_id = $1', [first, accounts.free]);
  expect(await subscriptionOf(await create())).toMatchObject({ type: 'free', status: 'active' });
});
