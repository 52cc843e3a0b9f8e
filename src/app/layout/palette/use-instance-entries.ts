import { paths } from '@quartermaster/contract/paths.ts';
import { useNavigate } from 'react-router-dom';
import { useSwitchInstance } from '../../../shared/access/activate-instance.ts';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { useInstanceContext } from '../../../shared/access/instance-context.ts';
import { useGoToEnvironment } from '../../../shared/access/use-go-to-environment.ts';
import { useServices } from '../../../shared/services/services.ts';
import { environmentLabel } from '../../../shared/ui/env-badge.tsx';
import type { Bootstrap } from '../bootstrap.ts';
import type { Entry } from './entries.ts';

/** The other environments of the project, and those of other projects. */
export function useInstanceEntries({ workspaces }: Bootstrap): Omit<Entry, 'Icon'>[] {
  const current = useInstanceId();
  const here = useInstanceContext()?.project.id;
  const { notify, unsavedChanges } = useServices();
  const goToEnvironment = useGoToEnvironment();
  const change = useSwitchInstance();
  const navigate = useNavigate();
  const open = async (switchTo: () => Promise<void>) => {
    if (unsavedChanges.isDirty()) return notify.info('Save or discard your changes before you change the instance.');
    // The call itself shows its failure.
    await switchTo().catch(() => undefined);
  };
  return workspaces.flatMap((workspace) =>
    workspace.projects.flatMap((project) =>
      project.instances
        .filter(({ id }) => id !== current)
        .map(({ id, env }) => ({
          key: String(id),
          label: `${project.name} ${environmentLabel(env)}`,
          about: workspace.name,
          run: () =>
            void open(async () => {
              if (project.id === here) return goToEnvironment(id, env);
              await change.mutateAsync(id);
              await navigate(paths.home);
            }),
        })),
    ),
  );
}
