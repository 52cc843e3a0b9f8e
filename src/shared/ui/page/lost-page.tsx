import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { eventIdOf } from '../../http/event-id.ts';
import { useServices } from '../../services/services.ts';

/** In place of a page that cannot be shown: reports the error, and leads to the error page with its id. */
export function LostPage({ error }: { error: Error }) {
  const { report } = useServices();
  useEffect(() => report(error, { isFatal: true }), [report, error]);
  // Going back must not lead to what cannot be shown again.
  return <Navigate to="/error" state={{ eventId: eventIdOf(error) }} replace />;
}
