import type { PaidPlan } from '@quartermaster/contract/billing.ts';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { billing } from '@quartermaster/contract/endpoints/billing.ts';
import { members } from '@quartermaster/contract/endpoints/people/members.ts';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '../../server/core/base/errors.ts';
import { shows } from '../specification/shows.ts';
import { buy, readSubscription, setUnpaid, simulatorOf, untilStanding } from '../support/billing.ts';
import { addProject } from '../support/members.ts';
import { type Loose, startTestServer, type TestServer } from '../support/server.ts';
import { insertItems } from '../support/server-content.ts';
import { emailOf } from '../support/server-studio.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const as = { as: 'owner' } as const;
const inStudio = <T extends Loose>(input = {} as T) => ({
  params: { workspaceId: server.studio.workspaceId },
  ...input,
});
const value = (count: number) => inStudio({ body: { new_value: count } });

describe('seats and projects', () => {
  test('a preview has subtotal, tax and total in cents, now and each month', async () => {
    shows(
      '3.settled.money.cents',
      '1.3.price-preview.cents',
      '1.3.price-preview.next',
      '1.3.price-preview.recurring',
      '1.7.subscription.members-preview',
      '1.7.subscription.projects-preview',
    );
    await buy(server, 'teams');
    // The whole month remains: two more seats cost twice $29 now, and again each month.
    expect(await server.call(billing.previewMembers, value(5), as)).toEqual({
      next: { subtotal: 20_300, tax: 4060, total: 24_360 },
      recurring: { subtotal: 14_500, tax: 2900, total: 17_400 },
    });
    expect(await server.call(billing.previewProjects, value(4), as)).toEqual({
      next: { subtotal: 9500, tax: 1900, total: 11_400 },
      recurring: { subtotal: 9100, tax: 1820, total: 10_920 },
    });
    expect(await readSubscription(server)).toMatchObject({ members: 3, projects: 3, next_payment: 10_440 });
  });

  test.each(['starter', 'teams'] as const)('more are charged for on %s', async (plan) => {
    shows(
      '1.7.subscription.members',
      '1.7.subscription.projects',
      '3.plans.extra-project.starter',
      '3.plans.extra-project.teams',
    );
    await buy(server, plan);
    await server.call(billing.setMembers, value(5), as);
    await server.call(billing.setProjects, value(6), as);
    const monthly = (members: number) => ((plan === 'starter' ? 1600 : 2900) * members + 3 * 400) * 1.2;
    expect(await readSubscription(server)).toMatchObject({ members: 5, projects: 6, recurring_payment: monthly(5) });
    await server.call(billing.setMembers, value(4), as);
    expect(await readSubscription(server)).toMatchObject({ members: 4, projects: 6, recurring_payment: monthly(4) });
    const [held] = (await simulatorOf(server).look(server.studio.workspaceId)).subscriptions;
    expect(held).toMatchObject({ plan, members: 4, projects: 6 });
  });

  test('Free has no extra projects, and no seats for sale', async () => {
    shows('3.plans.extra-project.free');
    await setUnpaid(server, 'free', 'active', null);
    for (const endpoint of [billing.setProjects, billing.setMembers])
      expect((await server.send(endpoint, value(4), as)).status).toBe(409);
  });

  test('fewer than are used are refused, naming how many members must be removed and who can remove them', async () => {
    shows('3.settled.downgrade.seats');
    await buy(server, 'teams', 5);
    await server.call(members.invite, inStudio({ body: { email: 'new@studio.test', role_id: 3 } }), as);
    await server.call(billing.setMembers, value(4), as);
    const tries = [billing.setMembers, billing.previewMembers].flatMap((endpoint) =>
      [1, 3].map((wanted) => ({ endpoint, wanted })),
    );
    for (const { endpoint, wanted } of tries) {
      const { status, body } = await server.send(endpoint, value(wanted), as);
      expect(status).toBe(422);
      const sentence = `4 seats are used by members and open invitations. Free ${4 - wanted} of them first, for example new@studio.test, ${emailOf('member')}, ${emailOf('admin')}.`;
      expect(body).toMatchObject({ message: sentence, fields: { new_value: sentence } });
    }
    expect(await readSubscription(server)).toMatchObject({ members: 4, used_members: 4 });
  });

  test('fewer projects than the plan includes, or than are used, are refused', async () => {
    shows('1.7.subscription.projects');
    await buy(server, 'teams');
    await server.call(billing.setProjects, value(4), as);
    for (const name of ['Two', 'Three', 'Four'])
      await server.call(projects.create, { body: { project_name: name, workspace_id: server.studio.workspaceId } }, as);
    expect((await server.send(billing.setProjects, value(2), as)).body).toMatchObject({
      message: 'Teams includes 3 projects. Choose 3 or more.',
    });
    expect((await server.send(billing.setProjects, value(3), as)).body).toMatchObject({
      message: expect.stringContaining('The workspace has 4 projects'),
    });
    expect(await readSubscription(server)).toMatchObject({ projects: 4, used_projects: 4 });
  });
});

