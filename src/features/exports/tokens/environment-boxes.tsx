import { Checkbox, Group } from '@mantine/core';
import { projectTokens } from '@quartermaster/contract/endpoints/project-tokens.ts';
import type { Project } from '@quartermaster/contract/endpoints/workspaces.ts';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useRefusalIn } from '../../../shared/access/use-refusal.ts';
import { ChoicesFieldset } from '../choices-fieldset.tsx';

interface EnvironmentBoxesProps {
  instances: Project['instances'];
  input: UseFormRegisterReturn;
  error: { message?: string | undefined } | undefined;
}

/** The environments of a project that a token opens. */
export const EnvironmentBoxes = ({ instances, input, error }: EnvironmentBoxesProps) => (
  <ChoicesFieldset legend="Environments" error={error}>
    <Group gap="lg" align="flex-start">
      {instances.map((instance) => (
        <EnvironmentBox key={instance.id} instance={instance} input={input} />
      ))}
    </Group>
  </ChoicesFieldset>
);

interface EnvironmentBoxProps {
  instance: Project['instances'][number];
  input: UseFormRegisterReturn;
}

/** An environment, which can only be chosen by users who may make tokens there. */
function EnvironmentBox({ instance: { id, env }, input }: EnvironmentBoxProps) {
  const refusal = useRefusalIn(projectTokens.create, id);
  return (
    <Checkbox
      value={env}
      label={env}
      disabled={refusal !== null}
      description={refusal === null || refusal === 'unknown' ? undefined : 'You may not export there'}
      {...input}
    />
  );
}
