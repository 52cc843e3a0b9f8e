/** Environments of a project's instances, in promotion order. */
export const environments = ['Dev', 'Stage', 'Prod'] as const;
/** The name of an environment. */
export type Environment = (typeof environments)[number];

/** Roles that a user can have in a workspace, with their API ids. */
export const workspaceRoles = { owner: 1, admin: 2, member: 3 } as const;
/** The name of a role in a workspace. */
export type WorkspaceRole = keyof typeof workspaceRoles;
/** The id of a workspace role in the API. */
export type WorkspaceRoleId = (typeof workspaceRoles)[WorkspaceRole];

const roleNames = Object.fromEntries(Object.entries(workspaceRoles).map(([name, id]) => [id, name])) as Record<
  WorkspaceRoleId,
  WorkspaceRole
>;

/** The name of a workspace role by its API id. */
export const workspaceRoleOf = (id: number): WorkspaceRole => roleNames[id as WorkspaceRoleId];

/** The roles that each role can assign, on Teams and on any other plan. */
const assignableByPlan = {
  teams: { owner: ['member', 'admin', 'owner'], admin: ['member', 'admin'], member: [] },
  others: { owner: ['member', 'admin'], admin: ['admin'], member: [] },
} as const satisfies Record<string, Record<WorkspaceRole, readonly WorkspaceRole[]>>;

/** The roles that a user can assign to others, by invitation or afterwards, in the order in which they are offered. */
export const assignableRoles = (plan: Plan, ownRole: WorkspaceRole): readonly WorkspaceRole[] =>
  assignableByPlan[plan === 'teams' ? 'teams' : 'others'][ownRole];

/** Whether a user can change another member at all: owners anyone, admins anyone except owners. */
export const mayManage = (ownRole: WorkspaceRole, theirRole: WorkspaceRole): boolean =>
  ownRole === 'owner' || (ownRole === 'admin' && theirRole !== 'owner');

/**
 * Whether a user with these permissions in an instance can assign a role there: it must not have a permission that they
 * lack.
 */
export const mayAssign = (role: { permissions: readonly number[] }, heldPermissionIds: readonly number[]): boolean =>
  role.permissions.every((id) => heldPermissionIds.includes(id));

/** Permissions that a project role can grant in an instance: API id and the label on the roles screen. */
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
/** Permissions that must all be held. */
export type PermissionGroup = readonly [Permission, ...Permission[]];

/** All permission ids; an owner has them all. */
export const allPermissionIds: number[] = Object.values(permissions).map(({ id }) => id);

/** What a token of a project may do, as far as the permissions of the member who made it allow it. */
export const tokenScopes = ['read', 'propose', 'write:dev', 'deliver'] as const;
/** The name of a scope. */
export type TokenScope = (typeof tokenScopes)[number];

/** The scopes that an assistant can be given: none saves, deletes or exports. */
export const assistantScopes = ['read', 'propose'] as const satisfies readonly TokenScope[];
/** One of them. */
export type AssistantScope = (typeof assistantScopes)[number];

/** The environments in which calls that change something are open to a scope: none writes to Prod. */
const writableBy: Record<TokenScope, readonly Environment[]> = {
  read: [],
  propose: ['Dev', 'Stage'],
  'write:dev': ['Dev'],
  deliver: [],
};

/** The `status` of a changed role or permission in the API: assigned, or taken away. */
export const changeStatus = { create: 1, delete: 2 } as const;

/**
 * What each plan includes; access checks and plan cards both read this table. Prices are in US cents per
 * month; `historyDays` is null if history is kept for ever.
 */
export const plans = {
  free: {
    label: 'Free',
    pricePerMember: 0,
    projects: 1,
    extraProjectPrice: null,
    environments: ['Dev'],
    itemsPerProject: 800,
    historyDays: 30,
    imageMegabytes: 1,
    createWorkspaces: false,
    createProjects: false,
    inviteMembers: false,
    channels: false,
    webhooks: false,
    customRoles: false,
    instanceSync: false,
  },
  starter: {
    label: 'Starter',
    pricePerMember: 1600,
    projects: 3,
    extraProjectPrice: 400,
    environments: ['Dev', 'Stage', 'Prod'],
    itemsPerProject: null,
    historyDays: 365,
    imageMegabytes: 2,
    createWorkspaces: true,
    createProjects: true,
    inviteMembers: true,
    channels: true,
    webhooks: true,
    customRoles: false,
    instanceSync: false,
  },
  teams: {
    label: 'Teams',
    pricePerMember: 2900,
    projects: 3,
    extraProjectPrice: 400,
    environments: ['Dev', 'Stage', 'Prod'],
    itemsPerProject: null,
    historyDays: null,
    imageMegabytes: 4,
    createWorkspaces: true,
    createProjects: true,
    inviteMembers: true,
    channels: true,
    webhooks: true,
    customRoles: true,
    instanceSync: true,
  },
} as const;
/** The name of a plan. */
export type Plan = keyof typeof plans;

