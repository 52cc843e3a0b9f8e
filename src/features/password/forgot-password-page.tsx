import { Button, Stack, Text, TextInput } from '@mantine/core';
import { paths } from '@quartermaster/contract/paths.ts';
import { forgotPasswordRule } from '@quartermaster/contract/rules/people/account.ts';
import { useLocation, useNavigate } from 'react-router-dom';
import { useRequestPasswordReset } from '../../shared/data/password.ts';
import { useRuleForm } from '../../shared/form/use-rule-form.ts';
import { ErrorCallout } from '../../shared/ui/error-callout.tsx';
import { HumanCheck, unlessChallenge } from '../../shared/ui/human-check/human-check.tsx';
import { LinkButton, TextLink } from '../../shared/ui/link-button.tsx';
import { PublicPage } from '../../shared/ui/page/public-page.tsx';
import { texts } from '../../shared/ui/texts.ts';

/** Asks for an email address; the confirmation is the same whether or not it has an account. */
export function ForgotPasswordPage() {
  const state = useLocation().state as { email?: unknown } | null;
  return typeof state?.email === 'string' ? <Sent email={state.email} /> : <Form />;
}

function Form() {
  const navigate = useNavigate();
  const reset = useRequestPasswordReset();
  const { register, submit, errors, error, isSubmitting } = useRuleForm(forgotPasswordRule, {
    defaultValues: { email: '' },
    guard: false,
    onSubmit: async ({ email }) => {
      await reset.mutateAsync(email);
      return email;
    },
    onSaved: (email) => void navigate(paths.forgotPassword, { state: { email } }),
  });
  return (
    <PublicPage title={texts.forgotPassword} footer={<TextLink to={paths.signIn}>Back to sign in</TextLink>}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <ErrorCallout error={unlessChallenge(error)} />
          <Text>We will send you a link to set a new password.</Text>
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            error={errors.email?.message}
            {...register('email')}
          />
          <HumanCheck error={error} />
          <Button type="submit" loading={isSubmitting} fullWidth>
            {texts.sendLink}
          </Button>
        </Stack>
      </form>
    </PublicPage>
  );
}

const Sent = ({ email }: { email: string }) => (
  <PublicPage
    title={texts.checkYourEmail}
    isResult
    footer={<TextLink to={paths.forgotPassword}>{texts.useAnotherAddress}</TextLink>}
  >
    <Text>
      If there is an account with <strong>{email}</strong>, we have sent it a link to set a new password. The link works
      once, for 1 hour.
    </Text>
    <LinkButton to={paths.signIn} variant="default" fullWidth>
      Back to sign in
    </LinkButton>
  </PublicPage>
);
