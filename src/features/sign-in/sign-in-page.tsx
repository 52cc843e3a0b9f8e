import { Alert, Button, Text } from '@mantine/core';
import { type CompanyRefusal, companyRefusals } from '@quartermaster/contract/company-sign-in.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { useEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { pathWithin } from '../../shared/services/path-within.ts';
import { useServices } from '../../shared/services/services.ts';
import { IconCheck } from '../../shared/ui/icons/check.ts';
import { TextLink } from '../../shared/ui/link-button.tsx';
import { PublicPage } from '../../shared/ui/page/public-page.tsx';
import { texts } from '../../shared/ui/texts.ts';
import { CompanyDone } from './company-done.tsx';
import classes from './sign-in.module.css';
import { SignInForm } from './sign-in-form.tsx';

/** Signs in and returns to the previous page; if the host signs users in, it only offers a retry. */
export function SignInPage() {
  // Remounted by each navigation: one that leaves this page and finds the session expired may return here before the
  // other page was rendered.
  return <SignIn key={useLocation().key} />;
}

function SignIn() {
  const { session, startSession } = useServices();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const from = pathWithin(search.get('from'));
  // The state on mount: after signing in with the form, the form redirects.
  const [wasSignedIn] = useState(() => session.isKnown());
  const { state } = useLocation();
  const email = emailOf(state);
  const ended = endedOf(state);
  // The reason is about the last attempt, and would contradict "wrong password" for the next one.
  const [isTriedAgain, setTriedAgain] = useState(false);

  const company = search.get('company');
  if (company === 'done') return <CompanyDone from={from} />;
  const refusal = isRefusal(company) ? companyRefusals[company] : undefined;
  if (wasSignedIn && refusal === undefined) return <Navigate to={from} replace />;
  const problem = session.problem();
  if (session.ownedByHost) {
    return (
      <PublicPage title={problem === null ? 'Session ended' : 'No access'}>
        {problem === null ? (
          <Text>Your session has ended. Sign in again in the application around this console, then try again.</Text>
        ) : (
          <>
            <Text>
              The application around this console did not give it access. Sign in again there, then try again.
            </Text>
            <Text c="dimmed">{problem}</Text>
          </>
        )}
        <Button onClick={() => navigate(from, { replace: true })}>{texts.tryAgain}</Button>
      </PublicPage>
    );
  }
  return (
    <PublicPage
      title={texts.signIn}
      about={<About />}
      footer={
        <>
          <TextLink to={paths.registration}>{texts.createAccount}</TextLink>
          <TextLink to={paths.forgotPassword}>{texts.forgotPassword}</TextLink>
        </>
      }
    >
      {refusal !== undefined && !isTriedAgain && <BlockedSignIn reason={refusal} />}
      {problem !== null && !isTriedAgain && <BlockedSignIn reason={problem} />}
      {problem === null && ended !== undefined && (
        <Alert color="blue" variant="light" role="status" mb="md">
          You were signed out, as your session has ended.
          {ended === 'kept' && ' Your unsaved input is stored. Sign in to continue.'}
        </Alert>
      )}
      <SignInForm
        email={email}
        from={from}
        onAttempt={() => setTriedAgain(true)}
        onSignedIn={(expiresAt) => {
          startSession(expiresAt);
          void navigate(from, { replace: true });
        }}
      />
    </PublicPage>
  );
}

const isRefusal = (reason: string | null): reason is CompanyRefusal =>
  reason !== null && Object.hasOwn(companyRefusals, reason);

const strengths = [
  'Templates of typed fields, and items made from them, in forms, lists and a grid',
  'Changes move from Dev to Stage to Prod, reviewed, planned and undone as one',
  'Games load signed JSON, with types for TypeScript, C# and C++',
];

/** What the console is for. */
const About = () => (
  <section className={classes.about} aria-label="About Quartermaster">
    <p className={classes.headline}>The item content of your games, in one place</p>
    <ul className={classes.strengths}>
      {strengths.map((strength) => (
        <li key={strength}>
          <IconCheck size={16} aria-hidden />
          {strength}
        </li>
      ))}
    </ul>
  </section>
);

/** The address that another page has passed on; empty if none has. */
const emailOf = (state: unknown): string => {
  const { email } = (state ?? {}) as { email?: unknown };
  return typeof email === 'string' ? email : '';
};

/** Whether a session has just ended here, and if so, whether unsaved input was kept. */
const endedOf = (state: unknown): 'kept' | 'plain' | undefined => {
  const { ended } = (state ?? {}) as { ended?: unknown };
  return ended === 'kept' || ended === 'plain' ? ended : undefined;
};

/** Why a sign-in with this form did not last. The focus continues here, as the form that had it was unmounted. */
function BlockedSignIn({ reason }: { reason: string }) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) alert.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Alert ref={alert} tabIndex={-1} color="yellow" variant="light" role="alert" mb="md">
      {reason}
    </Alert>
  );
}
