import { plans } from '@quartermaster/contract/access.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addMember, createWorkspace } from '../../server/modules/workspaces/service.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { startTestServer, type TestServer } from '../support/server.ts';
import type { Person } from '../support/server-studio.ts';
import { inThreeDays, setSubscription } from '../support/subscription.ts';
import { choose } from './choose-instance.ts';

type Stored = Parameters<typeof setSubscription>[1];

let server: TestServer;

async function open(stored: Stored, as: Person = 'owner') {
  server = await startTestServer();
  await setSubscription(server, stored);
  await choose(server, as, server.studio.dev);
  return renderConsole('/settings/billing', { server, as });
}

const part = (name: string) => screen.findByRole('region', { name });
const cards = async () =>
  within(await part('Plans'))
    .getAllByRole('heading', { level: 3 })
    .map((heading) => heading.textContent);
/** A card on its own. */
const card = async (name: string) => within(await part('Plans')).getByRole('region', { name });
const facts = async () => (await part('Billing information')).querySelector('dl')?.textContent;
const date = (seconds: number) =>
  new Date(Date.now() + seconds * 1000).toLocaleDateString('en-US', { month: 'long', day: 'numeric', year: 'numeric' });

const twentyDays = 20 * 86_400;

test.each<[Stored, string[]]>([
  [{ plan: 'teams', status: 'trial' }, ['Free: Switch to Free', 'Starter: Buy Starter', 'Teams: Buy Teams']],
  [{ plan: 'starter', status: 'canceled' }, ['Free: Switch to Free', 'Starter: Buy Starter', 'Teams: Buy Teams']],
  [{ plan: 'teams', status: 'canceled' }, ['Free: Switch to Free', 'Starter: Buy Starter', 'Teams: Buy Teams']],
  [{ plan: 'free', status: 'active', due: null }, ['Free: -', 'Starter: Buy Starter', 'Teams: Buy Teams']],
  [{ plan: 'starter', status: 'active' }, ['Free: Switch to Free', 'Starter: -', 'Teams: Upgrade to Teams']],
  [{ plan: 'teams', status: 'active' }, ['Free: Switch to Free', 'Starter: Downgrade to Starter', 'Teams: -']],
  [{ plan: 'starter', status: 'cancel_requested' }, ['Starter: Reactivate']],
  [{ plan: 'teams', status: 'cancel_requested' }, ['Teams: Reactivate']],
  // At its date it has ended: canceled, or switched to Free if that was chosen.
  [{ plan: 'teams', status: 'cancel_requested', due: -60 }, ['Teams: -']],
  [
    { plan: 'teams', status: 'cancel_requested', due: -60, endsAs: 'free' },
    ['Free: -', 'Starter: Buy Starter', 'Teams: Buy Teams'],
  ],
  [{ plan: 'starter', status: 'past_due' }, ['Starter: -']],
  [{ plan: 'teams', status: 'past_due' }, ['Teams: -']],
])('with %o an owner is offered %s', async (stored, offered) => {
  shows(
    '1.1.three-plans',
    '1.2.billing.plan-cards',
    '1.2.route.billing',
    '1.4.plans.active-free',
    '1.4.plans.active-starter',
    '1.4.plans.active-teams',
    '1.4.plans.cancel-requested',
    '1.4.plans.canceled',
    '1.4.plans.past-due',
    '1.4.plans.trial',
    '4.hands.billing',
  );
  await open(stored);
  const names = await cards();
  const shown = names.map(async (name) => {
    const button = within(await card(name ?? '')).queryByRole('button');
    return `${name}: ${button?.textContent ?? '-'}`;
  });
  expect(await Promise.all(shown)).toEqual(offered);
  if (stored.status !== 'active') return;
  const badge = within(await card(plans[stored.plan].label)).getByText('Current plan');
  expect(within(await part('Plans')).getAllByText('Current plan')).toEqual([badge]);
});

