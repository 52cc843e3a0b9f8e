import { TextInput } from '@mantine/core';
import { secondFactorRule } from '@quartermaster/contract/rules/people/second-factor.ts';
import { type ReactNode, useEffect } from 'react';
import { useRuleForm } from '../../../../shared/form/use-rule-form.ts';
import { DialogForm } from '../../../../shared/ui/dialog/form-dialog.tsx';
import { ErrorCallout } from '../../../../shared/ui/error-callout.tsx';
import { PasswordField } from '../../../../shared/ui/password-field.tsx';

interface ProofFormProps<A> {
  /** What a code is taken from. */
  codeHint: string;
  submitLabel: string;
  danger?: boolean;
  onSubmit: (proof: { password: string; code: string }) => Promise<A>;
  onSaved: (answer: A) => void;
  onCancel: () => void;
  children: ReactNode;
}

/** Asks for a code and the password. */
export function ProofForm<A>({
  codeHint,
  submitLabel,
  danger = false,
  onSubmit,
  onSaved,
  onCancel,
  children,
}: ProofFormProps<A>) {
  const { register, submit, errors, error, isSubmitting, setFocus } = useRuleForm(secondFactorRule, {
    defaultValues: { password: '', code: '' },
    onSubmit,
    onSaved,
  });
  // The form of a new secret is mounted after its dialog.
  useEffect(() => setFocus('code'), [setFocus]);
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onCancel}
      submitLabel={submitLabel}
      isSubmitting={isSubmitting}
      danger={danger}
    >
      <ErrorCallout error={error} />
      {children}
      <TextInput
        label="Code"
        description={codeHint}
        withAsterisk
        autoComplete="one-time-code"
        data-autofocus
        error={errors.code?.message}
        {...register('code')}
      />
      <PasswordField
        label="Password"
        withAsterisk
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password')}
      />
    </DialogForm>
  );
}
