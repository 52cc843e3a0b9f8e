/** Environments of a project's instances, in the order in which changes are promoted. */
export const environments = ['Dev', 'Stage', 'Prod'] as const;
/** The name of an environment. */
export type Environment = (typeof environments)[number];

/** Roles that a person can hold in a workspace, by their id on the wire. */
export const workspaceRoles = { owner: 1, admin: 2, member: 3 } as const;
/** The name of a role in a workspace. */
export type WorkspaceRole = keyof typeof workspaceRoles;
/** A role in a workspace as the wire carries it. */
export type WorkspaceRoleId = (typeof workspaceRoles)[WorkspaceRole];

const roleNames = Object.fromEntries(Object.entries(workspaceRoles).map(([name, id]) => [id, name])) as Record<
  WorkspaceRoleId,
  WorkspaceRole
>;

/** The name of the role that the wire has as a number. */
export const workspaceRoleOf = (id: number): WorkspaceRole => roleNames[id as WorkspaceRoleId];

/** What owners and admins may make of others on Teams, and what they may on any other plan. */
const givenOn = {
  teams: { owner: ['member', 'admin', 'owner'], admin: ['member', 'admin'], member: [] },
  others: { owner: ['member', 'admin'], admin: ['admin'], member: [] },
} as const satisfies Record<string, Record<WorkspaceRole, readonly WorkspaceRole[]>>;

/** The roles that somebody may give to others, by invitation or afterwards, in the order in which they are offered. */
export const givenRoles = (plan: Plan, ownRole: WorkspaceRole): readonly WorkspaceRole[] =>
  givenOn[plan === 'teams' ? 'teams' : 'others'][ownRole];

/** Whether somebody may change another member at all: an owner anybody, an admin whoever is no owner. */
export const mayManage = (ownRole: WorkspaceRole, theirRole: WorkspaceRole): boolean =>
  ownRole === 'owner' || (ownRole === 'admin' && theirRole !== 'owner');

/** Whether somebody who holds these permissions in an instance may give a role there: nobody gives more than they hold. */
export const mayGive = (role: { permissions: readonly number[] }, heldPermissionIds: readonly number[]): boolean =>
  role.permissions.every((id) => heldPermissionIds.includes(id));

/** What a project role can allow in an instance: id on the wire, and the label that the roles screen shows. */
export const permissions = {
  READ: { id: 1, label: 'Can view project content' },
  EXPORT: { id: 2, label: 'Can export items' },
  MENU_MANAGEMENT: { id: 3, label: 'Can setup navigation' },
  INSTANCE_CHANGES: { id: 4, label: 'Can view changes in instance sync' },
  MOVE_INSTANCE_CHANGES: { id: 5, label: 'Can move changes between instances' },
  CREATE_ITEM: { id: 6, label: 'Can create item' },
  CREATE_TEMPLATE: { id: 7, label: 'Can create template' },
} as const;
/** The name of a permission. */
export type Permission = keyof typeof permissions;
/** Permissions that are enough only together. */
export type PermissionGroup = readonly [Permission, ...Permission[]];

/** Every permission id, as an owner holds them. */
export const allPermissionIds: number[] = Object.values(permissions).map(({ id }) => id);

/** What a change does to a role or permission, as the wire carries it: gives it or takes it away. */
export const changeStatus = { create: 1, delete: 2 } as const;

/** What each plan includes; gates and plan cards are both drawn from this table. Prices are US dollars a member and month. */
export const plans = {
  free: {
    label: 'Free',
    pricePerMember: 0,
    projects: 1,
    extraProjectPrice: null,
    environments: ['Dev'],
    itemsPerProject: 800,
    imageMegabytes: 1,
    createWorkspaces: false,
    createProjects: false,
    inviteMembers: false,
    customRoles: false,
    instanceSync: false,
  },
  starter: {
    label: 'Starter',
    pricePerMember: 16,
    projects: 3,
    extraProjectPrice: 4,
    environments: ['Dev', 'Stage', 'Prod'],
    itemsPerProject: null,
    imageMegabytes: 2,
    createWorkspaces: true,
    createProjects: true,
    inviteMembers: true,
    customRoles: false,
    instanceSync: false,
  },
  teams: {
    label: 'Teams',
    pricePerMember: 29,
    projects: 3,
    extraProjectPrice: 4,
    environments: ['Dev', 'Stage', 'Prod'],
    itemsPerProject: null,
    imageMegabytes: 4,
    createWorkspaces: true,
    createProjects: true,
    inviteMembers: true,
    customRoles: true,
    instanceSync: true,
  },
} as const;
/** The name of a plan. */
export type Plan = keyof typeof plans;

/** The yes-or-no lines of the plan table, which an endpoint may ask for. */
export type PlanFeature = 'createWorkspaces' | 'createProjects' | 'inviteMembers' | 'customRoles' | 'instanceSync';