describe('a plan', () => {
  test('upgrades and downgrades show their price beforehand', async () => {
    shows(
      '1.4.subscription.upgrade',
      '1.4.subscription.downgrade',
      '1.7.subscription.upgrade',
      '1.7.subscription.downgrade',
    );
    const id = await buy(server, 'starter', 5);
    await server.call(billing.setProjects, value(4), as);
    const upgraded = await server.call(billing.previewUpgrade, inStudio(), as);
    // The whole month remains: the difference of $13 a seat is due now, too.
    expect([upgraded.next.subtotal, upgraded.recurring.subtotal]).toEqual([14_900 + 400 + 6500, 14_900]);
    await server.call(billing.upgrade, inStudio(), as);
    expect(await readSubscription(server)).toMatchObject({ recurring_payment: 17_880 });
    expect((await server.call(billing.previewDowngrade, inStudio(), as)).recurring.subtotal).toBe(8400);
    expect(await simulatorOf(server).find(id)).toMatchObject({ plan: 'teams', members: 5, projects: 4 });
    await server.call(billing.downgrade, inStudio(), as);
    expect(await simulatorOf(server).find(id)).toMatchObject({ plan: 'starter', members: 5, projects: 4 });
  });

  test.each(['starter', 'teams'] as PaidPlan[])('%s adds the missing instances to projects', async (plan) => {
    shows('3.calls.image-template.everywhere', '3.settled.instances.upgrade');
    const second = await addProject(server, 'Second');
    await setUnpaid(server, 'free', 'active', null);
    await server.app.deps.database.query(
      "delete from instances where project_id = $1 and env <> 'Dev' or project_id = $2 and env = 'Prod'",
      [server.studio.projectId, second.id],
    );
    await buy(server, plan);
    const { workspaces: list } = await server.call(workspaces.list, {}, as);
    const projectsNow = list.find(({ id }) => id === server.studio.workspaceId)?.projects ?? [];
    expect(projectsNow.map(({ instances }) => instances.map(({ env }) => env))).toEqual([
      ['Dev', 'Stage', 'Prod'],
      ['Dev', 'Stage', 'Prod'],
    ]);
    expect(projectsNow[0]?.instances[0]?.id).toBe(server.studio.dev);
    expect(projectsNow[1]?.instances.slice(0, 2).map(({ id }) => id)).toEqual([second.dev, second.stage]);
    for (const { id: instanceId } of projectsNow.flatMap(({ instances }) => instances)) {
      const { templates: listed } = await server.call(templates.list, { params: { instanceId } }, as);
      expect(listed.map(({ id }) => id)).toEqual([imageTemplate.id]);
    }
    const { workspaces: ofOthers } = await server.call(workspaces.list, {}, { as: 'free' });
    expect(ofOthers.map(({ projects: [project] }) => project?.instances.map(({ env }) => env))).toEqual([['Dev']]);
  });

  test('a downgrade to Free deletes nothing once it takes effect', async () => {
    shows('3.settled.to-free.requested', '3.settled.instances.downgrade-keeps');
    await buy(server, 'teams');
    const { workspaces: before } = await server.call(workspaces.list, {}, as);
    const { database } = server.app.deps;
    for (const [nth, instanceId] of [server.studio.dev, server.studio.stage, server.studio.prod].entries())
      await insertItems(database, instanceId, 'hero', 2, 1 + 2 * nth);
    const content = () =>
      database.query(
        `select (select count(*) from items)::int as items, (select count(*) from templates)::int as templates,
          (select count(*) from instance_members)::int as grants, (select count(*) from roles)::int as roles,
          (select count(*) from workspace_members)::int as members`,
        [],
      );
    const [contentBefore] = await content();
    expect(contentBefore).toMatchObject({ items: 6 });
    await server.call(billing.switchToFree, inStudio(), as);
    expect(await readSubscription(server)).toMatchObject({
      status: 'cancel_requested',
      type: 'teams',
      ends_as: 'free',
      next_payment: 0,
    });
    await simulatorOf(server).advance(server.studio.workspaceId, 32 * 24 * 60 * 60);
    // The plan is stored by a webhook: counting as Free from that date on is not enough.
    const stored = 'select plan from subscriptions where workspace_id = $1';
    await expect
      .poll(() => server.app.deps.database.query(stored, [server.studio.workspaceId]))
      .toEqual([{ plan: 'free' }]);
    await untilStanding(server, 'active free');
    expect(await readSubscription(server)).toMatchObject({
      members: 3,
      used_members: 3,
      next_billing_date_at: null,
      recurring_payment: 0,
    });
    expect((await server.call(workspaces.list, {}, as)).workspaces).toEqual(before);
    expect(await content()).toEqual([contentBefore]);
  });
});

