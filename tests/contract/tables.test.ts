import {
  type Access,
  allPermissionIds,
  anyone,
  assignableRoles,
  can,
  deliver,
  type Environment,
  type Grants,
  hasRole,
  inInstance,
  mayAssign,
  mayManage,
  type Plan,
  permissions,
  plans,
  refusalOf,
  signedIn,
  type TokenScope,
  type WorkspaceRole,
  workspaceRoles,
} from '@quartermaster/contract/access.ts';
import { api } from '@quartermaster/contract/endpoints/api.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { mayAddWorkspace, seatLimit } from '@quartermaster/contract/plan-limits.ts';
import { describe, expect, it, test } from 'vitest';
import { shows } from '../specification/shows.ts';

test('the workspace roles are owner, admin and member', () => {
  shows('3.settled.members.role-ids', '1.6.roles.three');
  expect(workspaceRoles).toEqual({ owner: 1, admin: 2, member: 3 });
});

test('there are seven permissions, each with its wire id', () => {
  shows(
    '1.3.permission.create-item',
    '1.3.permission.create-template',
    '1.3.permission.export',
    '1.3.permission.instance-changes',
    '1.3.permission.menu-management',
    '1.3.permission.move-instance-changes',
    '1.3.permission.read',
    '2.3.permission.create-item',
    '2.3.permission.create-template',
    '2.3.permission.export',
    '2.3.permission.instance-changes',
    '2.3.permission.menu-management',
    '2.3.permission.move-instance-changes',
    '2.3.permission.read',
  );
  const ids = Object.fromEntries(Object.entries(permissions).map(([name, { id }]) => [name, id]));
  expect(ids).toEqual({
    READ: 1,
    EXPORT: 2,
    MENU_MANAGEMENT: 3,
    INSTANCE_CHANGES: 4,
    MOVE_INSTANCE_CHANGES: 5,
    CREATE_ITEM: 6,
    CREATE_TEMPLATE: 7,
  });
});

test('owners and admins give roles by plan, and members none', () => {
  shows(
    '1.6.invite.other-admin',
    '1.6.invite.other-member',
    '1.6.invite.other-owner',
    '1.6.invite.teams-admin',
    '1.6.invite.teams-member',
    '1.6.invite.teams-owner',
  );
  const all = (plan: Plan) => [
    assignableRoles(plan, 'owner'),
    assignableRoles(plan, 'admin'),
    assignableRoles(plan, 'member'),
  ];
  expect(all('teams')).toEqual([['member', 'admin', 'owner'], ['member', 'admin'], []]);
  for (const plan of ['starter', 'free'] as const) expect(all(plan)).toEqual([['member', 'admin'], ['admin'], []]);
});

test('an owner may change all members, an admin all but owners, a member none', () => {
  const roles = ['owner', 'admin', 'member'] as const;
  const changed = (own: WorkspaceRole) => roles.filter((theirs) => mayManage(own, theirs));
  expect(roles.map(changed)).toEqual([['owner', 'admin', 'member'], ['admin', 'member'], []]);
});

