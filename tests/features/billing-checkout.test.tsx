import { CheckoutEventNames, initializePaddle, type Paddle } from '@paddle/paddle-js';
import { billing } from '@quartermaster/contract/endpoints/billing.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readPaddle } from '../../server/core/environment/read-paddle.ts';
import { type Order, openCheckout } from '../../src/features/settings/billing/checkout/open-checkout.ts';
import { shows } from '../specification/shows.ts';
import { buy, standing } from '../support/billing.ts';
import { renderConsole } from '../support/console.tsx';
import { playPaddle } from '../support/paddle.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { setSubscription } from '../support/subscription.ts';
import { choose } from './choose-instance.ts';

let server: TestServer;

async function show() {
  await choose(server, 'owner', server.studio.dev);
  return renderConsole('/settings/billing', { server, as: 'owner' });
}

const button = (name: string) => screen.findByRole('button', { name });
const frame = () => screen.findByTitle('Checkout');
const inStudio = () => ({ params: { workspaceId: server.studio.workspaceId } });

/** Possible leftovers of scripts on the page. */
const left = () => [
  ...document.querySelectorAll('script, iframe, link[href*="paddle" i], [class*="paddle" i]'),
  ...['Paddle', 'PaddleBillingV1'].filter((name) => name in globalThis),
];

test.each([
  ['Starter', 'starter'],
  ['Teams', 'teams'],
] as const)('%s is bought in the inline checkout of the provider, for all members', async (label, plan) => {
  shows(
    '1.1.pays-for-plans',
    '1.7.checkout.custom-data',
    '1.7.checkout.inline',
    '1.7.checkout.price',
    '1.7.checkout.quantity',
    '1.7.checkout.script',
  );
  server = await startTestServer();
  await setSubscription(server, { plan: 'teams', status: 'trial', members: 7, projects: 0 });
  const paddle = playPaddle();
  const { user, overlay } = await show();
  expect(await button(`Buy ${label}`)).toBeTruthy();
  // The script is loaded on demand.
  expect(paddle.scripts).toEqual([]);
  await user.click(await button(`Buy ${label}`));
  const dialog = await screen.findByRole('dialog', { name: `Buy ${label}` });
  expect(await within(dialog).findByTitle('Checkout')).toBeTruthy();
  const checkout = await server.call(billing.getCheckout, inStudio(), { as: 'owner' });
  expect(paddle.scripts).toEqual([checkout.script_url]);
  expect(paddle.environments).toEqual(checkout.environment === 'sandbox' ? ['sandbox'] : []);
  expect(paddle.setups.map(({ token }) => token)).toEqual([checkout.client_token]);
  expect(paddle.opened).toEqual([
    {
      // The studio has an owner, an admin and a member.
      items: [{ priceId: checkout.prices[plan], quantity: 3 }],
      customData: checkout.custom_data,
      settings: expect.objectContaining({ displayMode: 'inline', theme: 'light' }),
    },
  ]);
  expect(checkout.custom_data.workspace_id).toBe(server.studio.workspaceId);
  paddle.tell('checkout.payment.failed');
  expect(dialog.isConnected).toBe(true);
  await buy(server, plan);
  paddle.tell('checkout.completed');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('The subscription is being updated. This may take some time.')).toBeTruthy();
  expect((await button(`Buy ${label}`)).getAttribute('aria-disabled')).toBe('true');
  expect(left()).toEqual([]);
  expect(await within(overlay).findByText('Subscription updated')).toBeTruthy();
  expect(await standing(server)).toBe(`active ${plan}`);
  await waitFor(() => expect(screen.queryByRole('button', { name: `Buy ${label}` })).toBeNull());
});

test("an overdue amount is paid, and a payment method changed, in the provider's transaction", async () => {
  shows('1.7.subscription.payment-details');
  server = await startTestServer();
  await buy(server, 'teams');
  await setSubscription(server, { plan: 'teams', status: 'past_due', due: -60 });
  const paddle = playPaddle();
  const { user, overlay } = await show();
  await user.click(await button('Pay now'));
  expect(await screen.findByRole('dialog', { name: 'Update payment method' })).toBeTruthy();
  await frame();
  const { transaction_id } = await server.call(billing.getPaymentDetails, inStudio(), { as: 'owner' });
  expect(paddle.opened).toEqual([{ transactionId: expect.any(String), settings: expect.anything() }]);
  expect(transaction_id).toBeTruthy();
  await setSubscription(server, { plan: 'teams', status: 'active' });
  paddle.tell('checkout.completed');
  expect(await within(overlay).findByText('Subscription updated')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Pay now' })).toBeNull());
  expect(left()).toEqual([]);
  await user.click(await button('Update payment method'));
  await frame();
  expect(paddle.opened).toHaveLength(2);
});

test('a checkout that is closed, or unmounted with its console, leaves nothing on the page', async () => {
  shows('4.host.checkout.removed');
  server = await startTestServer();
  await setSubscription(server, { plan: 'free', status: 'active', due: null });
  const paddle = playPaddle();
  const { user, close } = await show();
  await user.click(await button('Buy Teams'));
  await frame();
  expect(left()).not.toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(left()).toEqual([]));
  expect(paddle.closed).toBe(1);
  // Later events of the script concern no open checkout.
  paddle.tell('checkout.completed');
  expect(screen.queryByText(/is being updated/)).toBeNull();
  await user.click(await button('Buy Starter'));
  await frame();
  close();
  await waitFor(() => expect(left()).toEqual([]));
});