test('the cards say what each plan costs and includes', async () => {
  shows(
    '1.9.price.extra-project',
    '1.9.price.free',
    '1.9.price.projects-included',
    '1.9.price.starter',
    '1.9.price.tax',
    '1.9.price.teams',
    '3.plans.price.tax',
    '3.settled.image-size.plan-cards',
  );
  await open({ plan: 'free', status: 'active', due: null });
  const lines = async (name: string) =>
    within(await card(name))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect((await card('Free')).textContent).toContain('$0 per member and month');
  expect((await card('Starter')).textContent).toContain('$16 per member and month, plus tax');
  expect((await card('Teams')).textContent).toContain('$29 per member and month, plus tax');
  expect(await lines('Free')).toEqual([
    '1 project included',
    'Dev instance',
    '800 items per project',
    'Images of up to 1 MB',
    'Not included: More workspaces',
    'Not included: More projects',
    'Not included: Member invitations',
    'Not included: Channels besides live',
    'Not included: Webhooks',
    'Not included: Custom roles',
    'Not included: Instance sync',
  ]);
  expect(await lines('Starter')).toEqual([
    '3 projects included, $4 per month for each extra one',
    'Dev, Stage, and Prod instances',
    'Items without a limit',
    'Images of up to 2 MB',
    'More workspaces',
    'More projects',
    'Member invitations',
    'Channels besides live',
    'Webhooks',
    'Not included: Custom roles',
    'Not included: Instance sync',
  ]);
  expect(await lines('Teams')).toEqual([
    '3 projects included, $4 per month for each extra one',
    'Dev, Stage, and Prod instances',
    'Items without a limit',
    'Images of up to 4 MB',
    'More workspaces',
    'More projects',
    'Member invitations',
    'Channels besides live',
    'Webhooks',
    'Custom roles',
    'Instance sync',
  ]);
});

test('the cards are drawn from the table of the access checks', async () => {
  shows('3.settled.plans.one-table');
  const starter: { pricePerMember: number; customRoles: boolean; imageMegabytes: number } = plans.starter;
  const before = { ...starter };
  Object.assign(starter, { pricePerMember: 1750, customRoles: true, imageMegabytes: 7 });
  try {
    await open({ plan: 'free', status: 'active', due: null });
    const { textContent } = await card('Starter');
    expect(textContent).toContain('$17.50 per member');
    expect(textContent).toContain('7 MB');
    expect(textContent).not.toContain('Not included: Custom roles');
  } finally {
    Object.assign(starter, before);
  }
});

test.each<[Stored, string, string | null]>([
  [{ plan: 'teams', status: 'trial', due: inThreeDays }, 'Teams', '3 days left'],
  [{ plan: 'teams', status: 'trial', due: 5 * 3600 + 60 }, 'Teams', '5 hours left'],
  [{ plan: 'teams', status: 'trial', due: -60 }, 'Teams', 'The trial has ended'],
  [{ plan: 'starter', status: 'cancel_requested', due: inThreeDays }, 'Starter', '3 days left'],
  [{ plan: 'starter', status: 'cancel_requested', due: 2 * 3600 + 60 }, 'Starter', '2 hours left'],
  [{ plan: 'starter', status: 'trial', due: 86_460 }, 'Starter', '1 day left'],
  [{ plan: 'teams', status: 'cancel_requested', due: 3660 }, 'Teams', '1 hour left'],
  [{ plan: 'starter', status: 'past_due', due: -60 }, 'Starter', null],
  [{ plan: 'teams', status: 'canceled', due: inThreeDays }, 'Teams', null],
])('for %o the card of %s shows: %s', async (stored, name, text) => {
  shows('1.4.plans.cancel-requested-remaining', '1.4.plans.trial-remaining');
  await open(stored);
  const { textContent } = await card(name);
  if (text) expect(textContent).toContain(text);
  else expect(textContent).not.toContain('left');
  for (const other of (await cards()).filter((one) => one !== name))
    expect((await card(other ?? '')).textContent).not.toMatch(/ left|has ended/);
});

test.each<[Stored, string]>([
  [{ plan: 'free', status: 'active', due: null }, 'PlanFreeActive'],
  [{ plan: 'teams', status: 'trial' }, `PlanTeamsTrialTrial ends on${date(twentyDays)}`],
  [
    { plan: 'starter', status: 'cancel_requested' },
    `PlanStarterCanceled, still activeActive until${date(twentyDays)}After thatCanceled`,
  ],
  [
    { plan: 'starter', status: 'cancel_requested', endsAs: 'free' },
    `PlanStarterCanceled, still activeActive until${date(twentyDays)}After thatFree`,
  ],
])('for %o the billing information shows: %s', async (stored, text) => {
  shows('1.2.billing.information', '1.9.date.billing', '1.9.price.cents');
  await open(stored);
  expect(await facts()).toBe(text);
});

test('the billing information has the payment amounts and the date of the next one', async () => {
  shows('1.2.billing.information', '1.9.date.billing', '1.9.price.cents');
  await open({ plan: 'teams', status: 'active', next: 120_450, recurring: 14_880 });
  expect(await facts()).toBe(
    `PlanTeamsActiveNext billing date${date(twentyDays)}Next payment$1,204.50Recurring payment$148.80 per month`,
  );
});

test('a canceled workspace shows until when its data is retained', async () => {
  shows('1.2.billing.information', '1.9.date.billing', '1.9.retention.canceled');
  const at = (Date.parse('2026-08-31T12:00:00.000Z') - Date.now()) / 1000;
  await open({ plan: 'teams', status: 'canceled', due: at });
  expect(await facts()).toBe('PlanTeamsCanceledEnded onAugust 31, 2026Data is stored untilFebruary 28, 2027');
});

