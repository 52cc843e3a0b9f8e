import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { confirmationQueries } from '../../shared/data/confirmations.ts';
import { useRequest } from '../../shared/services/request.ts';
import { ConfirmationPage } from './confirmation-page.tsx';

/** Completes an email change as soon as the link in the email is opened. */
export function EmailUpdatePage() {
  const [search] = useSearchParams();
  const hash = search.get('hash') ?? '';
  const answer = useQuery({ ...confirmationQueries.emailChange(useRequest(), hash), enabled: hash !== '' });
  return (
    <ConfirmationPage
      hash={hash}
      title="Changing your email"
      answer={answer}
      done={({ email }) => ({
        title: 'Your email is changed',
        message: (
          <>
            From now on sign in with <strong>{email}</strong>.
          </>
        ),
      })}
    />
  );
}
