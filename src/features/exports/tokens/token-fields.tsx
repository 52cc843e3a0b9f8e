import { Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { tokenScopes } from '@quartermaster/contract/access.ts';
import { projectTokens } from '@quartermaster/contract/endpoints/project-tokens.ts';
import type { Project } from '@quartermaster/contract/endpoints/workspaces.ts';
import { tokenScopeTexts } from '@quartermaster/contract/token-scope-texts.ts';
import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { useRefusalIn } from '../../../shared/access/use-refusal.ts';
import { ChoicesFieldset } from '../choices-fieldset.tsx';
import { type TokenValues, validity } from './new-token-rule.ts';

interface TokenFieldsProps {
  register: UseFormRegister<TokenValues>;
  errors: FieldErrors<TokenValues>;
  instances: Project['instances'];
}

/** The inputs of a new token: its name, scopes, environments and how long it is valid. */
export const TokenFields = ({ register, errors, instances }: TokenFieldsProps) => (
  <>
    <TextInput
      label="Name"
      placeholder="Nightly build"
      description="Histories show it with your name."
      autoComplete="off"
      data-autofocus
      error={errors.name?.message}
      {...register('name')}
    />
    <ChoicesFieldset legend="Scopes" error={errors.scopes}>
      <Stack gap="xs">
        {tokenScopes.map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            label={scope}
            description={tokenScopeTexts[scope]}
            {...register('scopes')}
          />
        ))}
      </Stack>
    </ChoicesFieldset>
    <ChoicesFieldset legend="Environments" error={errors.environments}>
      <Group gap="lg" align="flex-start">
        {instances.map((instance) => (
          <EnvironmentBox key={instance.id} instance={instance} register={register} />
        ))}
      </Group>
    </ChoicesFieldset>
    <NativeSelect
      label="Valid for"
      data={Object.entries(validity).map(([value, label]) => ({ value, label }))}
      error={errors.days?.message}
      {...register('days')}
    />
  </>
);

interface EnvironmentBoxProps {
  instance: Project['instances'][number];
  register: UseFormRegister<TokenValues>;
}

/** An environment, which can only be chosen by whoever may make tokens there. */
function EnvironmentBox({ instance: { id, env }, register }: EnvironmentBoxProps) {
  const refusal = useRefusalIn(projectTokens.create, id);
  return (
    <Checkbox
      value={env}
      label={env}
      disabled={refusal !== null}
      description={refusal === null || refusal === 'unknown' ? undefined : 'You may not export there'}
      {...register('environments')}
    />
  );
}
