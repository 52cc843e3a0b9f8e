import type { Subscription } from '@quartermaster/contract/endpoints/workspaces.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { AppError } from '../../server/core/base/errors.ts';
import { shows } from '../specification/shows.ts';
import { buy, readSubscription, standing } from '../support/billing.ts';
import { renderConsole } from '../support/console.tsx';
import { untilAnswered } from '../support/open-requests.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { setSubscription } from '../support/subscription.ts';
import { choose } from './choose-instance.ts';

let server: TestServer;
/** Replaces the subscription in the response. */
let held: Subscription | null = null;

interface Bought {
  plan: 'starter' | 'teams';
  members?: number;
}

/** The billing page of a studio that has bought this plan. */
async function open({ plan, members = 5 }: Bought) {
  server = await startTestServer();
  await buy(server, plan, members);
  return show();
}

/** The billing page, with its requests. */
async function show() {
  await choose(server, 'owner', server.studio.dev);
  /** The times at which the subscription was fetched, and its changes answered. */
  const reads: number[] = [];
  const taken: number[] = [];
  const sent: string[] = [];
  const view = await renderConsole('/settings/billing', {
    server,
    as: 'owner',
    intercept: (fetch) => async (input, init) => {
      const { pathname } = new URL(String(input));
      const [, call] = pathname.split(/\/subscriptions/);
      if (call === '' && init?.method === 'GET') reads.push(Date.now());
      else if (call !== undefined) sent.push(`${init?.method} ${call} ${init?.body ?? ''}`.trim());
      if (call === '' && init?.method === 'GET' && held) return Response.json(held);
      const answer = await fetch(input, init);
      if (call !== undefined && init?.method !== 'GET') taken.push(Date.now());
      return answer;
    },
  });
  await part('Plans');
  return { ...view, reads, taken, sent };
}

const part = (name: string) => screen.findByRole('region', { name });
const button = (name: string) => screen.findByRole('button', { name });
const confirm = async (name: string) => within(await screen.findByRole('dialog')).findByRole('button', { name });

/** Cancels on a clock that the test advances; returns the time of the server's answer. */
async function cancelOnClock({ user, taken }: Pick<Awaited<ReturnType<typeof show>>, 'user' | 'taken'>) {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'Date'],
    now: Date.now(),
    shouldAdvanceTime: true,
  });
  onTestFinished(() => void vi.useRealTimers());
  await user.click(await button('Cancel subscription'));
  await user.click(await confirm('Yes, cancel subscription'));
  expect(await screen.findByText(updating)).toBeTruthy();
  return taken[0] ?? 0;
}

/** Advances the clock in steps until the condition holds or the time is over. Each timer runs at its own time. */
async function passUntil(isDone: () => boolean, longest = 80_000) {
  const end = Date.now() + longest;
  while (!isDone() && Date.now() < end) {
    await act(() => vi.advanceTimersByTimeAsync(200));
    await untilAnswered();
  }
}

/** As exact as a machine that is busy with other tests allows. */
const expectAbout = (milliseconds: number, expected: number) => {
  expect(milliseconds).toBeGreaterThanOrEqual(expected);
  expect(milliseconds).toBeLessThan(expected + 1400);
};

const updating = 'The subscription is being updated. This may take some time.';

test('canceling requires a confirmation, sets cancel_requested, and shows until when access continues', async () => {
  shows('1.4.polling.toast', '1.8.success.subscription-canceled', '1.8.success.subscription-updated');
  const { user, overlay, sent } = await open({ plan: 'teams' });
  await user.click(await button('Cancel subscription'));
  await user.click(await confirm('No, keep subscription'));
  expect(sent).toEqual([]);
  await user.click(await button('Cancel subscription'));
  expect((await screen.findByRole('dialog')).textContent).toMatch(/keeps the Teams plan until \w+ \d+, \d{4}\./);
  await user.click(await confirm('Yes, cancel subscription'));
  expect(
    await within(overlay).findByText(
      'Your subscription has been canceled. Access will continue until the next billing date',
    ),
  ).toBeTruthy();
  expect(await standing(server)).toBe('cancel_requested teams');
  // The focus stays, though no other change can be requested until this one has arrived.
  const again = await button('Cancel subscription');
  await waitFor(() => expect(document.activeElement).toBe(again));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(again);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await within(overlay).findByText('Subscription updated')).toBeTruthy();
  expect(await button('Reactivate')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Cancel subscription' })).toBeNull();
  await waitFor(() => expect(screen.getByRole('main').contains(document.activeElement)).toBe(true));
});

