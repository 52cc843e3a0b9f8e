import { accessLog } from '@quartermaster/contract/endpoints/people/access-log.ts';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../http/query-keys.ts';
import type { Request } from '../../services/request.ts';
import type { Period } from '../period.ts';

/** Filters of an access log: entries about a member, of a period, before another one. */
interface EntriesWanted {
  person: number | undefined;
  before: number | undefined;
  limit: number;
  period: Period;
}

/** Changes of members' access to a workspace, newest first. */
export const accessLogQueries = {
  list: (request: Request, workspaceId: number, { person, before, limit, period }: EntriesWanted) =>
    queryOptions({
      queryKey: [...queryKeys.workspace.accessLog(workspaceId), { person, before, limit, ...period }],
      queryFn: ({ signal }) => {
        const query = {
          limit,
          ...period,
          ...(person === undefined ? {} : { person }),
          ...(before === undefined ? {} : { before }),
        };
        return request(accessLog.list, { params: { workspaceId }, query }, signal);
      },
      placeholderData: (before, query) => (query?.queryKey[1] === workspaceId ? before : undefined),
      meta: { title: 'Access log' },
    }),
};
