import type { Plan } from '@quartermaster/contract/access.ts';
import type { SubscriptionEnd, SubscriptionStatus } from '@quartermaster/contract/subscription.ts';
import type { Query } from '../../core/database/database.ts';

/** The subscription of a workspace, with the stored state of the payment provider. */
export interface StoredSubscription {
  plan: Plan;
  status: SubscriptionStatus;
  members: number;
  projects: number;
  nextBillingDateAt: Date | null;
  endsAs: SubscriptionEnd | null;
  isShortOfSeats: boolean;
  providerId: string | null;
  providerChangedAt: Date | null;
  changeUntil: Date | null;
}

const columns = `plan, status, members, projects, next_billing_date_at as "nextBillingDateAt", ends_as as "endsAs",
  is_short_of_seats as "isShortOfSeats", provider_id as "providerId", provider_changed_at as "providerChangedAt", change_until as "changeUntil"`;

export async function findStored(query: Query, workspaceId: number): Promise<StoredSubscription | undefined> {
  const [row] = await query<StoredSubscription>(
    `select ${columns} from subscriptions where workspace_id = $1`,
    [workspaceId],
    'billing-find',
  );
  return row;
}

/** Locks the subscription until the end of the transaction, and with it everything that it limits. */
export async function lockStored(query: Query, workspaceId: number): Promise<StoredSubscription | undefined> {
  const [row] = await query<StoredSubscription>(
    `select ${columns} from subscriptions where workspace_id = $1 for update`,
    [workspaceId],
    'billing-lock',
  );
  return row;
}

/** The seats and projects after a pending change, and the result of its cancellation. */
interface ChangeUnderWay {
  until: Date;
  members: number;
  projects: number;
  endsAs: SubscriptionEnd | null;
}

/** Stores a change that begins at the provider; until it ends or times out, no other one begins. */
export async function beginAtProvider(
  query: Query,
  workspaceId: number,
  { until, members, projects, endsAs }: ChangeUnderWay,
): Promise<void> {
  await query(
    `update subscriptions set change_until = $2, change_members = $3, change_projects = $4, ends_as = $5
      where workspace_id = $1`,
    [workspaceId, until, members, projects, endsAs],
    'billing-change-begin',
  );
}

/** Ends a pending change. */
export async function endAtProvider(query: Query, workspaceId: number): Promise<void> {
  await query(
    'update subscriptions set change_until = null, change_members = null, change_projects = null where workspace_id = $1',
    [workspaceId],
    'billing-change-end',
  );
}

/** The new state of a subscription. */
export interface NewState {
  plan: Plan;
  status: SubscriptionStatus;
  members: number;
  projects: number;
  nextBillingDateAt: Date | null;
  endsAs: SubscriptionEnd | null;
  nextPayment: number;
  recurringPayment: number;
  isShortOfSeats: boolean;
}

export async function storeState(query: Query, workspaceId: number, state: NewState): Promise<void> {
  const { plan, status, members, projects, nextBillingDateAt, endsAs } = state;
  const { nextPayment, recurringPayment, isShortOfSeats } = state;
  await query(
    `update subscriptions set plan = $2, status = $3, members = $4, projects = $5, next_billing_date_at = $6, ends_as = $7,
        next_payment = $8, recurring_payment = $9, is_short_of_seats = $10, removal_warned = null, removal_at = null where workspace_id = $1`,
    [
      workspaceId,
      plan,
      status,
      members,
      projects,
      nextBillingDateAt,
      endsAs,
      nextPayment,
      recurringPayment,
      isShortOfSeats,
    ],
    'billing-store',
  );
}

/** Forgets a subscription that the payment provider no longer has, so that another one can be stored. */
export async function forgetProvider(query: Query, workspaceId: number, providerId: string): Promise<void> {
  await query(
    'update subscriptions set provider_id = null where workspace_id = $1 and provider_id = $2',
    [workspaceId, providerId],
    'billing-forget-provider',
  );
}

/** Records which of the provider's states is stored. A change that has timed out reserves nothing any more. */
export async function storeProvider(
  query: Query,
  workspaceId: number,
  { id, changedAt }: { id: string; changedAt: Date },
  checkedAt: Date,
): Promise<void> {
  await query(
    `update subscriptions set provider_id = $2, provider_changed_at = $3, provider_heard_at = $4,
        change_members = case when change_until > $4 then change_members end,
        change_projects = case when change_until > $4 then change_projects end
      where workspace_id = $1`,
    [workspaceId, id, changedAt, checkedAt],
    'billing-store-provider',
  );
}

export async function rememberEvent(query: Query, id: string, now: Date): Promise<void> {
  await query(
    'insert into billing_events (id, received_at) values ($1, $2) on conflict (id) do nothing',
    [id, now],
    'billing-event',
  );
}