test('a role can be assigned by a member with all of its permissions', () => {
  const given = (permissions: number[], held: number[]) => mayAssign({ permissions }, held);
  expect([given([1, 6], [6, 1, 2]), given([1, 6], [1]), given([], []), given([1], [])]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test('a workspace has the seats that are paid, and 25 on trial', () => {
  expect(['trial', 'active', 'past_due'].map((status) => seatLimit({ status, paid: 3 }))).toEqual([25, 3, 3]);
});

test('a first workspace may always be added, more if one of the owned plans that is not canceled includes it', () => {
  const owned = (plan: Plan, isCanceled = false) => ({ plan, isCanceled, isShortOfSeats: false });
  expect(mayAddWorkspace([])).toBe(true);
  expect(mayAddWorkspace([owned('free')])).toBe(false);
  expect(mayAddWorkspace([owned('free'), owned('starter')])).toBe(true);
  expect(mayAddWorkspace([owned('teams', true)])).toBe(false);
});

test('each filter condition has its wire number', () => {
  shows(
    '2.7.op.contains',
    '2.7.op.equal',
    '2.7.op.less',
    '2.7.op.less-or-equal',
    '2.7.op.more',
    '2.7.op.more-or-equal',
  );
  expect(filterOps).toMatchObject({ less: 1, lessOrEqual: 2, more: 3, moreOrEqual: 4, equal: 5, contains: 6 });
});

describe('the plan table', () => {
  it('has the price and contents of each plan', () => {
    shows('3.plans.price.free', '3.plans.price.starter', '3.plans.price.teams');
    const columns = Object.values(plans);
    expect(columns.map(({ label }) => label)).toEqual(['Free', 'Starter', 'Teams']);
    const row = (name: keyof (typeof plans)['free']) => columns.map((plan) => plan[name]);
    expect(row('pricePerMember')).toEqual([0, 1600, 2900]);
    expect(row('projects')).toEqual([1, 3, 3]);
    expect(row('extraProjectPrice')).toEqual([null, 400, 400]);
    const all = ['Dev', 'Stage', 'Prod'];
    expect(row('environments')).toEqual([['Dev'], all, all]);
    expect(row('itemsPerProject')).toEqual([800, null, null]);
    expect(row('imageMegabytes')).toEqual([1, 2, 4]);
    expect(row('createWorkspaces')).toEqual([false, true, true]);
    expect(row('createProjects')).toEqual([false, true, true]);
    expect(row('inviteMembers')).toEqual([false, true, true]);
    expect(row('channels')).toEqual([false, true, true]);
    expect(row('webhooks')).toEqual([false, true, true]);
    expect(row('customRoles')).toEqual([false, false, true]);
    expect(row('instanceSync')).toEqual([false, false, true]);
  });
});

describe('the access check', () => {
  const grants: Grants = {
    workspaceRole: 'member',
    permissionIds: [1, 6],
    env: 'Dev',
    plan: 'teams',
    isCanceled: false,
    isShortOfSeats: false,
    isBeyondPlan: false,
  };
  const sync = { ...can('INSTANCE_CHANGES'), feature: 'instanceSync' } as const;
  const refusal = (access: Access, over: Partial<Grants> = {}) => refusalOf({ access }, { ...grants, ...over });

  it('rejects a role that is not listed, whatever its permissions', () => {
    shows('1.6.check.role');
    const allowed = hasRole('workspace', 'owner', 'admin');
    const all = [1, 2, 3, 4, 5, 6, 7];
    expect(refusal(allowed, { permissionIds: all })).toBe('role');
    expect(refusal(allowed, { workspaceRole: null })).toBe('no-role');
    expect(refusal(inInstance, { workspaceRole: null })).toBe('no-role');
  });

  it('checks only the role if no permission is named', () => {
    shows('1.6.check.permissions-ignored');
    for (const workspaceRole of ['owner', 'admin'] as const) {
      expect(refusal(hasRole('project', 'owner', 'admin'), { workspaceRole, permissionIds: [] })).toBeNull();
    }
  });

  it('checks the permission, the environment and the plan, in this order', () => {
    expect(refusal(can('READ'))).toBeNull();
    expect(refusal(can('EXPORT'))).toBe('permission');
    expect(refusal(can('CREATE_ITEM', { env: 'Dev' }))).toBeNull();
    expect(refusal(can('CREATE_ITEM', { env: 'Dev' }), { env: 'Prod' })).toBe('environment');
    expect(refusal(can('CREATE_TEMPLATE', { env: 'Dev' }), { env: 'Prod' })).toBe('permission');
    expect(refusal(sync, { permissionIds: [4], plan: 'starter' })).toBe('plan');
    expect(refusal(sync, { permissionIds: [4] })).toBeNull();
  });

  it('accepts all permissions of one listed group, and never a part of each', () => {
    shows('1.6.check.permission-group', '1.6.check.permission-partial');
    const groups = can([['READ', 'EXPORT'], ['MENU_MANAGEMENT', 'CREATE_TEMPLATE'], ['MOVE_INSTANCE_CHANGES']]);
    for (const permissionIds of [[1, 2], [3, 7], [5], [2, 1, 3]]) expect(refusal(groups, { permissionIds })).toBeNull();
    for (const permissionIds of [[], [1], [2, 3], [1, 7], [4, 6]]) {
      expect(refusal(groups, { permissionIds })).toBe('permission');
    }
    expect(refusal(can([]))).toBe('permission');
  });

  it('allows a canceled subscription, and a project beyond the plan, all reads, and marked endpoints', () => {
    const isCanceled = true;
    const rename = hasRole('project', 'member');
    expect(refusal(rename, { isCanceled })).toBe('canceled');
    expect(refusal({ ...rename, evenCanceled: true }, { isCanceled })).toBeNull();
    expect(refusal(can('CREATE_ITEM'), { isCanceled })).toBe('canceled');
    expect(refusal(can('EXPORT'), { isCanceled })).toBe('permission');
    for (const call of [{ method: 'GET' }, { method: 'POST', safe: true }]) {
      expect(refusalOf({ access: can('READ'), ...call }, { ...grants, isCanceled })).toBeNull();
      expect(refusalOf({ access: rename, ...call }, { ...grants, isCanceled })).toBeNull();
    }
    expect(refusalOf({ access: rename, method: 'GET', safe: false }, { ...grants, isCanceled })).toBe('canceled');
    const isBeyondPlan = true;
    expect(refusal(rename, { isBeyondPlan })).toBe('plan');
    expect(refusal({ ...rename, evenCanceled: true }, { isBeyondPlan })).toBeNull();
    expect(refusal(can('CREATE_ITEM'), { isBeyondPlan })).toBe('plan');
    expect(refusal(can('CREATE_ITEM'), { isBeyondPlan, isCanceled })).toBe('canceled');
    expect(refusalOf({ access: can('READ'), method: 'GET' }, { ...grants, isBeyondPlan })).toBeNull();
    const kept = api.filter(({ endpoint: { access } }) => 'evenCanceled' in access && access.evenCanceled);
    expect(kept.map(({ name }) => name)).toEqual([
      'companySignIn.remove',
      'companySignIn.setOnly',
      'companySignIn.removeDomain',
      'scim.revokeToken',
      'requiredFactor.set',
      'members.remove',
      'billing.cancel',
      'billing.switchToFree',
      'projects.delete',
      'projectMembers.remove',
      'projectTokens.revoke',
    ]);
  });

  it('refuses tokens what no scope opens, so that a forgotten call is for people', () => {
    shows('4.tokens.people');
    const scopes: TokenScope[] = ['read', 'propose', 'write:dev', 'deliver'];
    const byToken = (access: Access, safe: boolean, env: Environment = 'Dev') =>
      refusalOf({ access, safe }, { ...grants, permissionIds: allPermissionIds, env, tokenScopes: scopes });
    expect(byToken(can('READ'), true, 'Prod')).toBeNull();
    expect(byToken(can([['READ', 'CREATE_ITEM']]), false)).toBeNull();
    expect(byToken(can('CREATE_ITEM'), false, 'Stage')).toBe('environment');
    for (const access of [can('EXPORT'), can([['READ', 'EXPORT']]), can([['READ'], ['INSTANCE_CHANGES']]), inInstance])
      for (const safe of [true, false]) expect([access, byToken(access, safe)]).toEqual([access, 'scope']);
    for (const access of [signedIn, hasRole('workspace', 'owner'), hasRole('project', 'owner')])
      expect(byToken(access, true)).toBe('scope');
  });

  it('needs no role if the endpoint names none', () => {
    for (const access of [anyone, signedIn]) {
      expect(refusal(access, { workspaceRole: null, isCanceled: true })).toBeNull();
    }
  });

  it('refuses every account what is for an API token', () => {
    expect(refusal(deliver, { permissionIds: allPermissionIds })).toBe('permission');
  });

  it('allows a subscription short of seats all reads, and marked endpoints', () => {
    const isShortOfSeats = true;
    const remove = hasRole('workspace', 'member');
    expect(refusal(remove, { isShortOfSeats })).toBe('seats');
    expect(refusal(can('CREATE_ITEM'), { isShortOfSeats })).toBe('seats');
    expect(refusal({ ...remove, evenShortOfSeats: false }, { isShortOfSeats })).toBe('seats');
    expect(refusal({ ...remove, evenShortOfSeats: true }, { isShortOfSeats })).toBeNull();
    expect(refusal({ ...remove, evenShortOfSeats: true }, { isShortOfSeats, isCanceled: true })).toBe('canceled');
    expect(refusalOf({ access: remove, method: 'GET' }, { ...grants, isShortOfSeats })).toBeNull();
  });

  it('waits for the plan only if the endpoint needs one of its features', () => {
    const loading = { ...grants, permissionIds: [4, 6], plan: null };
    expect(refusalOf({ access: can('CREATE_ITEM') }, loading)).toBeNull();
    expect(refusalOf({ access: sync }, loading)).toBe('unknown');
    expect(refusalOf({ access: { ...sync, feature: 'customRoles' } }, { ...loading, permissionIds: [] })).toBe(
      'permission',
    );
  });

  it('allows all reads of an instance that the plan does not include', () => {
    shows('3.settled.instances.downgrade-read-only');
    for (const env of ['Stage', 'Prod'] as const) {
      expect(refusal(can('CREATE_ITEM'), { env, plan: 'free' })).toBe('plan');
      expect(refusal(inInstance, { env, plan: 'free' })).toBe('plan');
      expect(refusalOf({ access: can('READ'), method: 'GET' }, { ...grants, env, plan: 'free' })).toBeNull();
      for (const plan of ['starter', 'teams'] as const) expect(refusal(can('CREATE_ITEM'), { env, plan })).toBeNull();
    }
    expect(refusal(can('CREATE_ITEM'), { plan: 'free' })).toBeNull();
  });
});
