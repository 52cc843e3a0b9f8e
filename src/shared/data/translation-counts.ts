import { translations } from '@quartermaster/contract/endpoints/translations.ts';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../http/query-keys.ts';
import type { Request } from '../services/request.ts';

/** How many texts of an instance are missing or outdated in each language; every visit refetches it. */
export const translationCountsQuery = (request: Request, instanceId: number) =>
  queryOptions({
    queryKey: [...queryKeys.instance.overview(instanceId), 'translations'],
    queryFn: ({ signal }) => request(translations.count, { params: { instanceId } }, signal),
    staleTime: 0,
    meta: { title: 'Translations', quiet: true, isPart: true },
  });
