import { type Environment, type WorkspaceRoleId, workspaceRoles } from '@quartermaster/contract/access.ts';
import type { Subscription, Workspace } from '@quartermaster/contract/endpoints/workspaces.ts';
import type { PartKind } from '@quartermaster/contract/extensions/part-kinds.ts';
import { projectLimit } from '@quartermaster/contract/plan-limits.ts';
import { type BilledPlan, currentPlan, type SubscriptionEnd } from '@quartermaster/contract/subscription.ts';
import type { Query } from '../../core/database/database.ts';
import { factorDueSince } from '../../core/session/access.ts';

/** A row of {@link ownWorkspacesSql}, also as JSON, where a moment is a text. */
export interface OwnWorkspaceRow {
  workspace_id: number;
  workspace_name: string;
  project_id: number | null;
  project_name: string | null;
  languages: string[] | null;
  file_per_language: boolean | null;
  instance_id: number | null;
  env: Environment | null;
  extension_parts: PartKind[] | null;
  /** How many projects of the workspace are older. */
  older_projects: number | null;
  paid_projects: number | null;
  plan: BilledPlan['plan'] | null;
  status: BilledPlan['status'] | null;
  next_billing_date_at: Date | string | null;
  ends_as: SubscriptionEnd | null;
}

/**
 * SQL of the workspaces of the account `$1`, one row per instance. Owners and admins (roles 1 and 2) see every project,
 * members only the instances in which they have a role.
 */
export const ownWorkspacesSql = `
  with numbered as (
    select p.id, p.workspace_id, p.name, p.languages, p.file_per_language, (row_number() over (partition by p.workspace_id order by p.id))::int - 1 as older_projects
    from projects p join workspace_members own on own.workspace_id = p.workspace_id and own.account_id = $1
    where p.status = 'Active'
  )
  select w.id as workspace_id, w.name as workspace_name, p.id as project_id, p.name as project_name, p.languages, p.file_per_language, i.id as instance_id, i.env,
    p.older_projects, (select array_agg(distinct part order by part) from extensions e, jsonb_object_keys(e.parts) part where e.workspace_id = w.id) as extension_parts,
    s.plan, s.status, s.next_billing_date_at, s.ends_as, s.projects as paid_projects
  from workspace_members m
  join workspaces w on w.id = m.workspace_id
  left join subscriptions s on s.workspace_id = w.id
  left join (numbered p join instances i on i.project_id = p.id) on p.workspace_id = w.id
    and (m.role_id < 3 or exists (select from instance_members im where im.instance_id = i.id and im.account_id = m.account_id))
  where m.account_id = $1
  order by w.id, p.id, case i.env when 'Dev' then 1 when 'Stage' then 2 else 3 end`;

export const listWorkspaces = async (query: Query, accountId: number, now: Date): Promise<Workspace[]> =>
  workspacesOf(await query<OwnWorkspaceRow>(ownWorkspacesSql, [accountId], 'workspaces-list'), now);

/** The workspaces of these rows, with their projects and instances. */
export function workspacesOf(rows: readonly OwnWorkspaceRow[], now: Date): Workspace[] {
  const found = new Map<number, Workspace>();
  for (const row of rows) {
    const workspace = found.get(row.workspace_id) ?? {
      id: row.workspace_id,
      name: row.workspace_name,
      projects: [],
      ...(row.extension_parts && { extension_parts: row.extension_parts }),
    };
    found.set(workspace.id, workspace);
    if (row.project_id === null || row.instance_id === null || row.env === null) continue;
    let project = workspace.projects.at(-1);
    if (project?.id !== row.project_id) {
      const { project_id: id, project_name: name, languages } = row;
      project = {
        id,
        name: name ?? '',
        status: 'Active',
        is_read_only: isBeyondPlan(row, now),
        instances: [],
        ...(languages && languages.length > 0 && { languages }),
        ...(row.file_per_language && { file_per_language: true }),
      };
      workspace.projects.push(project);
    }
    project.instances.push({ id: row.instance_id, env: row.env });
  }
  return [...found.values()];
}

function isBeyondPlan(row: OwnWorkspaceRow, now: Date): boolean {
  const { plan, status, next_billing_date_at: nextBillingDateAt, ends_as: endsAs, older_projects, paid_projects } = row;
  const current = currentPlan(plan && status ? { plan, status, nextBillingDateAt, endsAs } : freePlan, now);
  return (older_projects ?? 0) >= projectLimit(current.plan, paid_projects ?? 0);
}

