import {
  allPermissionIds,
  type Environment,
  type Permission,
  permissions,
  plans,
  type WorkspaceRole,
  workspaceRoles,
} from '@quartermaster/contract/access.ts';
import { mayAddWorkspace } from '@quartermaster/contract/plan-limits.ts';
import { currentPlan } from '@quartermaster/contract/subscription.ts';
import { ensureImageTemplate } from '../../content/schema/delete-template.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import { writeLog } from '../access-log/repository.ts';
import {
  findBilledPlan,
  getAdminRoleId,
  insertInstance,
  insertInstanceMember,
  insertMember,
  insertProject,
  insertRole,
  insertSubscription,
  insertWorkspace,
  listOwnedPlans,
  lockHadTrial,
  type NewSubscription,
  recordTrial,
} from './repository.ts';

const trialDays = 14;

/** The name of the built-in role that every workspace has. */
export const adminRoleName = 'Admin';

/**
 * Creates a workspace for an account: the first one with a trial, further ones on Free if one of their plans includes
 * more than one. An account that no longer owns one starts on Free, too: it has had its trial.
 */
export function addWorkspace(
  { unit, clock }: Pick<Deps, 'unit' | 'clock'>,
  ownerId: number,
  name: string,
): Promise<number> {
  return unit(async ({ query }) => {
    // Two concurrent requests would both create the first one.
    const hadTrial = await lockHadTrial(query, ownerId);
    const now = clock.now();
    const owned = await listOwnedPlans(query, ownerId);
    if (!mayAddWorkspace(owned.map((subscription) => currentPlan(subscription, now)))) throw new AppError('plan');
    const further = (hadTrial || owned.length > 0) && { subscription: { plan: 'free', status: 'active' } as const };
    const workspaceId = await createWorkspace(query, { name, ownerId, now, ...further });
    const details = { workspace_role_id: workspaceRoles.owner };
    const actor = { kind: 'account', accountId: ownerId } as const;
    await writeLog(query, { workspaceId, actor, now }, [{ action: 'joined', subject: ownerId, details }]);
    return workspaceId;
  });
}

/** Creates a workspace with its owner and the built-in Admin role, on a trial of Teams unless a plan is given. */
export async function createWorkspace(
  query: Query,
  { name, ownerId, now, subscription }: { name: string; ownerId: number; now: Date; subscription?: NewSubscription },
): Promise<number> {
  const workspaceId = await insertWorkspace(query, name, now);
  await insertSubscription(query, workspaceId, subscription ?? trial(now));
  if (!subscription) await recordTrial(query, ownerId);
  await insertMember(query, { workspaceId, accountId: ownerId, roleId: workspaceRoles.owner, now });
  await insertRole(query, { workspaceId, name: adminRoleName, isAdmin: true, permissionIds: allPermissionIds });
  return workspaceId;
}

const trial = (now: Date): NewSubscription => ({
  plan: 'teams',
  status: 'trial',
  nextBillingDateAt: new Date(now.getTime() + trialDays * 24 * 60 * 60 * 1000),
});

/** Creates a project with the instances that the workspace's plan includes, each with the reserved template. */
export async function createProject(
  query: Query,
  { workspaceId, name, now }: { workspaceId: number; name: string; now: Date },
): Promise<{ id: number; instances: { id: number; env: Environment }[] }> {
  const { plan } = currentPlan(await findBilledPlan(query, workspaceId), now);
  const id = await insertProject(query, { workspaceId, name, createdAt: now });
  const instances: { id: number; env: Environment }[] = [];
  for (const env of plans[plan].environments) {
    const instanceId = await insertInstance(query, id, env);
    await ensureImageTemplate(query, instanceId);
    instances.push({ id: instanceId, env });
  }
  return { id, instances };
}

export async function addMember(
  query: Query,
  { workspaceId, accountId, role, now }: { workspaceId: number; accountId: number; role: WorkspaceRole; now: Date },
): Promise<void> {
  await insertMember(query, { workspaceId, accountId, roleId: workspaceRoles[role], now });
}

/** Creates a custom role and returns its id. */
export async function createRole(
  query: Query,
  { workspaceId, name, allowed }: { workspaceId: number; name: string; allowed: readonly Permission[] },
): Promise<number> {
  const permissionIds = allowed.map((permission) => permissions[permission].id);
  return insertRole(query, { workspaceId, name, isAdmin: false, permissionIds });
}

/** Gives an account a role in an instance; without `roleId` the built-in Admin role of the workspace. */
export async function grantRole(
  query: Query,
  {
    workspaceId,
    instanceId,
    accountId,
    roleId,
  }: { workspaceId: number; instanceId: number; accountId: number; roleId?: number },
): Promise<void> {
  const granted = roleId ?? (await getAdminRoleId(query, workspaceId));
  await insertInstanceMember(query, { instanceId, accountId, roleId: granted });
}
