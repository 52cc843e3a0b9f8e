import { Button, Stack, TextInput } from '@mantine/core';
import { signInRule } from '@quartermaster/contract/rules/people/sign-in.ts';
import { useLogin } from '../../shared/data/accounts.ts';
import { useRuleForm } from '../../shared/form/use-rule-form.ts';
import { ErrorCallout } from '../../shared/ui/error-callout.tsx';
import { HumanCheck, unlessChallenge } from '../../shared/ui/human-check/human-check.tsx';
import { PasswordField } from '../../shared/ui/password-field.tsx';
import { texts } from '../../shared/ui/texts.ts';

interface SignInFormProps {
  /** What the address starts with. */
  email: string;
  /** Called before the credentials are sent. */
  onAttempt: () => void;
  /** `expiresAt` in Unix seconds. */
  onSignedIn: (expiresAt: number) => void;
}

export function SignInForm({ email, onAttempt, onSignedIn }: SignInFormProps) {
  const login = useLogin();
  const { register, submit, errors, error, isSubmitting } = useRuleForm(signInRule, {
    defaultValues: { email, password: '' },
    guard: false,
    onSubmit: (values) => {
      onAttempt();
      return login.mutateAsync(values);
    },
    onSaved: ({ expires_at }) => onSignedIn(expires_at),
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <ErrorCallout error={unlessChallenge(error)} />
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...register('email')}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password')}
        />
        <HumanCheck error={error} />
        <Button type="submit" loading={isSubmitting} fullWidth>
          {texts.signIn}
        </Button>
      </Stack>
    </form>
  );
}
