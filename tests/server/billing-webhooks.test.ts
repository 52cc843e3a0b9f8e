import { billing } from '@quartermaster/contract/endpoints/billing.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { buy, readSubscription, signedWebhook, simulatorOf, standing, untilStanding } from '../support/billing.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const inStudio = () => ({ params: { workspaceId: server.studio.workspaceId } });
const lastWebhook = async () =>
  String((await simulatorOf(server).look(server.studio.workspaceId)).settings.lastWebhook);
const send = async (request: ReturnType<typeof signedWebhook>) => (await server.app.inject(request)).statusCode;
const loseNext = () => simulatorOf(server).set(server.studio.workspaceId, { losesNextWebhook: true });

async function stateOf(): Promise<unknown> {
  const { database } = server.app.deps;
  return [
    await database.query('select * from subscriptions where workspace_id = $1', [server.studio.workspaceId]),
    await database.query('select count(*) from billing_events', []),
  ];
}

describe('a webhook', () => {
  test('includes lost earlier changes', async () => {
    const id = await buy(server, 'starter');
    await loseNext();
    await simulatorOf(server).change(id, { plan: 'teams', members: 7, projects: 4 });
    expect(await standing(server)).toBe('active starter');
    await simulatorOf(server).repeatWebhook(server.studio.workspaceId);
    // The duplicate is ignored, a new event is not.
    expect(await standing(server)).toBe('active starter');
    await simulatorOf(server).change(id, { plan: 'teams', members: 8, projects: 4 });
    await untilStanding(server, 'active teams');
    expect(await readSubscription(server)).toMatchObject({ members: 8, projects: 4 });
  });

  test('is processed once, however often it arrives', async () => {
    await buy(server, 'starter');
    const before = await stateOf();
    const { payments } = server.app.deps;
    const find = vi.fn(payments.find);
    server.app.deps.payments = { ...payments, find };
    const request = signedWebhook(server, await lastWebhook());
    expect([await send(request), await send(request), await send(request)]).toEqual([200, 200, 200]);
    server.app.deps.payments = payments;
    expect(find).not.toHaveBeenCalled();
    expect(await stateOf()).toEqual(before);
  });

  test('that is forged changes nothing, and is counted', async () => {
    const id = await buy(server, 'starter');
    const body = (await lastWebhook()).replace('evt_', 'evt_new');
    await loseNext();
    await simulatorOf(server).change(id, { plan: 'teams', members: 7, projects: 4 });
    const before = await stateOf();
    const good = signedWebhook(server, body);
    const signature = String(good.headers['paddle-signature']);
    const forged = [
      signedWebhook(server, body, 'another secret'),
      { ...good, payload: `${body} ` },
      { ...good, headers: { ...good.headers, 'paddle-signature': '' } },
      { ...good, headers: { ...good.headers, 'paddle-signature': 'ts=1;h1=' } },
      { ...good, headers: { ...good.headers, 'paddle-signature': signature.replace(/ts=\d+/, 'ts=1') } },
      { ...good, headers: { ...good.headers, 'paddle-signature': signature.slice(0, -2) } },
      { ...good, payload: '' },
    ];
    for (const request of forged) expect(await send(request)).toBe(401);
    expect(await stateOf()).toEqual(before);
    const counted = "select count from rate_limits where key like 'webhook:%'";
    expect(await server.app.deps.database.query(counted, [])).toEqual([{ count: forged.length }]);
    expect(await send(good)).toBe(200);
    expect(await standing(server)).toBe('active teams');
  });

  test('is refused once its signature is older than five minutes', async () => {
    await buy(server, 'starter');
    const request = signedWebhook(server, (await lastWebhook()).replace('evt_', 'evt_new'));
    server.clock.advance(290);
    expect(await send(request)).toBe(200);
    server.clock.advance(20);
    expect(await send(request)).toBe(401);
  });

  test('fails while the payment provider does not answer, and is processed when it is repeated', async () => {
    const id = await buy(server, 'starter');
    await loseNext();
    await simulatorOf(server).change(id, { plan: 'teams', members: 7, projects: 4 });
    const request = signedWebhook(server, (await lastWebhook()).replace('evt_', 'evt_new'));
    const { payments } = server.app.deps;
    server.app.deps.payments = { ...payments, find: () => Promise.reject(new Error('down')) };
    try {
      expect(await send(request)).toBe(500);
    } finally {
      server.app.deps.payments = payments;
    }
    expect(await send(request)).toBe(200);
    expect(await standing(server)).toBe('active teams');
  });

  test('about anything but a subscription is accepted and changes nothing', async () => {
    await buy(server, 'starter');
    const before = await readSubscription(server);
    for (const body of ['{"event_id":"evt_1","event_type":"customer.created","data":{"id":"ctm_1"}}'])
      expect(await send(signedWebhook(server, body))).toBe(200);
    for (const body of ['no JSON', 'null', '{}', '{"event_id":1,"event_type":"subscription.updated"}'])
      expect(await send(signedWebhook(server, body))).toBe(401);
    expect(await readSubscription(server)).toEqual(before);
  });
});

