import { Button, Stack, Text, TextInput } from '@mantine/core';
import { paths } from '@quartermaster/contract/paths.ts';
import { recoveryRule } from '@quartermaster/contract/rules/people/company-sign-in.ts';
import { requiredEmail } from '@quartermaster/contract/rules/people/email.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { object } from 'yup';
import { accountQueries } from '../../shared/data/accounts.ts';
import { useRecover, useSendRecoveryCode } from '../../shared/data/company-sign-in.ts';
import { LogoutLink } from '../../shared/drafts/logout-link.tsx';
import { useRuleForm } from '../../shared/form/use-rule-form.ts';
import { pathWithin } from '../../shared/services/path-within.ts';
import { useRequest } from '../../shared/services/request.ts';
import { useServices } from '../../shared/services/services.ts';
import { ErrorCallout } from '../../shared/ui/error-callout.tsx';
import { TextLink } from '../../shared/ui/link-button.tsx';
import { PublicPage } from '../../shared/ui/page/public-page.tsx';
import { CompanyButton } from './company-button.tsx';

/** Shown for a workspace that opens only with company sign-in, to a session of another one. */
export function CompanyOnlyPage() {
  const { session, ownsDocument, hrefOf } = useServices();
  const [search] = useSearchParams();
  const from = pathWithin(search.get('from'));
  const mayRecover = mayRecoverOf(useLocation().state);
  const { data: account } = useQuery(accountQueries.get(useRequest()));
  return (
    <PublicPage
      title="Company sign-in needed"
      footer={
        <>
          <TextLink to={paths.account}>Your profile</TextLink>
          <LogoutLink />
        </>
      }
    >
      <Text>This workspace opens only after signing in with your company.</Text>
      {session.ownedByHost || !ownsDocument ? (
        <Text>
          Sign in with your company in the application around this console, or{' '}
          <a href={hrefOf(from)} target="_blank" rel="noreferrer">
            open the console by itself
          </a>
          .
        </Text>
      ) : (
        account && (
          <>
            <CompanyForm email={account.email} from={from} />
            {mayRecover && <Recovery from={from} />}
          </>
        )
      )}
    </PublicPage>
  );
}

/** Whether the refusal that opened the page offers the user a way around the company. */
const mayRecoverOf = (state: unknown): boolean => (state as { mayRecover?: unknown } | null)?.mayRecover === true;

const addressRule = object({ email: requiredEmail });

function CompanyForm({ email, from }: { email: string; from: string }) {
  const { register, errors, trigger, getValues } = useRuleForm(addressRule, {
    defaultValues: { email },
    guard: false,
    onSubmit: async () => undefined,
  });
  const readEmail = async () => ((await trigger('email', { shouldFocus: true })) ? getValues('email') : undefined);
  return (
    <div>
      <TextInput
        label="Email at your company"
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        {...register('email')}
      />
      <CompanyButton
        from={from}
        readEmail={readEmail}
        unknown="No company sign-in is set up for this address. Use the address that your company knows, or ask an owner."
        isMain
      />
    </div>
  );
}

/** For owners, whose company sign-in may be broken. */
function Recovery({ from }: { from: string }) {
  const { startSession } = useServices();
  const navigate = useNavigate();
  const [isSent, setSent] = useState(false);
  const send = useSendRecoveryCode();
  const recover = useRecover();
  const { register, submit, errors, error, isSubmitting } = useRuleForm(recoveryRule, {
    defaultValues: { code: '' },
    guard: false,
    onSubmit: ({ code }) => recover.mutateAsync(code),
    onSaved: ({ expires_at }) => {
      startSession(expires_at);
      void navigate(from, { replace: true });
    },
  });
  return (
    <details>
      <summary>Your company sign-in does not work, and you are an owner?</summary>
      <form onSubmit={submit} noValidate>
        <Stack gap="md" mt="xs">
          <Text size="sm">Sign in with your password, and get in by a code that we mail you.</Text>
          <ErrorCallout error={error ?? send.error} />
          {isSent ? (
            <>
              <TextInput
                label="Code"
                description="Six digits, in the mail that we have sent you"
                inputMode="numeric"
                autoComplete="one-time-code"
                autoFocus
                error={errors.code?.message}
                {...register('code')}
              />
              <Button type="submit" loading={isSubmitting}>
                Get in
              </Button>
            </>
          ) : (
            <Button
              variant="default"
              loading={send.isPending}
              onClick={() => send.mutate(undefined, { onSuccess: () => setSent(true) })}
            >
              Mail me a code
            </Button>
          )}
        </Stack>
      </form>
    </details>
  );
}