test.each<[string, Bought, string, string, string, string]>([
  ['upgrades', { plan: 'starter' }, 'Upgrade to Teams', 'Upgrade to Teams', 'active teams', 'POST /upgrade {}'],
  [
    'downgrades',
    { plan: 'teams' },
    'Downgrade to Starter',
    'Downgrade to Starter',
    'active starter',
    'POST /downgrade {}',
  ],
  [
    'switches to Free',
    { plan: 'teams' },
    'Switch to Free',
    'Yes, switch to Free',
    'cancel_requested teams',
    'POST /switch-to-free {}',
  ],
])('an owner %s', async (_what, bought, name, yes, after, call) => {
  shows('1.4.plans.active-starter', '1.4.plans.active-teams', '1.4.polling.toast', '1.8.success.subscription-updated');
  const { user, overlay, sent } = await open(bought);
  await user.click(await button(name));
  const agree = await confirm(yes);
  // Neither on the close button, nor on a button that is still waiting for the price.
  const footer = agree.parentElement;
  await waitFor(() => expect(footer?.contains(document.activeElement)).toBe(true));
  await waitFor(() => expect(agree).toHaveProperty('disabled', false));
  await user.click(agree);
  await waitFor(() => expect(sent.at(-1)).toBe(call));
  await waitFor(async () => expect(await standing(server)).toBe(after));
  expect(await within(overlay).findByText('Subscription updated')).toBeTruthy();
});

test('reactivating resumes the payments', async () => {
  shows('1.6.billing.reactivation');
  const { user, sent, close } = await open({ plan: 'starter' });
  await user.click(await button('Cancel subscription'));
  await user.click(await confirm('Yes, cancel subscription'));
  await waitFor(async () => expect(await standing(server)).toBe('cancel_requested starter'));
  close();
  expect(sent).toEqual(['DELETE']);
  const again = await show();
  await again.user.click(await button('Reactivate'));
  // 5 seats of $16, and 20 % tax.
  expect((await screen.findByRole('dialog')).textContent).toMatch(
    /stays on the Starter plan\. It costs \$96\.00 per month, and the next payment is due on \w+ \d+, \d{4}\./,
  );
  await again.user.click(await confirm('Yes, reactivate'));
  await waitFor(async () => expect(await standing(server)).toBe('active starter'));
});

test('another plan is confirmed with its price: subtotal, tax and total of the next payment and of the following ones', async () => {
  shows('1.4.plans.active-starter', '1.9.price.cents');
  const { user } = await open({ plan: 'starter', members: 5 });
  await user.click(await button('Upgrade to Teams'));
  const dialog = await screen.findByRole('dialog');
  await waitFor(() => expect(rowsOf(dialog)).toMatch(/Total\|.*\$174/));
  const [, subtotal, tax, total] = rowsOf(dialog).split('\n');
  // 5 seats of $29, and 20 % tax.
  expect(subtotal?.split('|')[2]).toBe('$145.00');
  expect(tax?.split('|')[2]).toBe('$29.00');
  expect(total?.split('|')[2]).toBe('$174.00');
  // The rest of the paid month is part of the next payment.
  expect(subtotal?.split('|')[1]).toBe('$210.00');
});

const rowsOf = (element: HTMLElement) =>
  [...element.querySelectorAll('tr')]
    .map((row) => [...row.children].map(({ textContent }) => textContent).join('|'))
    .join('\n');

test('the steppers start at the paid seats and projects beyond the included ones', async () => {
  shows(
    '1.2.billing.member-seats',
    '1.2.billing.project-seats',
    '1.4.steppers.members-start',
    '1.4.steppers.projects-start',
    '1.4.steppers.submit-disabled',
  );
  server = await startTestServer();
  await setSubscription(server, { plan: 'teams', status: 'active', members: 5, projects: 5 });
  await show();
  expect(await screen.findByRole('spinbutton', { name: 'Seats beyond the first' })).toHaveProperty('value', '4');
  expect(screen.getByRole('spinbutton', { name: 'Projects beyond the 3 included' })).toHaveProperty('value', '2');
  expect(screen.getByText('3 of 5 seats used, $29 each')).toBeTruthy();
  expect(screen.getByText('1 of 5 projects used, $4 for each extra one')).toBeTruthy();
  for (const name of ['Update seats', 'Update projects']) expect(await button(name)).toHaveProperty('disabled', true);
});

