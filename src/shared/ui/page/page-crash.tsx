import { paths } from '@quartermaster/contract/paths.ts';
import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { eventIdOf } from '../../http/event-id.ts';
import { useServices } from '../../services/services.ts';

/** Replaces a page that cannot be rendered: reports the error and redirects to the error page with its id. */
export function PageCrash({ error }: { error: Error }) {
  const { report } = useServices();
  useEffect(() => report(error, { isFatal: true }), [report, error]);
  // Replace the history entry, so that going back does not return to the broken page.
  return <Navigate to={paths.error} state={{ eventId: eventIdOf(error) }} replace />;
}
