import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import { tokenScopes } from '@quartermaster/contract/access.ts';
import type { Project } from '@quartermaster/contract/endpoints/workspaces.ts';
import { tokenScopeTexts } from '@quartermaster/contract/token-scope-texts.ts';
import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { ChoicesFieldset } from '../choices-fieldset.tsx';
import { EnvironmentBoxes } from './environment-boxes.tsx';
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
    <EnvironmentBoxes instances={instances} input={register('environments')} error={errors.environments} />
    <NativeSelect
      label="Valid for"
      data={Object.entries(validity).map(([value, label]) => ({ value, label }))}
      error={errors.days?.message}
      {...register('days')}
    />
  </>
);
