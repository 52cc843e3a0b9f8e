import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import { projectMembers } from '@quartermaster/contract/endpoints/people/project-members.ts';
import { type InvalidateQueryFilters, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { completeAnswer } from '../../http/complete-answer.ts';
import { isRefusal } from '../../http/http-error.ts';
import { keepUnder, queryKeys } from '../../http/query-keys.ts';
import { decidesAccess } from '../../http/query-meta.ts';
import { type Request, useRequest } from '../../services/request.ts';
import { accountQueries } from '../accounts.ts';
import { isLostCursor, type PageWanted, pageQuery } from '../list-page.ts';

/** A project of a workspace, identifying its list of members. */
export interface ProjectPlace {
  workspaceId: number;
  projectId: number;
}

const keyOf = ({ workspaceId, projectId }: ProjectPlace) => queryKeys.workspace.projectMembers(workspaceId, projectId);

/** The members' roles in the instances of a project. */
export const projectMemberQueries = {
  /** A page of the members with roles, and the user's own permissions in each instance. */
  list: (request: Request, scope: ProjectPlace, page: PageWanted) =>
    queryOptions({
      queryKey: [...keyOf(scope), 'list', page],
      queryFn: async ({ signal }) => {
        const input = { params: { projectId: scope.projectId }, query: pageQuery(page) };
        const answer = completeAnswer(await request(projectMembers.list, input, signal), 'accounts', 'instances');
        const { accounts, total, next_cursor, instances } = answer;
        return { rows: accounts, total, nextCursor: next_cursor, instances };
      },
      placeholderData: keepUnder(keyOf(scope)),
      meta: { title: 'Project members', quiet: (error) => isRefusal(error) || isLostCursor(error) },
    }),
  /** The roles of one member of the workspace there. */
  roles: (request: Request, scope: ProjectPlace, memberId: number) =>
    queryOptions({
      queryKey: [...keyOf(scope), 'roles', memberId],
      queryFn: ({ signal }) =>
        request(projectMembers.getRoles, { params: { projectId: scope.projectId, memberId } }, signal),
      enabled: memberId > 0,
      // An edit must start from the current state.
      staleTime: 0,
      gcTime: 0,
      meta: { title: 'Roles in the project', quiet: isRefusal },
    }),
};

type SaveProjectRoles = { memberId: number } & Input<typeof projectMembers.setRoles>['body'];

/** Gives a member roles in a project and takes others; the form shows a failure itself. */
export function useSaveProjectRoles(scope: ProjectPlace) {
  const request = useRequest();
  const changedFor = useChangedGrants(scope);
  return useMutation({
    mutationFn: ({ memberId, ...body }: SaveProjectRoles) =>
      request(projectMembers.setRoles, { params: { projectId: scope.projectId, memberId }, body }),
    meta: {
      of: 'saveProjectRoles',
      success: 'Role was updated',
      invalidates: (variables) => changedFor((variables as SaveProjectRoles).memberId),
    },
  });
}

/** Takes all roles in a project from a member; the dialog shows a failure itself. */
export function useRemoveFromProject(scope: ProjectPlace) {
  const request = useRequest();
  const changedFor = useChangedGrants(scope);
  return useMutation({
    mutationFn: (memberId: number) =>
      request(projectMembers.remove, { params: { projectId: scope.projectId, memberId } }),
    meta: {
      of: 'removeFromProject',
      success: 'Member successfully removed',
      invalidates: (variables) => changedFor(variables as number),
    },
  });
}

/** The queries that a change of a member's roles makes stale; for the user's own roles, also the permissions. */
function useChangedGrants(scope: ProjectPlace) {
  const request = useRequest();
  const queries = useQueryClient();
  return (memberId: number): InvalidateQueryFilters[] => {
    const isSelf = queries.getQueryData(accountQueries.get(request).queryKey)?.id === memberId;
    return [
      { queryKey: keyOf(scope) },
      { queryKey: queryKeys.workspace.accessLog(scope.workspaceId) },
      // The number of members with each role.
      { queryKey: queryKeys.workspace.roles(scope.workspaceId) },
      ...(isSelf ? [{ predicate: decidesAccess }] : []),
    ];
  };
}
