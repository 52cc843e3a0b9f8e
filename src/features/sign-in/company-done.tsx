import { Button, Skeleton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCompleteCompanySignIn } from '../../shared/data/company-sign-in.ts';
import { useServices } from '../../shared/services/services.ts';
import { ErrorCallout } from '../../shared/ui/error-callout.tsx';
import { PublicPage } from '../../shared/ui/page/public-page.tsx';
import { texts } from '../../shared/ui/texts.ts';

/** Begins the session of a company sign-in that was completed at the server, and opens the page before it. */
export function CompanyDone({ from }: { from: string }) {
  const { startSession } = useServices();
  const navigate = useNavigate();
  const { mutate, error } = useCompleteCompanySignIn();
  const isStarted = useRef(false);
  const complete = () =>
    mutate(undefined, {
      onSuccess: ({ expires_at }) => {
        startSession(expires_at);
        void navigate(from, { replace: true });
      },
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page opens
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    complete();
  }, []);
  return (
    <PublicPage title={texts.signIn}>
      {error ? (
        <>
          <ErrorCallout error={error} />
          <Button onClick={complete}>{texts.tryAgain}</Button>
        </>
      ) : (
        <Skeleton height={36} aria-label="Signing in" />
      )}
    </PublicPage>
  );
}
