import { globSync, readFileSync } from 'node:fs';
import { Webhooks } from '@paddle/paddle-node-sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { buildServer } from '../../server/build-server.ts';
import type { App } from '../../server/core/app/deps.ts';
import type { PaddleSettings } from '../../server/core/environment/read-paddle.ts';
import type { PaymentProvider } from '../../server/core/payments/payment-provider.ts';
import { signWebhook } from '../../server/core/payments/webhook-signature.ts';
import { createPaddleProvider } from '../../server/modules/billing/paddle/paddle-provider.ts';
import { startSubscription } from '../../server/modules/development/billing/simulated-subscription.ts';
import { webhookOf } from '../../server/modules/development/billing/simulated-webhook.ts';
import { shows } from '../specification/shows.ts';
import { apiKey, type PaddleServer, type PaddleSubscription, startPaddle } from '../support/paddle-server.ts';
import { testEnvironment } from '../support/server.ts';
import { testDatabase } from '../support/server-database.ts';

const secret = 'pdl_ntfset_01_secret';
const clock = { now: () => new Date() };
let paddle: PaddleServer;
let settings: PaddleSettings;
let provider: PaymentProvider;

beforeAll(async () => {
  paddle = await startPaddle();
  settings = {
    apiKey,
    webhookSecret: secret,
    clientToken: 'test_01',
    environment: 'sandbox',
    apiUrl: paddle.url,
    scriptUrl: 'https://cdn.paddle.com/paddle/v2/paddle.js',
    prices: { starter: 'pri_starter', teams: 'pri_teams', project: 'pri_project' },
  };
  provider = createPaddleProvider(settings, clock, 300);
});
afterAll(() => paddle.close());

const period = { starts_at: '2026-11-10T00:00:00Z', ends_at: '2026-12-10T00:00:00Z' };
beforeEach(() => {
  paddle.requests = [];
  paddle.subscriptions.set('sub_01', {
    id: 'sub_01',
    status: 'active',
    items: [{ price_id: 'pri_teams', quantity: 4 }],
    custom_data: { workspace_id: 7, proof: 'signed' },
    next_billed_at: period.ends_at,
    canceled_at: null,
    current_billing_period: period,
    scheduled_change: null,
    updated_at: '2026-11-10T00:00:00.5Z',
  });
});
const held = () => paddle.subscriptions.get('sub_01') ?? expect.fail('It is gone.');

