import type { Subscription } from '@quartermaster/contract/endpoints/workspaces.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bannerContent } from '../../src/app/layout/header/subscription/banner-content.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { untilAnswered } from '../support/open-requests.ts';
import { startTestServer } from '../support/server.ts';
import type { Person } from '../support/server-studio.ts';
import { inThreeDays, setSubscription } from '../support/subscription.ts';
import { choose } from './choose-instance.ts';

type Stored = Parameters<typeof setSubscription>[1];

const now = Date.parse('2026-08-31T12:00:00.000Z');
const hour = 3600;
const day = 24 * hour;
const contentOf = (status: Subscription['status'], seconds: number | null) =>
  bannerContent(
    {
      type: 'teams',
      status,
      next_billing_date_at: seconds === null ? null : new Date(now + seconds * 1000).toISOString(),
      is_short_of_seats: false,
      members: 3,
      used_members: 3,
    },
    now,
  );

test.each<[Subscription['status'], number | null, string | null, string?]>([
  ['active', 3 * day, null],
  ['active', null, null],
  ['trial', 14 * day, 'Teams trial ends in 14 days', 'Buy now'],
  ['trial', 14 * day - 1, 'Teams trial ends in 13 days', 'Buy now'],
  ['trial', day, 'Teams trial ends in 1 day', 'Buy now'],
  ['trial', day - 1, 'Teams trial ends in 23 hours', 'Buy now'],
  ['trial', hour, 'Teams trial ends in 1 hour', 'Buy now'],
  ['trial', hour - 1, 'Teams trial ends in less than an hour', 'Buy now'],
  ['trial', 0, 'Trial ended. Upgrade to keep using the plan', 'Buy now'],
  ['trial', -90 * day, 'Trial ended. Upgrade to keep using the plan', 'Buy now'],
  ['trial', null, null],
  ['past_due', -day, 'Subscription is past due. Please update your payment.', 'Update payment details'],
  ['past_due', null, 'Subscription is past due. Please update your payment.', 'Update payment details'],
  ['cancel_requested', 2 * day, 'Subscription canceled. Still active for 2 days', 'Reactivate'],
  ['cancel_requested', 5 * hour, 'Subscription canceled. Still active for 5 hours', 'Reactivate'],
  ['cancel_requested', 0, 'Subscription canceled.'],
  ['cancel_requested', null, 'Subscription canceled.', 'Reactivate'],
  ['canceled', 0, 'Subscription canceled. Your data is stored until February 28, 2027.'],
  ['canceled', null, 'Subscription canceled.'],
])('%s with %s seconds left shows: %s', (status, seconds, text, link) => {
  shows(
    '1.4.banner.active',
    '1.4.banner.canceled',
    '1.4.banner.cancel-requested',
    '1.4.banner.cancel-requested-days',
    '1.4.banner.cancel-requested-hours',
    '1.4.banner.cancel-requested-over',
    '1.4.banner.past-due',
    '1.4.banner.trial-days',
    '1.4.banner.trial-ended',
    '1.4.banner.trial-hours',
    '1.9.retention.canceled',
  );
  const content = contentOf(status, seconds);
  expect(content?.text ?? null).toBe(text);
  expect(content?.link).toBe(link);
  expect(content?.hasSupport ?? false).toBe(status === 'canceled');
});

async function open(stored: Stored, as: Person = 'owner') {
  const server = await startTestServer();
  await setSubscription(server, stored);
  await choose(server, as, server.studio.dev);
  const view = await renderConsole('/settings/account', { server, as });
  return { ...view, server };
}

const banner = () => screen.findByRole('region', { name: 'Subscription' });

const trial: Stored = { plan: 'teams', status: 'trial', due: inThreeDays };
const ended: Stored = { plan: 'teams', status: 'trial', due: -60 };
const pastDue: Stored = { plan: 'teams', status: 'past_due', due: -60 };
const leaving: Stored = { plan: 'teams', status: 'cancel_requested', due: inThreeDays };
const short: Stored = { plan: 'teams', status: 'active', members: 2, isShort: true };