test.each([
  [{ members: 1, projects: 3 }, '0', '0'],
  [{ members: 2, projects: 4 }, '1', '1'],
  // Fewer than the plan includes, as in an older subscription.
  [{ members: 1, projects: 2 }, '0', '0'],
])('for %o the steppers start at %s and %s', async (paid, seats, projects) => {
  shows('1.4.steppers.members-start', '1.4.steppers.projects-start');
  server = await startTestServer();
  await setSubscription(server, { plan: 'starter', status: 'active', ...paid });
  await show();
  expect(await screen.findByRole('spinbutton', { name: 'Seats beyond the first' })).toHaveProperty('value', seats);
  expect(screen.getByRole('spinbutton', { name: 'Projects beyond the 3 included' })).toHaveProperty('value', projects);
  for (const name of ['Update seats', 'Update projects']) expect(await button(name)).toHaveProperty('disabled', true);
});

test('more seats show their price, and are added once confirmed', async () => {
  shows('1.4.polling.match', '1.4.steppers.submit-disabled', '1.9.price.bill-change', '1.9.price.cents');
  const { user, overlay, sent } = await open({ plan: 'teams', members: 5 });
  const form = await screen.findByRole('form', { name: 'Member seats' });
  const submit = within(form).getByRole('button', { name: 'Update seats' });
  await user.click(within(form).getByRole('button', { name: 'One seat more' }));
  await user.click(within(form).getByRole('button', { name: 'One seat more' }));
  expect(within(form).getByText('+$58.00')).toBeTruthy();
  await waitFor(() => expect(submit).toHaveProperty('disabled', false));
  expect(sent.at(-1)).toBe('POST /members/preview {"new_value":7}');
  expect(rowsOf(form)).toMatch(/^Subtotal\|\$261\.00\|\$203\.00$/m);
  expect(rowsOf(form)).toMatch(/^Tax\|\$52\.20\|\$40\.60$/m);
  expect(rowsOf(form)).toMatch(/^Total\|\$313\.20\|\$243\.60$/m);
  await user.click(within(form).getByRole('button', { name: 'One seat less' }));
  await user.click(within(form).getByRole('button', { name: 'One seat less' }));
  expect(submit).toHaveProperty('disabled', true);
  expect(form.querySelector('table')).toBeNull();
  await user.click(within(form).getByRole('button', { name: 'One seat less' }));
  expect(within(form).getByText('-$29.00')).toBeTruthy();
  await user.click(within(form).getByRole('button', { name: 'One seat more' }));
  await user.click(within(form).getByRole('button', { name: 'One seat more' }));
  await waitFor(() => expect(submit).toHaveProperty('disabled', false));
  await user.click(submit);
  await waitFor(() => expect(sent.at(-1)).toBe('POST /members {"new_value":6}'));
  // The focus stays on the button until the change has arrived, and on the page afterwards.
  await waitFor(() => expect(submit.getAttribute('aria-disabled')).toBe('true'));
  expect(submit).toHaveProperty('disabled', false);
  expect(document.activeElement).toBe(submit);
  expect(await within(overlay).findByText('Subscription updated')).toBeTruthy();
  expect(await screen.findByText('3 of 6 seats used, $29 each')).toBeTruthy();
  expect(screen.getByRole('spinbutton', { name: 'Seats beyond the first' })).toHaveProperty('value', '5');
  expect(screen.getByRole('main').contains(document.activeElement)).toBe(true);
});

