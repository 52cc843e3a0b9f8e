import type { Import } from '@quartermaster/contract/endpoints/imports.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type CheckRows, dropImport, importQueries, isRunning } from '../../../../shared/data/imports.ts';
import { createUuid } from '../../../../shared/http/event-id.ts';
import { useFileCall } from '../../../../shared/services/file-call.ts';
import { useRequest } from '../../../../shared/services/request.ts';

/**
 * Checks the edits of a grid while the component is mounted: the import of the check, or why there is none.
 * @param rows - only those of the first render count
 */
export function useCheckedEdits(
  instanceId: number,
  rows: CheckRows,
): { checked: Import | undefined; error: Error | null } {
  const call = useFileCall();
  const request = useRequest();
  const [id] = useState(createUuid);
  const { data: started, error } = useQuery(importQueries.check(call, instanceId, rows, id));
  const startedId = started?.id ?? 0;
  useEffect(() => {
    if (startedId === 0) return undefined;
    return () => void dropImport(request, instanceId, startedId);
  }, [request, instanceId, startedId]);
  const { data: checked = started, error: notFound } = useQuery({
    ...importQueries.get(request, instanceId, startedId),
    enabled: started !== undefined && isRunning(started),
  });
  return { checked, error: error ?? notFound };
}