describe('requests to Paddle', () => {
  test('fetch a subscription with its amounts', async () => {
    shows('3.plans.paddle.provider', '3.plans.paddle.node-library');
    expect(await provider.find('sub_01')).toEqual({
      id: 'sub_01',
      workspaceId: 7,
      proof: 'signed',
      plan: 'teams',
      members: 4,
      projects: 3,
      status: 'active',
      isEnding: false,
      billingDate: new Date(period.ends_at),
      nextPayment: 14_563,
      recurringPayment: 14_500,
      changedAt: new Date('2026-11-10T00:00:00.5Z'),
    });
    expect(paddle.requests).toEqual([
      {
        method: 'GET',
        path: '/subscriptions/sub_01?include=next_transaction%2Crecurring_transaction_details',
        body: undefined,
      },
    ]);
  });

  test('fetch a preview with the future charge', async () => {
    expect(await provider.preview('sub_01', { plan: 'teams', members: 5, projects: 5 })).toEqual({
      next: { subtotal: 15_350, tax: 3838, total: 19_188 },
      recurring: { subtotal: 15_300, tax: 3825, total: 19_125 },
    });
    expect(held().items).toEqual([{ price_id: 'pri_teams', quantity: 4 }]);
  });

  test('change the paid numbers, with the difference on the next payment', async () => {
    const changed = await provider.change('sub_01', { plan: 'starter', members: 2, projects: 4 });
    expect(changed).toMatchObject({ plan: 'starter', members: 2, projects: 4, recurringPayment: 4500 });
    expect(changed.changedAt.getTime()).toBeGreaterThan(Date.parse('2026-11-10T00:00:00.5Z'));
    expect(paddle.requests[0]).toEqual({
      method: 'PATCH',
      path: '/subscriptions/sub_01',
      body: {
        items: [
          { price_id: 'pri_starter', quantity: 2 },
          { price_id: 'pri_project', quantity: 1 },
        ],
        proration_billing_mode: 'prorated_next_billing_period',
      },
    });
  });

  test('cancel at the billing date, revoke that, and cancel immediately', async () => {
    expect(await provider.cancel('sub_01', 'at-billing-date')).toMatchObject({
      status: 'active',
      isEnding: true,
      billingDate: new Date(period.ends_at),
      nextPayment: 0,
    });
    expect(await provider.restore('sub_01')).toMatchObject({ status: 'active', isEnding: false });
    expect(await provider.cancel('sub_01', 'now')).toMatchObject({
      status: 'canceled',
      isEnding: false,
      billingDate: new Date('2026-11-22T00:00:00.123Z'),
    });
    expect(paddle.requests.filter(({ method }) => method !== 'GET').map(({ path, body }) => [path, body])).toEqual([
      ['/subscriptions/sub_01/cancel', { effective_from: 'next_billing_period' }],
      ['/subscriptions/sub_01', { scheduled_change: null }],
      ['/subscriptions/sub_01/cancel', { effective_from: 'immediately' }],
    ]);
  });

  test('fetch purchases since a time, page by page and no further', async () => {
    const add = (day: number, more: Partial<PaddleSubscription> = {}) => {
      const id = `sub_${day}`;
      const custom_data = { workspace_id: day, proof: `proof of ${day}` };
      paddle.subscriptions.set(id, {
        ...held(),
        id,
        custom_data,
        created_at: `2026-11-${day}T00:00:00.123456Z`,
        ...more,
      });
    };
    onTestFinished(() => {
      for (const id of paddle.subscriptions.keys()) if (id !== 'sub_01') paddle.subscriptions.delete(id);
    });
    for (const day of [11, 12, 13, 14, 15, 16]) add(day);
    add(17, { status: 'canceled' });
    add(18, { items: [{ price_id: 'pri_other', quantity: 1 }] });
    add(19, { custom_data: null });
    const found = await provider.listBought(new Date('2026-11-14T00:00:00Z'));
    expect(found).toEqual(
      [16, 15, 14].map((day) => ({ id: `sub_${day}`, workspaceId: day, proof: `proof of ${day}` })),
    );
    expect(paddle.requests.map(({ path }) => new URL(path, paddle.url).searchParams.get('after'))).toEqual([
      null,
      'sub_16',
      'sub_14',
    ]);
    expect(paddle.requests.every(({ path }) => path.startsWith('/subscriptions?'))).toBe(true);
  });

  test('fetch the transaction that changes the payment method', async () => {
    expect(await provider.paymentTransaction('sub_01')).toBe('txn_01');
  });
});

describe('a subscription of Paddle', () => {
  test('that is past due was due at the start of its month', async () => {
    Object.assign(held(), { status: 'past_due' });
    expect(await provider.find('sub_01')).toMatchObject({
      status: 'past_due',
      billingDate: new Date(period.starts_at),
    });
  });

  test('that is unknown, or for another product, is ignored', async () => {
    expect(await provider.find('sub_02')).toBeUndefined();
    held().custom_data = null;
    expect(await provider.find('sub_01')).toBeUndefined();
    held().custom_data = { workspace_id: 7, proof: 'signed' };
    held().items = [{ price_id: 'pri_other', quantity: 4 }];
    expect(await provider.find('sub_01')).toBeUndefined();
  });
});

describe('a failure', () => {
  const items = { plan: 'teams', members: 5, projects: 3 } as const;
  test.each(['past_due', 'canceled'])('to change a subscription that is %s is a refusal', async (status) => {
    Object.assign(held(), { status });
    await expect(provider.change('sub_01', items)).rejects.toMatchObject({ name: 'billing_state', status: 409 });
  });

  test.each([
    [
      'an error of Paddle',
      { status: 500, body: '{"error":{"type":"api_error","code":"internal_error","detail":"x"}}' },
    ],
    ['what is no JSON', { status: 502, body: '<html>Bad gateway</html>' }],
    ['an answer that comes too late', { status: 200, body: '{}', delay: 600 }],
  ])('by %s is temporary', async (_, fault) => {
    for (const call of [() => provider.find('sub_01'), () => provider.change('sub_01', items)]) {
      paddle.fault = fault;
      await expect(call()).rejects.toMatchObject({ name: 'unavailable', status: 503 });
    }
    expect(held().items).toEqual([{ price_id: 'pri_teams', quantity: 4 }]);
  });

  test('because of too many calls has a retry time', async () => {
    const body = '{"error":{"type":"request_error","code":"too_many_requests","detail":"x"}}';
    paddle.fault = { status: 429, body, headers: { 'retry-after': '17' } };
    await expect(provider.find('sub_01')).rejects.toMatchObject({ name: 'unavailable', retryAfter: 17 });
  });

  test('to reach the server is temporary', async () => {
    const unreachable = createPaddleProvider({ ...settings, apiUrl: 'http://127.0.0.1:1' }, clock, 300);
    await expect(unreachable.find('sub_01')).rejects.toMatchObject({ name: 'unavailable' });
  });

  test('because of the API key is an outage, not an error of the owner', async () => {
    const wrong = createPaddleProvider({ ...settings, apiKey: 'other' }, clock, 300);
    await expect(wrong.change('sub_01', items)).rejects.toMatchObject({ name: 'unavailable' });
  });
});

