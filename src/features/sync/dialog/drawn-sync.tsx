import { useMemo } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { ChartDisclosure } from '../../../shared/charts/chart-disclosure.tsx';
import type { DrawnChanges } from '../../../shared/data/charts.ts';
import type { SyncScope } from '../../../shared/data/sync/sync-scope.ts';
import { drawSync } from '../../../shared/data/sync/syncs.ts';
import { useRequest } from '../../../shared/services/request.ts';

/** What a sync, a review, a release or an undo does to the numbers of a field in its target; drawn again for another revision of its check. */
export function DrawnSync({ scope, revision }: { scope: SyncScope; revision: string | undefined }) {
  const request = useRequest();
  const instanceId = useInstanceId();
  const changes = useMemo(
    (): DrawnChanges => ({
      about: revision === undefined ? undefined : ['sync', scope, revision],
      load: (chart, signal) => drawSync(request, instanceId, scope, chart, signal),
    }),
    [request, instanceId, scope, revision],
  );
  const selected = 'selection' in scope ? (scope.selection?.changes ?? []) : [];
  const changed = selected.map(({ template_id }) => ({ template_id, field_ids: [] }));
  return <ChartDisclosure instanceId={instanceId} changes={changes} changed={changed} />;
}