/** The boolean features of a plan, which an endpoint may require. */
export type PlanFeature =
  | 'createWorkspaces'
  | 'createProjects'
  | 'inviteMembers'
  | 'channels'
  | 'webhooks'
  | 'customRoles'
  | 'instanceSync';

/** True for a call that is so dangerous that a session is asked again who its user is. */
interface Fresh {
  fresh?: true;
}

/**
 * The access that an endpoint requires. The scope names the path parameter that identifies the workspace:
 * `:workspaceId`, `:projectId` or `:instanceId`. A caller without a role there gets 404, one whose role or permissions
 * are insufficient 403, one whose plan does not include the call 402. A canceled subscription, and a project beyond the
 * plan, permit only read-only calls and those marked `evenCanceled`; a subscription with too few seats also those
 * marked `evenShortOfSeats`. A `fresh` call answers 403 `confirm_again` unless the user has proved within some minutes
 * who they are.
 */
export type Access =
  | { scope: 'public' }
  | ({ scope: 'account' } & Fresh)
  | ({
      scope: 'workspace';
      roles: readonly WorkspaceRole[];
      feature?: PlanFeature;
      evenCanceled?: boolean;
      evenShortOfSeats?: boolean;
    } & Fresh)
  | ({ scope: 'project'; roles: readonly WorkspaceRole[]; feature?: PlanFeature; evenCanceled?: boolean } & Fresh)
  | ({
      scope: 'instance';
      anyOf?: readonly PermissionGroup[];
      env?: Environment;
      feature?: PlanFeature;
      evenCanceled?: boolean;
      /** The scopes of tokens that open the call, other than {@link tokenScopesOf} derives from its permissions. */
      tokens?: readonly TokenScope[];
      token?: undefined;
    } & Fresh)
  | TokenAccess;

/** The path's instance is open to callers with its API token, or a token of its project, for this purpose, and to no account. */
export interface TokenAccess {
  scope: 'instance';
  token: 'deliver';
  /** Where reading builds is public, no token is needed. */
  orPublic?: true;
}

/** The access rules of one scope for accounts; they determine what a handler knows about its caller. */
export type AccessOf<S extends Access['scope']> = Exclude<Extract<Access, { scope: S }>, TokenAccess>;

/** Anyone, even without a session. */
export const anyone: AccessOf<'public'> = { scope: 'public' };

/** Any signed-in user. */
export const signedIn: AccessOf<'account'> = { scope: 'account' };

/** The same, who has proved within some minutes who they are. */
export const signedInAgain: AccessOf<'account'> = { ...signedIn, fresh: true };

/** A caller with the API token of the path's instance, whose one purpose is the delivery of exports, or a token with that scope. */
export const deliver: TokenAccess = { scope: 'instance', token: 'deliver' };

/** The same, or anyone if the path's instance lets anyone read its builds. */
export const deliverBuilds: TokenAccess = { ...deliver, orPublic: true };

/** A user with one of these roles in the workspace that the path refers to. */
export const hasRole = <S extends 'workspace' | 'project'>(
  scope: S,
  ...roles: WorkspaceRole[]
): { scope: S; roles: WorkspaceRole[] } => ({ scope, roles });

/** A user with any role in the workspace of the path's instance, whatever their permissions. */
export const inInstance: AccessOf<'instance'> = { scope: 'instance' };

/** What a delivery by a token of the project needs: what seeing the API token of the instance needs. */
export const deliverByScope: { access: AccessOf<'instance'>; safe: boolean } = {
  access: { scope: 'instance', anyOf: [['EXPORT']], tokens: ['deliver'] },
  safe: true,
};

/**
 * A user with the permission in the path's instance, or with all permissions of at least one group; `env` limits the
 * call to instances of that environment, and `feature` to plans that have it. `tokens` are the scopes that open it, other than
 * those that follow from the permissions.
 */
export const can = (
  needed: Permission | readonly PermissionGroup[],
  limits: Pick<AccessOf<'instance'>, 'env' | 'feature' | 'evenCanceled' | 'tokens' | 'fresh'> = {},
): AccessOf<'instance'> => ({ scope: 'instance', anyOf: typeof needed === 'string' ? [[needed]] : needed, ...limits });

/**
 * What the server knows about every caller, and the console about its user. The console loads the plan last; until then
 * it is `null`.
 */
