import { Button, Stack, TextInput } from '@mantine/core';
import { newPasswordRule } from '@quartermaster/contract/rules/people/password.ts';
import { registrationRule } from '@quartermaster/contract/rules/people/registration.ts';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { object, string } from 'yup';
import { useRuleForm } from '../../shared/form/use-rule-form.ts';
import { ErrorCallout } from '../../shared/ui/error-callout.tsx';
import { PasswordField } from '../../shared/ui/password-field.tsx';
import { PasswordChecklist } from './password-checklist.tsx';

const namedRule = newPasswordRule.concat(registrationRule.pick(['account_name']));
const unnamedRule = newPasswordRule.concat(object({ account_name: string().ensure() }));

/** The form's values; the name only if the form has an input for it. */
export interface NewPassword {
  password: string;
  account_name?: string;
}

interface NewPasswordFormProps {
  submitLabel: string;
  email?: string | undefined;
  /** True if the account is created with the password and has no name yet. */
  asksName?: boolean;
  /** The human verification of what the form sends. */
  check?: ReactNode;
  onSubmit: (values: NewPassword) => Promise<unknown>;
}

/** A new password, typed twice, with a live checklist of the rules. */
export function NewPasswordForm({ submitLabel, email, asksName = false, check, onSubmit }: NewPasswordFormProps) {
  const { register, submit, errors, error, isSubmitting, control } = useRuleForm(asksName ? namedRule : unnamedRule, {
    defaultValues: { account_name: '', password: '', confirmation: '' },
    guard: false,
    onSubmit: ({ account_name, password }) => onSubmit(asksName ? { account_name, password } : { password }),
  });
  const password = useWatch({ control, name: 'password' });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <ErrorCallout error={error} />
        {email !== undefined && <TextInput label="Email" type="email" autoComplete="username" value={email} readOnly />}
        {asksName && (
          <TextInput
            label="Name"
            autoComplete="name"
            error={errors.account_name?.message}
            {...register('account_name')}
          />
        )}
        <PasswordField
          label="New password"
          autoComplete="new-password"
          error={errors.password?.message}
          {...register('password')}
        />
        <PasswordChecklist password={password} />
        <PasswordField
          label="Repeat the password"
          autoComplete="new-password"
          error={errors.confirmation?.message}
          {...register('confirmation')}
        />
        {check}
        <Button type="submit" loading={isSubmitting} fullWidth>
          {submitLabel}
        </Button>
      </Stack>
    </form>
  );
}