describe('a subscription', () => {
  test('bought without its proof is not stored', async () => {
    const { workspaceId } = server.studio;
    await simulatorOf(server).buy({ workspaceId, proof: 'forged', plan: 'starter', members: 1 });
    await buy(server, 'teams');
    expect(await standing(server)).toBe('active teams');
    expect((await simulatorOf(server).look(workspaceId)).subscriptions).toHaveLength(2);
  });

  test('bought in addition to another is canceled immediately', async () => {
    const { workspaceId } = server.studio;
    const first = await buy(server, 'teams');
    const [held] = (await simulatorOf(server).look(workspaceId)).subscriptions;
    const second = await simulatorOf(server).buy({
      workspaceId,
      proof: held?.proof ?? '',
      plan: 'starter',
      members: 3,
    });
    await expect.poll(async () => (await simulatorOf(server).find(second))?.status).toBe('canceled');
    expect((await simulatorOf(server).find(first))?.status).toBe('active');
    expect(await standing(server)).toBe('active teams');
  });

  test('is stored even if the end of its predecessor was never reported', async () => {
    const { workspaceId } = server.studio;
    const first = await buy(server, 'teams');
    await loseNext();
    await simulatorOf(server).cancel(first, 'now');
    expect(await standing(server)).toBe('active teams');
    await buy(server, 'starter');
    expect(await standing(server)).toBe('active starter');
    // The end of the first one, late.
    const late = (await lastWebhook()).replace('evt_', 'evt_late').replaceAll(/sub_\w+/g, first);
    expect(await send(signedWebhook(server, late))).toBe(200);
    expect(await standing(server)).toBe('active starter');
    expect((await simulatorOf(server).look(workspaceId)).subscriptions).toHaveLength(2);
  });

  test('replaces one that the payment provider has lost', async () => {
    const lost = await buy(server, 'teams');
    await server.app.deps.database.query('delete from simulated_subscriptions where id = $1', [lost]);
    const bought = await buy(server, 'starter');
    expect(await standing(server)).toBe('active starter');
    expect((await simulatorOf(server).find(bought))?.status).toBe('active');
  });

  test('that ends on Free stays on Free when its end is reported again', async () => {
    await buy(server, 'teams');
    await server.call(billing.switchToFree, inStudio(), { as: 'owner' });
    await simulatorOf(server).advance(server.studio.workspaceId, 32 * 24 * 60 * 60);
    await untilStanding(server, 'active free');
    const again = (await lastWebhook()).replace('evt_', 'evt_again');
    expect(await send(signedWebhook(server, again))).toBe(200);
    expect(await standing(server)).toBe('active free');
  });
});