test('more projects cost $4 each', async () => {
  shows('1.4.polling.match', '1.4.steppers.projects-start', '1.9.price.extra-project', '3.plans.extra-project.starter');
  const { user, sent } = await open({ plan: 'starter', members: 3 });
  const form = await screen.findByRole('form', { name: 'Projects' });
  const input = within(form).getByRole('spinbutton');
  await user.clear(input);
  await user.type(input, '2');
  expect(within(form).getByText('+$8.00')).toBeTruthy();
  const submit = within(form).getByRole('button', { name: 'Update projects' });
  await waitFor(() => expect(submit).toHaveProperty('disabled', false));
  await user.click(submit);
  await waitFor(() => expect(sent.at(-1)).toBe('POST /projects {"new_value":5}'));
  await waitFor(async () => expect((await readSubscription(server)).projects).toBe(5));
  // The stepper starts at the paid quantity, and the seats are unchanged.
  expect(await screen.findByText('1 of 5 projects used, $4 for each extra one')).toBeTruthy();
  const again = await screen.findByRole('form', { name: 'Projects' });
  expect(within(again).getByRole('spinbutton')).toHaveProperty('value', '2');
  expect(within(again).queryByText('+$8.00')).toBeNull();
  await user.click(within(again).getByRole('button', { name: 'One project less' }));
  expect(within(again).getByRole('spinbutton')).toHaveProperty('value', '1');
  expect(within(again).getByText('-$4.00')).toBeTruthy();
  expect(screen.getByRole('spinbutton', { name: 'Seats beyond the first' })).toHaveProperty('value', '2');
  expect((await readSubscription(server)).members).toBe(3);
});

test('the steppers do not go below 0 or below the used seats', async () => {
  shows('1.4.steppers.members-minimum', '1.4.steppers.projects-minimum');
  const { user, sent } = await open({ plan: 'teams', members: 4 });
  const seats = await screen.findByRole('form', { name: 'Member seats' });
  const fewer = within(seats).getByRole('button', { name: 'One seat less' });
  for (let seat = 3; seat > 0; seat -= 1) await user.click(fewer);
  expect(within(seats).getByRole('spinbutton')).toHaveProperty('value', '0');
  expect(fewer).toHaveProperty('disabled', true);
  await user.type(within(seats).getByRole('spinbutton'), '{ArrowDown}');
  expect(within(seats).getByRole('spinbutton')).toHaveProperty('value', '0');
  expect(within(seats).getByText(/^3 seats are used\. Remove 2 members/)).toBeTruthy();
  expect(within(seats).getByRole('button', { name: 'Update seats' })).toHaveProperty('disabled', true);
  const projects = screen.getByRole('form', { name: 'Projects' });
  expect(within(projects).getByRole('button', { name: 'One project less' })).toHaveProperty('disabled', true);
  await user.type(within(projects).getByRole('spinbutton'), '{ArrowDown}');
  expect(within(projects).getByRole('spinbutton')).toHaveProperty('value', '0');
  await untilAnswered();
  expect(sent.some((call) => call.includes('"new_value":1}'))).toBe(false);
});

test('after a change the subscription is fetched after 2 seconds and then every 4, until it matches', async () => {
  shows(
    '1.4.polling.interval',
    '1.4.polling.match',
    '1.4.polling.notice',
    '1.4.polling.start',
    '1.4.polling.stops-on-match',
    '1.9.time.polling-delay',
    '1.9.time.polling-interval',
  );
  const view = await openHeld('starter');
  const { overlay, reads } = view;
  const before = reads.length;
  const takenAt = await cancelOnClock(view);
  await passUntil(() => reads.length === before + 2);
  const [first = 0, second = 0] = reads.slice(before);
  expectAbout(first - takenAt, 2000);
  expectAbout(second - first, 4000);
  const updated = () => within(overlay).queryByText('Subscription updated') !== null;
  expect(updated()).toBe(false);
  // A cancellation must change nothing else.
  const canceled = await readSubscription(server);
  held = { ...canceled, members: canceled.members + 1 };
  await passUntil(() => reads.length === before + 3);
  held = { ...canceled, projects: canceled.projects + 1 };
  await passUntil(() => reads.length === before + 4);
  expect(updated()).toBe(false);
  const last = reads.at(-1) ?? 0;
  held = null;
  await passUntil(updated);
  expectAbout((reads[before + 4] ?? 0) - last, 4000);
  expect(screen.queryByText(updating)).toBeNull();
  // The queries that decide access are refetched once more, without polling.
  await untilAnswered();
  const after = reads.length;
  await passUntil(() => false, 20_000);
  expect(reads).toHaveLength(after);
});

test('the steppers follow the paid numbers while they change', async () => {
  shows('1.4.steppers.members-start', '1.4.steppers.projects-start');
  const view = await openHeld('starter');
  const former = await readSubscription(server);
  const steppers = () => screen.getAllByRole<HTMLInputElement>('spinbutton').map(({ value }) => value);
  expect(steppers()).toEqual(['4', '0']);
  await cancelOnClock(view);
  // As if another owner had changed them meanwhile.
  for (const [members, projects, begin] of [
    [8, 3, ['7', '0']],
    [8, 6, ['7', '3']],
    [3, 4, ['2', '1']],
  ] as const) {
    held = { ...former, members, projects };
    const before = view.reads.length;
    await passUntil(() => view.reads.length > before);
    await waitFor(() => expect(steppers()).toEqual(begin));
  }
});

