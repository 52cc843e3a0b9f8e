import { permissions, type WorkspaceRole } from '@quartermaster/contract/access.ts';
import type { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { createAccessRefetch } from '../../src/app/access-refetch.ts';
import { type AccessSnapshot, accessChanges } from '../../src/app/layout/change-toasts/access-changes.ts';
import { eventually } from '../support/eventually.ts';

const access = (
  roles: Record<number, WorkspaceRole>,
  permissionIds?: readonly number[],
  instance: { id?: number; workspaceId?: number } = {},
): AccessSnapshot => ({
  roles: new Map(Object.entries(roles).map(([id, role]) => [Number(id), { name: `Studio ${id}`, role }])),
  instance: permissionIds ? { id: 7, workspaceId: 1, name: 'Game (dev)', permissionIds, ...instance } : null,
  instanceIds: new Set([7, 8]),
});
const { READ, EXPORT, CREATE_ITEM } = permissions;

test.each<[string, AccessSnapshot, AccessSnapshot, string[]]>([
  ['nothing', access({ 1: 'admin' }, [READ.id]), access({ 1: 'admin' }, [READ.id]), []],
  ['another role', access({ 1: 'admin' }), access({ 1: 'member' }), ['You are now a member of Studio 1.']],
  ['a higher role', access({ 1: 'member' }), access({ 1: 'owner' }), ['You are now an owner of Studio 1.']],
  [
    'a workspace that the user left',
    access({ 1: 'member', 2: 'owner' }),
    access({ 2: 'owner' }),
    ['You are no longer in the workspace Studio 1.'],
  ],
  ['a new workspace', access({ 1: 'member' }), access({ 1: 'member', 2: 'owner' }), []],
  [
    'a workspace that the user left, with its instance',
    access({ 1: 'member' }, [READ.id]),
    access({}, []),
    ['You are no longer in the workspace Studio 1.'],
  ],
  [
    'revoked and granted permissions',
    access({ 1: 'member' }, [READ.id, EXPORT.id]),
    access({ 1: 'member' }, [CREATE_ITEM.id, READ.id]),
    [
      'You no longer have these permissions in Game (dev): “Can export items”.',
      'You now have these permissions in Game (dev): “Can create item”.',
    ],
  ],
  [
    'all permissions',
    access({ 1: 'member' }, [READ.id]),
    access({ 1: 'member' }, []),
    ['You no longer have access to Game (dev).'],
  ],
  [
    'the first permission',
    access({ 1: 'member' }, []),
    access({ 1: 'member' }, [READ.id]),
    ['You now have these permissions in Game (dev): “Can view project content”.'],
  ],
  [
    'an instance that is no longer listed, without a new active one',
    access({ 1: 'member' }, [READ.id]),
    { ...access({ 1: 'member' }), instanceIds: new Set([8]) },
    ['You no longer have access to Game (dev).'],
  ],
  [
    'an instance that is no longer listed, after its permissions were revoked',
    access({ 1: 'member' }, []),
    { ...access({ 1: 'member' }), instanceIds: new Set([8]) },
    [],
  ],
  ['another instance', access({ 1: 'member' }, [READ.id]), access({ 1: 'member' }, [], { id: 8 }), []],
  ['permissions that were not known before', access({ 1: 'member' }), access({ 1: 'member' }, [READ.id]), []],
])('the toasts for access changes: %s', (_, before, after, toasts) => {
  expect(accessChanges(before, after)).toEqual(toasts);
});

test('refusals that arrive while access is being refetched trigger one more refetch in total', async () => {
  const refetches: (() => void)[] = [];
  const invalidateQueries = vi.fn(() => new Promise<void>((resolve) => refetches.push(resolve)));
  const onRefusal = createAccessRefetch(() => ({ invalidateQueries }) as unknown as QueryClient);
  onRefusal();
  onRefusal();
  onRefusal();
  expect(refetches).toHaveLength(1);
  refetches[0]?.();
  await eventually(() => expect(refetches).toHaveLength(2));
  refetches[1]?.();
  await Promise.resolve();
  onRefusal();
  await eventually(() => expect(refetches).toHaveLength(3));
  expect(invalidateQueries).toHaveBeenCalledTimes(3);
});
