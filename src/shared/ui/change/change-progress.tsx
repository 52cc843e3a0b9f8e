import { removingValues } from '@quartermaster/contract/endpoints/jobs.ts';
import type { Template } from '@quartermaster/contract/endpoints/templates.ts';
import { useQueryClient } from '@tanstack/react-query';
import { templateQueries } from '../../data/templates.ts';
import { queryKeys } from '../../http/query-keys.ts';
import { useRequest } from '../../services/request.ts';
import { lazyPart } from '../lazy/lazy-part.tsx';

/** Seldom needed by the list, which is shown before. */
const JobProgress = lazyPart(() => import('./job-progress.tsx').then((m) => m.JobProgress));

interface ChangeProgressProps {
  instanceId: number;
  template: Template | undefined;
}

/** The progress of a template change through the items; renders nothing if none is running. */
export function ChangeProgress({ instanceId, template }: ChangeProgressProps) {
  const request = useRequest();
  const queries = useQueryClient();
  if (!template?.is_changing) return null;
  const { id } = template;
  const refetch = () => {
    for (const queryKey of [
      templateQueries.get(request, instanceId, id).queryKey,
      templateQueries.removedFields(request, instanceId, id).queryKey,
      queryKeys.instance.items(instanceId),
    ])
      void queries.invalidateQueries({ queryKey });
  };
  return (
    <JobProgress instanceId={instanceId} address={{ kind: 'template-change', id }} onEnd={refetch}>
      {(doing) => (
        <>
          You can keep saving items meanwhile.
          {doing !== removingValues && ' Filters find those that have their values already.'}
        </>
      )}
    </JobProgress>
  );
}