test('an overdue payment is shown before all other notices, and only while it is overdue', async () => {
  shows('1.8.past-due-notice');
  const view = await open({ plan: 'teams', status: 'past_due', due: -60 });
  const notice =
    'Your subscription payment is overdue. Please update your payment method to avoid service interruption.';
  expect(await screen.findByText(notice)).toBeTruthy();
  view.close();
  await open({ plan: 'teams', status: 'active' });
  await part('Plans');
  expect(screen.queryByText(notice)).toBeNull();
});

test('an owner has a link to billing, and selects one of the workspaces that they own', async () => {
  shows(
    '1.2.billing.workspace-select',
    '1.2.billing.workspace-select-owned',
    '1.2.settings-sidebar.billing',
    '1.4.steppers.members-start',
    '1.4.steppers.projects-start',
    '1.6.billing.owned-workspaces',
  );
  server = await startTestServer();
  const { app, clock, studio } = server;
  await setSubscription(server, { plan: 'teams', status: 'active', members: 4, projects: 3 });
  const subscription = { plan: 'starter', status: 'active', members: 4, projects: 7 } as const;
  await app.deps.database.transaction((query) =>
    createWorkspace(query, { name: 'Second', ownerId: studio.accounts.owner, now: clock.now(), subscription }),
  );
  const { workspaceId } = studio.elsewhere;
  await app.deps.database.transaction((query) =>
    addMember(query, { workspaceId, accountId: studio.accounts.owner, role: 'admin', now: clock.now() }),
  );
  await choose(server, 'owner', studio.dev);
  const { user, path } = await renderConsole('/settings/account', { server, as: 'owner' });
  await user.click(await screen.findByRole('link', { name: 'Billing' }));
  const select = await screen.findByRole('combobox', { name: 'Workspace' });
  expect(select).toHaveProperty('value', 'Studio');
  expect(await cards()).toEqual(['Free', 'Starter', 'Teams']);
  await user.click(select);
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Studio', 'Second']);
  await user.click(screen.getByRole('option', { name: 'Second' }));
  await waitFor(async () => expect(await steppers()).toEqual(['3', '4']));
  expect(await cards()).toEqual(['Free', 'Starter', 'Teams']);
  expect(path()).toMatch(/^\/settings\/billing\?workspace=\d+$/);
  // Each has its own numbers, including unsent input.
  await user.click(screen.getByRole('button', { name: 'One seat more' }));
  await user.click(select);
  await user.click(await screen.findByRole('option', { name: 'Studio' }));
  await waitFor(async () => expect(await steppers()).toEqual(['3', '0']));
  expect(select).toHaveProperty('value', 'Studio');
});

const steppers = async () => (await screen.findAllByRole<HTMLInputElement>('spinbutton')).map(({ value }) => value);

test('a user who owns no workspace has no link to billing, and cannot open its page', async () => {
  shows('1.2.settings-sidebar.billing-hidden');
  const view = await open({ plan: 'teams', status: 'active' }, 'admin');
  await view.untilPath('/access-denied');
  view.close();
  await renderConsole('/settings/account', { server, as: 'admin' });
  expect(await screen.findByRole('link', { name: 'Profile' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Billing' })).toBeNull();
});

test('an address that names another owner’s workspace shows the user’s own', async () => {
  shows('1.2.billing.workspace-select-owned', '1.6.billing.owned-workspaces');
  server = await startTestServer();
  await setSubscription(server, { plan: 'starter', status: 'active' });
  await renderConsole(`/settings/billing?workspace=${server.studio.elsewhere.workspaceId}`, { server, as: 'owner' });
  expect(await screen.findByRole('combobox', { name: 'Workspace' })).toHaveProperty('value', 'Studio');
});

test('the "Upgrade" badge links an owner to billing, and tells others who can upgrade', async () => {
  shows('1.6.upgrade-badge.links-to-billing', '3.settled.upgrade.owner', '3.settled.upgrade.others');
  const view = await open({ plan: 'free', status: 'active', due: null });
  view.close();
  const members = `/settings/workspaces/${server.studio.workspaceId}/members`;
  const own = await renderConsole(members, { server, as: 'owner' });
  await own.user.click(await screen.findByRole('link', { name: 'Invite member Upgrade' }));
  await own.untilPath('/settings/billing');
  expect(own.path()).toBe(`/settings/billing?workspace=${server.studio.workspaceId}`);
  own.close();
  const { user } = await renderConsole(members, { server, as: 'admin' });
  await user.click(await screen.findByRole('button', { name: 'Invite member Upgrade' }));
  expect(await screen.findByText(/Starter or Teams plan\. An owner of the workspace can upgrade it\.$/)).toBeTruthy();
});
