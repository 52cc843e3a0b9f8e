import type { SyncReview } from '@quartermaster/contract/endpoints/sync.ts';
import { syncReviewPath } from '@quartermaster/contract/paths.ts';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { authorName } from '../../../shared/ui/author-name.ts';
import { TextLink } from '../../../shared/ui/link-button.tsx';
import history from '../history.module.css';

/** The newest unanswered reviews; renders nothing if there are none. */
export function OpenReviews({ reviews }: { reviews: readonly Pick<SyncReview, 'id' | 'by'>[] }) {
  const instanceId = useInstanceId();
  if (reviews.length === 0) return null;
  return (
    <div className={history.facts}>
      <span>Waiting for review:</span>
      {reviews.map(({ id, by }) => (
        <TextLink key={id} to={syncReviewPath(id, instanceId)}>
          Review {id} by {authorName(by.name, 'within')}
        </TextLink>
      ))}
    </div>
  );
}
