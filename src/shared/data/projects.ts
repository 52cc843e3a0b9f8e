import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../http/query-keys.ts';
import { sentName } from '../http/query-meta.ts';
import { type Request, useRequest } from '../services/request.ts';

/** Renames a project; the form shows failures itself. */
export function useRenameProject(projectId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: (name: string) => request(projects.rename, { params: { projectId }, body: { name } }),
    meta: { of: 'renameProject', success: 'Project renamed', name: sentName, invalidates: [queryKeys.workspaces.all] },
  });
}

/** The languages of a project, the source first, and whether exports have a file in each. */
export type ProjectLanguages = Input<typeof projects.setLanguages>['body'];

const storeLanguages = (request: Request, projectId: number) => (body: ProjectLanguages) =>
  request(projects.setLanguages, { params: { projectId }, body });

/** Stores the languages of a project. */
export function useSetLanguages(projectId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: storeLanguages(request, projectId),
    meta: { of: 'setLanguages', success: 'Languages saved', invalidates: [queryKeys.workspaces.all] },
  });
}

/** Stores the languages of a project without one of them; the dialog shows failures itself. */
export function useRemoveLanguage(projectId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: storeLanguages(request, projectId),
    meta: { of: 'removeLanguage', success: 'Languages saved', invalidates: [queryKeys.workspaces.all] },
  });
}

/**
 * Deletes a project, which can be canceled for three days. `forget` is called after its page is unmounted; the dialog
 * shows failures itself.
 */
export function useDeleteProject(projectId: number) {
  const request = useRequest();
  const queries = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: () => request(projects.delete, { params: { projectId } }),
    meta: {
      of: 'deleteProject',
      success: 'Project is being deleted. The owners received an email with which they can restore it.',
    },
  });
  return {
    remove: () => mutateAsync(),
    forget: () => void queries.invalidateQueries({ queryKey: queryKeys.workspaces.all }),
  };
}
