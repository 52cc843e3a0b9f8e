import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import type { Project } from '@quartermaster/contract/endpoints/workspaces.ts';
import { homeOfInstance } from '@quartermaster/contract/paths.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { switchToFirstInstance } from '../access/activate-instance.ts';
import { useInstanceId } from '../access/active-instance.ts';
import { queryKeys } from '../http/query-keys.ts';
import { useRequest } from '../services/request.ts';

/**
 * Creates a project, and switches users without an active instance to its first one; the form shows failures itself.
 */
export function useCreateProject() {
  const request = useRequest();
  const queries = useQueryClient();
  const instanceId = useInstanceId();
  return useMutation({
    mutationFn: async (body: Input<typeof projects.create>['body']) => {
      const project = await request(projects.create, { body });
      // The project already exists: a failure here has its own toast, and must not make the user create it again.
      if (instanceId === 0) await switchToFirstInstance(request, queries).catch(() => undefined);
      return project;
    },
    meta: {
      of: 'createProject',
      success: 'Project created successfully',
      name: (_, variables) => (variables as Input<typeof projects.create>['body']).project_name,
      // Without an active instance it is open already.
      offer: (project) => {
        const [first] = (project as Project).instances;
        return instanceId === 0 || !first ? undefined : { label: 'Open project', to: homeOfInstance(first.id) };
      },
      invalidates: [queryKeys.workspaces.all, queryKeys.workspace.all],
    },
  });
}
