import { Button, Loader, Text } from '@mantine/core';
import { paths } from '@quartermaster/contract/paths.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorCallout } from '../../shared/ui/error-callout.tsx';
import { Delayed } from '../../shared/ui/lazy/delayed.tsx';
import { LinkButton } from '../../shared/ui/link-button.tsx';
import { isLinkError, LinkProblemPage } from '../../shared/ui/page/link-problem-page.tsx';
import { PublicPage } from '../../shared/ui/page/public-page.tsx';
import { texts } from '../../shared/ui/texts.ts';

interface ConfirmationPageProps<T> {
  /** Empty if the URL has none; then no request is sent. */
  hash: string;
  /** What the link does; shown until the outcome is known. */
  title: string;
  answer: UseQueryResult<T>;
  done: (data: T) => { title: string; message: ReactNode };
}

/** A link in an email that takes effect as soon as it is opened: in progress, done, or the reason it failed. */
export function ConfirmationPage<T>({ hash, title, answer, done }: ConfirmationPageProps<T>) {
  const home = (
    <LinkButton to={paths.home} fullWidth>
      {texts.returnHome}
    </LinkButton>
  );
  if (hash === '' || isLinkError(answer.error)) {
    return <LinkProblemPage error={answer.error}>{home}</LinkProblemPage>;
  }
  if (answer.data !== undefined) {
    const result = done(answer.data);
    return (
      <PublicPage title={result.title}>
        <Text role="status">{result.message}</Text>
        {home}
      </PublicPage>
    );
  }
  return (
    <PublicPage title={title}>
      {answer.error ? (
        <>
          <ErrorCallout error={answer.error} />
          <Button fullWidth loading={answer.isFetching} onClick={() => answer.refetch()}>
            {texts.tryAgain}
          </Button>
        </>
      ) : (
        <Delayed>
          <Loader size="sm" aria-label="Please wait" role="status" />
        </Delayed>
      )}
    </PublicPage>
  );
}
