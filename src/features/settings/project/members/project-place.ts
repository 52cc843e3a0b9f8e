import { useProject, useWorkspace } from '../../../../shared/access/require-role.tsx';
import type { ProjectPlace } from '../../../../shared/data/people/project-members.ts';

/** The project of the page's address. */
export function useProjectPlace(): ProjectPlace {
  return { workspaceId: useWorkspace().id, projectId: useProject().id };
}
