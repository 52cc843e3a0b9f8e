import { templateQueries } from '../../shared/data/templates.ts';
import type { Prefetch } from '../../shared/services/prefetch.ts';

/** Prefetches the template that is edited or copied. */
export const prefetchTemplate: Prefetch = ({ request, queries, params }) => {
  const instanceId = Number(params.instanceId);
  const { templateId } = params;
  if (instanceId > 0 && templateId) void queries.prefetchQuery(templateQueries.get(request, instanceId, templateId));
};