test('waiting ends after 60 seconds; the page then shows a message and can check again', async () => {
  shows('1.4.polling.stops-on-timeout', '1.9.time.polling-timeout');
  const view = await openHeld('starter');
  const { user, overlay, reads } = view;
  const takenAt = await cancelOnClock(view);
  const isLate = () => screen.queryByText(/^The update has not arrived yet/) !== null;
  await passUntil(isLate);
  expect(isLate()).toBe(true);
  expectAbout(Date.now() - takenAt, 60_000);
  const before = reads.length;
  await passUntil(() => false, 20_000);
  expect(reads).toHaveLength(before);
  held = null;
  await user.click(await button('Look again'));
  await passUntil(() => within(overlay).queryByText('Subscription updated') !== null);
  expect(await within(overlay).findByText('Subscription updated')).toBeTruthy();
});

/** The page of a subscription whose responses stay unchanged until it is released. */
async function openHeld(plan: Bought['plan']) {
  const view = await open({ plan });
  held = await readSubscription(server);
  onTestFinished(() => {
    held = null;
  });
  return view;
}

test.each([
  ['starter', 'active', ['payment', 'cancel', 'seats']],
  ['teams', 'active', ['payment', 'cancel', 'seats']],
  ['starter', 'past_due', ['payment', 'cancel']],
  ['teams', 'past_due', ['payment', 'cancel']],
  ['free', 'active', []],
  ['teams', 'trial', []],
  ['teams', 'canceled', []],
  ['starter', 'cancel_requested', ['reactivate']],
  ['teams', 'cancel_requested', ['reactivate']],
] as const)('on %s, %s, an owner may: %s', async (plan, status, may) => {
  shows(
    '1.6.billing.management-active',
    '1.6.billing.management-hidden',
    '1.6.billing.management-past-due',
    '1.6.billing.management-plans',
    '1.6.billing.project-cards',
    '1.6.billing.reactivation',
    '1.6.billing.seat-cards',
  );
  server = await startTestServer();
  await setSubscription(server, { plan, status });
  await show();
  const main = within(screen.getByRole('main'));
  const found = {
    payment: main.queryByRole('button', { name: 'Update payment method' }),
    cancel: main.queryByRole('button', { name: 'Cancel subscription' }),
    seats: main.queryByRole('form', { name: 'Member seats' }) && main.queryByRole('form', { name: 'Projects' }),
    reactivate: main.queryByRole('button', { name: 'Reactivate' }),
  };
  expect(Object.entries(found).flatMap(([name, element]) => (element ? [name] : []))).toEqual(may);
});

test('a price that cannot be loaded shows an error and can be retried', async () => {
  const { user } = await open({ plan: 'starter' });
  const { payments } = server.app.deps;
  const restore = () => {
    server.app.deps.payments = payments;
  };
  onTestFinished(restore);
  server.app.deps.payments = { ...payments, preview: () => Promise.reject(new AppError('billing_state')) };
  await user.click(await button('Upgrade to Teams'));
  const dialog = await screen.findByRole('dialog');
  expect((await within(dialog).findByRole('alert')).textContent).toMatch(
    /^The state of the subscription does not allow this/,
  );
  const agree = within(dialog).getByRole('button', { name: 'Upgrade to Teams' });
  expect(agree).toHaveProperty('disabled', true);
  restore();
  await user.click(within(dialog).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(agree).toHaveProperty('disabled', false));
  expect(within(dialog).queryByRole('alert')).toBeNull();
});

test('a refused change shows its error in the dialog, and the console does not wait for it', async () => {
  shows('1.4.polling.notice', '1.8.callout.dialogs');
  const { user } = await open({ plan: 'teams', members: 3 });
  await setSubscription(server, { plan: 'teams', status: 'cancel_requested' });
  await user.click(await button('Cancel subscription'));
  await user.click(await confirm('Yes, cancel subscription'));
  const dialog = await screen.findByRole('dialog');
  expect((await within(dialog).findByRole('alert')).textContent).toMatch(
    /^The state of the subscription does not allow this/,
  );
  expect(screen.queryByText(updating)).toBeNull();
});