/** SQL of the number of used seats of the workspace `$1` at `$2`: its members and open invitations. */
const usedSeatsSql = `(select count(*) from workspace_members where workspace_id = $1)::int
  + (select count(*) from invitations where workspace_id = $1 and expires_at > $2)::int`;

type SubscriptionRow = Omit<Subscription, 'next_billing_date_at'> & { next_billing_date_at: Date | null };

export async function findSubscription(
  query: Query,
  workspaceId: number,
  now: Date,
): Promise<Subscription | undefined> {
  // The used projects include those being deleted, because they can be restored.
  const [row] = await query<SubscriptionRow>(
    `select plan as type, status, members, ${usedSeatsSql} as used_members, projects,
        (select count(*) from projects where workspace_id = $1)::int as used_projects,
        next_billing_date_at, recurring_payment, next_payment, ends_as, is_short_of_seats
      from subscriptions where workspace_id = $1`,
    [workspaceId, now],
  );
  if (!row) return undefined;
  const { type: plan, status, next_billing_date_at: nextBillingDateAt, ends_as: endsAs } = row;
  // A subscription that has ended on Free is Free, even if that is not stored yet.
  const isOver =
    status === 'cancel_requested' && currentPlan({ plan, status, nextBillingDateAt, endsAs }, now).plan === 'free';
  if (isOver) return { ...row, ...endedSubscription };
  return {
    ...row,
    next_billing_date_at: nextBillingDateAt?.toISOString() ?? null,
    ends_as: status === 'cancel_requested' ? endsAs : null,
    is_short_of_seats: row.is_short_of_seats && row.members < row.used_members,
  };
}

const endedSubscription = {
  type: 'free',
  status: 'active',
  projects: 0,
  next_billing_date_at: null,
  recurring_payment: 0,
  next_payment: 0,
  ends_as: null,
  is_short_of_seats: false,
} as const;

const freePlan: BilledPlan = { plan: 'free', status: 'active', nextBillingDateAt: null };

/** The fields that determine the plan of a workspace. */
export async function findBilledPlan(query: Query, workspaceId: number): Promise<BilledPlan> {
  const [row] = await query<BilledPlan>(
    `select plan, status, next_billing_date_at as "nextBillingDateAt", ends_as as "endsAs"
      from subscriptions where workspace_id = $1`,
    [workspaceId],
  );
  return row ?? freePlan;
}

/** A plan with its paid seats and projects. */
type PaidPlan = BilledPlan & Pick<Subscription, 'members' | 'projects'>;

/**
 * Locks the subscription of a workspace until the end of the transaction, and with it everything that it limits and all
 * changes of access. Locked before anything else in the workspace. While a change of seats or projects is pending at
 * the payment provider, those that it will remove do not count.
 */
export async function lockSubscription(query: Query, workspaceId: number): Promise<PaidPlan> {
  const [row] = await query<PaidPlan>(
    `select plan, status, next_billing_date_at as "nextBillingDateAt", ends_as as "endsAs",
        least(members, change_members) as members, least(projects, change_projects) as projects
      from subscriptions where workspace_id = $1 for update`,
    [workspaceId],
    'subscription-lock',
  );
  // Without a row in `subscriptions` to lock, the workspace itself is locked.
  if (!row)
    await query('select 1 from workspaces where id = $1 for no key update', [workspaceId], 'subscription-lock-none');
  return row ?? { ...freePlan, members: 0, projects: 0 };
}

/** The number of used seats of a workspace. */
export async function countSeats(query: Query, workspaceId: number, now: Date): Promise<number> {
  const [row] = await query<{ count: number }>(`select ${usedSeatsSql} as count`, [workspaceId, now], 'seats-count');
  return row?.count ?? 0;
}

/**
 * Whether the account has had its trial; blocks other requests that would create a workspace for it until the end of
 * the transaction.
 */
export async function lockHadTrial(query: Query, accountId: number): Promise<boolean> {
  const [row] = await query<{ had_trial: boolean }>('select had_trial from accounts where id = $1 for no key update', [
    accountId,
  ]);
  return row?.had_trial ?? true;
}

export async function recordTrial(query: Query, accountId: number): Promise<void> {
  await query('update accounts set had_trial = true where id = $1', [accountId]);
}

