import { Box, Button, Stack, TextInput } from '@mantine/core';
import { signInRule } from '@quartermaster/contract/rules/people/sign-in.ts';
import { useState } from 'react';
import { useLogin } from '../../shared/data/accounts.ts';
import { useRuleForm } from '../../shared/form/use-rule-form.ts';
import { HttpError, isSecondFactorAsked } from '../../shared/http/http-error.ts';
import { ErrorCallout } from '../../shared/ui/error-callout.tsx';
import { HumanCheck, unlessChallenge } from '../../shared/ui/human-check/human-check.tsx';
import { PasswordField } from '../../shared/ui/password-field.tsx';
import { texts } from '../../shared/ui/texts.ts';
import { CodeStep, type Factors } from './code-step.tsx';
import { CompanyButton } from './company-button.tsx';
import { PasskeyButton } from './passkey-button.tsx';

interface SignInFormProps {
  /** What the address starts with. */
  email: string;
  /** The page to return to. */
  from: string;
  /** Called before the credentials are sent. */
  onAttempt: () => void;
  /** `expiresAt` in Unix seconds. */
  onSignedIn: (expiresAt: number) => void;
}

/** Asks for email and password, and then for a code if the account has a second factor. */
export function SignInForm({ email, from, onAttempt, onSignedIn }: SignInFormProps) {
  const login = useLogin();
  const [factors, setFactors] = useState<Factors | null>(null);
  const { register, submit, errors, error, isSubmitting, getValues, trigger } = useRuleForm(signInRule, {
    defaultValues: { email, password: '' },
    guard: false,
    onSubmit: ({ code, ...values }) => {
      onAttempt();
      return login.mutateAsync(code === undefined ? values : { ...values, code }, {
        onError: (cause) => {
          if (isSecondFactorAsked(cause)) setFactors((before) => before ?? factorsOf(cause));
        },
      });
    },
    onSaved: ({ expires_at }) => onSignedIn(expires_at),
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <ErrorCallout error={isSecondFactorAsked(error) ? null : unlessChallenge(error)} />
        {factors ? (
          <CodeStep
            email={getValues('email')}
            input={{ error: errors.code?.message, ...register('code', { shouldUnregister: true }) }}
            factors={factors}
            onBack={() => setFactors(null)}
          />
        ) : (
          <>
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
          </>
        )}
        <HumanCheck error={error} />
        <Button type="submit" loading={isSubmitting} fullWidth>
          {texts.signIn}
        </Button>
      </Stack>
      {(!factors || factors.hasPasskey) && (
        <Box mt="md">
          <PasskeyButton
            label={factors ? texts.passkey : 'Sign in with a passkey'}
            onAttempt={onAttempt}
            onSignedIn={onSignedIn}
          />
        </Box>
      )}
      {!factors && (
        <CompanyButton
          from={from}
          readEmail={async () => ((await trigger('email', { shouldFocus: true })) ? getValues('email') : undefined)}
        />
      )}
    </form>
  );
}

function factorsOf(error: unknown): Factors {
  const { has_app, has_passkey } = ((error instanceof HttpError && error.body.details) || {}) as Record<
    string,
    unknown
  >;
  return { hasApp: has_app !== false, hasPasskey: has_passkey === true };
}
