import { Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useServices } from '../../shared/services/services.ts';
import { LinkButton } from '../../shared/ui/link-button.tsx';
import { isLinkError, LinkProblemPage } from '../../shared/ui/page/link-problem-page.tsx';
import { PublicPage } from '../../shared/ui/page/public-page.tsx';
import { type NewPassword, NewPasswordForm } from './new-password-form.tsx';
import { NewPasswordSkeleton } from './new-password-skeleton.tsx';

interface NewPasswordPageProps {
  /** The secret of the link; empty where the address has none, and then nothing is sent. */
  hash: string;
  /** Whether the link works. Where that cannot be learned the form is shown: sending it tells. */
  link: UseQueryResult<unknown>;
  title: string;
  submitLabel: string;
  /** Said above the form. */
  about?: ReactNode;
  /** True where the account is made with the password, and nobody has said yet what the person is called. */
  asksName?: boolean;
  save: (body: NewPassword & { hash: string }) => Promise<unknown>;
  /** Said once the password is set. */
  done: { title: string; message: string };
  /** The ways on where the link does not work. */
  waysOn: ReactNode;
}

/** A link of a mail that ends in a new password: whether it works, the form, then what came of it. */
export function NewPasswordPage(props: NewPasswordPageProps) {
  const { hash, link, title, submitLabel, about, asksName = false, save, done, waysOn } = props;
  const { endSession } = useServices();
  const [isDone, setDone] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  if (isDone) {
    return (
      <PublicPage key="done" title={done.title} isResult>
        <Text>{done.message}</Text>
        <LinkButton to="/login" fullWidth>
          Sign in
        </LinkButton>
      </PublicPage>
    );
  }
  const problem = refusal ?? (isLinkError(link.error) ? link.error : null);
  if (hash === '' || problem !== null) {
    return (
      <LinkProblemPage error={problem} isResult={refusal !== null}>
        {waysOn}
      </LinkProblemPage>
    );
  }
  const submit = async (values: NewPassword) => {
    try {
      await save({ ...values, hash });
      // Whoever was signed in here goes on as the account that the link was for.
      endSession();
      setDone(true);
    } catch (error) {
      if (isLinkError(error)) setRefusal(error);
      throw error;
    }
  };
  return (
    <PublicPage key="form" title={title}>
      {about}
      {link.isPending ? (
        <NewPasswordSkeleton />
      ) : (
        <NewPasswordForm submitLabel={submitLabel} asksName={asksName} onSubmit={submit} />
      )}
    </PublicPage>
  );
}
