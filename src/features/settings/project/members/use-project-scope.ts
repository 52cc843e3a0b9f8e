import { useProject, useWorkspace } from '../../../../shared/access/require-role.tsx';
import type { ProjectPlace } from '../../../../shared/data/people/project-members.ts';

/** The project in the page's URL. */
export function useProjectScope(): ProjectPlace {
  return { workspaceId: useWorkspace().id, projectId: useProject().id };
}