/** The plans of the workspaces that an account owns. */
export async function listOwnedPlans(query: Query, accountId: number): Promise<BilledPlan[]> {
  return query(
    `select coalesce(s.plan, 'free') as plan, coalesce(s.status, 'active') as status,
        s.next_billing_date_at as "nextBillingDateAt", s.ends_as as "endsAs"
      from workspace_members m left join subscriptions s on s.workspace_id = m.workspace_id
      where m.account_id = $1 and m.role_id = $2`,
    [accountId, workspaceRoles.owner],
  );
}

export async function listOwnerEmails(query: Query, workspaceId: number): Promise<string[]> {
  const rows = await query<{ email: string }>(
    `select a.email from workspace_members m join accounts a on a.id = m.account_id
      where m.workspace_id = $1 and m.role_id = $2 order by a.id`,
    [workspaceId, workspaceRoles.owner],
  );
  return rows.map(({ email }) => email);
}

export async function renameWorkspace(query: Query, workspaceId: number, name: string): Promise<void> {
  await query('update workspaces set name = $2 where id = $1', [workspaceId, name]);
}

/** The subscription of a new workspace. */
export interface NewSubscription extends Pick<BilledPlan, 'plan' | 'status'> {
  members?: number;
  projects?: number;
  nextBillingDateAt?: Date;
}

export async function insertWorkspace(query: Query, name: string, createdAt: Date): Promise<number> {
  return idOf(await query('insert into workspaces (name, created_at) values ($1, $2) returning id', [name, createdAt]));
}

export async function insertSubscription(
  query: Query,
  workspaceId: number,
  { plan, status, members = 1, projects = 0, nextBillingDateAt }: NewSubscription,
): Promise<void> {
  await query(
    `insert into subscriptions (workspace_id, plan, status, members, projects, next_billing_date_at)
      values ($1, $2, $3, $4, $5, $6)`,
    [workspaceId, plan, status, members, projects, nextBillingDateAt],
  );
}

/** What a workspace demands of members is copied, so that the check of a call reads nothing more. */
export async function insertMember(
  query: Query,
  {
    workspaceId,
    accountId,
    roleId,
    now,
  }: { workspaceId: number; accountId: number; roleId: WorkspaceRoleId; now: Date },
): Promise<void> {
  await query(
    `insert into workspace_members (workspace_id, account_id, role_id, is_company_only, factor_due_at)
      select w.id, $2, $3, coalesce((select is_only from company_sign_ins where workspace_id = w.id), false), ${factorDueSince('$4')}
      from workspaces w where w.id = $1`,
    [workspaceId, accountId, roleId, now],
  );
}

export async function insertRole(
  query: Query,
  role: { workspaceId: number; name: string; isAdmin: boolean; permissionIds: number[] },
): Promise<number> {
  const rows = await query<{ id: number }>(
    `insert into roles (workspace_id, name, is_admin, permission_ids) values ($1, $2, $3, $4::smallint[]) returning id`,
    [role.workspaceId, role.name, role.isAdmin, role.permissionIds],
  );
  return idOf(rows);
}

/** The id of the built-in role with all permissions, which every workspace has. */
export async function getAdminRoleId(query: Query, workspaceId: number): Promise<number> {
  return idOf(await query('select id from roles where workspace_id = $1 and is_admin order by id', [workspaceId]));
}

export async function insertInstanceMember(
  query: Query,
  { instanceId, accountId, roleId }: { instanceId: number; accountId: number; roleId: number },
): Promise<void> {
  await query(
    'insert into instance_members (instance_id, account_id, role_id) values ($1, $2, $3) on conflict do nothing',
    [instanceId, accountId, roleId],
  );
}

export async function insertProject(
  query: Query,
  { workspaceId, name, createdAt }: { workspaceId: number; name: string; createdAt: Date },
): Promise<number> {
  const rows = await query<{ id: number }>(
    'insert into projects (workspace_id, name, created_at) values ($1, $2, $3) returning id',
    [workspaceId, name, createdAt],
  );
  return idOf(rows);
}

export async function insertInstance(query: Query, projectId: number, env: Environment): Promise<number> {
  return idOf(await query('insert into instances (project_id, env) values ($1, $2) returning id', [projectId, env]));
}

/** The id of the first row; throws if there is none. */
function idOf([row]: { id: number }[]): number {
  if (!row) throw new Error('A required row is missing.');
  return row.id;
}
