import { Button, Stack } from '@mantine/core';
import { newPasswordRule } from '@quartermaster/contract/rules/password.ts';
import { useWatch } from 'react-hook-form';
import { useRuleForm } from '../../shared/form/use-rule-form.ts';
import { ErrorCallout } from '../../shared/ui/error-callout.tsx';
import { PasswordField } from '../../shared/ui/password-field.tsx';
import { PasswordChecklist } from './password-checklist.tsx';

interface NewPasswordFormProps {
  submitLabel: string;
  onSubmit: (password: string) => Promise<unknown>;
}

/** A new password, typed twice, with a live checklist of the rules. */
export function NewPasswordForm({ submitLabel, onSubmit }: NewPasswordFormProps) {
  const { register, submit, errors, error, isSubmitting, control } = useRuleForm(newPasswordRule, {
    defaultValues: { password: '', confirmation: '' },
    guard: false,
    onSubmit: ({ password }) => onSubmit(password),
  });
  const password = useWatch({ control, name: 'password' });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <ErrorCallout error={error} />
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
        <Button type="submit" loading={isSubmitting} fullWidth>
          {submitLabel}
        </Button>
      </Stack>
    </form>
  );
}
