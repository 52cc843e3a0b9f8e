import { Button, Skeleton, Text } from '@mantine/core';
import { paths } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { hasPasskeys } from '../../../../shared/data/passkey-ceremony.ts';
import { secondFactorQueries } from '../../../../shared/data/second-factor.ts';
import { LogoutLink } from '../../../../shared/drafts/logout-link.tsx';
import { pathWithin } from '../../../../shared/services/path-within.ts';
import { useRequest } from '../../../../shared/services/request.ts';
import { useServices } from '../../../../shared/services/services.ts';
import { lazyDialog } from '../../../../shared/ui/lazy/lazy-part.tsx';
import { LinkButton, TextLink } from '../../../../shared/ui/link-button.tsx';
import { NotLoaded } from '../../../../shared/ui/page/not-loaded.tsx';
import { PublicPage } from '../../../../shared/ui/page/public-page.tsx';
import type { RequiredBy } from './closes-text.tsx';

const SetUpDialog = lazyDialog(() => import('./set-up-dialog.tsx').then((m) => m.SetUpDialog), { isOnUse: true });
const AddPasskeyDialog = lazyDialog(() => import('./add-passkey-dialog.tsx').then((m) => m.AddPasskeyDialog), {
  isOnUse: true,
});

type Dialog = 'app' | 'passkey';

/** Shown for a workspace that requires a second factor, to a user without one: it is set up here, and work goes on. */
export function FactorNeededPage() {
  const [search] = useSearchParams();
  const factor = useQuery(secondFactorQueries.get(useRequest()));
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const { data } = factor;
  const due = data?.required_by.filter(({ is_due }) => is_due) ?? [];
  // The dialog still shows the recovery codes.
  const isDone = dialog === null && data !== undefined && (data.is_on || due.length === 0);
  return (
    <>
      <PublicPage
        title={isDone ? 'You can go on' : 'Second factor needed'}
        isResult={isDone}
        footer={
          <>
            <TextLink to={paths.account}>Your profile</TextLink>
            <LogoutLink />
          </>
        }
      >
        {!data && (
          <NotLoaded query={factor} title="The second factor could not be loaded">
            <Skeleton height={120} />
          </NotLoaded>
        )}
        {isDone && (
          <>
            <Text>Your account has what the workspace requires.</Text>
            <LinkButton to={pathWithin(search.get('from'))}>Go on</LinkButton>
          </>
        )}
        {data && !isDone && <Needed due={due} onOpen={setDialog} />}
      </PublicPage>
      <SetUpDialog opened={dialog === 'app'} onClose={close} />
      <AddPasskeyDialog opened={dialog === 'passkey'} onClose={close} />
    </>
  );
}

function Needed({ due, onOpen }: { due: RequiredBy; onOpen: (dialog: Dialog) => void }) {
  const { session, ownsDocument, hrefOf } = useServices();
  return (
    <>
      <Text>
        <strong>{due.map(({ name }) => name).join(', ')}</strong> {due.length === 1 ? 'opens' : 'open'} only to accounts
        with a second factor: an app on your phone that makes codes, or a passkey.
      </Text>
      {session.ownedByHost ? (
        <Text>
          Set one up in the{' '}
          <a href={hrefOf(paths.account)} target="_blank" rel="noreferrer">
            console by itself
          </a>
          .
        </Text>
      ) : (
        <>
          <Button onClick={() => onOpen('app')}>Set up authenticator app</Button>
          {ownsDocument && hasPasskeys() && (
            <Button variant="default" onClick={() => onOpen('passkey')}>
              Add passkey
            </Button>
          )}
        </>
      )}
      {due.some(({ has_company }) => has_company) && (
        <Text size="sm">Or log out, and sign in with your company: that session needs none.</Text>
      )}
    </>
  );
}
