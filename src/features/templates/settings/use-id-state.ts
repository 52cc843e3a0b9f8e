import { useDebouncedValue } from '@mantine/hooks';
import { isReservedTemplateId } from '@quartermaster/contract/endpoints/templates.ts';
import { checkTemplateId } from '@quartermaster/contract/rules/template-settings.ts';
import { useQuery } from '@tanstack/react-query';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { templateQueries } from '../../../shared/data/templates.ts';
import { useRequest } from '../../../shared/services/request.ts';

/** What is known of an id: whether a new template can take it; `unknown` while it breaks the rules that need no server. */
export type IdState = 'unknown' | 'checking' | 'free' | 'taken' | 'reserved' | 'failed';

/** Milliseconds without typing before the server is asked. */
const pause = 400;

/** Asks the server whether an id is free, once somebody has stopped typing. */
export function useIdState(id: string): { state: IdState; retry: () => void } {
  const request = useRequest();
  const instanceId = useInstanceId();
  const [rested] = useDebouncedValue(id, pause);
  const isReserved = isReservedTemplateId(id);
  const isAsked = checkTemplateId(id) === undefined && !isReserved;
  const { data, isError, isFetching, refetch } = useQuery({
    ...templateQueries.isUnique(request, instanceId, id),
    enabled: isAsked && id === rested,
  });
  const answer = data === undefined ? 'checking' : data ? 'free' : 'taken';
  const asked = isError && !isFetching ? 'failed' : answer;
  return { state: isReserved ? 'reserved' : isAsked ? asked : 'unknown', retry: () => void refetch() };
}
