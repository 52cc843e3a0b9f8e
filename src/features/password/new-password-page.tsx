import { Button, Text } from '@mantine/core';
import { paths } from '@quartermaster/contract/paths.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { useServices } from '../../shared/services/services.ts';
import { HumanCheck } from '../../shared/ui/human-check/human-check.tsx';
import { isLinkError, LinkProblemPage } from '../../shared/ui/page/link-problem-page.tsx';
import { PublicPage } from '../../shared/ui/page/public-page.tsx';
import { texts } from '../../shared/ui/texts.ts';
import { type NewPassword, NewPasswordForm } from './new-password-form.tsx';
import { NewPasswordSkeleton } from './new-password-skeleton.tsx';

interface NewPasswordPageProps {
  /** The secret of the link; empty if the URL has none, and then no request is sent. */
  hash: string;
  /** Whether the link is valid. If that cannot be determined, the form is shown: submitting it returns the error. */
  link: UseQueryResult<unknown>;
  title: string;
  submitLabel: string;
  /** Shown above the form. */
  about?: ReactNode;
  /** The address of the account, shown in the form and to password managers. */
  email?: string | undefined;
  /** True if the account is created with the password and has no name yet. */
  asksName?: boolean;
  save: (body: NewPassword & { hash: string }) => Promise<unknown>;
  /** Signs in with the new password, and leaves this page. */
  signIn?: ((password: string) => Promise<unknown>) | undefined;
  /** Shown once the password is set, if this page does not sign in, or cannot. */
  done: {
    title: string;
    message: string;
    /** What the form of the sign-in starts with. */
    email?: string | undefined;
  };
  /** What to do next if the link does not work. */
  nextLinks: ReactNode;
}

/** The target of an email link that sets a new password: checks the link, shows the form, then the outcome. */
export function NewPasswordPage(props: NewPasswordPageProps) {
  const { hash, link, title, submitLabel, about, email, asksName = false, save, signIn, done, nextLinks } = props;
  const { endSession } = useServices();
  const [isDone, setDone] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  if (isDone) {
    return (
      <PublicPage key="done" title={done.title} isResult>
        <Text>{done.message}</Text>
        <Button component={Link} to={paths.signIn} state={{ email: done.email }} fullWidth>
          {texts.signIn}
        </Button>
      </PublicPage>
    );
  }
  const problem = refusal ?? (isLinkError(link.error) ? link.error : null);
  if (hash === '' || problem !== null) {
    return (
      <LinkProblemPage error={problem} isResult={refusal !== null}>
        {nextLinks}
      </LinkProblemPage>
    );
  }
  const submit = async (values: NewPassword) => {
    try {
      await save({ ...values, hash });
      // A user who was signed in here continues with the link's account.
      endSession();
    } catch (error) {
      if (isLinkError(error)) setRefusal(error);
      throw error;
    }
    try {
      if (signIn) return await signIn(values.password);
    } catch {
      // The password is set: the form of the sign-in says why it does not work.
    }
    setDone(true);
  };
  return (
    <PublicPage key="form" title={title}>
      {about}
      {link.isPending ? (
        <NewPasswordSkeleton />
      ) : (
        <NewPasswordForm
          submitLabel={submitLabel}
          email={email}
          asksName={asksName}
          check={signIn && <HumanCheck />}
          onSubmit={submit}
        />
      )}
    </PublicPage>
  );
}
