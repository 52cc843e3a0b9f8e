import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import { type Role, roles } from '@quartermaster/contract/endpoints/people/roles.ts';
import { hashKey, queryOptions, useMutation } from '@tanstack/react-query';
import { completeAnswer } from '../../http/complete-answer.ts';
import { isRefusal } from '../../http/http-error.ts';
import { keepUnder, queryKeys } from '../../http/query-keys.ts';
import { type Request, useRequest } from '../../services/request.ts';
import { isLostCursor, type ListPage, offered, type PageWanted, pageQuery } from '../list-page.ts';

/** The roles of a workspace, which members are given in instances. */
export const roleQueries = {
  list: (request: Request, workspaceId: number, page: PageWanted) =>
    queryOptions({
      queryKey: [...queryKeys.workspace.roles(workspaceId), 'list', page],
      queryFn: ({ signal }) => listRoles(request, workspaceId, page, signal),
      placeholderData: keepUnder(queryKeys.workspace.roles(workspaceId)),
      meta: { title: 'Roles', quiet: (error) => isRefusal(error) || isLostCursor(error) },
    }),
  /** The first roles whose name contains the text. */
  search: (request: Request, workspaceId: number, text: string) =>
    queryOptions({
      queryKey: [...queryKeys.workspace.roles(workspaceId), 'search', text],
      queryFn: async ({ signal }) =>
        (await listRoles(request, workspaceId, { search: text, limit: offered }, signal)).rows,
      placeholderData: keepUnder(queryKeys.workspace.roles(workspaceId)),
      meta: { title: 'Search roles', quiet: true },
    }),
  /** A role with the places where members have it. */
  get: (request: Request, workspaceId: number, roleId: number) =>
    queryOptions({
      queryKey: [...queryKeys.workspace.roles(workspaceId), 'get', roleId],
      queryFn: ({ signal }) => request(roles.get, { params: { workspaceId, roleId } }, signal),
      // An edit or deletion must start from the current state.
      staleTime: 0,
      gcTime: 0,
      meta: { title: 'Role', quiet: isRefusal },
    }),
};

async function listRoles(
  request: Request,
  workspaceId: number,
  page: PageWanted,
  signal: AbortSignal,
): Promise<ListPage<Role>> {
  const answer = completeAnswer(
    await request(roles.list, { params: { workspaceId }, query: pageQuery(page) }, signal),
    'roles',
  );
  return { rows: answer.roles, total: answer.total, nextCursor: answer.next_cursor };
}

/** The role's members have other permissions now, perhaps including the user. */
const changedBy = (workspaceId: number) => [queryKeys.workspace.one(workspaceId), queryKeys.instance.all];

type SaveRole = Omit<Input<typeof roles.save>['body'], 'workspace_id'>;
type DeleteRole = Input<typeof roles.delete>['body'];

/** Creates a role, or with `role_id` changes one; the form shows a failure itself. */
export function useSaveRole(workspaceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: (body: SaveRole) =>
      request(roles.save, { params: { workspaceId }, body: { ...body, workspace_id: workspaceId } }),
    meta: {
      of: 'saveRole',
      success: 'Role saved',
      name: (_, variables) => (variables as SaveRole).name,
      invalidates: changedBy(workspaceId),
    },
  });
}

/** Deletes a role, optionally giving its members another one; the dialog shows a failure itself. */
export function useDeleteRole(workspaceId: number, name: string) {
  const request = useRequest();
  return useMutation({
    mutationFn: (body: DeleteRole) => request(roles.delete, { params: { workspaceId }, body }),
    meta: {
      of: 'deleteRole',
      success: 'Role successfully deleted',
      name: () => name,
      invalidates: (variables) => {
        const { role_id } = variables as DeleteRole;
        // The role's dialog stays mounted for a moment: without this it would request the deleted role.
        const deleted = hashKey(roleQueries.get(request, workspaceId, role_id).queryKey);
        return changedBy(workspaceId).map((queryKey) => ({
          queryKey,
          predicate: ({ queryHash }) => queryHash !== deleted,
        }));
      },
    },
  });
}
