import { useSearchParams } from 'react-router-dom';
import { useConfirmRegistration } from '../../shared/data/registration.ts';
import { LinkButton } from '../../shared/ui/link-button.tsx';
import { NewPasswordPage } from './new-password-page.tsx';

/** The end of a registration or an invitation. */
export function RegistrationConfirmPage() {
  const [search] = useSearchParams();
  const confirm = useConfirmRegistration();
  return (
    <NewPasswordPage
      hash={search.get('hash') ?? ''}
      title="Create your password"
      submitLabel="Create password"
      save={confirm.mutateAsync}
      done={{ title: 'Your account is ready', message: 'Sign in with your email and your new password.' }}
      waysOn={
        <>
          <LinkButton to="/registration" fullWidth>
            Register again
          </LinkButton>
          <LinkButton to="/login" variant="default" fullWidth>
            Sign in
          </LinkButton>
        </>
      }
    />
  );
}
