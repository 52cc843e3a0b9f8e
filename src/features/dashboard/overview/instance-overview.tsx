import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import type { InstanceContext } from '../../../shared/access/instance-context.ts';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { instanceQueries } from '../../../shared/data/instances.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { Delayed } from '../../../shared/ui/lazy/delayed.tsx';
import { lazyPart } from '../../../shared/ui/lazy/lazy-part.tsx';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { Environments, EnvironmentsSkeleton } from './environments.tsx';
import { LatestEdits } from './latest-edits.tsx';
import classes from './overview.module.css';
import { ReadOnlyReason } from './read-only-reason.tsx';
import { TemplateCards } from './template-cards.tsx';
import { isWaiting, Waiting } from './waiting.tsx';

const TranslationCounts = lazyPart(() => import('./translation-counts.tsx').then((m) => m.TranslationCounts));

/**
 * What waits for the user; how far the environments differ and what was edited in the active instance; then `children`, above what only
 * the answer decides the height of; then its templates.
 */
export function InstanceOverview({ context, children }: { context: InstanceContext; children: ReactNode }) {
  const instanceId = useInstanceId();
  const refusal = useRefusal(instances.getOverview);
  const query = instanceQueries.overview(useRequest(), instanceId);
  const { data, error, isError, refetch } = useQuery({ ...query, enabled: refusal === null });
  // The tools wait for the same answer, so that nothing is pushed down.
  if (refusal === 'unknown') return children;
  // What waits comes first, so the rest is drawn only when that is known.
  if (refusal === null && data === undefined && !isError)
    return (
      <Delayed>
        <div className={classes.overview}>
          <div className={classes.columns}>
            <EnvironmentsSkeleton rows={context.project.instances.length} />
            <LatestEdits edits={undefined} />
          </div>
          {children}
          <TemplateCards templates={undefined} />
        </div>
      </Delayed>
    );
  const isShown = refusal === null && !isError;
  return (
    <div className={classes.overview}>
      <ReadOnlyReason />
      {data && isShown && isWaiting(data.waiting) && <Waiting waiting={data.waiting} />}
      <div className={classes.columns}>
        <Environments project={context.project} />
        {isShown && <LatestEdits edits={data?.edits} />}
      </div>
      {children}
      {isShown && <TemplateCards templates={data?.templates} />}
      {isShown && (context.project.languages?.length ?? 0) > 1 && <TranslationCounts />}
      {isError && <ErrorState error={error} title="The overview could not be loaded" retry={() => void refetch()} />}
    </div>
  );
}