describe('a webhook', () => {
  const bodies = [
    '{"event_id":"evt_1","event_type":"subscription.updated","data":{"id":"sub_01"}}',
    '{"event_id":"evt_2","event_type":"x","data":{"name":"Łódź"}}',
  ];

  test.each(bodies)('signed by this server is valid for Paddle’s own library: %s', async (body) => {
    shows('3.plans.simulator.signed');
    const library = new Webhooks();
    const signature = signWebhook(secret, body, new Date());
    expect(await library.isSignatureValid(body, secret, signature)).toBe(true);
    expect(await library.isSignatureValid(`${body} `, secret, signature)).toBe(false);
    expect(await library.isSignatureValid(body, 'other', signature)).toBe(false);
    expect(provider.readWebhook(Buffer.from(body), signature)).toMatchObject({ id: expect.stringMatching(/^evt_/) });
  });

  test('signed by Paddle’s library is read, with either of two secrets', () => {
    const [body = ''] = bodies;
    const own = signWebhook(secret, body, new Date());
    const [ts, h1] = own.split(';');
    expect(provider.readWebhook(Buffer.from(body), `${ts};h1=${'0'.repeat(64)};${h1}`)).toEqual({
      id: 'evt_1',
      subscriptionId: 'sub_01',
    });
    for (const forged of [undefined, '', 'ts=;h1=', `${ts}`, `${h1}`, `${ts};h1=${'0'.repeat(64)}`, `${ts};h1=zz`])
      expect(provider.readWebhook(Buffer.from(body), forged)).toBeUndefined();
  });

  test('of the simulator has Paddle’s format, so that its library reads it', () => {
    shows('3.plans.simulator.webhooks');
    const bought = { id: 'sub_01', workspaceId: 7, proof: 'p', plan: 'teams', members: 4, projects: 5 } as const;
    const body = webhookOf('subscription.updated', startSubscription(bought, new Date()), (time) => time);
    const event = Webhooks.fromJson(JSON.parse(body));
    expect(event).toMatchObject({
      eventType: 'subscription.updated',
      eventId: expect.stringMatching(/^evt_[a-z\d]{32}$/),
      data: { id: 'sub_01', status: 'active', customData: { workspace_id: 7, proof: 'p' }, scheduledChange: null },
    });
    expect(event).toMatchObject({ data: { items: [{ quantity: 4 }, { quantity: 2 }] } });
  });
});

test('no module except the adapter and the simulator knows which of the two is in use', () => {
  shows('3.plans.adapter-only');
  const files = globSync('server/{core,modules}/**/*.ts').filter(
    (file) => !/billing\/paddle\/|development\//.test(file),
  );
  expect(files.length).toBeGreaterThan(200);
  const knowing = files.filter((file) =>
    /from '[^']*(paddle-node-sdk|paddle-provider|development\/)/.test(readFileSync(file, 'utf8')),
  );
  expect(knowing).toEqual([]);
});

describe('a server', () => {
  const names = (parts: PaymentProvider) => Object.keys(parts);
  const start = async (config: ReturnType<typeof testEnvironment>): Promise<App> =>
    buildServer({ database: await testDatabase(), config });

  test('uses the simulator unless Paddle is configured; both have the same interface', async () => {
    shows('3.plans.simulator.stands-in', '3.plans.simulator.interface');
    const without = await start(testEnvironment());
    expect(without.deps.payments.checkout.script_url).toMatch(/\/dev\/billing\/paddle\.js$/);
    expect(without.hasRoute({ method: 'GET', url: '/dev/billing' })).toBe(true);
    const withPaddle = await start({ ...testEnvironment(), paddle: settings });
    expect(withPaddle.deps.payments.checkout).toEqual({
      script_url: 'https://cdn.paddle.com/paddle/v2/paddle.js',
      client_token: 'test_01',
      environment: 'sandbox',
      prices: { starter: 'pri_starter', teams: 'pri_teams' },
    });
    expect(withPaddle.hasRoute({ method: 'GET', url: '/dev/billing' })).toBe(false);
    expect(names(without.deps.payments)).toEqual(expect.arrayContaining(names(withPaddle.deps.payments)));
    await without.close();
    await withPaddle.close();
  });
});
