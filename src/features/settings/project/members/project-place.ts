import { useProject, useWorkspace } from '../../../../shared/access/require-role.tsx';
import type { ProjectPlace } from '../../../../shared/data/people/project-members.ts';

/** The project of the page's address, and the address of its settings. */
export function useProjectPlace(): ProjectPlace & { projectPath: string } {
  const workspaceId = useWorkspace().id;
  const projectId = useProject().id;
  return { workspaceId, projectId, projectPath: `/settings/workspaces/${workspaceId}/projects/${projectId}` };
}
