import { Button, Fieldset, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { workspaceRoles } from '@quartermaster/contract/access.ts';
import type { CompanyInput, CompanySetting } from '@quartermaster/contract/endpoints/people/company-sign-in.ts';
import { companySettingRule } from '@quartermaster/contract/rules/people/company-sign-in.ts';
import { useState } from 'react';
import { number, type ObjectSchema, string } from 'yup';
import {
  type CompanyAnswer,
  useRemoveCompanySignIn,
  useSaveCompanySignIn,
} from '../../../shared/data/company-sign-in.ts';
import { useRuleForm } from '../../../shared/form/use-rule-form.ts';
import { CopyBox } from '../../../shared/ui/copy/copy-box.tsx';
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { PasswordField } from '../../../shared/ui/password-field.tsx';

/** The setting as it is typed: the values of the claim as lines, by the role that they give. */
interface Typed extends Omit<CompanyInput, 'roles_by_claim' | 'default_role_id' | 'client_secret'> {
  client_secret: string;
  admins: string;
  members: string;
  /** 0: none. */
  default_role: number;
}

const typedRule = companySettingRule.omit(['roles_by_claim', 'default_role_id', 'client_secret']).shape({
  client_secret: string().trim().defined(),
  admins: string().defined(),
  members: string().defined(),
  default_role: number().required(),
}) as ObjectSchema<Typed>;

const linesOf = (setting: CompanySetting | null, role: number) =>
  (setting?.roles_by_claim ?? [])
    .filter(({ role_id }) => role_id === role)
    .map(({ value }) => value)
    .join('\n');

const valuesOf = (lines: string, role_id: CompanyInput['roles_by_claim'][number]['role_id']) =>
  lines
    .split('\n')
    .map((value) => value.trim())
    .filter(Boolean)
    .map((value) => ({ value, role_id }));

const toTyped = (setting: CompanySetting | null): Typed => ({
  issuer: setting?.issuer ?? '',
  client_id: setting?.client_id ?? '',
  client_secret: '',
  portal_client_id: setting?.portal_client_id ?? '',
  claim: setting?.claim ?? '',
  admins: linesOf(setting, workspaceRoles.admin),
  members: linesOf(setting, workspaceRoles.member),
  default_role: setting?.default_role_id ?? 0,
});

const toInput = ({ admins, members, default_role, client_secret, ...typed }: Typed): CompanyInput => ({
  ...typed,
  ...(client_secret !== '' && { client_secret }),
  roles_by_claim: [...valuesOf(admins, workspaceRoles.admin), ...valuesOf(members, workspaceRoles.member)],
  default_role_id: default_role === 0 ? null : (default_role as CompanyInput['default_role_id']),
});

const defaultRoles = [
  { value: '0', label: 'Nobody: only invited people join' },
  { value: String(workspaceRoles.member), label: 'Member' },
  { value: String(workspaceRoles.admin), label: 'Admin' },
];

interface ProviderFormProps {
  workspaceId: number;
  answer: CompanyAnswer;
  mayChange: boolean;
  mayClose: boolean;
}

/** The provider, and who joins by it. */
export function ProviderForm({ workspaceId, answer, mayChange, mayClose }: ProviderFormProps) {
  const { setting, redirect_url } = answer;
  const save = useSaveCompanySignIn(workspaceId);
  const remove = useRemoveCompanySignIn(workspaceId);
  const [isRemoving, setRemoving] = useState(false);
  const { register, submit, errors, error, isSubmitting, reset, formState } = useRuleForm(typedRule, {
    defaultValues: toTyped(setting),
    onSubmit: async (typed) => {
      await save.mutateAsync(toInput(typed));
      return typed;
    },
    onSaved: (typed) => reset({ ...typed, client_secret: '' }),
  });
  return (
    <form onSubmit={submit} noValidate>
      <Fieldset variant="unstyled" disabled={!mayChange}>
        <Stack gap="md">
          <CopyBox label="Redirect address" value={redirect_url} />
          <ErrorCallout error={error} />
          <TextInput
            label="Issuer"
            description="As the provider names itself in its tokens, such as https://accounts.google.com"
            withAsterisk
            type="url"
            autoComplete="off"
            error={errors.issuer?.message}
            {...register('issuer')}
          />
          <TextInput
            label="Client id"
            withAsterisk
            autoComplete="off"
            error={errors.client_id?.message}
            {...register('client_id')}
          />
          <PasswordField
            label="Client secret"
            description={
              setting ? 'Leave it empty to keep the stored one' : 'It is stored encrypted, and never shown again'
            }
            withAsterisk={!setting}
            autoComplete="off"
            error={errors.client_secret?.message}
            {...register('client_secret')}
          />
          <TextInput
            label="Client id of a portal"
            description="If a portal with this console in it exchanges id tokens of the same provider"
            autoComplete="off"
            error={errors.portal_client_id?.message}
            {...register('portal_client_id')}
          />
          <NativeSelect
            label="Who joins at the first sign-in"
            description="Later, roles are changed on the page of the members"
            data={defaultRoles}
            error={errors.default_role?.message}
            {...register('default_role')}
          />
          <TextInput
            label="Claim for roles"
            description="Such as groups; names of claims inside of others have dots between"
            autoComplete="off"
            error={errors.claim?.message}
            {...register('claim')}
          />
          <Group gap="md" grow align="flex-start">
            <Textarea
              label="Values for admins"
              description="One a line"
              rows={3}
              error={errors.admins?.message}
              {...register('admins')}
            />
            <Textarea
              label="Values for members"
              description="One a line"
              rows={3}
              error={errors.members?.message}
              {...register('members')}
            />
          </Group>
          {mayChange && (
            <Button
              type="submit"
              style={{ alignSelf: 'flex-start' }}
              loading={isSubmitting}
              disabled={setting !== null && !formState.isDirty}
            >
              Save
            </Button>
          )}
        </Stack>
      </Fieldset>
      {setting && mayClose && (
        <Button variant="default" mt="xs" onClick={() => setRemoving(true)}>
          Remove company sign-in
        </Button>
      )}
      <ConfirmDialog
        opened={isRemoving}
        title="Remove company sign-in"
        message={
          <Text size="sm">
            Sessions of this sign-in end. People sign in with a password, which they can set by “Forgot your password?”.
          </Text>
        }
        confirmLabel="Yes, remove company sign-in"
        cancelLabel="Cancel"
        danger
        onCancel={() => setRemoving(false)}
        onConfirm={async () => {
          await remove.mutateAsync();
          reset(toTyped(null));
          setRemoving(false);
        }}
      />
    </form>
  );
}
