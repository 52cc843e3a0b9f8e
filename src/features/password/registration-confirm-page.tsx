import { Text } from '@mantine/core';
import { pageWithHash, paths } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { useLogin } from '../../shared/data/accounts.ts';
import { linkQueries } from '../../shared/data/links.ts';
import { useConfirmRegistration } from '../../shared/data/registration.ts';
import { useRequest } from '../../shared/services/request.ts';
import { useServices } from '../../shared/services/services.ts';
import { useLast } from '../../shared/ui/hooks/use-last.ts';
import { OfferText } from '../../shared/ui/invitation/offer-text.tsx';
import { LinkButton } from '../../shared/ui/link-button.tsx';
import { texts } from '../../shared/ui/texts.ts';
import { NewPasswordPage } from './new-password-page.tsx';

/** The target of the link in a registration or invitation email. */
export function RegistrationConfirmPage() {
  const [search] = useSearchParams();
  const hash = search.get('hash') ?? '';
  const confirm = useConfirmRegistration();
  // Once the form has been submitted, its response shows whether the link was valid.
  const link = useQuery({ ...linkQueries.registration(useRequest(), hash), enabled: hash !== '' && confirm.isIdle });
  // Signing out the previous user clears all cached answers.
  const invitation = useLast(link.data?.invitation ?? null);
  const address = useLast(link.data?.email ?? null);
  const email = invitation?.email ?? address;
  const login = useLogin();
  const navigate = useNavigate();
  const { session, startSession } = useServices();
  const signIn = async (email: string, password: string) => {
    const { expires_at } = await login.mutateAsync({ email, password });
    startSession(expires_at);
    await navigate(paths.home, { replace: true });
  };
  // A user who has registered since the mail was sent accepts with that account.
  if (invitation?.has_account && confirm.isIdle) return <Navigate to={pageWithHash(paths.invitation, hash)} replace />;
  return (
    <NewPasswordPage
      hash={hash}
      link={link}
      title={invitation ? `Join ${invitation.workspace_name}` : 'Create your password'}
      submitLabel={invitation ? 'Create account and join' : 'Create password'}
      about={
        invitation && (
          <>
            <OfferText offer={invitation} />
            <Text>
              Create your account for <strong>{invitation.email}</strong>.
            </Text>
          </>
        )
      }
      asksName={invitation !== null}
      email={address ?? undefined}
      save={confirm.mutateAsync}
      signIn={email === null || session.ownedByHost ? undefined : (password) => signIn(email, password)}
      done={{
        title: 'Your account is ready',
        message: invitation
          ? `You are in the workspace ${invitation.workspace_name}. Sign in with ${invitation.email} and your new password.`
          : 'Sign in with your email and your new password.',
        email: email ?? undefined,
      }}
      nextLinks={
        <>
          <LinkButton to={paths.registration} fullWidth>
            Register again
          </LinkButton>
          <LinkButton to={paths.signIn} variant="default" fullWidth>
            {texts.signIn}
          </LinkButton>
        </>
      }
    />
  );
}