test('a script that cannot be loaded shows an error and can be retried', async () => {
  shows('4.host.checkout.retried');
  server = await startTestServer();
  await setSubscription(server, { plan: 'free', status: 'active', due: null });
  const paddle = playPaddle('fails');
  const { user } = await show();
  await user.click(await button('Buy Teams'));
  const dialog = await screen.findByRole('dialog');
  expect((await within(dialog).findByRole('alert')).textContent).toContain('The payment script could not be loaded.');
  expect(left()).toEqual([]);
  paddle.next = 'runs';
  await user.click(within(dialog).getByRole('button', { name: 'Try again' }));
  expect(await frame()).toBeTruthy();
  expect(paddle.scripts).toHaveLength(2);
});

/** An element of the page in which a checkout can be opened. */
function makePlace(frameTarget = 'target') {
  const parent = document.createElement('div');
  const target = document.createElement('div');
  target.className = frameTarget;
  document.body.append(parent, target);
  onTestFinished(() => {
    parent.remove();
    target.remove();
  });
  const ending = new AbortController();
  const { signal } = ending;
  return { parent, target, ending, options: { parent, nonce: 'abc', signal, frameTarget, theme: 'dark' } as const };
}

const script_url = 'https://cdn.paddle.com/paddle/v2/paddle.js';
const order: Order = { transactionId: 'txn_1' };

/** Opens a checkout without the console around it. */
function open(place = makePlace(), onCompleted = () => {}) {
  const script = { script_url, client_token: 'test_token', environment: 'sandbox' } as const;
  return openCheckout(script, order, { ...place.options, onCompleted });
}

test('the official package loads the library from the server’s address, and configures it as its types describe', async () => {
  shows('3.plans.paddle.browser-library');
  const given = { environment: 'sandbox', apiUrl: undefined, scriptUrl: undefined } as const;
  const settings =
    readPaddle(
      (name) => name,
      given,
      () => undefined,
    ) ?? expect.fail('There are no settings.');
  const [client_token, environment] = ['test_token', 'sandbox'] as const;
  const page = playPaddle();
  // The unmodified package keeps the script for the lifetime of the page.
  await initializePaddle({ token: client_token, environment, eventCallback: () => undefined });
  onTestFinished(() => document.head.querySelector(`script[src="${script_url}"]`)?.remove());
  const orders: Order[] = [
    { items: [{ priceId: 'pri_1', quantity: 2 }], customData: { workspace_id: 7, proof: 'signed' } },
    order,
  ];
  for (const one of orders) {
    const onCompleted = vi.fn();
    const script = { script_url: settings.scriptUrl, client_token, environment };
    const remove = await openCheckout(script, one, { ...makePlace().options, onCompleted });
    expect(page.opened.at(-1)).toEqual({ ...one, settings: expect.objectContaining({ frameTarget: 'target' }) });
    page.tell(CheckoutEventNames.CHECKOUT_PAYMENT_FAILED);
    expect(onCompleted).not.toHaveBeenCalled();
    page.tell(CheckoutEventNames.CHECKOUT_COMPLETED);
    expect(onCompleted).toHaveBeenCalledOnce();
    remove();
  }
  // Once by the unmodified package, and once for each order.
  expect(page.scripts).toEqual([script_url, script_url, script_url]);
  expect(page.environments).toEqual([environment, environment, environment]);
  const setUp = { ...page.setups[0], eventCallback: expect.any(Function) };
  expect(page.setups).toEqual([setUp, setUp, setUp]);
});

