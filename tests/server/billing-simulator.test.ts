import { billing } from '@quartermaster/contract/endpoints/billing.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { buildServer } from '../../server/build-server.ts';
import { prepareData } from '../../server/prepare-data.ts';
import { shows } from '../specification/shows.ts';
import { buy, readSubscription, setUnpaid, simulatorOf, standing, untilStanding } from '../support/billing.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const as = { as: 'owner' } as const;
const inStudio = () => ({ params: { workspaceId: server.studio.workspaceId } });
const page = () => `/dev/billing/${server.studio.workspaceId}`;
const post = (url: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(form).toString(),
  });

describe('a checkout', () => {
  const openCheckout = async () => {
    await setUnpaid(server, 'teams', 'trial', 3);
    const { prices, quantity, custom_data } = await server.call(billing.getCheckout, inStudio(), as);
    const order = { price: prices.teams, quantity: String(quantity), workspace: String(custom_data.workspace_id) };
    return `/dev/billing/checkout?${new URLSearchParams({ ...order, proof: custom_data.proof })}`;
  };

  test('is a frame with the amount due, and can be completed', async () => {
    shows('3.plans.simulator.completes');
    const url = await openCheckout();
    const { body, headers } = await server.app.inject(url);
    expect(body).toContain('Teams, 3 members');
    expect(body).toContain('$104.40 due now, with tax.');
    for (const name of ['Complete payment', 'Fail payment']) expect(body).toContain(name);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self' http://localhost:4401");
    expect(headers).not.toHaveProperty('x-frame-options');
    expect(body).toContain('color-scheme: light');
    expect((await server.app.inject(`${url}&theme=dark`)).body).toContain('color-scheme: dark');
    expect((await post(url, { outcome: 'complete' })).body).toContain('"checkout.completed"');
    await untilStanding(server, 'active teams');
    expect(await readSubscription(server)).toMatchObject({ members: 3, projects: 3, next_payment: 10_440 });
  });

  test('can be made to fail, and then changes nothing', async () => {
    shows('3.plans.simulator.fails');
    const url = await openCheckout();
    const { body } = await post(url, { outcome: 'fail' });
    expect(body).toContain('"checkout.payment.failed"');
    expect(body).toContain('Complete payment');
    expect((await simulatorOf(server).look(server.studio.workspaceId)).subscriptions).toEqual([]);
    expect(await standing(server)).toBe('trial teams');
  });

  test('rejects forms of other sites, and anything not for sale', async () => {
    const url = await openCheckout();
    expect((await post(url, { outcome: 'complete' }, { origin: 'https://elsewhere.example' })).statusCode).toBe(403);
    for (const wrong of ['quantity=0', 'quantity=-1', 'price=pri_simulated_project', 'workspace=2147483647'])
      expect((await post(`${url}&${wrong}`, { outcome: 'complete' })).statusCode).toBeGreaterThanOrEqual(400);
    expect((await server.app.inject({ url, headers: { host: 'rebound.example' } })).statusCode).toBe(421);
    expect(await standing(server)).toBe('trial teams');
  });

  test('pays the overdue amount', async () => {
    await buy(server, 'teams');
    await post(page(), { payments: 'fail' });
    await post(page(), { hours: '768' });
    await untilStanding(server, 'past_due teams');
    const { transaction_id } = await server.call(billing.getPaymentDetails, inStudio(), as);
    const url = `/dev/billing/checkout?transaction=${transaction_id}`;
    expect((await server.app.inject(url)).body).toContain('$104.40 due now');
    await post(url, { outcome: 'complete' });
    await untilStanding(server, 'active teams');
  });

  test('has a script with the interface of Paddle’s, also for pages of a host', async () => {
    const { body, headers } = await server.app.inject('/dev/billing/paddle.js');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
    const window: { Paddle?: Record<string, unknown> } = {};
    new Function('window', 'document', body)(window, {});
    expect(window.Paddle).toMatchObject({
      Environment: { set: expect.any(Function) },
      Initialize: expect.any(Function),
      Checkout: { open: expect.any(Function), close: expect.any(Function) },
    });
  });
});

describe('the page', () => {
  test('lists the workspaces, and advances the clock of one', async () => {
    shows('3.plans.simulator.clock');
    await setUnpaid(server, 'teams', 'trial', 3);
    expect((await server.app.inject('/dev/billing')).body).toContain(`<a href="${page()}">Studio</a>`);
    const before = await readSubscription(server);
    expect((await post(page(), { hours: '24' })).headers.location).toBe(page());
    const { next_billing_date_at } = await readSubscription(server);
    const day = 24 * 60 * 60 * 1000;
    expect(Date.parse(String(before.next_billing_date_at)) - Date.parse(String(next_billing_date_at))).toBe(day);
  });

  test('a month later the next month is paid, and the next billing date is as close as before', async () => {
    await buy(server, 'starter');
    const first = await readSubscription(server);
    await post(page(), { hours: '744' });
    const { body } = await server.app.inject(page());
    expect(body.match(/\$57\.60<\/td><td>yes/g)).toHaveLength(2);
    await expect
      .poll(async () => Date.parse(String((await readSubscription(server)).next_billing_date_at)))
      .toBeLessThanOrEqual(Date.parse(String(first.next_billing_date_at)));
    expect(await standing(server)).toBe('active starter');
  });

  test('drops a webhook, and delivers one twice', async () => {
    const id = await buy(server, 'starter');
    await post(page(), { webhook: 'lose' });
    expect((await server.app.inject(page())).body).toContain('The next webhook will be lost.');
    await simulatorOf(server).change(id, { plan: 'teams', members: 3, projects: 3 });
    expect(await standing(server)).toBe('active starter');
    // A server that listens, as it may since an earlier test, gets them over HTTP.
    const ways = [vi.spyOn(server.app, 'inject'), vi.spyOn(globalThis, 'fetch')];
    await simulatorOf(server).repeatWebhook(server.studio.workspaceId);
    expect(ways.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBe(2);
    for (const way of ways) way.mockRestore();
  });
});

test('in production there is a checkout, but no page that changes the clocks of workspaces', async () => {
  const { config, database } = server.app.deps;
  const app = await buildServer({ database, config: { ...config, production: true } });
  expect(app.hasRoute({ method: 'GET', url: '/dev/billing/checkout' })).toBe(true);
  expect(app.hasRoute({ method: 'POST', url: '/dev/billing/:workspaceId' })).toBe(false);
  await app.close();
});

test('a start reconciles paid subscriptions that no webhook reported', async () => {
  await prepareData({ ...server.app.deps, config: { ...server.app.deps.config, demo: false } });
  const { status, next_payment, members } = await readSubscription(server);
  expect({ status, next_payment, members }).toEqual({ status: 'active', next_payment: 10_440, members: 3 });
  await server.call(billing.setMembers, { ...inStudio(), body: { new_value: 4 } }, as);
  expect((await simulatorOf(server).look(server.studio.workspaceId)).subscriptions).toMatchObject([{ members: 4 }]);
});
