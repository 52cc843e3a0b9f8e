import { billing } from '@quartermaster/contract/endpoints/billing.ts';
import { members } from '@quartermaster/contract/endpoints/people/members.ts';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { checkoutProof } from '../../server/modules/billing/checkout-proof-service.ts';
import { reconcile } from '../../server/modules/billing/reconcile-service.ts';
import { buy, readSubscription, setUnpaid, simulatorOf, standing } from '../support/billing.ts';
import { eventually } from '../support/eventually.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const inStudio = () => ({ params: { workspaceId: server.studio.workspaceId } });
const hour = 60 * 60;
const run = () => reconcile(server.app.deps, AbortSignal.timeout(10_000));
const loseNext = (workspaceId = server.studio.workspaceId) =>
  simulatorOf(server).set(workspaceId, { losesNextWebhook: true });

describe('the payment provider is queried', () => {
  test('for subscriptions without an update for a day', async () => {
    const id = await buy(server, 'starter');
    await loseNext();
    await simulatorOf(server).change(id, { plan: 'teams', members: 9, projects: 4 });
    server.clock.advance(23 * hour);
    await run();
    expect(await standing(server)).toBe('active starter');
    server.clock.advance(2 * hour);
    await run();
    expect(await readSubscription(server)).toMatchObject({ type: 'teams', members: 9, projects: 4 });
  });

  test('an hour after the expected end, if no webhook reported it', async () => {
    await buy(server, 'starter');
    await server.call(billing.cancel, inStudio(), { as: 'owner' });
    await loseNext();
    await simulatorOf(server).advance(server.studio.workspaceId, 40 * 24 * hour);
    expect(await standing(server)).toBe('cancel_requested starter');
    // The webhook about the cancellation may still be in transit, and counts as received.
    await eventually(async () => {
      server.clock.advance(2 * hour);
      await run();
      expect(await standing(server)).toBe('canceled starter');
    });
  });

  test('for purchases that were never reported, but not for those of another server', async () => {
    const { workspaceId, elsewhere } = server.studio;
    await setUnpaid(server, 'teams', 'trial', 9);
    const bought = { plan: 'starter', members: 4 } as const;
    const proof = checkoutProof(server.app.deps.secrets, workspaceId);
    // A webhook would also fetch it.
    await loseNext(elsewhere.workspaceId);
    const others = await simulatorOf(server).buy({ ...bought, workspaceId: elsewhere.workspaceId, proof });
    await loseNext();
    const id = await simulatorOf(server).buy({ ...bought, workspaceId, proof });
    expect(await standing(server)).toBe('trial teams');
    const find = vi.spyOn(server.app.deps.payments, 'find');
    onTestFinished(() => find.mockRestore());
    await run();
    expect(await readSubscription(server)).toMatchObject({ type: 'starter', status: 'active', members: 4 });
    expect(find).toHaveBeenCalledWith(id);
    expect(find).not.toHaveBeenCalledWith(others);
    // Known subscriptions are not fetched again, and neither are old ones.
    find.mockClear();
    await run();
    expect(find).not.toHaveBeenCalled();
    await setUnpaid(server, 'teams', 'trial', 9);
    await server.app.deps.database.query('update subscriptions set provider_id = null where workspace_id = $1', [
      workspaceId,
    ]);
    server.clock.advance(8 * 24 * hour);
    await run();
    expect(await standing(server)).toBe('trial teams');
  });

  test('for the remaining ones if it does not answer for one', async () => {
    const id = await buy(server, 'starter');
    const { database, payments, clock } = server.app.deps;
    await database.query(
      "update subscriptions set provider_id = 'sub_other', provider_heard_at = $2 where workspace_id = $1",
      [server.studio.elsewhere.workspaceId, new Date(clock.now().getTime() - 1000)],
    );
    await loseNext();
    await simulatorOf(server).change(id, { plan: 'teams', members: 9, projects: 4 });
    server.clock.advance(25 * hour);
    const find: typeof payments.find = (providerId) =>
      providerId === 'sub_other' ? Promise.reject(new Error('down')) : payments.find(providerId);
    await expect(
      reconcile({ ...server.app.deps, payments: { ...payments, find } }, AbortSignal.timeout(10_000)),
    ).rejects.toThrow('down');
    expect(await standing(server)).toBe('active teams');
  });

  test('for subscriptions even if it does not list purchases', async () => {
    const id = await buy(server, 'starter');
    await loseNext();
    await simulatorOf(server).change(id, { plan: 'teams', members: 9, projects: 4 });
    server.clock.advance(25 * hour);
    const listBought = () => Promise.reject(new Error('down'));
    const { payments } = server.app.deps;
    await expect(
      reconcile({ ...server.app.deps, payments: { ...payments, listBought } }, AbortSignal.timeout(10_000)),
    ).rejects.toThrow('down');
    expect(await standing(server)).toBe('active teams');
  });
});

test('a trial that was to end on Free is Free, with a seat for every member', async () => {
  await setUnpaid(server, 'teams', 'trial', 2);
  await server.call(members.invite, { ...inStudio(), body: { email: 'new@studio.test', role_id: 3 } }, { as: 'owner' });
  await server.call(billing.switchToFree, inStudio(), { as: 'owner' });
  await run();
  expect(await standing(server)).toBe('cancel_requested teams');
  // Three members and a pending invitation.
  expect(await readSubscription(server)).toMatchObject({ members: 4, used_members: 4 });
  server.clock.advance(3 * 24 * hour);
  await run();
  expect(await readSubscription(server)).toMatchObject({
    type: 'free',
    status: 'active',
    members: 3,
    next_billing_date_at: null,
    ends_as: null,
  });
  const stored = 'select plan, status from subscriptions where workspace_id = $1';
  expect(await server.app.deps.database.query(stored, [server.studio.workspaceId])).toEqual([
    { plan: 'free', status: 'active' },
  ]);
});

test('old webhooks are deleted', async () => {
  const received = () => server.app.deps.database.query<{ id: string }>('select id from billing_events', []);
  await buy(server, 'starter');
  await run();
  const before = await received();
  expect(before).toHaveLength(1);
  server.clock.advance(31 * 24 * hour);
  await run();
  // The month that has begun meanwhile may have sent one of its own.
  expect(await received()).not.toContainEqual(before[0]);
});
