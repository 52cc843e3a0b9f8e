import { Button, Stack, Text, Title } from '@mantine/core';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useServices } from '../../shared/session/services.ts';
import { MainPart } from '../../shared/ui/main-part.tsx';
import { usePageTitle } from '../../shared/ui/page-title.ts';
import { pathWithin } from './path-within.ts';
import { SignInForm } from './sign-in-form.tsx';
import classes from './sign-in-page.module.css';

/** Signs in and leads back to where one came from; a host that signs people in is only asked again. */
export function SignInPage() {
  const { session, startSession } = useServices();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const from = pathWithin(search.get('from'));
  usePageTitle(session.ownedByHost ? 'Session ended' : 'Sign in');

  if (session.ownedByHost) {
    return (
      <MainPart className={classes.page}>
        <Stack className={classes.card} gap="md">
          <Title order={1} className={classes.title}>
            Session ended
          </Title>
          <Text>Your session has ended. Sign in again in the application around this console, then try again.</Text>
          <Button onClick={() => navigate(from, { replace: true })}>Try again</Button>
        </Stack>
      </MainPart>
    );
  }
  return (
    <MainPart className={classes.page}>
      <Stack className={classes.card} gap="md">
        <div>
          <Text size="sm" c="dimmed">
            Quartermaster
          </Text>
          <Title order={1} className={classes.title}>
            Sign in
          </Title>
        </div>
        <SignInForm
          onSignedIn={(expiresAt) => {
            startSession(expiresAt);
            void navigate(from, { replace: true });
          }}
        />
      </Stack>
    </MainPart>
  );
}
