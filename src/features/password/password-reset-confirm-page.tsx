import { useSearchParams } from 'react-router-dom';
import { useResetPassword } from '../../shared/data/password.ts';
import { LinkButton } from '../../shared/ui/link-button.tsx';
import { NewPasswordPage } from './new-password-page.tsx';

/** The end of a forgotten password. */
export function PasswordResetConfirmPage() {
  const [search] = useSearchParams();
  const reset = useResetPassword();
  return (
    <NewPasswordPage
      hash={search.get('hash') ?? ''}
      title="Set a new password"
      submitLabel="Set password"
      save={reset.mutateAsync}
      done={{
        title: 'Your password is changed',
        message: 'You are signed out everywhere. Sign in with your new password.',
      }}
      waysOn={
        <>
          <LinkButton to="/password-reset" fullWidth>
            Ask for a new link
          </LinkButton>
          <LinkButton to="/login" variant="default" fullWidth>
            Sign in
          </LinkButton>
        </>
      }
    />
  );
}
