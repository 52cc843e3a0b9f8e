import { UnstyledButton } from '@mantine/core';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import type { InstanceContext } from '../../../shared/access/instance-context.ts';
import { useGoToEnvironment } from '../../../shared/access/use-go-to-environment.ts';
import { useServices } from '../../../shared/services/services.ts';
import { envColors, environmentLabel } from '../../../shared/ui/env-badge.tsx';
import classes from './instance-switcher.module.css';

interface EnvironmentLinksProps {
  context: InstanceContext;
  /** Called instead of switching if unsaved changes would be lost. */
  onDirty: () => void;
}

/** The environments of the active instance's project, one click each. */
export function EnvironmentLinks({ context, onDirty }: EnvironmentLinksProps) {
  const current = useInstanceId();
  const { unsavedChanges } = useServices();
  const goTo = useGoToEnvironment();
  return (
    <nav aria-label="Environments" className={classes.environments}>
      {context.project.instances.map(({ id, env }) => (
        <UnstyledButton
          key={id}
          className={`${classes.environment} ${envColors}`}
          data-env={env}
          aria-label={id === current ? environmentLabel(env) : `Switch to ${environmentLabel(env)}`}
          aria-current={id === current || undefined}
          onClick={() => {
            if (id === current) return;
            if (unsavedChanges.isDirty()) onDirty();
            // The call itself shows its failure.
            else goTo(id, env).catch(() => undefined);
          }}
        >
          {environmentLabel(env)}
        </UnstyledButton>
      ))}
    </nav>
  );
}