export interface Grants<P extends Plan | null = Plan> {
  workspaceRole: WorkspaceRole | null;
  permissionIds: readonly number[];
  env: Environment | null;
  plan: P;
  isCanceled: boolean;
  /** More seats are used than are paid for. */
  isShortOfSeats: boolean;
  /** The plan includes fewer projects, and this is not one of the oldest. */
  isBeyondPlan: boolean;
  /** Of the token that calls; undefined for a person. */
  tokenScopes?: readonly TokenScope[];
}

/** Why a call is refused, in the order in which the checks run. */
export type Refusal = 'no-role' | 'scope' | 'role' | 'permission' | 'environment' | 'canceled' | 'seats' | 'plan';

/** The error with which the server refuses a call for each reason. */
export const refusalErrors = {
  'no-role': 'not_found',
  scope: 'scope',
  role: 'forbidden',
  permission: 'forbidden',
  environment: 'environment',
  canceled: 'canceled',
  seats: 'unpaid_seats',
  plan: 'plan',
} as const satisfies Record<Refusal, string>;

/** The fields of an endpoint that access checks read; without `method` and `safe` the call counts as a write. */
export interface GuardedEndpoint {
  access: Access;
  method?: string;
  safe?: boolean;
}

/** True for a read-only call. */
export const isSafe = ({ method, safe }: Omit<GuardedEndpoint, 'access'>): boolean => safe ?? method === 'GET';

/** What the scopes `read` and `write:dev` are about; all other permissions are for people. */
const contentPermissions: readonly Permission[] = ['READ', 'CREATE_ITEM', 'CREATE_TEMPLATE', 'MENU_MANAGEMENT'];

/**
 * The scopes of a token of which one opens a call: `read` for a call in an instance that only needs permissions for content,
 * `write:dev` if it changes something. A call that needs anything else is for people, unless its access names scopes.
 */
export function tokenScopesOf({ access, ...call }: GuardedEndpoint): readonly TokenScope[] {
  if (access.scope !== 'instance') return [];
  if (access.token) return [access.token];
  if (access.tokens) return access.tokens;
  if (!access.anyOf?.flat().every((needed) => contentPermissions.includes(needed))) return [];
  return [isSafe(call) ? 'read' : 'write:dev'];
}

/** Why a token with these scopes may not make a call, whatever the permissions of whoever made it. */
function refusalOfToken(
  endpoint: GuardedEndpoint,
  scopes: readonly TokenScope[],
  env: Environment | null,
): Extract<Refusal, 'scope' | 'environment'> | null {
  const granted = tokenScopesOf(endpoint).filter((scope) => scopes.includes(scope));
  if (granted.length === 0) return 'scope';
  return isSafe(endpoint) || granted.some((scope) => env !== null && writableBy[scope].includes(env))
    ? null
    : 'environment';
}

/**
 * Returns `null` if the grants allow a call, otherwise the first reason for refusing it. A canceled subscription, and a
 * project or instance that the plan no longer includes, permit only read-only calls. Without the plan, the result is
 * `unknown` for calls that require a feature; other calls are not refused for a missing plan, as few subscriptions are
 * canceled and few instances no longer included.
 */
export function refusalOf(endpoint: GuardedEndpoint, grants: Grants): Refusal | null;
export function refusalOf(endpoint: GuardedEndpoint, grants: Grants<Plan | null>): Refusal | 'unknown' | null;
export function refusalOf(
  { access, ...call }: GuardedEndpoint,
  grants: Grants<Plan | null>,
): Refusal | 'unknown' | null {
  if (access.scope === 'public') return null;
  if (access.scope === 'account') return grants.tokenScopes ? 'scope' : null;
  if (grants.workspaceRole === null) return 'no-role';
  const outside = grants.tokenScopes && refusalOfToken({ access, ...call }, grants.tokenScopes, grants.env);
  if (outside) return outside;
  if (access.scope === 'instance') {
    if (access.token) return 'permission';
    if (access.anyOf && !access.anyOf.some((group) => holds(group, grants))) return 'permission';
    if (access.env && access.env !== grants.env) return 'environment';
  } else if (!access.roles.includes(grants.workspaceRole)) return 'role';
  if (!isSafe(call) && !('evenCanceled' in access && access.evenCanceled)) {
    if (grants.isCanceled) return 'canceled';
    if (grants.isShortOfSeats && !('evenShortOfSeats' in access && access.evenShortOfSeats)) return 'seats';
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

/** Error message for a member who would be left without a role in any instance of the project. */
export const noRolesLeft = 'At least one of "dev", "stage", or "prod" must be filled';
