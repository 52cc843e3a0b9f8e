import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import type { InstanceContext } from '../../../shared/access/instance-context.ts';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { instanceQueries } from '../../../shared/data/instances.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { useDelayed } from '../../../shared/ui/lazy/delayed.tsx';
import { lazyPart } from '../../../shared/ui/lazy/lazy-part.tsx';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { Environments } from './environments.tsx';
import { LatestEdits } from './latest-edits.tsx';
import classes from './overview.module.css';
import { ReadOnlyReason } from './read-only-reason.tsx';
import { TemplateCards } from './template-cards.tsx';
import { Waiting, waitingAmount } from './waiting.tsx';

const TranslationCounts = lazyPart(() => import('./translation-counts.tsx').then((m) => m.TranslationCounts));

interface InstanceOverviewProps {
  context: InstanceContext;
  /** The end of the page, rendered once the height of what is above is known. */
  children: ReactNode;
}

/** True if nothing waits and nothing was edited, as in a new project. */
const isEmpty = ({ edits, waiting }: Output<typeof instances.getOverview>) =>
  edits.length === 0 && waitingAmount(waiting) === 0;

/** The environments of the project; then what waits in the active instance, what was edited there last, and its templates. */
export function InstanceOverview({ context: { project }, children }: InstanceOverviewProps) {
  const instanceId = useInstanceId();
  const refusal = useRefusal(instances.getOverview);
  const query = instanceQueries.overview(useRequest(), instanceId);
  const { data, error, isError, refetch } = useQuery({ ...query, enabled: refusal === null });
  const isLoading = refusal === null && data === undefined && !isError;
  const isLate = useDelayed(isLoading);
  if (refusal === 'unknown') return null;
  const hasLanguages = (project.languages?.length ?? 0) > 1;
  return (
    <div className={classes.container}>
      <div className={classes.overview}>
        {!isLoading && <ReadOnlyReason />}
        <Environments project={project} isReady={!isLoading} />
        {refusal === null && !isError && (
          <>
            <div
              className={classes.columns}
              data-is-empty={data && isEmpty(data)}
              style={isLoading && !isLate ? { visibility: 'hidden' } : undefined}
            >
              <Waiting waiting={data?.waiting} />
              <LatestEdits edits={data?.edits} />
              {hasLanguages && <div className={classes.languages}>{data && <TranslationCounts />}</div>}
            </div>
            <TemplateCards templates={data?.templates} />
          </>
        )}
        {isError && <ErrorState error={error} title="The overview could not be loaded" retry={() => void refetch()} />}
        {!isLoading && children}
      </div>
    </div>
  );
}
