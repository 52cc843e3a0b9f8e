import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { useQuery } from '@tanstack/react-query';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { templateQueries } from '../../../shared/data/templates.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { useIdle } from '../use-idle.ts';

const countsOf = ({ templates }: { templates: readonly { id: string; item_count: number }[] }) =>
  new Map(templates.map(({ id, item_count }) => [id, item_count]));

/** Item counts by template id; `undefined` until loaded, which waits until the browser is idle. */
export function useItemCounts(instanceId: number): ReadonlyMap<string, number> | undefined {
  const mayRead = useRefusal(templates.list) === null;
  const isIdle = useIdle();
  const query = templateQueries.list(useRequest(), instanceId);
  return useQuery({ ...query, select: countsOf, enabled: mayRead && isIdle && instanceId > 0 }).data;
}
