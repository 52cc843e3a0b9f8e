import { setTimeout as wait } from 'node:timers/promises';
import { plans } from '@quartermaster/contract/access.ts';
import { billing, signatureHeader } from '@quartermaster/contract/endpoints/billing.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { fastify } from 'fastify';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { signWebhook } from '../../server/core/payments/webhook-signature.ts';
import { checkoutProof } from '../../server/modules/billing/checkout-proof-service.ts';
import { reconcile } from '../../server/modules/billing/reconcile-service.ts';
import { type BillingSimulator, createBillingSimulator } from '../../server/modules/development/billing/simulator.ts';
import { createWorkspace } from '../../server/modules/workspaces/service.ts';
import { type Arena, beginArena } from '../support/arena.ts';
import { type Dice, diceOf } from '../support/dice.ts';
import { isLong } from '../support/long.ts';
import { unitWithoutJobs } from '../support/unit.ts';

/** `BILLING_ORDERS=1000` tries that many. */
const orders = Number(process.env.BILLING_ORDERS ?? (isLong ? 12 : 3));

let arena: Arena;
beginArena((opened) => {
  arena = opened;
});

let workspaceId: number;
let simulator: BillingSimulator;
/** Webhooks of the payment provider that are not delivered yet, and all of them so far. */
let sent: string[] = [];
let everSent: string[] = [];

/** The payment provider's signature of a webhook. */
const secret = () => arena.secrets.sign('billing simulator');

beforeEach(async () => {
  const { database, clock, studio, app } = arena;
  // Forged webhooks of all orders come from one address.
  await database.query('truncate rate_limits', []);
  const subscription = { plan: 'teams', status: 'trial', members: 3, projects: 0 } as const;
  workspaceId = await database.transaction((query) =>
    createWorkspace(query, { name: 'Orders', ownerId: studio.accounts.owner, now: clock.now(), subscription }),
  );
  sent = [];
  everSent = [];
  simulator = createBillingSimulator({
    database,
    unit: unitWithoutJobs(database),
    clock,
    secret: secret(),
    publicUrl: 'http://localhost:4400',
    deliver: async (body) => {
      sent.push(body);
      everSent.push(body);
    },
  });
  if (!app) return;
  // One process answers in order, so responses are made stale before they arrive.
  const delays = diceOf(7);
  const find: typeof simulator.find = async (id) => {
    const found = await simulator.find(id);
    await wait(delays.oneOf([0, 0, 3, 12]));
    return found;
  };
  const { payments } = app.deps;
  app.deps.payments = { ...simulator, find };
  onTestFinished(() => {
    app.deps.payments = payments;
  });
});

const held = async () => (await simulator.look(workspaceId)).subscriptions;
const live = async () => (await held()).find(({ status }) => status !== 'canceled');
const lastSent = () => everSent.at(-1) ?? expect.fail('Nothing was sent.');

/** An event at the payment provider that the servers did not cause. */
async function happen(dice: Dice): Promise<void> {
  const current = await live();
  if (!current) {
    const proof = checkoutProof(arena.secrets, workspaceId);
    const plan = dice.oneOf(['starter', 'teams'] as const);
    await simulator.buy({ workspaceId, proof, plan, members: 3 + dice.below(5) });
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

/** A late webhook is signed again when it is resent. */
const deliver = (server: 0 | 1, body: string, signedWith = secret()) =>
  arena.post(server, billing.receiveWebhook, body, {
    [signatureHeader]: signWebhook(signedWith, body, arena.clock.now()),
  });

/** Webhooks arrive in any order, several at once, at either server; some are lost, duplicated or forged. */
async function arrive(dice: Dice): Promise<void> {
  const some = sent.length === 0 ? [] : dice.someOf(sent, 3);
  const arrivals = some.map(async (body) => {
    const server = dice.percent(50) ? 0 : 1;
    const forged = dice.percent(20);
    expect(await deliver(server, body, forged ? 'forged' : secret())).toBe(forged ? 401 : 200);
  });
  await Promise.all([...arrivals, arena.app ? undefined : hold(dice)]);
}

/** Delays servers between fetching from the payment provider and storing, so that their data becomes stale. */
async function hold(dice: Dice): Promise<void> {
  const milliseconds = dice.oneOf([0, 0, 10, 40]);
  await arena.database.transaction(async (query) => {
    await query('select from subscriptions where workspace_id = $1 for update', [workspaceId]);
    await wait(milliseconds);
  });
}

/** The job that polls the payment provider a day after its last webhook. */
async function reconcileLater(): Promise<void> {
  const { database, clock, secrets } = arena;
  await database.query(
    "update subscriptions set provider_heard_at = provider_heard_at - interval '25 hours' where workspace_id = $1",
    [workspaceId],
  );
  const { log } = fastify({ logger: false });
  const unit = unitWithoutJobs(database);
  await reconcile({ database, unit, payments: simulator, clock, secrets, log }, AbortSignal.timeout(30_000));
}

/** The workspace's subscription as known to the servers: one that ended before they received it changes nothing. */
async function lastHeardOf(): Promise<string | null> {
  const [row] = await arena.database.query<{ id: string | null }>(
    'select provider_id as id from subscriptions where workspace_id = $1',
    [workspaceId],
  );
  return row?.id ?? null;
}

test.each(Array.from({ length: orders }, (_, seed) => seed))(
  'webhooks in any order end in the provider’s state (seed %i)',
  async (seed) => {
    const dice = diceOf(seed);
    for (let step = 0; step < 14; step += 1) {
      const late = arrive(dice);
      await happen(dice);
      await late;
      if (dice.percent(20)) sent.splice(dice.below(sent.length), 1);
    }
    const isToldLast = dice.percent(50);
    if (isToldLast) {
      // The last one arrives while earlier ones are still being answered.
      const late = arrive(dice);
      await happen(dice);
      expect(await Promise.all([late, deliver(1, lastSent())])).toEqual([undefined, 200]);
    }
    const current = await live();
    // A subscription that was bought and ended without a webhook must not affect the previous one.
    if (!isToldLast || !current) await reconcileLater();
    const params = { workspaceId };
    const { body: stored } = await arena.send(dice.percent(50) ? 0 : 1, 'owner', workspaces.getSubscription, {
      params,
    });
    const id = current?.id ?? (await lastHeardOf());
    const found = id === null ? null : await simulator.find(id);
    if (!found) {
      expect(stored).toMatchObject({ type: 'teams', status: 'trial' });
      return;
    }
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
