import type { Break } from '../break.ts';

/** Breaks of subscriptions and payments. */
export const money: readonly Break[] = [
  {
    row: '1.1.pays-for-plans',
    says: 'The console does not wait for a purchase.',
    file: 'src/features/settings/billing/checkout/checkout-dialogs.tsx',
    before: "setAwaited(workspaceId, { change, before: subscription, state: 'waiting' });",
    after: 'void change;',
  },
  {
    row: '1.4.polling.match',
    says: 'Members and projects are not compared.',
    file: 'contract/billing.ts',
    before:
      '(end) => end.plan === plan && end.status === status && end.members === current.members && end.projects === projects,',
    after: '(end) => end.plan === plan && end.status === status,',
  },
  {
    row: '1.4.subscription.cancel',
    says: 'A cancellation ends the subscription at once.',
    file: 'server/modules/billing/owner-change-service.ts',
    before: "return payments.cancel(id, stored.status === 'past_due' ? 'now' : 'at-billing-date');",
    after: "return payments.cancel(id, stored.status === 'active' ? 'now' : 'at-billing-date');",
  },
  {
    row: '1.4.subscription.cancel-keeps-access',
    says: 'A workspace counts as canceled as soon as its cancellation is requested.',
    file: 'contract/subscription.ts',
    before:
      "const hasEnded = (status === 'cancel_requested' && hasPassed(0)) || (status === 'past_due' && hasPassed(pastDueDays));",
    after: "const hasEnded = status === 'cancel_requested' || (status === 'past_due' && hasPassed(pastDueDays));",
  },
  {
    row: '1.4.subscription.checkout-active',
    says: 'A purchase is past due until its first month is over.',
    file: 'server/modules/billing/apply-service.ts',
    before: "status: isEnding ? 'cancel_requested' : status,",
    after: "status: isEnding ? 'cancel_requested' : stored.providerId === subscription.id ? status : 'past_due',",
  },
  {
    row: '1.4.subscription.checkout-plan',
    says: 'The workspace gets Teams, whichever plan was bought.',
    file: 'server/modules/billing/apply-service.ts',
    before: `return {
    plan,`,
    after: `return {
    plan: 'teams',`,
  },
  {
    row: '1.4.subscription.to-free',
    says: 'Switching to Free is refused on a paid plan.',
    file: 'contract/billing.ts',
    before: "teams: ['cancel', 'switchToFree', 'downgrade', 'setMembers', 'setProjects', 'payment'],",
    after: "teams: ['cancel', 'downgrade', 'setMembers', 'setProjects', 'payment'],",
  },
  {
    row: '1.6.billing.owned-workspaces',
    says: 'Workspaces of which the user is an admin are offered, too.',
    file: 'src/features/settings/billing/billing-page.tsx',
    before: "const owned = useWorkspacesWithRole()?.filter(({ role }) => role === 'owner');",
    after: "const owned = useWorkspacesWithRole()?.filter(({ role }) => role !== 'member');",
  },
  {
    row: '1.7.checkout.custom-data',
    says: 'The workspace is not passed to the checkout.',
    file: 'src/features/settings/billing/checkout/checkout-dialogs.tsx',
    before: 'order={{ items: [{ priceId: prices[plan], quantity }], customData: custom_data }}',
    after: 'order={{ items: [{ priceId: prices[plan], quantity }], customData: { proof: custom_data.proof } }}',
  },
  {
    row: '1.7.checkout.price',
    says: 'Teams is bought whatever plan was chosen.',
    file: 'src/features/settings/billing/checkout/checkout-dialogs.tsx',
    before: 'order={{ items: [{ priceId: prices[plan], quantity }], customData: custom_data }}',
    after: 'order={{ items: [{ priceId: prices.teams, quantity }], customData: custom_data }}',
  },
  {
    row: '1.7.checkout.quantity',
    says: 'One seat is bought, however many members the workspace has.',
    file: 'src/features/settings/billing/checkout/checkout-dialogs.tsx',
    before: 'order={{ items: [{ priceId: prices[plan], quantity }], customData: custom_data }}',
    after: 'order={{ items: [{ priceId: prices[plan], quantity: 1 }], customData: custom_data }}',
  },
  {
    row: '1.7.checkout.quantity-minimum',
    says: 'The owner, who is a member, is not counted.',
    file: 'server/modules/billing/checkout-service.ts',
    before: 'quantity: await countSeats(database.query, workspaceId, clock.now()),',
    after: 'quantity: (await countSeats(database.query, workspaceId, clock.now())) - 1,',
  },
  {
    row: '1.7.subscription.members',
    says: 'A change of the seats has no effect.',
    file: 'server/modules/billing/owner-change-service.ts',
    before: "if (change.action === 'setMembers') return { plan, members: change.value, projects };",
    after: "if (change.action === 'setMembers') return { plan, members, projects };",
  },
  {
    row: '1.7.subscription.projects-preview',
    says: 'The price of projects is that of as many seats.',
    file: 'server/modules/billing/routes.ts',
    before: 'previewChange(deps, caller.workspaceId, changeTo(body.new_value)),',
    after: "previewChange(deps, caller.workspaceId, { action: 'setMembers', value: body.new_value }),",
  },
  {
    row: '1.7.subscription.switch-to-free',
    says: 'A switch to Free ends in a cancellation.',
    file: 'server/modules/billing/owner-change-service.ts',
    before:
      "const endsAs = change.action === 'switchToFree' ? 'free' : change.action === 'cancel' ? 'canceled' : stored.endsAs;",
    after:
      "const endsAs = change.action === 'switchToFree' ? 'canceled' : change.action === 'cancel' ? 'canceled' : stored.endsAs;",
  },
  {
    row: '3.plans.simulator.signed',
    says: 'A signature covers the body without its time.',
    file: 'server/core/payments/webhook-signature.ts',
    before: "createHmac('sha256', secret).update(`${seconds}:`).update(body).digest();",
    after: "createHmac('sha256', secret).update('').update(body).digest();",
  },
  {
    row: '3.plans.sync.starter',
    says: 'Syncing changes does not check the plan.',
    file: 'contract/endpoints/sync.ts',
    before: "const move = can('MOVE_INSTANCE_CHANGES', { feature: 'instanceSync' });",
    after: "const move = can('MOVE_INSTANCE_CHANGES');",
  },
  {
    row: '3.settled.canceled.mails',
    says: 'Only the first of the owners is mailed.',
    file: 'server/modules/billing/content-removal-service.ts',
    before: 'for (const to of await listOwnerEmails(query, id))',
    after: 'for (const to of (await listOwnerEmails(query, id)).slice(0, 1))',
  },
  {
    row: '3.settled.instances.downgrade-keeps',
    says: 'A subscription that ends on Free deletes the instances that Free does not include.',
    file: 'server/modules/billing/apply-service.ts',
    before: 'if (hasEnded(stored)) return undefined;',
    after: `if (hasEnded(stored)) return undefined;
    await query("delete from instances where env <> 'Dev'", []);`,
  },
  {
    row: '3.settled.instances.downgrade-read-only',
    says: 'After a downgrade the extra instances can still be changed.',
    file: 'contract/access.ts',
    before: "if (grants.isBeyondPlan || !isIncluded(grants.env, grants.plan)) return 'plan';",
    after: "if (grants.isBeyondPlan) return 'plan';",
  },
];
