import { permissions, type WorkspaceRole } from '@quartermaster/contract/access.ts';
import type { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { createAccessRefetch } from '../../src/app/access-refetch.ts';
import { type AccessSnapshot, accessChanges } from '../../src/app/layout/change-toasts/access-changes.ts';
import { eventually } from '../support/eventually.ts';

const held = (
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
  ['nothing', held({ 1: 'admin' }, [READ.id]), held({ 1: 'admin' }, [READ.id]), []],
  ['another role', held({ 1: 'admin' }), held({ 1: 'member' }), ['You are now a member of Studio 1.']],
  ['a higher role', held({ 1: 'member' }), held({ 1: 'owner' }), ['You are now an owner of Studio 1.']],
  [
    'a workspace that the user left',
    held({ 1: 'member', 2: 'owner' }),
    held({ 2: 'owner' }),
    ['You are no longer in the workspace Studio 1.'],
  ],
  ['a new workspace', held({ 1: 'member' }), held({ 1: 'member', 2: 'owner' }), []],
  [
    'a workspace that the user left, with its instance',
    held({ 1: 'member' }, [READ.id]),
    held({}, []),
    ['You are no longer in the workspace Studio 1.'],
  ],
  [
    'revoked and granted permissions',
    held({ 1: 'member' }, [READ.id, EXPORT.id]),
    held({ 1: 'member' }, [CREATE_ITEM.id, READ.id]),
    [
      'You no longer have these permissions in Game (dev): “Can export items”.',
      'You now have these permissions in Game (dev): “Can create item”.',
    ],
  ],
  [
    'all permissions',
    held({ 1: 'member' }, [READ.id]),
    held({ 1: 'member' }, []),
    ['You no longer have access to Game (dev).'],
  ],
  [
    'the first permission',
    held({ 1: 'member' }, []),
    held({ 1: 'member' }, [READ.id]),
    ['You now have these permissions in Game (dev): “Can view project content”.'],
  ],
  [
    'an instance that is no longer listed, without a new active one',
    held({ 1: 'member' }, [READ.id]),
    { ...held({ 1: 'member' }), instanceIds: new Set([8]) },
    ['You no longer have access to Game (dev).'],
  ],
  [
    'an instance that is not listed any more, after its permissions were',
    held({ 1: 'member' }, []),
    { ...held({ 1: 'member' }), instanceIds: new Set([8]) },
    [],
  ],
  ['another instance', held({ 1: 'member' }, [READ.id]), held({ 1: 'member' }, [], { id: 8 }), []],
  ['permissions that are known at last', held({ 1: 'member' }), held({ 1: 'member' }, [READ.id]), []],
])('the toasts for access changes: %s', (_what, before, after, told) => {
  expect(accessChanges(before, after)).toEqual(told);
});

test('refusals that arrive while access is being refetched trigger one more refetch in total', async () => {
  const readings: (() => void)[] = [];
  const invalidateQueries = vi.fn(() => new Promise<void>((resolve) => readings.push(resolve)));
  const refused = createAccessRefetch(() => ({ invalidateQueries }) as unknown as QueryClient);
  refused();
  refused();
  refused();
  expect(readings).toHaveLength(1);
  readings[0]?.();
  await eventually(() => expect(readings).toHaveLength(2));
  readings[1]?.();
  await Promise.resolve();
  refused();
  await eventually(() => expect(readings).toHaveLength(3));
  expect(invalidateQueries).toHaveBeenCalledTimes(3);
});