/**
 * Who may call an endpoint. The scope says which path parameter leads to the workspace:
 * `:workspaceId`, `:projectId` or `:instanceId`. A caller without a role there gets 404,
 * one whose role or permission does not suffice 403, one whose plan does not include it 402.
 * A canceled subscription, and a project that the plan has no room for, leave the calls that change nothing, and those
 * marked `evenCanceled`.
 */
export type Access =
  | { scope: 'public' }
  | { scope: 'account' }
  | { scope: 'delivery' }
  | { scope: 'workspace'; roles: readonly WorkspaceRole[]; feature?: PlanFeature; evenCanceled?: boolean }
  | { scope: 'project'; roles: readonly WorkspaceRole[]; feature?: PlanFeature; evenCanceled?: boolean }
  | { scope: 'instance'; anyOf?: readonly PermissionGroup[]; env?: Environment; feature?: PlanFeature };

/** The access rules of one scope, so that a handler knows what it is told of its caller. */
export type AccessOf<S extends Access['scope']> = Extract<Access, { scope: S }>;

/** Anybody, without a session. */
export const anyone: AccessOf<'public'> = { scope: 'public' };

/** Anybody who is signed in. */
export const signedIn: AccessOf<'account'> = { scope: 'account' };

/** The holder of the instance's API token. */
export const tokenHolder: AccessOf<'delivery'> = { scope: 'delivery' };

/** Whoever holds one of these roles in the workspace of the path. */
export const hasRole = <S extends 'workspace' | 'project'>(
  scope: S,
  ...roles: WorkspaceRole[]
): { scope: S; roles: WorkspaceRole[] } => ({ scope, roles });

/** Whoever has a role in the workspace of the path's instance, whatever they may do there. */
export const inInstance: AccessOf<'instance'> = { scope: 'instance' };

/**
 * Whoever holds the permission in the path's instance, or all permissions of one of several groups; `env` limits the
 * call to instances of that environment.
 */
export const can = (
  needed: Permission | readonly PermissionGroup[],
  limits: { env?: Environment; feature?: PlanFeature } = {},
): AccessOf<'instance'> => ({ scope: 'instance', anyOf: typeof needed === 'string' ? [[needed]] : needed, ...limits });

/** What the server knows of every caller, and the console of its own; the console learns the plan (`null` until then) last. */
export interface Grants<P extends Plan | null = Plan> {
  workspaceRole: WorkspaceRole | null;
  permissionIds: readonly number[];
  env: Environment | null;
  plan: P;
  isCanceled: boolean;
  /** The project is one that the plan has no room for: the oldest stay. */
  isBeyondPlan: boolean;
}

/** Why a call is refused, in the order in which the server looks. */
export type Refusal = 'no-role' | 'role' | 'permission' | 'environment' | 'canceled' | 'plan';

/** A call as its endpoint declares it; one that says neither is taken to change something. */
export interface Asked {
  access: Access;
  method?: string;
  safe?: boolean;
}

/** Whether a call changes nothing. */
export const isSafe = ({ method, safe }: Omit<Asked, 'access'>): boolean => safe ?? method === 'GET';

/**
 * Tells whether the grants allow a call: `null` when they do, otherwise the first reason against. Of a canceled
 * subscription, and of a project or an instance that the plan no longer includes, only calls that change nothing are left.
 * Without the plan the answer is `unknown` for what asks for a feature; other calls are not refused for it, as hardly ever
 * a subscription is canceled or an instance no longer included.
 */
export function refusalOf(asked: Asked, grants: Grants): Refusal | null;
export function refusalOf(asked: Asked, grants: Grants<Plan | null>): Refusal | 'unknown' | null;
export function refusalOf({ access, ...call }: Asked, grants: Grants<Plan | null>): Refusal | 'unknown' | null {
  if (access.scope === 'public' || access.scope === 'account' || access.scope === 'delivery') return null;
  if (grants.workspaceRole === null) return 'no-role';
  if (access.scope === 'instance') {
    if (access.anyOf && !access.anyOf.some((group) => holds(group, grants))) return 'permission';
    if (access.env && access.env !== grants.env) return 'environment';
  } else if (!access.roles.includes(grants.workspaceRole)) return 'role';
  if (!isSafe(call) && !('evenCanceled' in access && access.evenCanceled)) {
    if (grants.isCanceled) return 'canceled';
    if (grants.isBeyondPlan || !isIncluded(grants.env, grants.plan)) return 'plan';
  }
  if (!access.feature) return null;
  if (grants.plan === null) return 'unknown';
  return plans[grants.plan][access.feature] ? null : 'plan';
}

const holds = (group: PermissionGroup, { permissionIds }: Pick<Grants, 'permissionIds'>): boolean =>
  group.every((permission) => permissionIds.includes(permissions[permission].id));

const isIncluded = (env: Environment | null, plan: Plan | null): boolean =>
  env === null || plan === null || plans[plan].environments.some((known) => known === env);