test('a host that uses the provider itself keeps its own script and account', async () => {
  shows('4.host.checkout.own');
  const page = playPaddle();
  const ofHost = { Initialized: true, Update: vi.fn() } as Partial<Paddle> as Paddle;
  Object.assign(globalThis, { Paddle: ofHost, PaddleBillingV1: ofHost });
  // The unmodified package would wait for this script, which ran long ago.
  const script = document.createElement('script');
  script.src = script_url;
  document.head.append(script);
  onTestFinished(() => script.remove());
  await waitFor(() => expect(page.scripts).toEqual([script_url]));
  Object.assign(globalThis, { Paddle: ofHost, PaddleBillingV1: ofHost });
  const place = makePlace();
  const remove = await open(place);
  expect(place.parent.querySelector('script')?.nonce).toBe('abc');
  expect(page.setups.map(({ token }) => token)).toEqual(['test_token']);
  expect(globals()).not.toContain(ofHost);
  remove();
  expect(ofHost.Update).not.toHaveBeenCalled();
  expect(globals()).toEqual([ofHost, ofHost]);
  expect(place.parent.children).toHaveLength(0);
  expect(script.isConnected).toBe(true);
});

const globals = () => {
  const { Paddle, PaddleBillingV1 } = globalThis as typeof globalThis & Record<'Paddle' | 'PaddleBillingV1', unknown>;
  return [Paddle, PaddleBillingV1];
};

test('globals of the provider that the host sets while a checkout is open are left alone', async () => {
  shows('4.host.checkout.own');
  playPaddle();
  const remove = await open();
  const ofHost = {} as Paddle;
  Object.assign(globalThis, { Paddle: ofHost, PaddleBillingV1: ofHost });
  remove();
  expect(globals()).toEqual([ofHost, ofHost]);
});

test('each of two consoles on a page has its own checkout, in whichever order they are closed', async () => {
  shows('4.host.checkout.apart');
  const page = playPaddle();
  const places = [makePlace('first'), makePlace('second')] as const;
  const completed = [vi.fn(), vi.fn()] as const;
  const removeFirst = await open(places[0], completed[0]);
  const first = globals();
  const removeSecond = await open(places[1], completed[1]);
  expect(globals()).not.toEqual(first);
  removeFirst();
  expect(page.closed).toBe(1);
  expect(globals()).not.toEqual([undefined, undefined]);
  expect(document.querySelector('.paddle-frame')).not.toBeNull();
  page.tell('checkout.completed');
  expect(completed.map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
  removeSecond();
  expect(globals()).toEqual([undefined, undefined]);
  for (const { target } of places) target.replaceChildren();
  expect(left()).toEqual([]);
});

test('a script that runs only after its checkout was closed leaves nothing behind either', async () => {
  shows('4.host.checkout.removed');
  const page = playPaddle('hangs');
  const place = makePlace();
  const opened = open(place);
  await waitFor(() => expect(page.scripts).toHaveLength(1));
  place.ending.abort();
  await expect(opened).rejects.toThrow('could not be loaded');
  expect(left()).toEqual([]);
  page.run();
  expect(left()).toEqual([]);
  expect(page.setups).toEqual([]);
});

test('a script that times out is dropped, and the next attempt loads a new one', async () => {
  shows('4.host.checkout.retried');
  const page = playPaddle('hangs');
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const opened = expect(open()).rejects.toThrow('The payment script could not be loaded.');
  await vi.advanceTimersByTimeAsync(20_000);
  await opened;
  page.next = 'runs';
  const timers = watchTimers(20_000);
  const remove = await open();
  expect(page.scripts).toHaveLength(2);
  remove();
  expect(timers).toEqual({ started: 1, running: new Set() });
});

/**
 * Counts the simulated timers of a delay that are started and run from now on: a page of an earlier test may still have some of its own. Spies would not do:
 * Vitest restores them once more after the file, which puts the simulated functions back.
 */
function watchTimers(delay: number) {
  const { setTimeout: start, clearTimeout: clear } = globalThis;
  const timers = { started: 0, running: new Set<unknown>() };
  globalThis.setTimeout = Object.assign((...args: Parameters<typeof start>) => {
    const timer = start(...args);
    if (args[1] === delay) {
      timers.started += 1;
      timers.running.add(timer);
    }
    return timer;
  }, start);
  globalThis.clearTimeout = (timer) => {
    timers.running.delete(timer);
    clear(timer);
  };
  return timers;
}

test('a library that rejects its settings fails the checkout, and logs nothing in the host', async () => {
  playPaddle('throws');
  const logs = (['warn', 'error'] as const).map((level) => vi.spyOn(console, level));
  await expect(open()).rejects.toThrow('The payment script could not be set up.');
  for (const log of logs) expect(log).not.toHaveBeenCalled();
  expect(left()).toEqual([]);
});
