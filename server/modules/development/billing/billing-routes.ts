import { randomBytes } from 'node:crypto';
import { anyone, plans } from '@quartermaster/contract/access.ts';
import { isPaid, monthlyPrice, type PaidPlan } from '@quartermaster/contract/billing.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App, Deps } from '../../../core/app/deps.ts';
import { defineJob } from '../../../core/app/module.ts';
import { AppError } from '../../../core/base/errors.ts';
import type { Query } from '../../../core/database/database.ts';
import { readId } from '../../../core/session/access.ts';
import { knownHost } from '../known-host.ts';
import { renderBilling, renderWorkspace } from './billing-page.ts';
import { type CheckoutPage, renderCheckout } from './checkout-page.ts';
import { paddleScript } from './paddle-script.ts';
import { withTax } from './simulated-subscription.ts';
import { simulatedPrices } from './simulated-webhook.ts';
import { type BillingSimulator, isSimulator } from './simulator.ts';
import { findSimulated, findSimulatedWorkspace, listSimulatedWorkspaces } from './simulator-repository.ts';

/** Makes the payments and ends that have become due at the simulator. */
export const simulatorJob = defineJob({
  name: 'billing-simulator',
  everySeconds: 60,
  isNeeded: async ({ payments }) => isSimulator(payments),
  run: async ({ payments }) => {
    if (isSimulator(payments)) await payments.settleDue();
  },
});

/**
 * The payment provider of a server without one, for development and evaluation: its script and checkout, and the page
 * `/dev/billing`, which can advance the time, let payments fail, and lose or repeat webhooks.
 */
export const simulatorRoutes = (app: App, deps: Deps): void => {
  const { payments } = deps;
  if (!isSimulator(payments)) return;
  // Advancing the time of a workspace can end its subscription.
  if (!deps.config.production) addPage(app, deps, payments);
  addCheckout(app, deps, payments);
};

/** Pages of other sites must not send forms here; there are no cookies to protect them with. */
function refuseForeign({ headers }: FastifyRequest): void {
  const { origin, host } = headers;
  if (origin !== undefined && URL.parse(origin)?.host !== host) throw new AppError('forgery');
}

function addPage(app: App, { config, database: { query }, clock }: Deps, simulator: BillingSimulator): void {
  const open = { config: { access: anyone, safe: true }, onRequest: knownHost(config) };
  const form = { ...open, config: { ...open.config, accepts: ['form'] as const }, bodyLimit: 1000 };

  const workspaceOf = async ({ params }: FastifyRequest) => {
    const found = await findSimulatedWorkspace(query, readId((params as { workspaceId: string }).workspaceId));
    if (!found) throw new AppError('not_found');
    return found;
  };

  app.get('/dev/billing', open, async (_request, reply) =>
    renderBilling(await listSimulatedWorkspaces(query), pageHeaders(reply)),
  );

  app.get('/dev/billing/:workspaceId', open, async (request, reply) => {
    const workspace = await workspaceOf(request);
    const state = await simulator.look(workspace.id);
    return renderWorkspace(workspace, { ...state, now: clock.now() }, pageHeaders(reply));
  });

  app.post('/dev/billing/:workspaceId', form, async (request, reply) => {
    refuseForeign(request);
    const { id } = await workspaceOf(request);
    const { hours, payments, webhook } = (request.body ?? {}) as Record<string, string>;
    if (hours && /^[1-9]\d{0,3}$/.test(hours)) await simulator.advance(id, Number(hours) * 60 * 60);
    if (payments) await simulator.set(id, { failsPayments: payments === 'fail' });
    if (webhook === 'lose') await simulator.set(id, { losesNextWebhook: true });
    if (webhook === 'repeat') await simulator.repeatWebhook(id);
    return reply.redirect(`/dev/billing/${id}`, 303);
  });
}

function addCheckout(app: App, { config, database: { query } }: Deps, simulator: BillingSimulator): void {
  const open = { config: { access: anyone, safe: true }, onRequest: knownHost(config) };
  const form = { ...open, config: { ...open.config, accepts: ['form'] as const }, bodyLimit: 1000 };
  const framedBy = ["'self'", ...config.corsOrigins].join(' ');

  app.get('/dev/billing/paddle.js', open, (_request, reply) => {
    // Allows pages of a host that mounts the console.
    reply.header('cross-origin-resource-policy', 'cross-origin').type('text/javascript; charset=utf-8');
    return paddleScript(config.publicUrl);
  });

  const show = (page: CheckoutPage, reply: FastifyReply) => {
    const nonce = pageHeaders(reply, framedBy);
    reply.removeHeader('x-frame-options');
    return renderCheckout(page, nonce);
  };

  app.get('/dev/billing/checkout', open, async (request, reply) => show(await pageOf(query, request), reply));

  app.post('/dev/billing/checkout', form, async (request, reply) => {
    refuseForeign(request);
    const page = await pageOf(query, request);
    const { outcome } = (request.body ?? {}) as { outcome?: string };
    if (outcome !== 'complete')
      return show(
        {
          ...page,
          message: 'The payment has failed. Try again.',
          event: { name: 'checkout.payment.failed', data: {} },
        },
        reply,
      );
    const order = readOrder(request);
    if (order.kind === 'payment') await simulator.pay(order.id);
    else if (await findSimulatedWorkspace(query, order.workspaceId)) await simulator.buy(order);
    else throw new AppError('not_found');
    const data = order.kind === 'payment' ? {} : { custom_data: { workspace_id: order.workspaceId } };
    return show({ ...page, total: undefined, message: 'Paid.', event: { name: 'checkout.completed', data } }, reply);
  });
}

/** The purpose of a checkout: to buy a plan, or to pay a transaction. */
type Order =
  | { kind: 'payment'; id: string }
  | { kind: 'purchase'; workspaceId: number; proof: string; plan: PaidPlan; members: number };

function readOrder({ query }: FastifyRequest): Order {
  const { transaction, price, quantity = '', workspace, proof = '' } = query as Record<string, string | undefined>;
  if (transaction?.startsWith('txn_sub_')) return { kind: 'payment', id: transaction.slice('txn_'.length) };
  const plan = Object.keys(plans).find((name): name is PaidPlan => {
    const known = name as keyof typeof plans;
    return isPaid(known) && simulatedPrices[known] === price;
  });
  const members = /^[1-9]\d{0,4}$/.test(quantity) ? Number(quantity) : 0;
  if (!plan || members === 0) throw new AppError('invalid');
  return { kind: 'purchase', workspaceId: readId(workspace), proof, plan, members };
}

async function pageOf(query: Query, request: FastifyRequest): Promise<CheckoutPage> {
  const order = readOrder(request);
  const page = { action: request.url, isDark: (request.query as { theme?: string }).theme === 'dark' };
  if (order.kind === 'payment') {
    const due = (await findSimulated(query, order.id))?.charges.findLast(({ isPaid }) => !isPaid);
    return { title: 'Update your payment method', total: due?.total, ...page };
  }
  const { plan, members } = order;
  const { total } = withTax(monthlyPrice({ plan, members, projects: 0 }));
  return { title: `${plans[plan].label}, ${members === 1 ? '1 member' : `${members} members`}`, total, ...page };
}

/** Returns the nonce of the page's styles and script. */
function pageHeaders(reply: FastifyReply, framedBy = "'none'"): string {
  const nonce = randomBytes(16).toString('base64');
  reply
    .type('text/html; charset=utf-8')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'self'; frame-ancestors ${framedBy}`,
    );
  return nonce;
}
