import { Button, Stack, TextInput } from '@mantine/core';
import { paths } from '@quartermaster/contract/paths.ts';
import { registrationRule } from '@quartermaster/contract/rules/people/registration.ts';
import { useNavigate } from 'react-router-dom';
import { useRegister } from '../../shared/data/registration.ts';
import { useRuleForm } from '../../shared/form/use-rule-form.ts';
import { ErrorCallout } from '../../shared/ui/error-callout.tsx';
import { HumanCheck, unlessChallenge } from '../../shared/ui/human-check/human-check.tsx';
import { TextLink } from '../../shared/ui/link-button.tsx';
import { PublicPage } from '../../shared/ui/page/public-page.tsx';
import { texts } from '../../shared/ui/texts.ts';
import type { SentMail } from './sent-mail.ts';

export function RegistrationForm() {
  const navigate = useNavigate();
  const registering = useRegister();
  const { register, submit, errors, error, isSubmitting } = useRuleForm(registrationRule, {
    defaultValues: { account_name: '', email: '' },
    guard: false,
    onSubmit: async (values) => {
      await registering.mutateAsync(values);
      return values.email;
    },
    onSaved: (email) => {
      const state: SentMail = { email, sentAt: Date.now(), resends: 0 };
      void navigate(paths.registration, { state });
    },
  });
  return (
    <PublicPage
      title="Create your account"
      footer={
        <>
          <span>Already have an account?</span>
          <TextLink to={paths.signIn}>{texts.signIn}</TextLink>
        </>
      }
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <ErrorCallout error={unlessChallenge(error)} />
          <TextInput
            label="Name"
            autoComplete="name"
            error={errors.account_name?.message}
            {...register('account_name')}
          />
          <TextInput
            label="Email"
            type="email"
            autoComplete="email"
            error={errors.email?.message}
            {...register('email')}
          />
          <HumanCheck error={error} />
          <Button type="submit" loading={isSubmitting} fullWidth>
            {texts.createAccount}
          </Button>
        </Stack>
      </form>
    </PublicPage>
  );
}