describe('paying', () => {
  test('a checkout has the price of each plan, a seat for every member, and the workspace', async () => {
    shows('3.settled.checkout.used-seats');
    await setUnpaid(server, 'teams', 'trial', 3);
    const { workspaceId } = server.studio;
    await server.call(members.invite, { ...inStudio(), body: { email: 'new@studio.test', role_id: 3 } }, as);
    expect(await server.call(billing.getCheckout, inStudio(), as)).toEqual({
      script_url: 'http://localhost:4400/dev/billing/paddle.js',
      client_token: 'simulated',
      environment: 'sandbox',
      prices: { starter: 'pri_simulated_starter', teams: 'pri_simulated_teams' },
      // Three members and a pending invitation.
      quantity: 4,
      custom_data: { workspace_id: workspaceId, proof: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
  });

  test('a checkout for a single owner has one seat', async () => {
    shows('1.7.checkout.quantity-minimum');
    await setUnpaid(server, 'teams', 'trial', 1);
    const { workspaceId, accounts } = server.studio;
    await server.app.deps.database.query('delete from workspace_members where workspace_id = $1 and account_id <> $2', [
      workspaceId,
      accounts.owner,
    ]);
    expect((await server.call(billing.getCheckout, inStudio(), as)).quantity).toBe(1);
    await server.call(members.invite, { ...inStudio(), body: { email: 'second@studio.test', role_id: 3 } }, as);
    expect((await server.call(billing.getCheckout, inStudio(), as)).quantity).toBe(2);
  });

  test('payment details name the transaction to be updated', async () => {
    shows('1.3.payment-details.transaction-id', '1.7.subscription.payment-details');
    const id = await buy(server, 'starter');
    expect(await server.call(billing.getPaymentDetails, inStudio(), as)).toEqual({
      script_url: simulatorOf(server).checkout.script_url,
      client_token: 'simulated',
      environment: 'sandbox',
      transaction_id: `txn_${id}`,
    });
  });

  test('a downgrade to Free that the payment provider applied without answering in time ends on Free', async () => {
    await buy(server, 'teams');
    const { payments } = server.app.deps;
    const cancel: typeof payments.cancel = async (id, when) => {
      await payments.cancel(id, when);
      throw new AppError('unavailable');
    };
    server.app.deps.payments = { ...payments, cancel };
    try {
      expect((await server.send(billing.switchToFree, inStudio(), as)).status).toBe(503);
    } finally {
      server.app.deps.payments = payments;
    }
    await untilStanding(server, 'cancel_requested teams');
    expect(await readSubscription(server)).toMatchObject({ ends_as: 'free' });
  });

  test('nothing changes if the payment provider does not answer', async () => {
    await buy(server, 'teams', 5);
    const before = await readSubscription(server);
    const { payments } = server.app.deps;
    const fault = () => Promise.reject(new Error('down'));
    server.app.deps.payments = { ...payments, change: fault, cancel: fault };
    try {
      for (const [endpoint, input] of [
        [billing.setMembers, value(4)],
        [billing.switchToFree, inStudio()],
      ] as const)
        expect((await server.send(endpoint, input, as)).status).toBe(500);
    } finally {
      server.app.deps.payments = payments;
    }
    expect(await readSubscription(server)).toEqual(before);
    // No change is pending, and the next one can begin.
    await server.call(billing.setMembers, value(6), as);
    await server.call(billing.cancel, inStudio(), as);
    expect(await readSubscription(server)).toMatchObject({ members: 6, ends_as: 'canceled' });
  });
});
