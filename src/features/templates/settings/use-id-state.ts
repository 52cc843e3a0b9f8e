import { isReservedTemplateId } from '@quartermaster/contract/content/reserved-templates.ts';
import { checkTemplateId } from '@quartermaster/contract/rules/template-settings.ts';
import { useQuery } from '@tanstack/react-query';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { templateQueries } from '../../../shared/data/templates.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { useSettled } from '../../../shared/ui/hooks/use-settled.ts';

/** Whether a new template can use an id; `unknown` while it breaks the rules that are checked locally. */
export type IdState = 'unknown' | 'checking' | 'free' | 'taken' | 'reserved' | 'failed';

/** Debounce of the server call, in milliseconds, as specified. */
const pause = 400;

/** Asks the server whether an id is free, once the user has stopped typing. */
export function useIdState(id: string): { state: IdState; retry: () => void } {
  const request = useRequest();
  const instanceId = useInstanceId();
  const settled = useSettled(id, pause);
  const isReserved = isReservedTemplateId(id);
  const isCheckable = checkTemplateId(id) === undefined && !isReserved;
  const { data, isError, isFetching, refetch } = useQuery({
    ...templateQueries.isUnique(request, instanceId, id),
    enabled: isCheckable && id === settled,
  });
  const answer = data === undefined ? 'checking' : data ? 'free' : 'taken';
  const checked = isError && !isFetching ? 'failed' : answer;
  return { state: isReserved ? 'reserved' : isCheckable ? checked : 'unknown', retry: () => void refetch() };
}