export async function isEventKnown(query: Query, id: string): Promise<boolean> {
  return (await query('select 1 from billing_events where id = $1', [id], 'billing-event-known')).length > 0;
}

export async function countMembers(query: Query, workspaceId: number): Promise<number> {
  const [row] = await query<{ count: number }>(
    'select count(*)::int as count from workspace_members where workspace_id = $1',
    [workspaceId],
    'billing-members',
  );
  return row?.count ?? 0;
}

/** Candidates for removal, so that fewer seats are used: the newest invitations, then the newest members except owners. */
export async function listRemovable(query: Query, workspaceId: number, now: Date, most: number): Promise<string[]> {
  const rows = await query<{ email: string }>(
    `(select email from invitations where workspace_id = $1 and expires_at > $2 order by id desc limit $3)
      union all (select a.email from workspace_members m join accounts a on a.id = m.account_id
        where m.workspace_id = $1 and m.role_id > 1 order by m.role_id desc, m.account_id desc limit $3)
      limit $3`,
    [workspaceId, now, most],
    'billing-removable',
  );
  return rows.map(({ email }) => email);
}

interface MissingInstance {
  projectId: number;
  env: 'Stage' | 'Prod';
}

/** The instances that projects of a workspace lack, except projects whose removal has begun. */
export async function listMissingInstances(
  query: Query,
  workspaceId: number,
  environments: readonly string[],
): Promise<MissingInstance[]> {
  return query<MissingInstance>(
    `select p.id as "projectId", e.env from projects p cross join unnest($2::text[]) with ordinality e (env, place)
      where p.workspace_id = $1 and p.removal_started_at is null
        and not exists (select from instances i where i.project_id = p.id and i.env = e.env)
      order by p.id, e.place`,
    [workspaceId, environments],
    'billing-missing-instances',
  );
}

/** Active subscriptions on a paid plan that no payment provider has. */
export async function lockUnknownPaid(
  query: Query,
  most: number,
): Promise<(StoredSubscription & { workspaceId: number })[]> {
  return query(
    `select workspace_id as "workspaceId", ${columns} from subscriptions
      where provider_id is null and status = 'active' and plan <> 'free' order by workspace_id limit $1 for update skip locked`,
    [most],
    'billing-unknown',
  );
}

/** The maximum number fetched in one run of the job. */
const checkedAtOnce = 500;

/** Paid subscriptions that were not updated since a time, or whose end should have been reported. */
export async function listUnchecked(
  query: Query,
  { checked, ended }: { checked: Date; ended: Date },
): Promise<{ workspaceId: number; providerId: string }[]> {
  return query(
    `select workspace_id as "workspaceId", provider_id as "providerId" from subscriptions
      where provider_id is not null and status <> 'canceled' and plan <> 'free' and provider_heard_at <= $2
        and (provider_heard_at <= $1 or (status = 'cancel_requested' and next_billing_date_at <= $2))
      order by provider_heard_at limit ${checkedAtOnce}`,
    [checked, ended],
    'billing-unheard',
  );
}

/** Subscriptions with fewer seats than are used, whose seats the provider can raise. */
export async function listShortOfSeats(query: Query): Promise<{ workspaceId: number; providerId: string }[]> {
  return query(
    `select workspace_id as "workspaceId", provider_id as "providerId" from subscriptions
      where is_short_of_seats and provider_id is not null and status = 'active' order by workspace_id limit ${checkedAtOnce}`,
    [],
    'billing-short-of-seats',
  );
}

/** Those of the given provider ids that belong to a workspace. */
export async function listKnown(query: Query, providerIds: readonly string[]): Promise<string[]> {
  const rows = await query<{ id: string }>(
    'select provider_id as id from subscriptions where provider_id = any($1::text[])',
    [providerIds],
    'billing-known',
  );
  return rows.map(({ id }) => id);
}

export async function markChecked(query: Query, workspaceId: number, now: Date): Promise<void> {
  await query('update subscriptions set provider_heard_at = $2 where workspace_id = $1', [workspaceId, now]);
}

export async function forgetEvents(query: Query, before: Date): Promise<void> {
  await query('delete from billing_events where received_at < $1', [before]);
}

/** Stores the end of trials that were to end on Free. */
export async function settleEndedTrials(query: Query, now: Date): Promise<void> {
  await query(
    `update subscriptions set plan = 'free', status = 'active', projects = 0, next_billing_date_at = null, ends_as = null,
        members = greatest(1, (select count(*) from workspace_members m where m.workspace_id = subscriptions.workspace_id))
      where provider_id is null and status = 'cancel_requested' and ends_as = 'free' and next_billing_date_at <= $1`,
    [now],
  );
}
