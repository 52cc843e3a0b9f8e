import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const apiKey = 'pdl_sdbx_apikey_01';

interface Item {
  price_id: string;
  quantity: number;
}

/** A subscription as Paddle's public reference describes it; properties that the server does not read are omitted or constant. */
export interface PaddleSubscription {
  id: string;
  status: string;
  items: Item[];
  custom_data: object | null;
  next_billed_at: string | null;
  canceled_at: string | null;
  current_billing_period: { starts_at: string; ends_at: string } | null;
  scheduled_change: { action: string; effective_at: string; resume_at: string | null } | null;
  updated_at: string;
  created_at?: string;
}

interface PaddleRequest {
  method: string;
  path: string;
  body: unknown;
}

/** Replaces the next answer. */
export interface Fault {
  status: number;
  body: string;
  headers?: Record<string, string>;
  /** In milliseconds. */
  delay?: number;
}

export interface PaddleServer {
  url: string;
  requests: PaddleRequest[];
  subscriptions: Map<string, PaddleSubscription>;
  /** Applies to one call. */
  fault: Fault | undefined;
  close: () => void;
}

export const monthlyPrices: Record<string, number> = { pri_starter: 1600, pri_teams: 2900, pri_project: 400 };

/** A local server that speaks the part of Paddle's documented API that the server uses; tax is 25 % here. */
export async function startPaddle(): Promise<PaddleServer> {
  const state: PaddleServer = { url: '', requests: [], subscriptions: new Map(), fault: undefined, close: () => {} };
  const server = createServer((request, response) => {
    void answer(state, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  state.close = () => {
    server.closeAllConnections();
    server.close();
  };
  return state;
}

async function answer(state: PaddleServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const { method = '', url = '' } = request;
  const body = text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>);
  state.requests.push({ method, path: url, body });
  const send = (status: number, content: unknown, headers: Record<string, string> = {}) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof content === 'string' ? content : JSON.stringify(content));
  const { fault } = state;
  state.fault = undefined;
  if (fault) {
    await new Promise((resolve) => setTimeout(resolve, fault.delay ?? 0));
    send(fault.status, fault.body, fault.headers);
    return;
  }
  if (request.headers.authorization !== `bearer ${apiKey}`) return void send(403, errorBody('forbidden'));
  if (method === 'GET' && url.startsWith('/subscriptions?'))
    return void send(200, listOf(state, new URL(url, state.url)));
  const [, id = '', action = ''] = /^\/subscriptions\/(\w+)(?:\/([\w-]+))?(?:\?|$)/.exec(url) ?? [];
  const subscription = state.subscriptions.get(id);
  if (!subscription) return void send(404, errorBody('entity_not_found'));
  const done = steps[`${method} ${action}`]?.(subscription, body ?? {});
  if (done === undefined) return void send(405, errorBody('method_not_allowed'));
  if (typeof done === 'string') return void send(400, errorBody(done));
  const withAmounts = url.includes('include=') || action === 'preview';
  send(200, { data: 'origin' in done ? done : entityOf(done, withAmounts), meta: { request_id: 'r' } });
}

/** Two to a page, so that there are several. */
const pageSize = 2;

function listOf({ subscriptions, url }: PaddleServer, { searchParams }: URL) {
  const parameter = (name: string) => searchParams.get(name)?.split(',') ?? [];
  const found = [...subscriptions.values()]
    .filter(({ status }) => parameter('status').includes(status))
    .filter(({ items }) => items.some(({ price_id }) => parameter('price_id').includes(price_id)))
    .toSorted((a, b) => (searchParams.get('order_by') === 'id[DESC]' ? -1 : 1) * (a.id < b.id ? -1 : 1));
  const after = searchParams.get('after');
  const begin = after === null ? 0 : found.findIndex(({ id }) => id === after) + 1;
  const page = found.slice(begin, begin + pageSize);
  const further = new URLSearchParams(searchParams);
  further.set('after', page.at(-1)?.id ?? '');
  const pagination = {
    per_page: pageSize,
    next: `${url}/subscriptions?${further}`,
    has_more: begin + pageSize < found.length,
    estimated_total: found.length,
  };
  return { data: page.map((one) => entityOf(one, false)), meta: { request_id: 'r', pagination } };
}

type Step = (
  subscription: PaddleSubscription,
  body: Record<string, unknown>,
) => PaddleSubscription | string | { origin: string };

const steps: Record<string, Step> = {
  'GET ': (subscription) => subscription,
  'PATCH ': (subscription, body) => {
    if (subscription.status === 'canceled') return 'subscription_update_when_canceled';
    if (subscription.status === 'past_due') return 'subscription_update_when_past_due';
    if (body.items && body.proration_billing_mode !== 'prorated_next_billing_period') return 'bad_request';
    if (body.items) subscription.items = body.items as Item[];
    if (body.scheduled_change === null) subscription.scheduled_change = null;
    return touched(subscription);
  },
  'PATCH preview': (subscription, body) => ({ ...subscription, items: body.items as Item[] }),
  'POST cancel': (subscription, body) => {
    if (subscription.status === 'canceled') return 'subscription_is_canceled_action_invalid';
    if (body.effective_from === 'immediately') {
      const canceled = { status: 'canceled', canceled_at: '2026-11-22T00:00:00.123456Z', next_billed_at: null };
      return touched(Object.assign(subscription, canceled, { current_billing_period: null, scheduled_change: null }));
    }
    const effective_at = String(subscription.current_billing_period?.ends_at);
    return touched(
      Object.assign(subscription, {
        scheduled_change: { action: 'cancel', effective_at, resume_at: null },
        next_billed_at: null,
      }),
    );
  },
  'GET update-payment-method-transaction': () => ({
    id: 'txn_01',
    status: 'ready',
    origin: 'subscription_payment_method_change',
    currency_code: 'USD',
    collection_mode: 'automatic',
    items: [],
    payments: [],
    created_at: '2026-11-22T00:00:00Z',
    updated_at: '2026-11-22T00:00:00Z',
  }),
};

const touched = (subscription: PaddleSubscription) =>
  Object.assign(subscription, { updated_at: new Date(Date.parse(subscription.updated_at) + 1000).toISOString() });

const errorBody = (code: string) => ({
  error: {
    type: 'request_error',
    code,
    detail: code,
    documentation_url: `https://developer.paddle.com/errors/${code}`,
  },
  meta: { request_id: 'r' },
});

function entityOf(subscription: PaddleSubscription, withAmounts: boolean): object {
  const { items, scheduled_change, current_billing_period } = subscription;
  const isOver = scheduled_change !== null || current_billing_period === null;
  const subtotal = items.reduce((sum, { price_id, quantity }) => sum + (monthlyPrices[price_id] ?? 0) * quantity, 0);
  const details = { tax_rates_used: [], line_items: [], totals: totalsOf(subtotal) };
  const next = {
    billing_period: current_billing_period,
    adjustments: [],
    details: { ...details, totals: totalsOf(subtotal + 50) },
  };
  return {
    ...subscription,
    customer_id: 'ctm_01',
    address_id: 'add_01',
    currency_code: 'USD',
    collection_mode: 'automatic',
    created_at: subscription.created_at ?? '2026-11-01T00:00:00Z',
    billing_cycle: { interval: 'month', frequency: 1 },
    management_urls: null,
    items: items.map(({ price_id, quantity }) => ({
      status: 'active',
      quantity,
      recurring: true,
      price: {
        id: price_id,
        unit_price: { amount: '1', currency_code: 'USD' },
        quantity: { minimum: 1, maximum: 999 },
      },
      product: { id: 'pro_01' },
    })),
    ...(withAmounts && !isOver && { next_transaction: next, recurring_transaction_details: details }),
  };
}

function totalsOf(subtotal: number) {
  const tax = Math.round(subtotal / 4);
  const texts = {
    subtotal,
    tax,
    discount: 0,
    total: subtotal + tax,
    credit: 0,
    credit_to_balance: 0,
    balance: subtotal + tax,
  };
  const totals = { ...texts, grand_total: subtotal + tax, grand_total_tax: tax };
  return {
    ...Object.fromEntries(Object.entries(totals).map(([name, cents]) => [name, String(cents)])),
    currency_code: 'USD',
  };
}
