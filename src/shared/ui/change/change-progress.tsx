import type { Template } from '@quartermaster/contract/endpoints/templates.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { templateQueries } from '../../data/templates.ts';
import { queryKeys } from '../../http/query-keys.ts';
import { useRequest } from '../../services/request.ts';
import { ProgressLine } from './progress-line.tsx';

interface ChangeProgressProps {
  instanceId: number;
  template: Template | undefined;
}

/** The progress of a template change through the items; renders nothing if none is running. */
export function ChangeProgress({ instanceId, template }: ChangeProgressProps) {
  const request = useRequest();
  const queries = useQueryClient();
  const templateId = template?.id ?? '';
  const isChanging = template?.is_changing ?? false;
  const progress = useQuery({
    ...templateQueries.progress(request, instanceId, templateId),
    enabled: isChanging,
  });
  const change = progress.data;
  const hasEnded = isChanging && change === null && !progress.isFetching;
  useEffect(() => {
    if (!hasEnded) return;
    for (const queryKey of [
      templateQueries.get(request, instanceId, templateId).queryKey,
      templateQueries.removedFields(request, instanceId, templateId).queryKey,
      queryKeys.instance.items(instanceId),
    ])
      void queries.invalidateQueries({ queryKey });
  }, [hasEnded, queries, request, instanceId, templateId]);

  if (!isChanging || !change) return null;
  return (
    <ProgressLine
      what={change.removes ? 'Removing values' : 'Bringing values back'}
      done={change.done}
      total={change.items}
    >
      You can keep saving items meanwhile.
      {change.restores && ' Filters find those that have their values already.'}
    </ProgressLine>
  );
}