test.each<[Stored, string, string]>([
  [trial, 'Teams trial ends in 3 days', 'Buy now'],
  [ended, 'Trial ended. Upgrade to keep using the plan', 'Buy now'],
  [pastDue, 'Subscription is past due. Please update your payment.', 'Update payment details'],
  [leaving, 'Subscription canceled. Still active for 3 days', 'Reactivate'],
])('the header shows %o as "%s", and links owners to billing', async (stored, text, link) => {
  shows(
    '1.2.header.subscription-banner',
    '1.4.banner.cancel-requested-days',
    '1.4.banner.cancel-requested-reactivate',
    '1.4.banner.past-due',
    '1.4.banner.past-due-update',
    '1.4.banner.trial-buy',
    '1.4.banner.trial-days',
    '1.4.banner.trial-ended',
    '1.4.banner.trial-ended-buy',
  );
  const { server, user, path } = await open(stored);
  expect(within(await banner()).getByText(text)).toBeTruthy();
  await user.click(within(await banner()).getByRole('link', { name: link }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Billing' })).toBeTruthy();
  expect(path()).toBe(`/settings/billing?workspace=${server.studio.workspaceId}`);
});

test('if more seats are used than paid for, header and billing show that the workspace is read-only', async () => {
  shows('3.settled.seats.notice');
  const { server, user, path, close } = await open({ plan: 'teams', status: 'active', members: 1, isShort: true });
  expect(within(await banner()).getByText('Read-only: 3 seats are used, 1 paid for.')).toBeTruthy();
  await user.click(within(await banner()).getByRole('link', { name: 'Add seats' }));
  const notice = await screen.findByRole('alert', { name: 'This workspace is read-only' });
  expect(notice.textContent).toContain('3 seats are used, 1 paid for.');
  expect(path()).toBe(`/settings/billing?workspace=${server.studio.workspaceId}`);
  close();
  // With enough seats it looks like any other.
  await open({ plan: 'teams', status: 'active', members: 3 });
  await user.click(await screen.findByRole('link', { name: 'Billing' }));
  expect(await screen.findByText('3 of 3 seats used, $29 each')).toBeTruthy();
  expect(screen.queryByRole('alert', { name: 'This workspace is read-only' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Subscription' })).toBeNull();
});

test.each<[Stored, Person]>(
  [trial, ended, pastDue, leaving, short].flatMap((stored): [Stored, Person][] => [
    [stored, 'admin'],
    [stored, 'member'],
  ]),
)('%o has no link to billing for %s', async (stored, as) => {
  shows(
    '1.4.banner.cancel-requested-reactivate-others',
    '1.4.banner.past-due-update-others',
    '1.4.banner.trial-buy-others',
    '1.6.owner-only.buy-now',
    '1.6.owner-only.reactivate',
    '1.6.owner-only.update-payment',
  );
  await open(stored, as);
  expect(within(await banner()).queryByRole('link')).toBeNull();
  expect(within(await banner()).queryByRole('button')).toBeNull();
});

test.each<Person>(['owner', 'member'])(
  'a canceled subscription shows until when the data is retained, with a link to support, for %s',
  async (as) => {
    shows('1.4.banner.canceled', '1.4.banner.canceled-support', '1.9.retention.canceled');
    await open({ plan: 'teams', status: 'canceled', due: (now - Date.now()) / 1000 }, as);
    const support = await within(await banner()).findByRole('link', { name: 'Contact support' });
    expect(support.getAttribute('href')).toMatch(/^mailto:/);
    expect((await banner()).textContent).toBe(
      'Subscription canceled. Your data is stored until February 28, 2027.Contact support',
    );
  },
);

test('there is no banner for an active subscription, or before the subscription is known', async () => {
  shows('1.4.banner.active');
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  const held = Promise.withResolvers<void>();
  const changes: string[] = [];
  const watcher = new MutationObserver(() => {
    if (screen.queryByRole('region', { name: 'Subscription' })) changes.push('shown');
  });
  onTestFinished(() => watcher.disconnect());
  watcher.observe(document.body, { childList: true, subtree: true });
  await renderConsole('/settings/account', {
    server,
    as: 'owner',
    intercept: (fetch) => async (input, init) => {
      if (String(input).endsWith('/subscriptions')) await held.promise;
      return fetch(input, init);
    },
  });
  expect(await screen.findByRole('button', { name: 'Export' })).toBeTruthy();
  held.resolve();
  await untilAnswered();
  expect(changes).toEqual([]);
});

test('without an instance the banner is that of the first workspace, which has no project yet', async () => {
  shows('1.2.header.subscription-banner', '1.4.banner.trial-days');
  const server = await startTestServer();
  await server.app.deps.database.query('delete from projects where workspace_id = $1', [server.studio.workspaceId]);
  await setSubscription(server, trial);
  await choose(server, 'owner', 0);
  await renderConsole('/', { server, as: 'owner' });
  expect(within(await banner()).getByText('Teams trial ends in 3 days')).toBeTruthy();
});

test('with two workspaces the banner shows the active one', async () => {
  shows('1.2.header.subscription-banner', '1.4.banner.trial-days');
  const server = await startTestServer();
  const { workspaceId, dev, elsewhere, accounts } = server.studio;
  const { query } = server.app.deps.database;
  await query('insert into workspace_members (workspace_id, account_id, role_id) values ($1, $2, 1)', [
    elsewhere.workspaceId,
    accounts.owner,
  ]);
  await query('insert into instance_members (account_id, instance_id, role_id) values ($1, $2, 1)', [
    accounts.owner,
    elsewhere.dev,
  ]);
  await setSubscription(server, trial, workspaceId);
  await setSubscription(server, pastDue, elsewhere.workspaceId);
  for (const [instanceId, text, ofWorkspace] of [
    [dev, 'Teams trial ends in 3 days', workspaceId],
    [elsewhere.dev, 'Subscription is past due. Please update your payment.', elsewhere.workspaceId],
  ] as const) {
    await choose(server, 'owner', instanceId);
    const { close } = await renderConsole('/settings/account', { server, as: 'owner' });
    expect(within(await banner()).getByText(text)).toBeTruthy();
    const link = within(await banner()).getByRole('link');
    expect(link.getAttribute('href')).toBe(`/settings/billing?workspace=${ofWorkspace}`);
    close();
  }
});

test('the banner counts down while the page is open', async () => {
  shows('1.4.banner.trial-days', '1.4.banner.trial-hours');
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  await open({ plan: 'teams', status: 'trial', due: 24 * 3600 + 20 });
  expect(within(await banner()).getByText('Teams trial ends in 1 day')).toBeTruthy();
  act(() => vi.advanceTimersByTime(60_000));
  await waitFor(async () => expect(within(await banner()).getByText('Teams trial ends in 23 hours')).toBeTruthy());
});

test('where the console is too narrow for the sentence, a button shows it', async () => {
  shows('1.2.header.subscription-banner', '1.4.banner.trial-buy');
  const width = vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(390);
  onTestFinished(() => width.mockRestore());
  const { user } = await open(trial);
  const button = await screen.findByRole('button', { name: 'Teams trial ends in 3 days' });
  expect(screen.queryByRole('link', { name: 'Buy now' })).toBeNull();
  await user.click(button);
  const popup = await screen.findByRole('dialog', { name: 'Teams trial ends in 3 days' });
  expect(within(popup).getByText('Teams trial ends in 3 days')).toBeTruthy();
  await user.click(within(popup).getByRole('link', { name: 'Buy now' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Billing' })).toBeTruthy();
});
