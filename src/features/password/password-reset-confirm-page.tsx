import { paths } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { linkQueries } from '../../shared/data/links.ts';
import { useResetPassword } from '../../shared/data/password.ts';
import { useRequest } from '../../shared/services/request.ts';
import { LinkButton } from '../../shared/ui/link-button.tsx';
import { texts } from '../../shared/ui/texts.ts';
import { NewPasswordPage } from './new-password-page.tsx';

/** The target of the link in a password reset email. */
export function PasswordResetConfirmPage() {
  const [search] = useSearchParams();
  const hash = search.get('hash') ?? '';
  const reset = useResetPassword();
  // Once the form has been submitted, its response shows whether the link was valid.
  const link = useQuery({ ...linkQueries.passwordReset(useRequest(), hash), enabled: hash !== '' && reset.isIdle });
  return (
    <NewPasswordPage
      hash={hash}
      link={link}
      title="Set a new password"
      submitLabel="Set password"
      save={reset.mutateAsync}
      done={{
        title: 'Your password is changed',
        message: 'You are signed out everywhere. Sign in with your new password.',
      }}
      nextLinks={
        <>
          <LinkButton to={paths.forgotPassword} fullWidth>
            Request a new link
          </LinkButton>
          <LinkButton to={paths.signIn} variant="default" fullWidth>
            {texts.signIn}
          </LinkButton>
        </>
      }
    />
  );
}
