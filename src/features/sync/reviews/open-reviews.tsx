import { useQuery } from '@tanstack/react-query';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { syncReviewQueries } from '../../../shared/data/sync/sync-reviews.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { TextLink } from '../../../shared/ui/link-button.tsx';
import history from '../history/history.module.css';
import { reviewPath } from '../sync-paths.ts';

/** The newest reviews that nobody has answered; nothing where there are none. */
export function OpenReviews() {
  const instanceId = useInstanceId();
  const { data } = useQuery(syncReviewQueries.open(useRequest(), instanceId));
  if (!data || data.length === 0) return null;
  return (
    <div className={history.facts}>
      <span>Waiting for review:</span>
      {data.map(({ id, by }) => (
        <TextLink key={id} to={reviewPath(id, instanceId)}>
          Review {id} by {by.name || 'somebody'}
        </TextLink>
      ))}
    </div>
  );
}
