import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { confirmationQueries } from '../../shared/data/confirmations.ts';
import { useRequest } from '../../shared/services/request.ts';
import { ConfirmationPage } from './confirmation-page.tsx';

/** Cancels the removal of a project as soon as the link in the email is opened. */
export function ProjectRemovalPage() {
  const [search] = useSearchParams();
  const hash = search.get('hash') ?? '';
  const answer = useQuery({ ...confirmationQueries.removalCancelled(useRequest(), hash), enabled: hash !== '' });
  return (
    <ConfirmationPage
      hash={hash}
      title="Cancelling the removal"
      answer={answer}
      done={({ name }) => ({
        title: 'Project removal cancelled',
        message: (
          <>
            <strong>{name}</strong> is back with everything that is in it.
          </>
        ),
      })}
    />
  );
}
