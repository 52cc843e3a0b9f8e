import { setTimeout as wait } from 'node:timers/promises';
import { plans } from '@quartermaster/contract/access.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildServer } from '../../server/build-server.ts';
import type { App } from '../../server/core/app/deps.ts';
import { checkoutProof } from '../../server/modules/billing/checkout-proof-service.ts';
import { reconcile } from '../../server/modules/billing/reconcile-service.ts';
import { type BillingSimulator, createBillingSimulator } from '../../server/modules/development/billing/simulator.ts';
import { readSubscription, setUnpaid, signedWebhook } from '../support/billing.ts';
import { type Dice, diceOf } from '../support/dice.ts';
import { startTestServer, type TestServer, testEnvironment } from '../support/server.ts';

/** `BILLING_ORDERS=1000` tries that many. */
const orders = Number(process.env.BILLING_ORDERS ?? 12);

let server: TestServer;
let second: App;
let simulator: BillingSimulator;
let own: BillingSimulator;
/** What the payment provider has sent, and nobody has delivered yet. */
let sent: string[] = [];

beforeAll(async () => {
  const { app, clock } = await startTestServer();
  second = await buildServer({ database: app.deps.database, clock, config: testEnvironment() });
});
afterAll(() => second.close());

beforeEach(async () => {
  server = await startTestServer();
  const { database, secrets, config } = server.app.deps;
  sent = [];
  simulator = createBillingSimulator({
    database,
    clock: server.clock,
    secret: secrets.sign('billing simulator'),
    publicUrl: config.publicUrl,
    deliver: async (body) => {
      sent.push(body);
    },
  });
  own = server.app.deps.payments as BillingSimulator;
  // An answer may be old by the time that it arrives.
  const delays = diceOf(7);
  const find: typeof simulator.find = async (id) => {
    const found = await simulator.find(id);
    await wait(delays.oneOf([0, 0, 3, 12]));
    return found;
  };
  for (const app of [server.app, second]) app.deps.payments = { ...simulator, find };
});
afterEach(() => {
  server.app.deps.payments = own;
});

const held = async () => (await simulator.look(server.studio.workspaceId)).subscriptions;
const live = async () => (await held()).find(({ status }) => status !== 'canceled');

/** Something happens at the payment provider, which the server did not ask for. */
async function happen(dice: Dice): Promise<void> {
  const { workspaceId } = server.studio;
  const current = await live();
  if (!current) {
    const proof = checkoutProof(server.app.deps.secrets, workspaceId);
    const plan = dice.oneOf(['starter', 'teams'] as const);
    await simulator.buy({ workspaceId, proof, plan, members: 3 + dice.below(5) });
    // Somebody who has paid waits for it: the server learns of a purchase before anything else happens to it.
    await deliver(sent.at(-1) ?? expect.fail('Nothing was sent.'), server.app);
    return;
  }
  if (current.status === 'past_due') return simulator.pay(current.id);
  if (current.isEnding && dice.percent(50)) return void (await simulator.restore(current.id));
  const steps = [
    async () => {
      const plan = dice.oneOf(['starter', 'teams'] as const);
      const projects = plans[plan].projects + dice.below(3);
      if (!current.isEnding) await simulator.change(current.id, { plan, members: 3 + dice.below(9), projects });
    },
    () => simulator.cancel(current.id, dice.percent(80) ? 'at-billing-date' : 'now'),
    () => simulator.advance(workspaceId, (1 + dice.below(40)) * 24 * 60 * 60),
    async () => {
      await simulator.set(workspaceId, { failsPayments: true });
      await simulator.advance(workspaceId, 32 * 24 * 60 * 60);
      await simulator.set(workspaceId, { failsPayments: false });
    },
  ];
  await dice.oneOf(steps)();
}

async function deliver(body: string, app: App): Promise<void> {
  expect((await app.inject(signedWebhook(server, body))).statusCode).toBe(200);
}

/** Webhooks arrive in any order, several at once, at either server; some are lost, some come again, some are forged. */
async function arrive(dice: Dice): Promise<void> {
  const some = sent.length === 0 ? [] : dice.someOf(sent, 3);
  await Promise.all(
    some.map(async (body) => {
      const app = dice.percent(50) ? server.app : second;
      const forged = dice.percent(20);
      if (!forged) return deliver(body, app);
      expect((await app.inject(signedWebhook(server, body, 'forged'))).statusCode).toBe(401);
    }),
  );
}

test.each(Array.from({ length: orders }, (_, seed) => seed))(
  'webhooks in any order lead to what is held (seed %i)',
  async (seed) => {
    const dice = diceOf(seed);
    await setUnpaid(server, 'teams', 'trial', 9);
    for (let step = 0; step < 14; step += 1) {
      const late = arrive(dice);
      await happen(dice);
      await late;
      if (dice.percent(20)) sent.splice(dice.below(sent.length), 1);
      // Webhooks that are late are signed when they are sent again.
      server.clock.advance(dice.below(600));
    }
    if (dice.percent(50)) {
      // The last one arrives, while answers to earlier ones are still under way.
      const late = arrive(dice);
      await happen(dice);
      await Promise.all([late, deliver(sent.at(-1) ?? expect.fail('Nothing was sent.'), second)]);
    } else {
      server.clock.advance(25 * 60 * 60);
      await reconcile(server.app.deps, AbortSignal.timeout(30_000));
    }
    const stored = await readSubscription(server);
    const last = (await live()) ?? (await held()).at(-1) ?? expect.fail('Nothing was bought.');
    const found = (await simulator.find(last.id)) ?? expect.fail('It is gone.');
    expect(stored).toMatchObject({
      type: found.plan,
      status: found.isEnding ? 'cancel_requested' : found.status,
      members: found.members,
      projects: found.projects,
      next_billing_date_at: found.billingDate?.toISOString(),
      next_payment: found.isEnding || found.status === 'canceled' ? 0 : found.nextPayment,
    });
  },
);
