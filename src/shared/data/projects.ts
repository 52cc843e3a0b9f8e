import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../http/query-keys.ts';
import { useRequest } from '../services/request.ts';

/** Renames a project; the form shows a failure itself. */
export function useRenameProject(projectId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: (name: string) => request(projects.rename, { params: { projectId }, body: { name } }),
    meta: { of: 'renameProject', success: 'Project renamed', invalidates: [queryKeys.workspaces.all] },
  });
}

/** Deletes a project, which can be cancelled for three days. `forget` is called once its page is gone; the dialog shows a failure itself. */
export function useDeleteProject(projectId: number) {
  const request = useRequest();
  const queries = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: () => request(projects.delete, { params: { projectId } }),
    meta: {
      of: 'deleteProject',
      success: 'Project is being deleted. The owners have a mail with which it can be brought back.',
    },
  });
  return {
    remove: () => mutateAsync(),
    forget: () => void queries.invalidateQueries({ queryKey: queryKeys.workspaces.all }),
  };
}
