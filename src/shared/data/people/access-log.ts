import { accessLog } from '@quartermaster/contract/endpoints/people/access-log.ts';
import { queryOptions } from '@tanstack/react-query';
import type { Request } from '../../services/request.ts';

/** Filters of an access log: entries about a member, entries before another one. */
interface EntriesWanted {
  person: number | undefined;
  before: number | undefined;
  limit: number;
}

/** Changes of members' access to a workspace, newest first. */
export const accessLogQueries = {
  list: (request: Request, workspaceId: number, { person, before, limit }: EntriesWanted) =>
    queryOptions({
      queryKey: ['workspace', workspaceId, 'access-log', { person, before, limit }],
      queryFn: ({ signal }) => {
        const query = {
          limit,
          ...(person === undefined ? {} : { person }),
          ...(before === undefined ? {} : { before }),
        };
        return request(accessLog.list, { params: { workspaceId }, query }, signal);
      },
      placeholderData: (before, query) => (query?.queryKey[1] === workspaceId ? before : undefined),
      meta: { title: 'Access log' },
    }),
};
