import {
  can,
  type Grants,
  hasRole,
  inInstance,
  permissions,
  plans,
  refusalOf,
  workspaceRoles,
} from '@quartermaster/contract/access.ts';
import { describe, expect, it, test } from 'vitest';

test('the workspace roles are owner, admin and member', () => {
  expect(workspaceRoles).toEqual({ owner: 1, admin: 2, member: 3 });
});

test('the permissions are seven, each with its id on the wire', () => {
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

describe('the plan table', () => {
  it('has what each plan costs and includes', () => {
    const columns = Object.values(plans);
    expect(columns.map(({ label }) => label)).toEqual(['Free', 'Starter', 'Teams']);
    const row = (name: keyof (typeof plans)['free']) => columns.map((plan) => plan[name]);
    expect(row('pricePerMember')).toEqual([0, 16, 29]);
    expect(row('projects')).toEqual([1, 3, 3]);
    expect(row('extraProjectPrice')).toEqual([null, 4, 4]);
    const all = ['Dev', 'Stage', 'Prod'];
    expect(row('environments')).toEqual([['Dev'], all, all]);
    expect(row('itemsPerProject')).toEqual([800, null, null]);
    expect(row('imageMegabytes')).toEqual([1, 2, 4]);
    expect(row('createWorkspaces')).toEqual([false, true, true]);
    expect(row('createProjects')).toEqual([false, true, true]);
    expect(row('inviteMembers')).toEqual([false, true, true]);
    expect(row('customRoles')).toEqual([false, false, true]);
    expect(row('instanceSync')).toEqual([false, false, true]);
  });
});

describe('the access check', () => {
  const grants: Grants = { workspaceRole: 'member', permissionIds: [1, 6], env: 'Dev', plan: 'teams' };
  const sync = { ...can('INSTANCE_CHANGES'), feature: 'instanceSync' } as const;

  it('refuses a role outside of the list, whatever is permitted', () => {
    const allowed = hasRole('workspace', 'owner', 'admin');
    const all = [1, 2, 3, 4, 5, 6, 7];
    expect(refusalOf(allowed, { ...grants, permissionIds: all })).toBe('role');
    expect(refusalOf(allowed, { ...grants, workspaceRole: null })).toBe('no-role');
    expect(refusalOf(inInstance, { ...grants, workspaceRole: null })).toBe('no-role');
  });

  it('asks for the role alone where no permission is named', () => {
    for (const workspaceRole of ['owner', 'admin'] as const) {
      expect(
        refusalOf(hasRole('project', 'owner', 'admin'), { ...grants, workspaceRole, permissionIds: [] }),
      ).toBeNull();
    }
  });

  it('asks for the permission, the environment and the plan, in this order', () => {
    expect(refusalOf(can('READ'), grants)).toBeNull();
    expect(refusalOf(can('EXPORT'), grants)).toBe('permission');
    expect(refusalOf(can('CREATE_ITEM', { env: 'Dev' }), grants)).toBeNull();
    expect(refusalOf(can('CREATE_ITEM', { env: 'Dev' }), { ...grants, env: 'Prod' })).toBe('environment');
    expect(refusalOf(can('CREATE_TEMPLATE', { env: 'Dev' }), { ...grants, env: 'Prod' })).toBe('permission');
    expect(refusalOf(sync, { ...grants, permissionIds: [4], plan: 'starter' })).toBe('plan');
    expect(refusalOf(sync, { ...grants, permissionIds: [4] })).toBeNull();
  });
});
