import { Button, Text } from '@mantine/core';
import type { Offer } from '@quartermaster/contract/endpoints/people/members.ts';
import { pageWithHash, paths } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { accountQueries, useLogout } from '../../shared/data/accounts.ts';
import { linkQueries } from '../../shared/data/links.ts';
import { useAcceptInvitation } from '../../shared/data/people/invitations.ts';
import { useServices } from '../../shared/services/services.ts';
import { isSessionKnown } from '../../shared/session/session.ts';
import { ErrorCallout } from '../../shared/ui/error-callout.tsx';
import { OfferText } from '../../shared/ui/invitation/offer-text.tsx';
import { LinkButton } from '../../shared/ui/link-button.tsx';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { isLinkError, LinkProblemPage } from '../../shared/ui/page/link-problem-page.tsx';
import { PublicPage } from '../../shared/ui/page/public-page.tsx';
import { texts } from '../../shared/ui/texts.ts';
import classes from './invitation.module.css';
import { InvitationSkeleton } from './invitation-skeleton.tsx';

/** The target of an invitation's link for users with an account: they sign in with the invited address and accept. */
export function InvitationPage() {
  const [search] = useSearchParams();
  const hash = search.get('hash') ?? '';
  const { request } = useServices();
  const accept = useAcceptInvitation();
  // The invitation mail explains the link already.
  const offer = useQuery({ ...linkQueries.invitation(request, hash), enabled: hash !== '' && accept.isIdle });
  const problem = [accept.error, offer.error].find(isLinkError);
  if (hash === '' || problem) {
    return (
      <LinkProblemPage error={problem} isResult={accept.isError}>
        <Text size="sm">The person who invited you can send the invitation again.</Text>
        <LinkButton to={paths.home} fullWidth>
          {texts.returnHome}
        </LinkButton>
      </LinkProblemPage>
    );
  }
  if (offer.data) return <AccessResult offer={offer.data} hash={hash} accept={accept} />;
  return (
    <PublicPage title="Invitation">
      {offer.isError ? (
        <ErrorState error={offer.error} title="The invitation could not be loaded" retry={() => void offer.refetch()} />
      ) : (
        <InvitationSkeleton />
      )}
    </PublicPage>
  );
}

interface AnswerProps {
  offer: Offer;
  hash: string;
  accept: ReturnType<typeof useAcceptInvitation>;
}

function AccessResult({ offer, hash, accept }: AnswerProps) {
  const { session, request } = useServices();
  // Whether the host has signed a user in is known only after requesting the account.
  const isSignedIn = isSessionKnown(session);
  const account = useQuery({ ...accountQueries.get(request), enabled: isSignedIn });
  const title = `Join ${offer.workspace_name}`;
  if (!isSignedIn) {
    return (
      <PublicPage title={title}>
        <OfferText offer={offer} />
        <JoinLinks offer={offer} hash={hash} />
      </PublicPage>
    );
  }
  const isOther = account.data && account.data.email.toLowerCase() !== offer.email.toLowerCase();
  return (
    <PublicPage title={title}>
      <ErrorCallout error={accept.error ?? account.error} />
      <OfferText offer={offer} />
      {account.isPending && <InvitationSkeleton />}
      {isOther && <AsAnother offer={offer} signedIn={account.data.email} hash={hash} />}
      {account.data && !isOther && <Accept hash={hash} accept={accept} />}
    </PublicPage>
  );
}

function JoinLinks({ offer, hash }: Pick<AnswerProps, 'offer' | 'hash'>) {
  if (!offer.has_account) {
    return (
      <LinkButton to={pageWithHash(paths.confirmRegistration, hash)} fullWidth>
        Create an account to accept
      </LinkButton>
    );
  }
  return (
    <>
      <Text>
        Sign in as <strong>{offer.email}</strong> to accept.
      </Text>
      <LinkButton to={signInFor(hash)} fullWidth>
        {texts.signIn}
      </LinkButton>
    </>
  );
}

/** Sign-in, which returns to this page. */
const signInFor = (hash: string) => `${paths.signIn}?from=${encodeURIComponent(pageWithHash(paths.invitation, hash))}`;

function Accept({ hash, accept }: Pick<AnswerProps, 'hash' | 'accept'>) {
  const navigate = useNavigate();
  return (
    <>
      <Button
        fullWidth
        loading={accept.isPending}
        onClick={() => accept.mutate(hash, { onSuccess: () => void navigate(paths.home, { replace: true }) })}
      >
        Accept invitation
      </Button>
      {accept.isError && (
        <LinkButton to={paths.home} variant="default" fullWidth>
          {texts.returnHome}
        </LinkButton>
      )}
    </>
  );
}

/** For buttons that contain an email address, which may be long. */
const wrapping = { root: classes.button ?? '', label: classes.label ?? '' };

function AsAnother({ offer, signedIn, hash }: Pick<AnswerProps, 'offer' | 'hash'> & { signedIn: string }) {
  const { email: invited, has_account } = offer;
  const { session, endSession } = useServices();
  const navigate = useNavigate();
  const logout = useLogout();
  const leaveForInvited = () =>
    logout.mutate(undefined, {
      onSuccess: async () => {
        // Signs out first; otherwise sign-in would return the signed-in user to this page.
        session.end();
        await navigate(has_account ? signInFor(hash) : pageWithHash(paths.confirmRegistration, hash));
        endSession();
      },
    });
  return (
    <>
      <Text role="alert">
        This invitation is for <strong>{invited}</strong>, and you are signed in as <strong>{signedIn}</strong>.
      </Text>
      {session.ownedByHost ? (
        <Text>Sign in as {invited} in the application around this console, then open the link again.</Text>
      ) : (
        <Button fullWidth classNames={wrapping} loading={logout.isPending} onClick={leaveForInvited}>
          {has_account ? `Sign in as ${invited}` : 'Create an account to accept'}
        </Button>
      )}
      <LinkButton to={paths.home} variant="default" fullWidth classNames={wrapping}>
        Stay signed in as {signedIn}
      </LinkButton>
    </>
  );
}
