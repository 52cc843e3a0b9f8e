import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { linkQueries } from '../../shared/data/links.ts';
import { useConfirmRegistration } from '../../shared/data/registration.ts';
import { useRequest } from '../../shared/services/request.ts';
import { LinkButton } from '../../shared/ui/link-button.tsx';
import { NewPasswordPage } from './new-password-page.tsx';

/** The target of the link in a registration or invitation email. */
export function RegistrationConfirmPage() {
  const [search] = useSearchParams();
  const hash = search.get('hash') ?? '';
  const confirm = useConfirmRegistration();
  // Once the form has been submitted, its response says whether the link was valid.
  const link = useQuery({ ...linkQueries.registration(useRequest(), hash), enabled: hash !== '' && confirm.isIdle });
  return (
    <NewPasswordPage
      hash={hash}
      link={link}
      title="Create your password"
      submitLabel="Create password"
      save={confirm.mutateAsync}
      done={{ title: 'Your account is ready', message: 'Sign in with your email and your new password.' }}
      nextLinks={
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
