import type { Proposal } from '@quartermaster/contract/endpoints/proposals.ts';
import { useMemo } from 'react';
import { useInstanceId } from '../../shared/access/active-instance.ts';
import { ChartDisclosure } from '../../shared/charts/chart-disclosure.tsx';
import type { DrawnChanges } from '../../shared/data/charts.ts';
import { drawProposal } from '../../shared/data/proposals.ts';
import { useRequest } from '../../shared/services/request.ts';
import { type Review, toBody } from './review.ts';

/** What a proposal does to the numbers of a field, as it is decided about. */
export function DrawnProposal({ proposal: { id, templates }, review }: { proposal: Proposal; review: Review }) {
  const request = useRequest();
  const instanceId = useInstanceId();
  const changes = useMemo((): DrawnChanges => {
    const { fingerprint, ...decisions } = toBody(review);
    return {
      about: ['proposal', id, fingerprint, decisions],
      load: (chart, signal) => drawProposal(request, instanceId, id, { chart, ...decisions }, signal),
    };
  }, [request, instanceId, id, review]);
  const changed = templates.map(({ template_id }) => ({ template_id, field_ids: [] }));
  return <ChartDisclosure instanceId={instanceId} changes={changes} changed={changed} />;
}
