import { templateQueries } from '../../shared/data/templates.ts';
import { type Prefetch, prefetchInto } from '../../shared/services/prefetch.ts';

/** Prefetches the template that is edited or copied. */
export const prefetchTemplate: Prefetch = async ({ request, queries, params }) => {
  const instanceId = Number(params.instanceId);
  const { templateId } = params;
  if (instanceId > 0 && templateId) await prefetchInto(queries, templateQueries.get(request, instanceId, templateId));
};
